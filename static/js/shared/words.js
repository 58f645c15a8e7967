// Sentences in the language of the page. English stands in the code, as templates; what another language says for them comes
// with the page. A sentence is for people alone: nothing is decided by one.

/** @typedef {Record<string, string|number>} Slots  what stands in `{slots}` */

/** Languages that have digits of their own. Others write whole numbers as programs do, for which a browser need not look them up. */
const OWN_DIGITS = /^(ar|bn|fa|mr|my|ne|ps|ur)\b/;

/**
 * How a language speaks.
 * @param {string} tag  BCP 47
 * @param {Record<string, string>} templates  templates by the English ones; what is missing stays English
 */
export function translator(tag, templates) {
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
    say: (template, slots = {}) => partsOf(templates[template] ?? template, slots).map(shown).join(""),

    /**
     * @template Node
     * @param {string} template  as it stands in the call
     * @param {Record<string, string|Node>} slots  also nodes
     * @returns {(string|Node)[]} what a view draws one after the other
     */
    pieces: (template, slots) => partsOf(templates[template] ?? template, slots),

    /**
     * A sentence that depends on a number. Both forms stand in the call.
     * @param {string} singular
     * @param {string} many
     * @param {Slots & {count: number}} slots
     * @returns {string}
     */
    plural(singular, many, slots) {
      const form = forms().select(slots.count) === "one" ? singular : many;
      return partsOf(templates[form] ?? form, slots).map(shown).join("");
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
  let value;
  return () => (value ??= make());
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

const language = translator(LANGUAGE, JSON.parse(page?.getElementById?.("words")?.textContent ?? "{}"));

export const say = language.say;
export const pieces = language.pieces;
export const plural = language.plural;
export const listed = language.listed;
export const number = language.number;

/** What languages are called by those who speak them; browsers know all others, too, but have to look them up. */
const languageNames = new Map([["en", "English"], ["es", "Español"]]);

/**
 * @param {string} tag
 * @returns {string} what those who speak a language call it
 */
export function languageName(tag) {
  const known = languageNames.get(tag);
  if (known) return known;
  const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  languageNames.set(tag, name.charAt(0).toLocaleUpperCase(tag) + name.slice(1));
  return languageName(tag);
}

/** A year, as long as browsers keep what is seldom used. */
const COOKIE_S = 31_536_000;

/**
 * From now on every page of this browser is in this language, the present one at once. A cookie says so, because it is
 * the server that writes pages, whatever link leads there.
 * @param {string} tag
 */
export function setLanguage(tag) {
  document.cookie = `language=${tag}; path=/; max-age=${COOKIE_S}; samesite=lax`;
  location.reload();
}
