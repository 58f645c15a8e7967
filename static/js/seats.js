// What this browser remembers: its seat in each room, who is muted there, the name last used, the colour of the avatar,
// and what it was told. Storage may be forbidden; then a
// seat lasts as long as the page.

/** @import {Seat} from "./types.js" */

const SEAT = "cheat.seat.";
const NAME = "cheat.name";
const HINTS = "cheat.hints";
const COLOUR = "cheat.colour";
const MUTES = "cheat.mutes";
/** Rooms in which somebody was muted: whoever plays in more has forgotten the first. */
const MUTED_ROOMS = 20;
const AUTHOR = "cheat.author";
/** As many as players sit at a table. */
export const COLOURS = 10;

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
  attempt(() => localStorage.setItem(SEAT + code, JSON.stringify({ token, player, ...(left && { left }), at: Date.now() })));
}

/** @returns {string} the key with which this browser publishes games, "" as long as it has none */
export function storedKey() {
  try {
    return localStorage.getItem(AUTHOR) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} key */
export function storeKey(key) {
  attempt(() => localStorage.setItem(AUTHOR, key));
}

/** @returns {{code: string, seat: Seat}[]} all seats, the one last taken or opened first */
export function storedSeats() {
  try {
    const codes = Object.keys(localStorage).filter((key) => key.startsWith(SEAT)).map((key) => key.slice(SEAT.length));
    return codes.flatMap((code) => {
      const seat = storedSeat(code);
      return seat ? [{ code, seat }] : [];
    }).sort((a, b) => (b.seat.at ?? 0) - (a.seat.at ?? 0));
  } catch {
    return [];
  }
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

/** @returns {number} of the avatar, 0 to 9: the one last chosen, at first one by chance */
export function storedColour() {
  try {
    const stored = localStorage.getItem(COLOUR);
    if (stored !== null && Number(stored) >= 0 && Number(stored) < COLOURS) return Math.floor(Number(stored));
  } catch {
    return 0;
  }
  const colour = Math.floor(Math.random() * COLOURS);
  storeColour(colour);
  return colour;
}

/** @param {number} colour */
export function storeColour(colour) {
  attempt(() => localStorage.setItem(COLOUR, String(colour)));
}

/** @returns {Set<string>} keys of the hints that were shown in this browser */
export function toldHints() {
  try {
    return new Set(JSON.parse(localStorage.getItem(HINTS) ?? "[]"));
  } catch {
    return new Set();
  }
}

/** @param {Set<string>} told */
export function storeHints(told) {
  attempt(() => localStorage.setItem(HINTS, JSON.stringify([...told])));
}

/** @returns {Record<string, string[]>} players who are muted, by code of the room */
function allMutes() {
  try {
    return JSON.parse(localStorage.getItem(MUTES) ?? "{}");
  } catch {
    return {};
  }
}

/**
 * @param {string} code
 * @returns {Set<string>} players whom nobody at this browser hears in a room
 */
export function storedMutes(code) {
  return new Set(allMutes()[code] ?? []);
}

/**
 * @param {string} code
 * @param {ReadonlySet<string>} players
 */
export function storeMutes(code, players) {
  const { [code]: _, ...others } = allMutes();
  const kept = Object.entries(others).slice(1 - MUTED_ROOMS);
  attempt(() => localStorage.setItem(MUTES, JSON.stringify({ ...Object.fromEntries(kept), ...(players.size && { [code]: [...players] }) })));
}

/** @param {() => void} write */
function attempt(write) {
  try {
    write();
  } catch {
    // Full or forbidden storage costs the comfort, not the game.
  }
}
