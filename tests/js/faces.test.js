import assert from "node:assert/strict";
import test from "node:test";

import { cardHelp, cardName, gameFacts, hasShape, inOrder, twoLines, tintOf } from "../../static/js/shared/faces.js";

test("each of the five colours has a shape; black and unknown colours have none", () => {
  assert.deepEqual(["red", "yellow", "green", "blue", "purple", "black", undefined].map(hasShape), [true, true, true, true, true, false, false]);
});

test("the help of a card has its effect, and an unknown card is named by its code", () => {
  const faces = { S: { name: "Skip", text: "End this turn." }, N: { name: "Red 5" } };
  assert.deepEqual(["S", "N", "?"].map((code) => [cardHelp(code, faces), cardName(code, faces)]),
    [["Skip: End this turn.", "Skip"], ["", "Red 5"], ["", "?"]]);
});

test("a long name is cut into two lines of about the same length", () => {
  assert.deepEqual(["Nope", "Exploding Kitten", "See the Future", "Cattermelon"].map(twoLines),
    [["Nope"], ["Exploding", "Kitten"], ["See the", "Future"], ["Cattermelon"]]);
});

test("players and minutes are one line", () => {
  const game = { min_players: 2, max_players: 5, minutes: "10-20" };
  assert.equal(gameFacts(game).replace(/[\u00A0\u2060]/g, (sign) => (sign === "\u2060" ? "" : " ")), "2 to 5 players, 10–20 minutes");
  assert.equal(gameFacts({ min_players: 4, max_players: 4 }), "4\u00A0players");
});

test("a hand is sorted by suit or rank in the order of the catalogue, or stays in the game's order", () => {
  const faces = Object.fromEntries(["C", "H"].flatMap((suit) => ["A", "5", "K"].map((rank) => [rank + suit, { name: "", rank, suit }])));
  const cards = ["KH", "AC", "5H", "KC", "??"].map((face) => ({ face }));
  const sorted = (order) => inOrder(cards, faces, order).map((card) => card.face);
  assert.deepEqual(sorted("suit"), ["AC", "KC", "5H", "KH", "??"]);
  assert.deepEqual(sorted("rank"), ["AC", "5H", "KC", "KH", "??"]);
  assert.equal(inOrder(cards, faces, "dealt"), cards);
});

test("suits of a document get their own colour, a conventional one, or the next colour", () => {
  const faces = Object.fromEntries(["moon", "sun", "none"].map((suit) => [suit, { name: suit, suit }]));
  assert.deepEqual(["moon", "sun", "none", undefined, "purple", "water"].map((suit) => tintOf(suit, faces)), ["red", "blue", "", "", "purple", "blue"]);
  const many = Object.fromEntries([..."abcdef"].map((suit) => [suit, { name: suit, suit }]));
  assert.equal(tintOf("a", many), "");
});
