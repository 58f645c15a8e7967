// The function or effect at the cursor of a document, for its signature and an example. Pure.

/** @import {Word} from "./completions.js" */

import { placeAt } from "./json_cursor.js";

/** Keys of log lines, which most effects can have. */
const LOG_KEYS = ["say", "tone"];

/**
 * @param {string} text
 * @param {number} at  of the cursor
 * @param {Word[]} words  of the language
 * @returns {Word|null} the innermost function around the cursor, else the innermost effect
 */
export function wordAt(text, at, words) {
  const place = placeAt(text, at);
  if (!place) return null;
  if (place.string && place.key !== null) {
    const { from, to } = place.string;
    const called = functionAt(text.slice(from, to), at - from, words);
    if (called) return called;
  }
  const effects = words.filter((word) => word.kind === "effect");
  return place.levels.reduce((/** @type {Word|null} */ found, { keys }) => effects.find((effect) => isEffect(effect, keys)) ?? found, null);
}

/**
 * @param {string} expression
 * @param {number} at  of the cursor
 * @param {Word[]} words
 * @returns {Word|undefined} the function whose name or arguments contain the cursor
 */
function functionAt(expression, at, words) {
  const named = (/** @type {string|undefined} */ name) => words.find((word) => word.kind === "function" && word.name === name);
  const rest = /^\w*/.exec(expression.slice(at))?.[0] ?? "";
  const typed = /\w*$/.exec(expression.slice(0, at))?.[0] ?? "";
  if (expression[at + rest.length] === "(" && named(typed + rest)) return named(typed + rest);
  let depth = 0;
  for (let place = at - 1; place >= 0; place--) {
    if (expression[place] === ")") depth++;
    else if (expression[place] === "(" && depth > 0) depth--;
    else if (expression[place] === "(") {
      const found = named(/\w+$/.exec(expression.slice(0, place))?.[0]);
      if (found) return found;
    }
  }
  return undefined;
}

/**
 * @param {Word} effect
 * @param {string[]} keys  of an object
 * @returns {boolean} whether the object has the key of the effect, and no key that the effect does not know
 */
function isEffect({ name, signature = "" }, keys) {
  const known = [...signature.matchAll(/"(\w+)"\??:/g)].map(([, key]) => key);
  return keys.includes(name) && keys.every((key) => known.includes(key) || LOG_KEYS.includes(key));
}
