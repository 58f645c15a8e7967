// Which part of an answer is new. Nothing is lost by asking twice, so answers may repeat.

/** @import {Event, PollAnswer} from "../shared/types.js" */

/**
 * @param {number|null} seen  the last version drawn, null before the first
 * @param {PollAnswer} news
 * @returns {Event[]} the events not seen yet, in order; after a reset none
 */
export function freshEvents(seen, news) {
  if (news.reset || seen === null) return [];
  return (news.events ?? []).filter((event) => event.v > seen);
}

/**
 * An answer can overtake another one; the older table must not undo the newer. After a reset the numbers start
 * anew and everything counts as newer.
 * @param {number|null} seen
 * @param {PollAnswer} news
 * @returns {boolean}
 */
export function bringsTable(seen, news) {
  return Boolean(news.table) && (Boolean(news.reset) || seen === null || news.version >= seen);
}
