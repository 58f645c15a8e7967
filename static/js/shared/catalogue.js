// The games that a page knows: each is asked for when it is met. A table needs its own game alone, and not the whole catalogue.

/** @import {Game} from "./types.js" */

import { gameCalled } from "./api.js";

/** A game that could not be had is asked for again after so long, and then after longer. */
const FIRST_PAUSE_MS = 500;
const MOST_PAUSE_MS = 10_000;
/** After so long a page does without it for now. */
const LATE_MS = 2_500;

/** @type {Set<string>} */
const loadingIds = new Set();

/**
 * Asks for the game with this id if the page does not know it, until it is there.
 * @param {Map<string, Game>} games  where it is put
 * @param {string|undefined} id
 * @param {() => void} changed  called when it is there, and when it is late
 */
export async function loadGame(games, id, changed) {
  if (!id || games.has(id) || loadingIds.has(id)) return;
  loadingIds.add(id);
  const late = setTimeout(changed, LATE_MS);
  for (let pause = FIRST_PAUSE_MS; !games.has(id); pause = Math.min(MOST_PAUSE_MS, pause * 2)) {
    try {
      games.set(id, await gameCalled(id));
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  clearTimeout(late);
  changed();
}
