// A replay's one state object and the functions that change it. No DOM, no fetch, no clock.

/** @import {Frame, Game, Player, ReplayPage, Table, Zone} from "../shared/types.js" */
/** @import {State} from "../table/state.js" */

import { lineOf, verdictLines } from "../table/log.js";
import { takeTable } from "../table/sync.js";
import { roomState } from "../table/state.js";
import { listed, plural, say } from "../shared/words.js";

/** Frames that are asked for together. */
export const PAGE = 50;
/** Lines of the log: those of the page before and of this one, as far as they are here. */
const LOG_LINES = 50;

/**
 * @typedef {object} ReplayState
 * @property {string} code  of the room, lower-case; "" for a file
 * @property {string|null} token  of this browser's seat there
 * @property {string} way  back to the room
 * @property {string} file  the text of the game's file, "" as long as it is not known
 * @property {string} fileName
 * @property {string} seat  whose knowledge is shown, "" a spectator's
 * @property {boolean} isOpen  all cards are open
 * @property {number} at  number of the frame that is shown
 * @property {number} count  frames; 0 before the first page is here
 * @property {[number, string][]} turns  where turns begin, and whose
 * @property {[number, string, string][]} moments  frames that all noticed, with the kind and tone of what happened
 * @property {Map<number, Frame>} frames  those that are here, as seen by `seat`
 * @property {Set<number>} asked  numbers of pages that were asked for
 * @property {number} look  raised with each other way of looking, so that late answers are told apart
 * @property {boolean} isPlaying
 * @property {number} speed
 * @property {string} error  why there is nothing to see, "" if there is
 * @property {string} call  why its viewer may want to go back to the room, "" where nobody waits there
 * @property {State} room  what the table's views are given
 */

/**
 * @param {string} code
 * @param {string|null} token
 * @returns {ReplayState}
 */
export function replayState(code, token) {
  return {
    code, token, way: `/r/${code}`, file: "", fileName: "", seat: "", isOpen: false, at: 0, count: 0, turns: [], moments: [], frames: new Map(), asked: new Set(),
    look: 0, isPlaying: false, speed: 1, error: "", call: "", room: { ...roomState(code, null, ""), areMenusDrawn: true },
  };
}

/**
 * @param {ReplayState} state
 * @param {string} text
 * @param {string} name
 */
export function openFile(state, text, name) {
  Object.assign(state, replayState("", null), { file: text, fileName: name, room: state.room, look: state.look + 1 });
}

/**
 * From another seat, or with other cards open; the place stays.
 * @param {ReplayState} state
 * @param {{seat?: string, isOpen?: boolean}} how
 */
export function lookFrom(state, how) {
  Object.assign(state, how, { frames: new Map(), asked: new Set(), look: state.look + 1 });
}

/**
 * @param {ReplayState} state
 * @returns {number[]} numbers of the pages that are needed and not yet asked for, the most urgent first
 */
export function missingPages(state) {
  const here = Math.floor(state.at / PAGE);
  const last = Math.max(0, Math.ceil(state.count / PAGE) - 1);
  return [here, here - 1, here + 1].filter((page) => page >= 0 && page <= last && !state.asked.has(page));
}

/**
 * @param {ReplayState} state
 * @param {ReplayPage} page
 */
export function takePage(state, page) {
  Object.assign(state, { count: page.count, turns: page.turns, moments: page.moments ?? [], error: "" });
  for (const frame of page.frames) state.frames.set(frame.index, frame);
  state.at = Math.min(state.at, state.count - 1);
  show(state);
}

/**
 * @param {ReplayState} state
 * @param {number} at
 */
export function goTo(state, at) {
  state.at = Math.max(0, Math.min(state.count - 1, at));
  show(state);
}

/**
 * The next frame in which there is something to see from this seat, as far as it is known here.
 * @param {ReplayState} state
 * @param {1|-1} direction
 * @returns {number}
 */
export function nextFrame(state, direction) {
  let at = state.at + direction;
  while (isSilent(state.frames.get(at))) at += direction;
  return Math.max(0, Math.min(state.count - 1, at));
}

/** @param {Frame|undefined} frame */
function isSilent(frame) {
  return frame !== undefined && frame.events.every((event) => event.type === "hidden");
}

/** @param {ReplayState} state */
export function isAtEnd(state) {
  return state.at >= state.count - 1;
}

/**
 * @param {ReplayState} state
 * @returns {number} which of the turns this frame belongs to, -1 before the first
 */
export function turnNow(state) {
  return state.turns.findLastIndex(([index]) => index <= state.at);
}

/**
 * The hands that lie open for who watches all cards, in the order of the seats; one's own lies in front of the seat.
 * @param {ReplayState} state
 * @param {Table} table
 * @returns {{player: Player, zone: Zone}[]} none where cards are covered
 */
export function openHands(state, table) {
  if (!state.isOpen) return [];
  return table.players.filter((player) => player.id !== table.you).flatMap((player) => {
    const zone = table.zones.find((candidate) => candidate.kind === "hand" && candidate.owner === player.id && candidate.cards);
    return zone ? [{ player, zone }] : [];
  });
}

/**
 * The same table with these hands covered, so that seats show how many cards there are.
 * @param {Table} table
 * @param {{zone: Zone}[]} hands
 * @returns {Table}
 */
export function withoutHands(table, hands) {
  const shown = new Set(hands.map(({ zone }) => zone.id));
  return { ...table, zones: table.zones.map((zone) => shown.has(zone.id) ? { ...zone, cards: undefined } : zone) };
}

/**
 * The table of this frame, and the log that leads to it; the frame before stays until this one is here.
 * @param {ReplayState} state
 */
function show(state) {
  const { room } = state;
  const frame = state.frames.get(state.at);
  if (!frame) return;
  // A deadline of then says nothing now.
  takeTable(room.sync, { ...frame.table, deadline: null });
  room.log.lines = linesUpTo(state);
  room.log.verdict = verdictLines(room.log.lines.filter((line) => line.v === frame.events[0]?.v));
}

/** @param {ReplayState} state */
function linesUpTo(state) {
  let first = state.at;
  while (state.frames.has(first - 1) && state.at - first < PAGE + LOG_LINES) first -= 1;
  const lines = [];
  for (let index = first; index <= state.at; index++) {
    for (const [nth, event] of (state.frames.get(index)?.events ?? []).entries()) {
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
 * What goes on in the room meanwhile.
 * @param {ReplayState} state
 * @param {Table} table  as whoever watches the replay would see it there
 * @returns {boolean} whether that is news for them
 */
export function hearOfRoom(state, { phase, players, you }) {
  const { call } = state;
  const ready = phase === "over" ? players.filter((player) => player.id !== you && !player.bot && player.marks?.some((mark) => mark.kind === "again")) : [];
  const names = listed(ready.map((player) => player.name));
  state.call = phase === "playing" ? say("The next game has started.")
    : ready.length ? plural("{names} wants to play again.", "{names} want to play again.", { names, count: ready.length }) : "";
  return state.call !== "" && state.call !== call;
}
