import assert from "node:assert/strict";
import test from "node:test";

import {
  canPick, cardsOf, pickableCards, completes, fillFields, fits, formGroups, hasOneMeaning, formFor, labelWith, lackOf, stillPicked, takenBy, togglePick,
} from "../../static/js/shared/selection.js";
import { cardsField, form, hand, picks, place, table } from "./vocabulary.js";

const pick = (on, selection, ...keys) => keys.reduce((some, key) => togglePick(on, some, picks(key)[0]), selection);

test("a click picks a card, and a second click unpicks it", () => {
  const one = pick(table(), [], "AC#0");
  assert.deepEqual(one, picks("AC#0"));
  assert.deepEqual(pick(table(), one, "AC#0"), []);
});

test("a card beyond the limit of the field is not picked", () => {
  const on = table({ moves: [place({ max: 2 })] });
  assert.deepEqual(pick(on, [], "AC#0", "AD#0", "5H#0"), picks("AC#0", "AD#0"));
});

test("if the limit is one card, another click replaces it", () => {
  const on = table({ moves: [place({ max: 1 })] });
  assert.deepEqual(pick(on, [], "AC#0", "AD#0"), picks("AD#0"));
});

test("a card that does not fit the picked ones replaces them", () => {
  const on = table({ moves: [place({ max: 2, of: ["AC", "AD"] }), { ...place({ max: 1, of: ["KS"] }), name: "throw" }] });
  assert.deepEqual(pick(on, [], "AC#0", "AD#0", "KS#0"), picks("KS#0"));
  assert.deepEqual(pick(on, [], "KS#0", "AC#0"), picks("AC#0"));
});

test("nothing can be picked when no form asks for cards of that zone", () => {
  assert.deepEqual(pick(table({ moves: [] }), [], "AC#0"), []);
  assert.deepEqual(pick(table({ moves: [place({ from: ["hand:ben"] })] }), [], "AC#0"), []);
  assert.deepEqual(pick(table({ moves: [form("pass")] }), [], "AC#0"), []);
});

test("only the faces that a field allows can be picked", () => {
  const on = table({ moves: [place({ of: ["AC", "AD"] })] });
  assert.equal(canPick(on, [], picks("AC#0")[0]), true);
  assert.equal(canPick(on, [], picks("5H#0")[0]), false);
});

test("the picked cards must fit one form together", () => {
  const single = { ...place({ max: 1, of: ["KS"] }), name: "throw" };
  const pair = { ...place({ min: 2, max: 2, of: ["AC", "AD"] }), name: "pair" };
  const on = table({ moves: [single, pair] });
  assert.deepEqual(pick(on, [], "AC#0", "5H#0", "AD#0"), picks("AC#0", "AD#0"));
  assert.equal(fits(on, single, picks("AC#0")), false);
  assert.equal(fits(on, pair, picks("AC#0")), true);
});

test("equal faces are picked separately, and sent as often as they were picked", () => {
  const on = table({ zones: [hand("ada", ["AC", "AC", "5H"])] });
  assert.deepEqual(cardsOf(on.zones[0]).map((card) => card.key), ["AC#0", "AC#1", "5H#0"]);
  const both = pick(on, [], "AC#0", "AC#1");
  assert.deepEqual(fillFields(on, on.moves[0], both).values, { cards: ["AC", "AC"] });
});

test("an empty selection is sent as an empty list, so that the server explains the error", () => {
  assert.deepEqual(fillFields(table(), place(), []).values, { cards: [] });
});

test("two cards fields of one form share the selection by zone", () => {
  const row = { id: "row", kind: "row", owner: null, label: "", count: 1, cards: ["9D"] };
  const swap = form("swap", cardsField({ name: "give", max: 1 }), cardsField({ name: "take", from: ["row"], max: 1 }));
  const on = table({ zones: [hand("ada", ["AC", "AD"]), row], moves: [swap] });
  const both = [...picks("AC#0"), { zone: "row", key: "9D#0", face: "9D" }];
  assert.deepEqual(fillFields(on, swap, both).values, { give: ["AC"], take: ["9D"] });
  assert.equal(canPick(on, both, picks("AD#0")[0]), false);
});

test("cards stay picked on a new table while they are there and can be picked", () => {
  const some = picks("AC#0", "5H#0");
  assert.deepEqual(stillPicked(table({ version: 8 }), some), some);
  assert.deepEqual(stillPicked(table({ zones: [hand("ada", ["AD", "5H"])] }), some), picks("5H#0"));
  assert.deepEqual(stillPicked(table({ moves: [form("call_cheat")] }), some), []);
});

test("cards of a pile can't be picked on the table", () => {
  const pile = { id: "discard", kind: "pile", owner: null, label: "", count: 1, cards: ["9D"] };
  const on = table({ zones: [pile], moves: [place({ from: ["discard"] })] });
  assert.equal(canPick(on, [], { zone: "discard", key: "9D#0", face: "9D" }), false);
});

const single = { ...place({ max: 1, of: ["KS"] }), name: "play", label: "Play a card" };
const pair = { ...place({ min: 2, max: 2, kinds: "same" }), name: "play", label: "Two of a kind" };
const trio = { ...place({ min: 3, max: 3, kinds: "distinct" }), name: "play", label: "Three different" };
const combos = table({ zones: [hand("ada", ["AC", "AC", "5H", "KS"])], moves: [single, pair, trio, form("draw")] });

test("fields for equal or distinct faces restrict the picked cards", () => {
  const alike = table({ zones: combos.zones, moves: [pair] });
  assert.equal(canPick(alike, picks("AC#0"), picks("AC#1")[0]), true);
  assert.equal(canPick(alike, picks("AC#0"), picks("5H#0")[0]), false);
  const different = table({ zones: combos.zones, moves: [trio] });
  assert.equal(canPick(different, picks("AC#0"), picks("AC#1")[0]), false);
  assert.equal(canPick(different, picks("AC#0"), picks("5H#0")[0]), true);
});

test("forms of one name that take cards share a button; all others have their own", () => {
  assert.deepEqual(formGroups(combos, combos.moves), [[single, pair, trio], [form("draw")]]);
  assert.deepEqual(formGroups(combos, [form("a"), form("a")]), [[form("a")], [form("a")]]);
});

test("the picked cards choose the form", () => {
  const group = [single, pair, trio];
  assert.equal(formFor(combos, group, []), single);
  assert.equal(formFor(combos, group, picks("KS#0")), single);
  assert.equal(formFor(combos, group, picks("AC#0", "AC#1")), pair);
  assert.equal(formFor(combos, group, picks("AC#0", "5H#0", "KS#0")), trio);
});

test("without a completed form the first that fits is chosen, else the first", () => {
  const group = [single, pair, trio];
  assert.equal(formFor(combos, group, picks("AC#0", "5H#0")), trio);
  assert.equal(formFor(combos, group, picks("AC#0", "AC#1", "5H#0")), single);
});

test("a form is complete with its minimum number of cards and none that it can't take", () => {
  assert.equal(completes(combos, pair, picks("AC#0")), false);
  assert.equal(completes(combos, pair, picks("AC#0", "AC#1")), true);
  assert.equal(completes(combos, single, picks("KS#0", "5H#0")), false);
  assert.equal(completes(combos, form("draw"), []), true);
});

test("a button says how many cards its move lacks", () => {
  assert.equal(lackOf(combos, trio, picks("AC#0", "5H#0")), "choose 1 more card");
  assert.equal(lackOf(combos, trio, picks("AC#0")), "choose 2 more cards");
  assert.equal(lackOf(combos, trio, []), "choose 3 cards");
  assert.equal(lackOf(table(), place(), []), "choose 1 to 4 cards");
  assert.equal(lackOf(combos, single, picks("KS#0")), "");
  assert.equal(lackOf(table(), place({ optional: true }), []), "", "no card is needed");
  assert.equal(lackOf(table(), form("draw"), []), "");
});

/** A table with a move that takes a card of the hand and a card of Ben's or Cleo's display. */
const atOthers = () => {
  const before = (owner, ...cards) => ({ ...hand(owner, cards), id: `display:${owner}`, kind: "display" });
  const at = (owner, of) => ({
    ...form("play", cardsField({ name: "card", of: ["AC"], max: 1 }), cardsField({ name: "taken", from: [`display:${owner}`], of, max: 1 })), help: "Takes a card.",
  });
  const own = { ...form("play", cardsField({ name: "card", of: ["AD"], max: 1 })), help: "Stands alone." };
  const zones = [hand("ada", ["AC", "AD"]), before("ada", "2H"), before("ben", "3H", "4H"), before("cleo", "5H")];
  return table({ zones, moves: [at("ben", ["4H"]), at("cleo", ["5H"]), own] });
};

test("cards of other players are offered if they fit the picked ones, and while they are picked", () => {
  const on = atOthers();
  const faces = (selection) => pickableCards(on, selection).map(({ owner, cards }) => [owner, ...cards.map((card) => card.face)]);
  assert.deepEqual(faces([]), []);
  assert.deepEqual(faces(picks("AC#0")), [["ben", "4H"], ["cleo", "5H"]]);
  assert.deepEqual(faces(picks("AD#0")), []);
  const both = togglePick(on, picks("AC#0"), { zone: "display:cleo", key: "5H#0", face: "5H" });
  assert.deepEqual(faces(both), [["cleo", "5H"]]);
  assert.equal(completes(on, on.moves[1], both), true);
});

test("a button whose forms have different help waits until the picked cards choose a form", () => {
  const on = atOthers();
  const [group] = formGroups(on, on.moves);
  assert.deepEqual([[], picks("AC#0"), picks("5H#0")].map((some) => hasOneMeaning(on, group, some)), [false, true, false]);
  assert.equal(hasOneMeaning(on, [place()], []), true);
});

test("the picked cards tell which cards they take", () => {
  const on = table({ moves: [place({ max: 2, takes: { AC: ["5H", "6H"], AD: ["7H"] } })] });
  assert.deepEqual([...takenBy(on, [])], []);
  assert.deepEqual([...takenBy(on, picks("AC#0"))], ["5H", "6H"]);
  assert.deepEqual([...takenBy(on, picks("AC#0", "AD#0"))], ["5H", "6H", "7H"]);
});

test("the label of a move says what it does with the picked cards", () => {
  const ask = form("ask", cardsField({ labels: { "6D": "for 6s" } }));
  const picked = (face) => [{ zone: "hand:p1", key: `${face}#0`, face }];
  assert.equal(labelWith(ask, picked("6D")), "ask for 6s");
  assert.equal(labelWith(ask, picked("7D")), "ask");
});
