import assert from "node:assert/strict";
import test from "node:test";

import { cardsText, eventText, fieldTitle, initialOf, paragraphs, rememberedNames, roomCode, watchersText } from "../../static/js/shared/text.js";
import { cardsField, event, player, table } from "./vocabulary.js";

const names = new Map([["p1", "Ada"], ["p2", "Ben"]]);

test("arguments that are ids of players become names; others stay unchanged", () => {
  const told = event(1, "{by} placed {count} × {rank} after {player}", { by: "p1", args: { count: 2, rank: "Queens", player: "p2" } });
  assert.equal(eventText(told, names), "Ada placed 2 × Queens after Ben");
});

test("a slot without an argument stays visible", () => {
  assert.equal(eventText(event(1, "{who} left"), names), "{who} left");
});

test("a name in braces or markup is not read as a template", () => {
  const told = event(1, "{by} joined", { by: "p3" });
  assert.equal(eventText(told, new Map([["p3", "{by}<b>"]])), "{by}<b> joined");
});

test("an event without text says nothing", () => {
  assert.equal(eventText({ ...event(1), text: undefined }, names), "");
});

test("names of players who left stay, and new names replace old ones", () => {
  const after = rememberedNames(names, [player("p2", { name: "Benno" })]);
  assert.deepEqual([...after], [["p1", "Ada"], ["p2", "Benno"]]);
});

test("blanks and case of a code are ignored", () => {
  assert.equal(roomCode("  KwZ pA\n"), "kwzpa");
});

test("numbers of cards have a singular and a plural", () => {
  assert.deepEqual([1, 2].map(cardsText), ["1 card", "2 cards"]);
});

test("the title of cards says how many and from where, unless the author does", () => {
  const row = (owner, label, kind = "row") => ({ id: `${label}:${owner}`, kind, owner, label, count: 2, cards: ["2S", "3S"] });
  const there = table();
  there.zones = [...there.zones, row(null, "Market"), row(null, "Discard", "pile"), row(null, ""), row("ada", "Open"), row("ben", "Open"), row("cleo", "Open")];
  const called = new Map([["ben", "Ben"], ["cleo", "Cleo"]]);
  const title = (from, changes = {}) => fieldTitle(there, cardsField({ from, ...changes }), called);
  assert.equal(title(["hand:ada"], { max: 1 }), "1 card from your hand");
  assert.equal(title(["Discard:null"], { min: 2, max: 4 }), "2 to 4 cards from “Discard”");
  assert.equal(title(["Market:null", "hand:ada"], { min: 2, max: 2 }), "2 cards from your hand, “Market”");
  assert.equal(title([":null"], { max: 1 }), "1 card from the table");
  assert.equal(title(["Open:ada"], { max: 1 }), "1 card from your “Open”");
  assert.equal(title(["Open:ben"], { max: 1 }), "1 card from Ben");
  there.players.push(player("dan"));
  there.zones.push(row("dan", "Open"));
  assert.equal(title(["Open:ben", "Open:cleo", "Open:dan"], { max: 1 }), "1 card from other players");
  assert.equal(title(["Open:ada", "Open:cleo", "Open:dan"], { max: 1 }), "1 card");
  assert.equal(title(["hand:ada"], { max: 1, label: "Give away" }), "Give away");
  assert.equal(title(["hand:ada"], { min: 0, max: 3, label: "Give away" }), "Give away: 0 to 3 cards");
});

test("blank lines separate paragraphs", () => {
  assert.deepEqual(paragraphs("One\nline.\n\n \nTwo.\n"), ["One\nline.", "Two."]);
});

test("spectators are counted, and without spectators the text is empty", () => {
  assert.deepEqual([undefined, 0, 1, 2].map(watchersText), ["", "", "1 person is watching", "2 people are watching"]);
});

test("a name that equals another player's id is not replaced", () => {
  const called = new Map([["p1", "p2"], ["p2", "Ben"]]);
  assert.equal(eventText(event(1, "{by} removed {name}.", { by: "p1", args: { name: "“p2”", player: "p3" } }), called), "p2 removed “p2”.");
});

test("an initial can have several code points", () => {
  assert.deepEqual(["ada", " Ben", "👩🏽‍🚀 Cy", "🇩🇪", ""].map(initialOf), ["A", "B", "👩🏽‍🚀", "🇩🇪", "?"]);
});

test("a code is found in a message", () => {
  const typed = ["kwzpd", " KW zpd ", "K-W-Z-P-D", "Code: KWZPD", "“kwzpd”.", "\u2067kwzpd\u2069", "ｋｗｚｐｄ", "kwzpd\u200b!", "Please join table kwzpd now",
    "the code is KWZPD, come"];
  for (const one of typed) assert.equal(roomCode(one), "kwzpd", one);
  assert.equal(roomCode("Code: ABCDE"), "abcde", "as it stands in the field");
  assert.deepEqual(["", "  ", "?!", "abc", "abcdefg"].map(roomCode), ["", "", "", "abc", "abcdefg"]);
});

test("an initial is a whole grapheme in any script", () => {
  const marks = /^[\p{M}\p{Cf}]/u;
  for (const name of ["မြန်မာ", "ကျော်", "မာယာ", "น้ำฝน", "ශ්‍රී", "நிலா", "👨‍👩‍👧 Home", "🏴󠁧󠁢󠁷󠁬󠁳󠁿 Rhys", "é́́lan"]) {
    const initial = initialOf(name);
    assert.ok(initial && name.toUpperCase().startsWith(initial), name);
    assert.doesNotMatch(name.toUpperCase().slice(initial.length), marks, `${name}: no mark of it is cut off`);
  }
});
