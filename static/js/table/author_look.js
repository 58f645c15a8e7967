// The author's look of a game as style properties: colours, sizes of cards, fonts.

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

/**
 * @param {Record<string, string>} look  of a game
 * @returns {{theme: string, colours: Record<string, string>}} the theme on which it is based, or "", and
 *   custom properties
 */
export function authorLook(look) {
  const { theme, colours } = tableColours(look);
  return { theme, colours: { ...colours, ...cardSizes(look), ...fonts(look) } };
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
