import assert from "node:assert/strict";
import test from "node:test";

import { delayAfter, FIRST_MS, LAST_MS, retryAfterMs, SOON } from "../../static/js/shared/backoff.js";

const ALMOST_ONE = 1 - Number.EPSILON;

test("the maximum pause doubles with each failure after the first few", () => {
  const ceilings = [1, 2, 3, SOON, SOON + 1, SOON + 2].map((failures) => delayAfter(failures, ALMOST_ONE));
  assert.deepEqual(ceilings, [1, 2, 2, 2, 4, 8].map((times) => times * FIRST_MS));
});

test("after a fault of three seconds the next attempt comes within five seconds", () => {
  for (const random of [0, 0.1, 0.3, 0.5, 0.7, 0.9, ALMOST_ONE]) {
    let at = 0;
    for (let failures = 1; at < 3000; failures += 1) at += delayAfter(failures, random);
    assert.ok(at < 5000, `${random}: ${at}`);
  }
});

test("a pause never exceeds thirty seconds", () => {
  assert.equal(delayAfter(1000, ALMOST_ONE), LAST_MS);
});

test("the jitter is full: the first and late pauses can be zero", () => {
  assert.equal(delayAfter(1, 0), 0);
  assert.equal(delayAfter(SOON + 1, 0), 0);
});

test("jitter is added to the pause that the server asks for", () => {
  assert.equal(delayAfter(1, 0, 5000), 5000);
  assert.ok(delayAfter(1, 0.5, 5000) > 5000);
});

test("Retry-After is read as seconds and as a date", () => {
  const now = Date.parse("Sat, 21 Nov 2026 03:00:00 GMT");
  assert.equal(retryAfterMs("3", now), 3000);
  assert.equal(retryAfterMs("Sat, 21 Nov 2026 03:00:07 GMT", now), 7000);
});

test("a missing, unreadable or past Retry-After means no pause", () => {
  assert.equal(retryAfterMs(null, 0), 0);
  assert.equal(retryAfterMs("soon", 0), 0);
  assert.equal(retryAfterMs("Sat, 21 Nov 2020 03:00:00 GMT", Date.parse("2026-11-21")), 0);
});
