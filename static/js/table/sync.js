// The last state of the room that the service has sent, and the state of the connection.

/** @import {Table} from "../shared/types.js" */

import { leaderAfter } from "./layout.js";
import { rememberedNames } from "../shared/text.js";

/**
 * @typedef {object} SyncState
 * @property {Table|null} table  the last table; all views draw it
 * @property {string} [leader]  the player who led the trick on the table
 * @property {number|null} version  of the last answer
 * @property {Map<string, string>} names  of all players so far, by id
 * @property {"fine"|"troubled"|"gone"} connection  whether answers arrive; gone: the room no longer exists
 * @property {string} trouble  why no answers arrive; "" shows "reconnecting"
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
  sync.leader = leaderAfter(table, sync.table, sync.leader);
  sync.table = table;
  sync.names = rememberedNames(sync.names, table.players);
}

/**
 * @param {SyncState} sync
 * @param {string} trouble  why no answers arrive; "" shows "reconnecting"
 */
export function loseConnection(sync, trouble) {
  Object.assign(sync, { connection: "troubled", trouble });
}

/**
 * Forgets the table, so that the next poll starts anew. Names stay.
 * @param {SyncState} sync
 */
export function forgetTable(sync) {
  Object.assign(sync, { table: null, version: null, connection: "fine" });
}
