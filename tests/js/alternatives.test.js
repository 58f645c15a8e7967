import assert from "node:assert/strict";
import test from "node:test";

import { areAlternatives, joined, narrowed } from "../../static/js/shared/alternatives.js";
import { choicesOfPlayer, formFor, formGroups, pickableCards } from "../../static/js/shared/selection.js";
import { isWhole, moveState, openDialog, showFields } from "../../static/js/table/move.js";
import { cardsField, form, hand, picks, table } from "./vocabulary.js";

const seat = (...of) => ({ kind: "player", name: "seat", of });
const open = (owner, cards) => ({ id: `open:${owner}`, kind: "display", owner, label: "Open", count: cards.length, cards });
const shown = (owner, of) => ({ kind: "cards", name: "card", from: [`open:${owner}`], min: 1, max: 1, ...(of && { of }) });
const choice = (name, ...values) => ({ kind: "choice", name, of: values.map((value) => ({ value, label: `${value}!` })) });
const number = (min, max) => ({ kind: "number", name: "n", min, max });

const take = [form("take", seat("ben"), shown("ben")), form("take", seat("cleo"), shown("cleo", ["2S"]))];
const robbing = table({
  zones: [hand("ada", ["AC", "AD"]), open("ben", ["5H", "6H"]), open("cleo", ["2S", "3S"])],
  moves: [...take, form("pass")],
});
const ask = [form("ask", choice("suit", "red"), choice("rank", 1, 2)), form("ask", choice("suit", "blue", "green"), choice("rank", 2))];
const asking = table({ moves: [...ask, form("pass")] });

/** The fields that a dialog shows, each with its values. */
const shownIn = ({ fields }) => fields.map((field) => [field.name, ...(field.of ?? [field.min, field.max]).map((value) => value.value ?? value)]);

function dialogOf(there, forms, values = {}) {
  const move = moveState();
  const one = narrowed(there, joined(there, forms), values);
  openDialog(move, there, one, one.fields.filter((field) => !(field.name in values)), values);
  return move.dialog;
}

function answer(there, dialog, name, value) {
  dialog.values[name] = value;
  showFields(dialog, there);
  return shownIn(dialog);
}

test("forms that differ only in their values are alternatives", () => {
  assert.equal(areAlternatives(...take), true);
  assert.equal(areAlternatives(...ask), true);
  assert.equal(areAlternatives(ask[0], { ...ask[1], label: "Ask again" }), false);
  assert.equal(areAlternatives(ask[0], { ...ask[1], with: { moment: 2 } }), false);
  assert.equal(areAlternatives(ask[0], form("ask", choice("suit", "red"))), false);
  assert.equal(areAlternatives(form("call", choice("suit", "red")), form("call", choice("suit", "blue"))), false, "one value each");
});

test("alternatives are one button, which offers the values of all", () => {
  const groups = formGroups(asking, asking.moves);
  assert.deepEqual(groups.map((group) => group.length), [2, 1]);
  assert.deepEqual(shownIn(formFor(asking, groups[0], [])), [["suit", "red", "blue", "green"], ["rank", 1, 2]]);
  assert.equal(formFor(asking, groups[1], []), asking.moves[2]);
});

test("a value leaves the alternatives that allow it", () => {
  const all = joined(robbing, take);
  assert.deepEqual(all.fields.map((field) => field.of), [["ben", "cleo"], ["5H", "6H", "2S"]]);
  assert.equal(narrowed(robbing, all, { seat: "ben" }), take[0]);
  assert.equal(narrowed(robbing, all, { card: ["2S"] }), take[1]);
  assert.equal(narrowed(robbing, all, { seat: "ben", card: ["2S"] }), all, "the server says that these don't go together");
  assert.equal(narrowed(robbing, take[0], { seat: "cleo" }), take[0]);
});

test("numbers are joined, and become a choice if there are gaps", () => {
  const forms = (...pairs) => pairs.map(([low, high]) => form("bid", number(low, high), choice("kind", low)));
  assert.deepEqual(shownIn(joined(asking, forms([1, 2], [3, 4])))[0], ["n", 1, 4]);
  const [gap] = joined(asking, forms([1, 2], [5, 5])).fields;
  assert.deepEqual([gap.kind, gap.of.map(({ value }) => value)], ["choice", [1, 2, 5]]);
});

test("a dialog asks for one value after the other, with what goes with those before", () => {
  const dialog = dialogOf(asking, ask);
  assert.deepEqual([shownIn(dialog), isWhole(dialog)], [[["suit", "red", "blue", "green"]], false]);
  assert.deepEqual(answer(asking, dialog, "suit", "red"), [["suit", "red", "blue", "green"], ["rank", 1, 2]]);
  assert.equal(isWhole(dialog), true);
  answer(asking, dialog, "rank", 1);
  assert.deepEqual(answer(asking, dialog, "suit", "blue")[1], ["rank", 2]);
  assert.equal(dialog.values.rank, undefined, "1 does not go with blue");
});

test("a number has a value at once, so what goes with it is shown, too", () => {
  const forms = [form("bid", number(1, 1), choice("kind", "low")), form("bid", number(2, 3), choice("kind", "high"))];
  const dialog = dialogOf(asking, forms);
  assert.deepEqual(shownIn(dialog), [["n", 1, 3], ["kind", "low"]]);
  assert.deepEqual(answer(asking, dialog, "n", 3), [["n", 1, 3], ["kind", "high"]]);
});

test("values that came with the press narrow the dialog", () => {
  assert.deepEqual(shownIn(dialogOf(asking, ask, { rank: 1 })), [["suit", "red"]]);
  assert.deepEqual(shownIn(dialogOf(robbing, take, { seat: "cleo" })), [["card", "2S"]]);
});

test("a picked card chooses the alternatives that take it", () => {
  const give = [form("give", seat("ben"), cardsField({ max: 1, of: ["AC", "AD"] })), form("give", seat("cleo"), cardsField({ max: 1, of: ["AD", "5H"] }))];
  const giving = table({ moves: give });
  const [group] = formGroups(giving, give);
  assert.equal(formFor(giving, group, picks("AC#0")), give[0]);
  assert.deepEqual(formFor(giving, group, picks("AD#0")).fields[0].of, ["ben", "cleo"]);
  assert.deepEqual(choicesOfPlayer(giving, picks("AD#0")).map(({ of }) => of), [["ben", "cleo"]], "both seats can be pressed");
  assert.deepEqual(choicesOfPlayer(giving, picks("5H#0")).map(({ of }) => of), [["cleo"]]);
});

test("a seat can be pressed before what depends on it", () => {
  const names = (there) => choicesOfPlayer(there, []).map(({ form: { name }, of }) => [name, ...of]);
  assert.deepEqual(names(robbing), [["take", "ben", "cleo"]]);
  const both = table({ ...robbing, moves: [...robbing.moves, form("target", seat("ben"))] });
  assert.deepEqual(names(both), [["take", "ben", "cleo"], ["target", "ben"]], "the seat asks which move");
  const late = table({ ...robbing, moves: take.map(({ fields: [player, card], ...rest }) => ({ ...rest, fields: [card, player] })) });
  assert.deepEqual(names(late), []);
});

test("cards of others can be picked first if the move takes no other cards", () => {
  assert.deepEqual(pickableCards(robbing, []).map(({ owner, cards }) => [owner, cards.map(({ face }) => face)]), [["ben", ["5H", "6H"]], ["cleo", ["2S"]]]);
  const five = [{ zone: "open:ben", key: "5H#0", face: "5H" }];
  assert.deepEqual(pickableCards(robbing, five).map(({ cards }) => cards.length), [2, 1], "another card can still be picked instead");
  const swap = form("swap", cardsField({ max: 1 }), shown("ben"));
  assert.deepEqual(pickableCards(table({ ...robbing, moves: [swap] }), []), [], "one's own card comes first");
});
