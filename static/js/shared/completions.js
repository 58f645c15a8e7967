// Completions at the cursor of a document: keys, words of the language, and names that the document declares.
// They come from the schema of documents and from the tables with which the service checks expressions. Pure.

/** @import {Shape} from "./schema.js" */
/** @import {CursorPlace} from "./json_cursor.js" */

import { placeAt } from "./json_cursor.js";
import { shapesAt } from "./schema.js";

/**
 * A name that expressions or other fields can use.
 * @typedef {object} Word
 * @property {string} name
 * @property {string} kind  word, function, given, effect, zone, variable, option, attribute,
 *   definition, routine, phase, choice
 * @property {string} [of]  its owner: player, team, suit or card
 * @property {string} [type]  in words
 * @property {string} [gives]  type of its value, or of the items of a list: player, card …
 * @property {[number, number]} [takes]  how many values a function takes
 * @property {string[]} [parameters]
 * @property {string} [help]
 * @property {string} [signature]  of a function or an effect
 * @property {string} [example]
 */
/** @typedef {{label: string, kind: string, detail: string, info: string, insert: string}} Offer */
/**
 * @typedef {{from: number, to: number, offers: Offer[]}} OfferList  the range to replace, and the candidates
 */
/**
 * @typedef {object} DocumentContext
 * @property {Shape|null} schema
 * @property {Word[]} words  that every document can use
 * @property {Word[]} names  that this document declares
 * @property {any} document  its last valid value
 */

/** Kinds of names that expressions can use. */
const IN_EXPRESSIONS = ["function", "given", "zone", "variable", "option", "attribute", "definition", "choice", "word"];
/** Owners whose attributes follow a dot. The player's own attributes can also stand alone. */
const OWNERS = ["player", "team"];

/**
 * @param {string} text
 * @param {number} at  of the cursor
 * @param {DocumentContext} context
 * @returns {OfferList|null}
 */
export function offersAt(text, at, context) {
  const place = placeAt(text, at);
  if (!place || !context.schema) return null;
  const shapes = shapesAt(context.schema, place.levels, place.key);
  if (place.key === null) return keyOffers(shapes, place, at);
  if (!place.string) return valueOffers(shapes, text, at);
  const { from } = place.string;
  const start = text.slice(from, at);
  const format = shapes.find((shape) => shape.format)?.format ?? "";
  const values = shapes.flatMap((shape) => shape.enum ?? []);
  if (values.length) return { from, to: place.string.to, offers: values.map((value) => offer(value, "value")) };
  const path = [...place.levels.slice(1).map((level) => level.key), place.key];
  if (format === "expression" || (format === "text" && start.lastIndexOf("{") > start.lastIndexOf("}"))) {
    return inExpression(start, at, namesAt(context, path));
  }
  if (format === "text") return null;
  const offers = format === "move" ? moveOffers(context.document) : context.names.filter((word) => word.kind === format).map(offerOf);
  return offers.length ? { from, to: place.string.to, offers } : null;
}

/**
 * @param {Shape[]} shapes
 * @param {CursorPlace} place
 * @param {number} at
 * @returns {OfferList|null}
 */
function keyOffers(shapes, { levels, string, hasColon }, at) {
  const present = new Set(levels.at(-1)?.keys);
  const keys = [...new Set(shapes.flatMap(({ properties }) => Object.keys(properties ?? {})))].filter((key) => !present.has(key));
  const end = hasColon ? "" : ": ";
  const offers = keys.map((key) => ({ ...offer(key, "key"), insert: `${string ? "" : "\""}${key}"${end}` }));
  return offers.length ? { from: string?.from ?? at, to: string ? string.to + Number(string.isClosed) : at, offers } : null;
}

/**
 * @param {Shape[]} shapes
 * @param {string} text
 * @param {number} at
 * @returns {OfferList|null} values for a place without quotes
 */
function valueOffers(shapes, text, at) {
  const from = at - (/[\w"]*$/.exec(text.slice(0, at))?.[0].length ?? 0);
  const values = shapes.flatMap((shape) => [...(shape.enum ?? []).map((value) => JSON.stringify(value)), ...(shape.type === "boolean" ? ["true", "false"] : [])]);
  return values.length ? { from, to: at, offers: values.map((value) => offer(value, "value")) } : null;
}

/**
 * @param {string} start  of an expression, up to the cursor
 * @param {number} at  of the cursor
 * @param {Word[]} words
 * @returns {OfferList|null}
 */
export function inExpression(start, at, words) {
  const inner = start.slice(start.lastIndexOf("{") + 1);
  if (inner.split("'").length % 2 === 0) return null;
  const [, owner, dot, string] = /([^\W\d]\w*|[\])])?(\.?)([^\W\d]\w*)?$/.exec(inner) ?? [];
  const matches = dot ? words.filter(belongsTo(words, owner ?? "")) : words.filter((word) => word.of !== "suit" || word.kind === "zone");
  return { from: at - (dot ? string ?? "" : string ?? owner ?? "").length, to: at, offers: matches.map(offerOf) };
}

/**
 * @param {Word[]} words
 * @param {string} owner  the name before the dot, or a bracket
 * @returns {(word: Word) => boolean} a filter for names that may follow the dot
 */
function belongsTo(words, owner) {
  const gives = words.find((word) => word.name === owner && word.gives)?.gives;
  return ({ kind, name, of = "", parameters = [] }) => {
    if (kind === "definition") return !parameters.length;
    const isOfPlayer = OWNERS.includes(of) || ["team", "members"].includes(name) && kind === "given";
    if (gives === "card") return of === "card";
    return gives && OWNERS.includes(gives) ? isOfPlayer : isOfPlayer || of === "card";
  };
}

/**
 * @param {DocumentContext} context
 * @param {(string|number)[]} path
 * @returns {Word[]} all names that an expression at this path can use
 */
export function namesAt({ words, names, document }, path) {
  const local = localNames(document, path).map((name) => ({ name, kind: "choice" }));
  return [...local, ...names, ...wordsOf(words, names)].filter((word) => IN_EXPRESSIONS.includes(word.kind));
}

/**
 * @param {Word[]} words  that every document can use
 * @param {Word[]} names  that a document declares
 * @returns {Word[]} the words without the functions that a definition of the document hides
 */
export function wordsOf(words, names) {
  const hidden = new Set(names.filter(({ kind }) => kind === "definition").map(({ name }) => name));
  return words.filter(({ kind, name }) => kind !== "function" || !hidden.has(name));
}

/**
 * @param {any} document
 * @param {(string|number)[]} path
 * @returns {string[]} names that are valid only there: choices of the move, names that `let`, `as` and `draw`
 *   bind, and parameters
 */
export function localNames(document, path) {
  /** @type {Set<string>} */
  const names = new Set();
  let part = document;
  path.forEach((key, at) => {
    if (Array.isArray(part)) part.slice(0, Number(key)).forEach((earlier) => boundNames(earlier).forEach((name) => names.add(name)));
    if (key === "pick") earlierChoices(part?.pick, String(path[at + 1])).forEach((name) => names.add(name));
    else if (key !== "if" && key !== "by") Object.keys(part?.pick ?? {}).forEach((name) => names.add(name));
    if (key === "do" && typeof part?.as === "string") names.add(part.as);
    if (at === 1 && (path[0] === "define" || path[0] === "routines")) parametersOf(String(key)).forEach((name) => names.add(name));
    part = part?.[key];
  });
  return [...names];
}

/**
 * @param {any} pick
 * @param {string} name  of a choice
 * @returns {string[]} the choices of the move on which this one can depend
 */
function earlierChoices(pick, name) {
  const names = Object.keys(pick ?? {});
  return names.slice(0, Math.max(0, names.indexOf(name))).filter((earlier) => !("count" in (pick[earlier] ?? {})));
}

/** @param {any} effect */
function boundNames(effect) {
  return [...Object.keys(effect?.let ?? {}), ...(effect && "draw" in effect && typeof effect.as === "string" ? [effect.as] : [])];
}

/** @param {string} head  `name(a, b)` */
function parametersOf(head) {
  return head.match(/[^\W\d]\w*/g)?.slice(1) ?? [];
}

/** @param {any} document */
function moveOffers(document) {
  const phases = Object.values(document?.phases ?? {});
  const names = phases.flatMap((/** @type {any} */ phase) => Array.isArray(phase?.moves) ? phase.moves.map((/** @type {any} */ move) => move?.name) : []);
  return [...new Set(names.filter(Boolean))].map((name) => offer(String(name), "move"));
}

/** @param {Word} word  @returns {Offer} */
function offerOf({ name, kind, type = "", takes, parameters = [], help = "", signature = "", example = "" }) {
  const isCalled = kind === "function" || parameters.length > 0;
  const detail = takes ? `(${takes[0] === takes[1] ? takes[0] : `${takes[0]}–${takes[1]}`})` : parameters.length ? `(${parameters.join(", ")})` : type;
  return { label: name, kind, detail, info: [signature, help, example].filter(Boolean).join("\n"), insert: isCalled ? `${name}(` : name };
}

/**
 * @param {string} label
 * @param {string} kind
 * @returns {Offer}
 */
function offer(label, kind) {
  return { label, kind, detail: "", info: "", insert: label };
}
