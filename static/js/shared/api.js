// Every call of the service except the long poll. With `poll.js` the only module that fetches.

/** @import {Draft, CheckResult, Game, GamePage, DebugView, JoinAnswer, RoomListing, PublishResult, PublishedGame, ReplayFile, ReplayPage, Snapshot} from "./types.js" */

import { delayAfter } from "./backoff.js";
import { randomId } from "./ids.js";
import { asRefusal, bodyOf, isPassing } from "./problems.js";
import { LANGUAGE } from "./words.js";

/** An action or a page's data is there within a second; after this the line is dead. */
const PATIENCE_MS = 15_000;
/** What counts once, however often it is sent, is sent again before that: its connection may be dead, and another one not. */
const FIRST_PATIENCE_MS = 4_000;
/** A document is played twenty times before it is answered for. */
const CHECK_MS = 30_000;
/** Whoever has waited for so long wants to know that nothing has come. */
const LATE_MS = 2_500;
/** About a minute of trying; by then people have seen the "reconnecting" banner and decide themselves. */
const MOST_TRIES = 8;

/**
 * @param {string} name  id or slug
 * @returns {Promise<Game>} its faces, options, rules and hints; what the browser has of it is asked about, and mostly still right
 */
export function gameCalled(name) {
  return call("GET", `/api/games/${encodeURIComponent(name)}`, { cache: "no-cache" });
}

/**
 * @param {{q: string, tag: string, players: string, sort: string}} query
 * @param {string} [cursor]  of the page before
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
 * @param {string} text  of a document that is being written
 * @returns {Promise<Draft>}  with its rules in plain words
 */
export function readDocument(text) {
  return call("POST", "/api/documents/read", { body: { document: text, echo: true }, patience: CHECK_MS });
}

/**
 * @param {string} text  of a document
 * @returns {Promise<string>} the id of its game, which can be played and reported on for an hour
 */
export async function tryDocument(text) {
  return (await call("POST", "/api/documents/try", { body: { document: text }, patience: CHECK_MS })).id;
}

/**
 * @param {string} name  slug of a game, or `template`
 * @returns {Promise<string>} its document, as it was written
 */
export function documentCalled(name) {
  return call("GET", `${documentPath(name)}.json`, { isFile: true });
}

/** @returns {Promise<import("./schema.js").Shape>} what documents look like */
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
export function lookAt(code, token) {
  return call("GET", roomPath(code), { token });
}

/**
 * @param {{name: string, game?: string, public?: boolean, colour?: number, options?: object}} wishes
 * @returns {Promise<JoinAnswer>}
 */
export function createRoom(wishes) {
  return call("POST", "/api/rooms", { body: wishes });
}

/**
 * A seat at a table that is played at now, with whoever there is.
 * @param {{name: string, game?: string, lesson?: boolean, wait?: boolean, colour?: number}} wishes  lesson: alone, with easy bots; wait: some
 *   seconds for other players, before bots take the free seats
 * @returns {Promise<JoinAnswer>}
 */
export function quickPlay(wishes) {
  return call("POST", "/api/quick", { body: wishes });
}

/**
 * A seat at a table with bots alone, at which a document is tried.
 * @param {{name: string, game: string, colour?: number, bots: number, options?: object, seed?: string}} wishes  seed: deals the same cards again
 * @returns {Promise<JoinAnswer>}
 */
export function tryAlone(wishes) {
  return call("POST", "/api/trials", { body: wishes });
}

/**
 * @param {string} code
 * @param {string} token
 * @returns {Promise<DebugView>} everything at the table of a trial
 */
export function getDebugView(code, token) {
  return call("GET", `${roomPath(code)}/inside`, { token });
}

/**
 * @param {string} code
 * @param {{name: string, colour?: number}} person
 * @param {boolean} [isForNext]  also while a game runs: to watch it and play in the next
 * @returns {Promise<JoinAnswer>}
 */
export function joinRoom(code, person, isForNext = false) {
  return call("POST", `${roomPath(code)}/players`, { body: { ...person, ...(isForNext && { next_game: true }) } });
}

/**
 * Sends one intention until the service has judged it. Its id stays the same, so it counts once however often it
 * is sent.
 * @param {string} code
 * @param {string} token
 * @param {string} move
 * @param {Record<string, unknown>} args
 * @param {() => void} [unheard]  called once if the first try got no judgement, or none for long
 * @returns {Promise<{version: number, cursor: string}>}
 */
export async function act(code, token, move, args, unheard) {
  const body = { id: randomId(), move, args };
  const late = setTimeout(() => unheard?.(), LATE_MS);
  try {
    return await judged(`${roomPath(code)}/actions`, { token, body }, () => {
      clearTimeout(late);
      unheard?.();
    });
  } finally {
    clearTimeout(late);
  }
}

/** @typedef {{reaction: string}|{phrase: string}|{text: string}} Saying */

/**
 * Says something, at once or not at all: later nobody would know what it was about.
 * @param {string} code
 * @param {string|null} token  null: as somebody who watches
 * @param {Saying} what
 * @returns {Promise<{version: number, cursor: string}>}
 */
export function tell(code, token, what) {
  if (token === null) return call("POST", `${roomPath(code)}/cheers`, { body: what });
  return call("POST", `${roomPath(code)}/actions`, { token, body: { id: randomId(), move: "say", args: what } });
}

/**
 * @param {string} path
 * @param {{token: string, body: object}} extra
 * @param {() => void} failed  called if the first try got no judgement
 */
async function judged(path, extra, failed) {
  for (let tries = 1; ; tries++) {
    try {
      return await call("POST", path, { ...extra, patience: tries === 1 ? FIRST_PATIENCE_MS : PATIENCE_MS });
    } catch (error) {
      const refusal = asRefusal(error);
      if (tries >= MOST_TRIES || !isPassing(refusal)) throw refusal;
      if (tries === 1 && (refusal.status === 0 || refusal.status >= 500)) failed();
      await new Promise((resolve) => setTimeout(resolve, delayAfter(tries, Math.random(), refusal.retryMs)));
    }
  }
}

/** @typedef {{seat: string, isOpen: boolean, from: number, limit: number}} Wish  whose knowledge, and which frames */

/**
 * @param {string} code
 * @param {string|null} token
 * @param {Wish} wish
 * @returns {Promise<ReplayPage>}
 */
export function replayOfRoom(code, token, wish) {
  return call("GET", `${roomPath(code)}/replay?${wishQuery(wish)}`, { token: token ?? "" });
}

/**
 * @param {string} text  of a file
 * @param {Wish} wish
 * @returns {Promise<ReplayPage>}
 */
export function replayOfFile(text, wish) {
  return call("POST", `/api/replays?${wishQuery(wish)}`, { text });
}

/**
 * @param {string} code
 * @param {string|null} token
 * @returns {Promise<ReplayFile>}
 */
export function replayFile(code, token) {
  return call("GET", `${roomPath(code)}/replay/file`, { token: token ?? "" });
}

/** @param {Wish} wish */
function wishQuery({ seat, isOpen, from, limit }) {
  return new URLSearchParams({ ...(seat && { seat }), ...(isOpen && { open: "1" }), from: String(from), limit: String(limit) });
}

/** @param {string} code */
function roomPath(code) {
  return `/api/rooms/${encodeURIComponent(code)}`;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {{token?: string, body?: object, text?: string, patience?: number, isFile?: boolean, cache?: RequestCache}} [extra]
 *   text: a body that is JSON already; isFile: the answer is wanted letter by letter
 * @returns {Promise<any>}
 */
async function call(method, path, { token, body, text = body && JSON.stringify(body), patience = PATIENCE_MS, isFile = false, cache = "no-store" } = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json", "Accept-Language": LANGUAGE, "X-Requested-With": "cheat" }; // the last tells the server that no page of another site sent this
  if (token) headers.Authorization = `Bearer ${token}`;
  if (text) headers["Content-Type"] = "application/json";
  const dead = new AbortController();
  const timer = setTimeout(() => dead.abort(), patience);
  try {
    const init = { method, headers, body: text, cache };
    const response = await fetch(path, { ...init, signal: dead.signal });
    return await (isFile && response.ok ? response.text() : bodyOf(response));
  } catch (error) {
    throw asRefusal(error);
  } finally {
    clearTimeout(timer);
  }
}
