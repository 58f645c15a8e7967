// All calls of the service except the long poll. Only this module and `poll.js` fetch.

/** @import {CheckResult, DebugView, Game, GamePage, JoinAnswer, PublishResult, PublishedGame} from "./types.js" */
/** @import {ReadResult, ReplayFile, ReplayPage, RoomListing, Snapshot} from "./types.js" */

import { delayAfter } from "./backoff.js";
import { randomId } from "./ids.js";
import { asRefusal, bodyOf, isPassing } from "./problems.js";
import { LANGUAGE } from "./words.js";

/** Timeout of a call. Answers usually take less than a second, so after this the connection is dead. */
const PATIENCE_MS = 15_000;
/**
 * Timeout of the first attempt of an action. Actions have ids and count once, so they can be sent again
 * early, on another connection.
 */
const FIRST_PATIENCE_MS = 4_000;
/** Timeout of checks: bots play twenty games before the answer. */
const CHECK_MS = 30_000;
/** After this time without an answer, the page says that it is still waiting. */
const LATE_MS = 2_500;
/**
 * Maximum number of attempts, which take about a minute. By then players have seen the "reconnecting" banner.
 */
const MOST_ATTEMPTS = 8;

/**
 * @param {string} name  id or slug
 * @returns {Promise<Game>} its catalogue entry; the browser revalidates a cached one
 */
export function gameCalled(name) {
  return call("GET", `/api/games/${encodeURIComponent(name)}`, { cache: "no-cache" });
}

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
 * @param {string} code
 * @param {string} token
 * @returns {Promise<DebugView>} the debug view of a trial: all cards and variables
 */
export function getDebugView(code, token) {
  return call("GET", `${roomPath(code)}/inside`, { token });
}

/**
 * @param {string} code
 * @param {{name: string, colour?: number}} person
 * @param {boolean} [isForNext]  whether to join while a game runs, to watch it and play the next one
 * @returns {Promise<JoinAnswer>}
 */
export function joinRoom(code, person, isForNext = false) {
  return call("POST", `${roomPath(code)}/players`, { body: { ...person, ...(isForNext && { next_game: true }) } });
}

/**
 * Sends a move until the service accepts or refuses it. All attempts have the same id, so the move counts
 * once.
 * @param {string} code
 * @param {string} token
 * @param {string} move
 * @param {Record<string, unknown>} args
 * @param {() => void} [onNoAnswer]  called if the first attempt failed or takes long
 * @returns {Promise<{version: number, cursor: string}>}
 */
export async function act(code, token, move, args, onNoAnswer) {
  const body = { id: randomId(), move, args };
  const late = setTimeout(() => onNoAnswer?.(), LATE_MS);
  try {
    return await sendUntilAnswered(`${roomPath(code)}/actions`, { token, body }, () => {
      clearTimeout(late);
      onNoAnswer?.();
    });
  } finally {
    clearTimeout(late);
  }
}

/** @typedef {{reaction: string}|{phrase: string}|{text: string}} Saying */

/**
 * Sends a reaction, phrase or chat message. It is not sent again if it fails, because later it would be out
 * of context.
 * @param {string} code
 * @param {string|null} token  null: as a spectator
 * @param {Saying} remark
 * @returns {Promise<{version: number, cursor: string}>}
 */
export function sendRemark(code, token, remark) {
  if (token === null) return call("POST", `${roomPath(code)}/cheers`, { body: remark });
  return call("POST", `${roomPath(code)}/actions`, { token, body: { id: randomId(), move: "say", args: remark } });
}

/**
 * @param {string} path
 * @param {{token: string, body: object}} extra
 * @param {() => void} onNoAnswer  called if the first attempt got no answer
 */
async function sendUntilAnswered(path, extra, onNoAnswer) {
  for (let attempts = 1; ; attempts++) {
    try {
      return await call("POST", path, { ...extra, patience: attempts === 1 ? FIRST_PATIENCE_MS : PATIENCE_MS });
    } catch (error) {
      const refusal = asRefusal(error);
      if (attempts >= MOST_ATTEMPTS || !isPassing(refusal)) throw refusal;
      if (attempts === 1 && (refusal.status === 0 || refusal.status >= 500)) onNoAnswer();
      await new Promise((resolve) => setTimeout(resolve, delayAfter(attempts, Math.random(), refusal.retryMs)));
    }
  }
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

/**
 * @param {string} code
 * @param {string|null} token
 * @returns {Promise<ReplayFile>}
 */
export function replayFile(code, token) {
  return call("GET", `${roomPath(code)}/replay/file`, { token: token ?? "" });
}

/** @param {FrameQuery} query */
function frameQuery({ seat, isOpen, from, limit }) {
  return new URLSearchParams({ ...(seat && { seat }), ...(isOpen && { open: "1" }), from: String(from), limit: String(limit) });
}

/** @param {string} code */
function roomPath(code) {
  return `/api/rooms/${encodeURIComponent(code)}`;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [extra]
 * @param {string} [extra.token]
 * @param {object} [extra.body]
 * @param {string} [extra.text]  a body that is already JSON
 * @param {number} [extra.patience]  timeout in milliseconds
 * @param {boolean} [extra.isFile]  whether to return the answer as text
 * @param {RequestCache} [extra.cache]
 * @returns {Promise<any>}
 */
async function call(method, path, { token, body, text = body && JSON.stringify(body), patience = PATIENCE_MS, isFile = false, cache = "no-store" } = {}) {
  // The server takes "X-Requested-With" as proof that no page of another site sent the request.
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json", "Accept-Language": LANGUAGE, "X-Requested-With": "cheat" };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (text) headers["Content-Type"] = "application/json";
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), patience);
  try {
    const init = { method, headers, body: text, cache };
    const response = await fetch(path, { ...init, signal: timeout.signal });
    return await (isFile && response.ok ? response.text() : bodyOf(response));
  } catch (error) {
    throw asRefusal(error);
  } finally {
    clearTimeout(timer);
  }
}
