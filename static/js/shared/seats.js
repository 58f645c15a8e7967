// What this browser remembers: its seat in each room, who is muted there, the name last used, the colour of the avatar,
// and what it was told. Storage may be blocked, null or full; then this page remembers it, and passes its seat on in the address.

/** @import {Seat} from "./types.js" */

import { seatHash } from "./links.js";

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

/** What could not be stored, by key: it lasts as long as the page. @type {Map<string, string>} */
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
 * @returns {boolean} whether other pages of this browser know it now, and this one after a reload
 */
export function storeSeat(code, seat) {
  const { token, player, left, hidden } = seat;
  const isStored = write(SEAT + code, JSON.stringify({ token, player, ...(left && { left }), ...(hidden && { hidden }), at: Date.now() }));
  // The next page would take an older seat for this one.
  if (!isStored) remove(SEAT + code);
  return isStored;
}

/**
 * @param {string} code
 * @param {string} [search]  the query of the room's page
 * @returns {string} the address of a room; with the seat in it, where only this page knows the seat
 */
export function roomAddress(code, search = "") {
  return `/r/${code.toUpperCase()}${search}${seatFragment(code)}`;
}

/**
 * @param {string} code
 * @returns {string} what an address within this site has to end with, so that its page knows the seat; mostly ""
 */
export function seatFragment(code) {
  const seat = pageMemory.has(SEAT + code) && storedSeat(code);
  return seat ? seatHash(seat.token) : "";
}

/** @returns {string} the key with which this browser publishes games, "" as long as it has none */
export function storedKey() {
  return read(AUTHOR) ?? "";
}

/** @param {string} key */
export function storeKey(key) {
  write(AUTHOR, key);
}

/** @returns {{code: string, seat: Seat}[]} all seats, the one last taken or opened first */
export function storedSeats() {
  const keys = [...pageMemory.keys(), ...Object.keys(storage() ?? {})];
  const codes = new Set(keys.filter((key) => key.startsWith(SEAT)).map((key) => key.slice(SEAT.length)));
  return [...codes].flatMap((code) => {
    const seat = storedSeat(code);
    return seat ? [{ code, seat }] : [];
  }).sort((a, b) => (b.seat.at ?? 0) - (a.seat.at ?? 0));
}

/** @returns {string[]} codes of the rooms to go back to: not those that were left, or taken off the list, on purpose */
export function seatsToOffer() {
  return storedSeats().filter(({ seat }) => !seat.left && !seat.hidden).map(({ code }) => code);
}

/**
 * Takes a seat off the list of the start page. It is back there once its room has been opened again.
 * @param {string} code
 */
export function hideSeat(code) {
  const seat = storedSeat(code);
  if (seat) storeSeat(code, { ...seat, hidden: true });
}

/** @returns {boolean} whether nobody has played in this browser before, as far as it remembers */
export function isNewcomer() {
  return !storedName() && !storedSeats().length && !storedHints().size;
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

/** @returns {number} of the avatar, 0 to 9: the one last chosen, at first one by chance */
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

/** @returns {Set<string>} keys of the hints that were shown in this browser */
export function storedHints() {
  const keys = valueOf(HINTS);
  return new Set(Array.isArray(keys) ? keys : []);
}

/**
 * A lesson tells everything anew, and takes nothing back that was told before.
 * @param {Set<string>} keys
 */
export function storeHints(keys) {
  write(HINTS, JSON.stringify([...new Set([...storedHints(), ...keys])]));
}

/** @returns {Record<string, string[]>} players who are muted, by code of the room */
function allMutes() {
  return Object(valueOf(MUTES));
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
  const recent = Object.entries(others).slice(1 - MUTED_ROOMS);
  write(MUTES, JSON.stringify({ ...Object.fromEntries(recent), ...(players.size && { [code]: [...players] }) }));
}

/**
 * @param {string} key
 * @returns {any} the JSON value of a key, null where there is none that can be read
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
 * @returns {boolean} whether it is stored; else this page remembers it
 */
function write(key, value) {
  try {
    storage()?.setItem(key, value);
  } catch {
    // It is full.
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

/** @returns {Storage|null} null where the browser has none for us */
function storage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
