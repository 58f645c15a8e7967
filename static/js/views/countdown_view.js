// What is left of a deadline: of a turn, or until a game begins by itself.

/** @import {State} from "../state.js" */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { timeLeft } from "../clock.js";

/**
 * @param {State} state
 * @param {number} now  milliseconds since 1970 here
 */
export function countdownView(state, now) {
  const left = timeLeft(state.countdown?.deadline, state.offset, now);
  if (left === null) return nothing;
  const seconds = Math.ceil(left / 1000);
  return html`<div class="countdown ${seconds <= 10 ? "short" : ""}" role="timer" aria-label="Time left" data-testid="countdown">
    <span class="bar"><i .style=${`--part:${Math.min(1, left / (state.countdown?.span ?? 1)).toFixed(3)}`}></i></span><b>${seconds} s</b>
  </div>`;
}

/**
 * In the waiting room: when the game begins by itself.
 * @param {State} state
 * @param {number} now  milliseconds since 1970 here
 */
export function startsIn(state, now) {
  const left = timeLeft(state.countdown?.deadline, state.offset, now);
  return left === null ? nothing : html`<p class="starts-in" role="timer" data-testid="starts-in">Starts in <b>${Math.ceil(left / 1000)} s</b></p>
    ${countdownView(state, now)}`;
}
