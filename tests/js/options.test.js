import assert from "node:assert/strict";
import test from "node:test";

import { steppedNumber } from "../../static/js/room/number_steps.js";
import { activePreset, changedOptions, differs, inGroup, optionText, optionValues, parseOption, presetValues } from "../../static/js/table/options.js";

const seconds = { name: "turn_s", kind: "int", label: "Turn clock", default: 45, min: 0, max: 180 };
const window_ = { name: "window_s", kind: "number", label: "Window", default: 2 };
const pass = { name: "pass", kind: "bool", label: "Passing", default: false };
const decks = { name: "decks", kind: "choice", label: "Decks", default: 1, of: [{ value: 1, label: "One" }, { value: 2, label: "Two" }] };
const spec = [seconds, window_, pass, decks];

test("every option has a value: that of the table or the default", () => {
  assert.deepEqual(optionValues(spec, { turn_s: 0 }), { turn_s: 0, window_s: 2, pass: false, decks: 1 });
});

test("the text of a control becomes a value of the option's type", () => {
  assert.equal(parseOption(seconds, "60"), 60);
  assert.equal(parseOption(window_, "1,5"), 1.5);
  assert.equal(parseOption(pass, true), true);
  assert.equal(parseOption(decks, "2"), 2);
});

test("text that is not a number is sent as typed, so that the server explains the error", () => {
  assert.equal(parseOption(seconds, ""), "");
  assert.equal(parseOption(seconds, "soon"), "soon");
});

test("an option without a group is about the rules", () => {
  const clock = { ...seconds, group: "time" };
  assert.deepEqual([inGroup([clock, pass], "rules"), inGroup([clock, pass], "time"), inGroup([pass], "table")], [[pass], [clock], []]);
});

test("only options with another value than the default count as changed", () => {
  assert.deepEqual(changedOptions(spec, { turn_s: 45, pass: true }), [pass]);
});

test("a draft with the values of the table is no change", () => {
  assert.equal(differs({ turn_s: 45 }, { turn_s: 45 }), false);
  assert.equal(differs({ turn_s: 46 }, { turn_s: 45 }), true);
  assert.equal(differs({}, { turn_s: 45 }), false);
});

test("values are shown in words", () => {
  assert.equal(optionText(pass, true), "yes");
  assert.equal(optionText(decks, 2), "Two");
  assert.equal(optionText(seconds, 0), "0");
});

test("a text option stays a text, even if it looks like a number", () => {
  const text = { name: "words", kind: "text", label: "Words", default: "" };
  assert.equal(parseOption(text, "007"), "007");
  assert.deepEqual([optionText(text, "a, b"), optionText(text, "")], ["a, b", "none"]);
});

test("a preset has a value for every option; those it does not name are standard", () => {
  assert.deepEqual(presetValues(spec, { name: "Slow", options: { turn_s: 90 } }), { turn_s: 90, window_s: 2, pass: false, decks: 1 });
});

test("plus and minus go to the next step within the range, in large steps where the range is wide", () => {
  const stepped = (/** @type {any} */ option, /** @type {number[]} */ values) => values.map((value) => [steppedNumber(option, value, -1), steppedNumber(option, value, 1)]);
  assert.deepEqual(stepped(seconds, [0, 45, 47, 180]), [[0, 5], [40, 50], [45, 50], [175, 180]]);
  assert.deepEqual(stepped({ ...window_, min: 0, max: 10 }, [0, 2, 2.5]), [[0, 1], [1, 3], [2, 3]]);
});

test("the preset in use is the one with all its values, or else one with the same rules", () => {
  const presets = [{ name: "Classic", options: {} }, { name: "Slow", options: { turn_s: 90 } }, { name: "Passing", options: { pass: true } }];
  const clocks = [seconds, window_].map((option) => ({ ...option, group: "time" }));
  const nameFor = (/** @type {Record<string, any>} */ options) => activePreset([...clocks, pass, decks], presets, options)?.name;
  assert.equal(nameFor({}), "Classic");
  assert.equal(nameFor({ turn_s: 90 }), "Slow");
  assert.equal(nameFor({ turn_s: 90, window_s: 5 }), "Slow");
  assert.equal(nameFor({ turn_s: 30 }), "Classic");
  assert.equal(nameFor({ pass: true, turn_s: 30 }), "Passing");
  assert.equal(nameFor({ pass: true, turn_s: 90 }), "Passing");
});
