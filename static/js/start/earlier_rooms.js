// What this browser remembers of earlier rooms, for the start page.

import { storedHints, storedName, storedSeat, storedSeats, storeSeat } from "../shared/seats.js";

/** @returns {string[]} codes of rooms to return to, without seats that were left or hidden */
export function seatsToOffer() {
  return storedSeats().filter(({ seat }) => !seat.left && !seat.hidden).map(({ code }) => code);
}

/**
 * Hides a seat on the start page until its room is opened again.
 * @param {string} code
 */
export function hideSeat(code) {
  const seat = storedSeat(code);
  if (seat) storeSeat(code, { ...seat, hidden: true });
}

/** @returns {boolean} whether this browser remembers no earlier game */
export function isNewcomer() {
  return !storedName() && !storedSeats().length && !storedHints().size;
}
