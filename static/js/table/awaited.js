// What the game awaits of this viewer now, and until when. Banner, sound, title of the tab and vibration follow it. Pure.

/** @import {Table} from "../shared/types.js" */

import { gameForms } from "../shared/forms.js";
import { me } from "./layout.js";

/**
 * @typedef {object} Awaited
 * @property {"turn"|"asked"|"reaction"} kind  my turn; a move out of turn that the game waits for; something that I may let pass
 * @property {string} key  of this occasion: another one is told anew
 * @property {string[]} moves  names of the forms that answer it
 * @property {number|null} until  milliseconds since 1970 of the service, null without a deadline
 */

/**
 * @param {Table|null} table
 * @returns {Awaited|null} null where the game goes on without this viewer, or waits for others
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
 * @param {Awaited|null} before
 * @param {Awaited|null} now
 * @returns {boolean} whether something is awaited that was not before, so that it has to be told
 */
export function isNew(before, now) {
  return now !== null && before?.key !== now.key;
}
