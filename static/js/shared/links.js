// Links of a room: one to pass on, and one that is a seat.

import { roomCode, normalize } from "./text.js";

/** The fragment never travels to a server, so a token in it stays out of every log. */
const SEAT = "#seat=";

/**
 * @param {string} origin  of this site
 * @param {string} code
 * @returns {string} the way into the room, for anybody
 */
export function inviteLink(origin, code) {
  return `${origin}/r/${code.toUpperCase()}`;
}

/**
 * @param {string} origin  of this site
 * @param {string} code
 * @param {string} token
 * @returns {string} the way back to one's own seat, on whatever device
 */
export function returnLink(origin, code, token) {
  return `${origin}/r/${code}${seatHash(token)}`;
}

/**
 * @param {string} token
 * @returns {string} the fragment that takes a seat along within an address
 */
export function seatHash(token) {
  return SEAT + token;
}

/**
 * @param {string} hash  of the page's address
 * @returns {string|null} the token in it, "" if it is unreadable; null if the address is of no seat
 */
export function tokenIn(hash) {
  // What follows the token is not part of it: programs that pass links on like to end them with a full stop.
  return hash.startsWith(SEAT) ? /^[\w-]*/.exec(hash.slice(SEAT.length))?.[0] ?? "" : null;
}

/**
 * What somebody typed or pasted to get into a room: its code, or a link that they were sent.
 * @param {string} typed
 * @returns {{code: string, hash: string}} the code in lower case, "" if there is none; the hash of a link that is a seat
 */
export function parseRoomInput(typed) {
  const [, code, hash = ""] = /\/r\/([a-z]+)(?![\w-])(?:[^\s#]*(#seat=[\w-]+))?/i.exec(normalize(typed)) ?? [];
  return { code: code?.toLowerCase() ?? roomCode(typed), hash };
}
