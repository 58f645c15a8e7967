import assert from "node:assert/strict";
import test from "node:test";

import { openQueue } from "../../static/js/table/queue.js";

/** A queue whose items run until `end` or a skip. */
function queue() {
  const calls = [];
  const ends = [];
  const opened = openQueue({
    play: (item, stop) => new Promise((resolve) => {
      calls.push(item);
      ends.push(resolve);
      stop.addEventListener("abort", resolve);
    }),
    onEmpty: () => calls.push("onEmpty"),
  });
  return { ...opened, calls, end: async () => (ends.pop()(), await null, await null, await null) };
}

test("items are played one after the other, and then onEmpty is called", async () => {
  const { add, calls, end } = queue();
  add("a");
  add("b");
  assert.deepEqual(calls, ["a"]);
  await end();
  assert.deepEqual(calls, ["a", "b"]);
  await end();
  assert.deepEqual(calls, ["a", "b", "onEmpty"]);
  add("c");
  assert.deepEqual(calls.at(-1), "c");
});

test("a skip ends the running item and drops the waiting ones", async () => {
  const { add, skip, calls } = queue();
  add("a");
  add("b");
  skip();
  await null;
  assert.deepEqual(calls, ["a", "onEmpty"]);
  add("c");
  assert.deepEqual(calls, ["a", "onEmpty", "c"]);
});

test("all items are skipped if too many wait", async () => {
  const { add, calls } = queue();
  for (const item of ["a", "b", "c", "d", "e"]) add(item);
  assert.deepEqual(calls, ["a", "onEmpty"]);
});

test("an item that is too heavy is not played", () => {
  const calls = [];
  const { add } = openQueue({ play: async (item) => calls.push(item), onEmpty: () => calls.push("onEmpty"), size: (item) => item });
  add(4);
  assert.deepEqual(calls, ["onEmpty"]);
});

test("a skip without a running item does nothing", () => {
  const { skip, calls } = queue();
  skip();
  assert.deepEqual(calls, []);
});
