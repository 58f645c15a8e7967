// What was said is seen where it was said, for a moment, beside everything that the show plays. It owns no truth and keeps nobody.

/** @import {Remark} from "../table/talk.js" */

import { reactionFrom, speechFrom } from "../table/effects.js";
import { personRect, talkRect } from "../table/places.js";

/** At once; more would cover the table, and the log of screen readers has them all. */
const MOST = 12;
/** Characters of a text that fit into a bubble; the rest stands in the chat. */
const MOST_CHARACTERS = 90;

let shownCount = 0;
/** Who says the next thing has said the one before. */
const speaking = /** @type {Map<string|null, AbortController>} */ (new Map());

/**
 * @param {Remark[]} remarks
 * @param {string|null} you
 * @param {boolean} isStill  nothing is to move
 */
export function showRemarks(remarks, you, isStill) {
  if (document.hidden) return;
  for (const remark of remarks.slice(-MOST)) showRemark(remark, you, isStill);
}

/**
 * @param {Remark} remarks
 * @param {string|null} you
 * @param {boolean} isStill
 */
async function showRemark({ by, kind, code, words }, you, isStill) {
  // Beside the own name stands what this viewer has to do.
  const seat = (by !== null && by === you ? talkRect() : null) ?? personRect(by) ?? new DOMRect(innerWidth / 2, innerHeight - 60, 0, 0);
  if (shownCount >= MOST) return;
  shownCount += 1;
  const stop = new AbortController();
  if (kind === "reaction") await reactionFrom(seat, code, isStill, stop.signal);
  else {
    speaking.get(by)?.abort();
    speaking.set(by, stop);
    await speechFrom(seat, shortened(words), isStill, stop.signal);
    if (speaking.get(by) === stop) speaking.delete(by);
  }
  shownCount -= 1;
}

/** @param {string} words */
function shortened(words) {
  const characters = [...words];
  return characters.length > MOST_CHARACTERS ? `${characters.slice(0, MOST_CHARACTERS).join("").trimEnd()}…` : words;
}
