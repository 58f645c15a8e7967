// The long poll: one loop per page that keeps the table current. With `api.js` the only module that fetches.

/** @import {PollAnswer} from "../shared/types.js" */

import { delayAfter } from "../shared/backoff.js";
import { LastAnswer, WrongDictionary } from "./last_answer.js";
import { asRefusal, endsSeat, Refusal } from "../shared/problems.js";
import { LANGUAGE } from "../shared/words.js";

/** Seconds a poll may be held; the service says the real number with each answer. */
const HOLD_S = 25;
/** Who may not watch looks again whether the game is over or a place is free, on average this often. */
const BARRED_MS = 4_000;
/** Seconds beyond the hold after which no answer will come any more. */
const GRACE_S = 10;
/**
 * A line may die without a word: a tunnel, another network, a router that has forgotten it. Only an answer that does not come tells
 * so, so while somebody looks at a running game polls are short enough to know it within four seconds. Everybody else's are as long
 * as can be.
 */
const SHORT_HOLD_S = 3;
const SHORT_GRACE_S = 0.6;
/** Then an answer comes at once or not at all, since the browser may have more connections that nobody else knows of any more. */
const RETRY_GRACE_S = 0.3;
/** So often: a browser has six connections to one service, and each that is given up is one less. */
const QUICK_RETRIES = 5;
/** Whoever looks is reported several times within so long. */
const SHORT_MS = 2_000;

/**
 * @typedef {object} Hooks
 * @property {(answer: PollAnswer) => void} news  an answer arrived
 * @property {(refusal: Refusal) => void} trouble  no usable answer; the loop goes on
 * @property {(refusal: Refusal) => void} barred  nobody (more) may watch now; the loop looks again later
 * @property {(refusal: Refusal) => void} ended  the seat or the room is gone; the loop has stopped
 */

/**
 * @param {string} code
 * @param {string|null} token  null: as a spectator
 * @param {() => string} client  tells the polls of several pages of one seat apart; "": nobody who would count as watching
 * @param {Hooks} hooks
 * @param {string|null} [since]  the cursor from which to go on; null: from the table as it is now
 * @returns {{stop: () => void, restart: () => void, shorten: () => void}} nudge: the line may be another one, so neither a pause
 *   after a failure nor the answer to what was asked is waited for; watched: somebody looks at a running game now
 */
export function openPoll(code, token, client, hooks, since = null) {
  const stopping = new AbortController();
  let wake = () => {};
  let request = new AbortController();
  let shortUntil = 0;
  let isLong = false;
  let isRestarted = false;
  /** Seconds that an answer is on its way, as the last one showed that came at once or brought nothing. */
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
   * @returns {{wait: number, grace: number}} seconds that the next answer may be held, and that it may come later than that
   */
  function patience(failures, hold) {
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
  async function ask(cursor, wait, grace) {
    request = new AbortController();
    const url = (/** @type {number} */ seconds) => address(code, cursor, client(), seconds, lastAnswer.query);
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
      const { wait, grace } = patience(failures, hold);
      isRestarted = false;
      isLong = wait > SHORT_HOLD_S;
      const askedAt = Date.now();
      try {
        const answer = await ask(cursor, wait, grace);
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
      if (isLong) restart();
    },
  };
}

/**
 * @param {string} code
 * @param {string|null} cursor  null: the table as it is now
 * @param {string} client
 * @param {number} wait  seconds
 * @param {{known?: string}} lastAnswer  what is said of the last answer
 */
function address(code, cursor, client, wait, lastAnswer) {
  const query = { ...(cursor !== null && { since: cursor }), ...lastAnswer, wait: String(wait), past: "1", ...(client && { client }) };
  return `/api/rooms/${encodeURIComponent(code)}/events?${new URLSearchParams(query)}`;
}

/**
 * @param {string} url
 * @param {string|null} token
 * @param {LastAnswer} lastAnswer
 * @param {number} within  seconds
 * @param {AbortSignal} stop
 * @returns {Promise<PollAnswer>}
 */
async function answerTo(url, token, lastAnswer, within, stop) {
  const dead = new AbortController();
  const abort = () => dead.abort();
  const timer = setTimeout(abort, 1000 * within);
  stop.addEventListener("abort", abort);
  try {
    const headers = { Accept: "application/json", "Accept-Language": LANGUAGE, ...(token !== null && { Authorization: `Bearer ${token}` }) };
    return await lastAnswer.bodyOf(await fetch(url, { headers, cache: "no-store", signal: dead.signal }));
  } finally {
    clearTimeout(timer);
    stop.removeEventListener("abort", abort);
  }
}

/**
 * @param {Refusal} refusal
 * @returns {boolean} whether the room is there, but not to be looked at
 */
function isBarred({ code }) {
  return code === "no_spectators" || code === "too_many_watchers";
}

/**
 * `fetch` reports a lost line as TypeError and a time-out as AbortError; anything else is a mistake in this client.
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
