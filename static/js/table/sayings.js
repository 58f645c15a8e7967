// Reactions and phrases in the language of the page. The server puts them into the page, with the words that
// events use.

/** @type {{reactions?: [string, string][], phrases?: [string, string][]}} */
const sayings = JSON.parse(globalThis.document?.getElementById?.("sayings")?.textContent ?? "{}");

/** Pairs of code and words, in display order. */
export const REACTIONS = sayings.reactions ?? [];
export const PHRASES = sayings.phrases ?? [];
