// The look of a table: that of the game, as far as its author's wishes and the settings of the player change it.

/** @import {Settings} from "./settings.js" */

import { author } from "../shared/author.js";
import { skinOf } from "../shared/skins.js";

/** Light themes are used only if an author or player chooses them. In a dark browser, an author's light theme becomes the dark one. */
const DARK = /** @type {Record<string, string>} */ ({ linen: "forest", sky: "night" });
/** Keys of a look that need no other script. */
const SIMPLE = ["theme", "card_back", "card_back_colour", "emblem", "emblem_picture", "score", "seats", "aside"];
/** Keys that count even if the player has chosen a theme. */
const PICTURED = ["back_picture", "pictured"];

/**
 * @param {Settings} settings  a theme that the player has chosen wins over the author's look
 * @param {string} game  its id
 * @param {Record<string, string>} [wishes]  the look of a document
 * @param {() => void} [redraw]  called when the author's look can be applied
 * @returns {{data: Record<string, string>, colours: Record<string, string>}} the data attributes and custom
 *   properties of the root element
 */
export function lookOf({ theme, suits, motion }, game, wishes = {}, redraw = () => {}) {
  const skin = skinOf(game);
  const { card_back: back, card_back_colour: tone, theme: wish = "", score = skin.score ?? "", seats = "" } = wishes;
  const isCustom = Object.keys(wishes).some((key) => (theme ? PICTURED.includes(key) : !SIMPLE.includes(key)));
  const look = (isCustom && (author.authorLook?.(wishes, theme) ?? void load(redraw))) || { theme, colours: {} };
  const ground = (globalThis.matchMedia?.("(prefers-color-scheme: dark)").matches && DARK[wish]) || wish;
  return {
    data: { theme: look.theme || ground || skin.theme, back: back || skin.back, score, seats, suits, motion },
    colours: tone ? { ...look.colours, "--back-tone": tone } : look.colours,
  };
}

/**
 * @param {() => void} onLoad  called after loading; a failed load is tried again when the page is drawn next
 */
async function load(onLoad) {
  const module = await import("./author_look.js").catch(() => null);
  if (module) {
    Object.assign(author, module);
    onLoad();
  }
}
