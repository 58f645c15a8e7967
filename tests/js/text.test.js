import assert from "node:assert/strict";
import test from "node:test";

import { cardsText, eventText, initialOf, paragraphs, rememberedNames, roomCode, watchersText } from "../../static/js/shared/text.js";
import { event, player } from "./vocabulary.js";

const names = new Map([["p1", "Ada"], ["p2", "Ben"]]);

test("arguments that are ids of players become names, others stay as they are", () => {
  const told = event(1, "{by} placed {count} × {rank} after {player}", { by: "p1", args: { count: 2, rank: "Queens", player: "p2" } });
  assert.equal(eventText(told, names), "Ada placed 2 × Queens after Ben");
});

test("a hole without an argument stays visible instead of saying undefined", () => {
  assert.equal(eventText(event(1, "{who} left"), names), "{who} left");
});

test("a name in braces or markup is not read as a template", () => {
  const told = event(1, "{by} joined", { by: "p3" });
  assert.equal(eventText(told, new Map([["p3", "{by}<b>"]])), "{by}<b> joined");
});

test("an event without text says nothing", () => {
  assert.equal(eventText({ ...event(1), text: undefined }, names), "");
});

test("names of those who left are remembered and renamings are taken over", () => {
  const after = rememberedNames(names, [player("p2", { name: "Benno" })]);
  assert.deepEqual([...after], [["p1", "Ada"], ["p2", "Benno"]]);
});

test("a code is the same with blanks and in any case", () => {
  assert.equal(roomCode("  KwZ pA\n"), "kwzpa");
});

test("one card, two cards", () => {
  assert.deepEqual([1, 2].map(cardsText), ["1 card", "2 cards"]);
});

test("blank lines part paragraphs", () => {
  assert.deepEqual(paragraphs("One\nline.\n\n \nTwo.\n"), ["One\nline.", "Two."]);
});

test("watchers are counted in people, and nobody is not worth a word", () => {
  assert.deepEqual([undefined, 0, 1, 2].map(watchersText), ["", "", "1 person is watching", "2 people are watching"]);
});

test("a player who is called like the id of another appears as nobody else", () => {
  const called = new Map([["p1", "p2"], ["p2", "Ben"]]);
  assert.equal(eventText(event(1, "{by} removed {name}.", { by: "p1", args: { name: "“p2”", player: "p3" } }), called), "p2 removed “p2”.");
});

test("the first character stands for a name, however many code points it has", () => {
  assert.deepEqual(["ada", " Ben", "👩🏽‍🚀 Cy", "🇩🇪", ""].map(initialOf), ["A", "B", "👩🏽‍🚀", "🇩🇪", "?"]);
});

test("a code is found in what people pass on", () => {
  const typed = ["kwzpd", " KW zpd ", "K-W-Z-P-D", "Code: KWZPD", "“kwzpd”.", "\u2067kwzpd\u2069", "ｋｗｚｐｄ", "kwzpd\u200b!", "Please join table kwzpd now",
    "the code is KWZPD, come"];
  for (const one of typed) assert.equal(roomCode(one), "kwzpd", one);
  assert.equal(roomCode("Code: ABCDE"), "abcde", "as it stands in the field");
  assert.deepEqual(["", "  ", "?!", "abc", "abcdefg"].map(roomCode), ["", "", "", "abc", "abcdefg"]);
});

test("the initial of a name is a whole sign of any script", () => {
  const marks = /^[\p{M}\p{Cf}]/u;
  for (const name of ["မြန်မာ", "ကျော်", "မာယာ", "น้ำฝน", "ශ්‍රී", "நிலா", "👨‍👩‍👧 Home", "🏴󠁧󠁢󠁷󠁬󠁳󠁿 Rhys", "é́́lan"]) {
    const initial = initialOf(name);
    assert.ok(initial && name.toUpperCase().startsWith(initial), name);
    assert.doesNotMatch(name.toUpperCase().slice(initial.length), marks, `${name}: no mark of it is cut off`);
  }
});
