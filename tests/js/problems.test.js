import assert from "node:assert/strict";
import test from "node:test";

import { asRefusal, bodyOf, endsSeat, isAboutName, isPassing, Refusal } from "../../static/js/shared/problems.js";

const answer = (status, body, headers = {}) => new Response(JSON.stringify(body), { status, headers });

test("a refusal carries its code and the sentence for people", async () => {
  const problem = answer(409, { code: "name_taken", detail: "That name is taken." });
  await assert.rejects(bodyOf(problem), { status: 409, code: "name_taken", detail: "That name is taken." });
});

test("an answer that is not JSON is a refusal with any status", async () => {
  await assert.rejects(bodyOf(new Response("<html>", { status: 200 })), { status: 502 });
  await assert.rejects(bodyOf(new Response("<html>", { status: 503 })), { status: 503, code: "unexpected" });
});

test("an error of a proxy is temporary with any status, and ends no seat", async () => {
  const foreign = [new Response("<h1>No such app</h1>", { status: 404 }), answer(404, { message: "no Route matched" }), answer(401, { code: 401, detail: "No." }),
    answer(403, { detail: "Forbidden" }), answer(404, "hello"), answer(401, { code: "auth" })];
  for (const one of foreign) {
    const refusal = await bodyOf(one).catch((error) => error);
    assert.deepEqual([refusal.status, refusal.code, isPassing(refusal), endsSeat(refusal)], [502, "unexpected", true, false]);
    assert.doesNotMatch(refusal.detail, /Forbidden|No\./, "the text of a proxy is not shown");
  }
});

test("only codes of the service end a seat", () => {
  const ends = (status, code) => endsSeat(new Refusal(status, code, ""));
  assert.deepEqual([ends(401, "bad_token"), ends(401, "no_token"), ends(404, "room_not_found")], [true, true, true]);
  assert.deepEqual([ends(404, "not_found"), ends(404, "game_not_found"), ends(403, "kicked"), ends(502, "unexpected")], [false, false, false, false]);
});

test("a refusal has the pause that the service asks for", async () => {
  await assert.rejects(bodyOf(answer(429, { code: "too_many_requests", detail: "Wait." }, { "Retry-After": "4" })), { retryMs: 4000 });
  await assert.rejects(bodyOf(answer(429, {}, { "Retry-After": "4" })), { status: 429, retryMs: 4000 });
});

test("lost connections, overload and conflicts are temporary; refusals by the rules are not", () => {
  const refused = (status, code, wait) => isPassing(new Refusal(status, code, "", wait));
  assert.equal(refused(0, "unreachable"), true);
  assert.equal(refused(503, "store_unavailable"), true);
  assert.equal(refused(429, "too_many_requests"), true);
  assert.equal(refused(429, "rate_limited", 1_000), true);
  assert.equal(refused(429, "rate_limited", 60_000), false, "a minute is too long for a button");
  assert.equal(refused(409, "busy"), true);
  assert.equal(refused(409, "call_window_open", 1500), true);
  assert.equal(refused(409, "not_your_turn"), false);
  assert.equal(refused(401, "bad_token"), false);
});

test("refusals about the name are recognised", () => {
  const about = (status, code) => isAboutName(new Refusal(status, code, ""));
  assert.deepEqual([about(409, "name_taken"), about(422, "name_too_long"), about(422, "bad_field")], [true, true, true]);
  assert.deepEqual([about(404, "room_not_found"), about(409, "room_full")], [false, false]);
});

test("any error becomes a refusal with a sentence", () => {
  assert.equal(asRefusal(new TypeError("fetch failed")).status, 0);
  assert.ok(asRefusal(new TypeError("fetch failed")).detail.endsWith("."));
});
