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
/** Light tables are for those who ask for one: an author, or the reader. */
const LIGHT = ["linen", "sky"];
const FELTS = Object.keys(THEMES).filter((theme) => theme && !LIGHT.includes(theme));

/**
 * How an author's wishes are carried out. Few games have any, so it is loaded for the first of them.
 * @type {typeof import("./author_look.js").authorLook|null}
 */
let authorLook = null;

/**
 * @param {Settings} settings  who has chosen a theme sees that, whatever the author of a game likes
 * @param {string} game  its id
 * @param {Record<string, string>} [look]  what its author says of the table
 * @param {() => void} [redraw]  called when there is more to be worn than is known now
 * @returns {{data: Record<string, string>, colours: Record<string, string>}} how the whole page looks: data of its root element, and custom properties
 */
export function lookOf({ theme, suits, motion }, game, { card_back: back = "", ...wishes } = {}, redraw = () => {}) {
  const skin = skinOf(game);
  const hasWishes = !theme && Object.keys(wishes).length > 0;
  if (hasWishes && !authorLook) load(redraw);
  const look = hasWishes && authorLook ? authorLook(wishes) : { theme, colours: {} };
  return { data: { theme: look.theme || skin.theme, back: BACKS.includes(back) ? back : skin.back, suits, motion }, colours: look.colours };
}

/** @param {() => void} loaded  without a line it is tried again when the page is next drawn */
async function load(loaded) {
  const module = await import("./author_look.js").catch(() => null);
  if (!module || authorLook) return;
  authorLook = module.authorLook;
  loaded();
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
