import assert from "node:assert/strict";
import test from "node:test";

import { hintFor, isOutdated } from "../../static/js/table/hints.js";
import { event, form, player, table } from "./vocabulary.js";

const taught = /** @type {any} */ ({ id: "toy", hints: { show: "Choose a card.", called: "Somebody doubts it." } });
const playing = (/** @type {any[]} */ ...moves) => table({ phase: "playing", moves });

test("a move that is offered is told of once, then what has happened", () => {
  const offered = playing(form("show"), form("other"));
  const first = hintFor(taught, offered, [event(3, "x", { type: "called" })], new Set());
  assert.deepEqual(first, { key: "toy.show", text: "Choose a card.", move: "show", at: 1_000_000, turn: "ada" });
  assert.deepEqual(hintFor(taught, offered, [event(3, "x", { type: "called" })], new Set(["toy.show"])),
    { key: "toy.called", text: "Somebody doubts it.", move: "", at: 1_000_000, turn: "ada" });
  assert.equal(hintFor(taught, offered, [], new Set(["toy.show"])), null);
});

test("nobody is taught who has nothing to do: not a spectator, nor in the waiting room", () => {
  for (const elsewhere of [{ you: null }, { phase: "lobby" }]) {
    assert.equal(hintFor(taught, table({ ...playing(form("show")), ...elsewhere }), [], new Set()), null);
  }
});

test("what is told of a move goes with the move, what is told of an event when it was read and another turn has come", () => {
  const move = { key: "toy.show", text: "", move: "show", at: 1_000_000, turn: "ada" };
  assert.deepEqual([isOutdated(move, playing(form("show"))), isOutdated(move, playing())], [false, true]);
  const happened = { ...move, key: "toy.called", move: "" };
  const [soon, later] = [1_005_000, 1_020_000];
  const next = [player("ada"), player("ben", { turn: true })];
  const isOver = (changes) => isOutdated(happened, { ...playing(), ...changes });
  assert.deepEqual([isOver({ now: soon, players: next }), isOver({ now: later }), isOver({ now: later, players: next })], [false, false, true]);
});
