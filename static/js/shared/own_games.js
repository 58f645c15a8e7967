// The games that were published from this browser, which stores their slugs.

const GAMES = "cheat.published";

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
