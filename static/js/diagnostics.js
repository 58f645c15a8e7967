// What is wrong with a document: the text it is about, the place in it, and the text with what was probably meant.

/**
 * @typedef {object} Diagnostic
 * @property {string} code
 * @property {"error"|"warning"} [severity]
 * @property {string} [file]  the one beside the document in which it stands, if it does
 * @property {string} [path]  `phases.turn.moves[0].label`
 * @property {number} [line]  from 1
 * @property {number} [column]
 * @property {number} [from]  places in the text at `path`
 * @property {number} [to]
 * @property {string} text  the sentence
 * @property {string} [hint]  the name that was probably meant
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
 * @returns {string|null} the text that stands there, if one does
 */
export function textAt(source, path = "") {
  try {
    const found = partsOf(path).reduce((part, key) => part?.[key], JSON.parse(source));
    return typeof found === "string" ? found : null;
  } catch {
    return null;
  }
}

/**
 * What to show below each other: the text, and signs under what is wrong in it.
 * @param {string} source
 * @param {Diagnostic} one
 * @returns {{text: string, carets: string}|null}
 */
export function underlined(source, one) {
  const text = one.file ? null : textAt(source, one.path);
  if (text === null || one.from === undefined || one.to === undefined) return null;
  return { text, carets: " ".repeat(one.from) + "^".repeat(Math.max(1, one.to - one.from)) };
}

/**
 * The wrong name: a part of the text, or else the key at the end of the path.
 * @param {string} source
 * @param {Diagnostic} one
 */
function wrongName(source, one) {
  const shown = underlined(source, one);
  if (shown) return shown.text.slice(one.from, one.to);
  const last = partsOf(one.path ?? "").at(-1);
  return textAt(source, one.path) ?? (typeof last === "string" ? last : "");
}

/**
 * @param {string} source
 * @param {Diagnostic} one
 * @returns {string|null} the document with what was probably meant, null where that is not certain
 */
export function putRight(source, one) {
  const name = one.file ? "" : wrongName(source, one);
  const lines = source.split("\n");
  const at = (one.line ?? 0) - 1;
  if (!one.hint || !name || at < 0 || at >= lines.length) return null;
  const from = lines[at].indexOf(name, Math.max(0, (one.column ?? 1) - 1));
  if (from < 0) return null;
  lines[at] = lines[at].slice(0, from) + one.hint + lines[at].slice(from + name.length);
  return lines.join("\n");
}
