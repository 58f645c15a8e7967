import assert from "node:assert/strict";
import test from "node:test";

import { hintFor, isOutdated } from "../../static/js/table/hints.js";
import { event, form, player, table } from "./vocabulary.js";

const game = /** @type {any} */ ({ id: "toy", hints: { show: "Choose a card.", called: "Somebody doubts it." } });
const playing = (/** @type {any[]} */ ...moves) => table({ phase: "playing", moves });

test("each legal move gets one hint, then new events do", () => {
  const playingTable = playing(form("show"), form("other"));
  const first = hintFor(game, playingTable, [event(3, "x", { type: "called" })], new Set());
  assert.deepEqual(first, { key: "toy.show", text: "Choose a card.", move: "show", at: 1_000_000, turn: "ada" });
  assert.deepEqual(hintFor(game, playingTable, [event(3, "x", { type: "called" })], new Set(["toy.show"])),
    { key: "toy.called", text: "Somebody doubts it.", move: "", at: 1_000_000, turn: "ada" });
  assert.equal(hintFor(game, playingTable, [], new Set(["toy.show"])), null);
});

test("spectators and players in the waiting room get no hints", () => {
  for (const elsewhere of [{ you: null }, { phase: "lobby" }]) {
    assert.equal(hintFor(game, table({ ...playing(form("show")), ...elsewhere }), [], new Set()), null);
  }
});

test("a hint about a move ends with the move; a hint about an event ends later, in another turn", () => {
  const move = { key: "toy.show", text: "", move: "show", at: 1_000_000, turn: "ada" };
  assert.deepEqual([isOutdated(move, playing(form("show"))), isOutdated(move, playing())], [false, true]);
  const eventHint = { ...move, key: "toy.called", move: "" };
  const [soon, later] = [1_005_000, 1_020_000];
  const next = [player("ada"), player("ben", { turn: true })];
  const isOver = (changes) => isOutdated(eventHint, { ...playing(), ...changes });
  assert.deepEqual([isOver({ now: soon, players: next }), isOver({ now: later }), isOver({ now: later, players: next })], [false, false, true]);
});
