import assert from "node:assert/strict";
import test from "node:test";

import { changedOptions, differs, isPreset, optionText, optionValues, parseOption, presetValues } from "../../static/js/table/options.js";

const seconds = { name: "turn_s", kind: "int", label: "Turn clock", default: 45, min: 0, max: 180 };
const window_ = { name: "window_s", kind: "number", label: "Window", default: 2 };
const pass = { name: "pass", kind: "bool", label: "Passing", default: false };
const decks = { name: "decks", kind: "choice", label: "Decks", default: 1, of: [{ value: 1, label: "One" }, { value: 2, label: "Two" }] };
const spec = [seconds, window_, pass, decks];

test("every option has a value, its default where the table says nothing", () => {
  assert.deepEqual(optionValues(spec, { turn_s: 0 }), { turn_s: 0, window_s: 2, pass: false, decks: 1 });
});

test("a control's text becomes the type that the option has", () => {
  assert.equal(parseOption(seconds, "60"), 60);
  assert.equal(parseOption(window_, "1,5"), 1.5);
  assert.equal(parseOption(pass, true), true);
  assert.equal(parseOption(decks, "2"), 2);
});

test("what is no number is sent as typed, for the server to refuse in its own words", () => {
  assert.equal(parseOption(seconds, ""), "");
  assert.equal(parseOption(seconds, "soon"), "soon");
});

test("only options away from their default count as changed", () => {
  assert.deepEqual(changedOptions(spec, { turn_s: 45, pass: true }), [pass]);
});

test("a draft that says the same as the table is nothing to save", () => {
  assert.equal(differs({ turn_s: 45 }, { turn_s: 45 }), false);
  assert.equal(differs({ turn_s: 46 }, { turn_s: 45 }), true);
  assert.equal(differs({}, { turn_s: 45 }), false);
});

test("values are told in words", () => {
  assert.equal(optionText(pass, true), "yes");
  assert.equal(optionText(decks, 2), "Two");
  assert.equal(optionText(seconds, 0), "0");
});

test("a text stays as it was typed, even if it reads like a number", () => {
  const text = { name: "words", kind: "text", label: "Words", default: "" };
  assert.equal(parseOption(text, "007"), "007");
  assert.deepEqual([optionText(text, "a, b"), optionText(text, "")], ["a, b", "none"]);
});

test("a preset says something of every option, what it does not name is standard", () => {
  assert.deepEqual(presetValues(spec, { name: "Slow", options: { turn_s: 90 } }), { turn_s: 90, window_s: 2, pass: false, decks: 1 });
});

test("a preset is in force when all values are its own", () => {
  const slow = { name: "Slow", options: { turn_s: 90 } };
  assert.equal(isPreset(spec, slow, { turn_s: 90 }), true);
  assert.equal(isPreset(spec, slow, { turn_s: 90, decks: 2 }), false);
  assert.equal(isPreset(spec, { name: "Classic", options: {} }, {}), true);
});
