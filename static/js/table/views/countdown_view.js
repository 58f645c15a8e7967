// Countdowns: the time left for a turn, or until a game starts.

/** @import {State} from "../state.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { timeLeft } from "../clock.js";
import { pieces, plural, say } from "../../shared/words.js";

/** Time left at which a countdown becomes urgent. */
const SHORT_MS = 10_000;

/**
 * @param {Pick<State, "clock">} state
 * @param {number} now  milliseconds since 1970 here
 */
export function countdownView(state, now) {
  const left = timeLeft(state.clock.countdown?.deadline, state.clock.offset, now);
  if (left === null) return nothing;
  const seconds = Math.ceil(left / 1000);
  return html`<div class="countdown ${left <= SHORT_MS ? "short" : ""}" role="timer" aria-label=${say("Time left")} data-testid="countdown">
    <span class="bar"><i .style=${`--part:${Math.min(1, left / (state.clock.countdown?.span ?? 1)).toFixed(3)}`}></i></span><b>${say("{seconds} s", { seconds })}</b>
  </div>`;
}

/**
 * Shows the time left as a ring around the avatar of the player on turn; a full ring without a clock.
 * @param {Pick<State, "clock">} state
 * @param {number} now  milliseconds since 1970 here
 */
export function clockRing(state, now) {
  const left = timeLeft(state.clock.countdown?.deadline, state.clock.offset, now);
  const part = left === null ? 1 : Math.min(1, left / (state.clock.countdown?.span ?? 1));
  return html`<svg class="ring ${left !== null && left <= SHORT_MS ? "ring-short" : ""}" viewBox="0 0 40 40" aria-hidden="true"
    ><circle cx="20" cy="20" r="18" pathLength="1" .style=${`--part:${part.toFixed(3)}`}/></svg>`;
}

/**
 * Announces in words that time runs out.
 * @param {Pick<State, "clock">} state
 */
export function warningView({ clock: { warning } }) {
  return html`<p class="unseen" role="alert" data-testid="warning">${warning ? plural("{count} second left", "{count} seconds left", { count: warning }) : nothing}</p>`;
}

/**
 * Shows in the waiting room when the game starts.
 * @param {Pick<State, "clock">} state
 * @param {number} now  milliseconds since 1970 here
 */
export function startsIn(state, now) {
  const left = timeLeft(state.clock.countdown?.deadline, state.clock.offset, now);
  return left === null ? nothing : html`<p class="starts-in" role="timer" data-testid="starts-in">${
    pieces("Starts in {time}", { time: html`<b>${say("{seconds} s", { seconds: Math.ceil(left / 1000) })}</b>` })}</p>
    ${countdownView(state, now)}`;
}
