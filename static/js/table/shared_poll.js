// Shares one poll among all tabs of a seat, because browsers allow only six connections to a server. The tab
// that holds a lock polls and sends answers to the others. When it closes, the next tab continues. Names in
// messages never change, because tabs can have different releases.

/** @import {PollAnswer} from "../shared/types.js" */
/** @import {Hooks} from "./poll.js" */

import { randomId } from "../shared/ids.js";
import { openPoll } from "./poll.js";
import { Refusal } from "../shared/problems.js";
import { chatAfter } from "./talk.js";
import { rememberedNames } from "../shared/text.js";
import { LANGUAGE } from "../shared/words.js";

/** Maximum number of events for a new tab, about as many as lines of a log. */
const MOST_EVENTS = 60;

/**
 * @typedef {{answer: PollAnswer, at: number}} Recent  the answer for a new tab, and when its table arrived,
 *   in ms since 1970
 */

/**
 * Starts the poll of this tab and the other tabs of its seat. Without https there are no locks, so each tab
 * polls by itself.
 * @param {string} code
 * @param {string|null} token
 * @param {() => string} client
 * @param {Hooks} hooks
 * @returns {ReturnType<typeof openPoll>}
 */
export function openSharedPoll(code, token, client, hooks) {
  const name = `cheat.${code}.${token ?? ""}.${LANGUAGE}`;
  const channelOrNull = openChannel(name);
  if (!navigator.locks || !channelOrNull) return openPoll(code, token, client, hooks);
  const channel = channelOrNull;
  const tab = randomId();
  const stopping = new AbortController();
  /** @type {ReturnType<typeof openPoll>|null} */
  let poll = null;
  /** @type {Recent|null} */
  let recent = null;

  /** @type {Hooks} */
  const relay = {
    news: (answer) => broadcast("news", answer),
    trouble: (refusal) => broadcast("trouble", refusal),
    barred: (refusal) => broadcast("barred", refusal),
    ended: (refusal) => broadcast("ended", refusal),
  };

  /**
   * @param {keyof Hooks} kind
   * @param {any} content
   */
  function broadcast(kind, content) {
    channel.postMessage({ kind, what: content instanceof Refusal ? { ...content, detail: content.detail } : content });
    deliver(kind, content);
  }

  /**
   * @param {keyof Hooks} kind
   * @param {any} content
   */
  function deliver(kind, content) {
    if (kind === "news") recent = mergeAnswers(recent, content, Date.now());
    hooks[kind](content);
  }

  channel.onmessage = ({ data: { kind, what: content, from, to } }) => {
    if (kind === "nudge") return poll?.restart();
    if (kind === "watched") return poll?.shorten();
    if (kind === "hello") return poll && recent && channel.postMessage({ kind: "news", what: answerNow(recent, Date.now()), to: from });
    if (poll || (to && to !== tab)) return;
    deliver(kind, kind === "news" ? content : new Refusal(content.status, content.code, content.detail, content.retryMs));
  };

  /** @param {Lock|null} lock  null if another tab holds it */
  const whileLeading = (lock) => lock && new Promise((resolve) => {
    stopping.signal.addEventListener("abort", () => resolve(true));
    startPoll();
  });

  function startPoll() {
    poll = openPoll(code, token, client, relay, recent?.answer.cursor ?? null);
  }

  async function join() {
    const wasLeader = await navigator.locks.request(name, { ifAvailable: true }, whileLeading);
    if (wasLeader || stopping.signal.aborted) return;
    channel.postMessage({ kind: "hello", from: tab });
    await navigator.locks.request(name, { signal: stopping.signal }, whileLeading);
  }

  // Requesting a lock fails if the tab stops waiting, or if blocked storage forbids locks.
  join().catch(() => poll || stopping.signal.aborted || startPoll());
  return {
    stop() {
      poll?.stop();
      channel.close();
      stopping.abort();
    },
    restart() {
      if (poll) poll.restart();
      else channel.postMessage({ kind: "nudge" });
    },
    shorten() {
      if (poll) poll.shorten();
      else channel.postMessage({ kind: "watched" });
    },
  };
}

/**
 * @param {string} name
 * @returns {BroadcastChannel|null} null if tabs can't communicate
 */
function openChannel(name) {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}

/**
 * Merges an answer into the one for new tabs.
 * @param {Recent|null} last
 * @param {PollAnswer} answer
 * @param {number} now  milliseconds since 1970
 * @returns {Recent}
 */
export function mergeAnswers(last, answer, now) {
  const { version, cursor } = answer;
  if (!answer.table) return last ? { ...last, answer: { ...last.answer, version, cursor } } : { answer, at: now };
  const past = answer.reset || !last ? [] : last.answer.events ?? [];
  const events = [...past, ...(answer.events ?? [])].slice(-MOST_EVENTS);
  const fresh = last && !answer.reset ? answer.events ?? [] : [];
  const chat = chatAfter(answer.reset ? [] : last?.answer.chat ?? [], answer, fresh, rememberedNames(new Map(), answer.table.players));
  return { answer: { version, cursor, events, chat, names: { ...last?.answer.names, ...answer.names }, table: answer.table }, at: now };
}

/**
 * Returns the merged answer as if it came now, with the server's clock moved on.
 * @param {Recent} recent
 * @param {number} now  milliseconds since 1970
 * @returns {PollAnswer}
 */
export function answerNow({ answer, at }, now) {
  return answer.table ? { ...answer, table: { ...answer.table, now: answer.table.now + now - at } } : answer;
}
