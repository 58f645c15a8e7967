// What people say beside the game, out of events, and what of it is heard here.

/** @import {ChatLine, Event, PollAnswer} from "../shared/types.js" */

import { say } from "../shared/words.js";

/** As many as the room keeps. */
export const CHAT_LINES = 30;
/** Of what was said, for screen readers: enough for all that comes with one answer. */
const MOST_REMARKS = 8;

/**
 * @typedef {object} Remark  Something that was said just now.
 * @property {string} key
 * @property {string|null} by  null: by somebody who watches
 * @property {string} name
 * @property {"reaction"|"phrase"|"text"} kind
 * @property {string} code  "" of a text
 * @property {string} words  of a text itself
 * @property {number} at  ms since 1970
 */

/**
 * @typedef {object} TalkState
 * @property {ChatLine[]} chat  free text, newest last, also of those who are muted here
 * @property {Remark[]} remarks  what was said just now, newest last
 * @property {ReadonlySet<string>} mutes  players who are not heard here
 * @property {number} unread  lines of free text that came since the log was open
 */

/** @returns {TalkState} */
export function talkState() {
  return { chat: [], remarks: [], mutes: new Set(), unread: 0 };
}

/**
 * Takes in what an answer tells of it.
 * @param {TalkState} talk
 * @param {PollAnswer} answer
 * @param {Event[]} events  what is new
 * @param {ReadonlyMap<string, string>} names
 * @param {boolean} isRead  the log is open, so that what comes is read at once
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
 * @returns {Remark[]} what was said in them by those who are heard here
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
 * @returns {Remark[]} what people said in them; what a game says is a sentence for the log
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
 * @returns {ChatLine[]} with the free text in it
 */
function withLines(chat, remarks) {
  const lines = remarks.flatMap(({ at, by, name, kind, words }) => kind === "text" && by !== null ? [{ at, by, name, text: words }] : []);
  return lines.length ? [...chat, ...lines].slice(-CHAT_LINES) : chat;
}

/**
 * Who is removed takes what they said with them.
 * @param {ChatLine[]} chat
 * @param {Event[]} events
 */
function withoutRemoved(chat, events) {
  const removed = new Set(events.flatMap((event) => event.type === "kicked" ? [event.args?.player] : []));
  return removed.size ? chat.filter((line) => !removed.has(line.by)) : chat;
}

/**
 * The free text after an answer.
 * @param {ChatLine[]} chat  before it
 * @param {PollAnswer} answer  whose past, if it has one, is told by its own lines
 * @param {Event[]} events  that are new in it
 * @param {ReadonlyMap<string, string>} names
 * @returns {ChatLine[]} none where there is no free text in the room
 */
export function chatAfter(chat, answer, events, names) {
  if (answer.table && !answer.table.chat) return [];
  return answer.chat ?? withoutRemoved(withLines(chat, remarksIn(events, names)), events);
}
