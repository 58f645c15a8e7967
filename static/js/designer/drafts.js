// Drafts of documents, stored by the browser. If storage is full or blocked, a draft lasts as long as the
// page.

import { randomId } from "../shared/ids.js";
import { LANGUAGE } from "../shared/words.js";

/** @typedef {{id: string, name: string, at: number}} Draft  `at`: when it was changed last, ms since 1970 */

const DRAFT = "cheat.draft.";
/** Prefix of the last table of a draft. */
const TABLE = "cheat.table.";
/** Key of the chosen view of documents. */
const VIEW = "cheat.design-view";

/** @returns {Draft[]} the last changed first */
export function storedDrafts() {
  return Object.keys(storage() ?? {}).filter((key) => key.startsWith(DRAFT)).flatMap((key) => {
    const stored = draftIn(key);
    return stored ? [{ id: key.slice(DRAFT.length), name: nameIn(stored.source), at: stored.at }] : [];
  }).sort((a, b) => b.at - a.at);
}

/** @returns {string} an id for a new draft */
export function newDraft() {
  return randomId();
}

/**
 * @param {string} id
 * @returns {string|null} its text, null if there is none
 */
export function draftText(id) {
  return draftIn(DRAFT + id)?.source ?? null;
}

/**
 * @param {string} id
 * @param {string} text
 * @returns {boolean} whether it was stored
 */
export function storeDraft(id, text) {
  try {
    storage()?.setItem(DRAFT + id, JSON.stringify({ source: text, at: Date.now() }));
    return storage() !== null;
  } catch {
    return false;
  }
}

/** @param {string} id */
export function dropDraft(id) {
  storage()?.removeItem(DRAFT + id);
  storage()?.removeItem(TABLE + id);
}

/**
 * @param {string} id  of a draft
 * @param {{room: string, isTrial: boolean}} table  created from the draft
 */
export function storeTable(id, table) {
  try {
    storage()?.setItem(TABLE + id, JSON.stringify(table));
  } catch {
    // A reload of the page then forgets the table.
  }
}

/**
 * @param {string} id  of a draft
 * @returns {{room: string, isTrial: boolean}} its last table; an empty code if there is none
 */
export function storedTable(id) {
  try {
    const { room, isTrial } = JSON.parse(storage()?.getItem(TABLE + id) ?? "{}");
    return { room: String(room ?? ""), isTrial: Boolean(isTrial) };
  } catch {
    return { room: "", isTrial: false };
  }
}

/** @param {"text"|"form"} view  of documents */
export function storeView(view) {
  try {
    storage()?.setItem(VIEW, view);
  } catch {
    // The next visit then begins with the standard view.
  }
}

/**
 * Returns the view in which documents open, and stores it. Without a choice, it is the form for newcomers, and
 * the text for authors that have drafts.
 * @returns {"text"|"form"}
 */
export function firstView() {
  const stored = storage()?.getItem(VIEW);
  const view = stored === "text" || stored === "form" ? stored : storedDrafts().length ? "text" : "form";
  storeView(view);
  return view;
}

/**
 * @param {string} text  of a document
 * @returns {string} its name, or ""
 */
export function nameIn(text) {
  try {
    const { name, id } = JSON.parse(text);
    return String((typeof name === "string" ? name : name[LANGUAGE] ?? Object.values(name)[0]) || id || "");
  } catch {
    return /"name"\s*:\s*(?:\{\s*"\w+"\s*:\s*)?"([^"\\]*)"/.exec(text)?.[1] ?? "";
  }
}

/** @param {string} key */
function draftIn(key) {
  try {
    const stored = JSON.parse(storage()?.getItem(key) ?? "null");
    return typeof stored?.source === "string" ? /** @type {{source: string, at: number}} */ (stored) : null;
  } catch {
    return null;
  }
}

/** @returns {Storage|null} */
function storage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
