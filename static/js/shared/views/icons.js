// Small drawings: suits, and icons beside words. All paths are made for this project.

/** @import {Face} from "../types.js" */

import { html, nothing, svg } from "../../../vendor/lit-html/lit-html.js";
import { tintOf } from "../faces.js";

/** Suits around the origin, 20 units high. */
const SUITS = /** @type {Record<string, string>} */ ({
  hearts: "M0 10C-13 1-10.5-9-4.8-9C-2.2-9-.6-7.4 0-5.2C.6-7.4 2.2-9 4.8-9C10.5-9 13 1 0 10Z",
  diamonds: "M0-10.5C2.2-6.2 4.8-3 8.2 0C4.8 3 2.2 6.2 0 10.5C-2.2 6.2-4.8 3-8.2 0C-4.8-3-2.2-6.2 0-10.5Z",
  spades: "M0-10.5C3.4-5.2 10-2.4 10 2.8C10 7.6 4 8.6 1.5 5C1.6 7.6 2.6 9.2 4.2 10.2L-4.2 10.2C-2.6 9.2-1.6 7.6-1.5 5"
    + "C-4 8.6-10 7.6-10 2.8C-10-2.4-3.4-5.2 0-10.5Z",
  clubs: "M-4.7-5.4a4.7 4.7 0 1 1 9.4 0a4.7 4.7 0 1 1-9.4 0ZM-10 2.2a4.7 4.7 0 1 1 9.4 0a4.7 4.7 0 1 1-9.4 0Z"
    + "M.6 2.2a4.7 4.7 0 1 1 9.4 0a4.7 4.7 0 1 1-9.4 0ZM-1.8-2L1.8-2C1.6 6 2.6 9 4.2 10.2L-4.2 10.2C-2.6 9-1.6 6-1.8-2Z",
  oros: "M-9.5 0a9.5 9.5 0 1 1 19 0a9.5 9.5 0 1 1-19 0ZM-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0ZM-4.5 0a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1-9 0Z",
  copas: "M-8.5-10H8.5C8.5-3 5.5 1 1.8 2.2V7C4.2 7.5 5.7 8.5 6.2 10.2H-6.2C-5.7 8.5-4.2 7.5-1.8 7V2.2C-5.5 1-8.5-3-8.5-10Z",
  espadas: "M9.5-10.5L8.6-4.2L-.6 5L2 7.6L0 9.6L-3 6.8L-6 9.8A2.2 2.2 0 1 1-9.8 6.2L-6.8 3.2L-9.6 .2L-7.6-1.8L-5 .8L3.6-8.6Z",
  bastos: "M-2.8-10.5C.5-12 5-9.5 4.6-5.5L7-4.5L6.2-1.8L3.6-2.2C3 2 2.4 6 2 10.2H-2C-2.3 6.5-3.2 3.5-4.2.5L-6.8.8L-7.3-2L-5.2-3.5C-5.8-6.5-5-9.5-2.8-10.5Z",
});

/** Suits of documents that have a drawing, around the origin, 20 units high. */
const ELEMENTS = /** @type {Record<string, string>} */ ({
  fire: "M1-10.5C2-6 7.5-3 7.5 3.2A7.5 7.3 0 0 1-7.5 3.2C-7.5 0-6-2.5-4-4.5C-4-2.5-3.2-1.3-2-1C-2.5-4.5-1.5-8.5 1-10.5ZM.3 1.5"
    + "C-1.5 3-3 4-3 6.2A3.2 3.2 0 0 0 3.4 6.2C3.4 4.5 1.5 3.5.3 1.5Z",
  water: "M0-10.5C3.5-5.5 7-1.5 7 3.2A7 7 0 0 1-7 3.2C-7-1.5-3.5-5.5 0-10.5ZM-4.5 3.5A4.5 4.5 0 0 0-.5 8V6.2A2.9 2.9 0 0 1-2.7 3.5Z",
  earth: "M-10.5 9.5L-3.5-6L.3 1.2L3.2-3L10.5 9.5ZM-3.5-2.2L-5.3 1.9L-3.4.9L-1.7 2Z",
  air: "M-10-4.8H2.5A2 2 0 1 0 .7-7.6L-1.3-8.4A4.2 4.2 0 1 1 2.5-2.6H-10ZM-10-1.1H6.3A4.2 4.2 0 1 1 2.5 4.9L4.5 4.1A2 2 0 1 0 6.3 1.1H-10ZM-10 "
    + "2.6H-2.2A3.6 3.6 0 1 1-5.5 7.7L-3.5 6.9A1.4 1.4 0 1 0-2.2 4.8H-10Z",
});
/** Suits by emoji. Fonts of many systems lack these emoji, so the page draws them. */
const EMOJI = /** @type {Record<string, string>} */ ({ "🔥": "fire", "💧": "water", "🌍": "earth", "💨": "air" });

/** Ranks of court cards in a French deck. */
const COURTS = new Set(["K", "Q", "J"]);
const SPANISH = new Set(["oros", "copas", "espadas", "bastos"]);

/** @param {string|undefined} suit */
export function isSpanish(suit) {
  return SPANISH.has(suit ?? "");
}

/**
 * @param {string} suit  of a French or a Spanish deck
 * @param {number} x
 * @param {number} y
 * @param {number} scale  1 is 20 units high
 */
export function suitAt(suit, x, y, scale) {
  return svg`<path d=${SUITS[suit] ?? SUITS.diamonds} transform="translate(${x} ${y}) scale(${scale})"/>`;
}

/**
 * Returns the sign of a suit of a document, by which players recognise it without its colour.
 * @param {Face} face
 * @returns {unknown} a drawing around the origin, 20 units high, or the first letter of the card's name
 */
export function suitSign({ suit = "", name }) {
  return suit in ELEMENTS ? svg`<path fill-rule="evenodd" d=${ELEMENTS[suit]}/>` : [...name][0].toUpperCase();
}

/**
 * Draws the emoji of a suit, as high as the text beside it. Screen readers read the emoji itself.
 * Other texts stay as they are.
 * @param {string} text
 */
export function emojiPicture(text) {
  return text in EMOJI ? html`<svg class="sign-mark" viewBox="-11 -11 22 22" aria-hidden="true"><path fill-rule="evenodd"
    d=${ELEMENTS[EMOJI[text]]}/></svg><span class="unseen">${text}</span>` : text;
}

/** Draws a head with an antenna, for bots and programs. */
export function robot() {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path fill-rule="evenodd" d="M8 .6a1.2 1.2 0 0 1
    .7 2.2V4.2H11.4A2.4 2.4 0 0 1 13.8 6.6V11.8A2.4 2.4 0 0 1 11.4 14.2H4.6A2.4 2.4 0 0 1 2.2 11.8V6.6A2.4 2.4 0 0 1 4.6 4.2H7.3V2.8A1.2
    1.2 0 0 1 8 .6ZM5.7 7A1.3 1.3 0 1 0 5.7 9.6A1.3 1.3 0 1 0 5.7 7ZM10.3 7A1.3 1.3 0 1 0 10.3 9.6A1.3 1.3 0 1 0 10.3 7ZM5.4
    11V12.2H10.6V11ZM.4 7.6H1.5V11H.4ZM14.5 7.6H15.6V11H14.5Z"/></svg>`;
}

/** Draws two sheets, for copying. */
export function copySign() {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path fill-rule="evenodd" d="M5 1H13A2 2 0 0 1 15 3V11A2 2 0 0 1
    13 13H12V11.4H13.4V2.6H4.6V4H3V3A2 2 0 0 1 5 1ZM3 5H9A2 2 0 0 1 11 7V13A2 2 0 0 1 9 15H3A2 2 0 0 1 1 13V7A2 2 0 0 1 3 5Z"/></svg>`;
}

/** @param {boolean} isOn  whether sound is on */
export function speaker(isOn) {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M1 5.5H3.8L8 2V14L3.8 10.5H1Z"/>${isOn
    ? svg`<path class="waves" d="M10.3 5.2A4 4 0 0 1 10.3 10.8M12.3 3.2A6.8 6.8 0 0 1 12.3 12.8"/>`
    : svg`<path class="waves" d="M10.5 5.7L15 10.3M15 5.7L10.5 10.3"/>`}</svg>`;
}

/**
 * Draws a rank as large as on a card. The text beside it says the same.
 * @param {string} rank
 */
export function glyph(rank) {
  return html`<i class="glyph" data-rank=${rank} aria-hidden="true"></i>`;
}

/**
 * Draws a suit on paper, such as trumps, or on the colour of its cards. The text beside it says the same.
 * @param {string} suit
 */
export function suitMark(suit) {
  const path = SUITS[suit] ?? ELEMENTS[suit];
  return path ? html`<svg class="suit-mark suit-${suit} paint-${tintOf(suit, {})}" viewBox="-14 -14 28 28" aria-hidden="true"><path fill-rule="evenodd" d=${path}/></svg>` : nothing;
}

/** Draws a cup, for games won. */
export function cup() {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M4 1H12V3H15C15 7 13.5 8.5 11.2 8.8C10.5 10.2 9.8 10.6 9 10.8V12.5H11.5V15H4.5V12.5H7V10.8C6.2
    10.6 5.5 10.2 4.8 8.8C2.5 8.5 1 7 1 3H4ZM4 4.4H2.5C2.7 6 3.2 6.8 4.2 7.1ZM12 4.4V7.1C12.9 6.8 13.3 6 13.5 4.4Z"/></svg>`;
}

/** Draws a crown, for winners. */
export function crown() {
  return html`<svg class="crown" viewBox="0 0 48 32" aria-hidden="true"><path d="M5 29L1 6L14 15L24 1L34 15L47 6L43 29Z"/>
    <path class="jewels" d="M22 21A2.5 2.5 0 1 1 26.5 21A2.5 2.5 0 1 1 22 21ZM10 22A2 2 0 1 1 14 22A2 2 0 1 1 10 22ZM34 22A2 2 0 1 1 38 22A2 2 0 1 1 34 22Z"/></svg>`;
}

/** Draws an open eye, for spectators. */
export function eye() {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path fill-rule="evenodd" d="M8 3C4.4 3 1.7 5.4.4
    8C1.7 10.6 4.4 13 8 13S14.3 10.6 15.6 8C14.3 5.4 11.6 3 8 3ZM8 4.5A3.5 3.5 0 1 1 8 11.5A3.5 3.5 0 1 1 8 4.5ZM8 6.2A1.8 1.8 0 1 0 8
    9.8A1.8 1.8 0 1 0 8 6.2Z"/></svg>`;
}

/**
 * Draws two arrows around a circle, for the direction of play.
 * @param {boolean} isClockwise
 */
export function arrows(isClockwise) {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path transform=${isClockwise ? nothing : "matrix(-1 0 0 1 16 0)"}
    d="M8 1.6A6.4 6.4 0 0 1 13.7 5.1L15.4 4.2L14.9 9L10.7 6.7L12.3 5.9A4.8 4.8 0 0 0 3.6 6.1L2.2 5.3A6.4 6.4 0 0 1 8 1.6ZM8 14.4A6.4
    6.4 0 0 1 2.3 10.9L.6 11.8L1.1 7L5.3 9.3L3.7 10.1A4.8 4.8 0 0 0 12.4 9.9L13.8 10.7A6.4 6.4 0 0 1 8 14.4Z"/></svg>`;
}

/** @param {string|undefined} suit */
export function hasSuit(suit) {
  return suit !== undefined && suit in SUITS;
}

/** @param {string|undefined} rank */
export function isCourt(rank) {
  return rank !== undefined && COURTS.has(rank);
}
