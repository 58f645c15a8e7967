import assert from "node:assert/strict";
import test from "node:test";

import { languageName, translator } from "../../static/js/shared/words.js";

const spanish = translator("es", {
  "Room {code}": "Sala {code}", "{count} card": "{count} carta", "{count} cards": "{count} cartas", "{b} before {a}": "{a} tras {b}",
});
const english = translator("en", {});

test("a template is translated; missing translations stay English", () => {
  assert.equal(spanish.say("Room {code}", { code: "KWZPA" }), "Sala KWZPA");
  assert.equal(spanish.say("Leave"), "Leave");
  assert.equal(english.say("Room {code}", { code: "KWZPA" }), "Room KWZPA");
});

test("the value of a slot is no template, and a slot without a value stays", () => {
  assert.equal(spanish.say("Room {code}", { code: "{code}$&" }), "Sala {code}$&");
  assert.equal(spanish.say("{constructor} {code}", { code: 1 }), "{constructor} 1");
});

test("a number chooses the plural form, and is written in the digits of the language", () => {
  assert.deepEqual([0, 1, 2].map((count) => spanish.plural("{count} card", "{count} cards", { count })), ["0 cartas", "1 carta", "2 cartas"]);
  assert.deepEqual([0, 1, 2].map((count) => english.plural("{count} card", "{count} cards", { count })), ["0 cards", "1 card", "2 cards"]);
  assert.deepEqual([spanish.number(0.5), english.number(0.5), english.number(1234)], ["0,5", "0.5", "1234"]);
});

test("lists follow the language", () => {
  assert.deepEqual([english, spanish].map(({ listText }) => listText(["4", "5", "6"])), ["4, 5, 6", "4, 5, 6"]);
});

test("nodes take the places of their slots in the translation", () => {
  const [a, b] = [{ node: "a" }, { node: "b" }];
  assert.deepEqual(spanish.pieces("{b} before {a}", { a, b }).filter(Boolean), [a, " tras ", b]);
  assert.deepEqual(english.pieces("{b} before {a}", { a, b }).filter(Boolean), [b, " before ", a]);
});

test("each language is named in itself", () => {
  assert.deepEqual(["en", "es"].map(languageName), ["English", "Español"]);
});
