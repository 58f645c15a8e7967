// Texts of events, room codes, names and fields.

/** @import {CardsField, Event, Field, Player, Table, Zone} from "./types.js" */

import { listText, plural, say } from "./words.js";

/**
 * Returns the text of an event. Its slots are filled from the arguments, with names for ids of players.
 * @param {Event} event
 * @param {ReadonlyMap<string, string>} names  names of all players so far, by id
 * @param {string|null} [you]  the reader, who is addressed directly
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
  if (Array.isArray(value)) return listText(value.map((item) => nameOrText(item, names)));
  return names.get(String(value)) ?? String(value);
}

/**
 * Adds the names of players. Names of players who left stay, because events still mention them.
 * @param {ReadonlyMap<string, string>} names
 * @param {Player[]} players
 * @returns {Map<string, string>}
 */
export function rememberedNames(names, players) {
  return new Map([...names, ...players.map((player) => /** @type {[string, string]} */ ([player.id, player.name]))]);
}

/**
 * @param {string} name
 * @returns {string} the letter for the avatar: the first grapheme
 */
export function initialOf(name) {
  const trimmed = name.trim();
  // Names that begin with two ASCII characters need no segmenter, which is slow to load.
  if (/^[ -~](?![^ -~])/.test(trimmed)) return trimmed[0].toUpperCase();
  const [first] = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(trimmed);
  if (!first) return "?";
  // Unicode separates vowels of Burmese, but without them the first sign is another syllable.
  const [marks] = /^\p{M}*/u.exec(trimmed.slice(first.segment.length)) ?? [""];
  return (first.segment + marks).toUpperCase();
}

/** Five letters without others beside them. */
const CODE = /(?<![a-z])[a-z]{5}(?![a-z])/g;

/**
 * Returns the room code in an input, whatever its case, blanks, invisible characters and surrounding words.
 * @param {string} typed
 * @returns {string} in lower case; the input itself if there is no code
 */
export function roomCode(typed) {
  const plain = normalize(typed).toLowerCase();
  const letters = plain.replace(/[^\p{L}\p{N}]+/gu, "");
  if (/^[a-z]{5}$/.test(letters)) return letters;
  const words = plain.match(CODE) ?? [];
  // Codes have no vowels, unlike most words.
  return words.findLast((word) => !/[aeiou]/.test(word)) ?? words.at(-1) ?? letters;
}

/**
 * @param {string} typed
 * @returns {string} without invisible characters, and with plain letters for full-width ones
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

/** Maximum number of places of cards that a title names. */
const MOST_PLACES = 2;

/**
 * @param {Table} table
 * @param {Field} field
 * @param {ReadonlyMap<string, string>} names  by player
 * @returns {string} the label of the field. For cards without a label, the title says where they come from; for
 *   several cards, also how many.
 */
export function fieldTitle(table, field, names) {
  if (field.kind === "player") return field.label || say("Player");
  if (field.kind === "number") return field.label || say("Number");
  if (field.kind !== "cards") return field.label ?? "";
  const places = field.label ? "" : placesText(table, field, names);
  const cards = rangeText(field);
  if (field.label) return field.max > 1 ? `${field.label}: ${cards}` : field.label;
  return places ? say("{cards} from {places}", { cards, places }) : cards;
}

/**
 * @param {{min: number, max: number}} numbers  of cards
 * @returns {string} "1 card", "1 to 4 cards"
 */
export function rangeText({ min, max }) {
  return min === max ? cardsText(max) : plural("{least} to {count} card", "{least} to {count} cards", { least: min, count: max });
}

/**
 * @param {Table} table
 * @param {CardsField} field
 * @param {ReadonlyMap<string, string>} names
 * @returns {string} the places from which the cards come; "" if there are too many to name
 */
function placesText(table, { from }, names) {
  const zones = table.zones.filter((zone) => from.includes(zone.id));
  const places = [...new Set(zones.map((zone) => placeText(table, zone, names)))];
  if (places.length <= MOST_PLACES) return listText(places);
  return zones.every(({ owner }) => owner && owner !== table.you) ? say("other players") : "";
}

/**
 * @param {Table} table
 * @param {Zone} zone
 * @param {ReadonlyMap<string, string>} names
 */
function placeText(table, { owner, kind, label }, names) {
  if (!owner) return label ? say("“{zone}”", { zone: label }) : say("the table");
  if (owner !== table.you) return names.get(owner) ?? owner;
  return kind === "hand" || !label ? say("your hand") : say("your “{zone}”", { zone: label });
}

/**
 * @param {number|undefined} watchers
 * @returns {string} "" without spectators
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
 * Splits a text after a paragraph. A short rest stays with the beginning.
 * @param {string} text  paragraphs separated by blank lines
 * @param {number} most  letters of the beginning, which has at least one paragraph
 * @returns {[string[], string[]]} the paragraphs of the beginning, and the others
 */
export function beginning(text, most) {
  const parts = paragraphs(text);
  const lengthTo = (/** @type {number} */ count) => parts.slice(0, count).join("").length;
  if (lengthTo(parts.length) <= most * 1.25) return [parts, []];
  const count = Math.max(1, parts.findLastIndex((_, nth) => lengthTo(nth + 1) <= most) + 1);
  return [parts.slice(0, count), parts.slice(count)];
}

/**
 * @param {string} text
 * @returns {string} a style with the number of letters, so that a narrow place can choose a font size
 */
export function lettersOf(text) {
  return `--letters:${text.length}`;
}
