import assert from "node:assert/strict";
import test from "node:test";

import { openQueue } from "../../static/js/table/queue.js";

/** A queue whose items last until they are told to end. */
function queue() {
  const told = [];
  const ends = [];
  const made = openQueue({
    play: (one, stop) => new Promise((resolve) => {
      told.push(one);
      ends.push(resolve);
      stop.addEventListener("abort", resolve);
    }),
    rest: () => told.push("rest"),
  });
  return { ...made, told, end: async () => (ends.pop()(), await null, await null, await null) };
}

test("one is played after the other, and then there is rest", async () => {
  const { add, told, end } = queue();
  add("a");
  add("b");
  assert.deepEqual(told, ["a"]);
  await end();
  assert.deepEqual(told, ["a", "b"]);
  await end();
  assert.deepEqual(told, ["a", "b", "rest"]);
  add("c");
  assert.deepEqual(told.at(-1), "c");
});

test("a jump leaves out what is played and what waits", async () => {
  const { add, jump, told } = queue();
  add("a");
  add("b");
  jump();
  await null;
  assert.deepEqual(told, ["a", "rest"]);
  add("c");
  assert.deepEqual(told, ["a", "rest", "c"]);
});

test("who is too far behind looks at the present", async () => {
  const { add, told } = queue();
  for (const one of ["a", "b", "c", "d", "e"]) add(one);
  assert.deepEqual(told, ["a", "rest"]);
});

test("one that counts for too many is not played at all", () => {
  const told = [];
  const { add } = openQueue({ play: async (one) => told.push(one), rest: () => told.push("rest"), size: (one) => one });
  add(4);
  assert.deepEqual(told, ["rest"]);
});

test("a jump while nothing is played does nothing", () => {
  const { jump, told } = queue();
  jump();
  assert.deepEqual(told, []);
});
