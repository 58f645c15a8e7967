// How each game looks: its theme of the table and the back of its cards. Games that are not named here get a look by their id.

/** @import {Settings} from "./settings.js" */

import { tableColours } from "./colours.js";
import { THEMES } from "./settings.js";

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

/** @typedef {{theme: string, back: string}} Skin */

const SKINS = /** @type {Record<string, Skin>} */ ({
  cheat: { theme: "petrol", back: "wink" },
  uno: { theme: "night", back: "discs" },
  kittens: { theme: "plum", back: "paws" },
  ivanhoe: { theme: "forest", back: "shields" },
});
const BACKS = [...new Set(Object.values(SKINS).map((skin) => skin.back))];
const FELTS = Object.keys(THEMES).filter(Boolean);

/**
 * @param {Settings} settings  who has chosen a theme sees that, whatever the author of a game likes
 * @param {string} game  its id
 * @param {Record<string, string>} [look]  what its author says of the table
 * @returns {{data: Record<string, string>, colours: Record<string, string>}} how the whole page looks: data of its root element, and custom properties
 */
export function lookOf({ theme, suits, motion }, game, look = {}) {
  const skin = skinOf(game);
  const own = theme ? { theme, colours: {} } : tableColours(look);
  const sizes = theme ? {} : { ...cardSizes(look), ...fonts(look) };
  return { data: { theme: own.theme || skin.theme, back: BACKS.includes(look.card_back) ? look.card_back : skin.back, suits, motion }, colours: { ...own.colours, ...sizes } };
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

/**
 * @param {string} game  its id
 * @returns {Skin}
 */
export function skinOf(game) {
  if (Object.hasOwn(SKINS, game)) return SKINS[game];
  const sum = [...game].reduce((all, letter) => all + (letter.codePointAt(0) ?? 0), 0);
  return { theme: FELTS[sum % FELTS.length], back: BACKS[sum % BACKS.length] };
}
