// Pictures of a document: which files it has, and what it uses them for. Pure.

/** @typedef {{name: string, id: string, use: string}} Picture  `use`: a key of `usesIn`, or "" */

/** What stands for all cards without a picture of their own. */
const ALL_OTHERS = "else";
const FRENCH = { suits: ["clubs", "diamonds", "hearts", "spades"], ranks: ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"] };
const SPANISH = { suits: ["oros", "copas", "espadas", "bastos"], ranks: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"] };
const NAME = /^[^/\\]{1,60}\.(?:png|webp|jpe?g)$/i;

/** @param {string} name  of a file */
export function isPictureName(name) {
  return NAME.test(name);
}

/**
 * @param {import("../shared/diagnostics.js").Diagnostic[]} diagnostics
 * @returns {boolean} whether the server lacks pictures of the document
 */
export function lacksPictures(diagnostics) {
  return diagnostics.some(({ code }) => code === "picture_missing");
}

/**
 * @param {any} document
 * @returns {Picture[]} its pictures, in the order in which they were added
 */
export function picturesIn(document) {
  const style = Object(document?.style);
  const uses = new Map(Object.keys(usesIn(document)).map((use) => [valueAt(style, use), use]));
  return Object.entries(Object(style.pictures)).map(([name, id]) => ({ name, id: String(id), use: uses.get(name) ?? "" }));
}

/**
 * Returns the places at which a document can use a picture, with the words for each: its key in `style`, or
 * `faces/` or `suits/` and a key there.
 * @param {any} document
 * @returns {Record<string, string>}
 */
export function usesIn(document) {
  const deck = Object(document?.deck);
  const own = { suits: Object.values(Object(deck.suits)).map(String), ranks: (Array.isArray(deck.ranks) ? deck.ranks : []).map(String) };
  const { suits, ranks } = String(deck.use ?? "").startsWith("french") ? FRENCH : String(deck.use ?? "").startsWith("spanish") ? SPANISH : own;
  const extra = Object.keys(Object(deck.extra));
  const named = Object.keys(Object(Object(document?.style).faces));
  const cards = new Set([...suits, ...ranks, ...extra, ...named].filter((key) => key !== ALL_OTHERS));
  return { card_back: "", emblem: "", [`faces/${ALL_OTHERS}`]: "", ...withPrefix("suits", suits), ...withPrefix("faces", cards) };
}

/**
 * @param {string} key  of `style`
 * @param {Iterable<string>} parts
 */
function withPrefix(key, parts) {
  return Object.fromEntries([...parts].map((part) => [`${key}/${part}`, part]));
}

/**
 * @param {any} document
 * @param {string} name  of a file
 * @returns {string} the use that the name suggests, or ""
 */
export function suggestedUse(document, name) {
  const stem = name.replace(/\.\w+$/, "").toLowerCase();
  if (["back", "card_back", "card-back"].includes(stem)) return "card_back";
  return Object.keys(usesIn(document)).find((use) => use.toLowerCase() === stem || use.toLowerCase().split("/")[1] === stem) ?? "";
}

/**
 * @param {any} document
 * @param {{name: string, id: string}[]} added
 * @returns {Record<string, any>} its `style` with more pictures, each used as its name suggests
 */
export function withPictures(document, added) {
  let style = Object(document?.style);
  for (const { name, id } of added) {
    const isNew = !Object.hasOwn(Object(style.pictures), name);
    style = { ...style, pictures: { ...Object(style.pictures), [name]: id } };
    const use = isNew ? suggestedUse(document, name) : "";
    if (use) style = withValue(style, use, name);
  }
  return style;
}

/**
 * @param {any} document
 * @param {string} name  of a picture
 * @param {string} use  a key of `usesIn`, or "" for none
 * @returns {Record<string, any>} its `style` in which the picture has this use alone
 */
export function withUse(document, name, use) {
  let style = Object(document?.style);
  for (const former of Object.keys(usesIn(document))) if (valueAt(style, former) === name) style = withValue(style, former, undefined);
  return use ? withValue(style, use, name) : style;
}

/**
 * @param {any} document
 * @param {string} name  of a picture
 * @returns {Record<string, any>} its `style` without the picture
 */
export function withoutPicture(document, name) {
  return withValue(withUse(document, name, ""), `pictures/${name}`, undefined);
}

/**
 * @param {any} style
 * @param {string} use
 */
function valueAt(style, use) {
  const [key, part] = parts(use);
  return part === undefined ? style[key] : Object(style[key])[part];
}

/**
 * @param {Record<string, any>} style
 * @param {string} use
 * @param {string|undefined} value  undefined removes it
 */
function withValue(style, use, value) {
  const [key, part] = parts(use);
  const changed = { ...style, [key]: part === undefined ? value : { ...Object(style[key]), [part]: value } };
  if (part !== undefined && value === undefined) delete changed[key][part];
  if (changed[key] === undefined || (part !== undefined && !Object.keys(changed[key]).length)) delete changed[key];
  return changed;
}

/** @param {string} use */
function parts(use) {
  const at = use.indexOf("/");
  return at < 0 ? [use] : [use.slice(0, at), use.slice(at + 1)];
}
