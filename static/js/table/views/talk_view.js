// The talk menu with reactions and phrases, and the chat if the room has one.

/** @import {Table} from "../../shared/types.js" */
/** @import {State} from "../state.js" */
/** @import {Intents} from "../intents.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { repeat } from "../../../vendor/lit-html/directives/repeat.js";
import { me } from "../layout.js";
import { PHRASES, REACTIONS } from "../sayings.js";
import { say } from "../../shared/words.js";
import { reactionFace, speechSign } from "./reaction_face.js";

/** Maximum number of typed code units: more than any allowed text has. The server counts characters. */
const MOST_TYPED = 800;

/**
 * Shows the talk menu above the table.
 * @param {Pick<State, "isTv"|"areMenusDrawn"|"access">} state
 * @param {Table} table
 * @param {Intents} on
 */
export function talkMenu(state, table, on) {
  if (state.isTv || !(state.access.seat ? me(table) : table.crowd)) return nothing;
  return html`<details class="menu talk" data-testid="talk"><summary class="button quiet" aria-label=${say("Say something")}
      title=${say("Say something")}>${speechSign()}</summary>
    <div class="menu-box talk-box" role="group" aria-label=${say("Say something")}>${state.areMenusDrawn ? html`
      <div class="reactions">${REACTIONS.map(([code, words]) => html`<button type="button" class="button" data-reaction=${code} aria-label=${words} title=${words}
        @click=${() => on.sendRemark({ reaction: code })}>${reactionFace(code)}</button>`)}</div>
      ${state.access.seat ? html`<div class="phrases">${PHRASES.map(([code, words]) => html`<button type="button" class="button quiet" data-phrase=${code}
        @click=${() => on.sendRemark({ phrase: code })}>${words}</button>`)}</div>` : nothing}` : nothing}
    </div></details>`;
}

/**
 * Announces recent remarks to screen readers.
 * @param {Pick<State, "talk">} state
 */
export function remarksView({ talk: { remarks } }) {
  return html`<div class="unseen" role="log" aria-live="polite" aria-label=${say("Reactions and chat")} data-testid="said">
    ${repeat(remarks, (remark) => remark.key, (remark) => html`<p><bdi>${remark.name}</bdi>: <bdi>${remark.words}</bdi></p>`)}</div>`;
}

/**
 * Shows the chat, if the room has one.
 * @param {Pick<State, "isTv"|"sync"|"talk"|"access">} state
 * @param {Intents} on
 */
export function chatView(state, on) {
  const { sync: { table }, talk: { chat, mutes } } = state;
  if (!table?.chat) return nothing;
  const lines = chat.filter((line) => !mutes.has(line.by));
  return html`<section class="log-box chat-box" aria-label=${say("Chat")} data-testid="chat">
    <h2>${say("Chat")}</h2>
    <div class="log chat" tabindex="0" role="group" aria-label=${say("Messages")}><ol>
      ${repeat(lines, (line, nth) => `${line.at}.${line.by}.${nth}`, (line) => html`<li class="line"><b dir="auto">${line.name}</b> <span dir="auto">${line.text}</span></li>`)}
    </ol></div>
    ${lines.length ? nothing : html`<p class="faint">${say("No messages yet.")}</p>`}
    ${state.access.seat && !state.isTv ? writeForm(table, on) : nothing}
  </section>`;
}

/**
 * @param {Table} table
 * @param {Intents} on
 */
function writeForm(table, on) {
  if (me(table)?.marks?.some((mark) => mark.kind === "muted")) return html`<p class="faint">${say("The host has muted you in this room.")}</p>`;
  return html`<form class="write" @submit=${async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem("text"));
    const text = field.value.trim();
    if (text && (await on.sendRemark({ text })) && field.value.trim() === text) field.value = "";
  }}><label class="unseen" for="chat-text">${say("Message to everyone")}</label>
    <input id="chat-text" name="text" dir="auto" autocomplete="off" maxlength=${MOST_TYPED} placeholder=${say("Message to everyone")}>
    <button type="submit" class="button plain">${say("Send")}</button></form>`;
}
