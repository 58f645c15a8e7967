// The table theme and card back of each game. Documents have theirs in their look.

/**
 * @typedef {{theme: string, back: string, score?: string}} Skin  `score`: `none` where points during a game
 *   say nothing that the table doesn't show
 */

const SKINS = /** @type {Record<string, Skin>} */ ({
  cheat: { theme: "petrol", back: "wink" },
  uno: { theme: "night", back: "discs" },
  kittens: { theme: "plum", back: "paws", score: "none" },
  ivanhoe: { theme: "forest", back: "shields", score: "none" },
});
/** The dark themes. Light ones are used only if an author or player chooses them. */
const FELTS = ["petrol", "forest", "night", "plum"];

/**
 * @param {string} game  its id
 * @returns {Skin}
 */
export function skinOf(game) {
  if (Object.hasOwn(SKINS, game)) return SKINS[game];
  const sum = [...game].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return { theme: FELTS[sum % FELTS.length], back: "lattice" };
}
