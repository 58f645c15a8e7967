// Which part of an answer is new. Nothing is lost by asking twice, so answers may repeat.

/** @import {Event, PollAnswer} from "../shared/types.js" */

/**
 * @param {number|null} version  the last version drawn, null before the first
 * @param {PollAnswer} answer
 * @returns {Event[]} the events not seen yet, in order; after a reset none
 */
export function freshEvents(version, answer) {
  if (answer.reset || version === null) return [];
  return (answer.events ?? []).filter((event) => event.v > version);
}

/**
 * An answer can overtake another one; the older table must not undo the newer. After a reset the numbers start
 * anew and everything counts as newer.
 * @param {number|null} version
 * @param {PollAnswer} answer
 * @returns {boolean}
 */
export function bringsTable(version, answer) {
  return Boolean(answer.table) && (Boolean(answer.reset) || version === null || answer.version >= version);
}
