// How each game looks: its theme of the table and the back of its cards. Games that are not named here get a look by their id.

/** @import {Settings} from "./settings.js" */

import { tableColours } from "./colours.js";
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
 * @param {Settings} settings  who has chosen a theme sees that, whatever the author of a game likes
 * @param {string} game  its id
 * @param {Record<string, string>} [look]  what its author says of the table
 * @returns {{data: Record<string, string>, colours: Record<string, string>}} how the whole page looks: data of its root element, and custom properties
 */
export function lookOf({ theme, suits, motion }, game, look = {}) {
  const skin = skinOf(game);
  const own = theme ? { theme, colours: {} } : tableColours(look);
  return { data: { theme: own.theme || skin.theme, back: BACKS.includes(look.card_back) ? look.card_back : skin.back, suits, motion }, colours: own.colours };
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
