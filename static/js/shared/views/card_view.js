// Draws cards: faces from the data of the catalogue, backs, and cards that are buttons.

/** @import {Face} from "../types.js" */
/** @import {CardRef} from "../selection.js" */

import { html, nothing, svg } from "../../../vendor/lit-html/lit-html.js";
import { cardHelp, cardName, tintOf, wrapText } from "../faces.js";
import { colourFace, hasQuarters, quarters } from "./colour_face.js";
import { hasSuit, isSpanish, suitAt, suitSign } from "./icons.js";
import { kittenFace } from "./kitten_face.js";
import { knightFace } from "./knight_face.js";
import { playingFace, spanishFace } from "./playing_face.js";
import { author } from "../author.js";

/** Colours that a face can name. All others are drawn in ink. */
const COLOURS = new Set(["red", "black", "yellow", "green", "blue", "purple", "orange", "brown", "white", "pink", "grey"]);

/** Maximum number of characters drawn as a large sign. */
const MOST_IN_SIGN = 3;

/** @param {Face|undefined} face */
function colourClass(face) {
  return `colour-${COLOURS.has(face?.colour ?? "") ? face?.colour : "ink"}`;
}

/**
 * Draws a face. Unknown kinds get a plain card with the texts of the catalogue.
 * @param {string} code
 * @param {Record<string, Face>} faces
 */
export function facePicture(code, faces) {
  const face = faces[code];
  return html`<svg class="face face-${face?.kind ?? "plain"} ${colourClass(face)} ${hasSuit(face?.suit) ? `suit-${face?.suit}` : ""}" viewBox="0 0 100 140" aria-hidden="true">
    ${drawing(code, face, faces)}${author.pictureFace?.(face, svg, suitAt, wrapText)}
  </svg>`;
}

/**
 * @param {string} code
 * @param {Face|undefined} face
 * @param {Record<string, Face>} faces
 */
function drawing(code, face, faces) {
  switch (face?.kind) {
    case "playing": return hasSuit(face.suit) ? playingFace(face) : plain(code, face);
    case "uno": return colourFace(face);
    case "kittens": return kittenFace(face);
    case "ivanhoe": return knightFace(face);
    default: return face && isSpanish(face.suit) ? spanishFace(face) : suited(code, face, faces);
  }
}

/**
 * Draws a card of an unknown deck, with the colour and sign or initial of its suit.
 * @param {string} code
 * @param {Face|undefined} face
 * @param {Record<string, Face>} faces
 */
function suited(code, face, faces) {
  const colour = tintOf(face?.suit, faces);
  return face && colour ? colourFace({ ...face, colour }, suitSign(face)) : plain(code, face, hasQuarters((one) => Object.values(faces).some(({ suit }) => tintOf(suit, faces) === one)));
}

/**
 * Draws any other card: a sign in its colour if it has one, else text on paper.
 * @param {string} code
 * @param {Face|undefined} face
 * @param {boolean} [isColourless]  whether it has none of four colours, such as a wild card; it shows all of them
 */
function plain(code, face, isColourless) {
  const symbol = face?.symbol || face?.rank || "";
  const isLong = [...symbol].length > MOST_IN_SIGN;
  const sign = isLong ? [...(face?.name || symbol)][0] : symbol;
  const names = wrapText(isLong || !sign ? face?.name || code : "", 11).slice(0, 3);
  const lines = wrapText(face?.text ?? "", 15).slice(0, 6 - names.length);
  const large = Math.min(20, 130 / Math.max(1, ...names.map((line) => line.length)));
  const end = sign ? 126 : 76 + 6 * lines.length;
  return svg`
    <path class=${sign ? "paint" : "band"} d="M6 6H94V134H6Z"/>
    ${sign ? svg`<text class="sign" x="14" y="44">${sign}</text>` : nothing}
    ${sign && !names.length && !lines.length ? svg`<text class="sign sign-large" x="86" y="122">${sign}</text>` : nothing}
    ${names.map((line, nth) => svg`<text class="words words-name ${sign ? "on-paint" : ""}" .style=${`font-size:${large}px`} x="50" y=${end - 12 * lines.length - 4 - large * (names.length - 1 - nth)}>${line}</text>`)}
    ${lines.map((line, nth) => svg`<text class="words words-text ${sign ? "on-paint" : ""}" x="50" y=${end - 12 * (lines.length - 1 - nth)}>${line}</text>`)}
    ${isColourless ? svg`<g class="colours" .style=${`--down:${lines.length > 2 ? 76 : 34}px`}>${quarters(70, 32, 1.7)}</g>` : nothing}`;
}

/**
 * Draws a card without a button.
 * @param {string|null} code  null: face down
 * @param {Record<string, Face>} faces
 */
export function cardPicture(code, faces) {
  if (code === null) return html`<span class="card back" aria-hidden="true"></span>`;
  const help = cardHelp(code, faces);
  return html`<span class="card" role="img" aria-label=${help || cardName(code, faces)} data-help=${help || nothing}
    data-face=${code}>
    ${facePicture(code, faces)}</span>`;
}

/**
 * Draws a card as a button.
 * @param {CardRef} card
 * @param {Record<string, Face>} faces
 * @param {object} options
 * @param {boolean} options.pressed
 * @param {boolean} options.enabled
 * @param {(card: CardRef) => void} options.onClick
 * @param {boolean} [options.isStop]  whether the tab key stops here
 * @param {boolean} [options.isArriving]  whether it is in flight
 * @param {number} [options.nth]  its index in the hand
 * @param {number} [options.group]  the index of its group, if it belongs to one
 */
export function cardButton(card, faces, { pressed, enabled, onClick, isStop = true, isArriving = false, nth = 0, group }) {
  const help = cardHelp(card.face, faces);
  // The button is never disabled, so that keyboards and screen readers reach the hand out of turn, too.
  return html`<button type="button" class="card-button ${enabled ? "" : "idle"} ${isArriving ? "arriving" : ""}" data-face=${card.face}
    data-of=${card.zone} data-key=${card.key} data-group=${group ?? nothing} .style=${`--nth:${nth}`} tabindex=${isStop ? nothing : "-1"}
    aria-label=${help || cardName(card.face, faces)} data-help=${help || nothing} aria-pressed=${pressed ? "true" : "false"}
    @click=${() => onClick(card)}><span class="card">${facePicture(card.face, faces)}</span></button>`;
}
