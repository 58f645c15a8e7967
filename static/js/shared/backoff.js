// How long to wait before trying again. Pure: the caller brings the random number.

/**
 * First maximum pause, in milliseconds: long enough for a worker to restart, and short enough to go
 * unnoticed.
 */
export const FIRST_MS = 800;
/**
 * Number of failures after which pauses grow. Until then each pause lasts one to two times `FIRST_MS`,
 * because most faults are over within three seconds.
 */
export const SOON = 5;
/** Maximum pause in milliseconds: after a longer one people reload by hand. */
export const LAST_MS = 30_000;

/**
 * Returns the pause before the next attempt, with full jitter: a random time up to a maximum that doubles. So
 * clients that lost their connections together don't come back together. The first few pauses are short.
 * @param {number} failures  consecutive failures, at least 1
 * @param {number} random  0 <= random < 1
 * @param {number} [atLeast]  milliseconds the server asked for
 * @returns {number} milliseconds
 */
export function delayAfter(failures, random, atLeast = 0) {
  if (failures > 1 && failures <= SOON) return Math.round(Math.max(atLeast, FIRST_MS) + random * FIRST_MS);
  const doubled = Math.max(0, failures - SOON + 1);
  return Math.round(atLeast + random * Math.min(LAST_MS, FIRST_MS * 2 ** doubled));
}

/**
 * Returns the pause that a `Retry-After` header asks for.
 * @param {string|null} header  seconds or an HTTP date
 * @param {number} now  milliseconds since 1970
 * @returns {number} milliseconds, 0 if absent or unreadable, at most two minutes
 */
export function retryAfterMs(header, now) {
  if (!header) return 0;
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
  return Number.isNaN(ms) ? 0 : Math.min(120_000, Math.max(0, ms));
}
