// Finds the place of a cursor in a JSON text that may be unfinished: the objects and lists around it, and the
// key. Pure.

/**
 * @typedef {{key: string|number, keys: string[]}} Level  an unclosed object or list: its key in the one
 *   around it, and the keys in it
 */
/**
 * @typedef {{from: number, to: number, isClosed: boolean}} StringRange  the string at the cursor, without its
 *   quotes
 */
/**
 * @typedef {object} CursorPlace
 * @property {Level[]} levels  from the document down; the key of the first has no meaning
 * @property {string|number|null} key  of the value at the cursor; null if a key is expected
 * @property {StringRange|null} string
 * @property {boolean} hasColon  whether a colon follows
 */

const TOKEN = /"(?:[^"\\\n]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g;

/** @typedef {Level & {isList: boolean, next: number, last: string|null}} OpenLevel */

/**
 * @param {string} text
 * @param {number} at
 * @returns {CursorPlace|null} null outside of the document
 */
export function placeAt(text, at) {
  /** @type {OpenLevel[]} */
  const open = [];
  const before = text.slice(0, at);
  let string = null;
  for (const { 0: token, index } of before.matchAll(TOKEN)) {
    if (index + token.length === at && isUnfinished(token)) string = stringAt(text, index);
    else step(open, token);
  }
  const innermost = open.at(-1);
  if (!innermost) return null;
  const end = string ? string.to + Number(string.isClosed) : at;
  const levels = open.map(({ key, keys }) => ({ key, keys }));
  levels[levels.length - 1].keys = [...innermost.keys, ...keysAfter(text, end)];
  return { levels, key: innermost.isList ? innermost.next : innermost.last, string, hasColon: /^\s*:/.test(text.slice(end)) };
}

/** @param {string} token */
function isUnfinished(token) {
  return token.startsWith("\"") && !/^"(?:[^"\\\n]|\\.)*"$/.test(token);
}

/**
 * @param {string} text
 * @param {number} quote  position of the opening quote
 * @returns {StringRange}
 */
function stringAt(text, quote) {
  const literal = /^"((?:[^"\\\n]|\\.)*)("?)/.exec(text.slice(quote));
  const inner = literal?.[1] ?? "";
  // A string without a closing quote ends before the comma or bracket at the end of its line.
  const length = literal?.[2] ? inner.length : inner.search(/[,\]}]?\s*$/);
  return { from: quote + 1, to: quote + 1 + length, isClosed: Boolean(literal?.[2]) };
}

/**
 * @param {OpenLevel[]} open
 * @param {string} token
 */
function step(open, token) {
  const innermost = open.at(-1);
  if (token === "{" || token === "[") {
    const key = !innermost ? "" : innermost.isList ? innermost.next : innermost.last ?? "";
    open.push({ key, keys: [], isList: token === "[", next: 0, last: null });
  } else if (token === "}" || token === "]") open.pop();
  else if (!innermost) return;
  else if (token === ",") Object.assign(innermost, { next: innermost.next + 1, last: null });
  else if (!innermost.isList && innermost.last === null && token.startsWith("\"")) {
    const key = unquoted(token);
    innermost.last = key;
    innermost.keys.push(key);
  }
}

/** @param {string} token  @returns {string} */
function unquoted(token) {
  try {
    return JSON.parse(token);
  } catch {
    return token.slice(1, -1);
  }
}

/**
 * @param {string} text
 * @param {number} from
 * @returns {string[]} the keys that follow in the same object
 */
function keysAfter(text, from) {
  const tokens = [...text.slice(from).matchAll(TOKEN)].map((match) => match[0]);
  const keys = [];
  for (let depth = 0, at = 0; depth >= 0 && at < tokens.length; at++) {
    if (/^[{[]$/.test(tokens[at])) depth++;
    else if (/^[}\]]$/.test(tokens[at])) depth--;
    else if (!depth && tokens[at + 1] === ":" && tokens[at].startsWith("\"")) keys.push(unquoted(tokens[at]));
  }
  return keys;
}
