// Tests of reactions, phrases and chat in answers.

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
function saidEvent(v, by, args) {
  return event(v, "", { type: "said", by, args });
}

/** @param {number} v @param {string} by @param {string} text */
const line = (v, by, text) => ({ at: 1_000_000 + v, by, name: by[0].toUpperCase() + by.slice(1), text });

/** A page with a table and these chat messages. */
function page(chat = /** @type {any[]} */ ([])) {
  const state = roomState("kwzpa", null, "");
  receiveNow(state, news(5, [], { table: chatty(5), chat, names: {} }));
  return state;
}

/** @param {import("../../static/js/table/state.js").State} state @param {any} answer */
function receiveNow(state, answer) {
  return receive(state, answer, NOW);
}

test("the first answer brings the chat, but no past reactions", () => {
  const state = roomState("kwzpa", null, "");
  const past = [saidEvent(3, "ben", { reaction: "wow", words: "Amazed" }), saidEvent(4, "ben", { text: "hi" })];
  const fresh = receiveNow(state, news(5, past, { table: chatty(5), chat: [line(4, "ben", "hi")], names: {} }));
  assert.deepEqual([state.talk.chat, state.talk.remarks, audibleRemarks(state.talk, fresh, state.sync.names)], [[line(4, "ben", "hi")], [], []]);
});

test("texts join the chat, and each remark is announced once", () => {
  const state = page([line(4, "cleo", "hm")]);
  const answer = news(8, [saidEvent(6, "ben", { text: "hi" }), saidEvent(7, "ada", { phrase: "luck", words: "Good luck!" }), saidEvent(8, null, { reaction: "wow", words: "Amazed" })],
    { table: chatty(8) });
  const fresh = receiveNow(state, answer);
  assert.deepEqual(state.talk.chat, [line(4, "cleo", "hm"), line(6, "ben", "hi")]);
  assert.deepEqual(audibleRemarks(state.talk, fresh, state.sync.names).map((one) => [one.by, one.kind, one.code, one.words]),
    [["ben", "text", "", "hi"], ["ada", "phrase", "luck", "Good luck!"], [null, "reaction", "wow", "Amazed"]]);
  assert.deepEqual([state.talk.remarks.length, state.talk.unread, state.log.lines], [3, 1, []]);
  assert.deepEqual(audibleRemarks(state.talk, receiveNow(state, answer), state.sync.names), []);
});

test("remarks of muted players are left out, but their messages stay in the chat", () => {
  const state = page();
  setMuted(state.talk, "ben", true);
  const fresh = receiveNow(state, news(6, [saidEvent(6, "ben", { text: "unheard" })], { table: chatty(6) }));
  assert.deepEqual([audibleRemarks(state.talk, fresh, state.sync.names), state.talk.remarks, state.talk.unread, state.talk.chat.length], [[], [], 0, 1]);
  setMuted(state.talk, "ben", false);
  assert.equal(audibleRemarks(state.talk, fresh, state.sync.names).length, 1);
});

test("a removed player's messages are removed, and all messages if the chat is off", () => {
  const state = page([line(3, "ben", "rude"), line(4, "cleo", "kind")]);
  receiveNow(state, news(6, [event(6, "", { type: "kicked", args: { player: "ben" } })], { table: chatty(6) }));
  assert.deepEqual(state.talk.chat, [line(4, "cleo", "kind")]);
  receiveNow(state, news(7, [event(7)], { table: table({ version: 7, chat: false }) }));
  assert.deepEqual(state.talk.chat, []);
});

test("the page keeps as many messages as the room", () => {
  const state = page();
  for (let v = 6; v < 50; v++) receiveNow(state, news(v, [saidEvent(v, "ben", { text: `${v}` })], { table: chatty(v) }));
  assert.deepEqual([state.talk.chat.length, state.talk.chat.at(-1)?.text], [CHAT_LINES, "49"]);
});

test("a later tab gets all messages", () => {
  const first = news(5, [], { table: chatty(5), chat: [line(4, "cleo", "hm")], names: {} });
  const second = news(6, [saidEvent(6, "ben", { text: "hi" })], { table: chatty(6) });
  const merged = mergeAnswers(mergeAnswers(null, /** @type {any} */ (first), NOW), /** @type {any} */ (second), NOW);
  const state = roomState("kwzpa", null, "");
  receiveNow(state, answerNow(merged, NOW));
  assert.deepEqual(state.talk.chat, [line(4, "cleo", "hm"), line(6, "ben", "hi")]);
});

test("sentences of a game are lines of the log and no remarks", () => {
  const state = page();
  const sentence = event(6, "Ben cuts.", { type: "said", by: "ben" });
  assert.deepEqual(audibleRemarks(state.talk, [sentence], state.sync.names), []);
});
