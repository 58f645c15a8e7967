// Translates sentences into the language of the page. The code contains English templates; the page brings
// the translations. Code never depends on a sentence.

/** @typedef {Record<string, string|number>} Slots  values of `{slots}` */

/**
 * Languages with digits of their own. All others write whole numbers in ASCII digits, without the slow
 * `Intl.NumberFormat`.
 */
const OWN_DIGITS = /^(ar|bn|fa|mr|my|ne|ps|ur)\b/;

/**
 * Returns the functions that write texts in a language.
 * @param {string} tag  BCP 47
 * @param {Record<string, string>} templates  translations by English template; missing ones stay English
 */
export function translator(tag, templates) {
  const numbers = lazily(() => new Intl.NumberFormat(tag, { useGrouping: false }));
  const lists = lazily(() => new Intl.ListFormat(tag, { type: "unit", style: "short" }));
  const forms = lazily(() => new Intl.PluralRules(tag));
  const isPlain = (/** @type {string|number} */ value) => typeof value !== "number" || (Number.isInteger(value) && !OWN_DIGITS.test(tag));
  const valueText = (/** @type {string|number} */ value) => isPlain(value) ? String(value) : numbers().format(Number(value));
  return {
    /**
     * @param {string} template  a literal, so that the catalogues find it
     * @param {Slots} [slots]
     * @returns {string}
     */
    say: (template, slots = {}) => partsOf(templates[template] ?? template, slots).map(valueText).join(""),

    /**
     * @template Node
     * @param {string} template  a literal
     * @param {Record<string, string|Node>} slots  texts or nodes
     * @returns {(string|Node)[]} the texts and nodes in order
     */
    pieces: (template, slots) => partsOf(templates[template] ?? template, slots),

    /**
     * Translates a sentence that depends on a number.
     * @param {string} singular
     * @param {string} severalForm
     * @param {Slots & {count: number}} slots
     * @returns {string}
     */
    plural(singular, severalForm, slots) {
      const form = forms().select(slots.count) === "one" ? singular : severalForm;
      return partsOf(templates[form] ?? form, slots).map(valueText).join("");
    },

    /**
     * @param {string[]} items
     * @returns {string} the items as a list
     */
    listText: (items) => lists().format(items),

    /**
     * @param {number} value
     * @returns {string} in digits
     */
    number: (value) => valueText(value),
  };
}

/**
 * Delays a value until its first use. The `Intl` objects of a language take tens of milliseconds each.
 * @template T
 * @param {() => T} make
 * @returns {() => T} the value
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
 * @returns {(string|T)[]} the texts and slot values in order; a slot without a value stays as text
 */
function partsOf(template, slots) {
  return template.split(/(\{\w+\})/).map((part) => {
    const name = part.startsWith("{") ? part.slice(1, -1) : "";
    return Object.hasOwn(slots, name) ? slots[name] : part;
  });
}

/** The page; missing in tests, whose language is English. */
const page = globalThis.document;

/** The language of the page. */
export const LANGUAGE = page?.documentElement?.lang || "en";
/** All languages of the site. */
export const LANGUAGES = (page?.body?.dataset?.languages ?? LANGUAGE).split(" ");

const language = translator(LANGUAGE, JSON.parse(page?.getElementById?.("words")?.textContent ?? "{}"));

export const say = language.say;
export const pieces = language.pieces;
export const plural = language.plural;
export const listText = language.listText;
export const number = language.number;

/** Names of languages, each in its own language. Others come from the slower `Intl.DisplayNames`. */
const languageNames = new Map([["en", "English"], ["es", "Español"]]);

/**
 * @param {string} tag
 * @returns {string} the name of a language, in that language
 */
export function languageName(tag) {
  const ready = languageNames.get(tag);
  if (ready) return ready;
  const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  languageNames.set(tag, name.charAt(0).toLocaleUpperCase(tag) + name.slice(1));
  return languageName(tag);
}

/** A year, in seconds. */
const COOKIE_S = 31_536_000;

/**
 * Sets the language of all pages in this browser, and reloads this one. A cookie tells the server, which
 * renders the pages.
 * @param {string} tag
 */
export function setLanguage(tag) {
  document.cookie = `language=${tag}; path=/; max-age=${COOKIE_S}; samesite=lax`;
  location.reload();
}
