// The outline of a document: its sections in an order for authors, and the next phases of each phase. Pure.

/** @typedef {(string|number)[]} Path */
/**
 * @typedef {{path: Path, name: string, nextPhases: string[], items: Item[]}} Item  `nextPhases`: names of the
 *   phases that can follow
 */
/** @typedef {{key: string, paths: Path[], exists: boolean, items: Item[]}} Section  `paths`: of its parts */

/** Keys of the section for facts. */
export const FACTS = ["cardgame", "name", "summary", "players", "minutes", "rules", "tags", "id", "version", "author", "licence", "forked_from", "standing"];
/** The sections, and the keys of the document in each. */
const SECTIONS = Object.entries({
  facts: FACTS, deck: ["deck"], zones: ["zones"], options: ["options", "presets"], vars: ["vars", "player_vars", "team_vars"], define: ["define"],
  routines: ["routines"], start: ["start"], phases: ["phases"], triggers: ["triggers"], leave: ["leave", "turn"], shows: ["shows", "marks", "situation"], bots: ["bots"], style: ["style"],
});
/** Keys whose members have a line each. */
const LISTED_KEYS = ["zones", "options", "presets", "vars", "player_vars", "team_vars", "define", "routines", "phases"];

/**
 * @param {any} document
 * @returns {Section[]}
 */
export function outlineOf(document) {
  return SECTIONS.map(([key, keys]) => {
    const present = keys.filter((name) => document?.[name] !== undefined);
    const items = present.filter((name) => LISTED_KEYS.includes(name)).flatMap((name) => itemsOf(document, name));
    return { key, paths: keys.map((name) => [name]), exists: present.length > 0, items };
  });
}

/**
 * @param {any} document
 * @param {string} key
 * @returns {Item[]}
 */
function itemsOf(document, key) {
  const part = document[key];
  if (Array.isArray(part)) return part.map((element, at) => item([key, at], plainName(element?.name) || `${at + 1}`));
  return Object.entries(Object(part)).map(([name, element]) =>
    key === "phases" ? phaseItem(document, name, element) : item([key, name], name));
}

/**
 * @param {any} document
 * @param {string} name
 * @param {any} phase
 * @returns {Item}
 */
function phaseItem(document, name, phase) {
  const moves = Array.isArray(phase?.moves) ? phase.moves : [];
  const items = moves.map((/** @type {any} */ move, /** @type {number} */ at) => item(["phases", name, "moves", at], String(move?.name ?? at + 1)));
  return { path: ["phases", name], name, nextPhases: nextPhasesOf(document, phase), items };
}

/**
 * @param {Section[]} outline
 * @param {Path[]} paths  of the selected part
 * @returns {{trail: (Section|Item)[], siblings: (Section|Item)[]}} the part with the parts around it, from the
 *   outside in, and the parts beside it. Of a part that is gone, its section.
 */
export function placeOf(outline, paths) {
  const key = JSON.stringify(paths);
  /** @type {(parts: (Section|Item)[], around: (Section|Item)[]) => {trail: (Section|Item)[], siblings: (Section|Item)[]}|undefined} */
  const find = (parts, around) => {
    for (const part of parts) {
      const trail = [...around, part];
      const place = JSON.stringify(pathsOf(part)) === key ? { trail, siblings: parts } : find(part.items, trail);
      if (place) return place;
    }
    return undefined;
  };
  return find(outline, []) ?? { trail: outline.filter((section) => section.paths.some(([of]) => of === paths[0]?.[0])), siblings: outline };
}

/** @param {Section|Item} part  @returns {Path[]} */
export function pathsOf(part) {
  return "paths" in part ? part.paths : [part.path];
}

/** Keys whose members are named by authors. */
export const NAMED_KEYS = LISTED_KEYS.filter((key) => key !== "presets");

/** @param {unknown} name  a text, or one in each language  @returns {string} */
export function plainName(name) {
  return typeof name === "string" ? name : String(Object.values(Object(name))[0] ?? "");
}

/**
 * @param {Path} path
 * @param {string} name
 * @returns {Item}
 */
function item(path, name) {
  return { path, name, nextPhases: [], items: [] };
}

/**
 * @param {any} document
 * @param {unknown} part  effects, or a part with effects
 * @returns {string[]} the phases to which they lead, also through routines
 */
export function nextPhasesOf(document, part) {
  /** @type {Set<string>} */
  const phases = new Set();
  const routines = new Map(Object.entries(Object(document?.routines)).map(([head, effects]) => [nameOf(head), effects]));
  /** @param {any} value */
  const walk = (value) => {
    if (!value || typeof value !== "object") return;
    for (const [key, inner] of Object.entries(value)) {
      if (["go", "next", "pause"].includes(key) && typeof inner === "string") phases.add(inner);
      else if (key === "run" && typeof inner === "string") walkRoutine(nameOf(inner));
      else walk(inner);
    }
  };
  /** @param {string} name */
  const walkRoutine = (name) => {
    const effects = routines.get(name);
    // Each routine is visited once, because routines can run themselves.
    routines.delete(name);
    walk(effects);
  };
  walk(part);
  return [...phases];
}

/** @param {string} head  `name(a, b)` */
function nameOf(head) {
  return head.split("(")[0].trim();
}
