// The games that a page knows: each is asked for when it is met. A table needs its own game alone, and not the whole catalogue.

/** @import {Game} from "./types.js" */

import { gameCalled } from "./api.js";

/** A game that could not be had is asked for again after so long, and then after longer. */
const AGAIN_MS = 500;
const MOST_MS = 10_000;
/** After so long a page does without it for now. */
const LATE_MS = 2_500;

/** @type {Set<string>} */
const sought = new Set();

/**
 * Asks for the game with this id if the page does not know it, until it is there.
 * @param {Map<string, Game>} games  where it is put
 * @param {string|undefined} id
 * @param {() => void} changed  called when it is there, and when it is late
 */
export async function seek(games, id, changed) {
  if (!id || games.has(id) || sought.has(id)) return;
  sought.add(id);
  const late = setTimeout(changed, LATE_MS);
  for (let pause = AGAIN_MS; !games.has(id); pause = Math.min(MOST_MS, pause * 2)) {
    try {
      games.set(id, await gameCalled(id));
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  clearTimeout(late);
  changed();
}
