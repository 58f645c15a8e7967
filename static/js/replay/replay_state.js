// The state of a replay, and the functions that change it. No DOM, no requests, no clock.

/** @import {Frame, Game, Player, ReplayPage, Table, Zone} from "../shared/types.js" */
/** @import {State} from "../table/state.js" */

import { lineOf, verdictLines } from "../table/log.js";
import { takeTable } from "../table/sync.js";
import { roomState } from "../table/state.js";
import { listText, plural, say } from "../shared/words.js";

/** Number of frames in a request. */
export const PAGE = 50;
/** Maximum number of log lines, from loaded frames. */
const LOG_LINES = 50;
/** Maximum number of frames from the first card of a trick to the last. */
const TRICK_FRAMES = 20;

/**
 * @typedef {object} SourceState  The source of the replay: a room, or a file.
 * @property {string} code  of the room, lower-case; "" for a file
 * @property {string|null} token  of this browser's seat in the room
 * @property {string} roomUrl  the path of the room's page
 * @property {string} file  the text of the replay file; "" until it is loaded
 * @property {string} fileName
 */

/**
 * @typedef {object} ViewState  The player whose view is shown, and the visible cards.
 * @property {string} seat  the player whose cards are visible; "" for a spectator's view
 * @property {boolean} isOpen  whether all cards are face up
 * @property {number} number  counts changes of seat or openness, so that late answers can be recognised
 */

/**
 * @typedef {object} FramesState  The frames that the service has sent.
 * @property {number} count  frames of the game; 0 until the first page arrives
 * @property {[number, string][]} turns  the first frame of each turn, and its player
 * @property {[number, string, string][]} moments  frames with an important event, and its kind and tone
 * @property {Map<number, Frame>} byIndex
 * @property {Set<number>} requestedPages
 */

/**
 * @typedef {object} PlaybackState
 * @property {number} at  index of the current frame
 * @property {boolean} isPlaying
 * @property {number} speed
 */

/**
 * @typedef {object} ReplayState
 * @property {SourceState} source
 * @property {ViewState} view
 * @property {FramesState} frames
 * @property {PlaybackState} playback
 * @property {string} error  why there is no replay to show, or ""
 * @property {string} notice  news of the room while the viewer watches, or ""
 * @property {State} room  the state that the views of the table read
 */

/** @returns {FramesState} */
function framesState() {
  return { count: 0, turns: [], moments: [], byIndex: new Map(), requestedPages: new Set() };
}

/**
 * @param {string} code
 * @param {string|null} token
 * @returns {ReplayState}
 */
export function replayState(code, token) {
  return {
    source: { code, token, roomUrl: `/r/${code}`, file: "", fileName: "" },
    view: { seat: "", isOpen: false, number: 0 },
    frames: framesState(),
    playback: { at: 0, isPlaying: false, speed: 1 },
    error: "", notice: "", room: { ...roomState(code, null, ""), areMenusDrawn: true },
  };
}

/**
 * Replaces the replay by the replay in a file.
 * @param {ReplayState} state
 * @param {string} text
 * @param {string} name
 */
export function openFile(state, text, name) {
  const { source, view, ...others } = replayState("", null);
  Object.assign(state, others, { source: { ...source, file: text, fileName: name }, view: { ...view, number: state.view.number + 1 }, room: state.room });
}

/**
 * Changes the seat or the openness of cards. The current frame stays.
 * @param {ReplayState} state
 * @param {{seat?: string, isOpen?: boolean}} change
 */
export function setView(state, change) {
  Object.assign(state.view, change, { number: state.view.number + 1 });
  Object.assign(state.frames, { byIndex: new Map(), requestedPages: new Set() });
}

/**
 * @param {ReplayState} state
 * @returns {number[]} numbers of needed pages that are not requested yet, the most urgent first
 */
export function missingPages(state) {
  const current = Math.floor(state.playback.at / PAGE);
  const last = Math.max(0, Math.ceil(state.frames.count / PAGE) - 1);
  return [current, current - 1, current + 1].filter((page) => page >= 0 && page <= last && !state.frames.requestedPages.has(page));
}

/**
 * @param {ReplayState} state
 * @param {ReplayPage} page
 */
export function takePage(state, page) {
  Object.assign(state.frames, { count: page.count, turns: page.turns, moments: page.moments ?? [] });
  state.error = "";
  for (const frame of page.frames) state.frames.byIndex.set(frame.index, frame);
  state.playback.at = Math.min(state.playback.at, state.frames.count - 1);
  showFrame(state);
}

/**
 * @param {ReplayState} state
 * @param {number} at
 */
export function goTo(state, at) {
  state.playback.at = Math.max(0, Math.min(state.frames.count - 1, at));
  showFrame(state);
}

/**
 * Returns the next frame with an event that this seat can see, among the loaded frames.
 * @param {ReplayState} state
 * @param {1|-1} direction
 * @returns {number}
 */
export function nextFrame(state, direction) {
  let at = state.playback.at + direction;
  while (isSilent(state.frames.byIndex.get(at))) at += direction;
  return Math.max(0, Math.min(state.frames.count - 1, at));
}

/** @param {Frame|undefined} frame */
function isSilent(frame) {
  return frame !== undefined && frame.events.every((event) => event.type === "hidden");
}

/** @param {ReplayState} state */
export function isAtEnd(state) {
  return state.playback.at >= state.frames.count - 1;
}

/**
 * @param {ReplayState} state
 * @returns {number} index of the current turn, -1 before the first
 */
export function turnNow(state) {
  return state.frames.turns.findLastIndex(([index]) => index <= state.playback.at);
}

/**
 * Returns the open hands of the other players, in the order of seats, if all cards are shown.
 * @param {ReplayState} state
 * @param {Table} table
 * @returns {{player: Player, zone: Zone}[]} empty if cards are hidden
 */
export function openHands(state, table) {
  if (!state.view.isOpen) return [];
  return table.players.filter((player) => player.id !== table.you).flatMap((player) => {
    const zone = table.zones.find((candidate) => candidate.kind === "hand" && candidate.owner === player.id && candidate.cards);
    return zone ? [{ player, zone }] : [];
  });
}

/**
 * Hides these hands, so that seats show numbers of cards.
 * @param {Table} table
 * @param {{zone: Zone}[]} hands
 * @returns {Table}
 */
export function withoutHands(table, hands) {
  const ids = new Set(hands.map(({ zone }) => zone.id));
  return { ...table, zones: table.zones.map((zone) => ids.has(zone.id) ? { ...zone, cards: undefined } : zone) };
}

/**
 * Shows the table and log of the current frame, once it is loaded.
 * @param {ReplayState} state
 */
function showFrame(state) {
  const { room } = state;
  const frame = state.frames.byIndex.get(state.playback.at);
  if (!frame) return;
  // The tables before a full trick tell its leader.
  for (let at = state.playback.at - TRICK_FRAMES; at < state.playback.at; at++) {
    const earlier = state.frames.byIndex.get(at);
    if (earlier) takeTable(room.sync, earlier.table);
  }
  // Deadlines of the past have no meaning now.
  takeTable(room.sync, { ...frame.table, deadline: null });
  room.log.lines = linesUpTo(state);
  room.log.verdict = verdictLines(room.log.lines.filter((line) => line.v === frame.events[0]?.v));
}

/** @param {ReplayState} state */
function linesUpTo(state) {
  let first = state.playback.at;
  while (state.frames.byIndex.has(first - 1) && state.playback.at - first < PAGE + LOG_LINES) first -= 1;
  const lines = [];
  for (let index = first; index <= state.playback.at; index++) {
    for (const [nth, event] of (state.frames.byIndex.get(index)?.events ?? []).entries()) {
      lines.push(lineOf(event, nth, state.room.sync.names));
    }
  }
  return lines.filter((line) => line.text).slice(-LOG_LINES);
}

/**
 * @param {ReplayState} state
 * @returns {Game|undefined}
 */
export function gameOf(state) {
  return state.room.games.get(state.room.sync.table?.game ?? "");
}

/**
 * Updates the notice about the room.
 * @param {ReplayState} state
 * @param {Table} table  of the room, as this viewer sees it
 * @returns {boolean} whether there is a new notice
 */
export function updateNotice(state, { phase, players, you }) {
  const { notice } = state;
  const ready = phase === "over" ? players.filter((player) => player.id !== you && !player.bot && player.marks?.some((mark) => mark.kind === "again")) : [];
  const names = listText(ready.map((player) => player.name));
  state.notice = phase === "playing" ? say("The next game has started.")
    : ready.length ? plural("{names} wants to play again.", "{names} want to play again.", { names, count: ready.length }) : "";
  return state.notice !== "" && state.notice !== notice;
}
