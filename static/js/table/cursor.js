// Finds the new part of an answer. Answers may repeat, because clients may ask twice.

/** @import {Event, PollAnswer} from "../shared/types.js" */

/**
 * @param {number|null} version  last version drawn; null before the first
 * @param {PollAnswer} answer
 * @returns {Event[]} the events not seen yet, in order; after a reset none
 */
export function freshEvents(version, answer) {
  if (answer.reset || version === null) return [];
  return (answer.events ?? []).filter((event) => event.v > version);
}

/**
 * Returns whether the table of an answer is new. Answers can overtake each other, and an older table must not
 * replace a newer one. After a reset versions start again, so everything is new.
 * @param {number|null} version
 * @param {PollAnswer} answer
 * @returns {boolean}
 */
export function bringsTable(version, answer) {
  return Boolean(answer.table) && (Boolean(answer.reset) || version === null || answer.version >= version);
}
