// Draws faces with a picture and a name: cards of Exploding Kittens. A picture has 60 by 60 units around the
// origin. Unknown symbols get a paw.

/** @import {Face} from "../types.js" */

import { nothing, svg } from "../../../vendor/lit-html/lit-html.js";
import { twoLines, wrapText } from "../faces.js";

/** The head of all cats. */
const HEAD = "M-20 24C-28 16-27-4-24-26L-11-15C-4-18 4-18 11-15L24-26C27-4 28 16 20 24C10 30-10 30-20 24Z";

/** Two arrows that cross. */
const ARROWS = "M-28-14H-16C-6-14 2 14 12 14H16V22L29 11L16 0V6H13C7 6-1-22-15-22H-28ZM-28 6V14H-16C-11 14-8 10-5 5L-9-1"
  + "C-12 3-14 6-17 6ZM1-5L5 1C8-3 10-6 13-6H16V0L29-11L16-22V-14H12C8-14 4-10 1-5Z";

/** Pictures by the symbol of the face, without its variation selector. */
const PICTURES = /** @type {Record<string, () => unknown>} */ ({
  "💣": () => svg`<path d="M-6-12A21 21 0 1 1-6 30A21 21 0 1 1-6-12ZM3-18L15-10L11-3L-2-11Z"/>
    <path class="stroke" d="M10-13C14-24 22-22 23-13"/>
    <path class="tint-flame" d="M23-30L25.5-20L34-21L27-15L31-7L23-11L16-6L19-14L13-20L20-20Z"/>
    <path class="white" d="M-15 4L-9 10M-9 4L-15 10M-3 4L3 10M3 4L-3 10"/><path class="line" d="M-16 4L-10 10M-10 4L-16 10M-2 4L4 10M4 4L-2 10M-13 20C-9 15-3 15 1 20"/>`,
  "✂": () => svg`<path class="stroke" d="M-15 12A8.5 8.5 0 1 1-15 29A8.5 8.5 0 1 1-15 12ZM15 12A8.5 8.5 0 1 1 15 29A8.5 8.5 0 1 1 15 12Z"/>
    <path d="M-12 15L14-29C18-25 18-19 15-14L-5 19ZM12 15L-14-29C-18-25-18-19-15-14L5 19Z"/>`,
  "✋": () => svg`<path d="M-13 30C-19 22-25 10-27 3C-28-2-22-4-19 0L-14 8V-20C-14-25-7-25-7-20V-2H-5V-26C-5-31 2-31 2-26V-2H4V-23
    C4-28 11-28 11-23V0H13V-14C13-19 20-19 20-14V10C20 20 16 25 14 30Z"/>`,
  "⚔": () => svg`${[1, -1].map((side) => svg`<path transform="scale(${side} 1)"
    d="M26-29L28-17L-9 18L-5 23L-10 28L-15 22L-22 29L-27 24L-20 17L-26 12L-21 7L-16 11Z"/>`)}`,
  "⏭": () => svg`<path d="M-28-20L-3-4V-20L20-3V-20H28V20H20V3L-3 20V4L-28 20Z"/>`,
  "🎁": () => svg`<path d="M-25-3H-4V27H-22C-24 27-25 26-25 24ZM4-3H25V24C25 26 24 27 22 27H4ZM-28-15H-4V-6H-28ZM4-15H28V-6H4Z"/>
    <path class="stroke" d="M0-16C-8-18-17-19-15-26C-12-32-3-26 0-16C3-26 12-32 15-26C17-19 8-18 0-16Z"/>`,
  "🔀": () => svg`<path d=${ARROWS}/>`,
  "🔮": () => svg`<path fill-rule="evenodd" d="M0-29A22 22 0 1 1 0 15A22 22 0 1 1 0-29ZM-15-8A15 15 0 0 1-1-22V-18A11 11 0 0 0-11-8Z"/>
    <path d="M-17 17H17L22 29H-22Z"/><path class="white" d="M7-13L9.5-6.5L16-4L9.5-1.5L7 5L4.5-1.5L-2-4L4.5-6.5Z"/>`,
  "🌮": () => cat(svg`<path class="tint-straw" d="M-27 28A27 23 0 0 1 27 28Z"/>
    <path class="tint-leaf" d="M-24 15A27 23 0 0 1 24 15L20 11L14 13L9 7L3 10L-3 6L-9 11L-15 8L-19 15Z"/>`, -6),
  "🧔": () => cat(svg`<path class="tint-fur" d="M-23 5C-14 9-8 4 0 4C8 4 14 9 23 5C24 20 12 31 0 31C-12 31-24 20-23 5Z"/>
    <path class="white" d="M-7 12C-3 16 3 16 7 12C6 20-6 20-7 12Z"/>`, 0),
  "🌈": () => svg`${["tint-red", "tint-straw", "tint-leaf", "tint-sky"].map((tint, nth) => svg`<path class="bow ${tint}"
    d="M${-27 + nth * 5} 0A${27 - nth * 5} ${27 - nth * 5} 0 0 1 ${27 - nth * 5} 0"/>`)}<g transform="translate(0 10) scale(.66)">${cat(nothing, 4)}</g>`,
  "🥔": () => svg`<path class="tint-fur" d="M-18-22C-4-32 15-28 24-12C32 4 24 26 6 29C-14 32-30 20-28 2C-27-10-25-17-18-22Z"/>
    <path d="M-21-17L-24-31L-11-25ZM12-25L24-31L22-15Z"/>${catFace(2)}
    <path class="white" d="M-18 12A2 2 0 1 1-14 12A2 2 0 1 1-18 12ZM14 18A2 2 0 1 1 18 18A2 2 0 1 1 14 18ZM12-14A2 2 0 1 1 16-14A2 2 0 1 1 12-14Z"/>`,
  "🍉": () => svg`<path d="M-22-6L-24-30L-8-18ZM22-6L24-30L8-18Z"/><path class="tint-leaf" d="M-29-8H29A29 36 0 0 1-29-8Z"/>
    <path class="white" d="M-25-8H25A25 31 0 0 1-25-8Z"/><path class="tint-red" d="M-22-8H22A22 27 0 0 1-22-8Z"/>
    <path d="M-12-11A17 12 0 0 1 12-11Z"/>${catFace(1)}`,
});

/** A paw: four toes and a ball. */
const PAW = "M0 2C9 2 20 14 16 22C12 29 5 24 0 24C-5 24-12 29-16 22C-20 14-9 2 0 2ZM-21-12A6 8 0 1 1-21 5A6 8 0 1 1-21-12Z"
  + "M21-12A6 8 0 1 1 21 5A6 8 0 1 1 21-12ZM-8-27A6.5 9 0 1 1-8-8A6.5 9 0 1 1-8-27ZM8-27A6.5 9 0 1 1 8-8A6.5 9 0 1 1 8-27Z";

/**
 * @param {unknown} extra  drawn on the head, below the face
 * @param {number} y  height of the face
 */
function cat(extra, y) {
  return svg`<path d=${HEAD}/>${extra}${catFace(y)}`;
}

/** @param {number} y */
function catFace(y) {
  return svg`<g transform="translate(0 ${y})"><path class="white" d="M-11-7A4.5 4.5 0 1 1-11 2A4.5 4.5 0 1 1-11-7ZM11-7A4.5 4.5 0 1 1 11 2A4.5 4.5 0 1 1 11-7Z"/>
    <path class="eye" d="M-11-5.5A2 3 0 1 1-11 .5A2 3 0 1 1-11-5.5ZM11-5.5A2 3 0 1 1 11 .5A2 3 0 1 1 11-5.5Z"/>
    <path class="white" d="M-3.5 4H3.5L0 8Z"/></g>`;
}

/**
 * @param {string|undefined} symbol
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 */
function pictureAt(symbol, x, y, scale) {
  const draw = PICTURES[(symbol ?? "").replace(/\uFE0F/g, "")];
  return svg`<g transform="translate(${x} ${y}) scale(${scale})">${draw ? draw() : svg`<path d=${PAW}/>`}</g>`;
}

/** Font size of the name in units: 11 px on a card that is 60 px wide. */
const NAME_SIZE = 18.5;
/** Width of a letter of this size, and maximum width of a line, in units. */
const [LETTER, LINE] = [11, 94];
/** Number of letters in a line of the effect. */
const EFFECT_LINE = 17;

/**
 * The picture fills the card. Large cards also show the effect in words, over the picture.
 * @param {Face} catFace
 */
export function kittenFace(catFace) {
  const lines = twoLines(catFace.name);
  const top = 140 - 8 - lines.length * 19;
  const effect = wrapText(catFace.text ?? "", EFFECT_LINE);
  return svg`<path class="ground" d="M0 0H100V140H0Z"/><path class="rays" d=${RAYS}/>
    ${pictureAt(catFace.symbol, 53, lines.length > 1 ? 56 : 64, 1.32)}
    <circle class="corner" cx="16" cy="17" r="14"/>${pictureAt(catFace.symbol, 16, 17, 0.36)}
    <g class="effect"><path d=${`M0 ${top - 6 - effect.length * 11}H100V${top + 1}H0Z`}/>
      ${effect.map((line, nth) => svg`<text x="50" y=${top - 3 - (effect.length - 1 - nth) * 11}>${line}</text>`)}</g>
    <path class="name-band" d=${`M0 ${top}H100V140H0Z`}/>
    ${lines.map((line, nth) => svg`<text class="name" x="5" .style=${`font-size:${NAME_SIZE}px`} y=${140 - 9 - (lines.length - 1 - nth) * 19}
      textLength=${line.length * LETTER > LINE ? LINE : nothing} lengthAdjust="spacingAndGlyphs">${line}</text>`)}`;
}

/** Eight rays from the middle of the picture. */
const RAYS = Array.from({ length: 8 }, (_, nth) => {
  const at = (/** @type {number} */ turn) => `${(53 + 130 * Math.cos(turn)).toFixed(1)} ${(60 + 130 * Math.sin(turn)).toFixed(1)}`;
  return `M53 60L${at(nth * Math.PI / 4)}L${at((nth + 0.5) * Math.PI / 4)}Z`;
}).join("");
