// Adjusts an author's colours until all text on them is readable. Contrast is computed as in WCAG 2.

/** Minimum contrast of normal text, level AA, plus a margin for rounding. */
const TEXT_CONTRAST = 4.55;
/** Minimum contrast of large text and of marks. */
const LARGE_CONTRAST = 3;
const STEP = 0.04;
const BLACK = "#000000";
const WHITE = "#ffffff";

/** Text colours on cloth and felt, in dark and light themes (themes.css). */
const INKS = Object.freeze({
  dark: { cloth: ["#f7f2e2", "#d3e6df"], felt: ["#f4eeda", "#b5d0c8"] },
  light: { cloth: ["#18301f", "#34503d"], felt: ["#2b2416", "#5a4f36"] },
});
/** Backgrounds of text in the two base themes: both ends of the gradients of cloth and felt. */
const GROUNDS = Object.freeze({
  petrol: { "--cloth": "#256a62", "--cloth-deep": "#114a4e", "--felt": "#14494c", "--felt-deep": "#0c3135" },
  linen: { "--cloth": "#cfe0cb", "--cloth-deep": "#b4cdb2", "--felt": "#efe6d2", "--felt-deep": "#e2d5ba" },
});
/** Darkness of the shade behind the prompt, in linen. */
const SHADE = 0.07;
const ON_TURN = "#2a1c00";
/** Paper of cards, on which all inks are readable. */
const PAPER = "#fdf7e7";

/** @param {string} colour  #rrggbb  @returns {number[]} 0 to 255 */
const parts = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

/** @param {string} colour  @returns {number} relative luminance, 0 to 1 */
export function luminance(colour) {
  const [red, green, blue] = parts(colour).map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param {string} first  @param {string} second  @returns {number} 1 to 21 */
export function contrast(first, second) {
  const [dark, light] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/**
 * @param {string} from
 * @param {string} to
 * @param {number} share  of the second, 0 to 1
 */
export function mix(from, to, share) {
  const end = parts(to);
  return `#${parts(from).map((part, nth) => Math.round(part + (end[nth] - part) * share).toString(16).padStart(2, "0")).join("")}`;
}

/**
 * @param {string} colour
 * @param {string} towards  black or white
 * @param {(colour: string) => boolean} fits
 * @returns {string} the first mixture of both that fits
 */
function adjustUntil(colour, towards, fits) {
  for (let share = 0; share < 1; share += STEP) {
    const result = mix(colour, towards, share);
    if (fits(result)) return result;
  }
  return towards;
}

/**
 * Returns an author's colours of a table, adjusted for contrast.
 * @param {Record<string, string>} look  of a game: colours as #rrggbb
 * @returns {{theme: string, colours: Record<string, string>}} the base theme, and custom properties
 */
export function tableColours({ table, table_border: border, background, card_front: paper, highlight, title, turn, turn_shadow: shadow }) {
  const ground = table ?? background;
  const isLight = Boolean(ground) && contrast(ground, INKS.light.cloth[0]) > contrast(ground, INKS.dark.cloth[0]);
  const inks = isLight ? INKS.light : INKS.dark;
  const extreme = isLight ? WHITE : BLACK;
  const behind = (/** @type {string} */ colour, /** @type {string[]} */ texts) => adjustUntil(colour, extreme, (result) => texts.every((text) => contrast(result, text) >= TEXT_CONTRAST));
  /** @type {Record<string, string>} */
  const colours = {};
  if (table) {
    colours["--cloth"] = behind(table, inks.cloth);
    colours["--cloth-deep"] = behind(mix(colours["--cloth"], BLACK, isLight ? 0.1 : 0.3), inks.cloth);
  }
  if (ground) {
    colours["--felt"] = behind(background ?? mix(ground, extreme, 0.4), inks.felt);
    colours["--felt-deep"] = behind(mix(colours["--felt"], BLACK, isLight ? 0.07 : 0.35), inks.felt);
    colours["--felt-line"] = mix(colours["--felt"], inks.felt[0], 0.35);
  }
  const theme = isLight ? "linen" : "petrol";
  const grounds = Object.entries(GROUNDS[theme]).map(([name, usual]) => mix(colours[name] ?? usual, BLACK, isLight ? SHADE : 0));
  const ink = (/** @type {string} */ colour) => adjustUntil(colour, isLight ? BLACK : WHITE, (result) => grounds.every((ground) => contrast(result, ground) >= TEXT_CONTRAST));
  if (title) colours["--title-ink"] = ink(title);
  if (turn) colours["--turn-ink"] = ink(turn);
  if (shadow) colours["--turn-shadow"] = shadow;
  if (border) colours["--rim"] = border;
  const cloth = colours["--cloth"] ?? GROUNDS.petrol["--cloth"];
  if (highlight) colours["--amber"] = adjustUntil(highlight, WHITE, (result) => contrast(result, ON_TURN) >= TEXT_CONTRAST && (isLight || contrast(result, cloth) >= LARGE_CONTRAST));
  if (paper) colours["--card-paper"] = adjustUntil(paper, WHITE, (result) => luminance(result) >= luminance(PAPER));
  return { theme: ground || title || turn ? theme : "", colours };
}
