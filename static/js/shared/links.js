// Links of a room: the invitation, and the return link of a seat.

/** The fragment never travels to a server, so a token in it stays out of every log. */
const SEAT = "#seat=";

/**
 * @param {string} origin  of this site
 * @param {string} code
 * @returns {string} the invitation
 */
export function inviteLink(origin, code) {
  return `${origin}/r/${code.toUpperCase()}`;
}

/**
 * @param {string} origin  of this site
 * @param {string} code
 * @param {string} token
 * @returns {string} the link that opens this seat on any device
 */
export function returnLink(origin, code, token) {
  return `${origin}/r/${code}${seatHash(token)}`;
}

/**
 * @param {string} token
 * @returns {string} the fragment of an address that contains a seat
 */
export function seatHash(token) {
  return SEAT + token;
}

/**
 * @param {string} hash  of the page's address
 * @returns {string|null} the token in it, "" if unreadable; null if the address contains no seat
 */
export function tokenIn(hash) {
  // Text after the token is ignored, because some programs end links with a full stop.
  return hash.startsWith(SEAT) ? /^[\w-]*/.exec(hash.slice(SEAT.length))?.[0] ?? "" : null;
}
