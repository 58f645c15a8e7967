// The room for a visitor: its players, and the form to join.

/** @import {Game} from "../../shared/types.js" */
/** @import {State} from "../../table/state.js" */
/** @import {Intents} from "../../table/intents.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { live } from "../../../vendor/lit-html/directives/live.js";
import { gameFacts } from "../../shared/faces.js";
import { isFull } from "../../table/layout.js";
import { beginning, paragraphs } from "../../shared/text.js";
import { say } from "../../shared/words.js";
import { playerList } from "./waiting_view.js";
import { watchersView } from "../../table/views/watch_view.js";
import { coverPlace } from "./cover_place.js";

/** The state of the room in words, by phase. */
const PHASES = { lobby: say("waiting for players"), playing: say("a game is running"), over: say("a game has just ended") };

/** Maximum number of letters of an aim of the game, which stands above the form: three lines on a phone. */
const MOST_AIM = 120;

/** Maximum number of letters of the rules that are shown at once: less than the height of a laptop. */
const MOST_LETTERS = 520;

/** Whether the rules have room below the form and the game, and need no press to be read. */
const isWide = globalThis.matchMedia?.("(min-width: 56.25em)").matches;

/**
 * @param {State} state
 * @param {Intents} on
 */
export function joinView(state, on) {
  const { sync: { table }, access: { refusal } } = state;
  const game = table && state.games.get(table.game);
  const isRunning = table?.phase === "playing";
  const isClosed = refusal?.code === "no_spectators";
  const isOccupied = table !== null && isFull(table);
  const host = table?.players.find(({ id }) => id === table.host);
  const isInvited = host && table?.phase === "lobby";
  return html`<main class="centre"><section class="panel join">
    ${state.access.notice ? html`<p class="notice" role="alert" data-testid="notice">${state.access.notice}</p>` : nothing}
    <h1>${isInvited ? html`<span dir="auto">${say("{name} invites you", { name: host.name })}</span>` : isRunning || isClosed ? say("Room") : say("Join room")}
      <span>${isInvited ? html`<small>${say("Room")}</small> ` : nothing}<span class="code-inline" translate="no" data-testid="room-code">${state.code.toUpperCase()}</span></span></h1>
    <div class="join-columns">${game ? gameView(game) : nothing}<div class="join-door">
    ${table ? html`<p class="faint join-phase">${PHASES[table.phase]}</p>${playerList(table)}${watchersView(table)}` : nothing}
    ${refusal ? html`<p class="notice" role="status" data-testid="barred">${refusal.detail}
      ${isClosed ? say("This page opens the room when the game is over.") : say("This page keeps checking until a place is free.")}</p>` : nothing}
    ${isOccupied ? html`<p class="notice" role="status" data-testid="full">${say("This room is full. You can join here when a seat is free.")}</p>` : nothing}
    ${isRunning ? watchPart(state, on) : isClosed || isOccupied ? nothing : html`
      ${state.access.isWatching ? html`<p class="faint">${say("You can keep watching. The next game appears here automatically.")}</p>` : nothing}
      ${joinForm(state, on, say("Join"))}`}</div>${game ? rulesPart(game) : nothing}
    <p class="row join-links">${game?.lesson ? html`<a href="/?learn=${game.id}" target="_blank">${say("Learn by playing")}</a>` : nothing}<a href="/">${say("Join or open another room")}</a></p></div>
  </section></main>`;
}

/**
 * Describes the game for players who don't know it.
 * @param {Game} game
 */
function gameView(game) {
  return html`<div class="game-about join-game">${coverPlace(game)}<div><h2 dir="auto">${game.name}</h2>
      <p dir="auto">${game.summary}</p><p class="faint">${gameFacts(game)}</p></div></div>`;
}

/**
 * Shows the aim of the game, and folds the rules. On phones it stands below the form.
 * @param {Game} game
 */
function rulesPart({ rules }) {
  const [aim = "", ...others] = paragraphs(rules);
  const isShort = aim.length <= MOST_AIM;
  return html`${isShort ? html`<p class="join-aim" dir="auto"><b>${say("Goal: {text}", { text: aim })}</b></p>` : nothing}
    <details class="join-rules" data-testid="learn" ?open=${isWide}><summary>${say("How to play")}</summary>
      ${rulesView(isShort ? others.join("\n\n") : rules)}</details>`;
}

/**
 * Shows the beginning of the rules, and folds the rest.
 * @param {string} rules
 */
function rulesView(rules) {
  const [first, rest] = beginning(rules, MOST_LETTERS);
  const running = (/** @type {string[]} */ parts) => html`<div class="running" dir="auto">${parts.join("\n\n")}</div>`;
  return html`${running(first)}${rest.length ? html`<details class="more-rules" data-testid="more-rules"><summary class="button quiet">${say("More rules")}</summary>
    ${running(rest)}</details>` : nothing}`;
}

/**
 * @param {Pick<State, "access"|"join"|"move">} state
 * @param {Intents} on
 */
function watchPart(state, on) {
  return html`<p>${state.access.refusal ? say("The game has started without you. You can take a seat for the next one.")
    : say("The game has started without you. You can watch it, and take a seat for the next one.")}</p>
    ${state.access.refusal ? nothing : html`<button type="button" class="button primary big" data-testid="watch" @click=${on.watch}>${say("Watch")}</button>`}
    <h2 class="join-next-title">${say("Play in the next game")}</h2>
    ${joinForm(state, on, say("Join the next game"), { classes: "plain" })}`;
}

/**
 * @param {Pick<State, "join"|"move">} state
 * @param {Intents} on
 * @param {string} label
 * @param {{classes?: string, beside?: unknown}} [options]  beside: shown next to the button, in a dialog
 */
export function joinForm(state, on, label, { classes = "primary", beside } = {}) {
  return html`<form data-testid="join-form" novalidate @submit=${(/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    on.join();
  }}>
    <label for="name">${say("Your name")}</label>
    <input id="name" name="name" dir="auto" autocomplete="nickname" .value=${live(state.join.name)}
      aria-invalid=${state.join.isNameWrong ? "true" : "false"} aria-describedby="join-error"
      @input=${(/** @type {any} */ event) => on.typeName(event.target.value)}>
    <p class="error" id="join-error" role="alert">${state.join.error}</p>
    <div class=${beside ? "row dialog-buttons" : ""}>${beside ?? nothing}
      <button type="submit" class="button ${classes} ${beside ? "" : "big"}"
        ?disabled=${state.move.sending.has("join")}>${label}</button></div>
  </form>`;
}
