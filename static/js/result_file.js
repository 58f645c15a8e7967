// The result of a game as a file to keep. Pure.

/** @import {Game, Table} from "./types.js" */

/**
 * @param {Table} table  of a room whose game is over
 * @param {Game|undefined} game
 * @param {ReadonlyMap<string, string>} names  of everyone ever seen here, by player id
 * @returns {{name: string, text: string}} of the file: its name, and JSON
 */
export function resultFile(table, game, names) {
  const at = new Date(table.now).toISOString();
  const nameOf = (/** @type {string} */ id) => names.get(id) ?? id;
  const document = {
    room: table.code,
    game: table.game,
    game_name: game?.name ?? table.game,
    date: at,
    text: table.result?.text ?? "",
    reason: table.result?.reason ?? "",
    winners: (table.result?.winners ?? []).map(nameOf),
    standing: (table.result?.standing ?? []).map(({ id, place, score }) => ({ place, name: nameOf(id), score: score ?? 0 })),
    players: table.players.map(({ name, bot, score, wins }) => ({ name, bot: bot ?? null, score: score ?? 0, wins: wins ?? 0 })),
    options: table.options,
  };
  return { name: `${table.game}-${table.code}-${at.slice(0, 10)}.json`, text: `${JSON.stringify(document, null, 2)}\n` };
}
