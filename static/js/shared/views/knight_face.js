// Draws faces of Ivanhoe. A display card has a field with its number, the shape of its colour, and a shield
// with the weapon. An action card has a picture on a dark field. A picture has 60 by 60 units around the
// origin. All drawings are made for this project.

/** @import {Face} from "../types.js" */

import { nothing, svg } from "../../../vendor/lit-html/lit-html.js";
import { hasShape, twoLines, wrapText } from "../faces.js";
import { corner } from "./colour_face.js";

const SHIELD = "M-28-32H28V0C28 18 14 28 0 34C-14 28-28 18-28 0Z";
const SWORD = "M-4-27L0-34L4-27V8H-4ZM-14 8H14V14H-14ZM-3 14H3V25H-3ZM0 24A4.5 4.5 0 1 1 0 33A4.5 4.5 0 1 1 0 24Z";
const LEAF = "M-24 24C-22-14 0-28 26-28C28 0 14 24-16 20L-22 29L-28 26C-20 14-8 2 9-11C-6-4-16 6-24 24Z";
const CROWN = "M-26 16L-30-18L-13-4L0-28L13-4L30-18L26 16ZM-26 20H26V28H-26Z";
const HELM = "M0-30C16-30 22-18 22-4V20C22 26 14 30 0 30C-14 30-22 26-22 20V-4C-22-18-16-30 0-30Z";
const VISOR = "M-17-5H-2V1H-17ZM2-5H17V1H2ZM-8 10H-4V22H-8ZM4 10H8V22H4Z";
const ARROW = "M-10-30H10V4H24L0 30L-24 4H-10Z";
const HALF_TURN = "M-23 6A23 23 0 0 1 14-18L19-26L27-5L4-5L9-11A15 15 0 0 0-15 6Z";

/**
 * @param {number} x
 * @param {number} y
 * @param {number} size  distance from the middle to a point
 * @param {number} points
 * @param {number} [inner]  distance of the inner corners, as a part of `size`
 */
function star(x, y, size, points, inner = 0.45) {
  const corners = Array.from({ length: 2 * points }, (_, nth) => {
    const [far, turn] = [size * (nth % 2 ? inner : 1), Math.PI * (nth / points - 0.5)];
    return `${(x + far * Math.cos(turn)).toFixed(1)} ${(y + far * Math.sin(turn)).toFixed(1)}`;
  });
  return `M${corners.join("L")}Z`;
}

/** @param {number} turn  degrees */
const sword = (turn) => svg`<path d=${SWORD} transform="rotate(${turn})"/>`;

/**
 * Pictures by the symbol of the face, without its variation selector. The class `hollow` shows the
 * background.
 */
const PICTURES = /** @type {Record<string, () => unknown>} */ ({
  "🐎": () => svg`<path d="M-31 25L-25 31L-9 16L-15 10ZM-19 0C-7 1-1 7 0 19C-10 22-22 12-19 0ZM-12 3L31-31L-3 12Z"/>`,
  "🗡": () => sword(40),
  "🪓": () => svg`<g transform="rotate(28)"><path d="M-3-31H3V33H-3ZM5-27C15-31 24-24 28-15C29-6 26 3 20 8C17-1 11-6 5-7ZM-5-23L-16-28V-8L-5-12Z"/></g>`,
  "✴": () => svg`<path d="M-30 25L-25 30L1 4L-4-1Z"/><path d=${star(9, -9, 22, 8, 0.68)}/>`,
  "🍃": () => svg`<path d=${LEAF}/>`,
  "🎖": () => svg`<path d=${HELM}/><path class="hollow" d=${VISOR}/>`,
  "👑": () => svg`<path d=${CROWN}/><path class="hollow" d="M0 3L5 9L0 15L-5 9Z"/>`,
  "🏇": () => svg`<path d="M-18 31C-20 12-22 4-13-11L-12-29L-3-20C10-20 21-7 27 8C29 15 22 19 17 15L4 8C5 15 15 20 15 31Z"/>
    <path class="hollow" d="M1-9A3 3 0 1 1 1-3A3 3 0 1 1 1-9Z"/>`,
  "🔁": () => svg`<path d=${HALF_TURN}/><path d=${HALF_TURN} transform="rotate(180)"/>`,
  "🍂": () => svg`<g transform="translate(-9 -5) scale(.82)">${sword(180)}</g><path d=${LEAF} transform="translate(16 14) scale(.5)"/>`,
  "💥": () => svg`<path d="M-31 25L-25 31L-8 15L-2 16L-4 9L-10 9L-14 9ZM31-31L5-12L10-10L6-3L13-5L15-8Z"/><path d=${star(0, 1, 13, 5)}/>`,
  "🤺": () => [sword(40), sword(-40)],
  "💨": () => svg`<path class="stroke" d="M-28-9H8A8 8 0 1 0 0-20M-28 2H19A8 8 0 1 1 12 14M-28 13H-3A7 7 0 1 1-10 24"/>`,
  "↩": () => svg`<path d="M-30-6L-9-25V-13H7C22-13 29-4 29 9C29 21 21 27 10 27H-10V17H9C15 17 18 14 18 8C18 1 14-2 7-2H-9V13Z"/>`,
  "👊": () => svg`<path d="M-24-8C-24-19-12-21-10-15C-8-23 2-23 4-15C8-21 17-19 17-11C23-13 27-7 26-1L22 13V18H-17V13C-25 7-25 0-24-8ZM-19 22H24V31H-19Z"/>
    <path class="gap" d="M-10-12V-2M4-12V-2M17-8V-1"/>`,
  "🌀": () => svg`<path class="stroke" d="M-26 20C-28-16-12-27 4-24C22-20 22 2 6 4C-8 5-8-12 3-11"/><path d="M-31 12L-27 30L-16 16Z"/>`,
  "⬇": () => svg`<path d=${ARROW}/>`,
  "⬆": () => svg`<path d=${ARROW} transform="rotate(180)"/>`,
  "🥀": () => svg`<g transform="rotate(22)"><path d=${CROWN}/><path class="gap" d="M2-28L-5-12L5 0L-3 12L3 28"/></g>`,
  "⚖": () => svg`<path d="M-2.5-28H2.5V24H-2.5ZM-16 24H16V30H-16ZM-26-21H26V-16H-26ZM-31 5H-11A10 9 0 0 1-31 5ZM11 5H31A10 9 0 0 1 11 5Z"/>
    <path class="thread" d="M-21-17L-29 5M-21-17L-13 5M21-17L13 5M21-17L29 5"/>`,
  "🔀": () => ["", "rotate(180)"].map((turn) => svg`<path d="M-17-31L-3-13H-11V26H-23V-13H-31Z" transform=${turn}/>`),
  "🛡": () => svg`<path d=${SHIELD}/><path class="hollow" d="M-4-25H4V-8H20V0H4V23L0 25L-4 23V0H-20V-8H-4Z"/>`,
  "💫": () => svg`<path d=${star(0, -4, 19, 5)}/><path d=${star(-22, 17, 10, 5)}/><path d=${star(22, 17, 10, 5)}/><path class="thread" d="M-27 2A27 15 0 0 0 27 2"/>`,
  "✋": () => svg`<g transform="translate(-3 4) scale(.88)"><path d=${HELM}/><path class="hollow" d=${VISOR}/></g>
    <path class="plume" d="M-3-24C2-42 30-37 29-9C24-21 12-25-3-24Z"/>`,
});

/**
 * @param {string|undefined} symbol
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 */
function pictureAt(symbol, x, y, scale) {
  const draw = PICTURES[(symbol ?? "").replace(/\uFE0F/g, "")];
  return svg`<g transform="translate(${x} ${y}) scale(${scale})">${draw ? draw() : svg`<path d=${SHIELD}/>`}</g>`;
}

/** @param {Face} face */
export function knightFace(face) {
  return svg`<rect class="white" width="100" height="140"/>${face.colour ? displayCard(face, face.colour) : actionCard(face)}`;
}

/**
 * @param {Face} face
 * @param {string} colour
 */
function displayCard(face, colour) {
  return svg`<rect class="fill-${colour}" x="4" y="4" width="92" height="132" rx="8"/>
    <text class="number on-${colour}" x="24" y="47">${face.rank}</text>
    ${hasShape(colour) ? corner(colour, 69) : svg`<g class="on-${colour}">${pictureAt(face.symbol, 23, 69, 0.46)}</g>`}
    <path class="field-${colour}" d=${SHIELD} transform="translate(64 90) scale(1.08)"/>
    <g class="ink-${colour}">${pictureAt(face.symbol, 64, 87, 0.74)}</g>`;
}

/** Number of letters in a line of the name, and of the effect. */
const [NAME_LINE, EFFECT_LINE] = [12, 17];
/** Names with more letters are condensed, so that wide letters stay on the card. */
const WIDE_NAME = 8;

/**
 * Draws an action card. Large cards also show the effect in words.
 * @param {Face} face
 */
function actionCard(face) {
  const lines = face.name.length > NAME_LINE ? twoLines(face.name) : [face.name];
  const effect = wrapText(face.text ?? "", EFFECT_LINE);
  const top = 136 - lines.length * 18;
  return svg`<rect class="fill-night" x="4" y="4" width="92" height="132" rx="8"/>
    <g class="gilt">${pictureAt(face.symbol, 22, 24, 0.5)}</g>
    <path class="crest" d=${SHIELD} transform="translate(57 68) scale(1.08)"/><g class="gilt">${pictureAt(face.symbol, 57, 66, 0.74)}</g>
    <g class="effect"><path d=${`M4 ${top - 8 - effect.length * 11}H96V${top}H4Z`}/>
      ${effect.map((line, nth) => svg`<text x="50" y=${top - 5 - (effect.length - 1 - nth) * 11}>${line}</text>`)}</g>
    ${lines.map((line, nth) => svg`<text class="title" x="50" y=${130 - (lines.length - 1 - nth) * 17}
      textLength=${line.length > WIDE_NAME ? 86 : nothing} lengthAdjust="spacingAndGlyphs">${line}</text>`)}`;
}
