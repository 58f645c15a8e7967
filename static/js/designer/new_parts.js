// New parts of a document: the smallest ones without errors. Pure.

/** @import {Shape} from "../shared/schema.js" */

import { smallestValue, shapesOf } from "../shared/schema.js";

/** Likely values of new parts, by key of the document. @type {Record<string, (name: string) => object>} */
const LIKELY_PARTS = {
  options: (name) => ({ label: labelOf(name), default: true }),
  zones: (name) => ({ label: labelOf(name), kind: "pile", seen: "all" }),
};

/**
 * @param {Shape} schema
 * @param {any} document
 * @param {string} key  of the document: `options`
 * @param {string} name  of the new part
 * @returns {any}
 */
export function newPart(schema, document, key, name) {
  if (LIKELY_PARTS[key]) return LIKELY_PARTS[key](name);
  return smallestValue(schema, shapesOf(schema, { ...document, [key]: Object(document[key]) }, [key, name])[0] ?? {});
}

/** @param {string} name  `three_draws`  @returns {string} `Three draws` */
function labelOf(name) {
  const words = name.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
