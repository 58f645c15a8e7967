// The waiting room: the code to share, the table with its free seats, and the game with its options.

/** @import {Form, Player, Table} from "../../shared/types.js" */
/** @import {State} from "../../table/state.js" */
/** @import {Intents} from "../../table/intents.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { live } from "../../../vendor/lit-html/directives/live.js";
import { repeat } from "../../../vendor/lit-html/directives/repeat.js";
import { gameFacts } from "../../shared/faces.js";
import { formNamed, formsAbout, isAboutPlayer, withCurrent } from "../../shared/forms.js";
import { freeSeats, placeAround } from "../../table/layout.js";
import { activePreset, changedOptions, presetValues } from "../../table/options.js";
import { plural, say } from "../../shared/words.js";
import { startsIn } from "../../table/views/countdown_view.js";
import { copySign, robot } from "../../shared/views/icons.js";
import { logView } from "../../table/views/log_view.js";
import { moveButton } from "../../table/views/moves_view.js";
import { namedOptions, optionsView } from "../../table/views/options_view.js";
import { avatar, badges, faceBox } from "../../table/views/seats_view.js";
import { chatView, talkMenu } from "../../table/views/talk_view.js";
import { watchersView } from "../../table/views/watch_view.js";
import { coverPlace } from "./cover_place.js";

/** Maximum number of free seats that are drawn: for a friend, for a bot, and an empty one. */
const MOST_FREE = 3;

/** Moves that have their own place on this screen or in the bar. */
const PLACED_FORMS = new Set([
  "start", "leave", "rename", "set_options", "set_game", "update_game", "set_public", "set_chat", "set_crowd", "add_bot",
]);

/**
 * @param {State} state
 * @param {Table} table
 * @param {Intents} on
 * @param {number} now  milliseconds since 1970 here
 */
export function waitingView(state, table, on, now) {
  return html`<main class="waiting">
    <h1 class="unseen">${say("Waiting room")}</h1>
    ${inviteView(state, on)}
    ${lobbyTable(state, table, on, now)}
    <div class="settings">
      ${gameView(state, table, on)}
      <div class="panel">${logView(state)}${chatView(state, on)}</div>
    </div>
  </main>`;
}

/**
 * @param {Pick<State, "code">} state
 * @param {Intents} on
 */
function inviteView(state, on) {
  const code = state.code.toUpperCase();
  return html`<section class="invite" aria-label=${say("Invite")}>
    <button type="button" class="code" translate="no" title=${say("Copy the code")} @click=${on.copyCode}><span data-testid="room-code" aria-hidden="true">${code}</span>
      <span class="unseen">${say("Copy the code: {code}", { code: [...code].join(" ") })}</span>${copySign()}</button>
    <div class="row">
      <button type="button" class="button plain" data-testid="share" @click=${() => on.share()}>${say("Share")}</button>
      <button type="button" class="button plain" data-testid="invite" @click=${() => on.openSheet("invite")}>${say("QR code")}</button>
    </div>
  </section>`;
}

/**
 * Shows the table with its players and free seats.
 * @param {State} state
 * @param {Table} table
 * @param {Intents} on
 * @param {number} now
 */
export function lobbyTable(state, table, on, now) {
  const start = formNamed(table, "start");
  const game = state.games.get(table.game);
  const free = freeSeats(table, game);
  const seats = table.players.length + (free ?? 0);
  const places = Math.min(seats, table.players.length + MOST_FREE);
  return html`<section class="players" aria-label=${say("Players")}>
    ${playerList(table, on, state, places)}
    ${freeSeatsView(state, table, on, places)}
    ${talkMenu(state, table, on)}
    <div class="start">
      <h2>${game?.name ?? say("Game")}</h2>
      <p class="seat-facts">${seatsText(table.players.length, free, seats)}</p>
      ${watchersView(table)}
      <p class="prompt" data-testid="prompt" role="status">${table.prompt}</p>
      ${startsIn(state, now)}
      ${start ? html`<button type="button" class="button primary big" data-testid="start" title=${start.help || nothing}
        ?disabled=${state.move.sending.has("start")} @click=${() => on.press(start)}>${start.label}</button>` : nothing}
      ${otherMoves(state, table, on)}
    </div>
  </section>`;
}

/**
 * @param {number} players
 * @param {number|null} free  seats; null if it is not known
 * @param {number} seats  in all
 */
function seatsText(players, free, seats) {
  if (free === null) return plural("{count} player", "{count} players", { count: players });
  return free ? plural("{count} player of {seats}", "{count} players of {seats}", { count: players, seats })
    : plural("{count} player, no free seat", "{count} players, no free seats", { count: players });
}

/**
 * Returns buttons for the room's moves that have no place of their own.
 * @param {Pick<State, "move">} state
 * @param {Table} table
 * @param {Intents} on
 */
function otherMoves(state, table, on) {
  const forms = table.moves.filter((form) => !PLACED_FORMS.has(form.name) && !isAboutPlayer(form));
  return forms.length ? html`<div class="row other-moves">${forms.map((form) => moveButton(state, form, on))}</div>` : nothing;
}

/**
 * Shows free seats. If the room allows it, pressing one adds a bot; of several, the first one is for a friend,
 * and the second one for a bot. The others are empty, so that nobody takes them for bots.
 * @param {Pick<State, "move">} state
 * @param {Table} table
 * @param {Intents} on
 * @param {number} places  drawn in all
 */
function freeSeatsView(state, table, on, places) {
  const form = formNamed(table, "add_bot");
  const free = places - table.players.length;
  return Array.from({ length: free }, (_, nth) => {
    const place = placeAround(table.players.length + nth, places);
    if (form && nth === 0 && free > 1) {
      return html`<button type="button" class="seat-free" .style=${place} data-testid="invite-friend" @click=${() => on.share()}><span aria-hidden="true">+</span><small>${say("Invite")}</small></button>`;
    }
    return form && nth < 2 ? html`<button type="button" class="seat-free" .style=${place} data-testid="add-bot" aria-label=${say("Free seat: {move}", { move: form.label })}
        ?disabled=${state.move.sending.has(form.name)} @click=${() => on.press(form)}><span aria-hidden="true">+</span>${robot()}<small aria-hidden="true">${form.label}</small></button>`
      : html`<span class="seat-free" .style=${place} aria-hidden="true"></span>`;
  });
}

/**
 * @param {Table} table
 * @param {Intents} [on]  missing: without controls
 * @param {Pick<State, "isTv"|"move">} [state]
 * @param {number} [seats]  number of seats around the table; missing: the players as a plain list
 */
export function playerList(table, on, state, seats) {
  return html`<ul class="player-list ${seats ? "around" : ""}" data-testid="player-list">
    ${repeat(table.players, (player) => player.id, (player, nth) => html`<li data-player=${player.id} class="is-${player.status}"
      .style=${seats ? placeAround(nth, seats) : ""}>
      ${on && state && player.id !== table.you ? faceBox(state, player, avatar(table, player), on) : avatar(table, player)}
      <span class="seat-name" translate="no" dir="auto">${player.name}</span><span class="lobby-badges">${badges(table, player)}</span>
      ${on && state ? playerMoves(state, table, player, on) : nothing}</li>`)}
  </ul>`;
}

/**
 * @param {Pick<State, "move">} state
 * @param {Table} table
 * @param {Player} player
 * @param {Intents} on
 */
function playerMoves(state, table, player, on) {
  const rename = player.id === table.you ? formNamed(table, "rename") : undefined;
  const about = formsAbout(table, player.id);
  return html`<span class="player-moves">
    ${rename ? seatButton(state, { ...rename, label: say("Rename") }, "✎", {}, on) : nothing}
    ${player.bot ? about.map(({ form, field }) =>
        seatButton(state, { ...form, label: `${form.label}: ${player.name}` }, "×", { [field.name]: player.id }, on)) : nothing}</span>`;
}

/**
 * @param {Pick<State, "move">} state
 * @param {Form} form
 * @param {string} sign
 * @param {Record<string, unknown>} fixedValues
 * @param {Intents} on
 */
function seatButton(state, form, sign, fixedValues, on) {
  return html`<button type="button" class="button quiet" data-testid="move-${form.name}" title=${form.label} aria-label=${form.label}
    ?disabled=${state.move.sending.has(form.name)} @click=${() => on.press(form, fixedValues)}><span aria-hidden="true">${sign}</span></button>`;
}

/**
 * @param {Pick<State, "games"|"move">} state
 * @param {Table} table
 * @param {Intents} on
 */
function gameView(state, table, on) {
  const form = formNamed(table, "set_game");
  const field = form?.fields[0];
  const newer = formNamed(table, "update_game");
  const game = state.games.get(table.game);
  const choices = field?.kind === "choice" ? withCurrent(field.of, table.game, game?.name) : [];
  return html`<section class="panel game">
    ${form && field && choices.length > 1 ? html`<label for="set-game">${say("Game")}</label>
      <select id="set-game" data-testid="move-set_game" @change=${(/** @type {any} */ event) =>
        on.press(form, { [field.name]: choices[event.target.selectedIndex].value })}>
        ${choices.map((choice) => html`<option .selected=${live(choice.value === table.game)}>${choice.label}</option>`)}
      </select>` : nothing}
    ${newer ? html`<div class="row">${moveButton(state, newer, on)}${newer.help ? html`<span class="faint">${newer.help}</span>` : nothing}</div>` : nothing}
    <div class="game-about">${coverPlace(game)}
      <div><p>${game?.summary}</p>${game ? html`<p class="faint">${gameFacts(game)}</p>` : nothing}</div></div>
    ${presetsView(state, table, on)}
    ${optionsView(state, table, on)}
    ${switchRow(state, table.public ? say("Public room: listed on the start page.") : say("Private room: only people with the code can join."),
      say("Anyone may join"), table.public, formNamed(table, "set_public"), on)}
    ${switchRow(state, table.chat ? say("Free text is on.") : say("Only reactions and phrases, no free text."),
      say("Players can write free text"), table.chat, formNamed(table, "set_chat"), on)}
    ${switchRow(state, table.crowd ? say("Spectators can react.") : say("Spectators can't react."),
      say("Spectators can react"), table.crowd, formNamed(table, "set_crowd"), on)}
  </section>`;
}

/**
 * @param {Pick<State, "move">} state
 * @param {string} words  the present setting, for players who may not change it
 * @param {string} label  of the switch
 * @param {boolean|undefined} isOn
 * @param {Form|undefined} form  the move that changes the setting
 * @param {Intents} on
 */
function switchRow(state, words, label, isOn, form, on) {
  if (!form) return html`<p class="switch-row">${words}</p>`;
  return html`<label class="switch-row"><span>${label}</span>
    <input type="checkbox" role="switch" data-testid="move-${form.name}" .checked=${live(Boolean(isOn))} ?disabled=${state.move.sending.has(form.name)}
      @change=${(/** @type {any} */ event) => {
        // The switch moves when the room has changed the setting.
        event.target.checked = Boolean(isOn);
        on.press(form);
      }}></label>`;
}

/**
 * Shows the presets of the game: one click sets all options.
 * @param {Pick<State, "games"|"move">} state
 * @param {Table} table
 * @param {Intents} on
 */
function presetsView(state, table, on) {
  const game = state.games.get(table.game);
  const presets = game?.presets ?? [];
  if (!game || presets.length < 2) return nothing;
  const form = formNamed(table, "set_options");
  const active = activePreset(game.options, presets, table.options);
  if (!form) return html`<p class="preset-name">${active ? say("Rules: {preset}", { preset: active.name }) : say("The host has changed the options")}</p>`;
  return html`<div class="presets" role="group" aria-label=${say("Rule sets")} data-testid="presets">
    ${presets.map((preset) => {
      const values = presetValues(game.options, preset);
      const changes = changedOptions(game.options, values);
      return html`<button type="button" class="preset" data-preset=${preset.name}
        aria-pressed=${preset === active ? "true" : "false"} ?disabled=${state.move.sending.has(form.name)}
        @click=${() => on.usePreset(form, game.options, preset)}><b>${preset.name}</b>
        <span data-name=${preset.name}>${changes.length ? namedOptions(changes, values) : say("Standard rules")}</span></button>`;
    })}</div>`;
}
