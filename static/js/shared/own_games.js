// The games that were published from this browser, which stores their slugs.

const GAMES = "cheat.published";
/** Text that only documents in the present format contain. */
export const CURRENT_FORMAT = /"cardgame"\s*:/;

/** @returns {string[]} their slugs */
export function ownGames() {
  try {
    const games = JSON.parse(localStorage.getItem(GAMES) ?? "[]");
    return Array.isArray(games) ? games : [];
  } catch {
    return [];
  }
}

/** @param {string} slug */
export function storeOwnGame(slug) {
  try {
    localStorage.setItem(GAMES, JSON.stringify([...new Set([...ownGames(), slug])]));
  } catch {
    // Opening the game again then makes a copy, and its author has to restore the name.
  }
}

/**
 * @param {string} source  the text of a document
 * @param {string} archive  a zip, or ""
 * @param {string[]} slugs  of the author's games
 * @returns {boolean} whether it can be the next version of one of them; only the server reads the address of a game
 *   in a zip or in the older format
 */
export function mayBeUpdate(source, archive, slugs) {
  const isReadable = !archive && CURRENT_FORMAT.test(source);
  const slug = /"id"\s*:\s*"([a-z][a-z0-9-]*)"/.exec(source)?.[1] ?? "";
  return isReadable ? slugs.includes(slug) : slugs.length > 0;
}
