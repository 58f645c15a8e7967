// Sentences out of templates, codes and names.

/** @import {Event, Player} from "./types.js" */

import { listed, plural } from "./words.js";

/**
 * Fills `{name}` from the event's arguments; a value that is a player's id becomes the name.
 * @param {Event} event
 * @param {ReadonlyMap<string, string>} names  names by player id, of everyone ever seen here
 * @param {string|null} [you]  who reads it: what is about them says so
 * @returns {string} "" if there is nothing to say
 */
export function eventText(event, names, you = null) {
  const values = /** @type {Record<string, unknown>} */ ({ by: event.by, ...event.args });
  const [, template] = Object.entries(event.addressed ?? {}).find(([slot]) => you !== null && values[slot] === you) ?? [];
  return (template ?? event.text ?? "").replace(/\{(\w+)\}/g, (hole, key) => {
    const value = values[key] ?? names.get(key);
    return value === undefined || value === null ? hole : nameOrText(value, names);
  });
}

/**
 * @param {unknown} value
 * @param {ReadonlyMap<string, string>} names
 * @returns {string}
 */
function nameOrText(value, names) {
  if (Array.isArray(value)) return listed(value.map((item) => nameOrText(item, names)));
  return names.get(String(value)) ?? String(value);
}

/**
 * Names by id, keeping those of players who left: events still speak of them.
 * @param {ReadonlyMap<string, string>} before
 * @param {Player[]} players
 * @returns {Map<string, string>}
 */
export function rememberedNames(before, players) {
  return new Map([...before, ...players.map((player) => /** @type {[string, string]} */ ([player.id, player.name]))]);
}

/**
 * @param {string} name
 * @returns {string} what stands for it in an avatar: its first character, as people count them
 */
export function initialOf(name) {
  const trimmed = name.trim();
  // What begins with two plain letters need not wait until the browser has looked up how all others join.
  if (/^[ -~](?![^ -~])/.test(trimmed)) return trimmed[0].toUpperCase();
  const [first] = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(trimmed);
  if (!first) return "?";
  // Vowels of Burmese stand apart for Unicode, but without them the sign before is another syllable.
  const [marks] = /^\p{M}*/u.exec(trimmed.slice(first.segment.length)) ?? [""];
  return (first.segment + marks).toUpperCase();
}

/** So many letters, and none beside them. */
const CODE = /(?<![a-z])[a-z]{5}(?![a-z])/g;

/**
 * A code as people type it or pass it on: case, blanks, signs, marks that cannot be seen and words around it do not matter.
 * @param {string} typed
 * @returns {string} lower-case; what was typed where there is no code in it
 */
export function roomCode(typed) {
  const plain = normalize(typed).toLowerCase();
  const letters = plain.replace(/[^\p{L}\p{N}]+/gu, "");
  if (/^[a-z]{5}$/.test(letters)) return letters;
  const words = plain.match(CODE) ?? [];
  // No code has a vowel, and most words do.
  return words.findLast((word) => !/[aeiou]/.test(word)) ?? words.at(-1) ?? letters;
}

/**
 * @param {string} typed
 * @returns {string} without marks that cannot be seen, such as those of direction, and with plain letters for full-width ones
 */
export function normalize(typed) {
  return typed.normalize("NFKC").replace(/\p{Cf}/gu, "");
}

/**
 * @param {number} count
 * @returns {string} "1 card", "2 cards"
 */
export function cardsText(count) {
  return plural("{count} card", "{count} cards", { count });
}

/**
 * @param {number|undefined} watchers
 * @returns {string} "" if nobody watches
 */
export function watchersText(watchers) {
  return watchers ? plural("{count} person is watching", "{count} people are watching", { count: watchers }) : "";
}

/**
 * @param {string} text  paragraphs separated by blank lines
 * @returns {string[]}
 */
export function paragraphs(text) {
  return text.split(/\n\s*\n/).map((part) => part.trim()).filter(Boolean);
}

/**
 * @param {string} text
 * @returns {string} style: how many letters a narrow place has to hold, so that it sets them in a size that fits
 */
export function lettersOf(text) {
  return `--letters:${text.length}`;
}
