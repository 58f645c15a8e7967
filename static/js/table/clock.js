// The difference to the server's clock, and the time left until a deadline.

/** @import {Table} from "../shared/types.js" */

/**
 * @typedef {object} ClockState
 * @property {number} offset  milliseconds by which the service's clock is ahead
 * @property {{deadline: number, span: number}|null} countdown  the deadline and its whole time
 * @property {number|null} warning  seconds left, as last announced in words; null before that
 */

/** @returns {ClockState} */
export function clockState() {
  return { offset: 0, countdown: null, warning: null };
}

/**
 * Follows the deadline of a new table.
 * @param {ClockState} clock
 * @param {Table} table
 * @param {number} now  milliseconds since 1970 here
 */
export function setClock(clock, table, now) {
  clock.offset = clockOffset(table.now, now);
  clock.countdown = countdown(clock.countdown, table.deadline, clock.offset, now);
}

/**
 * @param {number} serverNow  `now` of a table
 * @param {number} localNow  milliseconds since 1970 here, when the table arrived
 * @returns {number} milliseconds to add to the local clock
 */
export function clockOffset(serverNow, localNow) {
  return serverNow - localNow;
}

/**
 * @param {number|null|undefined} deadline
 * @param {number} offset
 * @param {number} localNow
 * @returns {number|null} milliseconds left, never negative; null without a deadline
 */
export function timeLeft(deadline, offset, localNow) {
  return deadline ? Math.max(0, deadline - (localNow + offset)) : null;
}

/**
 * Returns the countdown of a deadline. It is full when the deadline first appears, because the server does
 * not send the whole time.
 * @param {{deadline: number, span: number}|null} current
 * @param {number|null|undefined} deadline
 * @param {number} offset
 * @param {number} localNow
 * @returns {{deadline: number, span: number}|null} span in milliseconds, at least 1
 */
export function countdown(current, deadline, offset, localNow) {
  if (!deadline) return null;
  if (current && current.deadline === deadline) return current;
  return { deadline, span: Math.max(1, timeLeft(deadline, offset, localNow) ?? 1) };
}
