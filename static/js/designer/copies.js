// Prepares a document for editing: a copy with another name, or the next version of the author's own game.
// Pure.

import { addChange, applyChange, parseTree, removeChange, replaceChange } from "./json_text.js";

/** Maximum length of a slug without the number of a copy. */
const MAX_STEM = 29;

/**
 * @param {string} text  of a document
 * @param {boolean} isOwn  whether this browser published the game
 * @returns {string}
 */
export function copyForEditing(text, isOwn) {
  const { id = "", version = "1.0.0", name = "" } = valueOf(text);
  if (isOwn) return withValue(text, "version", nextVersion(version));
  const withTitle = name ? withValue(text, "name", copyTitle(name)) : text;
  const withId = withValue(withValue(withTitle, "id", copyName(id)), "version", "1.0.0");
  return withoutKey(withValue(withId, "forked_from", `${id}@${version}`), "author");
}

/**
 * @param {string} text
 * @param {string} key  of the document
 * @param {unknown} value
 * @returns {string} the text with this value
 */
function withValue(text, key, value) {
  const change = replaceChange(text, [key], value) ?? addChange(text, [], key, value);
  return change ? applyChange(text, change) : text;
}

/**
 * @param {string} text
 * @param {string} key
 */
function withoutKey(text, key) {
  const change = removeChange(text, [key]);
  return change ? applyChange(text, change) : text;
}

/** @param {string} text  @returns {Record<string, any>} */
function valueOf(text) {
  return parseTree(text) ? Object(JSON.parse(text)) : {};
}

/**
 * @param {string} id
 * @returns {string} the id of a copy: `hearts-2` after `hearts`, `hearts-3` after that
 */
export function copyName(id) {
  const [, stem, count] = /^(.*?)(?:-(\d+))?$/.exec(id) ?? [];
  return `${stem.slice(0, MAX_STEM)}-${Number(count ?? 1) + 1}`;
}

/**
 * @param {unknown} title  a text, or one in each language
 * @returns {any} the title of a copy: “Hearts 2” after “Hearts”
 */
export function copyTitle(title) {
  if (typeof title !== "string") return Object.fromEntries(Object.entries(Object(title)).map(([tag, text]) => [tag, copyTitle(String(text))]));
  const [, stem, count] = /^(.*?)(?: (\d{1,3}))?$/s.exec(title) ?? ["", title];
  return `${stem} ${Number(count ?? 1) + 1}`;
}

/** @param {string} version  @returns {string} the next patch version */
export function nextVersion(version) {
  const [major = 1, minor = 0, patch = 0] = String(version).split(".").map(Number);
  return `${major || 0}.${minor || 0}.${(patch || 0) + 1}`;
}
