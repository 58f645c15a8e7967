// Sentences in the language of the page. English stands in the code, as templates; what another language says for them comes
// with the page. A sentence is for people alone: nothing is decided by one.

/** @typedef {Record<string, string|number>} Slots  what stands in `{slots}` */

/** Languages that have digits of their own. Others write whole numbers as programs do, for which a browser need not look them up. */
const OWN_DIGITS = /^(ar|bn|fa|mr|my|ne|ps|ur)\b/;

/**
 * How a language speaks.
 * @param {string} tag  BCP 47
 * @param {Record<string, string>} said  templates by the English ones; what is missing stays English
 */
export function speech(tag, said) {
  const numbers = lazily(() => new Intl.NumberFormat(tag, { useGrouping: false }));
  const lists = lazily(() => new Intl.ListFormat(tag, { type: "unit", style: "short" }));
  const forms = lazily(() => new Intl.PluralRules(tag));
  const isPlain = (/** @type {string|number} */ value) => typeof value !== "number" || (Number.isInteger(value) && !OWN_DIGITS.test(tag));
  const shown = (/** @type {string|number} */ value) => isPlain(value) ? String(value) : numbers().format(Number(value));
  return {
    /**
     * @param {string} template  as it stands in the call, so that the catalogues have it
     * @param {Slots} [slots]
     * @returns {string}
     */
    say: (template, slots = {}) => partsOf(said[template] ?? template, slots).map(shown).join(""),

    /**
     * @template Node
     * @param {string} template  as it stands in the call
     * @param {Record<string, string|Node>} slots  also nodes
     * @returns {(string|Node)[]} what a view draws one after the other
     */
    pieces: (template, slots) => partsOf(said[template] ?? template, slots),

    /**
     * A sentence that depends on a number. Both forms stand in the call.
     * @param {string} one
     * @param {string} many
     * @param {Slots & {count: number}} slots
     * @returns {string}
     */
    plural(one, many, slots) {
      const form = forms().select(slots.count) === "one" ? one : many;
      return partsOf(said[form] ?? form, slots).map(shown).join("");
    },

    /**
     * @param {string[]} items
     * @returns {string} several things beside each other
     */
    listed: (items) => lists().format(items),

    /**
     * @param {number} value
     * @returns {string} in digits
     */
    number: (value) => shown(value),
  };
}

/**
 * What a browser knows of a language takes it tens of milliseconds to look up, each of it; no page needs all before it is drawn.
 * @template T
 * @param {() => T} make
 * @returns {() => T} the same each time, made when it is first wanted
 */
function lazily(make) {
  /** @type {T|undefined} */
  let made;
  return () => (made ??= make());
}

/**
 * @template T
 * @param {string} template
 * @param {Record<string, T>} slots
 * @returns {(string|T)[]} what stands around the slots and in them, in order; a slot without a value stays as it is
 */
function partsOf(template, slots) {
  return template.split(/(\{\w+\})/).map((part) => {
    const name = part.startsWith("{") ? part.slice(1, -1) : "";
    return Object.hasOwn(slots, name) ? slots[name] : part;
  });
}

/** Without a page all is English. */
const page = globalThis.document;

/** The language of the page. */
export const LANGUAGE = page?.documentElement?.lang || "en";
/** All languages that pages can be in. */
export const LANGUAGES = (page?.body?.dataset?.languages ?? LANGUAGE).split(" ");

const spoken = speech(LANGUAGE, JSON.parse(page?.getElementById?.("words")?.textContent ?? "{}"));

export const say = spoken.say;
export const pieces = spoken.pieces;
export const plural = spoken.plural;
export const listed = spoken.listed;
export const number = spoken.number;

/** What languages are called by those who speak them; browsers know all others, too, but have to look them up. */
const names = new Map([["en", "English"], ["es", "Español"]]);

/**
 * @param {string} tag
 * @returns {string} what those who speak a language call it
 */
export function nameOf(tag) {
  const known = names.get(tag);
  if (known) return known;
  const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  names.set(tag, name.charAt(0).toLocaleUpperCase(tag) + name.slice(1));
  return nameOf(tag);
}

/** A year, as long as browsers keep what is seldom used. */
const KEPT_S = 31_536_000;

/**
 * From now on every page of this browser is in this language, the present one at once. A cookie says so, because it is
 * the server that writes pages, whatever link leads there.
 * @param {string} tag
 */
export function speak(tag) {
  document.cookie = `language=${tag}; path=/; max-age=${KEPT_S}; samesite=lax`;
  location.reload();
}
