import assert from "node:assert/strict";
import test from "node:test";

import { seatLine, showVerdict, restoreVerdict } from "../../static/js/table/log.js";
import { acceptMove, openDialog } from "../../static/js/table/move.js";
import { loseRoom, loseSeat, receive, roomState } from "../../static/js/table/state.js";
import { addToast, dropErrors, dropToast } from "../../static/js/table/toasts.js";
import { event, hand, news, picks, player, roomForm, table } from "./vocabulary.js";

const NOW = 2_000_000;

/** A room page that has received its first table. */
function seated(first = news(5)) {
  const state = roomState("kwzpa", { token: "t", player: "ada" }, "Ada");
  receive(state, first, NOW);
  return state;
}

test("a repeated answer changes nothing", () => {
  const state = seated();
  const answer = news(6, [event(6, "{by} placed", { by: "ben" })]);
  assert.equal(receive(state, answer, NOW).length, 1);
  assert.equal(receive(state, answer, NOW).length, 0);
  assert.deepEqual(state.log.lines.map((line) => line.text), ["Ben placed"]);
});

test("an answer without events keeps the table and restores the connection", () => {
  const state = seated();
  state.sync.connection = "troubled";
  receive(state, { version: 5, cursor: "e-5", events: [] }, NOW);
  assert.equal(state.sync.table.version, 5);
  assert.equal(state.sync.connection, "fine");
});

test("a reset replaces the table by an older version and clears the log", () => {
  const state = seated();
  receive(state, news(6, [event(6, "x", { tone: "bad" })]), NOW);
  receive(state, news(2, [], { reset: true }), NOW);
  assert.equal(state.sync.version, 2);
  assert.equal(state.sync.table.version, 2);
  assert.deepEqual([state.log.lines, state.log.verdict], [[], []]);
});

test("events without text are not logged, and only good and bad ones are verdicts", () => {
  const state = seated();
  receive(state, news(6, [event(6), event(6, "Ben lied!", { tone: "bad" }), event(6, "calm")]), NOW);
  assert.deepEqual(state.log.lines.map((line) => line.text), ["Ben lied!", "calm"]);
  assert.deepEqual(state.log.verdict.map((line) => line.text), ["Ben lied!"]);
});

test("each line is in a verdict only once", () => {
  const state = seated();
  receive(state, news(6, [event(6, "Ben lied!", { tone: "bad" })]), NOW);
  const { verdict } = state.log;
  state.log.verdict = [];
  showVerdict(state.log, verdict);
  assert.deepEqual(state.log.verdict, []);
  restoreVerdict(state.log, [], new Set(["6.0"]));
  showVerdict(state.log, verdict);
  assert.deepEqual(state.log.verdict, verdict, "a line that was hidden becomes the verdict later");
});

test("a seat shows lines that begin with its player", () => {
  const state = seated();
  receive(state, news(6, [event(6, "{by} passes.", { by: "ben" })]), NOW);
  assert.equal(seatLine(state.log, "ben").text, "Ben passes.");
  state.log.fadedKey = "6.0";
  assert.equal(seatLine(state.log, "ben"), null, "the line has faded");
  receive(state, news(7, [event(7, "The cards are dealt. {by} begins.", { by: "ben" })]), NOW);
  assert.equal(seatLine(state.log, "ben"), null);
});

test("past events do not repeat lines of the log", () => {
  const state = seated();
  const joined = event(6, "Cleo joined.");
  receive(state, news(6, [joined]), NOW);
  receive(state, { ...news(6, [event(5, "Ben joined."), event(5, "Ben waits."), joined]), names: {} , reset: true }, NOW);
  assert.deepEqual(state.log.lines.map((line) => line.text), ["Ben joined.", "Ben waits.", "Cleo joined."]);
  receive(state, { ...news(6, [event(5, "Ben joined."), event(5, "Ben waits."), joined]), names: {} }, NOW);
  assert.deepEqual(state.log.lines.map((line) => line.text), ["Ben joined.", "Ben waits.", "Cleo joined."]);
});

test("the log keeps the last fifty lines", () => {
  const state = seated();
  for (let v = 6; v < 80; v++) receive(state, news(v, [event(v, `line ${v}`)]), NOW);
  assert.equal(state.log.lines.length, 50);
  assert.equal(state.log.lines.at(-1).text, "line 79");
  assert.equal(new Set(state.log.lines.map((line) => line.key)).size, 50);
});

test("an event can name a player who has just left", () => {
  const state = seated();
  const without = table({ version: 6, players: [player("ada")] });
  receive(state, news(6, [event(6, "{by} left", { by: "ben" })], { table: without }), NOW);
  assert.equal(state.log.lines[0].text, "Ben left");
});

test("played cards stay picked until the table without them arrives", () => {
  const state = seated();
  state.move.picks = picks("AC#0");
  acceptMove(state.move, state.sync.version, 6);
  assert.deepEqual(state.move.picks, picks("AC#0"));
  receive(state, news(6, [event(6)]), NOW);
  assert.deepEqual(state.move.picks, []);
});

test("cards are unpicked at once if the move is accepted after its table arrived", () => {
  const state = seated();
  const twin = table({ version: 6, zones: [hand("ada", ["AC", "5H"])] });
  state.move.picks = picks("AC#0");
  receive(state, news(6, [event(6)], { table: twin }), NOW);
  acceptMove(state.move, state.sync.version, 6);
  assert.deepEqual(state.move.picks, []);
});

test("a dialog closes when its move is no longer offered", () => {
  const state = seated();
  const again = table({ version: 6 });
  openDialog(state.move, again, again.moves[0], [], {});
  receive(state, news(6, [event(6)], { table: again }), NOW);
  assert.ok(state.move.dialog);
  receive(state, news(7, [event(7)], { table: table({ version: 7, moves: [roomForm("leave")] }) }), NOW);
  assert.equal(state.move.dialog, null);
});

test("losing the seat removes the table and stores the reason", () => {
  const state = seated();
  loseSeat(state, "You are no longer in this room.");
  assert.deepEqual([state.access.seat, state.sync.table, state.access.notice], [null, null, "You are no longer in this room."]);
});

test("a missing room removes seat and table", () => {
  const state = seated();
  loseRoom(state);
  assert.deepEqual([state.access.seat, state.sync.table, state.sync.connection], [null, null, "gone"]);
});

test("an accepted move removes errors and keeps confirmations", () => {
  const state = seated();
  addToast(state.toasts, "No.", "bad");
  addToast(state.toasts, "Code copied.", "good");
  dropErrors(state.toasts);
  assert.deepEqual(state.toasts.list.map((toast) => toast.text), ["Code copied."]);
});

test("a repeated toast replaces the old one, and closing a toast keeps the others", () => {
  const state = seated();
  const first = addToast(state.toasts, "No.", "bad");
  addToast(state.toasts, "No.", "bad");
  const other = addToast(state.toasts, "Yes.", "good");
  dropToast(state.toasts, first);
  assert.deepEqual(state.toasts.list.map((toast) => toast.text), ["No.", "Yes."]);
  dropToast(state.toasts, other);
  assert.deepEqual(state.toasts.list.map((toast) => toast.text), ["No."]);
});
