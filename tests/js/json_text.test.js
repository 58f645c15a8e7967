import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { adding, between, changed, moving, partOf, pathAt, read, removing, renaming, replacing, valueAt, written } from "../../static/js/designer/json_text.js";

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
  return changed(source, change);
}

test("every part of a document is found where it stands", () => {
  const tree = read(HEARTS);
  const walk = (/** @type {any} */ value, /** @type {(string|number)[]} */ path) => {
    const part = partOf(tree, path);
    assert.deepEqual(part && JSON.parse(HEARTS.slice(part.from, part.to)), value, path.join("."));
    assert.deepEqual(pathAt(tree, part?.from ?? -1).slice(0, path.length), path);
    for (const [key, one] of Object.entries(Object(typeof value === "string" ? {} : value))) walk(one, [...path, Array.isArray(value) ? Number(key) : key]);
  };
  walk(JSON.parse(HEARTS), []);
  assert.equal(read("{"), null);
  assert.equal(partOf(tree, ["zones", "nothing", "kind"]), null);
});

test("a part is replaced, renamed, moved and taken away, and all else stays as it was written", () => {
  assert.equal(after(replacing(SOURCE, ["zones", "hand", "kind"], "row")), SOURCE.replace('"kind": "hand"', '"kind": "row"'));
  assert.equal(after(renaming(SOURCE, ["zones", "stock"], "deck")), SOURCE.replace('"stock": {', '"deck": {'));
  assert.equal(after(moving(SOURCE, ["start", 0], 1)), SOURCE.replace('[{"shuffle": "stock"}, {"go": "turn"}]', '[{"go": "turn"}, {"shuffle": "stock"}]'));
  assert.equal(moving(SOURCE, ["start", 0], -1), null);
  assert.equal(after(removing(SOURCE, ["id"])), SOURCE.replace('"id": "a",\n  ', ""));
  assert.equal(after(removing(SOURCE, ["zones", "stock"])), SOURCE.replace(',\n    "stock": {"kind": "pile"}', ""));
  assert.equal(after(removing(SOURCE, ["zones", "hand", "sort", 0])), SOURCE.replace('["suit"]', "[]"));
});

test("what is added stands as its neighbours do", () => {
  assert.equal(after(adding(SOURCE, ["zones"], "laid", { kind: "pile" })), SOURCE.replace('"stock": {"kind": "pile"}', '"stock": {"kind": "pile"},\n    "laid": {"kind": "pile"}'));
  assert.equal(after(adding(SOURCE, ["start"], null, { end: true })), SOURCE.replace('{"go": "turn"}]', '{"go": "turn"}, {"end": true}]'));
  assert.equal(after(adding("{}", [], "vars", {}), "{}"), '{\n  "vars": {}\n}');
  assert.equal(adding(SOURCE, ["id"], "x", 1), null);
});

test("whatever is changed, the value is that of the tree", () => {
  const document = JSON.parse(HEARTS);
  const paths = [["phases"], ["zones", Object.keys(document.zones)[0]], ["start", 0]];
  for (const path of paths) {
    const twice = adding(HEARTS, path.slice(0, -1), path[0] === "start" ? null : "copy", valueAt(document, path));
    const within = valueAt(JSON.parse(after(twice, HEARTS)), path.slice(0, -1));
    assert.deepEqual(path[0] === "start" ? within.at(-1) : within.copy, valueAt(document, path));
  }
  assert.deepEqual(JSON.parse(written(document)), document);
  assert.ok(written({ ...document, rules: "" }).split("\n").every((line) => line.length < 120));
});

test("the least change between two texts is where they differ", () => {
  assert.deepEqual(between("a rnak b", "a rank b"), { from: 3, to: 5, insert: "an" });
  assert.deepEqual([between("aa", "aaa"), between("aaa", "aa"), between("", "x"), between("x", "x")], [
    { from: 2, to: 2, insert: "a" }, { from: 2, to: 3, insert: "" }, { from: 0, to: 0, insert: "x" }, { from: 1, to: 1, insert: "" }]);
});
