// What newcomers are told: the texts are the game's, shown once each in a browser. Pure.

/** @import {Event, Game, Table} from "../shared/types.js" */
/** @typedef {{key: string, text: string, move: string}} Hint  key: of what was told, for the browser to remember; move: the name
 *   of the form that it is about, "" if it is about an event */

import { gameForms } from "../shared/forms.js";

/**
 * What this table has to tell a newcomer: of a move that is offered, else of what has just happened.
 * @param {Game|undefined} game
 * @param {Table} table
 * @param {Event[]} events  what is new
 * @param {ReadonlySet<string>} told  keys of what was told before
 * @returns {Hint|null}
 */
export function hintFor(game, table, events, told) {
  if (!game?.hints || table.you === null || table.phase !== "playing") return null;
  const moves = gameForms(table).map((form) => form.name);
  const about = [...moves, ...events.map((event) => event.type)].find((name) => game.hints?.[name] && !told.has(keyOf(game, name)));
  return about ? { key: keyOf(game, about), text: game.hints[about], move: moves.includes(about) ? about : "" } : null;
}

/**
 * @param {Hint} hint
 * @param {Table} table
 * @returns {boolean} whether it is about a move that can no longer be made
 */
export function isPast(hint, table) {
  return hint.move !== "" && !gameForms(table).some((form) => form.name === hint.move);
}

/**
 * @param {Game} game
 * @param {string} about
 */
function keyOf(game, about) {
  return `${game.id}.${about}`;
}
