// How long to wait before trying again. Pure: the caller brings the random number.

/** First ceiling in milliseconds: long enough for a restart of a worker, short enough to go unnoticed. */
export const FIRST_MS = 800;
/**
 * Failures within which nobody waits for longer than twice that, nor for less than that: what one fault breaks is back within three
 * seconds, and within five everybody knows it.
 */
export const SOON = 5;
/** Last ceiling in milliseconds: beyond it people reload by hand. */
export const LAST_MS = 30_000;

/**
 * Full jitter: anywhere between nothing and a ceiling that doubles, so that a crowd cut off together does not
 * come back together; after the first failure it is soon asked again some times.
 * @param {number} failures  failures in a row so far, at least 1
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
 * What a `Retry-After` header means.
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
