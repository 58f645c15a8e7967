// The long poll: a loop that keeps the table current. Only this module and `api.js` fetch.

/** @import {PollAnswer} from "../shared/types.js" */

import { delayAfter } from "../shared/backoff.js";
import { LastAnswer, WrongDictionary } from "./last_answer.js";
import { asRefusal, endsSeat, Refusal } from "../shared/problems.js";
import { LANGUAGE } from "../shared/words.js";

/** Maximum hold of a poll, in seconds. Each answer brings the actual value. */
const HOLD_S = 25;
/** Mean pause between attempts while this page may not watch. */
const BARRED_MS = 4_000;
/** Seconds beyond the hold after which the connection counts as dead. */
const GRACE_S = 10;
/**
 * Hold of a short poll, in seconds. Connections can die silently, for example in a tunnel or when the network
 * changes, and only a missing answer shows it. So polls are short while the viewer looks at a running game: a
 * dead connection is noticed within four seconds. All other polls are as long as possible.
 */
const SHORT_HOLD_S = 3;
const SHORT_GRACE_S = 0.6;
/** Grace of a retry, whose answer comes at once or never: the browser may use another dead connection. */
const RETRY_GRACE_S = 0.3;
/**
 * Number of retries with this grace. A browser has six connections to a server, and each abandoned one
 * counts.
 */
const QUICK_RETRIES = 5;
/** Grace of a poll that a cache may answer, in seconds: nginx looks for the answer twice a second. */
const CACHE_GRACE_S = 2;
/** How long polls stay short after a call of `shorten`. */
const SHORT_MS = 2_000;

/**
 * Messages between tabs have the same names (shared_poll.js).
 * @typedef {object} Hooks
 * @property {(answer: PollAnswer) => void} news  an answer arrived
 * @property {(refusal: Refusal) => void} trouble  no usable answer; the loop continues
 * @property {(refusal: Refusal) => void} barred  this page may not watch now; the loop tries again later
 * @property {(refusal: Refusal) => void} ended  the seat or room no longer exists; the loop has stopped
 */

/**
 * @param {string} code
 * @param {string|null} token  null for a spectator
 * @param {() => string} client  id of the page among those of one seat; "": does not count as watching, so
 *   that a cache may answer
 * @param {Hooks} hooks
 * @param {string|null} [since]  the cursor to continue from; null: start with the current table
 * @returns {{stop: () => void, restart: () => void, shorten: () => void}} restart: end a pause or request and
 *   poll at once, because the network may have changed; shorten: the viewer looks at a running game, so keep
 *   polls short
 */
export function openPoll(code, token, client, hooks, since = null) {
  const stopping = new AbortController();
  let wake = () => {};
  let request = new AbortController();
  let shortUntil = 0;
  let isLong = false;
  /** Whether a cache may answer the present poll. */
  let isShared = false;
  /** Whether so many count as watching that this page can't. */
  let isCrowded = false;
  let isRestarted = false;
  /** Time of an answer without the hold, in seconds. Polls that end during their hold don't measure it. */
  let latency = 0;

  /** @param {number} ms */
  const pause = (ms) => new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    wake = () => {
      clearTimeout(timer);
      resolve(undefined);
    };
  });

  stopping.signal.addEventListener("abort", () => request.abort());

  function restart() {
    isRestarted = true;
    request.abort();
    wake();
  }

  /**
   * @param {number} failures  in a row
   * @param {number} hold  seconds
   * @returns {{wait: number, grace: number}} the hold of the next poll, and the time beyond it, in seconds
   */
  function timeouts(failures, hold) {
    if (isShared) return { wait: failures || isRestarted ? 0 : hold, grace: CACHE_GRACE_S };
    const isShort = Date.now() < shortUntil;
    const wait = failures || isRestarted ? 0 : isShort ? Math.min(SHORT_HOLD_S, hold) : hold;
    const grace = (failures ? RETRY_GRACE_S : SHORT_GRACE_S) + 2 * latency;
    return { wait, grace: isShort ? Math.min(GRACE_S, grace * 2 ** Math.max(0, failures - QUICK_RETRIES)) : GRACE_S };
  }

  const lastAnswer = new LastAnswer();

  /**
   * @param {string|null} cursor
   * @param {number} wait  seconds
   * @param {number} grace  seconds
   * @returns {Promise<PollAnswer>}
   */
  async function pollOnce(cursor, wait, grace) {
    request = new AbortController();
    const url = (/** @type {number} */ seconds) => (isShared ? sharedAddress(code, cursor, seconds) : address(code, cursor, client(), seconds, lastAnswer.query));
    try {
      return await answerTo(url(wait), token, lastAnswer, wait + grace, request.signal);
    } catch (error) {
      if (!(error instanceof WrongDictionary)) throw error;
      lastAnswer.forget();
      return answerTo(url(0), token, lastAnswer, grace, request.signal);
    }
  }

  async function loop() {
    let cursor = since;
    let hold = HOLD_S;
    let failures = 0;
    while (!stopping.signal.aborted) {
      isShared = token === null && (isCrowded || !client());
      const { wait, grace } = timeouts(failures, hold);
      isRestarted = false;
      isLong = wait > SHORT_HOLD_S;
      const askedAt = Date.now();
      try {
        const answer = await pollOnce(cursor, wait, grace);
        isLong = false;
        if (stopping.signal.aborted) return;
        failures = 0;
        cursor = answer.cursor;
        hold = Math.min(HOLD_S, answer.hold || HOLD_S);
        if (!wait || !answer.table) latency = Math.max(0, (Date.now() - askedAt) / 1000 - wait);
        hooks.news(answer);
        if (answer.retry_after) await pause(1000 * answer.retry_after);
      } catch (error) {
        if (stopping.signal.aborted) return;
        if (isRestarted) continue;
        const refusal = asRefusal(error);
        if (refusal.status === 0 && !isNetwork(error)) console.error(error);
        if (endsSeat(refusal)) return hooks.ended(refusal);
        if (refusal.status === 429 && token === null && !isShared) {
          isCrowded = true;
          continue;
        }
        if (isBarred(refusal)) {
          failures = 0;
          cursor = null;
          hooks.barred(refusal);
          await pause(2 * BARRED_MS * Math.random());
          continue;
        }
        failures += 1;
        const isQuickRetry = isTimeout(error) && failures <= QUICK_RETRIES && Date.now() < shortUntil;
        if (!isQuickRetry || failures > 1) hooks.trouble(refusal);
        if (!isQuickRetry) await pause(delayAfter(failures, Math.random(), refusal.retryMs));
      }
    }
  }

  loop();
  return {
    stop() {
      stopping.abort();
      wake();
    },
    restart,
    shorten() {
      shortUntil = Date.now() + SHORT_MS;
      if (isLong && !(isShared && (isCrowded || !client()))) restart();
    },
  };
}

/**
 * @param {string} code
 * @param {string|null} cursor  null: the current table
 * @param {string} client
 * @param {number} wait  seconds
 * @param {{known?: string}} lastAnswer  query parameters about the last answer
 */
function address(code, cursor, client, wait, lastAnswer) {
  const query = { ...(cursor !== null && { since: cursor }), ...lastAnswer, wait: String(wait), past: "1", ...(client && { client }) };
  return `/api/rooms/${encodeURIComponent(code)}/events?${new URLSearchParams(query)}`;
}

/**
 * The address of a poll that is the same for all spectators.
 * @param {string} code
 * @param {string|null} cursor
 * @param {number} wait  0: without the cursor's slot, so that the answer comes at once
 */
function sharedAddress(code, cursor, wait) {
  const query = { lang: LANGUAGE, ...(cursor !== null && { since: wait ? cursor : cursor.replace(/-.*/, "") }) };
  return `/api/rooms/${encodeURIComponent(code)}/watch?${new URLSearchParams(query)}`;
}

/**
 * @param {string} url
 * @param {string|null} token
 * @param {LastAnswer} lastAnswer
 * @param {number} limit  seconds
 * @param {AbortSignal} stop
 * @returns {Promise<PollAnswer>}
 */
async function answerTo(url, token, lastAnswer, limit, stop) {
  const timeout = new AbortController();
  const abort = () => timeout.abort();
  const timer = setTimeout(abort, 1000 * limit);
  stop.addEventListener("abort", abort);
  try {
    const headers = { Accept: "application/json", "Accept-Language": LANGUAGE, ...(token !== null && { Authorization: `Bearer ${token}` }) };
    return await lastAnswer.bodyOf(await fetch(url, { headers, cache: "no-store", signal: timeout.signal }));
  } finally {
    clearTimeout(timer);
    stop.removeEventListener("abort", abort);
  }
}

/**
 * @param {Refusal} refusal
 * @returns {boolean} whether the room exists, but this page may not watch
 */
function isBarred({ code }) {
  return code === "no_spectators" || code === "too_many_watchers";
}

/**
 * Returns whether the network failed: `fetch` raises TypeError or, at a timeout, AbortError. Other errors are
 * bugs of this client.
 * @param {unknown} error
 */
function isNetwork(error) {
  return error instanceof TypeError || isTimeout(error);
}

/**
 * @param {unknown} error
 * @returns {boolean} whether no answer came in time
 */
function isTimeout(error) {
  return error instanceof Error && error.name === "AbortError";
}
