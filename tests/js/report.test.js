import assert from "node:assert/strict";
import test from "node:test";

import { sentencesOn } from "../../static/js/shared/report.js";

const share = (/** @type {number} */ part, around = 0.1) => ({ part, low: part - around, high: part + around });
/** @returns {any} */
const tableReport = (/** @type {number} */ players, more = {}) =>
  ({ players, games: 200, wins: Array.from({ length: players }, () => share(1 / players)), minutes: 5 * players, faults: {}, ...more });

test("a report has sentences about length, seats and skill", () => {
  assert.deepEqual(sentencesOn({ tables: [tableReport(2), tableReport(4)], skill: share(0.5, 0.05), fair: 0.25 }), [
    "Every game came to an end, after about 10 to 20 minutes.", "No seat has an advantage.",
    "Thinking ahead pays: bots that do win 50 % of the games; by chance it would be 25 %.",
  ]);
});

test("only significant differences are mentioned, with their numbers", () => {
  const wins = [share(0.52, 0.01), share(0.48, 0.01)];
  const sentences = sentencesOn({ tables: [tableReport(2, { wins })], skill: share(0.3), fair: 0.25 });
  assert.deepEqual(sentences.slice(1), ["Seat 1 has an advantage: it wins 52 % of the games of 2.",
    "Thinking ahead doesn't pay: the game is mostly luck, or its bots don't see what is good."]);
});

test("unfinished games come first, and a report without games has no sentences", () => {
  assert.equal(sentencesOn({ tables: [tableReport(2, { faults: { never_ends: 3 } })], skill: null, fair: 0.5 })[0], "3 of 200 games didn't finish.");
  assert.deepEqual(sentencesOn({ tables: [], skill: null, fair: 0.5 }), []);
});
