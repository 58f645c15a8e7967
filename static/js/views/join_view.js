// A room seen from outside: who is there, and the way in.

/** @import {State} from "../state.js" */
/** @import {Intents} from "../intents.js" */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { live } from "../../vendor/lit-html/directives/live.js";
import { playerList } from "./waiting_view.js";

/**
 * @param {State} state
 * @param {Intents} on
 */
export function joinView(state, on) {
  const { table } = state;
  const game = table && state.games.get(table.game);
  return html`<main class="centre"><section class="panel join">
    ${state.notice ? html`<p class="notice" role="alert" data-testid="notice">${state.notice}</p>` : nothing}
    <h1>Join room <span class="code-inline" data-testid="room-code">${state.code.toUpperCase()}</span></h1>
    ${table ? html`<p class="faint">${game ? `${game.name} · ` : ""}${table.phase === "playing" ? "a game is running" : "waiting for players"}</p>
      ${playerList(table)}` : nothing}
    <form data-testid="join-form" novalidate @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      on.join();
    }}>
      <label for="name">Your name</label>
      <input id="name" name="name" autocomplete="nickname" .value=${live(state.name)}
        aria-invalid=${state.joinError ? "true" : "false"} aria-describedby="join-error"
        @input=${(/** @type {any} */ event) => on.typeName(event.target.value)}>
      <p class="error" id="join-error" role="alert">${state.joinError}</p>
      <button type="submit" class="button primary big" ?disabled=${state.sending.has("join")}>Join</button>
    </form>
    <p><a href="/">Another room or a new one</a></p>
  </section></main>`;
}
