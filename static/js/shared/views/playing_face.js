// Draws playing cards: indices in two corners, pips in the usual places, and court cards with two heads. All
// drawings are made for this project.

/** @import {Face} from "../types.js" */

import { svg } from "../../../vendor/lit-html/lit-html.js";
import { isCourt, suitAt } from "./icons.js";

/**
 * Columns and rows of pips in the upper half and the middle row. The lower half is the upper one upside down.
 */
const [LEFT, MIDDLE, RIGHT] = [39, 50, 61];
const [TOP, THIRD, CENTRE] = [26, 55.3, 70];

/** Pips by rank, in the upper half and the middle row. `true`: the lower half has the same pip. */
const PIPS = /** @type {Record<string, [number, number, boolean][]>} */ ({
  2: [[MIDDLE, TOP, true]],
  3: [[MIDDLE, TOP, true], [MIDDLE, CENTRE, false]],
  4: [[LEFT, TOP, true], [RIGHT, TOP, true]],
  5: [[LEFT, TOP, true], [RIGHT, TOP, true], [MIDDLE, CENTRE, false]],
  6: [[LEFT, TOP, true], [RIGHT, TOP, true], [LEFT, CENTRE, false], [RIGHT, CENTRE, false]],
  7: [[LEFT, TOP, true], [RIGHT, TOP, true], [LEFT, CENTRE, false], [RIGHT, CENTRE, false], [MIDDLE, 48, false]],
  8: [[LEFT, TOP, true], [RIGHT, TOP, true], [LEFT, CENTRE, false], [RIGHT, CENTRE, false], [MIDDLE, 48, true]],
  9: [[LEFT, TOP, true], [RIGHT, TOP, true], [LEFT, THIRD, true], [RIGHT, THIRD, true], [MIDDLE, CENTRE, false]],
  10: [[LEFT, TOP, true], [RIGHT, TOP, true], [LEFT, THIRD, true], [RIGHT, THIRD, true], [MIDDLE, 40.5, true]],
});

/** Hair, beard and hat by rank. */
const HEADS = /** @type {Record<string, () => unknown>} */ ({
  K: () => svg`<path class="hair" d="M40 27C37 36 38 43 41 46L44 40L43 28ZM60 27C63 36 62 43 59 46L56 40L57 28Z"/>
    <path class="hair" d="M41 37C40 50 45 54 50 54C55 54 60 50 59 37C57 41 54 41.5 50 41.5C46 41.5 43 41 41 37Z"/>
    <path class="gold" d="M39 26L36 12L43.5 18L50 8L56.5 18L64 12L61 26Z"/><path class="robe" d="M39 23.5H61L60.5 26.5H39.5Z"/>
    <circle class="robe" cx="50" cy="18.5" r="2"/>`,
  Q: () => svg`<path class="hair" d="M41 25C35 37 39 49 34 60H45C40 50 43 40 43 29ZM59 25C65 37 61 49 66 60H55C60 50 57 40 57 29Z"/>
    <path class="hair" d="M41 30C42 23 58 23 59 30C56 26 44 26 41 30Z"/>
    <path class="gold" d="M40 25L37.5 14L44.5 19L50 11L55.5 19L62.5 14L60 25Z"/>
    <path class="gold" d="M35.7 12.5A1.8 1.8 0 1 1 39.3 12.5A1.8 1.8 0 1 1 35.7 12.5ZM48.2 9.5A1.8 1.8 0 1 1 51.8 9.5A1.8
      1.8 0 1 1 48.2 9.5ZM60.7 12.5A1.8 1.8 0 1 1 64.3 12.5A1.8 1.8 0 1 1 60.7 12.5Z"/>
    <path class="line" d="M43 53C47 57 53 57 57 53"/>`,
  J: () => svg`<path class="hair" d="M40 25C36 36 38 45 40 50L46 46C42 41 42 34 44 28ZM60 25C64 36 62 45 60 50L54 46C58 41 58 34 56 28Z"/>
    <path class="robe" d="M38 26C37 16 45 11 53 13C60 14 63 20 62 26Z"/><path class="gold" d="M37.5 24H62.5V27.5H37.5Z"/>
    <path class="gold" d="M55 16C58 9 64 7 69 8C69 14 65 19 57 20Z"/>`,
  C: () => svg`<path class="robe" d="M38 36C34 12 66 12 62 36L58 32V28H42V32Z"/><path class="gold" d="M38.5 26H61.5V29.5H38.5Z"/>
    <path class="gold" d="M49 14C50 5 62 3 69 9C63 9 58 12 55 17Z"/>`,
});

/** Ranks of Spanish court cards, and the heads that they are drawn with. */
const FIGURES = /** @type {Record<string, string>} */ ({ 10: "J", 11: "C", 12: "K" });

/** @param {Face} face */
export function playingFace({ rank = "", suit = "" }) {
  return svg`${corner(rank, suit)}<g transform="rotate(180 50 70)">${corner(rank, suit)}</g>
    ${rank === "A" ? ace(suit) : isCourt(rank) ? court(rank, suit) : pips(rank, suit)}`;
}

/** @param {Face} face  of a Spanish deck */
export function spanishFace({ rank = "", suit = "" }) {
  return svg`${corner(rank, suit)}<g transform="rotate(180 50 70)">${corner(rank, suit)}</g>
    ${rank === "1" ? ace(suit) : rank in FIGURES ? court(FIGURES[rank], suit) : pips(rank, suit)}`;
}

/**
 * The index is large, because in a hand a card shows little more than its corner.
 * @param {string} rank
 * @param {string} suit
 */
function corner(rank, suit) {
  return svg`<text class="index ${rank.length > 1 ? "index-wide" : ""}" x=${rank.length > 1 ? 14 : 16} y="34">${rank}</text>${suitAt(suit, 16, 48, 0.7)}`;
}

/**
 * @param {string} rank
 * @param {string} suit
 */
function pips(rank, suit) {
  // Four rows of pips are close to each other, and two figures need more room in the corner.
  const scale = Number(rank) > 8 ? 0.72 : 0.86;
  return (PIPS[rank] ?? []).map(([x, y, isTwice]) => svg`${suitAt(suit, x, y, scale)}${isTwice
    ? svg`<g transform="rotate(180 50 70)">${suitAt(suit, 100 - x, y, scale)}</g>` : ""}`);
}

/** @param {string} suit */
function ace(suit) {
  return svg`<path class="ring-line" d="M50 44A26 26 0 1 1 50 96A26 26 0 1 1 50 44Z"/>${suitAt(suit, 50, 70, 2.1)}`;
}

/**
 * @param {string} rank
 * @param {string} suit
 */
function court(rank, suit) {
  return svg`<path class="panel" d="M29 8H71V132H29Z"/>${half(rank, suit)}<g transform="rotate(180 50 70)">${half(rank, suit)}</g>
    <path class="gold" d="M29.5 68.5L70.5 68.5V71.5H29.5Z"/>`;
}

/**
 * @param {string} rank
 * @param {string} suit
 */
function half(rank, suit) {
  return svg`<path class="robe" d="M30 70V63C34 54 42 51 50 51C58 51 66 54 70 63V70Z"/>
    <path class="gold" d="M36 57L44 70H39.5L33 60ZM64 57L56 70H60.5L67 60ZM43 52L50 63L57 52L60 53L50 69L40 53Z"/>
    <path class="skin" d="M46 41H54V52L50 57L46 52Z"/><path class="skin" d="M41 33C41 24 59 24 59 33C59 42 55 46.5 50 46.5C45 46.5 41 42 41 33Z"/>
    ${HEADS[rank]()}
    <path class="ink" d="M45 33A1.4 1.4 0 1 1 47.8 33A1.4 1.4 0 1 1 45 33ZM52.2 33A1.4 1.4 0 1 1 55 33A1.4 1.4 0 1 1 52.2 33Z"/>
    <path class="thin" d="M44.3 30.5C45.5 29.5 47.5 29.5 48.3 30.3M51.7 30.3C52.5 29.5 54.5 29.5 55.7 30.5M50 33.5L49 38H51M47.5 41C49 42.2 51 42.2 52.5 41"/>
    ${suitAt(suit, 35.5, 43, 0.42)}`;
}
