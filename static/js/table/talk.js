// Reactions, phrases and chat messages, read from events. Players muted on this page are left out.

/** @import {ChatLine, Event, PollAnswer} from "../shared/types.js" */

import { say } from "../shared/words.js";

/** Maximum number of chat messages, as in the room. */
export const CHAT_LINES = 30;
/** Maximum number of remarks for screen readers: enough for all remarks of one answer. */
const MOST_REMARKS = 8;

/**
 * @typedef {object} Remark  A recent reaction, phrase or chat message.
 * @property {string} key
 * @property {string|null} by  null for a spectator
 * @property {string} name
 * @property {"reaction"|"phrase"|"text"} kind
 * @property {string} code  code of a reaction or phrase; "" for a text
 * @property {string} words  the text, or the words of a phrase
 * @property {number} at  ms since 1970
 */

/**
 * @typedef {object} TalkState
 * @property {ChatLine[]} chat  chat messages, newest last, including those of muted players
 * @property {Remark[]} remarks  recent remarks, newest last
 * @property {ReadonlySet<string>} mutes  players muted on this page
 * @property {number} unread  chat messages since the log was last open
 */

/** @returns {TalkState} */
export function talkState() {
  return { chat: [], remarks: [], mutes: new Set(), unread: 0 };
}

/**
 * Adds the remarks of an answer.
 * @param {TalkState} talk
 * @param {PollAnswer} answer
 * @param {Event[]} events  new events
 * @param {ReadonlyMap<string, string>} names
 * @param {boolean} isRead  whether the log is open, so that new messages count as read
 */
export function updateTalk(talk, answer, events, names, isRead) {
  const remarks = audibleRemarks(talk, events, names);
  talk.remarks = [...talk.remarks, ...remarks].slice(-MOST_REMARKS);
  talk.chat = chatAfter(talk.chat, answer, events, names);
  talk.unread = isRead || !talk.chat.length ? 0 : talk.unread + remarks.filter((remark) => remark.kind === "text").length;
}

/**
 * @param {TalkState} talk
 * @param {Event[]} events
 * @param {ReadonlyMap<string, string>} names
 * @returns {Remark[]} the remarks of players who are not muted here
 */
export function audibleRemarks({ mutes }, events, names) {
  return remarksIn(events, names).filter((remark) => remark.by === null || !mutes.has(remark.by));
}

/**
 * @param {TalkState} talk
 * @param {string} player
 * @param {boolean} isMuted
 */
export function setMuted(talk, player, isMuted) {
  const others = [...talk.mutes].filter((other) => other !== player);
  talk.mutes = new Set(isMuted ? [...others, player] : others);
}

/**
 * @param {Event[]} events
 * @param {ReadonlyMap<string, string>} names
 * @returns {Remark[]} the remarks in the events; sentences of a game belong to the log
 */
export function remarksIn(events, names) {
  return events.filter((event) => event.type === "said" && !event.text).map((event) => {
    const { reaction, phrase, text, words } = /** @type {Record<string, string|undefined>} */ (event.args ?? {});
    const by = event.by ?? null;
    const name = by === null ? say("A spectator") : names.get(by) ?? by;
    const kind = text !== undefined ? "text" : reaction !== undefined ? "reaction" : "phrase";
    return { key: `${event.v}`, at: event.at, by, name, kind, code: reaction ?? phrase ?? "", words: text ?? words ?? "" };
  });
}

/**
 * @param {ChatLine[]} chat
 * @param {Remark[]} remarks
 * @returns {ChatLine[]} the chat with the texts among the remarks
 */
function withLines(chat, remarks) {
  const lines = remarks.flatMap(({ at, by, name, kind, words }) => kind === "text" && by !== null ? [{ at, by, name, text: words }] : []);
  return lines.length ? [...chat, ...lines].slice(-CHAT_LINES) : chat;
}

/**
 * Removes the messages of players whom the host has removed.
 * @param {ChatLine[]} chat
 * @param {Event[]} events
 */
function withoutRemoved(chat, events) {
  const kicked = new Set(events.flatMap((event) => event.type === "kicked" ? [event.args?.player] : []));
  return kicked.size ? chat.filter((line) => !kicked.has(line.by)) : chat;
}

/**
 * Returns the chat after an answer.
 * @param {ChatLine[]} chat  before it
 * @param {PollAnswer} answer  whose `chat` replaces the lines, if present
 * @param {Event[]} events  new in the answer
 * @param {ReadonlyMap<string, string>} names
 * @returns {ChatLine[]} empty if the room has no chat
 */
export function chatAfter(chat, answer, events, names) {
  if (answer.table && !answer.table.chat) return [];
  return answer.chat ?? withoutRemoved(withLines(chat, remarksIn(events, names)), events);
}
