// Hints for newcomers. The texts come from the game, and each is shown once in a browser. Pure.

/** @import {Event, Game, Table} from "../shared/types.js" */
/**
 * @typedef {{key: string, text: string, move: string, at: number, turn: string}} Hint  key: stored by the
 *   browser; move: the form that it is about, or "" for an event; at: the service's time when it appeared;
 *   turn: players on turn at that time
 */

import { gameForms } from "../shared/forms.js";

/**
 * @typedef {object} HintsState
 * @property {Hint|null} hint  the visible hint
 * @property {Set<string>} seenKeys  keys of hints that were shown
 */

/** Minimum time for which a hint about an event is shown. */
const READ_MS = 12_000;

/** @returns {HintsState} */
export function hintsState() {
  return { hint: null, seenKeys: new Set() };
}

/**
 * Chooses the visible hint, one at a time. A hint counts as shown at once.
 * @param {HintsState} hints
 * @param {Table|null} table
 * @param {ReadonlyMap<string, Game>} games  the catalogue
 * @param {Event[]} events  new events
 * @returns {boolean} whether there is a new hint
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
 * Returns a hint about a legal move, else about a new event.
 * @param {Game|undefined} game
 * @param {Table} table
 * @param {Event[]} events  new events
 * @param {ReadonlySet<string>} seenKeys  keys of hints that were shown
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
 * @returns {boolean} whether its move is no longer legal, or its event is over
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
