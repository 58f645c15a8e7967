// What newcomers are told: the texts are the game's, shown once each in a browser. Pure.

/** @import {Event, Game, Table} from "../shared/types.js" */
/** @typedef {{key: string, text: string, move: string, at: number, turn: string}} Hint  key: of what was told, for the browser to
 *   remember; move: the name of the form that it is about, "" if it is about an event; at: the service's time then; turn: players on
 *   turn then */

import { gameForms } from "../shared/forms.js";

/**
 * @typedef {object} HintsState
 * @property {Hint|null} hint  what a newcomer is told now
 * @property {Set<string>} seenKeys  keys of the hints that need not be shown any more
 */

/** What is told of an event can be read for so long, even if the game goes on. */
const READ_MS = 12_000;

/** @returns {HintsState} */
export function hintsState() {
  return { hint: null, seenKeys: new Set() };
}

/**
 * Shows a newcomer one hint at a time. A hint counts as told as soon as it is shown.
 * @param {HintsState} hints
 * @param {Table|null} table
 * @param {ReadonlyMap<string, Game>} games  the catalogue
 * @param {Event[]} events  what is new
 * @returns {boolean} whether there is something new to tell
 */
export function updateHint(hints, table, games, events) {
  if (!table) return false;
  if (hints.hint && isOutdated(hints.hint, table)) hints.hint = null;
  if (hints.hint) return false;
  hints.hint = hintFor(games.get(table.game), table, events, hints.seenKeys);
  if (hints.hint) hints.seenKeys = new Set([...hints.seenKeys, hints.hint.key]);
  return hints.hint !== null;
}

/**
 * What this table has to tell a newcomer: of a move that is offered, else of what has just happened.
 * @param {Game|undefined} game
 * @param {Table} table
 * @param {Event[]} events  what is new
 * @param {ReadonlySet<string>} seenKeys  keys of what was told before
 * @returns {Hint|null}
 */
export function hintFor(game, table, events, seenKeys) {
  if (!game?.hints || table.you === null || table.phase !== "playing") return null;
  const moves = gameForms(table).map((form) => form.name);
  const about = [...moves, ...events.map((event) => event.type)].find((name) => game.hints?.[name] && !seenKeys.has(keyOf(game, name)));
  if (!about) return null;
  return { key: keyOf(game, about), text: game.hints[about], move: moves.includes(about) ? about : "", at: table.now, turn: onTurn(table) };
}

/**
 * @param {Hint} hint
 * @param {Table} table
 * @returns {boolean} whether it is about a move that can no longer be made, or an event that later turns have passed over
 */
export function isOutdated(hint, table) {
  if (hint.move) return !gameForms(table).some((form) => form.name === hint.move);
  return table.now - hint.at > READ_MS && onTurn(table) !== hint.turn;
}

/** @param {Table} table */
function onTurn({ players }) {
  return players.filter((player) => player.turn).map((player) => player.id).join(" ");
}

/**
 * @param {Game} game
 * @param {string} about
 */
function keyOf(game, about) {
  return `${game.id}.${about}`;
}
