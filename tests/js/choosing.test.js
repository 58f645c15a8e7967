import assert from "node:assert/strict";
import test from "node:test";

import { dialogFields, directAnswers, isShout, shoutValues, shoutText } from "../../static/js/shared/forms.js";
import { choicesOfPlayer, formOfPile, isOnButton } from "../../static/js/shared/selection.js";
import { toggleShout, arrange, inGroups, inHandOrder, followTable, moveState } from "../../static/js/table/move.js";
import { cardsField, form, picks, table } from "./vocabulary.js";

const from = (...of) => ({ kind: "player", name: "target", of });
const shout = (changes = {}) => ({ kind: "choice", name: "uno", label: "Your last card", optional: true,
  of: [{ value: "yes", label: "UNO!" }, { value: "no", label: "Say nothing" }], ...changes });

/** The moves that begin at seats, as their names and players. */
const atSeats = (there, chosen = []) => choicesOfPlayer(there, chosen).map(({ form: { name }, of }) => [name, ...of]);

test("a seat begins a move that asks for a player first", () => {
  const aimed = form("target", from("ben", "cleo"));
  assert.deepEqual(atSeats(table({ moves: [aimed, form("draw")] })), [["target", "ben", "cleo"]]);
  assert.deepEqual(atSeats(table({ moves: [form("target", from("me", "ben"))] })), [["target", "me", "ben"]], "also the own seat");
  assert.deepEqual(atSeats(table({ moves: [{ ...aimed, tone: "danger" }] })), [], "an alarm");
  assert.deepEqual(atSeats(table({ moves: [form("target", { ...from("ben"), optional: true })] })), []);
  const number = { kind: "number", name: "n", min: 0, max: 3 };
  assert.deepEqual(atSeats(table({ moves: [form("swap", from("ben"), number)] })), [["swap", "ben"]], "a dialog asks for the number");
  assert.deepEqual(atSeats(table({ moves: [form("swap", number, from("ben"))] })), []);
});

test("a seat can begin several moves", () => {
  assert.deepEqual(atSeats(table({ moves: [form("target", from("ben", "cleo")), form("ask", from("ben"))] })), [["target", "ben", "cleo"], ["ask", "ben"]]);
});

test("with picked cards that complete a move, the player is chosen for that move", () => {
  const pair = form("play", cardsField({ name: "cards", min: 2, max: 2 }), from("ben"));
  const there = table({ moves: [pair, form("draw"), form("target", from("cleo"))] });
  assert.deepEqual(atSeats(there), [["target", "cleo"]]);
  assert.deepEqual(atSeats(there, picks("AC#0")), []);
  assert.deepEqual(atSeats(there, picks("AC#0", "AD#0")), [["play", "ben"]]);
});

test("a move whose first choice is a player begins at a seat or with a card", () => {
  const ask = form("ask", from("ben"), cardsField());
  assert.deepEqual(atSeats(table({ moves: [ask] })), [["ask", "ben"]], "a dialog asks for the card");
  assert.deepEqual(atSeats(table({ moves: [ask] }), picks("AC#0")), [["ask", "ben"]]);
  assert.deepEqual(atSeats(table({ moves: [form("play", cardsField(), from("ben"))] })), [], "the card is chosen first");
});

test("a press on a pile is the only move that takes cards from it", () => {
  const there = table({ moves: [{ ...form("draw"), pile: "deck" }, form("pass")] });
  assert.equal(formOfPile(there, "deck")?.name, "draw");
  assert.equal(formOfPile(there, "discard"), null);
  assert.equal(formOfPile(table({ moves: [...there.moves, { ...form("draw_two"), pile: "deck" }] }), "deck"), null);
});

test("a shout is set before the move, and no dialog asks for it", () => {
  const play = form("play", cardsField({ max: 1 }), shout());
  const there = table({ moves: [play] });
  assert.deepEqual([isShout(shout()), shoutText(shout()), shoutText(shout({ optional: false }))], [true, "UNO!", "Your last card"]);
  assert.deepEqual([dialogFields(there, play), directAnswers(table({ moves: [form("play", shout())] }), form("play", shout()))], [[], null]);
  assert.deepEqual([shoutValues(play, new Set()), shoutValues(play, new Set(["uno"]))], [{}, { uno: "yes" }]);
  assert.deepEqual(shoutValues(form("play", shout({ optional: false })), new Set()), { uno: "no" });
  const move = moveState();
  toggleShout(move, "uno");
  followTable(move, there);
  assert.deepEqual([...move.shouts], ["uno"]);
  toggleShout(move, "uno");
  assert.deepEqual([...move.shouts], []);
  toggleShout(move, "uno");
  followTable(move, table());
  assert.deepEqual([...move.shouts], [], "a shout goes with one move only");
});

test("a card that a button plays is recognised", () => {
  const move = { kind: "choice", name: "where", of: [{ value: "5S", label: "5 to a new column" }] };
  assert.deepEqual(["5S", "6S"].map((face) => isOnButton(table({ moves: [form("play", move)] }), face)), [true, false]);
  assert.equal(isOnButton(table({ moves: [{ ...form("play"), with: { card: "6S" } }] }), "6S"), true);
});

test("cards that belong together come first in a hand", () => {
  const hand = { id: "hand:ada", kind: "hand", owner: "ada", label: "", count: 5, cards: ["1C", "3C", "10C", "3E", "3C"] };
  const keys = (zone) => inGroups(zone).cards.map((one) => one.key);
  assert.deepEqual(keys(hand), ["1C#0", "3C#0", "10C#0", "3E#0", "3C#1"]);
  const grouped = { ...hand, groups: [[4, 3], [1]] };
  assert.deepEqual(keys(grouped), ["3E#0", "3C#1", "3C#0", "1C#0", "10C#0"]);
  assert.deepEqual([...inGroups(grouped).groups], [["3C#1", 0], ["3E#0", 0], ["3C#0", 1]]);
});

test("a hand keeps the player's order, and new cards follow the card before them", () => {
  const cards = (...keys) => keys.map((key) => ({ key }));
  const keys = (all) => all.map((one) => one.key);
  const move = moveState();
  arrange(move, "hand:ada", ["a", "b", "c", "d"], "a", 2);
  assert.deepEqual(move.orders["hand:ada"], ["b", "c", "a", "d"]);
  assert.deepEqual(keys(inHandOrder(cards("a", "b", "c", "d"), move.orders["hand:ada"])), ["b", "c", "a", "d"]);
  assert.deepEqual(keys(inHandOrder(cards("a", "b2", "c", "d"), move.orders["hand:ada"])), ["c", "a", "b2", "d"]);
  assert.deepEqual(keys(inHandOrder(cards("a", "b"), [])), ["a", "b"]);
});
