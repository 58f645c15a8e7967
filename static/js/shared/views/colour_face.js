// Draws faces with a colour and a number or sign: cards of Uno, and suits of documents. Each colour has a
// shape, so that players can distinguish the cards without seeing colours.

/** @import {Face} from "../types.js" */

import { html, nothing, svg } from "../../../vendor/lit-html/lit-html.js";
import { hasShape } from "../faces.js";

/** Shapes of the colours around the origin, about 20 units wide. */
const SHAPES = /** @type {Record<string, string>} */ ({
  red: "M0-10A10 10 0 1 1 0 10A10 10 0 1 1 0-10Z",
  yellow: "M0-11.5L11.5 0L0 11.5L-11.5 0Z",
  green: "M0-11L11.5 9.5L-11.5 9.5Z",
  blue: "M-9.3-9.3H9.3V9.3H-9.3Z",
  purple: "M0-11.5L11.5-3L7.2 10H-7.2L-11.5-3Z",
});

/** Quarters of a disc around the origin, 20 units wide, clockwise from the upper right. */
const QUARTERS = [["red", "M0 0V-10A10 10 0 0 1 10 0Z"], ["blue", "M0 0H10A10 10 0 0 1 0 10Z"],
  ["green", "M0 0V10A10 10 0 0 1-10 0Z"], ["yellow", "M0 0H-10A10 10 0 0 1 0-10Z"]];

/**
 * @param {string} colour
 * @param {number} x
 * @param {number} y
 * @param {number} scale  1 is 20 units wide
 * @param {string} classes
 */
function shapeAt(colour, x, y, scale, classes) {
  return svg`<path class=${classes} d=${SHAPES[colour]} transform="translate(${x} ${y}) scale(${scale})"/>`;
}

/**
 * Draws the shape and the initial of a colour, as high as the text beside it.
 * @param {string} colour
 */
export function colourMark(colour) {
  return hasShape(colour) ? html`<svg class="colour-mark" viewBox="-12 -12 24 24" aria-hidden="true">
    <path class="fill-${colour}" d=${SHAPES[colour]}/>
    <text class="initial on-${colour}" y=${colour === "green" ? 7.5 : 4.5}>${colour[0].toUpperCase()}</text></svg>` : nothing;
}

/**
 * @param {Face} face
 * @param {string|unknown} [mark]  on the shape of the colour: a letter, or a drawing around the origin, 20
 *   units high; missing: the colour's initial
 */
export function colourFace(face, mark) {
  const colour = hasShape(face.colour) ? face.colour ?? "" : "";
  const field = colour ? `fill-${colour}` : "fill-night";
  return svg`<rect class="white" width="100" height="140"/>
    <rect class=${field} x="5" y="5" width="90" height="130" rx="8"/>
    <g class=${colour ? `on-${colour}` : "on-night"}>
      ${index(face)}<g transform="rotate(180 50 70)">${index(face)}</g>
      ${colour ? corner(colour, 54, mark) : quarters(20, 53, 1.1)}
    </g>
    ${colour ? coloured(face, colour, mark) : wild(face)}`;
}

/** @param {Face} face */
function index(face) {
  return isWide(face) ? sign(face, 25, 23, 0.56) : sign(face, 21, 23, 0.6);
}

/**
 * Draws the shape of a colour at the left edge of a card.
 * @param {string} colour
 * @param {number} y
 * @param {string|unknown} [mark]  on the shape; missing: the initial of the colour
 */
export function corner(colour, y, mark = colour[0].toUpperCase()) {
  if (typeof mark !== "string") return svg`<g class="white" transform="translate(21 ${y + 3}) scale(1.25)">${mark}</g>`;
  return svg`${shapeAt(colour, 21, y, 1.4, "white")}
    <text class="initial ink-${colour}" x="21" y=${y + (colour === "green" ? 12.5 : 6.5)}>${mark}</text>`;
}

/**
 * @param {Face} face
 * @param {string} colour
 * @param {string|unknown} mark  a drawing takes the place of the shape, so that the number stands on a disc
 */
function coloured(face, colour, mark = "") {
  const shape = typeof mark === "string" ? colour : "red";
  const isTriangle = shape === "green";
  const scale = isTriangle ? 2.75 : shape === "yellow" ? 2.6 : 2.4;
  return svg`${shapeAt(shape, 54, isTriangle ? 76 : 77, scale, "white")}
    <g class="ink-${colour}">${sign(face, 54, isTriangle ? 84 : 76, isWide(face) ? 0.62 : 0.72)}</g>`;
}

/** @param {Face} face */
function wild(face) {
  const isFour = face.symbol === "wild4";
  return svg`${quarters(58, 77, 2.6)}${isFour ? svg`
    <path class="fill-night" d="M58 62A15 15 0 1 1 58 92A15 15 0 1 1 58 62Z"/>
    <g class="on-night">${sign(face, 58, 77, 0.54)}</g>` : nothing}`;
}

/**
 * @param {(colour: string) => boolean} isUsed
 * @returns {boolean} whether all colours of the disc with four colours are used
 */
export function hasQuarters(isUsed) {
  return QUARTERS.every(([colour]) => isUsed(colour));
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 */
export function quarters(x, y, scale) {
  return svg`<g transform="translate(${x} ${y}) scale(${scale})"><path class="white" d=${SHAPES.red} transform="scale(1.08)"/>
    ${QUARTERS.map(([colour, path]) => svg`<path class="fill-${colour}" d=${path}/>`)}</g>`;
}

/** @param {Face} face */
function isWide(face) {
  return ["draw2", "plus2", "wild4"].includes(face.symbol ?? "");
}

/**
 * Draws the number or sign of a face around a point, about 46 units high at scale 1.
 * @param {Face} face
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 */
function sign(face, x, y, scale) {
  const at = `translate(${x} ${y}) scale(${scale})`;
  switch (face.symbol) {
    case "skip":
      return svg`<g transform=${at}><path class="stroke" d="M0-19A19 19 0 1 1 0 19A19 19 0 1 1 0-19ZM-13.4 13.4L13.4-13.4"/></g>`;
    case "reverse":
    case "turn":
      return svg`<g transform=${at}><path d="M-20-3V-7A9 9 0 0 1-11-16H3V-23L20-11L3 1V-6H-8A3 3 0 0 0-11-3Z"/>
        <path d="M-20-3V-7A9 9 0 0 1-11-16H3V-23L20-11L3 1V-6H-8A3 3 0 0 0-11-3Z" transform="rotate(180)"/></g>`;
    case "draw2":
    case "plus2": return textSign("+2", at);
    case "wild4": return textSign("+4", at);
    case "wild":
      return svg`<g transform=${at}><path d="M0-20L5-6L20-6L8 3L12.5 18L0 9L-12.5 18L-8 3L-20-6L-5-6Z"/></g>`;
    default: return textSign(face.rank ?? face.symbol ?? "?", at, face.rank === "6" || face.rank === "9");
  }
}

/**
 * Scale of a text with a single letter. Longer texts are scaled down by their length, so that they fit on the
 * card.
 */
const LETTER_SCALE = 1.35;

/**
 * @param {string} text
 * @param {string} at
 * @param {boolean} [isTurnable]  whether it reads as another number upside down, so that it needs a line
 *   below
 */
function textSign(text, at, isTurnable = false) {
  const size = text.length > 2 ? svg`<text class="number" y="18" transform="scale(${LETTER_SCALE / text.length})">${text}</text>`
    : svg`<text class="number ${text.length > 1 ? "number-wide" : ""}" y="18">${text}</text>`;
  return svg`<g transform=${at}>${size}
    ${isTurnable ? svg`<path d="M-11 22H11V26H-11Z"/>` : nothing}</g>`;
}
