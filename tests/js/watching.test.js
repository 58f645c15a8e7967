// Tests of pages without a seat, seats of return links, and seats that were left.

import assert from "node:assert/strict";
import test from "node:test";

import { confirmSeat } from "../../static/js/table/access.js";
import { loseRoom, loseSeat, receive, refuseWatching, roomState, screenOf, takeLink } from "../../static/js/table/state.js";
import { news, player, table } from "./vocabulary.js";

const NOW = 2_000_000;
const FULL = { code: "too_many_watchers", detail: "Too many people are watching." };
const CLOSED = { code: "no_spectators", detail: "Not for spectators." };

/** A page without a seat, with a table. */
function visitor(changes = {}) {
  const state = roomState("kwzpa", null, "");
  see(state, 5, changes);
  return state;
}

/** Receives a new table. */
function see(state, version, changes = {}) {
  receive(state, news(version, [], { table: table({ version, you: null, moves: [], ...changes }) }), NOW);
}

/** Receives a snapshot: a table without a list of events. */
function peek(state, version) {
  receive(state, { version, cursor: `e-${version}`, table: table({ version, you: null, moves: [] }) }, NOW);
}

test("a visitor sees the form to join until they choose to watch", () => {
  const state = visitor();
  assert.equal(screenOf(state), "join");
  state.access.isWatching = true;
  assert.equal(screenOf(state), "table");
});

test("a spectator sees the result, then the form to join, then the next game", () => {
  const state = visitor();
  state.access.isWatching = true;
  const screens = ["over", "lobby", "playing"].map((phase, nth) => {
    see(state, 6 + nth, { phase });
    return screenOf(state);
  });
  assert.deepEqual(screens, ["result", "join", "table"]);
});

test("a player sees the screen of the current phase", () => {
  const state = visitor();
  state.access.seat = { token: "t", player: "ada" };
  assert.equal(screenOf(state), "table");
  see(state, 6, { phase: "lobby" });
  assert.equal(screenOf(state), "waiting");
  loseRoom(state);
  assert.equal(screenOf(state), "gone");
});

test("a game without spectators hides the table, and shows it again when it is over", () => {
  const state = visitor();
  state.access.isWatching = true;
  refuseWatching(state, CLOSED);
  assert.deepEqual([screenOf(state), state.sync.table, state.access.refusal.detail], ["join", null, CLOSED.detail]);
  peek(state, 9);
  assert.deepEqual([screenOf(state), state.access.refusal], ["table", null]);
});

test("with too many spectators the table stays, and only a poll proves that there is a place", () => {
  const state = visitor();
  refuseWatching(state, FULL);
  assert.ok(state.sync.table);
  peek(state, 6);
  assert.equal(state.access.refusal.code, FULL.code);
  see(state, 7);
  assert.equal(state.access.refusal, null);
});

test("the form to join from the table closes when the next waiting room opens", () => {
  const state = visitor();
  state.access.isWatching = true;
  state.sheet.kind = "join";
  see(state, 6, { phase: "over" });
  assert.equal(state.sheet.kind, "join");
  see(state, 7, { phase: "lobby" });
  assert.equal(state.sheet.kind, "");
});

test("the seat of a return link is stored once the service confirms it", () => {
  const state = visitor();
  takeLink(state, "secret");
  assert.deepEqual([screenOf(state), state.access.isFromLink, confirmSeat(state.access, state.sync.table)], ["opening", true, false]);
  see(state, 3, { you: "ben" });
  assert.equal(confirmSeat(state.access, state.sync.table), true);
  assert.deepEqual([state.access.seat.token, state.access.seat.player, state.access.isFromLink], ["secret", "ben", false]);
  assert.equal(confirmSeat(state.access, state.sync.table), false);
});

test("an invalid return link leads to the form to join, with the reason", () => {
  const state = visitor();
  takeLink(state, "secret");
  loseSeat(state, "No longer valid.");
  assert.deepEqual([screenOf(state), state.access.isFromLink, state.access.notice], ["join", false, "No longer valid."]);
});

test("a seat that was left is marked until the player takes it back", () => {
  const state = visitor();
  state.access.seat = { token: "t", player: "ada", left: true };
  see(state, 6, { you: "ada", players: [player("ada", { status: "left" }), player("ben")] });
  assert.equal(confirmSeat(state.access, state.sync.table), false);
  see(state, 7, { you: "ada" });
  assert.equal(confirmSeat(state.access, state.sync.table), true);
  assert.equal(state.access.seat.left, false);
});
