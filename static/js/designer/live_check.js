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
 * @param {(answer: Answer|null, refusal: import("../shared/problems.js").Refusal|null) => void} told
 * @returns {(text: string) => void} to be called with each new text
 */
export function liveCheck(ask, told) {
  /** @type {string|null} */
  let wanted = null;
  let isAsking = false;
  let timer = 0;
  const soon = (/** @type {number} */ ms) => {
    clearTimeout(timer);
    timer = /** @type {any} */ (setTimeout(look, ms));
  };
  const look = async () => {
    timer = 0;
    if (isAsking || wanted === null) return;
    const text = wanted;
    isAsking = true;
    const { answer, refusal } = await ask(text).then((found) => ({ answer: found, refusal: null }), (error) => ({ answer: null, refusal: asRefusal(error) }));
    isAsking = false;
    if (wanted !== text) return timer ? undefined : soon(0);
    told(answer, refusal);
    if (refusal && isPassing(refusal)) soon(Math.max(AGAIN_MS, refusal.retryMs));
    else if (refusal?.retryMs) soon(refusal.retryMs);
  };
  return (text) => {
    wanted = text;
    soon(TYPING_MS);
  };
}
