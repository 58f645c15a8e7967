// Calls of the service that the page of a table does not need: games that are documents, new rooms, and replays.

/** @import {CheckResult, GamePage, JoinAnswer, PublishResult, PublishedGame} from "./types.js" */
/** @import {ReadResult, ReplayPage, RoomListing, Snapshot} from "./types.js" */

import { call, roomPath } from "./api.js";

/** Timeout of checks: bots play twenty games before the answer. */
const CHECK_MS = 30_000;

/**
 * @param {{q: string, tag: string, players: string, sort: string}} query
 * @param {string} [cursor]  of the previous page
 * @returns {Promise<GamePage>}
 */
export function publishedGames(query, cursor = "") {
  return call("GET", `/api/documents?${new URLSearchParams({ ...query, built_in: "1", ...(cursor && { cursor }) })}`);
}

/**
 * @param {string} slug
 * @returns {Promise<PublishedGame>}
 */
export function publishedGame(slug) {
  return call("GET", documentPath(slug));
}

/**
 * @param {Record<string, string>} game  a document, or the files of one
 * @returns {Promise<CheckResult>}
 */
export function checkDocument(game) {
  return call("POST", "/api/documents/check", { body: game, patience: CHECK_MS });
}

/**
 * @param {string} text  of a document
 * @returns {Promise<ReadResult>}  with its rules in plain words
 */
export function readDocument(text) {
  return call("POST", "/api/documents/read", { body: { document: text, echo: true }, patience: CHECK_MS });
}

/**
 * @param {string} text  of a document
 * @returns {Promise<string>} the id of its game, which can be played and analysed for an hour
 */
export async function tryDocument(text) {
  return (await call("POST", "/api/documents/try", { body: { document: text }, patience: CHECK_MS })).id;
}

/**
 * @param {string} name  slug of a game, or `template`
 * @param {string} [key]  of the author, who also gets games that are not listed
 * @returns {Promise<string>} its document, unchanged
 */
export function documentCalled(name, key = "") {
  return call("GET", `${documentPath(name)}.json`, { token: key, isFile: true });
}

/** @returns {Promise<import("./schema.js").Shape>} the JSON Schema of documents */
export function documentSchema() {
  return call("GET", "/schema/cardgame-1.json");
}

/**
 * @param {Record<string, string>} game  a document, or the files of one
 * @param {string} note
 * @param {string} key  of the author, "" for the first game
 * @returns {Promise<PublishResult>}
 */
export function publishDocument(game, note, key) {
  return call("POST", "/api/documents", { token: key, body: { ...game, note }, patience: CHECK_MS });
}

/**
 * @param {string} name  of a published game
 * @param {string} text  of a document
 * @param {string} key  of the author, or ""
 * @returns {Promise<import("./types.js").Changes>} what the document changes in the game, in plain words
 */
export function changesIn(name, text, key) {
  return call("POST", `${documentPath(name)}/changes`, { token: key, body: { document: text }, patience: CHECK_MS });
}

/**
 * @param {Record<string, string>} game  a document, or the files of one
 * @param {string} key  of the author
 * @returns {Promise<import("./types.js").Changes>} what publishing it would change in the author's game
 */
export function changesOf(game, key) {
  return call("POST", "/api/documents/compare", { token: key, body: game, patience: CHECK_MS });
}

/**
 * Publishes an earlier version of a game once more.
 * @param {string} slug
 * @param {string} version
 * @param {string} note
 * @param {string} key  of the author
 * @returns {Promise<PublishResult>}
 */
export function restoreVersion(slug, version, note, key) {
  return call("POST", `${documentPath(slug)}/restore`, { token: key, body: { version, note }, patience: CHECK_MS });
}

/**
 * @param {string} slug
 * @param {string} reason
 */
export function flagGame(slug, reason) {
  return call("POST", `${documentPath(slug)}/flags`, { body: { reason } });
}

/** @param {string} slug */
export function reportOn(slug) {
  return call("POST", `${documentPath(slug)}/report`, { patience: CHECK_MS });
}

/** @param {string} slug */
function documentPath(slug) {
  return `/api/documents/${encodeURIComponent(slug)}`;
}

/** @returns {Promise<RoomListing[]>} public rooms that can be joined */
export async function publicRooms() {
  return (await call("GET", "/api/rooms")).rooms;
}

/**
 * @param {string} code
 * @param {string} token
 * @returns {Promise<Snapshot>} the table now
 */
export function getRoom(code, token) {
  return call("GET", roomPath(code), { token });
}

/**
 * @param {{name: string, game?: string, public?: boolean, colour?: number, options?: object}} request
 * @returns {Promise<JoinAnswer>}
 */
export function createRoom(request) {
  return call("POST", "/api/rooms", { body: request });
}

/**
 * Takes a seat at a table that starts at once or soon.
 * @param {{name: string, game?: string, lesson?: boolean, wait?: boolean, colour?: number}} request  lesson:
 *   alone with easy bots; wait: for a few seconds, so that other players can join before bots fill the seats
 * @returns {Promise<JoinAnswer>}
 */
export function quickPlay(request) {
  return call("POST", "/api/quick", { body: request });
}

/**
 * Takes a seat at a table with bots, to try a document.
 * @param {{name: string, game: string, colour?: number, bots: number, options?: object, seed?: string}}
 *   request  seed: of an earlier game, to deal the same cards
 * @returns {Promise<JoinAnswer>}
 */
export function tryAlone(request) {
  return call("POST", "/api/trials", { body: request });
}

/**
 * @typedef {{seat: string, isOpen: boolean, from: number, limit: number}} FrameQuery  which player's view,
 *   and which frames
 */

/**
 * @param {string} code
 * @param {string|null} token
 * @param {FrameQuery} query
 * @returns {Promise<ReplayPage>}
 */
export function replayOfRoom(code, token, query) {
  return call("GET", `${roomPath(code)}/replay?${frameQuery(query)}`, { token: token ?? "" });
}

/**
 * @param {string} text  of a file
 * @param {FrameQuery} query
 * @returns {Promise<ReplayPage>}
 */
export function replayOfFile(text, query) {
  return call("POST", `/api/replays?${frameQuery(query)}`, { text });
}

/** @param {FrameQuery} query */
function frameQuery({ seat, isOpen, from, limit }) {
  return new URLSearchParams({ ...(seat && { seat }), ...(isOpen && { open: "1" }), from: String(from), limit: String(limit) });
}
