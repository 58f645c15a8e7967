// The number of spectators, and the bottom bar for viewers without moves.

/** @import {Form, Table} from "../../shared/types.js" */
/** @import {State} from "../state.js" */
/** @import {Intents} from "../intents.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { watchersText } from "../../shared/text.js";
import { say } from "../../shared/words.js";
import { eye, robot } from "../../shared/views/icons.js";
import { moveButton } from "./moves_view.js";

/**
 * Shows the number of spectators, and words where there is room.
 * @param {Table} table
 */
export function watchersView(table) {
  const text = watchersText(table.watchers);
  return text
    ? html`<p class="watchers" data-testid="watchers" title=${text}>${eye()}<span class="watchers-text">${text}</span><b
        class="watchers-count" aria-hidden="true">${table.watchers}</b></p>`
    : nothing;
}

/**
 * @param {Intents} on
 * @param {string} label  label of the button
 */
export function watchingBar(on, label) {
  return html`<div class="standby" data-testid="watching" role="group" aria-label=${say("You are watching")}>
    <p>${eye()} ${say("You are watching.")}</p>
    <div class="row"><a class="button quiet" href="/">${say("Back to start")}</a>
      <button type="button" class="button primary" data-testid="join-next" @click=${on.openJoin}>${label}</button></div>
  </div>`;
}

/** Shows the bar of a player that waits for the next game. */
export function nextGameBar() {
  return html`<div class="standby" data-testid="next-game"><p>${eye()} ${say("You are watching this game. You play in the next one.")}</p></div>`;
}

/**
 * @param {Pick<State, "move">} state
 * @param {Form} form
 * @param {Intents} on
 */
export function standInBar(state, form, on) {
  return html`<div class="standby stand-in" data-testid="stand-in" role="status">
    <p>${robot()} ${say("A bot is playing for you until you take back your seat.")}</p>${moveButton(state, form, on)}</div>`;
}
