// What people say, out of answers: lines that stay, lines that go, and what is not heard here.

import assert from "node:assert/strict";
import test from "node:test";

import { mergeAnswers, answerNow } from "../../static/js/table/shared_poll.js";
import { receive, roomState } from "../../static/js/table/state.js";
import { CHAT_LINES, audibleRemarks, setMuted } from "../../static/js/table/talk.js";
import { event, news, table } from "./vocabulary.js";

const NOW = 2_000_000;
const chatty = (/** @type {number} */ version) => table({ version, chat: true });

/**
 * @param {number} v
 * @param {string|null} by
 * @param {Record<string, string>} args
 */
function said(v, by, args) {
  return event(v, "", { type: "said", by, args });
}

/** @param {number} v @param {string} by @param {string} text */
const line = (v, by, text) => ({ at: 1_000_000 + v, by, name: by[0].toUpperCase() + by.slice(1), text });

/** A page that has been told the table, with what was written before. */
function page(chat = /** @type {any[]} */ ([])) {
  const state = roomState("kwzpa", null, "");
  take(state, news(5, [], { table: chatty(5), chat, names: {} }));
  return state;
}

/** @param {import("../../static/js/table/state.js").State} state @param {any} answer */
function take(state, answer) {
  return receive(state, answer, NOW);
}

test("what was said before is read again, and no reaction is seen again", () => {
  const state = roomState("kwzpa", null, "");
  const past = [said(3, "ben", { reaction: "wow", words: "Amazed" }), said(4, "ben", { text: "hi" })];
  const fresh = take(state, news(5, past, { table: chatty(5), chat: [line(4, "ben", "hi")], names: {} }));
  assert.deepEqual([state.talk.chat, state.talk.remarks, audibleRemarks(state.talk, fresh, state.sync.names)], [[line(4, "ben", "hi")], [], []]);
});

test("free text joins the chat, and all that is said is told once, with the words of the server", () => {
  const state = page([line(4, "cleo", "hm")]);
  const answer = news(8, [said(6, "ben", { text: "hi" }), said(7, "ada", { phrase: "luck", words: "Good luck!" }), said(8, null, { reaction: "wow", words: "Amazed" })],
    { table: chatty(8) });
  const fresh = take(state, answer);
  assert.deepEqual(state.talk.chat, [line(4, "cleo", "hm"), line(6, "ben", "hi")]);
  assert.deepEqual(audibleRemarks(state.talk, fresh, state.sync.names).map((one) => [one.by, one.kind, one.code, one.words]),
    [["ben", "text", "", "hi"], ["ada", "phrase", "luck", "Good luck!"], [null, "reaction", "wow", "Amazed"]]);
  assert.deepEqual([state.talk.remarks.length, state.talk.unread, state.log.lines], [3, 1, []]);
  assert.deepEqual(audibleRemarks(state.talk, take(state, answer), state.sync.names), []);
});

test("who is muted here is not heard, but what they wrote is there when they are heard again", () => {
  const state = page();
  setMuted(state.talk, "ben", true);
  const fresh = take(state, news(6, [said(6, "ben", { text: "unheard" })], { table: chatty(6) }));
  assert.deepEqual([audibleRemarks(state.talk, fresh, state.sync.names), state.talk.remarks, state.talk.unread, state.talk.chat.length], [[], [], 0, 1]);
  setMuted(state.talk, "ben", false);
  assert.equal(audibleRemarks(state.talk, fresh, state.sync.names).length, 1);
});

test("what somebody wrote goes with who is removed, and all of it when free text is over", () => {
  const state = page([line(3, "ben", "rude"), line(4, "cleo", "kind")]);
  take(state, news(6, [event(6, "", { type: "kicked", args: { player: "ben" } })], { table: chatty(6) }));
  assert.deepEqual(state.talk.chat, [line(4, "cleo", "kind")]);
  take(state, news(7, [event(7)], { table: table({ version: 7, chat: false }) }));
  assert.deepEqual(state.talk.chat, []);
});

test("a page keeps as many lines as the room", () => {
  const state = page();
  for (let v = 6; v < 50; v++) take(state, news(v, [said(v, "ben", { text: `${v}` })], { table: chatty(v) }));
  assert.deepEqual([state.talk.chat.length, state.talk.chat.at(-1)?.text], [CHAT_LINES, "49"]);
});

test("a tab that opens later is told what was written, also since the first one opened", () => {
  const first = news(5, [], { table: chatty(5), chat: [line(4, "cleo", "hm")], names: {} });
  const then = news(6, [said(6, "ben", { text: "hi" })], { table: chatty(6) });
  const known = mergeAnswers(mergeAnswers(null, /** @type {any} */ (first), NOW), /** @type {any} */ (then), NOW);
  const state = roomState("kwzpa", null, "");
  take(state, answerNow(known, NOW));
  assert.deepEqual(state.talk.chat, [line(4, "cleo", "hm"), line(6, "ben", "hi")]);
});

test("what a game says is a line of its log, and nobody's talk", () => {
  const state = page();
  const told = event(6, "Ben cuts.", { type: "said", by: "ben" });
  assert.deepEqual(audibleRemarks(state.talk, [told], state.sync.names), []);
});
