// The start page: playing at once, two doors to rooms of friends, the public rooms, and the game in three lines.

/** @import {Game, Listing} from "../types.js" */
/** @import {StartState, StartIntents} from "../start.js" */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { live } from "../../vendor/lit-html/directives/live.js";
import { repeat } from "../../vendor/lit-html/directives/repeat.js";
import { gameFacts } from "../faces.js";
import { gamePicture } from "./game_picture.js";

/**
 * @param {StartState} state
 * @param {StartIntents} on
 */
export function startView(state, on) {
  return html`<main class="start-page">
    <header class="hero"><img src="/static/favicon.svg" alt="" width="104" height="104">
      <div><h1>Cheat</h1><p class="tagline">Card games with friends, in the browser. Keep a straight face.</p></div></header>
    ${state.games.length > 1 ? catalogue(state, on) : nothing}
    ${playNow(state, on)}
    <h2 class="doors-title">With your friends</h2>
    <div class="doors">${joinDoor(state, on)}${createDoor(state, on)}</div>
    <div class="lower">
      ${state.rooms.length ? publicRooms(state.rooms, on) : nothing}
      <section class="how"><h2>How to play</h2><ol>
        <li>One of you creates a game and passes the code of its room on.</li>
        <li>The others join with the code and a name. No account needed.</li>
        <li>The host starts. Each table tells you what you may do.</li>
      </ol></section>
    </div>
  </main>`;
}

/**
 * The games to choose from; the choice holds for playing now and for a new room.
 * @param {StartState} state
 * @param {StartIntents} on
 */
function catalogue(state, on) {
  return html`<section class="catalogue" aria-label="Games" data-testid="catalogue">${state.games.map((game) => html`
    <button type="button" class="game-card" data-game=${game.id} aria-pressed=${game.id === state.game ? "true" : "false"}
      @click=${() => on.chooseGame(game.id)}>${gameCard(game)}</button>`)}
    ${state.games.filter((game) => game.id === state.game).map((game) => html`<p class="chosen-game" aria-hidden="true"><span>${gameFacts(game)}</span>
      ${game.summary}</p>`)}</section>`;
}

/** @param {Game} game */
function gameCard(game) {
  return html`${gamePicture(game)}<span class="game-words"><b class="game-name">${game.name}</b>
    <span class="game-facts">${gameFacts(game)}</span><span class="game-summary">${game.summary}</span></span>`;
}

/**
 * @param {StartState} state
 * @param {StartIntents} on
 */
function playNow(state, on) {
  return html`<section class="panel play-now" aria-labelledby="play-title">
    <div class="play-words"><h2 id="play-title">Play now</h2>
      <p class="faint">Sit down at once, with others who are waiting or with bots.</p></div>
    <form data-testid="play-now" class=${state.games.length > 1 ? "with-game" : ""} novalidate @submit=${submit(on.play)}>
      <div>${nameField("play-name", state.name, state.errors.play, on.typeName)}</div>
      ${state.games.length > 1 ? html`<div>${gameField("play-game", state, on)}</div>` : nothing}
      <button type="submit" class="button primary big" ?disabled=${state.isBusy}>Play now</button>
    </form></section>`;
}

/**
 * @param {StartState} state
 * @param {StartIntents} on
 */
function joinDoor(state, on) {
  return html`<section class="panel door" aria-labelledby="join-title"><h2 id="join-title">Join a game</h2>
    <p class="faint">Somebody gave you a code.</p>
    <form data-testid="join-form" novalidate @submit=${submit(on.join)}>
      <label for="join-code">Room code</label>
      <input id="join-code" name="code" class="code-input" maxlength="12" autocomplete="off" autocapitalize="characters" spellcheck="false"
        placeholder="ABCDE" .value=${live(state.code)} aria-describedby="join-code-error"
        aria-invalid=${state.errors.code ? "true" : "false"} @input=${typed((value) => on.typeCode(value))}>
      ${error("join-code-error", state.errors.code)}
      ${nameField("join-name", state.name, state.errors.joinName, on.typeName)}
      <button type="submit" class="button primary big" ?disabled=${state.isBusy}>Join</button>
    </form></section>`;
}

/**
 * @param {StartState} state
 * @param {StartIntents} on
 */
function createDoor(state, on) {
  return html`<section class="panel door create" aria-labelledby="create-title"><h2 id="create-title">Create a game</h2>
    <p class="faint">You open a room and invite others.</p>
    <form data-testid="create-form" novalidate @submit=${submit(on.create)}>
      ${nameField("create-name", state.name, state.errors.createName, on.typeName)}
      ${state.games.length > 1 ? gameField("create-game", state, on) : nothing}
      <label class="check"><input type="checkbox" name="public" .checked=${live(state.isPublic)}
        @change=${(/** @type {any} */ event) => on.choosePublic(event.target.checked)}>Public: anyone may find and join it</label>
      ${error("create-error", state.errors.create)}
      <button type="submit" class="button big create-button" ?disabled=${state.isBusy}>Create</button>
    </form></section>`;
}

/**
 * @param {string} id
 * @param {StartState} state
 * @param {StartIntents} on
 */
function gameField(id, state, on) {
  return html`<label for=${id}>Game</label>
    <select id=${id} name="game" @change=${typed(on.chooseGame)}>${state.games.map((game) =>
      html`<option value=${game.id} .selected=${live(game.id === state.game)}>${game.name}</option>`)}</select>`;
}

/**
 * @param {string} id
 * @param {string} value
 * @param {string} problem
 * @param {(value: string) => void} onType
 */
function nameField(id, value, problem, onType) {
  return html`<label for=${id}>Your name</label>
    <input id=${id} name="name" autocomplete="nickname" .value=${live(value)} aria-describedby="${id}-error"
      aria-invalid=${problem ? "true" : "false"} @input=${typed(onType)}>
    ${error(`${id}-error`, problem)}`;
}

/**
 * @param {string} id
 * @param {string} text
 */
function error(id, text) {
  return html`<p class="error" id=${id} role="alert">${text}</p>`;
}

/**
 * @param {Listing[]} rooms
 * @param {StartIntents} on
 */
function publicRooms(rooms, on) {
  return html`<section class="panel public-rooms" data-testid="public-rooms"><h2>Open rooms</h2><ul>
    ${repeat(rooms, (room) => room.code, (room) => html`<li data-code=${room.code}>
      <span><b>${room.host}</b> · ${on.gameName(room.game)} <span class="faint">${room.players} of ${room.seats} seats</span></span>
      <button type="button" class="button plain" aria-label="Join the room of ${room.host}" @click=${() => on.joinListed(room.code)}>Join</button></li>`)}
  </ul></section>`;
}

/** @param {() => void} send */
function submit(send) {
  return (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    send();
  };
}

/** @param {(value: string) => void} take */
function typed(take) {
  return (/** @type {any} */ event) => take(event.target.value);
}
