import assert from "node:assert/strict";
import test from "node:test";

import { commaFix, excerpt, missingZone, applyFix, textAt, underline } from "../../static/js/shared/diagnostics.js";

const SOURCE = `{
  "optoins": {},
  "phases": {"turn": {"moves": [{"name": "play", "if": "rnak == 'K'"}]}},
  "turn": "trun"
}`;
const unknown = { code: "unknown_name", path: "phases.turn.moves[0].if", line: 3, column: 57, from: 0, to: 4, text: "…", hint: "rank" };

test("only strings are found by their path", () => {
  assert.equal(textAt(SOURCE, "phases.turn.moves[0].if"), "rnak == 'K'");
  assert.equal(textAt(SOURCE, "phases.turn.moves[7].if"), null);
  assert.equal(textAt(SOURCE, "phases"), null);
  assert.equal(textAt("{", "turn"), null);
});

test("the wrong part is underlined", () => {
  assert.deepEqual(underline(SOURCE, { ...unknown, from: 5, to: 7 }), { text: "rnak == 'K'", carets: "     ^^" });
  assert.equal(underline(SOURCE, { code: "x", text: "…", path: "turn" }), null);
});

test("a long text is cut to the surroundings of the wrong part, and the carets stay below it", () => {
  const long = `count(hand, rank == 'K') > 2 and rnak == 'Q' or sum(hand, value) > 100 and size(stock) == 0`;
  const source = JSON.stringify({ turn: long });
  const from = long.indexOf("rnak");
  const cut = excerpt(source, { code: "unknown_name", path: "turn", line: 1, column: 1, from, to: from + 4, text: "…" });
  assert.deepEqual(cut, { text: "…k == 'K') > 2 and rnak == 'Q' or sum(han…", carets: "                   ^^^^" });
  assert.deepEqual(excerpt(SOURCE, { ...unknown, from: 5, to: 7 }), underline(SOURCE, { ...unknown, from: 5, to: 7 }), "a short text is not cut");
});

test("a misspelt name is corrected in an expression, a key and a value", () => {
  assert.equal(applyFix(SOURCE, unknown), SOURCE.replace("rnak", "rank"));
  const key = { code: "unknown_key", path: "optoins", line: 2, column: 3, text: "…", hint: "options" };
  assert.equal(applyFix(SOURCE, key), SOURCE.replace("optoins", "options"));
  const value = { code: "unknown_phase", path: "turn", line: 4, column: 11, text: "…", hint: "turn" };
  assert.equal(applyFix(SOURCE, value), SOURCE.replace("trun", "turn"));
});

test("without a hint or without the name in the text there is no fix", () => {
  assert.equal(applyFix(SOURCE, { ...unknown, hint: "" }), null);
  assert.equal(applyFix(SOURCE, { ...unknown, line: 1 }), null);
  assert.equal(applyFix(SOURCE, { ...unknown, line: 99 }), null);
});

test("a missing comma is added and an extra one removed, if nothing else is wrong", () => {
  const source = '{\n  "start": [\n    {"draw": 1}\n    {"go": "turn"}\n  ]\n}';
  const json = { code: "json", text: "…", line: 4, column: 5 };
  assert.equal(applyFix(source, json), source.replace("1}", "1},"));
  const extra = source.replace("1}", "1},").replace("\n  ]", ",\n  ]");
  const last = { ...json, line: 5, column: 3 };
  assert.equal(applyFix(extra, last), source.replace("1}", "1},"));
  assert.deepEqual([commaFix(extra, last)?.insert, commaFix(source, { ...json, code: "shape" }), commaFix(source.slice(0, -1), json)], ["", null, null]);
});

test("an undeclared zone of a move is recognised", () => {
  const source = '{"start": [{"move": "a", "to": "winner.pot"}], "zones": {"a": {"refill": "pot"}}}';
  const name = { code: "unknown_name", text: "…", path: "start[0].to", from: 7, to: 10 };
  assert.equal(missingZone(source, name), "pot");
  assert.equal(missingZone(source, { code: "unknown_zone", text: "…", path: "zones.a.refill" }), "pot");
  assert.equal(missingZone(source, { ...name, path: "start[0].move", from: 0, to: 1 }), "");
  assert.equal(missingZone(source, { ...name, code: "type" }), "");
  assert.equal(missingZone("{", name), "");
});
