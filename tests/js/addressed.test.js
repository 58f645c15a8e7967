import assert from "node:assert/strict";
import test from "node:test";

import { lineOf } from "../../static/js/table/log.js";
import { event } from "./vocabulary.js";

const names = new Map([["ada", "Ada"], ["ben", "Ben"]]);
const reader = (you) => ({ you, hands: new Set([`hand:${you}`]), faces: { GS: { name: "Green Skip" }, R7: { name: "Red 7" } } });
const read = (given, you) => lineOf(given, 0, names, reader(you)).text;
const gave = event(8, "{by} gives {player} a card.", {
  by: "ben", args: { player: "ada" }, addressed: { by: "You give {player} a card.", player: "{by} gives you a card." },
});

test("an event addresses the players it is about, and names others", () => {
  assert.deepEqual(["ada", "ben", "cleo", null].map((you) => read(gave, you)),
    ["Ben gives you a card.", "You give Ada a card.", "Ben gives Ada a card.", "Ben gives Ada a card."]);
});

test("one of several players reads you beside the names of the others", () => {
  const won = event(9, "{winners} won the match.", {
    args: { winners: "Ada and Ben", ada: "ada", ben: "ben" },
    addressed: { ada: "You and {ben} won the match.", ben: "You and {ada} won the match." },
  });
  assert.deepEqual(["ada", "ben", "cleo"].map((you) => read(won, you)),
    ["You and Ben won the match.", "You and Ada won the match.", "Ada and Ben won the match."]);
});

test("a line names received and given cards to players that may see them", () => {
  const withFaces = { ...gave, cards: [{ from: "hand:ben", to: "hand:ada", count: 1, faces: ["GS"] }] };
  assert.deepEqual(["ada", "ben"].map((you) => read(withFaces, you)), ["Ben gives you a card: Green Skip.", "You give Ada a card: Green Skip."]);
  const unseen = { ...gave, cards: [{ from: "hand:ben", to: "hand:ada", count: 1 }] };
  assert.equal(read(unseen, "cleo"), "Ben gives Ada a card.");
});

test("a line names cards that the reader hands over from another zone of theirs", () => {
  const passes = event(9, "{by} passes two cards to {player}.", {
    by: "ben", args: { player: "ada" }, cards: [{ from: "given:ben", to: "hand:ada", count: 2, faces: ["GS", "R7"] }],
  });
  assert.deepEqual(["ada", "ben"].map((you) => read(passes, you)), Array(2).fill("Ben passes two cards to Ada: Green Skip, Red 7."));
  const plays = { ...passes, cards: [{ ...passes.cards[0], to: "pile" }] };
  assert.equal(read(plays, "ben"), "Ben passes two cards to Ada.");
});

test("cards are not listed after a deal, if there are many, or if the sentence names them", () => {
  const takes = event(8, "{by} takes Green Skip.", { by: "ada", cards: [{ from: "discard", to: "hand:ada", count: 1, faces: ["GS"] }] });
  assert.equal(read(takes, "ada"), "Ada takes Green Skip.");
  const draws = (count, kind) => event(8, "You draw.", { by: "ada", kind, cards: [{ from: "deck", to: "hand:ada", count, faces: Array(count).fill("R7") }] });
  assert.deepEqual([draws(2, ""), draws(2, "deal"), draws(5, "")].map((one) => read(one, "ada")), ["You draw: Red 7, Red 7.", "You draw.", "You draw."]);
});
