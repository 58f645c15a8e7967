import assert from "node:assert/strict";
import test from "node:test";

import { openSharedPoll, mergeAnswers, answerNow } from "../../static/js/table/shared_poll.js";
import { Refusal } from "../../static/js/shared/problems.js";
import { event, news, table } from "./vocabulary.js";

const NOW = 1_790_000_000_000;

test("a tab that opens later is told the table and all events, as if they had come now", () => {
  const first = news(1, [event(1, "one")], { names: { p3: "Dan" } });
  const known = [news(2, [event(2, "two")]), { version: 2, cursor: "e-2b", events: [] }]
    .reduce((before, one) => mergeAnswers(before, /** @type {any} */ (one), NOW), mergeAnswers(null, /** @type {any} */ (first), NOW));
  const told = answerNow(known, NOW + 500);
  assert.deepEqual([told.version, told.cursor, told.names, told.events?.map((one) => one.text)], [2, "e-2b", { p3: "Dan" }, ["one", "two"]]);
  assert.equal(told.table?.now, table().now + 500);
});

test("after a reset nothing of the life before is told", () => {
  const before = mergeAnswers(null, /** @type {any} */ (news(9, [event(9, "old")])), NOW);
  const after = mergeAnswers(before, /** @type {any} */ (news(1, [], { reset: true })), NOW);
  assert.deepEqual(after.answer.events, []);
});

test("one tab polls, the others hear of it, and the next goes on from there when it closes", async (context) => {
  const locks = lockManager();
  context.mock.method(globalThis, "fetch", service());
  const present = Object.getOwnPropertyDescriptor(globalThis, "navigator");
  Object.defineProperty(globalThis, "navigator", { value: { locks }, configurable: true });
  context.after(() => Object.defineProperty(globalThis, "navigator", present ?? { value: undefined, configurable: true }));
  const [first, second] = [tab(), tab()];
  await heard(() => first.seen.length > 0 && second.seen.length > 0);
  assert.equal(asked.filter((url) => !url.searchParams.has("since")).length, 1);
  const before = asked.length;
  first.line.stop();
  await heard(() => second.seen.includes("e-2"));
  assert.equal(asked[before].searchParams.get("since"), "e-1");
  second.line.stop();
});

test("where tabs may not speak with each other, each polls", async (context) => {
  const denied = () => new DOMException("denied", "SecurityError");
  const present = Object.getOwnPropertyDescriptor(globalThis, "navigator");
  const channels = globalThis.BroadcastChannel;
  const refusing = { request: () => Promise.reject(denied()) };
  Object.defineProperty(globalThis, "navigator", { value: { locks: refusing }, configurable: true });
  context.mock.method(globalThis, "fetch", (/** @type {string} */ _, /** @type {any} */ { signal }) =>
    signal.aborted ? Promise.reject(denied()) : Promise.resolve(Response.json(news(1, [], { retry_after: 9 }))));
  context.after(() => {
    Object.defineProperty(globalThis, "navigator", present ?? { value: undefined, configurable: true });
    globalThis.BroadcastChannel = channels;
  });
  const without = [() => {}, () => {
    globalThis.BroadcastChannel = /** @type {any} */ (class { constructor() { throw denied(); } });
  }];
  for (const forbid of without) {
    forbid();
    const { seen, line } = tab();
    await heard(() => seen.length > 0);
    assert.deepEqual(seen, ["e-1"]);
    line.restart();
    line.shorten();
    line.stop();
  }
});

/** @type {URL[]} */
const asked = [];

/** Answers the first poll and each that begins after the first tab has closed; the others are held until they are aborted. */
function service() {
  let open = 0;
  return (/** @type {string} */ path, /** @type {any} */ { signal }) => new Promise((resolve, reject) => {
    asked.push(new URL(path, "http://room"));
    signal.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
    if (open !== 1 && open < 3) resolve(Response.json(news(open === 0 ? 1 : 2, [], { hold: 20 })));
    open += 1;
  });
}

function tab() {
  const seen = /** @type {string[]} */ ([]);
  const refused = (/** @type {Refusal} */ refusal) => seen.push(refusal.code);
  const hooks = { news: (/** @type {any} */ one) => seen.push(one.cursor), trouble: refused, barred: refused, ended: refused };
  return { seen, line: openSharedPoll("kwzpa", "secret", () => "page", /** @type {any} */ (hooks)) };
}

/** @param {() => boolean} isSo */
async function heard(isSo) {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

/** Locks as browsers have them, one name and no more. */
function lockManager() {
  let last = Promise.resolve(/** @type {unknown} */ (null));
  let held = false;
  const run = async (/** @type {(lock: unknown) => unknown} */ work) => {
    held = true;
    await work({});
    held = false;
    return true;
  };
  return {
    request(/** @type {string} */ _, /** @type {any} */ { ifAvailable }, /** @type {any} */ work) {
      if (ifAvailable && held) return Promise.resolve(work(null));
      last = last.then(() => run(work));
      if (ifAvailable) held = true;
      return last;
    },
  };
}
