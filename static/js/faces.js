// What faces and games say of themselves, apart from how they are drawn.

/** @import {Face, Game} from "./types.js" */

const NO_BREAK = "\u00A0";

/** Colours with a shape of their own. */
const SHAPED = new Set(["red", "yellow", "green", "blue"]);

/**
 * @param {unknown} colour
 * @returns {boolean}
 */
export function hasShape(colour) {
  return typeof colour === "string" && SHAPED.has(colour);
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
 * @returns {string} name and meaning of a card that has a meaning to explain, else ""
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
 * @param {string[]} codes  in the order of the deck
 * @returns {string[]} three of them, as different as the order promises
 */
export function fanOf(codes) {
  const last = codes.length - 1;
  return [...new Set([codes[0], codes[Math.floor(last / 2)], codes[last]])];
}

/** @param {Pick<Game, "min_players"|"max_players"|"minutes">} game */
export function gameFacts({ min_players: least, max_players: most, minutes }) {
  const parts = [`${least === most ? most : `${least} to ${most}`} players`, ...(minutes ? [`${minutes.replace("-", "–")} minutes`] : [])];
  // Lines break between the parts, not within them.
  return parts.map((part) => part.replaceAll(" ", NO_BREAK)).join(" · ");
}
