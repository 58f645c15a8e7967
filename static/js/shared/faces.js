// Texts and orders of faces and games: names, help, facts. Drawing is elsewhere.

/** @import {Face, Game} from "./types.js" */

import { plural, say } from "./words.js";

const NO_BREAK = "\u00A0";
/** The suit, in the protocol, of a card that has none. */
const NO_SUIT = "none";

/** Colours with a shape of their own. */
const SHAPED_COLOURS = new Set(["red", "yellow", "green", "blue", "purple"]);

/**
 * @param {unknown} colour
 * @returns {boolean}
 */
export function hasShape(colour) {
  return typeof colour === "string" && SHAPED_COLOURS.has(colour);
}

/** Colours for suits of unknown decks, in the order of the deck. */
const TINTS = ["red", "blue", "green", "yellow", "purple"];
/** Suits with a conventional colour. */
const ELEMENTS = /** @type {Record<string, string>} */ ({ fire: "red", water: "blue", earth: "green", air: "yellow" });

/**
 * Returns the colour for a suit of an unknown deck: its own if the suit is named after a colour.
 * @param {string|undefined} suit
 * @param {Record<string, Face>} faces  of the whole game
 * @returns {string} "" without a suit, or if there are more suits than colours
 */
export function tintOf(suit, faces) {
  if (!suit || suit === NO_SUIT) return "";
  if (hasShape(suit)) return suit;
  if (suit in ELEMENTS) return ELEMENTS[suit];
  const suits = [...new Set(Object.values(faces).map((face) => face.suit))].filter((name) => name && name !== NO_SUIT);
  return suits.length <= TINTS.length ? TINTS[suits.indexOf(suit)] ?? "" : "";
}

/** Names of colours by their codes in the protocol. */
const COLOUR_NAMES = /** @type {Record<string, string>} */ ({
  red: say("red"), yellow: say("yellow"), green: say("green"), blue: say("blue"), purple: say("purple"),
});

/**
 * @param {string} colour
 * @returns {string}
 */
export function colourName(colour) {
  return COLOUR_NAMES[colour] ?? colour;
}

/**
 * @param {string} code
 * @param {Record<string, Face>} faces
 * @returns {string}
 */
export function cardName(code, faces) {
  return faces[code]?.name ?? code;
}

/**
 * @param {string} code
 * @param {Record<string, Face>} faces
 * @returns {string} the name and effect of a card that has an effect, else ""
 */
export function cardHelp(code, faces) {
  const face = faces[code];
  return face?.text ? `${face.name}: ${face.text}` : "";
}

/**
 * @param {string} name
 * @returns {string[]} one line, or two of about the same length
 */
export function twoLines(name) {
  if (name.length <= 10) return [name];
  const cuts = [...name.matchAll(/ /g)].map((match) => match.index);
  if (!cuts.length) return [name];
  const cut = cuts.reduce((a, b) => (Math.abs(b - name.length / 2) < Math.abs(a - name.length / 2) ? b : a));
  return [name.slice(0, cut), name.slice(cut + 1)];
}

/**
 * @param {string} text
 * @param {number} width  characters
 * @returns {string[]} lines
 */
export function wrapText(text, width) {
  return text.split(/\s+/).filter(Boolean).reduce((/** @type {string[]} */ lines, word) => {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) return [...lines.slice(0, -1), `${last} ${word}`];
    return [...lines, word];
  }, []);
}

/** @param {Pick<Game, "min_players"|"max_players"|"minutes">} game */
export function gameFacts(game) {
  return factParts(game).join(", ");
}

/**
 * @param {Pick<Game, "min_players"|"max_players"|"minutes">} game
 * @returns {string[]} the number of players, and the minutes if they are known; lines do not break within them
 */
export function factParts({ min_players: least, max_players: most, minutes }) {
  const parts = [least === most ? plural("{count} player", "{count} players", { count: most }) : say("{least} to {most} players", { least, most }), ...(minutes ? [say("{minutes} minutes", { minutes: minutes.replace("-", "–\u2060") })] : [])];
  return parts.map((part) => part.replaceAll(" ", NO_BREAK));
}

/**
 * Sorts a hand by suit or rank, in the order of the catalogue. Cards without them come last.
 * @template {{face: string}} T
 * @param {T[]} cards
 * @param {Record<string, Face>} faces
 * @param {"dealt"|"suit"|"rank"} order
 * @returns {T[]}
 */
export function inOrder(cards, faces, order) {
  if (order === "dealt") return cards;
  const suit = traitOrder(faces, (face) => face.suit ?? face.colour);
  const rank = traitOrder(faces, (face) => face.rank ?? face.symbol);
  const [first, second] = order === "suit" ? [suit, rank] : [rank, suit];
  return [...cards].sort((a, b) => first(a.face) - first(b.face) || second(a.face) - second(b.face));
}

/**
 * @param {Record<string, Face>} faces
 * @param {(face: Face) => string|undefined} trait
 * @returns {(code: string) => number} the index of a card's trait among all traits
 */
function traitOrder(faces, trait) {
  const traits = [...new Set(Object.values(faces).map(trait))];
  return (code) => {
    const value = faces[code] && trait(faces[code]);
    return value === undefined ? traits.length : traits.indexOf(value);
  };
}
