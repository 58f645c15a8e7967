// What this browser remembers: its seat in each room and the name last used. Storage may be forbidden; then a
// seat lasts as long as the page.

/** @import {Seat} from "./types.js" */

const SEAT = "cheat.seat.";
const NAME = "cheat.name";

/**
 * @param {string} code
 * @returns {Seat|null}
 */
export function storedSeat(code) {
  try {
    const seat = JSON.parse(localStorage.getItem(SEAT + code) ?? "null");
    return seat && seat.token ? seat : null;
  } catch {
    return null;
  }
}

/**
 * @param {string} code
 * @param {Seat} seat
 */
export function storeSeat(code, seat) {
  const { token, player, left } = seat;
  attempt(() => localStorage.setItem(SEAT + code, JSON.stringify({ token, player, ...(left && { left }) })));
}

/** @param {string} code */
export function forgetSeat(code) {
  attempt(() => localStorage.removeItem(SEAT + code));
}

/** @returns {string} */
export function storedName() {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} name */
export function storeName(name) {
  attempt(() => localStorage.setItem(NAME, name));
}

/** @param {() => void} write */
function attempt(write) {
  try {
    write();
  } catch {
    // Full or forbidden storage costs the comfort, not the game.
  }
}
