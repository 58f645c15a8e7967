import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { copyName, copyTitle, nextVersion, copyForEditing } from "../../static/js/designer/copies.js";
import { firstView, storeDraft, storeView } from "../../static/js/designer/drafts.js";
import { newPart } from "../../static/js/designer/new_parts.js";
import { missingOption, rangeOf } from "../../static/js/shared/diagnostics.js";
import { liveCheck } from "../../static/js/designer/live_check.js";
import { nextPhasesOf, outlineOf, placeOf } from "../../static/js/designer/outline.js";
import { Refusal } from "../../static/js/shared/problems.js";

const EIGHTS = readFileSync(new URL("../../cheat/documents/bundled/crazy-eights.json", import.meta.url), "utf8");

test("a game is opened as a copy that names its origin; an own game as its next version", () => {
  const [before, copy, own] = [JSON.parse(EIGHTS), JSON.parse(copyForEditing(EIGHTS, false)), JSON.parse(copyForEditing(EIGHTS, true))];
  assert.deepEqual([copy.id, copy.version, copy.forked_from], ["crazy-eights-2", "1.0.0", `crazy-eights@${before.version}`]);
  assert.deepEqual(copy.name, { en: "Crazy Eights 2", es: "Ocho loco 2" });
  const ignoredKeys = { id: 0, version: 0, name: 0, forked_from: 0, author: 0 };
  assert.deepEqual({ ...copy, ...ignoredKeys }, { ...before, ...ignoredKeys });
  assert.deepEqual([copyTitle("Hearts 2"), copyTitle("Area 1000"), copyForEditing('{"id": "a"}', false).includes("name")], ["Hearts 3", "Area 1000 2", false]);
  assert.deepEqual(own, { ...before, version: nextVersion(before.version) });
  assert.deepEqual([copyName("hearts-2"), copyName("a".repeat(40)).length, nextVersion("1.2")], ["hearts-3", 31, "1.2.1"]);
  assert.equal(copyForEditing("no JSON", false), "no JSON");
});

test("newcomers get the form, authors with drafts the text, and everyone the view of the last time", () => {
  for (const [drafts, view] of [[[], "form"], [["one"], "text"]]) {
    /** @type {Record<string, any>} */
    const stored = {};
    const methods = { getItem: (/** @type {string} */ key) => stored[key] ?? null, setItem: (/** @type {string} */ key, /** @type {string} */ value) => { stored[key] = value; } };
    for (const [name, value] of Object.entries(methods)) Object.defineProperty(stored, name, { value });
    Object.defineProperty(globalThis, "localStorage", { configurable: true, value: stored });
    for (const id of drafts) storeDraft(id, "{}");
    assert.equal(firstView(), view);
    storeDraft("later", "{}");
    assert.equal(firstView(), view, "a draft does not change it");
    storeView("text");
    assert.equal(firstView(), "text");
  }
  delete (/** @type {any} */ (globalThis)).localStorage;
});

test("an outline has every part, and the next phases of each phase, also through routines", () => {
  const outline = outlineOf(JSON.parse(EIGHTS));
  const phases = outline.find((section) => section.key === "phases");
  assert.deepEqual(phases?.items.map((item) => item.name), Object.keys(JSON.parse(EIGHTS).phases));
  assert.ok(phases?.items.find((item) => item.name === "turn")?.items.some((move) => move.name === "play"));
  assert.deepEqual(outline.filter((section) => !section.exists).map((section) => section.key).includes("deck"), false);
  const looping = { routines: { "again(x)": [{ run: "again(1)" }, { go: "deal" }] } };
  assert.deepEqual(nextPhasesOf(looping, [{ if: "x", then: [{ run: "again(2)" }] }, { next: "turn" }]), ["deal", "turn"]);
  assert.deepEqual(outlineOf(undefined).every((section) => !section.exists), true);
});

test("a part has parts around and beside it, and a part that is gone has its section", () => {
  const outline = outlineOf({ name: "A", zones: { stock: {}, hand: {} }, phases: { turn: { moves: [{ name: "lay" }, { name: "draw" }] } } });
  const names = (/** @type {any[]} */ parts) => parts.map((part) => part.key ?? part.name);
  const place = (/** @type {any} */ ...paths) => Object.values(placeOf(outline, paths)).map(names);
  assert.deepEqual(place(["zones", "hand"]), [["zones", "hand"], ["stock", "hand"]]);
  assert.deepEqual(place(["phases", "turn", "moves", 1]), [["phases", "turn", "draw"], ["lay", "draw"]]);
  assert.deepEqual(place(["zones"]), [["zones"], names(outline)]);
  assert.deepEqual(place(["options", "gone"]), [["options"], names(outline)]);
});

test("the range of a problem is exact after escaped characters and surrogate pairs", () => {
  const source = '{\n  "name": "🂡", "if": "a \\"b\\" rnak"\n}';
  const at = { code: "unknown_name", text: "…", line: 2, column: 22 };
  const markedText = (/** @type {any} */ one) => source.slice(rangeOf(source, one).from, rangeOf(source, one).to);
  assert.equal(markedText({ ...at, from: 6, to: 10 }), "rnak");
  assert.equal(markedText({ ...at, column: 3 }), '"name"');
  assert.deepEqual([rangeOf(source, { code: "x", text: "…" }), rangeOf("", { code: "x", text: "…", line: 9 })], [{ from: 0, to: 1 }, { from: 0, to: 0 }]);
});

test("a text is checked when its author pauses, and only the last result is reported", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {[string, (answer: string) => void][]} */
  const requests = [];
  /** @type {(string|null)[]} */
  const results = [];
  const check = liveCheck((text) => new Promise((resolve) => requests.push([text, resolve])), (answer) => results.push(answer));
  const settle = async () => { for (let turn = 0; turn < 5; turn++) await null; };
  for (const text of ["a", "ab"]) check(text);
  context.mock.timers.tick(299);
  assert.deepEqual(requests, []);
  context.mock.timers.tick(1);
  assert.deepEqual(requests.map(([text]) => text), ["ab"]);
  check("abc");
  context.mock.timers.tick(300);
  assert.equal(requests.length, 1, "one request at a time");
  requests[0][1]("about ab");
  await settle();
  context.mock.timers.tick(0);
  assert.deepEqual([results, requests.map(([text]) => text)], [[], ["ab", "abc"]]);
  requests[1][1]("about abc");
  await settle();
  assert.deepEqual(results, ["about abc"]);
});

test("a check that was refused or got no answer is repeated", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {unknown[]} */
  const answers = [new Refusal(429, "rate_limited", "Too much", 9_000), new Refusal(0, "unreachable", "…"), "fine"];
  /** @type {unknown[]} */
  const results = [];
  const check = liveCheck(async () => {
    const next = answers.shift();
    if (next instanceof Refusal) throw next;
    return next;
  }, (answer, refusal) => results.push(answer ?? refusal?.code));
  check("a");
  for (const wait of [300, 9_000, 3_000]) {
    context.mock.timers.tick(wait);
    for (let turn = 0; turn < 9; turn++) await null;
  }
  assert.deepEqual(results, ["rate_limited", "unreachable", "fine"]);
});

test("a new option is on and has a label, and a new zone is a pile", () => {
  assert.deepEqual(newPart({}, {}, "options", "three_draws"), { label: "Three draws", default: true });
  assert.deepEqual(newPart({}, {}, "zones", "pot"), { label: "Pot", kind: "pile", seen: "all" });
});

test("an undeclared name can become an option, unless it is a zone, a function or an attribute", () => {
  const about = (/** @type {string} */ text, /** @type {string} */ name, more = {}) => {
    const from = text.indexOf(name);
    return missingOption(JSON.stringify({ if: text, a: { to: text } }), { code: "unknown_name", text: "…", path: "if", from, to: from + name.length, ...more });
  };
  assert.equal(about("three_draws and c.rank == '3'", "three_draws"), "three_draws");
  assert.deepEqual([about("top(threes) is none", "top"), about("c.threes", "threes"), about("threes.rank", "threes"), about("Threes", "Threes")], ["", "", "", ""]);
  assert.deepEqual([about("pot", "pot", { path: "a.to" }), about("threes", "threes", { code: "type" }), about("threes", "threes", { file: "deck.json" })], ["", "", ""]);
});
