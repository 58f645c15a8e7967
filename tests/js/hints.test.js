import assert from "node:assert/strict";
import test from "node:test";

import { hintFor } from "../../static/js/hints.js";
import { event, form, table } from "./vocabulary.js";

const taught = /** @type {any} */ ({ id: "toy", hints: { show: "Choose a card.", called: "Somebody doubts it." } });
const playing = (/** @type {any[]} */ ...moves) => table({ phase: "playing", moves });

test("a move that is offered is told of once, then what has happened", () => {
  const offered = playing(form("show"), form("other"));
  const first = hintFor(taught, offered, [event(3, "x", { type: "called" })], new Set());
  assert.deepEqual(first, { key: "toy.show", text: "Choose a card." });
  assert.deepEqual(hintFor(taught, offered, [event(3, "x", { type: "called" })], new Set(["toy.show"])),
    { key: "toy.called", text: "Somebody doubts it." });
  assert.equal(hintFor(taught, offered, [], new Set(["toy.show"])), null);
});

test("nobody is taught who has nothing to do: not a spectator, nor in the waiting room", () => {
  for (const elsewhere of [{ you: null }, { phase: "lobby" }]) {
    assert.equal(hintFor(taught, table({ ...playing(form("show")), ...elsewhere }), [], new Set()), null);
  }
});
