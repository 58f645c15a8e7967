// Asks about a text while it is being written: a moment after the last letter, one question at a time, and only the answer about
// the text as it is now is told. Pure, but for the clock.

import { asRefusal, isPassing } from "../shared/problems.js";

/** Whoever types has paused for so long. */
const TYPING_MS = 300;
/** After a failure that may pass by itself. */
const AGAIN_MS = 3_000;

/**
 * @template Answer
 * @param {(text: string) => Promise<Answer>} ask
 * @param {(answer: Answer|null, refusal: import("../shared/problems.js").Refusal|null) => void} report
 * @returns {(text: string) => void} to be called with each new text
 */
export function liveCheck(ask, report) {
  /** @type {string|null} */
  let newest = null;
  let isAsking = false;
  let timer = 0;
  const checkIn = (/** @type {number} */ ms) => {
    clearTimeout(timer);
    timer = /** @type {any} */ (setTimeout(check, ms));
  };
  const check = async () => {
    timer = 0;
    if (isAsking || newest === null) return;
    const text = newest;
    isAsking = true;
    const { answer, refusal } = await ask(text).then((found) => ({ answer: found, refusal: null }), (error) => ({ answer: null, refusal: asRefusal(error) }));
    isAsking = false;
    if (newest !== text) return timer ? undefined : checkIn(0);
    report(answer, refusal);
    if (refusal && isPassing(refusal)) checkIn(Math.max(AGAIN_MS, refusal.retryMs));
    else if (refusal?.retryMs) checkIn(refusal.retryMs);
  };
  return (text) => {
    newest = text;
    checkIn(TYPING_MS);
  };
}
