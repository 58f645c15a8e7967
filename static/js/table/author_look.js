// What the author of a game says of the look of its table, carried out: colours, sizes of cards, fonts.

import { tableColours } from "./colours.js";

/** How much higher a card is than wide. */
const TALL = 1.4;
/** Pixels: a card of the hand is not smaller, because fingers have to hit it. */
const LEAST_CARD = 44;
/** Pixels: so much of a card in the hand is to be seen beside the next one, for the same reason. */
const LEAST_APART = 24;
/** Fonts that the author of a game may choose. In cards.css it is said where they are. */
const FONTS = /** @type {Record<string, string>} */ ({
  bangers: "Bangers", cinzel: "Cinzel", fredoka: "Fredoka", "luckiest-guy": "Luckiest Guy", "patrick-hand": "Patrick Hand",
});

/**
 * @param {Record<string, string>} look  of a game
 * @returns {{theme: string, colours: Record<string, string>}} the theme that it is put into, "" for any, and custom properties
 */
export function authorLook(look) {
  const { theme, colours } = tableColours(look);
  return { theme, colours: { ...colours, ...cardSizes(look), ...fonts(look) } };
}

/**
 * The size of cards as the author of a game wants them: as large as fit into that, and never larger than there is room for;
 * and how far apart they lie in a hand, at most.
 * @param {Record<string, string>} look  of a game: pixels
 * @returns {Record<string, string>} custom properties; none where nothing is wanted
 */
function cardSizes({ card_width: width, card_height: height, card_separation: apart }) {
  const most = Math.min(Number(width ?? Infinity), Number(height ?? Infinity) / TALL);
  /** @type {Record<string, string>} */
  const sizes = Number.isFinite(most) ? { "--card-most": `${Math.max(LEAST_CARD, Math.round(most))}px` } : {};
  if (apart) sizes["--card-apart"] = `${Math.max(LEAST_APART, Number(apart))}px`;
  return sizes;
}

/**
 * The fonts of the name of a game, and of the sentence that says what is going on.
 * @param {Record<string, string>} look  of a game: names of fonts of ours
 * @returns {Record<string, string>} custom properties; none where nothing is wanted
 */
function fonts(look) {
  return Object.fromEntries(["title", "turn"].flatMap((what) => {
    const font = look[`${what}_font`];
    return Object.hasOwn(FONTS, font ?? "") ? [[`--${what}-font`, `"${FONTS[font]}"`]] : [];
  }));
}
