// JSON as a text and as a tree at once: where each part of a document stands, and what to change in the text so that a part
// becomes another one and all else stays as its author wrote it. Pure.

/** @typedef {(string|number)[]} Path */
/** @typedef {{kind: "object"|"list"|"value", from: number, to: number, members: Member[]}} Part */
/** @typedef {{key: string|number, from: number, part: Part}} Member  `from`: where its key begins, or the part itself in a list */
/** @typedef {{from: number, to: number, insert: string}} Change */

/** A line that holds more is broken into several. */
const LINE = 96;
const BLANK = /\s*/y;
const STRING = /"(?:[^"\\]|\\.)*"/y;
const PLAIN = /[^\s,\]}]+/y;

/**
 * @param {string} text
 * @returns {Part|null} the whole document, null where it is not JSON
 */
export function read(text) {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  return partAt(text, after(BLANK, text, 0));
}

/**
 * @param {RegExp} pattern
 * @param {string} text
 * @param {number} at
 * @returns {number} where what the pattern finds there ends
 */
function after(pattern, text, at) {
  pattern.lastIndex = at;
  pattern.test(text);
  return pattern.lastIndex;
}

/**
 * @param {string} text
 * @param {number} from
 * @returns {Part}
 */
function partAt(text, from) {
  if (text[from] === "{") return several(text, from, "object");
  if (text[from] === "[") return several(text, from, "list");
  return { kind: "value", from, to: after(text[from] === "\"" ? STRING : PLAIN, text, from), members: [] };
}

/**
 * @param {string} text
 * @param {number} from
 * @param {"object"|"list"} kind
 * @returns {Part}
 */
function several(text, from, kind) {
  /** @type {Member[]} */
  const members = [];
  let at = after(BLANK, text, from + 1);
  while (text[at] !== "}" && text[at] !== "]") {
    const member = memberAt(text, at, kind === "list" ? members.length : null);
    members.push(member);
    at = after(BLANK, text, member.part.to);
    if (text[at] === ",") at = after(BLANK, text, at + 1);
  }
  return { kind, from, to: at + 1, members };
}

/**
 * @param {string} text
 * @param {number} from
 * @param {number|null} place  in a list
 * @returns {Member}
 */
function memberAt(text, from, place) {
  if (place !== null) return { key: place, from, part: partAt(text, from) };
  const end = after(STRING, text, from);
  const colon = after(BLANK, text, end);
  return { key: JSON.parse(text.slice(from, end)), from, part: partAt(text, after(BLANK, text, colon + 1)) };
}

/**
 * @param {Part|null} part
 * @param {Path} path
 * @returns {Part|null} what stands there
 */
export function partOf(part, path) {
  return path.reduce((found, key) => found?.members.find((one) => one.key === key)?.part ?? null, part);
}

/**
 * @param {Part|null} part
 * @param {number} at  a place in the text
 * @returns {Path} of the smallest part there
 */
export function pathAt(part, at) {
  const member = part?.members.find((one) => one.from <= at && at <= one.part.to);
  return member ? [member.key, ...pathAt(member.part, at)] : [];
}

/**
 * @param {any} value
 * @param {Path} path
 * @returns {any} what stands there, undefined where nothing does
 */
export function valueAt(value, path) {
  return path.reduce((found, key) => found?.[key], value);
}

/**
 * @param {string} text
 * @param {Path} path
 * @param {unknown} value
 * @returns {Change|null} with which the part there is this value; null where there is none
 */
export function replacing(text, path, value) {
  const part = partOf(read(text), path);
  return part && { from: part.from, to: part.to, insert: written(value, indentAt(text, part.from)) };
}

/**
 * @param {string} text
 * @param {Path} path  of an object or a list
 * @param {string|null} key  null in a list
 * @param {unknown} value
 * @returns {Change|null} with which there is one more
 */
export function adding(text, path, key, value) {
  const part = partOf(read(text), path);
  if (!part || part.kind === "value") return null;
  const last = part.members.at(-1);
  const own = indentAt(text, part.from);
  const isTall = last ? text.slice(part.from, last.from).includes("\n") : path.length < 2;
  const indent = last && isTall ? indentAt(text, last.from) : `${own}  `;
  const insert = `${key === null ? "" : `${JSON.stringify(key)}: `}${written(value, isTall ? indent : own)}`;
  if (last) return { from: last.part.to, to: last.part.to, insert: isTall ? `,\n${indent}${insert}` : `, ${insert}` };
  return { from: part.from + 1, to: part.to - 1, insert: isTall ? `\n${indent}${insert}\n${own}` : insert };
}

/**
 * @param {string} text
 * @param {Path} path
 * @returns {Change|null} with which this part is not there
 */
export function removing(text, path) {
  const { within, at } = memberOf(text, path);
  if (!within || at < 0) return null;
  const { members } = within;
  const one = members[at];
  if (members.length === 1) return { from: within.from + 1, to: within.to - 1, insert: "" };
  if (at < members.length - 1) return { from: one.from, to: members[at + 1].from, insert: "" };
  return { from: members[at - 1].part.to, to: one.part.to, insert: "" };
}

/**
 * @param {string} text
 * @param {Path} path  of a part of an object
 * @param {string} key
 * @returns {Change|null} with which it has another name
 */
export function renaming(text, path, key) {
  const { within, at } = memberOf(text, path);
  if (within?.kind !== "object" || at < 0) return null;
  const { from } = within.members[at];
  return { from, to: after(STRING, text, from), insert: JSON.stringify(key) };
}

/**
 * @param {string} text
 * @param {Path} path
 * @param {-1|1} by
 * @returns {Change|null} with which it stands before the one before it, or after the one after it
 */
export function moving(text, path, by) {
  const { within, at } = memberOf(text, path);
  const [one, other] = [within?.members[Math.min(at, at + by)], within?.members[Math.max(at, at + by)]];
  if (at < 0 || !one || !other) return null;
  const between = text.slice(one.part.to, other.from);
  return { from: one.from, to: other.part.to, insert: text.slice(other.from, other.part.to) + between + text.slice(one.from, one.part.to) };
}

/**
 * @param {string} text
 * @param {Change} change
 */
export function changed(text, { from, to, insert }) {
  return text.slice(0, from) + insert + text.slice(to);
}

/**
 * @param {string} text
 * @param {Path} path
 * @returns {{within: Part|null, at: number}} the object or list that holds a part, and which of its members it is
 */
function memberOf(text, path) {
  const within = path.length ? partOf(read(text), path.slice(0, -1)) : null;
  return { within, at: within?.members.findIndex((one) => one.key === path.at(-1)) ?? -1 };
}

/**
 * @param {string} text
 * @param {number} at
 * @returns {string} the blanks with which the line begins
 */
function indentAt(text, at) {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", at - 1) + 1))?.[0] ?? "";
}

/**
 * A value as people write it: what fits into a line stands in one.
 * @param {unknown} value
 * @param {string} [indent]  of the line in which it begins
 * @returns {string}
 */
export function written(value, indent = "") {
  const line = inLine(value);
  if (typeof value !== "object" || value === null || indent.length + line.length <= LINE) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value)) return `[\n${value.map((one) => inner + written(one, inner)).join(",\n")}\n${indent}]`;
  const parts = Object.entries(value).map(([key, one]) => `${inner}${JSON.stringify(key)}: ${written(one, inner)}`);
  return `{\n${parts.join(",\n")}\n${indent}}`;
}

/** @param {unknown} value  @returns {string} */
function inLine(value) {
  if (Array.isArray(value)) return `[${value.map(inLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${inLine(one)}`).join(", ")}}`;
}

/**
 * @param {string} before
 * @param {string} after
 * @returns {Change} the least that makes the one of the other
 */
export function between(before, after) {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  let same = 0;
  while (same < most - from && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}
