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
export function syncState() {
  return { table: null, version: null, names: new Map(), connection: "fine", trouble: "" };
}

/**
 * @param {SyncState} sync
 * @param {Table} table
 */
export function takeTable(sync, table) {
  sync.table = table;
  sync.names = rememberedNames(sync.names, table.players);
}

/**
 * @param {SyncState} sync
 * @param {string} trouble  why nothing arrives, "" where "reconnecting" says it all
 */
export function loseConnection(sync, trouble) {
  Object.assign(sync, { connection: "troubled", trouble });
}

/**
 * What comes next is asked for from the start; names are kept.
 * @param {SyncState} sync
 */
export function forgetTable(sync) {
  Object.assign(sync, { table: null, version: null, connection: "fine" });
}
