// Values that this browser stores: seats and muted players of rooms, the last name, the colour of the avatar,
// and hints shown. If storage is blocked, missing or full, the page keeps them in memory and passes its seat
// on in addresses.

/** @import {Seat} from "./types.js" */

import { seatHash } from "./links.js";

const SEAT = "cheat.seat.";
const NAME = "cheat.name";
const HINTS = "cheat.hints";
const COLOUR = "cheat.colour";
const MUTES = "cheat.mutes";
/** Maximum number of rooms whose muted players are stored. */
const MUTED_ROOMS = 20;
const AUTHOR = "cheat.author";
/** Number of avatar colours: as many as players at a table. */
export const COLOURS = 10;

/** Values that could not be stored, by key, while the page is open. @type {Map<string, string>} */
const pageMemory = new Map();

/**
 * @param {string} code
 * @returns {Seat|null}
 */
export function storedSeat(code) {
  const seat = valueOf(SEAT + code);
  return seat?.token ? seat : null;
}

/**
 * @param {string} code
 * @param {Seat} seat
 * @returns {boolean} whether the browser stored the seat
 */
export function storeSeat(code, seat) {
  const { token, player, left, hidden } = seat;
  const isStored = write(SEAT + code, JSON.stringify({ token, player, ...(left && { left }), ...(hidden && { hidden }), at: Date.now() }));
  // Otherwise the next page would use an older seat.
  if (!isStored) remove(SEAT + code);
  return isStored;
}

/**
 * @param {string} code
 * @param {string} [search]  the query of the room's page
 * @returns {string} the address of a room; it contains the seat if only this page knows the seat
 */
export function roomAddress(code, search = "") {
  return `/r/${code.toUpperCase()}${search}${seatFragment(code)}`;
}

/**
 * @param {string} code
 * @returns {string} the fragment with the seat if only this page knows it, else ""
 */
export function seatFragment(code) {
  const seat = pageMemory.has(SEAT + code) && storedSeat(code);
  return seat ? seatHash(seat.token) : "";
}

/** @returns {string} the author's key of this browser, or "" */
export function storedKey() {
  return read(AUTHOR) ?? "";
}

/** @param {string} key */
export function storeKey(key) {
  write(AUTHOR, key);
}

/** @returns {{code: string, seat: Seat}[]} all seats, the most recent first */
export function storedSeats() {
  const keys = [...pageMemory.keys(), ...Object.keys(storage() ?? {})];
  const codes = new Set(keys.filter((key) => key.startsWith(SEAT)).map((key) => key.slice(SEAT.length)));
  return [...codes].flatMap((code) => {
    const seat = storedSeat(code);
    return seat ? [{ code, seat }] : [];
  }).sort((a, b) => (b.seat.at ?? 0) - (a.seat.at ?? 0));
}

/** @param {string} code */
export function forgetSeat(code) {
  pageMemory.delete(SEAT + code);
  remove(SEAT + code);
}

/** @returns {string} */
export function storedName() {
  return read(NAME) ?? "";
}

/** @param {string} name */
export function storeName(name) {
  write(NAME, name);
}

/** @returns {number} of the avatar, 0 to 9: the last choice, or at first a random colour */
export function storedColour() {
  const stored = read(COLOUR);
  if (stored !== null && Number(stored) >= 0 && Number(stored) < COLOURS) return Math.floor(Number(stored));
  const colour = Math.floor(Math.random() * COLOURS);
  storeColour(colour);
  return colour;
}

/** @param {number} colour */
export function storeColour(colour) {
  write(COLOUR, String(colour));
}

/** @returns {Set<string>} keys of the hints that this browser has shown */
export function storedHints() {
  const keys = valueOf(HINTS);
  return new Set(Array.isArray(keys) ? keys : []);
}

/**
 * Adds keys of hints to the stored ones. A lesson begins without keys, so it must not replace them.
 * @param {Set<string>} keys
 */
export function storeHints(keys) {
  write(HINTS, JSON.stringify([...new Set([...storedHints(), ...keys])]));
}

/** @returns {Record<string, string[]>} muted players, by room code */
function allMutes() {
  return Object(valueOf(MUTES));
}

/**
 * @param {string} code
 * @returns {Set<string>} players that are muted here
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
  const recent = Object.entries(others).slice(1 - MUTED_ROOMS);
  write(MUTES, JSON.stringify({ ...Object.fromEntries(recent), ...(players.size && { [code]: [...players] }) }));
}

/**
 * @param {string} key
 * @returns {any} the JSON value of a key; null if missing or unreadable
 */
function valueOf(key) {
  try {
    return JSON.parse(read(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @returns {string|null}
 */
function read(key) {
  return pageMemory.get(key) ?? storage()?.getItem(key) ?? null;
}

/**
 * @param {string} key
 * @param {string} value
 * @returns {boolean} whether it was stored; else the page keeps it in memory
 */
function write(key, value) {
  try {
    storage()?.setItem(key, value);
  } catch {
    // Storage is full.
  }
  const isStored = storage()?.getItem(key) === value;
  if (isStored) pageMemory.delete(key);
  else pageMemory.set(key, value);
  return isStored;
}

/** @param {string} key */
function remove(key) {
  storage()?.removeItem(key);
}

/** @returns {Storage|null} null if the browser blocks it */
function storage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
