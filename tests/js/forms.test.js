import assert from "node:assert/strict";
import test from "node:test";

import {
  actionArgs, dialogFields, directAnswers, formNamed, formsAbout, gameForms, missingFields, withoutEmptyValues, onlyValues, isAnswered, isOneClick,
  roomForms,
  withCurrent,
} from "../../static/js/shared/forms.js";
import { cardsField, form, hand, place, player, roomForm, table } from "./vocabulary.js";

const choice = { kind: "choice", name: "rank", of: [{ value: "A", label: "Aces" }, { value: "2", label: "Twos" }] };
const someone = { kind: "player", name: "player", of: ["ben"] };
const alarm = { ...form("call_cheat"), tone: "danger", with: { play: 41 } };

test("moves of the room and of the game are separated", () => {
  const on = table({ moves: [place(), roomForm("leave"), alarm, roomForm("kick", someone)] });
  assert.deepEqual(gameForms(on).map((one) => one.name), ["place", "call_cheat"]);
  assert.deepEqual(roomForms(on).map((one) => one.name), ["leave", "kick"]);
});

test("a move of the game can have the name of a move of the room", () => {
  const on = table({ moves: [form("leave"), form("start"), roomForm("leave")] });
  assert.deepEqual(gameForms(on).map((one) => one.name), ["leave", "start"]);
  assert.equal(formNamed(on, "leave"), on.moves[2]);
  assert.equal(formNamed(on, "start"), undefined);
});

test("the current value is listed first if it can't be chosen again", () => {
  assert.deepEqual(withCurrent(choice.of, "A"), choice.of);
  assert.deepEqual(withCurrent(choice.of, "K", "Kings"), [{ value: "K", label: "Kings" }, ...choice.of]);
});

test("the values of with are sent back unchanged, and win over values of the same name", () => {
  assert.deepEqual(actionArgs(alarm, { play: 99, note: "x" }), { play: 41, note: "x" });
  assert.deepEqual(actionArgs(form("pass"), {}), {});
});

test("visible cards are picked on the table; a dialog asks for everything else", () => {
  const on = table();
  assert.deepEqual(dialogFields(on, form("place", cardsField(), choice)), [choice]);
  const inStack = cardsField({ from: ["pile"] });
  assert.deepEqual(dialogFields(on, form("dig", inStack)), [inStack]);
});

test("a dialog asks for cards that another choice of the move can also take, and for cards of a pile", () => {
  const on = table();
  const [top, below] = [cardsField({ name: "top", max: 1 }), cardsField({ name: "below", max: 1 })];
  assert.deepEqual(dialogFields(on, form("unload", top, below)), [top, below]);
  const apart = [{ ...top, of: ["AC", "AD"] }, { ...below, of: ["5H"] }];
  assert.deepEqual(dialogFields(on, form("sweep", ...apart)), [], "a click says which is meant");
  on.zones[1] = { ...on.zones[1], cards: ["2S", "3S"] };
  const both = cardsField({ from: ["hand:ada", "pile"] });
  assert.deepEqual(dialogFields(on, form("dig", both)), [both]);
});

test("a dialog asks for what a move lacks, and then also for cards that were not picked", () => {
  const on = table();
  const [given, other] = [cardsField({ min: 2, max: 2 }), cardsField({ name: "other", from: ["pile"], max: 1 })];
  const names = (fields, values, areAllAsked = false) => missingFields(on, form("trade", ...fields), values, areAllAsked).map(({ name }) => name);
  assert.deepEqual(names([given], { cards: [] }), [], "the server says which cards it needs");
  assert.deepEqual(names([given, other], { cards: [] }), ["cards", "other"]);
  assert.deepEqual(names([given, other], { cards: ["AC"] }), ["cards", "other"], "one is picked");
  assert.deepEqual(names([given, other], { cards: ["AC", "AD"] }), ["other"]);
  assert.deepEqual(names([{ ...given, optional: true }, other], { cards: [] }), ["other"]);
  assert.deepEqual(names([someone, given], { player: "ben" }, true), ["cards"], "a seat was pressed, whose cards are the only choice left");
});

test("choices, players and single cards take one click each", () => {
  assert.equal(isOneClick([choice]), true);
  assert.equal(isOneClick([someone]), true);
  assert.equal(isOneClick([choice, someone]), true);
  assert.equal(isOneClick([cardsField({ max: 1 })]), true);
  assert.equal(isOneClick([cardsField({ max: 2 })]), false);
  assert.equal(isOneClick([{ kind: "number", name: "n", min: 1, max: 9 }]), false);
  assert.equal(isOneClick([]), false);
});

test("a form about a player is offered at the players that it allows", () => {
  const on = table({ moves: [roomForm("kick", someone), roomForm("leave")] });
  assert.deepEqual(formsAbout(on, "ben").map((one) => one.form.name), ["kick"]);
  assert.deepEqual(formsAbout(on, "cleo"), []);
});

test("a bot has the form to remove bots, a person the form to remove players", () => {
  const bots = { kind: "player", name: "player", of: ["cleo"] };
  const on = table({ moves: [roomForm("remove_bot", bots), roomForm("kick", someone)] });
  assert.deepEqual(["ben", "cleo"].map((id) => formsAbout(on, id).map((one) => one.form.name)), [["kick"], ["remove_bot"]]);
});

test("while a bot plays for the viewer there are no moves of the game, only those of the room", () => {
  const on = table({ moves: [place(), alarm, roomForm("take_over"), roomForm("leave")] });
  assert.deepEqual(gameForms(on), []);
  assert.deepEqual(roomForms(on).map((one) => one.name), ["take_over", "leave"]);
});

test("empty optional fields are not sent", () => {
  const fields = [{ ...choice, optional: true }, cardsField({ optional: true }), { kind: "text", name: "note", min: 0, max: 9 }];
  assert.deepEqual(withoutEmptyValues(fields, { rank: undefined, cards: [], note: "" }), { note: "" });
});

test("a dialog is complete when every field has a value", () => {
  const card = cardsField({ name: "card", max: 1 });
  assert.equal(isAnswered([choice, someone], { rank: "A" }), false);
  assert.equal(isAnswered([choice, someone], { rank: "A", player: "ben" }), true);
  assert.equal(isAnswered([card], { card: [] }), false);
  assert.equal(isAnswered([card], { card: ["AC"] }), true);
});

test("a form of the game with a single field offers its answers as buttons", () => {
  const colour = form("choose", choice);
  const whom = form("target", someone);
  const on = table({ moves: [colour, whom, roomForm("kick", someone), form("both", choice, someone)] });
  assert.deepEqual(directAnswers(on, colour)?.values, ["A", "2"]);
  assert.deepEqual(directAnswers(on, whom)?.values, ["ben"]);
  assert.deepEqual(on.moves.slice(2).map((one) => directAnswers(on, one)), [null, null]);
  const amount = { kind: "number", name: "amount", min: 20, max: 900 };
  const [any, likely] = [form("bet", amount), form("bet", { ...amount, likely: [20, 60, 900] })];
  assert.deepEqual([any, likely].map((one) => directAnswers(table({ moves: [one] }), one)?.values), [undefined, [20, 60, 900]]);
  const sure = { ...form("choose", choice), confirm: "Really?" };
  assert.equal(directAnswers(table({ moves: [sure] }), sure), null);
});

test("a form with cards does not ask for the only possible player or choice", () => {
  const target = { kind: "player", name: "target", of: ["ben"] };
  const colour = { kind: "choice", name: "colour", of: [{ value: "red", label: "Red" }] };
  assert.deepEqual(onlyValues(form("play", cardsField(), target, colour)), { target: "ben", colour: "red" });
  assert.deepEqual(onlyValues(form("play", cardsField(), { ...target, of: ["ben", "cleo"] }, { ...colour, optional: true })), {});
  assert.deepEqual(onlyValues(form("kick", target)), {});
});

test("each face-down card of another player's hand is an answer, other numbers are not", () => {
  const place = { kind: "number", name: "index", min: 1, max: 3 };
  const taking = (pile) => ({ ...form("pick", place), ...(pile && { pile }) });
  const answers = (pile) => {
    const move = taking(pile);
    return directAnswers(table({ zones: [hand("ada", ["AC"]), hand("ben", [null, null, null])], moves: [move] }), move)?.values;
  };
  assert.deepEqual([answers("hand:ben"), answers("hand:ada"), answers("")], [[1, 2, 3], undefined, undefined]);
});
