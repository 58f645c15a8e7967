// The two modules that fetch, against a service that is a list of answers.

import assert from "node:assert/strict";
import test from "node:test";

import { act, joinRoom } from "../../static/js/shared/api.js";
import { openPoll } from "../../static/js/table/poll.js";

/** Answers each request with the next of `answers`; an Error is thrown, and after the last one nothing comes. */
function service(context, answers) {
  const asked = [];
  context.mock.method(Math, "random", () => 0);
  context.mock.method(globalThis, "fetch", (url, init) => {
    asked.push({ url: new URL(url, "http://room"), init });
    const next = answers.shift();
    if (next instanceof Error) return Promise.reject(next);
    if (next === undefined) return new Promise((_, reject) => init.signal.addEventListener("abort", () => reject(aborted())));
    return Promise.resolve(new Response(JSON.stringify(next.body), { status: next.status ?? 200, headers: next.headers }));
  });
  return asked;
}

const aborted = () => new DOMException("aborted", "AbortError");
const lost = () => new TypeError("fetch failed");
const problem = (status, code) => ({ status, body: { code, detail: `${code}.` } });
const at = (version, extra = {}) => ({ body: { version, cursor: `e-${version}`, events: [], hold: 20, ...extra } });

/** Polls until so many requests were made and all answers to them were told; what the hooks were told, in order. */
async function polled(asked, count, { token = "secret", client = "page", told: most = count - 1 } = {}) {
  const told = [];
  const poll = openPoll("kwzpa", token, () => client, {
    news: (news) => told.push(news.version),
    trouble: (refusal) => told.push(refusal.code),
    barred: (refusal) => told.push(`barred: ${refusal.code}`),
    ended: (refusal) => told.push(`ended: ${refusal.code}`),
  });
  while (asked.length < count || told.length < most) await new Promise((resolve) => setTimeout(resolve, 2));
  poll.stop();
  return told;
}

test("the first request fetches the table and the past, each further one asks from the last cursor", async (context) => {
  const asked = service(context, [at(5), at(6)]);
  assert.deepEqual(await polled(asked, 3), [5, 6]);
  assert.deepEqual([asked[0].url.searchParams.get("since"), asked[0].url.searchParams.get("past")], [null, "1"]);
  assert.deepEqual(asked.slice(1).map(({ url }) => url.searchParams.get("since")), ["e-5", "e-6"]);
  assert.equal(asked[1].url.searchParams.get("wait"), "20");
});

test("the token travels in the header and never in an address", async (context) => {
  const asked = service(context, [at(5)]);
  await polled(asked, 2);
  for (const { url, init } of asked) {
    assert.equal(init.headers.Authorization, "Bearer secret");
    assert.doesNotMatch(url.href, /secret/);
  }
});

test("every call says that a page of this server makes it", async (context) => {
  const asked = service(context, [{ body: {} }, { body: {} }]);
  await joinRoom("kwzpa", { name: "Ada" });
  await act("kwzpa", "secret", { id: "12345678", move: "start", args: {} });
  assert.deepEqual(asked.map(({ init }) => init.headers["X-Requested-With"]), ["cheat", "cheat"]);
});

test("after a failure the same cursor is asked for again, without waiting on the server", async (context) => {
  const asked = service(context, [at(5), lost(), problem(503, "store_unavailable"), at(6)]);
  assert.deepEqual(await polled(asked, 5), [5, "unreachable", "store_unavailable", 6]);
  assert.deepEqual(asked.slice(1).map(({ url }) => url.searchParams.get("since")), ["e-5", "e-5", "e-5", "e-6"]);
  assert.deepEqual(asked.slice(1).map(({ url }) => url.searchParams.get("wait")), ["20", "0", "0", "20"]);
});

test("an answer that cannot be inflated is asked for again at once, without its dictionary", async (context) => {
  const asked = service(context, [at(5, { table: {} }), { ...at(6, { table: {} }), headers: { Deflated: "00000000" } }, at(6, { table: {} })]);
  assert.deepEqual(await polled(asked, 4, { told: 2 }), [5, 6]);
  const known = asked.map(({ url }) => url.searchParams.get("known"));
  assert.match(known[1], /^[0-9a-f]{8}$/);
  assert.deepEqual([known[0], known[2]], ["", ""]);
  assert.notEqual(known[3], known[1]);
  assert.deepEqual(asked.map(({ url }) => url.searchParams.get("wait")), ["25", "20", "0", "20"]);
});

test("polls carry the name of their page, if it has one", async (context) => {
  const asked = service(context, [at(5), at(6)]);
  await polled(asked, 3);
  assert.deepEqual(asked.slice(1).map(({ url }) => url.searchParams.get("client")), ["page", "page"]);
  await polled(asked, 4, { client: "", told: 0 });
  assert.ok(!asked.at(-1).url.searchParams.has("client"));
});

test("a lost seat and a room that is gone end the loop", async (context) => {
  for (const end of [problem(401, "bad_token"), problem(404, "room_not_found")]) {
    const asked = service(context, [at(5), end]);
    assert.deepEqual(await polled(asked, 2, { told: 2 }), [5, `ended: ${end.body.code}`]);
    assert.equal(asked.length, 2);
    context.mock.restoreAll();
  }
});

test("a proxy that knows nothing of the room is waited for, and the seat is kept", async (context) => {
  const foreign = [{ status: 404, body: "no such app" }, { status: 401, body: { message: "Unauthorized" } }, { status: 404, body: { detail: "Not Found" } }];
  const asked = service(context, [at(5), foreign[0], at(6), foreign[1], at(7), foreign[2], at(8)]);
  assert.deepEqual(await polled(asked, 8), [5, "unexpected", 6, "unexpected", 7, "unexpected", 8]);
});

test("a spectator has no token, and each of their pages a name", async (context) => {
  const asked = service(context, [at(5), at(6)]);
  assert.deepEqual(await polled(asked, 3, { token: null }), [5, 6]);
  assert.ok(asked.every(({ init }) => !("Authorization" in init.headers)));
  assert.ok(asked[1].url.searchParams.get("client"));
});

test("who may not watch is told so, and looks again from the start", async (context) => {
  for (const code of ["no_spectators", "too_many_watchers"]) {
    const asked = service(context, [at(5), problem(409, code), at(8)]);
    assert.deepEqual(await polled(asked, 4, { token: null }), [5, `barred: ${code}`, 8]);
    assert.deepEqual(asked.slice(1).map(({ url }) => url.searchParams.get("since")), ["e-5", null, "e-8"]);
    context.mock.restoreAll();
  }
});

test("a seat in the next game is asked for in so many words, and only then", async (context) => {
  const asked = service(context, [at(5), at(6)]);
  await joinRoom("kwzpa", { name: "Ada" });
  await joinRoom("kwzpa", { name: "Ada" }, true);
  assert.deepEqual(asked.map(({ init }) => JSON.parse(init.body)), [{ name: "Ada" }, { name: "Ada", next_game: true }]);
});

test("an action is resent with the same id until it is judged", async (context) => {
  const asked = service(context, [lost(), problem(409, "busy"), problem(503, "store_unavailable"), at(6)]);
  assert.equal((await act("kwzpa", "secret", "place", { cards: ["QH"] })).version, 6);
  const bodies = asked.map(({ init }) => init.body);
  assert.equal(bodies.length, 4);
  assert.equal(new Set(bodies).size, 1);
  assert.match(JSON.parse(bodies[0]).id, /^[0-9a-f-]{32,36}$/);
});

test("a refusal by the rules is told once and not repeated", async (context) => {
  const asked = service(context, [problem(409, "not_your_turn")]);
  await assert.rejects(act("kwzpa", "secret", "place", {}), { code: "not_your_turn", detail: "not_your_turn." });
  assert.equal(asked.length, 1);
});

test("two intentions have two ids", async (context) => {
  const asked = service(context, [at(6), at(7)]);
  await act("kwzpa", "secret", "trust", {});
  await act("kwzpa", "secret", "trust", {});
  assert.notEqual(JSON.parse(asked[0].init.body).id, JSON.parse(asked[1].init.body).id);
});

/** A poll on a clock of the test's own, after its first answer; `after` lets time pass and tells what was heard by then. */
async function silentLine(context, answers) {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_790_000_000_000 });
  const asked = service(context, answers);
  const told = [];
  const poll = openPoll("kwzpa", "secret", () => "page", {
    news: (news) => told.push(news.version), trouble: (refusal) => told.push(refusal.code), barred: () => {}, ended: () => {},
  });
  const settled = async () => {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  await settled();
  const after = async (seconds) => {
    await settled();
    for (let left = 1000 * seconds; left > 0; left -= 100) {
      context.mock.timers.tick(Math.min(100, left));
      await settled();
    }
    return [...told];
  };
  return { asked, poll, after };
}

test("a line that dies without a word is noticed within five seconds while somebody looks, and tried anew at once", async (context) => {
  const answers = [at(5)];
  const { asked, poll, after } = await silentLine(context, answers);
  answers.push(at(6));
  poll.shorten();
  assert.deepEqual(await after(0), [5, 6], "the long poll is given up for one that shows at once whether there is a line");
  for (let looks = 0; looks < 7; looks++) {
    poll.shorten();
    assert.deepEqual(await after(0.5), [5, 6]);
  }
  poll.shorten();
  assert.deepEqual(await after(0.5), [5, 6, "unreachable"], "the second silence is told");
  answers.push(at(7));
  poll.shorten();
  assert.deepEqual(await after(0.5), [5, 6, "unreachable", "unreachable", 7]);
  assert.deepEqual(asked.slice(0, 6).map(({ url }) => Number(url.searchParams.get("wait"))), [25, 20, 0, 3, 0, 0]);
  poll.stop();
});

test("nobody who does not look asks more often, and a nudge is no trouble", async (context) => {
  const { asked, poll, after } = await silentLine(context, [at(5)]);
  assert.deepEqual([await after(29), asked.length], [[5], 2]);
  poll.restart();
  assert.deepEqual([await after(0.5), asked.length], [[5], 3]);
  poll.stop();
});
