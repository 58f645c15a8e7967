// The table theme and card back of each game. For a game that is not listed they are computed from its id.

/** @import {Settings} from "./settings.js" */

import { custom as customCards } from "../shared/views/card_view.js";
import { THEMES } from "./settings.js";

/** @typedef {{theme: string, back: string}} Skin */

const SKINS = /** @type {Record<string, Skin>} */ ({
  cheat: { theme: "petrol", back: "wink" },
  uno: { theme: "night", back: "discs" },
  kittens: { theme: "plum", back: "paws" },
  ivanhoe: { theme: "forest", back: "shields" },
});
const BACKS = [...new Set(Object.values(SKINS).map((skin) => skin.back))];
/** Light themes are used only if an author or player chooses them. */
const LIGHT = ["linen", "sky"];
const FELTS = Object.keys(THEMES).filter((theme) => theme && !LIGHT.includes(theme));

/**
 * Applies an author's look. Few games have one, so it is loaded on demand.
 * @type {typeof import("./author_look.js").authorLook|null}
 */
let authorLook = null;

/**
 * @param {Settings} settings  a theme that the player has chosen wins over the author's look
 * @param {string} game  its id
 * @param {Record<string, string>} [look]  the author's look
 * @param {() => void} [redraw]  called when the author's look can be applied
 * @returns {{data: Record<string, string>, colours: Record<string, string>}} the data attributes and custom
 *   properties of the root element
 */
export function lookOf({ theme, suits, motion }, game, { card_back: back = "", ...custom } = {}, redraw = () => {}) {
  const skin = skinOf(game);
  const isCustom = Object.keys(custom).length > 0;
  if (isCustom && !authorLook) load(redraw);
  const look = isCustom && authorLook ? authorLook(custom, theme) : { theme, colours: {} };
  return { data: { theme: look.theme || skin.theme, back: BACKS.includes(back) ? back : skin.back, suits, motion }, colours: look.colours };
}

/**
 * @param {() => void} onLoad  called after loading; a failed load is tried again when the page is drawn next
 */
async function load(onLoad) {
  const module = await import("./author_look.js").catch(() => null);
  if (!module || authorLook) return;
  authorLook = module.authorLook;
  customCards.face = module.pictureFace;
  onLoad();
}

/**
 * @param {string} game  its id
 * @returns {Skin}
 */
export function skinOf(game) {
  if (Object.hasOwn(SKINS, game)) return SKINS[game];
  const sum = [...game].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return { theme: FELTS[sum % FELTS.length], back: BACKS[sum % BACKS.length] };
}
