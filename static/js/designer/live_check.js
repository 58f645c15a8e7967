// Checks a text while the author types: shortly after the last key, one request at a time. It reports only
// results for the newest text.

import { asRefusal, isPassing } from "../shared/problems.js";

/** Pause in typing after which a check starts. */
const TYPING_MS = 300;
/** Pause after a temporary failure. */
const AGAIN_MS = 3_000;

/**
 * @template Answer
 * @param {(text: string) => Promise<Answer>} request
 * @param {(answer: Answer|null, refusal: import("../shared/problems.js").Refusal|null) => void} report
 * @returns {(text: string) => void} a function to call with each new text
 */
export function liveCheck(request, report) {
  /** @type {string|null} */
  let newest = null;
  let isPending = false;
  let timer = 0;
  const checkIn = (/** @type {number} */ ms) => {
    clearTimeout(timer);
    timer = /** @type {any} */ (setTimeout(check, ms));
  };
  const check = async () => {
    timer = 0;
    if (isPending || newest === null) return;
    const text = newest;
    isPending = true;
    const { answer, refusal } = await request(text).then((answer) => ({ answer, refusal: null }), (error) => ({ answer: null, refusal: asRefusal(error) }));
    isPending = false;
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
