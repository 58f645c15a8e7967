// What people say beside the game, out of events. Pure.

/** @import {ChatLine, Event, News} from "../shared/types.js" */

import { say } from "../shared/words.js";

/** As many as the room keeps. */
export const CHAT_LINES = 30;

/**
 * @typedef {object} Said  Something that was said just now.
 * @property {string} key
 * @property {string|null} by  null: by somebody who watches
 * @property {string} name
 * @property {"reaction"|"phrase"|"text"} kind
 * @property {string} code  "" of a text
 * @property {string} words  of a text itself
 * @property {number} at  ms since 1970
 */

/**
 * @param {Event[]} events
 * @param {ReadonlyMap<string, string>} names
 * @returns {Said[]} what people said in them; what a game says is a sentence for the log
 */
export function saidIn(events, names) {
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
 * @param {Said[]} said
 * @returns {ChatLine[]} with the free text in it
 */
function withLines(chat, said) {
  const lines = said.flatMap(({ at, by, name, kind, words }) => kind === "text" && by !== null ? [{ at, by, name, text: words }] : []);
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
 * @param {News} news  whose past, if it has one, is told by its own lines
 * @param {Event[]} events  that are new in it
 * @param {ReadonlyMap<string, string>} names
 * @returns {ChatLine[]} none where there is no free text in the room
 */
export function chatAfter(chat, news, events, names) {
  if (news.table && !news.table.chat) return [];
  return news.chat ?? withoutRemoved(withLines(chat, saidIn(events, names)), events);
}
