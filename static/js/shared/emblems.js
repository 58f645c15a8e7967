// The emblem of a game: a sign and a hue, by which players recognise the game in a list. Pure.

/**
 * @typedef {{sign: string, hue: number}} Emblem  sign: the name of a drawing, or a text of at most two
 *   letters
 */

/** Emblems of the games that come with the project. */
const BUILT_IN = /** @type {Record<string, Emblem>} */ ({
  cheat: { sign: "eye", hue: 184 }, uno: { sign: "1", hue: 4 }, kittens: { sign: "paw", hue: 330 }, ivanhoe: { sign: "shield", hue: 268 },
  "as-dos-tres": { sign: "3", hue: 24 }, chinchon: { sign: "link", hue: 205 }, cinquillo: { sign: "5", hue: 88 },
  "crazy-eights": { sign: "8", hue: 292 }, "go-fish": { sign: "fish", hue: 196 }, guinote: { sign: "cup", hue: 42 },
  "harbour-rummy": { sign: "anchor", hue: 222 }, hearts: { sign: "heart", hue: 348 }, mus: { sign: "coin", hue: 36 },
  "my-ship-sails": { sign: "sail", hue: 172 }, "oh-hell": { sign: "horns", hue: 12 }, poker: { sign: "chip", hue: 140 },
  presidents: { sign: "crown", hue: 246 }, ronda: { sign: "ring", hue: 312 }, scat: { sign: "31", hue: 68 },
  war: { sign: "swords", hue: 216 }, wildfire: { sign: "flame", hue: 18 },
});
/** Signs that fit every game. */
const SIGNS = ["star", "moon", "sun", "leaf", "gem", "bolt", "key", "bell"];
const HUES = 24;

/**
 * @param {string} name  slug of a game, or its id where it has none
 * @param {string} [sign]  the sign that its author or its kind of game gives it
 * @returns {Emblem} always the same for one name
 */
export function emblemOf(name, sign) {
  if (Object.hasOwn(BUILT_IN, name)) return BUILT_IN[name];
  const number = hashOf(name);
  return { sign: sign || SIGNS[number % SIGNS.length], hue: (Math.floor(number / SIGNS.length) % HUES) * (360 / HUES) };
}

/**
 * @param {string} text
 * @returns {number} whole, below 2³² (FNV-1a)
 */
function hashOf(text) {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}
