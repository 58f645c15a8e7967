import assert from "node:assert/strict";
import test from "node:test";

import { clockOffset, countdown, timeLeft } from "../../static/js/table/clock.js";

test("a wrong local clock does not change the time left", () => {
  const serverNow = 5_000_000;
  const left = [0, 9_000_000, -3_600_000, 20 * 365 * 86_400_000, -50 * 365 * 86_400_000].map((wrong) => {
    const localNow = serverNow + wrong;
    return timeLeft(serverNow + 45_000, clockOffset(serverNow, localNow), localNow);
  });
  assert.deepEqual(new Set(left), new Set([45_000]));
});

test("the time left after a deadline is zero", () => {
  assert.equal(timeLeft(1000, 0, 5000), 0);
});

test("without a deadline there is no time left and no countdown", () => {
  assert.equal(timeLeft(null, 0, 5000), null);
  assert.equal(countdown(null, null, 0, 5000), null);
});

test("a countdown is full when its deadline first appears, and keeps its span", () => {
  const first = countdown(null, 50_000, 0, 20_000);
  assert.deepEqual(first, { deadline: 50_000, span: 30_000 });
  assert.equal(countdown(first, 50_000, 0, 40_000), first);
  assert.deepEqual(countdown(first, 90_000, 0, 40_000), { deadline: 90_000, span: 50_000 });
});
