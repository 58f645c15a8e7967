import assert from "node:assert/strict";
import test from "node:test";

import { awaitedOf, isNew } from "../../static/js/table/awaited.js";
import { form, player, roomForm, table } from "./vocabulary.js";

const kindOf = (changes) => awaitedOf(table(changes))?.kind;
const others = [player("ada"), player("ben", { turn: true })];

test("a turn, a move out of turn and a reaction are awaited", () => {
  assert.equal(kindOf(), "turn");
  assert.equal(kindOf({ players: others, moves: [form("give")] }), "asked");
  assert.equal(kindOf({ players: others, awaited: "reaction", moves: [form("nope"), form("pass")] }), "reaction");
});

test("nothing is awaited if the game waits for others, if a bot plays for the viewer, or when it is over", () => {
  assert.equal(awaitedOf(null), null);
  assert.equal(kindOf({ players: others, awaited: undefined, moves: [form("call_cheat")] }), undefined);
  assert.equal(kindOf({ moves: [roomForm("leave")] }), undefined);
  assert.equal(kindOf({ moves: [...table().moves, roomForm("take_over")] }), undefined);
  assert.equal(kindOf({ phase: "over" }), undefined);
});

test("an awaited action names its possible moves and its deadline", () => {
  const asked = awaitedOf(table({ players: others, moves: [form("give"), form("give"), roomForm("leave")], deadline: 9_000 }));
  assert.deepEqual([asked.moves, asked.until], [["give"], 9_000]);
});

test("the viewer is alerted once for each occasion", () => {
  const turn = awaitedOf(table());
  const [first, second] = [5_000, 9_000].map((deadline) => awaitedOf(table({ players: others, awaited: "reaction", deadline })));
  assert.equal(isNew(null, turn), true);
  assert.equal(isNew(turn, awaitedOf(table({ deadline: 7_000 }))), false, "the same turn");
  assert.equal(isNew(turn, first), true);
  assert.equal(isNew(first, second), true, "another card to say Nope to");
  assert.equal(isNew(second, null), false);
});
