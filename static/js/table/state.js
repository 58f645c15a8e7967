// The state of the room page, in parts. No DOM, no requests, no clock.

/** @import {Event, Game, PollAnswer, Seat, Table} from "../shared/types.js" */
/** @import {AccessState} from "./access.js" */
/** @import {ClockState} from "./clock.js" */
/** @import {HintsState} from "./hints.js" */
/** @import {JoinState} from "./join.js" */
/** @import {LogState} from "./log.js" */
/** @import {MoveState} from "./move.js" */
/** @import {SyncState} from "./sync.js" */
/** @import {OptionsState} from "./options.js" */
/** @import {Settings} from "./settings.js" */
/** @import {SheetState} from "./sheet.js" */
/** @import {TalkState} from "./talk.js" */
/** @import {ToastsState} from "./toasts.js" */
/** @import {TrialState} from "./trial.js" */

import { accessState } from "./access.js";
import { ownHands } from "./animations.js";
import { clockState, setClock } from "./clock.js";
import { bringsTable, freshEvents } from "./cursor.js";
import { hintsState } from "./hints.js";
import { joinState } from "./join.js";
import { NO_READER, clearLog, logState, addPastLines, addLines } from "./log.js";
import { followTable, forgetPicked, moveState } from "./move.js";
import { forgetTable, syncState, takeTable } from "./sync.js";
import { dropDraft, optionsState } from "./options.js";
import { standardSettings } from "./settings.js";
import { closeSheet, sheetState } from "./sheet.js";
import { updateTalk, talkState } from "./talk.js";
import { toastsState } from "./toasts.js";
import { trialState } from "./trial.js";

/**
 * Each part has a file of its name, with the functions that change only this part. Functions that change
 * several parts are in this file. A view that reads few parts names them in the type of its argument:
 * `Pick<State, "log"|"clock">`.
 *
 * @typedef {object} State
 * @property {string} code  of the room, lower-case
 * @property {boolean} isTv  whether the page is a television, without controls
 * @property {boolean} areMenusDrawn  whether closed menus and drawers are drawn; they come after the
 *   visible page
 * @property {Map<string, Game>} games  the catalogue
 * @property {Settings} settings  look and sound
 *
 * @property {SyncState} sync  the last state of the room from the service, and the connection
 * @property {ClockState} clock  the service's clock, and the countdown
 * @property {LogState} log  events in words, and the running animation
 * @property {TalkState} talk  reactions, phrases and chat
 *
 * @property {AccessState} access  this page's seat, or watching without one
 * @property {JoinState} join  the form to join
 *
 * @property {MoveState} move  the move that the viewer prepares
 * @property {OptionsState} options  changed options that are not saved yet
 * @property {SheetState} sheet  the open sheet
 *
 * @property {TrialState} trial  the debug view of a trial
 * @property {HintsState} hints  hints for newcomers
 * @property {ToastsState} toasts  messages of the page
 */

/**
 * @param {string} code
 * @param {Seat|null} seat
 * @param {string} name  stored by this browser
 * @returns {State}
 */
export function roomState(code, seat, name) {
  return {
    code, isTv: false, areMenusDrawn: false, games: new Map(), settings: standardSettings(),
    sync: syncState(), clock: clockState(), log: logState(), talk: talkState(),
    access: accessState(seat), join: joinState(name),
    move: moveState(), options: optionsState(), sheet: sheetState(),
    trial: trialState(), hints: hintsState(), toasts: toastsState(),
  };
}

/**
 * Updates the state from an answer of the service.
 * @param {State} state
 * @param {PollAnswer} answer
 * @param {number} now  milliseconds since 1970 here
 * @returns {Event[]} new events, to animate
 */
export function receive(state, answer, now) {
  const { sync } = state;
  const events = freshEvents(sync.version, answer);
  sync.connection = "fine";
  // A snapshot proves that the game allows spectators, but only a poll proves that there is a free place.
  if (answer.events || state.access.refusal?.code === "no_spectators") state.access.refusal = null;
  if (answer.reset) forgetPast(state);
  if (answer.table && bringsTable(sync.version, answer)) replaceTable(state, answer.table, now);
  sync.version = answer.reset ? answer.version : Math.max(sync.version ?? 0, answer.version);
  if (hasPast(answer)) addPast(state, answer);
  else addLines(state.log, events, sync.names, readerOf(state));
  updateTalk(state.talk, answer, events, sync.names, state.log.isOpen);
  return events;
}

/**
 * Returns whether an answer contains events from before this page was opened or lost its connection.
 * @param {PollAnswer} answer
 */
function hasPast({ names, events }) {
  return Boolean(names && events?.length);
}

/**
 * @param {State} state
 * @param {PollAnswer} answer
 */
function addPast(state, { events = [], names = {} }) {
  state.sync.names = new Map([...Object.entries(names), ...state.sync.names]);
  addPastLines(state.log, events, state.sync.names, readerOf(state));
}

/**
 * @param {State} state
 * @returns {import("./log.js").Reader}
 */
function readerOf({ sync: { table }, games }) {
  if (!table) return NO_READER;
  return { you: table.you, hands: ownHands(table), faces: games.get(table.game)?.faces ?? {} };
}

/** @param {State} state */
function forgetPast(state) {
  clearLog(state.log);
  state.talk.chat = [];
  forgetPicked(state.move);
  dropDraft(state.options);
}

/**
 * @param {State} state
 * @param {Table} table
 * @param {number} now
 */
function replaceTable(state, table, now) {
  const isOtherGame = state.sync.table?.game !== table.game;
  takeTable(state.sync, table);
  setClock(state.clock, table, now);
  if (isOtherGame || table.phase !== "lobby") dropDraft(state.options);
  followTable(state.move, table);
  if (state.sheet.kind === "join" && table.phase === "lobby") closeSheet(state.sheet);
}

/**
 * Drops the draft after the service has saved the options, and closes their sheet.
 * @param {State} state
 */
export function optionsSaved(state) {
  dropDraft(state.options);
  if (state.sheet.kind === "options") closeSheet(state.sheet);
}

/**
 * Opens or closes the log, and counts its lines as read.
 * @param {Pick<State, "log"|"talk">} state
 */
export function toggleLog({ log, talk }) {
  log.isOpen = !log.isOpen;
  talk.unread = 0;
}

/**
 * Gives up the seat, and shows the form to join.
 * @param {State} state
 * @param {string} notice
 */
export function loseSeat(state, notice) {
  Object.assign(state.access, { seat: null, isFromLink: false, notice });
  forgetTable(state.sync);
  state.move.dialog = null;
  closeSheet(state.sheet);
  forgetPast(state);
}

/**
 * Takes the seat of a return link, which the service has not confirmed yet.
 * @param {State} state
 * @param {string} token
 */
export function takeLink(state, token) {
  loseSeat(state, "");
  Object.assign(state.access, { seat: { token, player: "" }, isFromLink: true });
}

/**
 * Stores why this page may not watch now.
 * @param {State} state
 * @param {{code: string, detail: string}} refusal
 */
export function refuseWatching(state, { code, detail }) {
  state.access.refusal = { code, detail };
  Object.assign(state.sync, { version: null, connection: "fine" });
  if (code !== "no_spectators") return;
  state.sync.table = null;
  closeSheet(state.sheet);
}

/**
 * @param {Pick<State, "sync"|"access">} state
 * @param {Table|null} [table]  the shown table, if it differs from the last one
 * @returns {"gone"|"join"|"opening"|"waiting"|"table"|"result"} the screen to show
 */
export function screenOf({ sync, access: { seat, isWatching } }, table = sync.table) {
  if (sync.connection === "gone") return "gone";
  if (!seat && !(isWatching && table && table.phase !== "lobby")) return "join";
  if (!table) return "opening";
  return table.phase === "lobby" ? "waiting" : table.phase === "over" ? "result" : "table";
}

/**
 * Gives up the seat of a room that no longer exists.
 * @param {State} state
 */
export function loseRoom(state) {
  loseSeat(state, "");
  state.sync.connection = "gone";
}
