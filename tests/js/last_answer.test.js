import assert from "node:assert/strict";
import test from "node:test";
import { deflateRawSync } from "node:zlib";

import { digestOf, inflate, LastAnswer, WrongDictionary } from "../../static/js/table/last_answer.js";

const bytes = (text) => new TextEncoder().encode(text);
const compressed = (text, dictionary) => new Uint8Array(deflateRawSync(text, { dictionary: bytes(dictionary) }));
const news = (version, more = {}) => JSON.stringify({ version, table: { version }, ...more });
const plain = (text) => new Response(text);
const deflated = (text, last, digest = digestOf(bytes(text))) => new Response(compressed(text, last), { headers: { Deflated: digest } });

/** Returns random letters without long repetitions. */
const noise = (length) => {
  let state = 1;
  return Array.from({ length }, () => String.fromCharCode(97 + ((state = (state * 48271) % 2147483647) % 26))).join("");
};

test("the digest is the CRC-32 of gzip", () => {
  assert.deepEqual([digestOf(bytes("123456789")), digestOf(bytes("")), digestOf(bytes("ñ"))], ["cbf43926", "00000000", "1d681568"]);
});

test("an answer is inflated with a dictionary of any length", async () => {
  for (const length of [1, 255, 256, 2_500, 0xffff, 0x10000, 200_000]) {
    const dictionary = noise(length);
    const text = `${dictionary.slice(-2_000)} and Ünï news`;
    const body = await inflate(compressed(text, dictionary), bytes(dictionary), digestOf(bytes(text)));
    assert.equal(new TextDecoder().decode(body), text, String(length));
  }
});

test("an answer with a table is stored, and inflates the next one", async () => {
  const lastAnswer = new LastAnswer();
  assert.deepEqual(lastAnswer.query, { known: "" });
  assert.deepEqual(await lastAnswer.bodyOf(plain(news(1))), JSON.parse(news(1)));
  assert.deepEqual(lastAnswer.query, { known: digestOf(bytes(news(1))) });
  assert.deepEqual(await lastAnswer.bodyOf(plain('{"version":1}')), { version: 1 });
  assert.deepEqual(await lastAnswer.bodyOf(deflated(news(2), news(1))), JSON.parse(news(2)));
  assert.deepEqual(await lastAnswer.bodyOf(deflated(news(3), news(2))), JSON.parse(news(3)));
  assert.deepEqual(lastAnswer.query, { known: digestOf(bytes(news(3))) });
});

test("an answer that can't be inflated raises WrongDictionary", async () => {
  const lastAnswer = new LastAnswer();
  await lastAnswer.bodyOf(plain(news(1)));
  const complete = compressed(news(2), news(1));
  const wrong = [deflated(news(2), news(1), "00000000"), deflated(news(2), news(1, { other: true })), new Response(complete.subarray(0, -2), { headers: { Deflated: "00000000" } }),
    new Response("<html>", { headers: { Deflated: "00000000" } })];
  for (const response of wrong) await assert.rejects(lastAnswer.bodyOf(response), WrongDictionary);
  lastAnswer.forget();
  assert.deepEqual(lastAnswer.query, { known: "" });
});

test("a browser that can't inflate stores no answer", async () => {
  const lastAnswer = new LastAnswer(false);
  assert.deepEqual(await lastAnswer.bodyOf(plain(news(1))), JSON.parse(news(1)));
  assert.deepEqual(lastAnswer.query, {});
});

test("a refusal is raised and not stored", async () => {
  const lastAnswer = new LastAnswer();
  await assert.rejects(lastAnswer.bodyOf(new Response('{"code":"bad_token","detail":"No."}', { status: 401 })), { status: 401, code: "bad_token" });
  await assert.rejects(lastAnswer.bodyOf(new Response("<html>")), { status: 502 });
  assert.deepEqual(lastAnswer.query, { known: "" });
});
