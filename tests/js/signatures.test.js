import assert from "node:assert/strict";
import test from "node:test";

import { wordAt } from "../../static/js/shared/signatures.js";

const WORDS = [
  { name: "count", kind: "function", signature: "count(list) → number" }, { name: "top", kind: "function", signature: "top(zone) → card" },
  { name: "move", kind: "effect", signature: '{"move": cards, "to": zone, "at"?: "bottom"}' }, { name: "if", kind: "effect", signature: '{"if": condition, "then": effects, "else"?: effects}' },
  { name: "say", kind: "effect", signature: '{"say": text, "tone"?: tone}' },
];
/** Returns the word at the mark ¦ of a text. */
const at = (text) => wordAt(text.replace("¦", ""), text.indexOf("¦"), WORDS)?.name;

test("the innermost function around the cursor is found, also on its name", () => {
  assert.equal(at('{"if": "count(top(pi¦le)) > 1", "then": []}'), "top");
  assert.equal(at('{"if": "count(top(pile)¦) > 1", "then": []}'), "count");
  assert.equal(at('{"if": "co¦unt(hand) > 1", "then": []}'), "count");
  assert.equal(at('{"say": "You have {count(ha¦nd)}."}'), "count");
  assert.equal(at('{"say": "count(ha¦'), "count");
});

test("elsewhere the innermost effect is found, but no move or phase with the same keys", () => {
  assert.equal(at('{"do": [{"if": "x", "then": [{"move": "ca¦rd", "to": "laid", "say": "Laid."}]}]}'), "move");
  assert.equal(at('{"do": [{"if": "count(hand) > ¦1", "then": []}]}'), "if");
  assert.equal(at('{"moves": [{"name": "lay", "if": "ha¦nd is empty"}]}'), undefined);
  assert.equal(at('{"name": "¦"}'), undefined);
  assert.equal(at(" ¦"), undefined);
});
