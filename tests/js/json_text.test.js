import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { addChange, diffChange, applyChange, moveChange, partOf, pathAt, parseTree, removeChange, renameChange, replaceChange, valueAt, formatJson } from "../../static/js/designer/json_text.js";

const HEARTS = readFileSync(new URL("../../cheat/documents/bundled/hearts.json", import.meta.url), "utf8");
const SOURCE = `{
  "id": "a",
  "zones": {
    "hand":  {"kind": "hand", "sort": ["suit"]},
    "stock": {"kind": "pile"}
  },
  "start": [{"shuffle": "stock"}, {"go": "turn"}]
}`;

/** @param {import("../../static/js/designer/json_text.js").Change|null} change */
function after(change, source = SOURCE) {
  assert.ok(change);
  return applyChange(source, change);
}

test("every part of a document is found at its position", () => {
  const tree = parseTree(HEARTS);
  const walk = (/** @type {any} */ value, /** @type {(string|number)[]} */ path) => {
    const part = partOf(tree, path);
    assert.deepEqual(part && JSON.parse(HEARTS.slice(part.from, part.to)), value, path.join("."));
    assert.deepEqual(pathAt(tree, part?.from ?? -1).slice(0, path.length), path);
    for (const [key, one] of Object.entries(Object(typeof value === "string" ? {} : value))) walk(one, [...path, Array.isArray(value) ? Number(key) : key]);
  };
  walk(JSON.parse(HEARTS), []);
  assert.equal(parseTree("{"), null);
  assert.equal(partOf(tree, ["zones", "nothing", "kind"]), null);
});

test("replacing, renaming, moving and removing a part leaves the other text unchanged", () => {
  assert.equal(after(replaceChange(SOURCE, ["zones", "hand", "kind"], "row")), SOURCE.replace('"kind": "hand"', '"kind": "row"'));
  assert.equal(after(renameChange(SOURCE, ["zones", "stock"], "deck")), SOURCE.replace('"stock": {', '"deck": {'));
  assert.equal(after(moveChange(SOURCE, ["start", 0], 1)), SOURCE.replace('[{"shuffle": "stock"}, {"go": "turn"}]', '[{"go": "turn"}, {"shuffle": "stock"}]'));
  assert.equal(moveChange(SOURCE, ["start", 0], -1), null);
  assert.equal(after(removeChange(SOURCE, ["id"])), SOURCE.replace('"id": "a",\n  ', ""));
  assert.equal(after(removeChange(SOURCE, ["zones", "stock"])), SOURCE.replace(',\n    "stock": {"kind": "pile"}', ""));
  assert.equal(after(removeChange(SOURCE, ["zones", "hand", "sort", 0])), SOURCE.replace('["suit"]', "[]"));
});

test("an added part is formatted like its neighbours", () => {
  assert.equal(after(addChange(SOURCE, ["zones"], "laid", { kind: "pile" })), SOURCE.replace('"stock": {"kind": "pile"}', '"stock": {"kind": "pile"},\n    "laid": {"kind": "pile"}'));
  assert.equal(after(addChange(SOURCE, ["start"], null, { end: true })), SOURCE.replace('{"go": "turn"}]', '{"go": "turn"}, {"end": true}]'));
  assert.equal(after(addChange("{}", [], "vars", {}), "{}"), '{\n  "vars": {}\n}');
  assert.equal(addChange(SOURCE, ["id"], "x", 1), null);
});

test("after a change the text has the new value", () => {
  const document = JSON.parse(HEARTS);
  const paths = [["phases"], ["zones", Object.keys(document.zones)[0]], ["start", 0]];
  for (const path of paths) {
    const twice = addChange(HEARTS, path.slice(0, -1), path[0] === "start" ? null : "copy", valueAt(document, path));
    const within = valueAt(JSON.parse(after(twice, HEARTS)), path.slice(0, -1));
    assert.deepEqual(path[0] === "start" ? within.at(-1) : within.copy, valueAt(document, path));
  }
  assert.deepEqual(JSON.parse(formatJson(document)), document);
  assert.ok(formatJson({ ...document, rules: "" }).split("\n").every((line) => line.length < 120));
});

test("the change between two texts is as small as possible", () => {
  assert.deepEqual(diffChange("a rnak b", "a rank b"), { from: 3, to: 5, insert: "an" });
  assert.deepEqual([diffChange("aa", "aaa"), diffChange("aaa", "aa"), diffChange("", "x"), diffChange("x", "x")], [
    { from: 2, to: 2, insert: "a" }, { from: 2, to: 3, insert: "" }, { from: 0, to: 0, insert: "x" }, { from: 1, to: 1, insert: "" }]);
});
