// The games that a page knows: those of the catalogue, and those that people have published, each asked for when it is met.

/** @import {Game} from "./types.js" */

import { gameCalled } from "./api.js";

/** A game that could not be had is asked for again after so long. */
const AGAIN_MS = 10_000;

/** @type {Set<string>} */
const sought = new Set();

/**
 * Asks for the game with this id if it is a document that the page does not know.
 * @param {Map<string, Game>} games  where it is put
 * @param {string|undefined} id
 * @param {() => void} changed  called when it is there
 */
export async function seek(games, id, changed) {
  if (!id?.startsWith("doc:") || games.has(id) || sought.has(id)) return;
  sought.add(id);
  try {
    games.set(id, await gameCalled(id));
    changed();
  } catch {
    setTimeout(() => sought.delete(id), AGAIN_MS);
  }
}
