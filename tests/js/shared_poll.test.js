import assert from "node:assert/strict";
import test from "node:test";

import { openSharedPoll, mergeAnswers, answerNow } from "../../static/js/table/shared_poll.js";
import { Refusal } from "../../static/js/shared/problems.js";
import { event, news, table } from "./vocabulary.js";

const NOW = 1_790_000_000_000;

test("a later tab gets the table and all events, with the clock of now", () => {
  const first = news(1, [event(1, "one")], { names: { p3: "Dan" } });
  const merged = [news(2, [event(2, "two")]), { version: 2, cursor: "e-2b", events: [] }]
    .reduce((before, one) => mergeAnswers(before, /** @type {any} */ (one), NOW), mergeAnswers(null, /** @type {any} */ (first), NOW));
  const answer = answerNow(merged, NOW + 500);
  assert.deepEqual([answer.version, answer.cursor, answer.names, answer.events?.map((one) => one.text)], [2, "e-2b", { p3: "Dan" }, ["one", "two"]]);
  assert.equal(answer.table?.now, table().now + 500);
});

test("after a reset a later tab gets no older events", () => {
  const before = mergeAnswers(null, /** @type {any} */ (news(9, [event(9, "old")])), NOW);
  const after = mergeAnswers(before, /** @type {any} */ (news(1, [], { reset: true })), NOW);
  assert.deepEqual(after.answer.events, []);
});

test("one tab polls for all, and the next continues from its cursor when it closes", async (context) => {
  const locks = lockManager();
  context.mock.method(globalThis, "fetch", service());
  const present = Object.getOwnPropertyDescriptor(globalThis, "navigator");
  Object.defineProperty(globalThis, "navigator", { value: { locks }, configurable: true });
  context.after(() => Object.defineProperty(globalThis, "navigator", present ?? { value: undefined, configurable: true }));
  const [first, second] = [tab(), tab()];
  await waitFor(() => first.seen.length > 0 && second.seen.length > 0);
  assert.equal(requests.filter((url) => !url.searchParams.has("since")).length, 1);
  const before = requests.length;
  first.poll.stop();
  await waitFor(() => second.seen.includes("e-2"));
  assert.equal(requests[before].searchParams.get("since"), "e-1");
  second.poll.stop();
});

test("tabs that can't communicate poll by themselves", async (context) => {
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
    const { seen, poll } = tab();
    await waitFor(() => seen.length > 0);
    assert.deepEqual(seen, ["e-1"]);
    poll.restart();
    poll.shorten();
    poll.stop();
  }
});

/** @type {URL[]} */
const requests = [];

/** Answers the first poll, and polls that begin after the first tab has closed. All others wait until they are aborted. */
function service() {
  let open = 0;
  return (/** @type {string} */ path, /** @type {any} */ { signal }) => new Promise((resolve, reject) => {
    requests.push(new URL(path, "http://room"));
    signal.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
    if (open !== 1 && open < 3) resolve(Response.json(news(open === 0 ? 1 : 2, [], { hold: 20 })));
    open += 1;
  });
}

function tab() {
  const seen = /** @type {string[]} */ ([]);
  const refused = (/** @type {Refusal} */ refusal) => seen.push(refusal.code);
  const hooks = { news: (/** @type {any} */ one) => seen.push(one.cursor), trouble: refused, barred: refused, ended: refused };
  return { seen, poll: openSharedPoll("kwzpa", "secret", () => "page", /** @type {any} */ (hooks)) };
}

/** @param {() => boolean} condition */
async function waitFor(condition) {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

/** The locks of a browser, for a single name. */
function lockManager() {
  let last = Promise.resolve(/** @type {unknown} */ (null));
  let isHeld = false;
  const run = async (/** @type {(lock: unknown) => unknown} */ work) => {
    isHeld = true;
    await work({});
    isHeld = false;
    return true;
  };
  return {
    request(/** @type {string} */ _, /** @type {any} */ { ifAvailable }, /** @type {any} */ work) {
      if (ifAvailable && isHeld) return Promise.resolve(work(null));
      last = last.then(() => run(work));
      if (ifAvailable) isHeld = true;
      return last;
    },
  };
}
