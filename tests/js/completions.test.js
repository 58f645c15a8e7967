import assert from "node:assert/strict";
import test from "node:test";

import { localNames, offersAt, wordsOf } from "../../static/js/shared/completions.js";
import { placeAt } from "../../static/js/shared/json_cursor.js";
import { smallestValue, shapeOf, shapesOf } from "../../static/js/shared/schema.js";

const WORD = { type: "string" };
const EXPRESSION = { type: ["string", "integer"], format: "expression" };
const object = (/** @type {any} */ properties, /** @type {string[]} */ ...required) => ({ type: "object", properties, required, additionalProperties: false });
const EFFECT = { anyOf: [object({ move: EXPRESSION, to: EXPRESSION, say: WORD }, "move", "to"), object({ go: { type: "string", format: "phase" } }, "go"), object({ say: WORD }, "say")] };
const SCHEMA = {
  ...object({
    turn: { type: "string", format: "phase" },
    zones: { type: "object", additionalProperties: object({ kind: { enum: ["hand", "pile"] }, label: WORD }, "kind") },
    phases: { type: "object", additionalProperties: object({ prompt: { type: "string", format: "text" }, moves: { type: "array", items: object({ name: WORD, if: EXPRESSION, pick: {}, do: { type: "array", items: { $ref: "#/$defs/effect" } } }, "name", "do") } }) },
    start: { type: "array", items: { $ref: "#/$defs/effect" } },
  }, "zones"),
  $defs: { effect: EFFECT },
};
const NAMES = [
  { name: "hand", kind: "zone", of: "player", gives: "card" }, { name: "stock", kind: "zone", gives: "card" }, { name: "winner", kind: "variable", gives: "player" },
  { name: "suit", kind: "attribute", of: "card" }, { name: "fits", kind: "definition", parameters: ["c"] }, { name: "turn", kind: "phase" }, { name: "deal", kind: "phase" },
];
const WORDS = [{ name: "count", kind: "function", takes: /** @type {[number, number]} */ ([1, 1]), help: "How many." }, { name: "where", kind: "word" }];
const DOCUMENT = { phases: { turn: { moves: [{ name: "play", pick: { card: {} }, do: [{ let: { best: "1" } }, { each: "x", as: "one", do: [] }] }] } }, define: { "fits(c)": "c" } };

/** Returns the completions at the `|` in a text. @param {string} text */
function offersIn(text) {
  const at = text.indexOf("|");
  const list = offersAt(text.replace("|", ""), at, { schema: SCHEMA, words: WORDS, names: NAMES, document: DOCUMENT });
  return list && { ...list, labels: list.offers.map((one) => one.label) };
}

test("the place of a cursor is found in an unfinished text", () => {
  const place = placeAt('{"a": [1, {"b": "x', 18);
  assert.deepEqual(place?.levels.map((one) => one.key), ["", "a", 1]);
  assert.deepEqual([place?.key, place?.string], ["b", { from: 17, to: 18, isClosed: false }]);
  const key = placeAt('{"a": {"x": 1, "}, "y": 2}', 16);
  assert.deepEqual([key?.key, key?.levels.at(-1)?.keys[0]], [null, "x"]);
  assert.equal(placeAt("", 0), null);
});

test("keys are offered without those that the object has", () => {
  assert.deepEqual(offersIn('{"turn": "", "|"}')?.labels, ["zones", "phases", "start"]);
  assert.deepEqual(offersIn('{"start": [{"mo|"}]}')?.labels, ["move", "to", "say", "go"]);
  assert.deepEqual(offersIn('{"start": [{"move": "x", "|"}]}')?.labels, ["to", "say"]);
  assert.deepEqual(['{"zo|"}', '{"zo|": 1}'].map((text) => offersIn(text)?.offers[1].insert), ['zones": ', 'zones"']);
});

test("values are words of the schema or names of the document", () => {
  assert.deepEqual(offersIn('{"zones": {"h": {"kind": "|"}}}')?.labels, ["hand", "pile"]);
  assert.deepEqual(offersIn('{"zones": {"h": {"kind": |}}}')?.labels, ['"hand"', '"pile"']);
  assert.deepEqual(offersIn('{"turn": "|"}')?.labels, ["turn", "deal"]);
  assert.deepEqual(offersIn('{"start": [{"go": "de|"')?.labels, ["turn", "deal"]);
});

test("an expression gets names, functions, and names of its own move", () => {
  const list = offersIn('{"phases": {"turn": {"moves": [{"do": [{"let": 1}, {"move": "ca|"');
  assert.deepEqual(list?.labels, ["card", "best", "hand", "stock", "winner", "suit", "fits", "count", "where"]);
  assert.deepEqual(list?.offers.find((one) => one.label === "count"), { label: "count", kind: "function", detail: "(1)", info: "How many.", insert: "count(" });
  assert.equal(offersIn(`{"start": [{"move": "suit == 'he|`), null);
});

test("after a dot the attributes of the value are offered", () => {
  assert.deepEqual(offersIn('{"start": [{"move": "winner.|"')?.labels, ["hand"]);
  assert.deepEqual(offersIn('{"start": [{"move": "top(stock).s|"')?.labels, ["hand", "suit"]);
  assert.deepEqual(offersIn('{"start": [{"move": "stock.|"')?.labels, ["suit"]);
});

test("a text has expressions only in its slots", () => {
  assert.equal(offersIn('{"phases": {"turn": {"prompt": "Play |'), null);
  assert.deepEqual(offersIn('{"phases": {"turn": {"prompt": "{wi|')?.labels.includes("winner"), true);
  assert.equal(offersIn('{"phases": {"turn": {"prompt": "{winner} pl|'), null);
});

test("names are offered where they are bound, and inside", () => {
  const move = ["phases", "turn", "moves", 0];
  assert.deepEqual(localNames(DOCUMENT, [...move, "do", 1, "do", 0]), ["card", "best", "one"]);
  assert.deepEqual(localNames(DOCUMENT, [...move, "pick", "card", "where"]), []);
  assert.deepEqual(localNames(DOCUMENT, [...move, "if"]), []);
  assert.deepEqual(localNames(DOCUMENT, ["define", "fits(c)"]), ["c"]);
});

test("a choice is offered the choices before it that have a single value", () => {
  const pick = { victim: { player: "others" }, two: { from: "hand", count: 2 }, card: { from: "victim." }, n: { number: [1, 3] } };
  const names = localNames({ phases: { turn: { moves: [{ pick }] } } }, ["phases", "turn", "moves", 0, "pick", "card", "from"]);
  assert.deepEqual(names, ["victim"]);
});

test("the keys of an effect determine its shape, and a new effect has the required keys", () => {
  const document = { start: [{ say: "x" }, { move: "a", to: "b", say: "x" }] };
  const kinds = [0, 1].map((at) => shapeOf(shapesOf(SCHEMA, document, ["start", at]), document.start[at])?.required);
  assert.deepEqual(kinds, [["say"], ["move", "to"]]);
  assert.deepEqual(smallestValue(SCHEMA, EFFECT), { move: "", to: "" });
  assert.deepEqual(smallestValue(SCHEMA, { type: "array", minItems: 2, items: { type: "integer", minimum: 1 } }), [1, 1]);
});

test("a function is not offered where a definition of the document hides it", () => {
  const words = [{ name: "count", kind: "function" }, { name: "top", kind: "function" }, { name: "count", kind: "effect" }];
  const names = [{ name: "count", kind: "definition" }, { name: "top", kind: "variable" }];
  assert.deepEqual(wordsOf(words, names).map(({ name, kind }) => `${kind} ${name}`), ["function top", "effect count"]);
});
