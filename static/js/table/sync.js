// What the service has told of the room, and whether more arrives.

/** @import {Table} from "../shared/types.js" */

import { rememberedNames } from "../shared/text.js";

/**
 * @typedef {object} SyncState
 * @property {Table|null} table  as last told by the service; everything drawn comes from here
 * @property {number|null} version  of the newest news drawn
 * @property {Map<string, string>} names  of everyone ever seen here, by player id
 * @property {"fine"|"troubled"|"gone"} connection  whether news arrives; gone: this room is no more
 * @property {string} trouble  why no news arrives, "" where "reconnecting" says it all
 */

/** @returns {SyncState} */
export function newsState() {
  return { table: null, version: null, names: new Map(), connection: "fine", trouble: "" };
}

/**
 * @param {SyncState} news
 * @param {Table} table
 */
export function takeTable(news, table) {
  news.table = table;
  news.names = rememberedNames(news.names, table.players);
}

/**
 * @param {SyncState} news
 * @param {string} trouble  why nothing arrives, "" where "reconnecting" says it all
 */
export function loseConnection(news, trouble) {
  Object.assign(news, { connection: "troubled", trouble });
}

/**
 * What comes next is asked for from the start; names are kept.
 * @param {SyncState} news
 */
export function forgetTable(news) {
  Object.assign(news, { table: null, version: null, connection: "fine" });
}
