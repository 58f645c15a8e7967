import assert from "node:assert/strict";
import test from "node:test";

import { asRefusal, bodyOf, isAboutName, isPassing, Refusal } from "../../static/js/problems.js";

const answer = (status, body, headers = {}) => new Response(JSON.stringify(body), { status, headers });

test("a refusal carries its code and the sentence for people", async () => {
  const problem = answer(409, { code: "name_taken", detail: "That name is taken." });
  await assert.rejects(bodyOf(problem), { status: 409, code: "name_taken", detail: "That name is taken." });
});

test("an answer that is not JSON is a refusal, whatever its status", async () => {
  await assert.rejects(bodyOf(new Response("<html>", { status: 200 })), { status: 502 });
  await assert.rejects(bodyOf(new Response("<html>", { status: 503 })), { status: 503, code: "unexpected" });
});

test("the wait that a refusal asks for is kept", async () => {
  await assert.rejects(bodyOf(answer(429, { code: "too_many_requests" }, { "Retry-After": "4" })), { retryMs: 4000 });
});

test("lost lines, overload and conflicts pass; rules do not", () => {
  const refused = (status, code, wait) => isPassing(new Refusal(status, code, "", wait));
  assert.equal(refused(0, "unreachable"), true);
  assert.equal(refused(503, "store_unavailable"), true);
  assert.equal(refused(429, "too_many_requests"), true);
  assert.equal(refused(429, "rate_limited", 1_000), true);
  assert.equal(refused(429, "rate_limited", 60_000), false, "nobody waits a minute for a button");
  assert.equal(refused(409, "busy"), true);
  assert.equal(refused(409, "call_window_open", 1500), true);
  assert.equal(refused(409, "not_your_turn"), false);
  assert.equal(refused(401, "bad_token"), false);
});

test("a name that is taken, too long or no name is told beside the name", () => {
  const about = (status, code) => isAboutName(new Refusal(status, code, ""));
  assert.deepEqual([about(409, "name_taken"), about(422, "name_too_long"), about(422, "bad_field")], [true, true, true]);
  assert.deepEqual([about(404, "room_not_found"), about(409, "room_full")], [false, false]);
});

test("whatever was thrown becomes a sentence", () => {
  assert.equal(asRefusal(new TypeError("fetch failed")).status, 0);
  assert.ok(asRefusal(new TypeError("fetch failed")).detail.endsWith("."));
});
