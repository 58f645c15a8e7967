// Faces of cards with a value and a weapon, and of those that do something. Each weapon has a drawing of its own, so that
// nobody needs to see colours to tell them apart.

/** @import {Face} from "../types.js" */

import { nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { wrapped } from "../faces.js";

/** Weapons and helpers in a box of 60 by 60 units around the origin, by the sign that the catalogue gives. */
const SIGNS = /** @type {Record<string, string>} */ ({
  "🐎": "M-30 27L10-13L7-16L14-19L32-32L19-14L16-7L13-10L-27 30ZM-22 6L-6 22L-2 18L-18 2Z",
  "🗡": "M-3.500-24L0-33L3.500-24V10H-3.500ZM-15 10H15V15.500H-15ZM-3 15.500H3V26H-3ZM0 25A4 4 0 1 1 0 33A4 4 0 1 1 0 25Z",
  "🪓": "M-3-31H3V32H-3ZM5-27C20-31 28-19 27 1C19-7 11-8 5-6ZM-5-27C-20-31-28-19-27 1C-19-7-11-8-5-6Z",
  "✴": "M2-32L7-23L15-30L15-20L25-21L20-12L29-7L20-3L24 6L15 4L13 13L6 6L-1 13L-3 4L-12 6L-8-3L-17-7L-8-12L-13-21L-3-20L-3-30ZM-9 8L-4 13L-22 33L-28 27Z",
  "🍃": "M-26 24C-31-10-4-29 28-29C29 4 8 27-17 21L-26 31ZM-20 19C-10 2 4-10 16-17C0-5-10 6-17 20Z",
  "🎖": "M-19 26V-4C-19-29 19-29 19-4V26H7V6H13V-2H-13V6H-7V26ZM-3 8H3V26H-3Z",
  "👑": "M-26 20L-30-14L-13-2L0-26L13-2L30-14L26 20ZM-25 24H25V30H-25Z",
});
/** For cards that do something: crossed swords. */
const DEED = "M26-29L28-17L-9 18L-5 23L-10 28L-15 22L-22 29L-27 24L-20 17L-26 12L-21 7L-16 11ZM-26-29L-28-17L9 18L5 23L10 28L15 22L22 29L27 24L20 17L26 12L21 7L16 11Z";

/** Units of the name's letters: 11 px where a card is 60 px wide; those that a letter is wide, and that a line may be. */
const [NAME_SIZE, LETTER, LINE] = [18.5, 11, 88];
/** Letters in a line of what the card does. */
const EFFECT_LINE = 17;

/** @param {Face} face */
export function knightFace(face) {
  return face.rank ? value(face) : deed(face);
}

/**
 * @param {string|undefined} symbol
 * @returns {string} path
 */
function signOf(symbol) {
  return SIGNS[(symbol ?? "").replace(/️/g, "")] ?? DEED;
}

/** @param {Face} face */
function value({ rank, symbol, colour }) {
  const isPaper = colour === "white";
  const corner = svg`<text class="index" x="17" y="35">${rank}</text><path d=${signOf(symbol)} transform="translate(17 54) scale(.34)"/>`;
  return svg`<path class=${isPaper ? "paper" : "paint"} d="M6 6H94V134H6Z"/><g class=${isPaper ? "" : "white"}>
    ${corner}<g transform="rotate(180 50 70)">${corner}</g>
    <path d=${signOf(symbol)} transform="translate(56 72) scale(1.05)"/></g>`;
}

/** @param {Face} face */
function deed({ name, text = "" }) {
  const lines = wrapped(name, 9);
  const effect = wrapped(text, EFFECT_LINE);
  return svg`<path class="night" d="M0 0H100V140H0Z"/><path class="gold-line" d="M5 5H95V135H5Z"/>
    <path class="gold" d=${DEED} transform="translate(21 22) scale(.42)"/>
    ${lines.map((line, nth) => svg`<text class="name" x="9" y=${58 + nth * 19} .style=${`font-size:${NAME_SIZE}px`}
      textLength=${line.length * LETTER > LINE ? LINE : nothing} lengthAdjust="spacingAndGlyphs">${line}</text>`)}
    <g class="effect">${effect.map((line, nth) => svg`<text x="50" y=${130 - (effect.length - 1 - nth) * 11}>${line}</text>`)}</g>`;
}
