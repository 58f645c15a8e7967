import assert from "node:assert/strict";
import test from "node:test";

import { freeSeats, handCount, inRow, isHighest, isWaitingForNext, leaderAfter, leaderOf, openRows, opponents, perRow, placesAround, sideClass, sidesOf, sizesOf, withoutRepeats } from "../../static/js/table/layout.js";
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
  const given = (count) => all("row", "given", []).map((zone) => ({ ...zone, count }));
  assert.deepEqual(openRows(table({ zones: [...given(0), ...trick] })).map(({ zone }) => zone.label), ["trick", "trick", "trick"]);
  assert.equal(openRows(table({ zones: [...given(1), ...trick] })).length, 6);
  assert.equal(openRows(table({ zones: given(0) })).length, 3);
  assert.deepEqual(openRows(table({ zones: [] })), []);
});

test("four places are a cross: clockwise from the left, the viewer's own at the bottom", () => {
  assert.deepEqual(placesAround(4, 1), {
    columns: 3, lines: 2, spots: [{ x: -1, y: 0 }, { x: 0, y: -0.5 }, { x: 1, y: 0 }, { x: 0, y: 0.5 }],
  });
  assert.deepEqual(placesAround(3, 2).spots, [{ x: -1, y: -0.25 }, { x: 1, y: -0.25 }, { x: 0, y: 0.25 }]);
  assert.deepEqual(placesAround(2, 1).spots, [{ x: 0, y: -0.5 }, { x: 0, y: 0.5 }]);
});

test("places do not overlap, go round once, and end at the bottom, for any number and shape", () => {
  for (let count = 1; count <= 20; count++) {
    for (const sides of [1, 2]) {
      const { columns, lines, spots } = placesAround(count, sides);
      assert.equal(spots.length, count);
      assert.equal(spots[count - 1].x, 0);
      assert.equal(spots[count - 1].y, Math.max(...spots.map(({ y }) => y)));
      spots.forEach(({ x, y }, nth) => {
        assert.ok(Math.abs(x) <= (columns - 1) / 2 && Math.abs(y) <= (lines - 1) / 2);
        for (const other of spots.slice(nth + 1)) assert.ok(Math.abs(x - other.x) >= 1 || Math.abs(y - other.y) >= 1, `${count} ${sides}`);
      });
      const angles = spots.slice(0, -1).map(({ x, y }) => Math.atan2(x, -y)).filter(() => count > 2);
      assert.deepEqual(angles, angles.toSorted((one, other) => one - other), `${count} ${sides}`);
    }
  }
});

test("the leader of a trick is the first of the cards before the place of the player on turn", () => {
  /** Who led, by whether each of four players has laid a card; the last player is the viewer. */
  const led = (laid, turn, more = {}) => {
    const ids = ["ben", "cleo", "dan", "ada"];
    const players = ids.map((id) => ({ id, name: id, status: "here", turn: turn.includes(id) }));
    const zones = ids.flatMap((id) => [
      { id: `trick:${id}`, kind: "row", owner: id, label: "", count: laid.includes(id) ? 1 : 0, cards: laid.includes(id) ? ["AC"] : [] },
      ...more.isWithoutHands ? [] : [{ id: `hand:${id}`, kind: "hand", owner: id, label: "", count: 3 }],
    ]);
    const one = table({ players, zones, facts: more.facts });
    return leaderOf(one, openRows(one))?.id;
  };
  assert.equal(led(["ada", "ben"], ["cleo"]), "ada");
  assert.equal(led(["ben", "cleo", "dan"], ["ada"]), "ben");
  assert.equal(led(["ben", "cleo", "dan"], ["ada"], { facts: [{ label: "", text: "", kind: "direction", value: -1 }] }), "dan");
  assert.equal(led([], ["ada"]), undefined);
  assert.equal(led(["ben", "cleo", "dan", "ada"], ["ada"]), undefined);
  assert.equal(led(["ben"], ["cleo", "dan"]), undefined);
  assert.equal(led(["ben"], ["cleo"], { isWithoutHands: true }), undefined);
});

test("a full trick keeps its leader until its cards are gone", () => {
  const players = ["ada", "ben", "cleo"];
  const trick = (/** @type {Record<string, string>} */ laid, /** @type {string[]} */ onTurn) => table({
    players: players.map((id) => player(id, { turn: onTurn.includes(id) })),
    zones: players.flatMap((id) => [
      { id: `trick:${id}`, kind: "row", owner: id, label: "", count: laid[id] ? 1 : 0, cards: laid[id] ? [laid[id]] : [] },
      { id: `hand:${id}`, kind: "hand", owner: id, label: "", count: 3 },
    ]),
  });
  const two = trick({ ben: "7H", cleo: "9H" }, ["ada"]);
  const full = trick({ ben: "7H", cleo: "9H", ada: "QH" }, []);
  assert.equal(leaderAfter(two, null, undefined), "ben");
  assert.equal(leaderAfter(full, two, "ben"), "ben");
  assert.equal(leaderAfter(trick({ ben: "7H", cleo: "9H", ada: "QH" }, ["ada"]), full, "ben"), "ben", "the winner is on turn");
  assert.equal(leaderAfter(full, null, "ben"), undefined);
  assert.equal(leaderAfter(trick({ ben: "2C", cleo: "4C", ada: "6C" }, []), full, "ben"), undefined, "tricks were missed");
  assert.equal(leaderAfter(trick({}, ["ada"]), full, "ben"), undefined);
});

test("displays with the highest total stand out, also if there are several", () => {
  const facts = [{ label: "Highest total", text: "9", kind: "highest_total", value: 9 }];
  const displays = ["9", "12", "9", undefined].map((note, nth) => ({ id: `display:${nth}`, kind: "display", note, count: 1 }));
  assert.deepEqual(displays.map((one) => isHighest(table({ facts }), [one])), [true, false, true, false]);
  assert.equal(isHighest(table({ facts: [] }), displays), false);
});

test("in a row, all cards of a rank are one card", () => {
  const faces = Object.fromEntries(["5C", "5D", "5H", "5S", "9C", "9D", "joker"].map((code) => [code, { rank: code === "joker" ? undefined : code[0] }]));
  const cards = ["joker", "5C", "5D", "9C", "5H", "5S", "joker"];
  const books = { id: "books:ben", kind: "columns", owner: "ben", label: "Books", count: cards.length, cards };
  assert.deepEqual(inRow(books, faces), { ...books, kind: "row", cards: ["joker", "9C", "5S", "joker"], count: 4 });
  assert.deepEqual(inRow(books, faces, true), { ...books, kind: "row" });
  assert.deepEqual(inRow({ ...books, cards: undefined }, faces), { ...books, kind: "row", cards: undefined });
  const pairs = { ...books, count: 6, cards: ["5C", "5D", "9C", "9D", "5H", "5S"] };
  assert.deepEqual(inRow(pairs, faces), { ...pairs, kind: "books", cards: ["5D", "9D", "5S"], count: 3 });
  assert.equal(inRow(pairs, faces, true).kind, "row");
  const [, pile] = table().zones;
  assert.equal(inRow(pile, faces), pile);
});

test("a mark that repeats the count of a pile is left out", () => {
  const taken = (count) => ({ id: "taken:ben", kind: "pile", owner: "ben", label: "Captured", count });
  const ben = player("ben", { marks: [{ label: "Ronda" }, { label: "Captured: 8" }] });
  assert.deepEqual(withoutRepeats(table({ zones: [taken(8)] }), ben).marks, [{ label: "Ronda" }]);
  assert.deepEqual(withoutRepeats(table({ zones: [taken(7)] }), ben).marks, ben.marks);
  assert.deepEqual(withoutRepeats(table({ zones: [{ ...taken(8), owner: "cleo" }] }), ben).marks, ben.marks);
  assert.equal(withoutRepeats(table(), player("ben")).marks, undefined);
});

test("a mark that repeats the ranks of open columns is left out", () => {
  const faces = { KC: { rank: "K" }, KD: { rank: "K" }, AC: { rank: "A" } };
  const books = (...cards) => table({ zones: [{ id: "books:ben", kind: "columns", owner: "ben", label: "Books", count: cards.length, cards }] });
  const marks = (label, one) => withoutRepeats(one, player("ben", { marks: [{ label }] }), faces).marks.length;
  assert.equal(marks("Books: A, K", books("KC", "KD", "AC")), 0);
  assert.equal(marks("Books: A, Q", books("KC", "KD", "AC")), 1);
  assert.equal(marks("Books: 0", books()), 0);
  assert.equal(marks("Books: 2", books("KC", "KD")), 1);
});

test("the longest column determines the size of all their cards", () => {
  const zone = (kind, count) => ({ id: kind + count, kind, owner: null, label: "", count });
  assert.equal(sizesOf([zone("pile", 30), zone("columns", 2), zone("columns", 7)]), "--zones:3;--columns:2;--most:7");
  assert.equal(sizesOf([zone("pile", 30)]), "--zones:1;--columns:0;--most:1");
});

test("partners, whom marks name, have their points together, unless somebody has no partner", () => {
  const partner = (name) => [{ label: `With: ${name}` }];
  const four = [
    player("ada", { name: "Ada", score: 20, marks: partner("Cleo") }), player("ben", { name: "Ben", score: 0, marks: partner("Dan") }),
    player("cleo", { name: "Cleo", score: 20, marks: partner("you") }), player("dan", { name: "Dan", score: 0, marks: partner("Ben") }),
  ];
  assert.deepEqual(sidesOf(four).map(ids), [["ada", "cleo"], ["ben", "dan"]]);
  assert.deepEqual(sidesOf([...four, player("eve")]).map(ids), [["ada"], ["ben"], ["cleo"], ["dan"], ["eve"]]);
  const ahead = [{ ...four[0], score: 21 }, ...four.slice(1)];
  assert.deepEqual([sidesOf(ahead).length, sidesOf(ahead, true).length], [2, 4]);
  assert.deepEqual(four.map(({ id }) => sideClass(table({ players: four }), id)), ["side-0", "side-1", "side-0", "side-1"]);
  assert.equal(sideClass(table({ players: [player("ada"), player("ben")] }), "ada"), "");
  const score = (situation) => withoutRepeats(table({ players: four, situation }), four[0]).score;
  assert.deepEqual(["Your side 20, theirs 0.", "To 120.", null].map(score), [0, 20, 20]);
});
