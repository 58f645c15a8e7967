// Names and contents of downloads: the result and the replay of a game. Pure.

/** @import {Game, Table} from "../shared/types.js" */

/**
 * @param {string} game
 * @param {string} code  of the room
 * @param {number} at  milliseconds since 1970
 */
function fileName(game, code, at) {
  return `${game}-${code}-${new Date(at).toISOString().slice(0, 10)}`;
}

/**
 * @param {string} game
 * @param {string} code  of the room
 * @param {number} at  milliseconds since 1970
 * @returns {string} the name of a replay file
 */
export function replayName(game, code, at) {
  return `${fileName(game, code, at)}-replay.json`;
}

/**
 * @param {Table} table  of a room whose game is over
 * @param {Game|undefined} game
 * @param {ReadonlyMap<string, string>} names  of all players so far, by id
 * @returns {{name: string, text: string}} name and JSON of the file
 */
export function resultFile(table, game, names) {
  const at = new Date(table.now).toISOString();
  const nameOf = (/** @type {string} */ id) => names.get(id) ?? id;
  const document = {
    room: table.code,
    game: table.game,
    game_name: game?.name ?? table.game,
    date: at,
    you: table.you && nameOf(table.you),
    text: table.result?.text ?? "",
    reason: table.result?.reason ?? "",
    winners: (table.result?.winners ?? []).map(nameOf),
    standing: (table.result?.standing ?? []).map(({ id, place, score }) => ({ place, name: nameOf(id), score: score ?? 0 })),
    players: table.players.map(({ name, bot, score, wins }) => ({ name, bot: bot ?? null, score: score ?? 0, wins: wins ?? 0 })),
    options: table.options,
  };
  return { name: `${fileName(table.game, table.code, table.now)}.json`, text: `${JSON.stringify(document, null, 2)}\n` };
}
