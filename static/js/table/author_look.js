// The author's look of a game as style properties: colours, sizes of cards, fonts, a back. Draws pictures of
// authors on cards.

/** @import {Face} from "../shared/types.js" */

import { tableColours } from "./colours.js";

/** Height of a card divided by its width. */
const TALL = 1.4;
/** Minimum width of a card in the hand, in pixels, so that fingers can hit it. */
const LEAST_CARD = 44;
/** Minimum visible width of a card in the hand, in pixels, for the same reason. */
const LEAST_GAP = 24;
/** Fonts that authors can choose. cards.css loads them. */
const FONTS = /** @type {Record<string, string>} */ ({
  bangers: "Bangers", cinzel: "Cinzel", fredoka: "Fredoka", "luckiest-guy": "Luckiest Guy", "patrick-hand": "Patrick Hand",
});

/** Maximum number of characters of a rank in the corner of a card. Longer ones stand at the bottom. */
const MOST_IN_CORNER = 3;

/** Suits with a drawing: those of French and Spanish decks. */
const SIGNED = new Set("hearts,diamonds,spades,clubs,oros,copas,espadas,bastos".split(","));
/** The suit of jokers and of single cards. */
const NO_SUIT = "none";

/**
 * @param {Record<string, string>} look  of a game
 * @param {string} chosenTheme  of the player, or "". It replaces the author's look, except for pictures.
 * @returns {{theme: string, colours: Record<string, string>}} the theme on which it is based, or "", and
 *   custom properties
 */
export function authorLook(look, chosenTheme) {
  if (chosenTheme) return { theme: chosenTheme, colours: back(look) };
  const { theme, colours } = tableColours(look);
  return { theme, colours: { ...colours, ...cardSizes(look), ...fonts(look), ...back(look) } };
}

/**
 * Returns the back of the cards. A colour is below the picture, which may be missing.
 * @param {Record<string, string>} look  of a game
 * @returns {Record<string, string>} custom properties
 */
function back({ back_picture: id }) {
  return id ? { "--back": `url("${pictureAddress(id)}")center/cover,var(--back-tone)` } : {};
}

/** @param {string} id  of a picture */
function pictureAddress(id) {
  return `/api/pictures/${id}`;
}

/**
 * Draws the picture of a card, or of its suit, above the usual drawing, which shows if the picture is missing.
 * Rank and suit stay readable: they stand on paper.
 * @param {Face|undefined} face
 * @param {typeof import("../../vendor/lit-html/lit-html.js").svg} svg
 * @param {typeof import("../shared/views/icons.js").suitAt} suitAt  draws a suit of a French or Spanish deck
 * @param {typeof import("../shared/faces.js").wrapText} wrapText
 */
export function pictureFace(face, svg, suitAt, wrapText) {
  if (!face?.picture && !face?.sign) return "";
  const { picture, sign, rank = "", suit = "", symbol = rank, name } = face;
  const text = rank || symbol;
  const isShort = [...text].length <= MOST_IN_CORNER;
  const hasSign = Boolean(sign) || ![NO_SUIT, ""].includes(suit);
  const image = (/** @type {string} */ id, /** @type {number[]} */ [x, y, width, height], fit = "meet") => svg`<image href=${pictureAddress(id)}
    x=${x} y=${y} width=${width} height=${height} preserveAspectRatio="xMidYMid ${fit}" @error=${hide} @load=${show}/>`;
  const paper = (/** @type {number[]} */ [x, y, width, height]) => svg`<rect x=${x} y=${y} width=${width} height=${height} rx="6" fill="#fffdf6" fill-opacity=".92"/>`;
  const top = isShort ? 40 : 8;
  const mark = sign ? image(sign, [7, top, 20, 20]) : SIGNED.has(suit) ? suitAt(suit, 17, top + 11, 0.9)
    : svg`<text class="initial" x="17" y=${top + 17}>${[...suit][0]?.toUpperCase()}</text>`;
  const corner = svg`${paper([2, 3, 30, (isShort ? 36 : 4) + (hasSign ? 25 : 0)])}
    ${isShort ? svg`<text class="index ${[...text].length > 1 ? "index-wide" : ""}" x="17" y="34">${text}</text>` : ""}${hasSign ? mark : ""}`;
  const lines = isShort ? [] : wrapText(name, 13).slice(0, 2);
  const bottom = 132 - 14 * lines.length;
  return svg`<g>${picture ? image(picture, [0, 0, 100, 140], "slice")
    : svg`<rect width="100" height="140" fill="#fffdf6"/>${image(sign ?? "", [22, 42, 56, 56])}`}
    ${isShort || hasSign ? svg`${corner}${isShort ? svg`<g transform="rotate(180 50 70)">${corner}</g>` : ""}` : ""}
    ${lines.length ? paper([3, bottom - 2, 94, 138 - bottom]) : ""}${lines.map((line, nth) => svg`<text class="words" x="50" y=${bottom + 11 + 14 * nth}>${line}</text>`)}</g>`;
}

/** @param {Event} event  of a picture that is missing, so the usual drawing shows */
function hide(event) {
  const target = /** @type {Element} */ (event.target);
  target.closest("g")?.setAttribute("display", "none");
}

/** @param {Event} event  of a picture that has arrived */
function show(event) {
  const target = /** @type {Element} */ (event.target);
  target.closest("g")?.removeAttribute("display");
}

/**
 * Returns the maximum size of cards that the author wants, and the maximum distance between cards of a hand.
 * @param {Record<string, string>} look  of a game: pixels
 * @returns {Record<string, string>} custom properties
 */
function cardSizes({ card_width: width, card_height: height, card_separation: gap }) {
  const limit = Math.min(Number(width ?? Infinity), Number(height ?? Infinity) / TALL);
  /** @type {Record<string, string>} */
  const sizes = Number.isFinite(limit) ? { "--card-most": `${Math.max(LEAST_CARD, Math.round(limit))}px` } : {};
  if (gap) sizes["--card-apart"] = `${Math.max(LEAST_GAP, Number(gap))}px`;
  return sizes;
}

/**
 * Returns the fonts of the title and of the prompt.
 * @param {Record<string, string>} look  of a game: names of fonts
 * @returns {Record<string, string>} custom properties
 */
function fonts(look) {
  return Object.fromEntries(["title", "turn"].flatMap((text) => {
    const font = look[`${text}_font`];
    return Object.hasOwn(FONTS, font ?? "") ? [[`--${text}-font`, `"${FONTS[font]}"`]] : [];
  }));
}
