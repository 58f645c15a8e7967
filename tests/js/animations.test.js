import assert from "node:assert/strict";
import test from "node:test";

import { clockCue, cueOf, endCue } from "../../static/js/table/cues.js";
import { addScene, endScene, isAnimated, landBeat, sceneOf, shownTable, startBeat } from "../../static/js/table/animations.js";
import { event, form, hand, table } from "./vocabulary.js";

const pile = (count, more = {}) => ({ id: "pile", kind: "pile", owner: null, label: "Pile", count, ...more });
const hidden = (owner, count) => ({ id: `hand:${owner}`, kind: "hand", owner, label: "Hand", count });
const travel = (from, to, count, faces) => ({ from, to, count, ...(faces && { faces }) });
const zone = (seen, id) => seen.zones.find((one) => one.id === id);

/** The tables before and after Ben placed two cards. */
const oldTable = table({ zones: [hand("ada", ["AC"]), hidden("ben", 5), pile(3)], moves: [] });
const after = table({ version: 8, zones: [hand("ada", ["AC"]), hidden("ben", 3), pile(5)], moves: [], prompt: "Cleo's turn." });
const played = event(8, "Ben placed 2.", { by: "ben", cards: [travel("hand:ben", "pile", 2)] });

test("the end of a game is hidden until its scene has ended", () => {
  const over = { ...after, phase: "over" };
  const scene = sceneOf([played], oldTable, over);
  const stage = addScene(null, scene);
  assert.equal(shownTable(over, stage).phase, "playing", "so that the title of the tab does not tell it");
  assert.equal(shownTable(over, endScene(stage, scene)).phase, "over");
});

test("cards leave when they fly, and count when they land", () => {
  const scene = sceneOf([played], oldTable, after);
  let stage = addScene(null, scene);
  assert.deepEqual([zone(shownTable(after, stage), "hand:ben").count, zone(shownTable(after, stage), "pile").count], [5, 3]);
  stage = startBeat(stage, scene.beats[0]);
  assert.deepEqual([zone(shownTable(after, stage), "hand:ben").count, zone(shownTable(after, stage), "pile").count], [3, 3]);
  stage = landBeat(stage, scene.beats[0]);
  assert.equal(zone(shownTable(after, stage), "pile").count, 5);
  assert.deepEqual(shownTable(after, endScene(stage, scene)).zones.map((one) => one.count), [3, 5, 1]);
});

test("log and prompt do not reveal an outcome before its animation", () => {
  const called = event(8, "Cleo calls.", { by: "cleo", kind: "call", cards: [travel("pile", "reveal", 2, ["QH", "2S"])] });
  const verdict = event(8, "Ben lied!", { by: "cleo", kind: "lie", tone: "bad" });
  const shown = { id: "reveal", kind: "row", owner: null, label: "Shown", count: 2, cards: ["QH", "2S"], wrong: [1] };
  const judged = table({ version: 8, zones: [hand("ada", ["AC"]), hidden("ben", 3), pile(1), shown], moves: [], prompt: "Ben takes the pile." });
  const scene = sceneOf([called, verdict], { ...oldTable, prompt: "Wait." }, judged);
  let stage = addScene(null, scene);
  assert.deepEqual([shownTable(judged, stage).prompt, [...stage.futureLines]], ["Wait.", ["8.0", "8.1"]]);
  assert.ok(oldTable.players.some(({ turn }) => turn));
  assert.ok(!shownTable(judged, stage).players.some(({ turn }) => turn), "nobody is on turn meanwhile");
  stage = startBeat(stage, scene.beats[0]);
  assert.deepEqual([...stage.futureLines], ["8.1"]);
  assert.deepEqual(zone(shownTable(judged, stage), "reveal").arriving, ["QH", "2S"], "their places are reserved");
  stage = landBeat(stage, scene.beats[0]);
  assert.deepEqual(zone(shownTable(judged, stage), "reveal").arriving, []);
  assert.deepEqual(scene.beats[1].after, judged.zones);
});

test("the end of a round is told only once its last card has landed", () => {
  const played = event(8, "Ben plays.", { by: "ben", cards: [travel("hand:ben", "pile", 1)] });
  const won = event(8, "Ben wins the round.", { by: "ben", kind: "round", tone: "good" });
  const next = table({ version: 8, zones: [hand("ada", ["AC"]), hidden("ben", 4), pile(4)], moves: [], prompt: "Ben won the round." });
  const scene = sceneOf([played, won], { ...oldTable, prompt: "Wait." }, next);
  assert.equal(shownTable(next, addScene(null, scene)).prompt, "Wait.");
  assert.equal(shownTable(next, endScene(addScene(null, scene), scene)).prompt, "Ben won the round.");
});

test("a line without an animation appears with the next one, or after all of them", () => {
  const drawn = event(8, "Ben draws a kitten!", { by: "ben", kind: "danger", cards: [travel("pile", "kitten", 1)] });
  const exploded = event(8, "Ben explodes.", { by: "ben", kind: "explosion" });
  const events = [event(8, "Ben draws."), drawn, event(8, "Ben has no Defuse."), exploded, event(8, "Ada wins.", { tone: "good" })];
  const scene = sceneOf(events, oldTable, after);
  let stage = addScene(null, scene);
  assert.deepEqual([...stage.futureLines], ["8.1", "8.2", "8.3", "8.4"]);
  stage = startBeat(stage, scene.beats[0]);
  assert.deepEqual([...stage.futureLines], ["8.2", "8.3", "8.4"]);
  stage = startBeat(stage, scene.beats[1]);
  assert.deepEqual([...stage.futureLines], ["8.4"], "the winner is named after the explosion");
  assert.deepEqual([...endScene(stage, scene).futureLines], []);
});

test("the own hand is always up to date; moves appear when the animation has shown their reason", () => {
  const mine = table({ version: 8, zones: [hand("ada", ["AC", "KD"]), hidden("ben", 5), pile(2)] });
  const scene = sceneOf([event(8, "", { kind: "lie", cards: [travel("pile", "hand:ada", 1, ["KD"])] })], oldTable, mine);
  const stage = addScene(null, scene);
  const seen = shownTable(mine, stage);
  assert.deepEqual([zone(seen, "hand:ada").cards, seen.moves, seen.awaited], [["AC", "KD"], [], undefined]);
  const last = shownTable(mine, endScene(stage, scene));
  assert.deepEqual([last.moves, last.awaited], [mine.moves, "move"]);
  assert.deepEqual(zone(seen, "hand:ada").arriving, ["KD"]);
  assert.deepEqual(zone(shownTable(mine, landBeat(stage, scene.beats[0])), "hand:ada").arriving, []);
});

test("a reaction is never hidden, because its time is running", () => {
  const asked = table({ version: 8, awaited: "reaction", prompt: "Ben plays Skip.", moves: [form("nope")] });
  const scene = sceneOf([event(8, "", { kind: "nope", cards: [travel("hand:ben", "pile", 1)] })], oldTable, asked);
  const seen = shownTable(asked, addScene(null, scene));
  assert.deepEqual([seen.moves, seen.prompt, seen.awaited], [asked.moves, asked.prompt, "reaction"]);
});

test("the prompt is the line of the running animation, and a colour changes when its card lands", () => {
  const red = [{ label: "Colour", text: "red", kind: "colour", value: "red" }];
  const chosen = table({ version: 8, facts: red, prompt: "Your turn.", zones: [hand("ada", ["AC"]), hidden("ben", 4), pile(4)] });
  const scene = sceneOf([event(8, "Ben chooses red.", { by: "ben", kind: "colour", cards: [travel("hand:ben", "pile", 1)] })], { ...oldTable, prompt: "Wait." }, chosen);
  let stage = addScene(null, scene);
  assert.equal(shownTable(chosen, stage).prompt, "Wait.");
  stage = startBeat(stage, scene.beats[0], "Ben chooses red.");
  assert.deepEqual([shownTable(chosen, stage).prompt, shownTable(chosen, stage).facts], ["Ben chooses red.", undefined]);
  stage = landBeat(stage, scene.beats[0]);
  assert.deepEqual(shownTable(chosen, stage).facts, red);
  assert.equal(shownTable(chosen, endScene(stage, scene)).prompt, "Your turn.");
});

test("a deal goes from the pile to empty hands", () => {
  const dealt = table({ zones: [hand("ada", ["AC", "KD"]), hidden("ben", 2), pile(9)] });
  const scene = sceneOf([event(8, "", { kind: "deal" })], table({ phase: "lobby", zones: [] }), dealt);
  assert.deepEqual(scene.beats[0].travels, [travel("pile", "hand:ada", 2, ["AC", "KD"]), travel("pile", "hand:ben", 2)]);
  assert.deepEqual(scene.oldTable.zones.map((one) => one.count), [0, 0, 13]);
  assert.equal(isAnimated(scene, null), true);
});

test("the last move is animated before the result appears", () => {
  const over = table({ version: 8, phase: "over", result: { winners: ["ben"], text: "" }, zones: oldTable.zones, moves: [] });
  const scene = sceneOf([played], oldTable, over);
  assert.equal(shownTable(over, addScene(null, scene)).phase, "playing");
});

test("the waiting room, snapshots and events without a visible change are not animated", () => {
  const lobby = table({ phase: "lobby", zones: [] });
  assert.equal(isAnimated(sceneOf([played], oldTable, lobby), null), false);
  assert.equal(isAnimated(sceneOf([played], lobby, after), null), false);
  assert.equal(isAnimated(sceneOf([event(8, "Cleo believes it.")], oldTable, after), null), false);
  assert.equal(shownTable(after, null), after);
});

test("a chosen colour belongs to the last beat", () => {
  const wild = { ...after, zones: [pile(5, { colour: "green" })] };
  assert.equal(sceneOf([played], oldTable, wild).beats.at(-1).colour, "green");
  assert.equal(sceneOf([played], { ...oldTable, zones: [pile(3, { colour: "green" })] }, wild).beats.at(-1).colour, "");
});

test("kinds of events and moved cards have sounds", () => {
  const cue = (kind, ...travels) => cueOf({ event: event(8, "", { kind }), travels });
  assert.deepEqual(["lie", "explosion", "nope"].map((kind) => cue(kind)), ["lie", "boom", "nope"]);
  assert.deepEqual([cue(undefined, travel("a", "b", 2)), cue(undefined, travel("a", "b", 9)), cue("new")], ["place", "take", ""]);
  assert.deepEqual([["ada"], ["ben"]].map((winners) => endCue(table({ result: { winners } }))), ["win", "over"]);
  assert.equal(endCue(table({ you: null, result: { winners: ["ben"] } })), "over");
});

test("the last five seconds tick once each, and ten seconds are announced", () => {
  assert.deepEqual(clockCue(5_300, 4_900), { tick: true, warning: 0 });
  assert.deepEqual(clockCue(4_900, 4_400), { tick: false, warning: 0 });
  assert.deepEqual(clockCue(7_200, 6_900), { tick: false, warning: 0 });
  assert.deepEqual(clockCue(10_100, 9_900), { tick: false, warning: 10 });
  assert.deepEqual(clockCue(600, 0), { tick: false, warning: 0 });
  assert.deepEqual(clockCue(null, 3_000), { tick: false, warning: 0 });
});

test("an event of kind colour has the colour of the facts", () => {
  const red = { ...after, facts: [{ label: "Tournament", text: "Red", kind: "colour", value: "red" }] };
  assert.equal(sceneOf([event(8, "", { kind: "colour" })], oldTable, red).beats[0].colour, "red");
  assert.equal(sceneOf([event(8, "", { kind: "colour" })], oldTable, after).beats[0].colour, "");
});
