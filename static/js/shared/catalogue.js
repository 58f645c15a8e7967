// Loads catalogue entries of games when a page needs them. A table needs only the entry of its own game.

/** @import {Game} from "./types.js" */

import { gameCalled } from "./api.js";

/** First pause after a failed request; each further pause is twice as long. */
const FIRST_PAUSE_MS = 500;
const MOST_PAUSE_MS = 10_000;
/** After this time the page is drawn without the game. */
const LATE_MS = 2_500;

/** @type {Set<string>} */
const loadingIds = new Set();

/**
 * Loads the game with this id unless the page has it, and tries until it succeeds.
 * @param {Map<string, Game>} games  to add it to
 * @param {string|undefined} id
 * @param {() => void} redraw  called when the game has arrived, and when it is late
 */
export async function loadGame(games, id, redraw) {
  if (!id || games.has(id) || loadingIds.has(id)) return;
  loadingIds.add(id);
  const late = setTimeout(redraw, LATE_MS);
  for (let pause = FIRST_PAUSE_MS; !games.has(id); pause = Math.min(MOST_PAUSE_MS, pause * 2)) {
    try {
      games.set(id, await gameCalled(id));
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  clearTimeout(late);
  redraw();
}
