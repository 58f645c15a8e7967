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
    onEmpty: () => told.push("onEmpty"),
  });
  return { ...made, told, end: async () => (ends.pop()(), await null, await null, await null) };
}

test("one is played after the other, and then there is onEmpty", async () => {
  const { add, told, end } = queue();
  add("a");
  add("b");
  assert.deepEqual(told, ["a"]);
  await end();
  assert.deepEqual(told, ["a", "b"]);
  await end();
  assert.deepEqual(told, ["a", "b", "onEmpty"]);
  add("c");
  assert.deepEqual(told.at(-1), "c");
});

test("a skip leaves out what is played and what waits", async () => {
  const { add, skip, told } = queue();
  add("a");
  add("b");
  skip();
  await null;
  assert.deepEqual(told, ["a", "onEmpty"]);
  add("c");
  assert.deepEqual(told, ["a", "onEmpty", "c"]);
});

test("who is too far behind looks at the present", async () => {
  const { add, told } = queue();
  for (const one of ["a", "b", "c", "d", "e"]) add(one);
  assert.deepEqual(told, ["a", "onEmpty"]);
});

test("one that counts for too many is not played at all", () => {
  const told = [];
  const { add } = openQueue({ play: async (one) => told.push(one), onEmpty: () => told.push("onEmpty"), size: (one) => one });
  add(4);
  assert.deepEqual(told, ["onEmpty"]);
});

test("a skip while nothing is played does nothing", () => {
  const { skip, told } = queue();
  skip();
  assert.deepEqual(told, []);
});
