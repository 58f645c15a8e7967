// Pages without a seat, seats from links, and seats that a bot keeps.

import assert from "node:assert/strict";
import test from "node:test";

import { confirmSeat } from "../../static/js/table/access.js";
import { loseRoom, loseSeat, receive, refuseWatching, roomState, screenOf, takeLink } from "../../static/js/table/state.js";
import { news, player, table } from "./vocabulary.js";

const NOW = 2_000_000;
const FULL = { code: "too_many_watchers", detail: "Too many people are watching." };
const CLOSED = { code: "no_spectators", detail: "Not for spectators." };

/** A page without a seat that sees a room. */
function visitor(changes = {}) {
  const state = roomState("kwzpa", null, "");
  see(state, 5, changes);
  return state;
}

/** The page is told a new table. */
function see(state, version, changes = {}) {
  receive(state, news(version, [], { table: table({ version, you: null, moves: [], ...changes }) }), NOW);
}

/** The page is told a snapshot: a table without the list of events. */
function peek(state, version) {
  receive(state, { version, cursor: `e-${version}`, table: table({ version, you: null, moves: [] }) }, NOW);
}

test("a visitor stands at the way in until they choose to watch", () => {
  const state = visitor();
  assert.equal(screenOf(state), "join");
  state.access.isWatching = true;
  assert.equal(screenOf(state), "table");
});

test("who watched a game sees its result, then the way in, then the next game", () => {
  const state = visitor();
  state.access.isWatching = true;
  const screens = ["over", "lobby", "playing"].map((phase, nth) => {
    see(state, 6 + nth, { phase });
    return screenOf(state);
  });
  assert.deepEqual(screens, ["result", "join", "table"]);
});

test("a seat sees the screen of its phase, whatever it was before", () => {
  const state = visitor();
  state.access.seat = { token: "t", player: "ada" };
  assert.equal(screenOf(state), "table");
  see(state, 6, { phase: "lobby" });
  assert.equal(screenOf(state), "waiting");
  loseRoom(state);
  assert.equal(screenOf(state), "gone");
});

test("a game that is closed to spectators takes the table away and gives it back by itself", () => {
  const state = visitor();
  state.access.isWatching = true;
  refuseWatching(state, CLOSED);
  assert.deepEqual([screenOf(state), state.sync.table, state.access.refusal.detail], ["join", null, CLOSED.detail]);
  peek(state, 9);
  assert.deepEqual([screenOf(state), state.access.refusal], ["table", null]);
});

test("where too many watch the table stays, and only a poll that gets through lifts the bar", () => {
  const state = visitor();
  refuseWatching(state, FULL);
  assert.ok(state.sync.table);
  peek(state, 6);
  assert.equal(state.access.refusal.code, FULL.code);
  see(state, 7);
  assert.equal(state.access.refusal, null);
});

test("joining from the table closes when the game that was watched is over for all", () => {
  const state = visitor();
  state.access.isWatching = true;
  state.sheet.kind = "join";
  see(state, 6, { phase: "over" });
  assert.equal(state.sheet.kind, "join");
  see(state, 7, { phase: "lobby" });
  assert.equal(state.sheet.kind, "");
});

test("the seat of a link is certain, and to be remembered, once the service names its player", () => {
  const state = visitor();
  takeLink(state, "secret");
  assert.deepEqual([screenOf(state), state.access.isFromLink, confirmSeat(state.access, state.sync.table)], ["opening", true, false]);
  see(state, 3, { you: "ben" });
  assert.equal(confirmSeat(state.access, state.sync.table), true);
  assert.deepEqual([state.access.seat.token, state.access.seat.player, state.access.isFromLink], ["secret", "ben", false]);
  assert.equal(confirmSeat(state.access, state.sync.table), false);
});

test("a link that opens no seat leaves the way in and says why", () => {
  const state = visitor();
  takeLink(state, "secret");
  loseSeat(state, "No longer valid.");
  assert.deepEqual([screenOf(state), state.access.isFromLink, state.access.notice], ["join", false, "No longer valid."]);
});

test("a seat that was given up is known as such until it is taken back", () => {
  const state = visitor();
  state.access.seat = { token: "t", player: "ada", left: true };
  see(state, 6, { you: "ada", players: [player("ada", { status: "left" }), player("ben")] });
  assert.equal(confirmSeat(state.access, state.sync.table), false);
  see(state, 7, { you: "ada" });
  assert.equal(confirmSeat(state.access, state.sync.table), true);
  assert.equal(state.access.seat.left, false);
});
