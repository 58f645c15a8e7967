// What can be said besides free text, in the language of the page. The server wrote it there; its words are the ones that events have.

/** @type {{reactions?: [string, string][], phrases?: [string, string][]}} */
const sayings = JSON.parse(globalThis.document?.getElementById?.("sayings")?.textContent ?? "{}");

/** Codes and words, in the order in which they are shown. */
export const REACTIONS = sayings.reactions ?? [];
export const PHRASES = sayings.phrases ?? [];
