// Problems of a document: the text and place that a diagnostic is about, and the fix for it.

/**
 * @typedef {object} Diagnostic
 * @property {string} code
 * @property {"error"|"warning"} [severity]
 * @property {string} [file]  the other file that it is about, if any
 * @property {string} [path]  `phases.turn.moves[0].label`
 * @property {number} [line]  from 1
 * @property {number} [column]
 * @property {number} [from]  character positions in the text at `path`
 * @property {number} [to]
 * @property {string} text  a sentence for the author
 * @property {string} [hint]  the name that the author probably meant
 */

/**
 * @param {string} path
 * @returns {(string|number)[]}
 */
function partsOf(path) {
  return [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, key]) => index === undefined ? key : Number(index));
}

/**
 * @param {string} source  of a document
 * @param {string} [path]
 * @returns {string|null} the string at this path, if there is one
 */
export function textAt(source, path = "") {
  try {
    const text = partsOf(path).reduce((part, key) => part?.[key], JSON.parse(source));
    return typeof text === "string" ? text : null;
  } catch {
    return null;
  }
}

/**
 * Returns the text of a diagnostic, and a line of carets under the wrong part.
 * @param {string} source
 * @param {Diagnostic} diagnostic
 * @returns {{text: string, carets: string}|null}
 */
export function underline(source, diagnostic) {
  const text = diagnostic.file ? null : textAt(source, diagnostic.path);
  if (text === null || diagnostic.from === undefined || diagnostic.to === undefined) return null;
  return { text, carets: " ".repeat(diagnostic.from) + "^".repeat(Math.max(1, diagnostic.to - diagnostic.from)) };
}

/** Number of characters shown on each side of the wrong part, so that all fit into a narrow panel. */
const AROUND = 18;

/**
 * Returns the underlined text, cut to the surroundings of the wrong part, so that the carets are always
 * visible.
 * @param {string} source
 * @param {Diagnostic} diagnostic
 * @returns {{text: string, carets: string}|null}
 */
export function excerpt(source, diagnostic) {
  const underlined = underline(source, diagnostic);
  if (!underlined) return null;
  const begin = underlined.carets.indexOf("^");
  const from = begin > AROUND + 1 ? begin - AROUND : 0;
  const end = underlined.carets.length + AROUND;
  const to = end < underlined.text.length - 1 ? end : underlined.text.length;
  const ellipsis = from ? "…" : "";
  return { text: `${ellipsis}${underlined.text.slice(from, to)}${to < underlined.text.length ? "…" : ""}`, carets: ellipsis.replace("…", " ") + underlined.carets.slice(from) };
}

/**
 * Returns the wrong name: a part of the text, or the last key of the path.
 * @param {string} source
 * @param {Diagnostic} diagnostic
 */
function wrongName(source, diagnostic) {
  const underlined = underline(source, diagnostic);
  if (underlined) return underlined.text.slice(diagnostic.from, diagnostic.to);
  const last = partsOf(diagnostic.path ?? "").at(-1);
  return textAt(source, diagnostic.path) ?? (typeof last === "string" ? last : "");
}

/**
 * @param {string} source
 * @param {Diagnostic} diagnostic
 * @returns {{from: number, to: number, insert: string}|null} the change that adds a missing comma or removes
 *   an extra one, if that makes the text valid JSON
 */
export function commaFix(source, diagnostic) {
  if (diagnostic.code !== "json" || diagnostic.file || !diagnostic.line) return null;
  const { from } = rangeOf(source, diagnostic);
  const end = source.slice(0, from).trimEnd().length;
  const changes = [{ from: end, to: end, insert: "," }, { from: end - 1, to: end, insert: "" }];
  return changes.find((change) => (change.insert || source[change.from] === ",") && isJson(source.slice(0, change.from) + change.insert + source.slice(change.to))) ?? null;
}

/** @param {string} text */
function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {string} source
 * @param {Diagnostic} diagnostic
 * @returns {string|null} the corrected document; null if there is no certain fix
 */
export function applyFix(source, diagnostic) {
  const comma = commaFix(source, diagnostic);
  if (comma) return source.slice(0, comma.from) + comma.insert + source.slice(comma.to);
  const name = diagnostic.file ? "" : wrongName(source, diagnostic);
  const lines = source.split("\n");
  const at = (diagnostic.line ?? 0) - 1;
  if (!diagnostic.hint || !name || at < 0 || at >= lines.length) return null;
  const from = lines[at].indexOf(name, Math.max(0, (diagnostic.column ?? 1) - 1));
  if (from < 0) return null;
  lines[at] = lines[at].slice(0, from) + diagnostic.hint + lines[at].slice(from + name.length);
  return lines.join("\n");
}

/**
 * @param {string} source
 * @param {Diagnostic} diagnostic
 * @returns {string} the name of an undeclared zone that a move of cards uses; "" for other diagnostics
 */
export function missingZone(source, { code, path = "", from = 0, to }) {
  const name = textAt(source, path)?.slice(from, to) ?? "";
  const isZone = code === "unknown_zone" || (code === "unknown_name" && /\.(to|from|cards_to)$/.test(path));
  return isZone && /^[^\W\d]\w*$/.test(name) ? name : "";
}

/**
 * @param {string} source
 * @param {Diagnostic} diagnostic
 * @returns {string} an undeclared name in an expression that could be an option; "" for other diagnostics
 */
export function missingOption(source, diagnostic) {
  const { code, path = "", from = 0, to } = diagnostic;
  const text = textAt(source, path);
  if (code !== "unknown_name" || diagnostic.file || text === null || to === undefined || missingZone(source, diagnostic)) return "";
  const name = text.slice(from, to);
  return /^[a-z]\w*$/.test(name) && !/\.\s*$/.test(text.slice(0, from)) && !/^\s*[.(]/.test(text.slice(to)) ? name : "";
}

/**
 * @param {string} source
 * @param {Diagnostic} diagnostic
 * @returns {{from: number, to: number}} the range of the wrong part; the first character if the diagnostic
 *   has no place
 */
export function rangeOf(source, diagnostic) {
  const lines = source.split("\n");
  if (!diagnostic.line || diagnostic.line > lines.length) return { from: 0, to: Math.min(1, source.length) };
  const line = lines[diagnostic.line - 1];
  const start = lines.slice(0, diagnostic.line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  const from = start + unitsIn(line, (diagnostic.column ?? 1) - 1);
  const token = /^(?:"(?:[^"\\]|\\.)*"?|[^\s,:\]}]+)/.exec(source.slice(from))?.[0] ?? " ";
  if (diagnostic.from === undefined || diagnostic.to === undefined || !token.startsWith("\"")) return { from, to: Math.min(from + token.length, source.length) };
  const letters = token.slice(1).match(/\\u[0-9a-fA-F]{4}|\\.|[^\\]/gsu) ?? [];
  const places = letters.reduce((ends, letter) => [...ends, (ends.at(-1) ?? 0) + letter.length], [0]);
  const at = (/** @type {number} */ place) => from + 1 + places[Math.min(place, places.length - 1)];
  return { from: at(diagnostic.from), to: at(Math.max(diagnostic.to, diagnostic.from + 1)) };
}

/**
 * @param {string} text
 * @param {number} letters  counted by the service in code points
 * @returns {number} the same position in UTF-16 code units
 */
function unitsIn(text, letters) {
  return [...text].slice(0, letters).join("").length;
}
