// One poll for all tabs of one seat: browsers allow six connections to a server, and six held polls would leave none. The
// tab that holds a lock polls and tells the others; when it closes, the next one goes on where it was.

/** @import {PollAnswer} from "../shared/types.js" */
/** @import {Hooks} from "./poll.js" */

import { randomId } from "../shared/ids.js";
import { openPoll } from "./poll.js";
import { Refusal } from "../shared/problems.js";
import { chatAfter } from "./talk.js";
import { rememberedNames } from "../shared/text.js";
import { LANGUAGE } from "../shared/words.js";

/** As many events as a log shows lines, more or less. */
const MOST_EVENTS = 60;

/** @typedef {{news: PollAnswer, at: number}} Known  what a tab that opens later is told, and when the table came, in ms since 1970 */

/**
 * As `openPoll`. Where tabs cannot speak with each other (locks need https), each polls.
 * @param {string} code
 * @param {string|null} token
 * @param {() => string} client
 * @param {Hooks} hooks
 * @returns {ReturnType<typeof openPoll>}
 */
export function openSharedPoll(code, token, client, hooks) {
  const name = `cheat.${code}.${token ?? ""}.${LANGUAGE}`;
  const opened = openChannel(name);
  if (!navigator.locks || !opened) return openPoll(code, token, client, hooks);
  const channel = opened;
  const tab = randomId();
  const stopping = new AbortController();
  /** @type {ReturnType<typeof openPoll>|null} */
  let poll = null;
  /** @type {Known|null} */
  let known = null;

  /** @type {Hooks} */
  const telling = {
    news: (news) => tell("news", news),
    trouble: (refusal) => tell("trouble", refusal),
    barred: (refusal) => tell("barred", refusal),
    ended: (refusal) => tell("ended", refusal),
  };

  /**
   * @param {keyof Hooks} kind
   * @param {any} what
   */
  function tell(kind, what) {
    channel.postMessage({ kind, what: what instanceof Refusal ? { ...what, detail: what.detail } : what });
    take(kind, what);
  }

  /**
   * @param {keyof Hooks} kind
   * @param {any} what
   */
  function take(kind, what) {
    if (kind === "news") known = mergeAnswers(known, what, Date.now());
    hooks[kind](what);
  }

  channel.onmessage = ({ data: { kind, what, from, to } }) => {
    if (kind === "nudge") return poll?.nudge();
    if (kind === "watched") return poll?.watched();
    if (kind === "hello") return poll && known && channel.postMessage({ kind: "news", what: answerNow(known, Date.now()), to: from });
    if (poll || (to && to !== tab)) return;
    take(kind, kind === "news" ? what : new Refusal(what.status, what.code, what.detail, what.retryMs));
  };

  /** @param {Lock|null} lock  null: another tab has it */
  const holding = (lock) => lock && new Promise((resolve) => {
    stopping.signal.addEventListener("abort", () => resolve(true));
    lead();
  });

  function lead() {
    poll = openPoll(code, token, client, telling, known?.news.cursor ?? null);
  }

  async function join() {
    const hasLed = await navigator.locks.request(name, { ifAvailable: true }, holding);
    if (hasLed || stopping.signal.aborted) return;
    channel.postMessage({ kind: "hello", from: tab });
    await navigator.locks.request(name, { signal: stopping.signal }, holding);
  }

  // A tab that stops waiting for the lock gets an error, and so does one that may have no locks because storage is blocked.
  join().catch(() => poll || stopping.signal.aborted || lead());
  return {
    stop() {
      poll?.stop();
      channel.close();
      stopping.abort();
    },
    nudge() {
      if (poll) poll.nudge();
      else channel.postMessage({ kind: "nudge" });
    },
    watched() {
      if (poll) poll.watched();
      else channel.postMessage({ kind: "watched" });
    },
  };
}

/**
 * @param {string} name
 * @returns {BroadcastChannel|null} null where tabs cannot speak with each other
 */
function openChannel(name) {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}

/**
 * All that a tab that opens later has to know.
 * @param {Known|null} before
 * @param {PollAnswer} news
 * @param {number} now  milliseconds since 1970
 * @returns {Known}
 */
export function mergeAnswers(before, news, now) {
  const { version, cursor } = news;
  if (!news.table) return before ? { ...before, news: { ...before.news, version, cursor } } : { news, at: now };
  const past = news.reset || !before ? [] : before.news.events ?? [];
  const events = [...past, ...(news.events ?? [])].slice(-MOST_EVENTS);
  const fresh = before && !news.reset ? news.events ?? [] : [];
  const chat = chatAfter(news.reset ? [] : before?.news.chat ?? [], news, fresh, rememberedNames(new Map(), news.table.players));
  return { news: { version, cursor, events, chat, names: { ...before?.news.names, ...news.names }, table: news.table }, at: now };
}

/**
 * What was known, as if it had come now: the server's clock has gone on.
 * @param {Known} known
 * @param {number} now  milliseconds since 1970
 * @returns {PollAnswer}
 */
export function answerNow({ news, at }, now) {
  return news.table ? { ...news, table: { ...news.table, now: news.table.now + now - at } } : news;
}
