// The action that the game waits for from this viewer, and its deadline. Prompt, sounds and tab title follow
// it. Pure.

/** @import {Table} from "../shared/types.js" */

import { gameForms } from "../shared/forms.js";
import { me } from "./layout.js";

/**
 * @typedef {object} Awaited
 * @property {"turn"|"asked"|"reaction"} kind  the viewer's turn; a required move out of turn; a reaction,
 *   which is optional
 * @property {string} key  of this occasion; the viewer is alerted once for each
 * @property {string[]} moves  names of the possible forms
 * @property {number|null} until  milliseconds since 1970 of the service, null without a deadline
 */

/**
 * @param {Table|null} table
 * @returns {Awaited|null} null if the game does not wait for this viewer
 */
export function awaitedOf(table) {
  if (!table || table.phase !== "playing" || !table.awaited) return null;
  const forms = gameForms(table);
  if (!forms.length) return null;
  const kind = me(table)?.turn ? "turn" : table.awaited === "move" ? "asked" : "reaction";
  const moves = [...new Set(forms.map((form) => form.name))];
  const until = table.deadline ?? null;
  const occasion = { turn: "", asked: moves.join(" "), reaction: until };
  return { kind, moves, until, key: `${kind} ${occasion[kind]}` };
}

/**
 * @param {Awaited|null} last
 * @param {Awaited|null} now
 * @returns {boolean} whether the viewer has to be alerted
 */
export function isNew(last, now) {
  return now !== null && last?.key !== now.key;
}
