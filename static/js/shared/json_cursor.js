// Where a cursor stands in a JSON text that may be unfinished: in what, beside what, and whether a key or a value comes there. Pure.

/** @typedef {{key: string|number, keys: string[]}} Level  an object or list that is open: by what it is found, and the keys in it */
/** @typedef {{from: number, to: number, isClosed: boolean}} StringRange  the text in quotes in which the cursor stands, without these */
/**
 * @typedef {object} Place
 * @property {Level[]} levels  from the document down; the key of the first one means nothing
 * @property {string|number|null} key  of the value that comes here; null where a key does
 * @property {StringRange|null} string
 * @property {boolean} hasColon  whether one follows
 */

const TOKEN = /"(?:[^"\\\n]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g;

/** @typedef {Level & {isList: boolean, next: number, last: string|null}} OpenLevel */

/**
 * @param {string} text
 * @param {number} at
 * @returns {Place|null} null outside of everything
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
 * @param {number} quote  where the first one stands
 * @returns {StringRange}
 */
function stringAt(text, quote) {
  const literal = /^"((?:[^"\\\n]|\\.)*)("?)/.exec(text.slice(quote));
  const inner = literal?.[1] ?? "";
  // What has no end ends before the comma or the bracket of its line.
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
  const tokens = [...text.slice(from).matchAll(TOKEN)].map((found) => found[0]);
  const keys = [];
  for (let depth = 0, at = 0; depth >= 0 && at < tokens.length; at++) {
    if (/^[{[]$/.test(tokens[at])) depth++;
    else if (/^[}\]]$/.test(tokens[at])) depth--;
    else if (!depth && tokens[at + 1] === ":" && tokens[at].startsWith("\"")) keys.push(unquoted(tokens[at]));
  }
  return keys;
}
