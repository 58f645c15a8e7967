import assert from "node:assert/strict";
import test from "node:test";

import {
  goTo, updateNotice, isAtEnd, setView, missingPages, nextFrame, openFile, openHands, replayState, takePage, turnNow, withoutHands,
} from "../../static/js/replay/replay_state.js";
import { player, table } from "./vocabulary.js";

const people = [player("p1"), player("p2")];

/** A frame with one event; `hidden`: the viewer can't see it. */
function frame(index, { hidden = false, tone = "info" } = {}) {
  const event = { v: index + 1, at: 1000 * index, type: hidden ? "hidden" : "placed", text: hidden ? "" : `Step ${index}.`, tone };
  return { index, at: 1000 * index, events: [event], table: table({ players: people, deadline: 99, version: index + 1 }) };
}

function page(from, to, count, more = {}) {
  const frames = Array.from({ length: to - from }, (_, nth) => frame(from + nth, more[from + nth]));
  return { game: "cheat", count, turns: [[1, "p1"], [4, "p2"]], frames };
}

function openedReplay(count = 6, more = {}) {
  const state = replayState("kwzpa", null);
  takePage(state, page(0, Math.min(count, 50), count, more));
  return state;
}

test("the first page shows the deal", () => {
  const state = openedReplay();
  assert.deepEqual([state.playback.at, state.frames.count, state.room.sync.table?.version], [0, 6, 1]);
  assert.equal(state.room.sync.table?.deadline, null, "deadlines of the past are removed");
});

test("the log follows the position, forward and back", () => {
  const state = openedReplay();
  const logText = () => state.room.log.lines.map((line) => line.text).join(" ");
  goTo(state, 2);
  assert.equal(logText(), "Step 0. Step 1. Step 2.");
  goTo(state, 1);
  assert.equal(logText(), "Step 0. Step 1.");
});

test("an important event is a verdict only in its own frame", () => {
  const state = openedReplay(6, { 2: { tone: "bad" } });
  goTo(state, 2);
  assert.deepEqual(state.room.log.verdict.map((line) => line.text), ["Step 2."]);
  goTo(state, 3);
  assert.deepEqual(state.room.log.verdict, []);
});

test("a step skips frames without a visible event", () => {
  const state = openedReplay(6, { 1: { hidden: true }, 2: { hidden: true } });
  assert.equal(nextFrame(state, 1), 3);
  goTo(state, 3);
  assert.equal(nextFrame(state, -1), 0);
});

test("a position never goes beyond the ends", () => {
  const state = openedReplay();
  goTo(state, 99);
  assert.deepEqual([state.playback.at, isAtEnd(state), nextFrame(state, 1)], [5, true, 5]);
  goTo(state, -3);
  assert.deepEqual([state.playback.at, isAtEnd(state), nextFrame(state, -1)], [0, false, 0]);
});

test("the current turn is the last that has begun", () => {
  const state = openedReplay();
  assert.deepEqual([0, 1, 3, 4, 5].map((at) => (goTo(state, at), turnNow(state))), [-1, 0, 0, 1, 1]);
});

test("the current page is loaded first, then the one before, then the next", () => {
  const state = openedReplay(180);
  state.frames.requestedPages.add(0);
  assert.deepEqual(missingPages(state), [1]);
  goTo(state, 120);
  assert.deepEqual(missingPages(state), [2, 1, 3]);
  goTo(state, 179);
  state.frames.requestedPages.add(3);
  assert.deepEqual(missingPages(state), [2]);
});

test("at first the first page is loaded", () => {
  assert.deepEqual(missingPages(replayState("kwzpa", null)), [0]);
});

test("the old table stays until the frame arrives", () => {
  const state = openedReplay(180);
  goTo(state, 120);
  assert.equal(state.room.sync.table?.version, 1);
  takePage(state, page(100, 150, 180));
  assert.equal(state.room.sync.table?.version, 121);
});

test("another seat keeps the position and loads the frames again", () => {
  const state = openedReplay();
  goTo(state, 3);
  const before = state.view.number;
  setView(state, { seat: "p2" });
  assert.deepEqual([state.playback.at, state.view.seat, state.frames.byIndex.size, state.view.number > before], [3, "p2", 0, true]);
});

test("a file starts at its deal", () => {
  const state = openedReplay();
  goTo(state, 3);
  openFile(state, "{}", "a.json");
  assert.deepEqual([state.playback.at, state.frames.count, state.source.code, state.source.file, state.source.fileName], [0, 0, "", "{}", "a.json"]);
});

test("a notice says that others want to play again, and that the next game has started", () => {
  const state = openedReplay();
  const again = { marks: [{ label: "plays again", kind: "again" }] };
  const seats = (...more) => [player("p1"), ...more];
  const room = (phase, ...more) => updateNotice(state, table({ phase, you: "p1", players: seats(...more) }));
  assert.equal(room("over", player("p2")), false);
  assert.equal(room("over", player("p2", { ...again, bot: "easy" })), false, "a bot does not count");
  assert.equal(state.notice, "");
  assert.equal(room("over", player("p2", { name: "Ben", ...again })), true);
  assert.equal(state.notice, "Ben wants to play again.");
  assert.equal(room("over", player("p2", { name: "Ben", ...again })), false, "the notice is not new");
  room("over", player("p2", { name: "Ben", ...again }), player("p3", { name: "Cleo", ...again }));
  assert.equal(state.notice, "Ben, Cleo want to play again.");
  assert.equal(room("playing", player("p2")), true);
  assert.equal(state.notice, "The next game has started.");
  assert.equal(room("lobby", player("p2")), false);
  assert.equal(state.notice, "");
});

test("open hands follow the order of seats, without the viewer's; their seats show only numbers", () => {
  const state = openedReplay();
  const hand = (/** @type {string} */ owner, /** @type {string[]|undefined} */ cards) => ({ id: `hand:${owner}`, kind: "hand", owner, count: 2, cards });
  const shown = table({ players: people, you: "p1", zones: [hand("p2", ["AS", "2H"]), hand("p1", ["3C", "4D"])] });
  assert.deepEqual(openHands(state, shown), [], "the cards are face down");
  setView(state, { isOpen: true });
  const hands = openHands(state, shown);
  assert.deepEqual(hands.map(({ player }) => player.id), ["p2"]);
  assert.deepEqual(withoutHands(shown, hands).zones.map(({ cards }) => cards), [undefined, ["3C", "4D"]]);
  assert.deepEqual(openHands(state, { ...shown, you: null }).map(({ player }) => player.id), ["p1", "p2"]);
});

test("every page has the moments of the whole game; those of an older server have none", () => {
  const state = openedReplay();
  assert.deepEqual(state.frames.moments, []);
  takePage(state, { ...page(0, 6, 6), moments: [[3, "lie", "bad"]] });
  assert.deepEqual(state.frames.moments, [[3, "lie", "bad"]]);
});
