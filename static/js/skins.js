// How each game looks: its theme of the table and the back of its cards. Games that are not named here get a look by their id.

/** @import {Settings} from "./settings.js" */

import { THEMES } from "./settings.js";

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
 * @param {Settings} settings
 * @param {string} game  its id
 * @returns {Record<string, string>} how the whole page looks, for its root element
 */
export function lookOf({ theme, suits, motion }, game) {
  const skin = skinOf(game);
  return { theme: theme || skin.theme, back: skin.back, suits, motion };
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
