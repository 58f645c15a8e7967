// Calls of the service by the page of a table, except the long poll; `site_api.js` has the others. Only this module
// and `poll.js` fetch.

/** @import {DebugView, Game, JoinAnswer, ReplayFile} from "./types.js" */

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
 * @param {string} code
 * @param {string|null} token
 * @returns {Promise<ReplayFile>}
 */
export function replayFile(code, token) {
  return call("GET", `${roomPath(code)}/replay/file`, { token: token ?? "" });
}

/** @param {string} code */
export function roomPath(code) {
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
export async function call(method, path, { token, body, text = body && JSON.stringify(body), patience = PATIENCE_MS, isFile = false, cache = "no-store" } = {}) {
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
