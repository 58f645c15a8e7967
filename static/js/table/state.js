// The room page's one state object, in parts. No DOM, no fetch, no clock of its own.

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
import { clockState, setClock } from "./clock.js";
import { bringsTable, freshEvents } from "./cursor.js";
import { hintsState } from "./hints.js";
import { joinState } from "./join.js";
import { clearLog, logState, addPastLines, addLines } from "./log.js";
import { followTable, forgetPicked, moveState } from "./move.js";
import { forgetTable, syncState, takeTable } from "./sync.js";
import { dropDraft, optionsState } from "./options.js";
import { standardSettings } from "./settings.js";
import { closeSheet, sheetState } from "./sheet.js";
import { updateTalk, talkState } from "./talk.js";
import { toastsState } from "./toasts.js";
import { trialState } from "./trial.js";

/**
 * The file of a part's name holds the part and the functions that change it alone. Functions that change several parts
 * are in this file. A view that reads few parts names them in the type of its argument: `Pick<State, "log"|"clock">`.
 *
 * @typedef {object} State
 * @property {string} code  of the room, lower-case
 * @property {boolean} isTv  a screen for all in a room: large, and nothing to press
 * @property {boolean} areMenusDrawn  also what is in closed menus and drawers has been drawn: it follows what is seen first
 * @property {Map<string, Game>} games  the catalogue
 * @property {Settings} settings  how it looks and sounds here
 *
 * @property {SyncState} sync  what the service has told of the room, and whether more arrives
 * @property {ClockState} clock  the service's clock, and what is left of a deadline
 * @property {LogState} log  what happened, and how much of it has been seen
 * @property {TalkState} talk  what people say beside the game
 *
 * @property {AccessState} access  the seat here, or watching without one
 * @property {JoinState} join  the form with which one joins
 *
 * @property {MoveState} move  that is being made
 * @property {OptionsState} options  of the game, as they are being changed
 * @property {SheetState} sheet  what is open that is not about a move
 *
 * @property {TrialState} trial  looking inside, where somebody tries a game alone
 * @property {HintsState} hints  for newcomers
 * @property {ToastsState} toasts  what the page complains about or confirms
 */

/**
 * @param {string} code
 * @param {Seat|null} seat
 * @param {string} name  as this browser knows it
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
 * Takes an answer of the service in.
 * @param {State} state
 * @param {PollAnswer} answer
 * @param {number} now  milliseconds since 1970 here
 * @returns {Event[]} what is new, for the animation
 */
export function receive(state, answer, now) {
  const { sync } = state;
  const events = freshEvents(sync.version, answer);
  sync.connection = "fine";
  // A snapshot shows that a game may be watched; only a poll shows that there is a place to watch it from.
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
 * Whether an answer tells of what happened before this page was opened, or was lost.
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
  const you = table?.you ?? null;
  const mine = new Set((table?.zones ?? []).filter((zone) => zone.kind === "hand" && zone.owner === you && you !== null).map((zone) => zone.id));
  return { you, mine, faces: games.get(table?.game ?? "")?.faces ?? {} };
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
 * The service keeps the options of the draft; whoever changed them in the sheet is done.
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
 * The seat is lost; the page offers to join again.
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
 * A link says that this page has a seat; the service has yet to confirm it.
 * @param {State} state
 * @param {string} token
 */
export function takeLink(state, token) {
  loseSeat(state, "");
  Object.assign(state.access, { seat: { token, player: "" }, isFromLink: true });
}

/**
 * The service does not let this page watch.
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
 * @param {Table|null} [table]  as it is shown, where it is not shown as last told
 * @returns {"gone"|"join"|"opening"|"waiting"|"table"|"result"} what to show
 */
export function screenOf({ sync, access: { seat, isWatching } }, table = sync.table) {
  if (sync.connection === "gone") return "gone";
  if (!seat && !(isWatching && table && table.phase !== "lobby")) return "join";
  if (!table) return "opening";
  return table.phase === "lobby" ? "waiting" : table.phase === "over" ? "result" : "table";
}

/**
 * The room is no more.
 * @param {State} state
 */
export function loseRoom(state) {
  loseSeat(state, "");
  state.sync.connection = "gone";
}
