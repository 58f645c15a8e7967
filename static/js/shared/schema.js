// Reads the JSON Schema of documents: the shapes that a part of a document may have. Pure.

/**
 * @typedef {object} Shape
 * @property {string|string[]} [type]
 * @property {Record<string, Shape>} [properties]
 * @property {Shape|boolean} [additionalProperties]
 * @property {Shape} [items]
 * @property {number} [minItems]
 * @property {number} [maxItems]
 * @property {Shape[]} [anyOf]
 * @property {string[]} [enum]
 * @property {string[]} [required]
 * @property {string} [format]  kind of completions: expression, text, phase, zone, attribute, routine, move
 * @property {string} [$ref]
 * @property {Record<string, Shape>} [$defs]
 * @property {number} [minimum]
 * @property {number} [maximum]
 */
/** @typedef {{key: string|number, keys: string[]}} Level */

/**
 * @param {Shape} schema  of whole documents
 * @param {Shape} shape
 * @returns {Shape[]} its alternatives, with references resolved
 */
export function alternatives(schema, shape) {
  const target = shape.$ref ? schema.$defs?.[shape.$ref.split("/").at(-1) ?? ""] ?? {} : shape;
  return target.anyOf ? target.anyOf.flatMap((choice) => alternatives(schema, choice)) : target.$ref ? alternatives(schema, target) : [target];
}

/**
 * @param {Shape} schema  of whole documents
 * @param {Level[]} levels  objects and lists from the document down, each with its key and the keys in it
 * @param {string|number|null} key  of a value in the last level; null for the last level itself
 * @returns {Shape[]} the possible shapes there
 */
export function shapesAt(schema, levels, key) {
  let shapes = alternatives(schema, schema);
  levels.forEach((level, at) => {
    if (at) shapes = innerShapes(schema, shapes, level.key);
    shapes = bestMatches(shapes, level.keys);
  });
  return key === null ? shapes : innerShapes(schema, shapes, key);
}

/**
 * @param {Shape[]} shapes  of an object
 * @param {string[]} keys  of the object
 * @returns {Shape[]} the shapes that know most of these keys
 */
export function bestMatches(shapes, keys) {
  const counts = shapes.map(({ properties }) => properties ? keys.filter((key) => Object.hasOwn(properties, key)).length : 0);
  const max = Math.max(0, ...counts);
  return shapes.filter((_, at) => counts[at] === max);
}

/**
 * @param {Shape[]} shapes
 * @param {Record<string, any>} value  an object
 * @returns {Shape|null} its shape, chosen like the service's check: no required key is missing, and most keys
 *   are known
 */
export function shapeOf(shapes, value) {
  const keys = Object.keys(value);
  const candidates = bestMatches(shapes.filter(isObject), keys);
  return candidates.find((candidate) => (candidate.required ?? []).every((key) => keys.includes(key))) ?? candidates[0] ?? null;
}

/** @param {Shape} shape */
export function isObject({ type }) {
  return type === "object";
}

/**
 * @param {Shape} schema
 * @param {Shape[]} shapes
 * @param {string|number} key
 * @returns {Shape[]} the shapes of the value of a key
 */
function innerShapes(schema, shapes, key) {
  return shapes.flatMap((shape) => {
    const inner = typeof key === "number" ? shape.items : innerOf(shape, key);
    return inner ? alternatives(schema, inner) : [];
  });
}

/**
 * @param {Shape} shape
 * @param {string} key
 * @returns {Shape|undefined}
 */
function innerOf({ properties, additionalProperties }, key) {
  if (properties && Object.hasOwn(properties, key)) return properties[key];
  return typeof additionalProperties === "object" ? additionalProperties : undefined;
}

/**
 * @param {Shape} schema
 * @param {any} document
 * @param {(string|number)[]} path
 * @returns {Shape[]} the possible shapes at a path of a whole document
 */
export function shapesOf(schema, document, path) {
  const keys = (/** @type {any} */ value) => value && typeof value === "object" && !Array.isArray(value) ? Object.keys(value) : [];
  let value = document;
  /** @type {Level[]} */
  const levels = [{ key: "", keys: keys(value) }];
  for (const key of path.slice(0, -1)) {
    value = value?.[key];
    levels.push({ key, keys: keys(value) });
  }
  return shapesAt(schema, levels, path.at(-1) ?? null);
}

/**
 * @param {Shape} schema
 * @param {Shape} shape
 * @returns {any} the smallest value of this shape
 */
export function smallestValue(schema, shape) {
  const [first] = alternatives(schema, shape);
  if (first.enum) return first.enum[0];
  if (first.type === "object") {
    return Object.fromEntries((first.required ?? []).map((key) => [key, smallestValue(schema, first.properties?.[key] ?? {})]));
  }
  if (first.type === "array") return Array.from({ length: first.minItems ?? 0 }, () => smallestValue(schema, first.items ?? {}));
  const types = [first.type ?? "string"].flat();
  if (types.includes("string")) return "";
  return types.includes("boolean") ? false : first.minimum !== undefined && first.minimum > 0 ? first.minimum : 0;
}
