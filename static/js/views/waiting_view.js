// The waiting room: the code to pass on, who is here, and what will be played.

/** @import {Field, Form, Player, Table} from "../types.js" */
/** @import {State} from "../state.js" */
/** @import {Intents} from "../intents.js" */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { live } from "../../vendor/lit-html/directives/live.js";
import { repeat } from "../../vendor/lit-html/directives/repeat.js";
import { gameFacts } from "../faces.js";
import { choicesOf, formNamed, formsAbout, isAboutOne, withPresent } from "../forms.js";
import { freeSeats } from "../layout.js";
import { counted, paragraphs } from "../text.js";
import { isPreset } from "../options.js";
import { startsIn } from "./countdown_view.js";
import { gamePicture } from "./game_picture.js";
import { robot } from "./icons.js";
import { logView } from "./log_view.js";
import { moveButton } from "./moves_view.js";
import { optionsView } from "./options_view.js";
import { avatar, badges } from "./seats_view.js";
import { watchersView } from "./watch_view.js";

/** Moves with a place of their own on this screen or in the bar. */
const PLACED = new Set(["start", "leave", "rename", "set_options", "set_game", "set_public", "add_bot"]);

/**
 * @param {State} state
 * @param {Table} table
 * @param {Intents} on
 * @param {number} now  milliseconds since 1970 here
 */
export function waitingView(state, table, on, now) {
  const start = formNamed(table, "start");
  const game = state.games.get(table.game);
  const free = freeSeats(table, game);
  return html`<main class="waiting">
    <h1 class="unseen">Waiting room</h1>
    ${inviteView(state, on)}
    <section class="panel players">
      <h2>${game?.name ?? "Game"} <span class="faint">· ${counted(table.players.length, "player")}${free === null ? "" : `, ${freeText(free)}`}</span></h2>
      ${playerList(table, on, state)}
      ${watchersView(table)}
      ${addBotView(state, table, on)}
      ${otherMoves(state, table, on)}
      <div class="start">
        <p class="prompt" data-testid="prompt" role="status">${table.prompt}</p>
        ${startsIn(state, now)}
        ${start ? html`<button type="button" class="button primary big" data-testid="start" title=${start.help || nothing}
          ?disabled=${state.sending.has("start")} @click=${() => on.press(start)}>${start.label}</button>` : nothing}
      </div>
    </section>
    <div class="settings">
      ${gameView(state, table, on)}
      ${optionsView(state, table, on)}
      ${game?.rules ? html`<details class="panel rules"><summary><h2>Rules of ${game.name}</h2></summary>
        ${paragraphs(game.rules).map((part) => html`<p>${part}</p>`)}</details>` : nothing}
      <div class="panel">${logView(state)}</div>
    </div>
  </main>`;
}

/** @param {number} free */
function freeText(free) {
  return free ? `${counted(free, "seat")} free` : "no seat free";
}

/**
 * One click for each level; no bot can be added where the room does not offer it.
 * @param {State} state
 * @param {Table} table
 * @param {Intents} on
 */
function addBotView(state, table, on) {
  const form = formNamed(table, "add_bot");
  return form ? html`<div class="add-bot" role="group" aria-labelledby="add-bot">
    <span id="add-bot" class="add-bot-label" data-testid="move-add_bot">${robot()} ${form.label}</span>
    <span class="segments">${choicesOf(form).map(({ field, choice }) => html`<button type="button" class="button plain"
      data-testid="add-bot-${choice.value}" ?disabled=${state.sending.has(form.name)}
      @click=${() => on.press(form, { [field.name]: choice.value })}>${choice.label}</button>`)}</span>
  </div>` : nothing;
}

/**
 * Whatever else the room offers that has no place of its own here.
 * @param {State} state
 * @param {Table} table
 * @param {Intents} on
 */
function otherMoves(state, table, on) {
  const forms = table.moves.filter((form) => !PLACED.has(form.name) && !isAboutOne(form));
  return forms.length ? html`<div class="row other-moves">${forms.map((form) => moveButton(state, form, on))}</div>` : nothing;
}

/**
 * @param {State} state
 * @param {Intents} on
 */
function inviteView(state, on) {
  const code = state.code.toUpperCase();
  return html`<section class="panel invite" aria-label="Invite">
    <p class="kicker">Room code</p>
    <p class="code" data-testid="room-code" aria-label=${[...code].join(" ")}>${code}</p>
    <div class="row">
      <button type="button" class="button plain" data-testid="copy-code" @click=${() => on.copy(code, "Code copied.")}>Copy code</button>
      <button type="button" class="button plain" data-testid="copy-link"
        @click=${() => on.copy(on.shareLink(), "Link copied.")}>Copy link</button>
    </div>
    <p class="faint share">${on.shareLink()}</p>
  </section>`;
}

/**
 * @param {Table} table
 * @param {Intents} [on]  without it nobody can be acted upon
 * @param {State} [state]
 */
export function playerList(table, on, state) {
  return html`<ul class="player-list" data-testid="player-list">
    ${repeat(table.players, (player) => player.id, (player) => html`<li data-player=${player.id} class="is-${player.status}">
      ${avatar(table, player)}<span class="seat-name" dir="auto">${player.name}</span>${badges(table, player)}
      ${on && state ? playerMoves(state, table, player, on) : nothing}</li>`)}
  </ul>`;
}

/**
 * @param {State} state
 * @param {Table} table
 * @param {Player} player
 * @param {Intents} on
 */
function playerMoves(state, table, player, on) {
  const rename = player.id === table.you ? formNamed(table, "rename") : undefined;
  const about = formsAbout(table, player.id);
  return html`<span class="player-moves">
    ${rename ? moveButton(state, { ...rename, tone: "quiet" }, on, { label: "Rename" }) : nothing}
    ${player.bot ? about.map(({ form, field }) => removeButton(state, player, form, field, on))
      : about.length ? html`<details class="menu"><summary class="button quiet" aria-label="Manage ${player.name}">⋯</summary>
      <div class="menu-box">${about.map(({ form, field }) => html`<button type="button" class="button ${form.tone ?? "plain"}"
        data-testid="move-${form.name}" @click=${() => on.press(form, { [field.name]: player.id })}>${form.label}</button>`)}</div>
    </details>` : nothing}</span>`;
}

/**
 * A bot has no feelings: it goes with one click.
 * @param {State} state
 * @param {Player} player
 * @param {Form} form
 * @param {Field} field
 * @param {Intents} on
 */
function removeButton(state, player, form, field, on) {
  return html`<button type="button" class="button quiet" data-testid="move-${form.name}" data-player=${player.id}
    title=${form.label} aria-label="${form.label}: ${player.name}" ?disabled=${state.sending.has(form.name)}
    @click=${() => on.press(form, { [field.name]: player.id })}>Remove</button>`;
}

/**
 * @param {State} state
 * @param {Table} table
 * @param {Intents} on
 */
function gameView(state, table, on) {
  const form = formNamed(table, "set_game");
  const field = form?.fields[0];
  const open = formNamed(table, "set_public");
  const game = state.games.get(table.game);
  const choices = field?.kind === "choice" ? withPresent(field.of, table.game, game?.name) : [];
  return html`<section class="panel game">
    ${form && field && choices.length > 1 ? html`<label for="set-game">Game</label>
      <select id="set-game" data-testid="move-set_game" @change=${(/** @type {any} */ event) =>
        on.press(form, { [field.name]: choices[event.target.selectedIndex].value })}>
        ${choices.map((choice) => html`<option .selected=${live(choice.value === table.game)}>${choice.label}</option>`)}
      </select>` : nothing}
    <div class="game-about">${gamePicture(game)}
      <div><p>${game?.summary}</p>${game ? html`<p class="faint">${gameFacts(game)}</p>` : nothing}</div></div>
    ${presetsView(state, table, on)}
    <div class="row spread-row"><span>${table.public ? "Public room: listed on the start page." : "Private room: only with the code."}</span>
      ${open ? moveButton(state, { ...open, tone: "quiet" }, on) : nothing}</div>
  </section>`;
}

/**
 * Sets of options that have a name: one click chooses and saves them all.
 * @param {State} state
 * @param {Table} table
 * @param {Intents} on
 */
function presetsView(state, table, on) {
  const game = state.games.get(table.game);
  const presets = game?.presets ?? [];
  if (!game || presets.length < 2) return nothing;
  const form = formNamed(table, "set_options");
  const active = presets.find((preset) => isPreset(game.options, preset, table.options));
  if (!form) return html`<p class="preset-name">${active ? `Played as: ${active.name}` : "Played with options of your host"}</p>`;
  return html`<div class="presets" role="group" aria-label="Ways to play" data-testid="presets">
    ${presets.map((preset) => html`<button type="button" class="button plain" data-preset=${preset.name}
      aria-pressed=${preset === active ? "true" : "false"} ?disabled=${state.sending.has(form.name)}
      @click=${() => on.usePreset(form, game.options, preset)}>${preset.name}</button>`)}
    ${active ? nothing : html`<span class="badge">own options</span>`}</div>`;
}
