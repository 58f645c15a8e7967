// Tests of the two modules that fetch. The service is a list of answers.

import assert from "node:assert/strict";
import test from "node:test";

import { act, joinRoom } from "../../static/js/shared/api.js";
import { openPoll } from "../../static/js/table/poll.js";

/** Answers each request with the next of `answers`. Errors are thrown; requests after the last answer get none. */
function service(context, answers) {
  const requests = [];
  context.mock.method(Math, "random", () => 0);
  context.mock.method(globalThis, "fetch", (url, init) => {
    requests.push({ url: new URL(url, "http://room"), init });
    const next = answers.shift();
    if (next instanceof Error) return Promise.reject(next);
    if (next === undefined) return new Promise((_, reject) => init.signal.addEventListener("abort", () => reject(aborted())));
    return Promise.resolve(new Response(JSON.stringify(next.body), { status: next.status ?? 200, headers: next.headers }));
  });
  return requests;
}

const aborted = () => new DOMException("aborted", "AbortError");
const networkError = () => new TypeError("fetch failed");
const problem = (status, code) => ({ status, body: { code, detail: `${code}.` } });
const at = (version, extra = {}) => ({ body: { version, cursor: `e-${version}`, events: [], hold: 20, ...extra } });

/** Polls until there were `count` requests and `reportCount` calls of the hooks. Returns the calls in order. */
async function polled(requests, count, { token = "secret", client = "page", reportCount = count - 1 } = {}) {
  const reports = [];
  const poll = openPoll("kwzpa", token, () => client, {
    news: (news) => reports.push(news.version),
    trouble: (refusal) => reports.push(refusal.code),
    barred: (refusal) => reports.push(`barred: ${refusal.code}`),
    ended: (refusal) => reports.push(`ended: ${refusal.code}`),
  });
  while (requests.length < count || reports.length < reportCount) await new Promise((resolve) => setTimeout(resolve, 2));
  poll.stop();
  return reports;
}

test("the first poll asks for the table and past events, each further poll continues from the last cursor", async (context) => {
  const requests = service(context, [at(5), at(6)]);
  assert.deepEqual(await polled(requests, 3), [5, 6]);
  assert.deepEqual([requests[0].url.searchParams.get("since"), requests[0].url.searchParams.get("past")], [null, "1"]);
  assert.deepEqual(requests.slice(1).map(({ url }) => url.searchParams.get("since")), ["e-5", "e-6"]);
  assert.equal(requests[1].url.searchParams.get("wait"), "20");
});

test("the token is sent in the header and never in an address", async (context) => {
  const requests = service(context, [at(5)]);
  await polled(requests, 2);
  for (const { url, init } of requests) {
    assert.equal(init.headers.Authorization, "Bearer secret");
    assert.doesNotMatch(url.href, /secret/);
  }
});

test("every call has the header of a page of this server", async (context) => {
  const requests = service(context, [{ body: {} }, { body: {} }]);
  await joinRoom("kwzpa", { name: "Ada" });
  await act("kwzpa", "secret", { id: "12345678", move: "start", args: {} });
  assert.deepEqual(requests.map(({ init }) => init.headers["X-Requested-With"]), ["cheat", "cheat"]);
});

test("after a failure the poll repeats its cursor, without a hold", async (context) => {
  const requests = service(context, [at(5), networkError(), problem(503, "store_unavailable"), at(6)]);
  assert.deepEqual(await polled(requests, 5), [5, "unreachable", "store_unavailable", 6]);
  assert.deepEqual(requests.slice(1).map(({ url }) => url.searchParams.get("since")), ["e-5", "e-5", "e-5", "e-6"]);
  assert.deepEqual(requests.slice(1).map(({ url }) => url.searchParams.get("wait")), ["20", "0", "0", "20"]);
});

test("an answer that can't be inflated is requested again at once, without a dictionary", async (context) => {
  const requests = service(context, [at(5, { table: {} }), { ...at(6, { table: {} }), headers: { Deflated: "00000000" } }, at(6, { table: {} })]);
  assert.deepEqual(await polled(requests, 4, { reportCount: 2 }), [5, 6]);
  const known = requests.map(({ url }) => url.searchParams.get("known"));
  assert.match(known[1], /^[0-9a-f]{8}$/);
  assert.deepEqual([known[0], known[2]], ["", ""]);
  assert.notEqual(known[3], known[1]);
  assert.deepEqual(requests.map(({ url }) => url.searchParams.get("wait")), ["25", "20", "0", "20"]);
});

test("polls send the id of their page, if it has one", async (context) => {
  const requests = service(context, [at(5), at(6)]);
  await polled(requests, 3);
  assert.deepEqual(requests.slice(1).map(({ url }) => url.searchParams.get("client")), ["page", "page"]);
  await polled(requests, 4, { client: "", reportCount: 0 });
  assert.ok(!requests.at(-1).url.searchParams.has("client"));
});

test("a lost seat or a missing room ends the loop", async (context) => {
  for (const end of [problem(401, "bad_token"), problem(404, "room_not_found")]) {
    const requests = service(context, [at(5), end]);
    assert.deepEqual(await polled(requests, 2, { reportCount: 2 }), [5, `ended: ${end.body.code}`]);
    assert.equal(requests.length, 2);
    context.mock.restoreAll();
  }
});

test("after the error of a proxy the poll tries again and keeps the seat", async (context) => {
  const foreign = [{ status: 404, body: "no such app" }, { status: 401, body: { message: "Unauthorized" } }, { status: 404, body: { detail: "Not Found" } }];
  const requests = service(context, [at(5), foreign[0], at(6), foreign[1], at(7), foreign[2], at(8)]);
  assert.deepEqual(await polled(requests, 8), [5, "unexpected", 6, "unexpected", 7, "unexpected", 8]);
});

test("a spectator's polls have no token, but the id of the page", async (context) => {
  const requests = service(context, [at(5), at(6)]);
  assert.deepEqual(await polled(requests, 3, { token: null }), [5, 6]);
  assert.ok(requests.every(({ init }) => !("Authorization" in init.headers)));
  assert.ok(requests[1].url.searchParams.get("client"));
});

/** An answer to a poll that all spectators share: its cursor has a slot. */
const shared = (version, slot) => ({ body: { version, cursor: `e.${version}-${slot}`, events: [], hold: 10 } });

test("a page that is not counted sends only language and cursor", async (context) => {
  const requests = service(context, [shared(5, 7), shared(5, 8)]);
  assert.deepEqual(await polled(requests, 3, { token: null, client: "" }), [5, 5]);
  const path = "/api/rooms/kwzpa/watch?lang=en";
  assert.deepEqual(requests.map(({ url }) => url.pathname + url.search), [path, `${path}&since=e.5-7`, `${path}&since=e.5-8`]);
  assert.ok(requests.every(({ init }) => !("Authorization" in init.headers)));
});

test("after a failure a page that is not counted asks without the slot, which is answered at once", async (context) => {
  const requests = service(context, [shared(5, 7), problem(503, "store_unavailable"), shared(5, 8)]);
  assert.deepEqual(await polled(requests, 4, { token: null, client: "" }), [5, "store_unavailable", 5]);
  assert.deepEqual(requests.slice(1).map(({ url }) => url.searchParams.get("since")), ["e.5-7", "e.5", "e.5-8"]);
});

test("where too many are counted, a spectator goes on without being counted", async (context) => {
  const requests = service(context, [at(5), problem(429, "rate_limited"), shared(6, 7)]);
  assert.deepEqual(await polled(requests, 4, { token: null, reportCount: 2 }), [5, 6]);
  assert.deepEqual(requests.map(({ url }) => url.pathname.split("/").pop()), ["events", "events", "watch", "watch"]);
});

test("a page that may not watch is told so, and tries again from the start", async (context) => {
  for (const code of ["no_spectators", "too_many_watchers"]) {
    const requests = service(context, [at(5), problem(409, code), at(8)]);
    assert.deepEqual(await polled(requests, 4, { token: null }), [5, `barred: ${code}`, 8]);
    assert.deepEqual(requests.slice(1).map(({ url }) => url.searchParams.get("since")), ["e-5", null, "e-8"]);
    context.mock.restoreAll();
  }
});

test("a seat for the next game is requested explicitly", async (context) => {
  const requests = service(context, [at(5), at(6)]);
  await joinRoom("kwzpa", { name: "Ada" });
  await joinRoom("kwzpa", { name: "Ada" }, true);
  assert.deepEqual(requests.map(({ init }) => JSON.parse(init.body)), [{ name: "Ada" }, { name: "Ada", next_game: true }]);
});

test("an action is sent again with the same id until it is accepted or refused", async (context) => {
  const requests = service(context, [networkError(), problem(409, "busy"), problem(503, "store_unavailable"), at(6)]);
  assert.equal((await act("kwzpa", "secret", "place", { cards: ["QH"] })).version, 6);
  const bodies = requests.map(({ init }) => init.body);
  assert.equal(bodies.length, 4);
  assert.equal(new Set(bodies).size, 1);
  assert.match(JSON.parse(bodies[0]).id, /^[0-9a-f-]{32,36}$/);
});

test("an action that the rules refuse is not sent again", async (context) => {
  const requests = service(context, [problem(409, "not_your_turn")]);
  await assert.rejects(act("kwzpa", "secret", "place", {}), { code: "not_your_turn", detail: "not_your_turn." });
  assert.equal(requests.length, 1);
});

test("two actions have different ids", async (context) => {
  const requests = service(context, [at(6), at(7)]);
  await act("kwzpa", "secret", "trust", {});
  await act("kwzpa", "secret", "trust", {});
  assert.notEqual(JSON.parse(requests[0].init.body).id, JSON.parse(requests[1].init.body).id);
});

/** A poll on a clock of the test's own, after its first answer; `reportsAfter` lets time pass and tells what was heard by then. */
async function silentConnection(context, answers) {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_790_000_000_000 });
  const requests = service(context, answers);
  const reports = [];
  const poll = openPoll("kwzpa", "secret", () => "page", {
    news: (news) => reports.push(news.version), trouble: (refusal) => reports.push(refusal.code), barred: () => {}, ended: () => {},
  });
  const settle = async () => {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  await settle();
  const reportsAfter = async (seconds) => {
    await settle();
    for (let left = 1000 * seconds; left > 0; left -= 100) {
      context.mock.timers.tick(Math.min(100, left));
      await settle();
    }
    return [...reports];
  };
  return { requests, poll, reportsAfter };
}

test("a dead connection is noticed within five seconds while the viewer looks, and retried at once", async (context) => {
  const answers = [at(5)];
  const { requests, poll, reportsAfter } = await silentConnection(context, answers);
  answers.push(at(6));
  poll.shorten();
  assert.deepEqual(await reportsAfter(0), [5, 6], "a poll without a hold replaces the long one");
  for (let looks = 0; looks < 7; looks++) {
    poll.shorten();
    assert.deepEqual(await reportsAfter(0.5), [5, 6]);
  }
  poll.shorten();
  assert.deepEqual(await reportsAfter(0.5), [5, 6, "unreachable"], "the second missing answer is reported");
  answers.push(at(7));
  poll.shorten();
  assert.deepEqual(await reportsAfter(0.5), [5, 6, "unreachable", "unreachable", 7]);
  assert.deepEqual(requests.slice(0, 6).map(({ url }) => Number(url.searchParams.get("wait"))), [25, 20, 0, 3, 0, 0]);
  poll.stop();
});

test("a viewer that looks while news arrives shortens the next poll, and repeats none", async (context) => {
  const requests = service(context, [at(5)]);
  const poll = openPoll("kwzpa", "secret", () => "page", { news: () => poll.shorten(), trouble: () => {}, barred: () => {}, ended: () => {} });
  while (requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 2));
  poll.stop();
  assert.deepEqual(requests.map(({ url }) => Number(url.searchParams.get("wait"))), [25, 3]);
});

test("without a viewer polls stay long, and a restart reports no trouble", async (context) => {
  const { requests, poll, reportsAfter } = await silentConnection(context, [at(5)]);
  assert.deepEqual([await reportsAfter(29), requests.length], [[5], 2]);
  poll.restart();
  assert.deepEqual([await reportsAfter(0.5), requests.length], [[5], 3]);
  poll.stop();
});
