import assert from "node:assert/strict";
import test from "node:test";

import { freeSeats, handCount, isWaitingForNext, openRows, opponents, perRow } from "../../static/js/table/layout.js";
import { form, hand, player, roomForm, table } from "./vocabulary.js";

const ids = (players) => players.map((one) => one.id);

test("the other players sit clockwise, starting after the viewer", () => {
  assert.deepEqual(ids(opponents(table({ you: "ben" }))), ["cleo", "ada"]);
  assert.deepEqual(ids(opponents(table({ you: "cleo" }))), ["ada", "ben"]);
});

test("a spectator sees all players as opponents", () => {
  assert.deepEqual(ids(opponents(table({ you: null }))), ["ada", "ben", "cleo"]);
});

test("only a player with the mark of the next game waits for it", () => {
  const marks = [{ label: "im nächsten Spiel", tone: "quiet", kind: "next_game" }];
  const players = [player("ada"), player("ben", { marks })];
  assert.equal(isWaitingForNext(table({ you: "ben", players })), true);
  assert.equal(isWaitingForNext(table({ you: "ada", players })), false);
  assert.equal(isWaitingForNext(table({ you: null, players })), false);
});

test("the catalogue tells the number of free seats, and players who left don't count", () => {
  const game = { max_players: 4 };
  assert.equal(freeSeats(table(), undefined), null);
  assert.equal(freeSeats(table(), game), 1);
  assert.equal(freeSeats(table({ players: [player("ada"), player("ben", { status: "left" })] }), game), 3);
  assert.equal(freeSeats(table(), { max_players: 2 }), 0);
});

test("the cards of all hands are counted, and a game without hands has no count", () => {
  const two = [hand("ada", ["AC"]), { ...hand("ada", ["5H", "6H"]), id: "hand2:ada" }];
  assert.equal(handCount(table({ zones: two }), "ada"), 3);
  assert.equal(handCount(table({ zones: [] }), "ada"), null);
});

test("rows have even lengths, up to the maximum", () => {
  assert.equal(perRow(12, 12), 12);
  assert.equal(perRow(13, 12), 7);
  assert.equal(perRow(30, 12), 10);
  assert.equal(perRow(0, 12), 1);
});

test("open rows that all players have are in the middle, the viewer's last; not beside displays", () => {
  const of = (kind, name, owner, cards) => ({ id: `${name}:${owner}`, kind, owner, label: name, count: 1, cards });
  const all = (kind, name, cards) => ["ada", "ben", "cleo"].map((owner) => of(kind, name, owner, cards));
  const trick = all("row", "trick", ["AC"]);
  const hidden = [of("row", "given", "ada", ["5H"]), of("row", "given", "ben"), of("row", "given", "cleo")];
  const zones = [...trick, ...hidden, ...all("pile", "taken"), of("row", "peek", "ben", ["2C"])];
  assert.deepEqual(openRows(table({ zones })).map(({ zone }) => zone.id), ["trick:ben", "trick:cleo", "trick:ada"]);
  assert.deepEqual(openRows(table({ zones: [...trick, ...all("display", "display", [])] })), []);
  assert.deepEqual(openRows(table({ zones: [] })), []);
});
