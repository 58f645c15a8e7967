// JSON as text and tree: the position of each part, and changes of the text that leave everything else as its
// author wrote it. Pure.

/** @typedef {(string|number)[]} Path */
/** @typedef {{kind: "object"|"list"|"value", from: number, to: number, members: Member[]}} Part */
/**
 * @typedef {{key: string|number, from: number, part: Part}} Member  `from`: where its key begins, or the part
 *   itself in a list
 */
/** @typedef {{from: number, to: number, insert: string}} Change */

/** Maximum length of a line. */
const LINE = 96;
const BLANK = /\s*/y;
const STRING = /"(?:[^"\\]|\\.)*"/y;
const PLAIN = /[^\s,\]}]+/y;

/**
 * @param {string} text
 * @returns {Part|null} the document; null if the text is not JSON
 */
export function parseTree(text) {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  return partAt(text, endOf(BLANK, text, 0));
}

/**
 * @param {RegExp} pattern
 * @param {string} text
 * @param {number} at
 * @returns {number} the end of the match
 */
function endOf(pattern, text, at) {
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
  if (text[from] === "{") return containerAt(text, from, "object");
  if (text[from] === "[") return containerAt(text, from, "list");
  return { kind: "value", from, to: endOf(text[from] === "\"" ? STRING : PLAIN, text, from), members: [] };
}

/**
 * @param {string} text
 * @param {number} from
 * @param {"object"|"list"} kind
 * @returns {Part}
 */
function containerAt(text, from, kind) {
  /** @type {Member[]} */
  const members = [];
  let at = endOf(BLANK, text, from + 1);
  while (text[at] !== "}" && text[at] !== "]") {
    const member = memberAt(text, at, kind === "list" ? members.length : null);
    members.push(member);
    at = endOf(BLANK, text, member.part.to);
    if (text[at] === ",") at = endOf(BLANK, text, at + 1);
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
  const end = endOf(STRING, text, from);
  const colon = endOf(BLANK, text, end);
  return { key: JSON.parse(text.slice(from, end)), from, part: partAt(text, endOf(BLANK, text, colon + 1)) };
}

/**
 * @param {Part|null} part
 * @param {Path} path
 * @returns {Part|null} the part at this path
 */
export function partOf(part, path) {
  return path.reduce((inner, key) => inner?.members.find((member) => member.key === key)?.part ?? null, part);
}

/**
 * @param {Part|null} part
 * @param {number} at  an index in the text
 * @returns {Path} of the smallest part there
 */
export function pathAt(part, at) {
  const member = part?.members.find((candidate) => candidate.from <= at && at <= candidate.part.to);
  return member ? [member.key, ...pathAt(member.part, at)] : [];
}

/**
 * @param {any} value
 * @param {Path} path
 * @returns {any} the value at this path, or undefined
 */
export function valueAt(value, path) {
  return path.reduce((inner, key) => inner?.[key], value);
}

/**
 * @param {string} text
 * @param {Path} path
 * @param {unknown} value
 * @returns {Change|null} to replace the part; null if there is none
 */
export function replaceChange(text, path, value) {
  const part = partOf(parseTree(text), path);
  return part && { from: part.from, to: part.to, insert: formatJson(value, indentAt(text, part.from)) };
}

/**
 * @param {string} text
 * @param {Path} path  of an object or a list
 * @param {string|null} key  null in a list
 * @param {unknown} value
 * @returns {Change|null} to add a member
 */
export function addChange(text, path, key, value) {
  const part = partOf(parseTree(text), path);
  if (!part || part.kind === "value") return null;
  const last = part.members.at(-1);
  const ownIndent = indentAt(text, part.from);
  const isTall = last ? text.slice(part.from, last.from).includes("\n") : path.length < 2;
  const indent = last && isTall ? indentAt(text, last.from) : `${ownIndent}  `;
  const insert = `${key === null ? "" : `${JSON.stringify(key)}: `}${formatJson(value, isTall ? indent : ownIndent)}`;
  if (last) return { from: last.part.to, to: last.part.to, insert: isTall ? `,\n${indent}${insert}` : `, ${insert}` };
  return { from: part.from + 1, to: part.to - 1, insert: isTall ? `\n${indent}${insert}\n${ownIndent}` : insert };
}

/**
 * @param {string} text
 * @param {Path} path
 * @returns {Change|null} to remove the part
 */
export function removeChange(text, path) {
  const { container, at } = memberOf(text, path);
  if (!container || at < 0) return null;
  const { members } = container;
  const member = members[at];
  if (members.length === 1) return { from: container.from + 1, to: container.to - 1, insert: "" };
  if (at < members.length - 1) return { from: member.from, to: members[at + 1].from, insert: "" };
  return { from: members[at - 1].part.to, to: member.part.to, insert: "" };
}

/**
 * @param {string} text
 * @param {Path} path  of a part of an object
 * @param {string} key
 * @returns {Change|null} to rename the key
 */
export function renameChange(text, path, key) {
  const { container, at } = memberOf(text, path);
  if (container?.kind !== "object" || at < 0) return null;
  const { from } = container.members[at];
  return { from, to: endOf(STRING, text, from), insert: JSON.stringify(key) };
}

/**
 * @param {string} text
 * @param {Path} path
 * @param {-1|1} by
 * @returns {Change|null} to swap the part with the one before or after it
 */
export function moveChange(text, path, by) {
  const { container, at } = memberOf(text, path);
  const [first, second] = [container?.members[Math.min(at, at + by)], container?.members[Math.max(at, at + by)]];
  if (at < 0 || !first || !second) return null;
  const gap = text.slice(first.part.to, second.from);
  return { from: first.from, to: second.part.to, insert: text.slice(second.from, second.part.to) + gap + text.slice(first.from, first.part.to) };
}

/**
 * @param {string} text
 * @param {Change} change
 */
export function applyChange(text, { from, to, insert }) {
  return text.slice(0, from) + insert + text.slice(to);
}

/**
 * @param {string} text
 * @param {Path} path
 * @returns {{container: Part|null, at: number}} the object or list around a part, and the part's index in it
 */
function memberOf(text, path) {
  const container = path.length ? partOf(parseTree(text), path.slice(0, -1)) : null;
  return { container, at: container?.members.findIndex((member) => member.key === path.at(-1)) ?? -1 };
}

/**
 * @param {string} text
 * @param {number} at
 * @returns {string} the indentation of the line
 */
function indentAt(text, at) {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", at - 1) + 1))?.[0] ?? "";
}

/**
 * Formats a value; objects and lists that fit into a line stay in one.
 * @param {unknown} value
 * @param {string} [indent]  of the line in which it begins
 * @returns {string}
 */
export function formatJson(value, indent = "") {
  const line = inLine(value);
  if (typeof value !== "object" || value === null || indent.length + line.length <= LINE) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value)) return `[\n${value.map((item) => inner + formatJson(item, inner)).join(",\n")}\n${indent}]`;
  const parts = Object.entries(value).map(([key, member]) => `${inner}${JSON.stringify(key)}: ${formatJson(member, inner)}`);
  return `{\n${parts.join(",\n")}\n${indent}}`;
}

/** @param {unknown} value  @returns {string} */
function inLine(value) {
  if (Array.isArray(value)) return `[${value.map(inLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${inLine(member)}`).join(", ")}}`;
}

/**
 * @param {string} before
 * @param {string} after
 * @returns {Change} the smallest change from one text to the other
 */
export function diffChange(before, after) {
  const shortest = Math.min(before.length, after.length);
  let from = 0;
  while (from < shortest && before[from] === after[from]) from++;
  let tailLength = 0;
  while (tailLength < shortest - from && before[before.length - 1 - tailLength] === after[after.length - 1 - tailLength]) tailLength++;
  return { from, to: before.length - tailLength, insert: after.slice(from, after.length - tailLength) };
}
