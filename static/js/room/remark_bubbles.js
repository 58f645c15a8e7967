// Shows reactions and chat beside their players for a short time, independent of the animations of the game.

/** @import {Remark} from "../table/talk.js" */

import { reactionFrom, speechFrom } from "../table/effects.js";
import { personRect, talkRect } from "../table/places.js";

/**
 * Maximum number of bubbles at once, so that they don't cover the table. Screen readers get all of them from
 * a log.
 */
const MOST_BUBBLES = 12;
/** Maximum number of characters in a bubble. The chat shows the whole text. */
const MOST_CHARACTERS = 90;

let shownCount = 0;
/** The bubble of each player's last text: a new one replaces it. */
const textBubbles = /** @type {Map<string|null, AbortController>} */ (new Map());

/**
 * @param {Remark[]} remarks
 * @param {string|null} you
 * @param {boolean} isStill  show it without movement
 */
export function showRemarks(remarks, you, isStill) {
  if (document.hidden) return;
  for (const remark of remarks.slice(-MOST_BUBBLES)) showRemark(remark, you, isStill);
}

/**
 * @param {Remark} remarks
 * @param {string|null} you
 * @param {boolean} isStill
 */
async function showRemark({ by, kind, code, words }, you, isStill) {
  // The viewer's own seat shows their prompt, so their own remarks appear at the talk button.
  const seat = (by !== null && by === you ? talkRect() : null) ?? personRect(by) ?? new DOMRect(innerWidth / 2, innerHeight - 60, 0, 0);
  if (shownCount >= MOST_BUBBLES) return;
  shownCount += 1;
  const stop = new AbortController();
  if (kind === "reaction") await reactionFrom(seat, code, isStill, stop.signal);
  else {
    textBubbles.get(by)?.abort();
    textBubbles.set(by, stop);
    await speechFrom(seat, shortened(words), isStill, stop.signal);
    if (textBubbles.get(by) === stop) textBubbles.delete(by);
  }
  shownCount -= 1;
}

/** @param {string} words */
function shortened(words) {
  const characters = [...words];
  return characters.length > MOST_CHARACTERS ? `${characters.slice(0, MOST_CHARACTERS).join("").trimEnd()}…` : words;
}
