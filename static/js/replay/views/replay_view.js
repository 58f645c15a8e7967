// The replay page: the table of a frame, and the controls of playback.

/** @import {Player, Table, Zone} from "../../shared/types.js" */
/** @import {ReplayState} from "../replay_state.js" */
/** @import {ReplayIntents} from "../replay.js" */
/** @import {Intents} from "../../table/intents.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { live } from "../../../vendor/lit-html/directives/live.js";
import { repeat } from "../../../vendor/lit-html/directives/repeat.js";
import { gameOf, isAtEnd, openHands, turnNow, withoutHands } from "../replay_state.js";
import { cardPicture } from "../../shared/views/card_view.js";
import { shownTable } from "../../table/animations.js";
import { visibleLines } from "../../table/log.js";
import { clearFileInput } from "../../shared/game_files.js";
import { number, say } from "../../shared/words.js";
import { settingsMenu } from "../../table/views/settings_view.js";
import { avatar } from "../../table/views/seats_view.js";
import { tableView } from "../../table/views/table_view.js";

const SPEEDS = [0.5, 1, 2, 4];
/** Intents of the table's views: in a replay no cards are picked. */
const REPLAY_INTENTS = /** @type {Intents} */ (/** @type {unknown} */ ({ toggle() {} }));

/**
 * @param {ReplayState} state
 * @param {ReplayIntents} on
 */
export function replayView(state, on) {
  if (!state.room.sync.table || state.error) return html`${barView(state, on)}${entryView(state, on)}${noticeView(state)}`;
  const table = shownTable(state.room.sync.table, state.room.log.stage);
  const hands = openHands(state, table);
  return html`${barView(state, on)}<div class="replaying ${hands.length ? "all-open" : ""}">${tableView(state.room, { ...withoutHands(table, hands), prompt: happened(state, table), host: null }, REPLAY_INTENTS, 0,
    html`${hands.length ? handsView(state, table, hands) : nothing}${controls(state, on)}${noticeView(state)}`)}</div>`;
}

/**
 * Returns what happened last, in place of the prompt: in a recording, there is nobody to wait for. A host has
 * nothing to do there, either.
 * @param {ReplayState} state
 * @param {Table} table
 */
function happened(state, table) {
  const last = visibleLines(state.room.log).at(-1);
  return table.phase === "playing" && last ? last.text : table.prompt;
}

/**
 * Shows all hands: the first half above the table, the others below, clockwise like the seats.
 * @param {ReplayState} state
 * @param {Table} table
 * @param {{player: Player, zone: Zone}[]} hands
 */
function handsView(state, table, hands) {
  const faces = gameOf(state)?.faces ?? {};
  const half = Math.ceil(hands.length / 2);
  return html`<section class="laid-open" aria-label=${say("All hands")} data-testid="all-hands">
    ${[hands.slice(0, half), hands.slice(half).reverse()].map((row) => html`<div class="laid-row">${repeat(row, ({ zone }) => zone.id, ({ player, zone }) =>
      html`<figure class="laid-hand ${player.turn ? "on-turn" : ""}" data-owner=${player.id}><figcaption>${avatar(table, player)}<b dir="auto" translate="no">${player.name}</b>
        <span>${zone.count}</span></figcaption>
        <div class="laid-cards" .style=${`--cards:${Math.max(1, zone.count)}`}>${(zone.cards ?? []).map((code) => cardPicture(code, faces))}</div></figure>`)}</div>`)}
  </section>`;
}

/**
 * @param {ReplayState} state
 * @param {ReplayIntents} on
 */
function barView(state, on) {
  return html`<header class="topbar">
    <a class="brand" href="/" aria-label="Cheat"><img src="/static/favicon.svg" alt="" width="28" height="28"><span>Cheat</span></a>
    <span class="bar-code"><span class="bar-word">${say("Replay")} </span><b>${gameOf(state)?.name ?? state.source.code.toUpperCase()}</b></span>
    <span class="bar-space"></span>
    ${state.frames.count ? settingsMenu(state.room, on.set) : nothing}
    ${state.source.code ? html`<a class="button quiet" href=${state.source.roomUrl} aria-label=${say("Back to the room")}><span class="save-word">${say("Back to the room")}</span><span class="save-sign">← ${say("Room")}</span></a>` : nothing}
    ${state.source.file && state.frames.count ? html`<button type="button" class="button quiet" data-testid="save-replay" title=${say("Download")} @click=${on.save}><svg class="icon save-sign" viewBox="0 0 24 24" aria-hidden="true"><path d="M10.5 3h3v8.2l3-3 2.1 2.1L12 17l-6.6-6.7 2.1-2.1 3 3zM4 18.5h16V21H4z"/></svg><span class="save-word">${say("Download")}</span></button>` : nothing}
    ${state.frames.count ? html`<button type="button" class="button quiet drawer-toggle" aria-expanded=${state.room.log.isOpen ? "true" : "false"}
      @click=${on.toggleDrawer}>${say("Log")}</button>` : nothing}
  </header>`;
}

/**
 * Shows that the others wait or play already.
 * @param {ReplayState} state
 */
function noticeView({ notice, source: { roomUrl } }) {
  return html`<div class="toasts call" role="status">${notice ? html`<p class="toast" data-testid="call"><span>${notice}</span>
    <a class="button primary" href=${roomUrl}>${say("Go to the room")}</a></p>` : nothing}</div>`;
}

/**
 * Shows the loading state, an error, or the choice of a file.
 * @param {ReplayState} state
 * @param {ReplayIntents} on
 */
function entryView(state, on) {
  if (state.source.code) {
    return html`<main class="centre"><section class="panel"><h1>${say("Replay")}</h1>
      ${state.error ? html`<p class="error" role="alert">${state.error}</p>
        <p><a class="button primary" href=${state.source.roomUrl}>${say("Go to the room")}</a></p>` : html`<p role="status">${say("Opening the replay…")}</p>`}
    </section></main>`;
  }
  return html`<main class="centre"><section class="panel drop" data-testid="drop">
    <h1>${say("Watch a replay")}</h1>
    <p>${say("When a game is over, you can download its replay from the result. Open the file here, or drop it on this page.")}</p>
    ${state.error ? html`<p class="error" role="alert">${state.error}</p>` : nothing}
    ${state.source.file && !state.error ? html`<p role="status">${say("Opening {file}…", { file: state.source.fileName })}</p>` : nothing}
    <label class="button primary big">${say("Open a file")}<input class="unseen" type="file" accept="application/json,.json" data-testid="open-file"
      @click=${clearFileInput} @change=${(/** @type {Event & {target: HTMLInputElement}} */ event) => on.open(event.target.files)}></label>
  </section></main>`;
}

/**
 * @param {ReplayState} state
 * @param {ReplayIntents} on
 */
function controls(state, on) {
  return html`<section class="controls" aria-label=${say("Replay")} data-testid="controls">
    <label class="slider"><span class="unseen">${say("Position")}</span>
      <span class="track">${marksView(state, on)}<input type="range" min="0" max=${state.frames.count - 1} .value=${live(String(state.playback.at))} .style=${`--done:${state.playback.at / Math.max(1, state.frames.count - 1)}`} data-testid="slider"
        @input=${(/** @type {InputEvent & {target: HTMLInputElement}} */ event) => on.jump(Number(event.target.value))}></span>
      ${legendView(state)}<output data-testid="position">${state.playback.at + 1} / ${state.frames.count}</output></label>
    <div class="steps">
      ${stepButton(say("Go to the start"), "M5 4h3v16H5zM20 4v16L9 12z", on.first, state.playback.at === 0)}
      ${stepButton(say("Back"), "M16 4l2.4 2.2-6.2 5.8 6.2 5.8L16 20l-8.6-8z", on.back, state.playback.at === 0)}
      <button type="button" class="button primary play" data-testid="play" aria-label=${state.playback.isPlaying ? say("Pause") : say("Play the replay")}
        @click=${on.toggle}>${sign(state.playback.isPlaying ? "M5 4h5v16H5zM14 4h5v16h-5z" : "M6 3v18l15-9z")}${state.playback.at ? nothing : html`<span class="play-word">${say("Play")}</span>`}</button>
      ${stepButton(say("Forward"), "M8 4l8.6 8L8 20l-2.4-2.2 6.2-5.8-6.2-5.8z", on.forward, isAtEnd(state))}
      ${stepButton(say("Go to the end"), "M16 4h3v16h-3zM4 4v16l11-8z", on.last, isAtEnd(state))}
    </div>
    <div class="looks">
      ${turnPicker(state, on)}
      ${picker(say("Seat"), "seat", [["", say("Spectator")], ...players(state)], state.view.seat, on.setSeat)}
      ${picker(say("Speed"), "speed", SPEEDS.map((speed) => [String(speed), `${number(speed)} ×`]), String(state.playback.speed), (value) => on.setSpeed(Number(value)))}
      <label class="check"><input type="checkbox" .checked=${live(state.view.isOpen)} data-testid="open-cards"
        @change=${(/** @type {Event & {target: HTMLInputElement}} */ event) => on.setOpen(event.target.checked)}>${say("Show all cards")}</label>
    </div>
  </section>`;
}

/** Names of important kinds of events. */
const EVENT_NAMES = /** @type {Record<string, string>} */ ({
  lie: say("Lie"), truth: say("Truth"), nope: say("Nope"), explosion: say("Explosion"), defused: say("Defused"), danger: say("Danger"), uno: say("UNO"),
  caught: say("Caught"), round: say("Round"), attack: say("Attack"), colour: say("Colour"),
});

/**
 * Marks important events above the slider. A press jumps there; keyboards use the list of turns.
 * @param {ReplayState} state
 * @param {ReplayIntents} on
 */
function marksView({ frames: { moments, count } }, on) {
  const last = Math.max(1, count - 1);
  return html`<span class="marks" aria-hidden="true" data-testid="marks">${moments.map(([index, kind, tone]) => html`<i class="mark-${tone}" data-kind=${kind}
    title=${nameOf(kind, tone, index === last)} .style=${`--at:${index / last}`} @click=${() => on.jump(index)}></i>`)}</span>`;
}

/**
 * Names the marks of this replay, each name once.
 * @param {ReplayState} state
 */
function legendView({ frames: { moments, count } }) {
  const named = new Map(moments.map(([index, kind, tone]) => [nameOf(kind, tone, index === count - 1), { kind, tone }]));
  return html`<span class="legend" aria-hidden="true">${[...named].map(([name, { kind, tone }]) => html`<span><i class="mark-${tone}" data-kind=${kind}></i>${name}</span>`)}</span>`;
}

/**
 * @param {string} kind  of an event, which may be one of a game alone
 * @param {string} tone
 * @param {boolean} isLast  whether it is the event that ends the game
 */
function nameOf(kind, tone, isLast) {
  if (isLast && tone === "good") return say("Win");
  return EVENT_NAMES[kind] ?? (tone === "good" ? say("Good moment") : say("Bad moment"));
}

/** @param {string} path */
function sign(path) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${path}/></svg>`;
}

/**
 * @param {string} label
 * @param {string} path  of its sign
 * @param {() => void} press
 * @param {boolean} isIdle
 */
function stepButton(label, path, press, isIdle) {
  return html`<button type="button" class="button plain" aria-label=${label} title=${label} ?disabled=${isIdle} @click=${press}>${sign(path)}</button>`;
}

/**
 * @param {ReplayState} state
 * @param {ReplayIntents} on
 */
function turnPicker(state, on) {
  const now = turnNow(state);
  const turns = state.frames.turns.map(([, player], nth) => /** @type {[string, string]} */ (
    [String(nth), `${nth + 1}. ${state.room.sync.names.get(player) ?? player}`]));
  return picker(say("Turn"), "turn", [["-1", say("Start")], ...turns], String(now), (value) =>
    on.jump(value === "-1" ? 0 : state.frames.turns[Number(value)][0]));
}

/** @param {ReplayState} state @returns {[string, string][]} */
function players(state) {
  return (state.room.sync.table?.players ?? []).map(({ id, name }) => [id, name]);
}

/**
 * @param {string} label
 * @param {string} id
 * @param {string[][]} choices  value and words
 * @param {string} current
 * @param {(value: string) => void} choose
 */
function picker(label, id, choices, current, choose) {
  return html`<label class="pick"><span>${label}</span><select data-testid=${`pick-${id}`}
    @change=${(/** @type {Event & {target: HTMLSelectElement}} */ event) => choose(event.target.value)}>
    ${choices.map(([value, words]) => html`<option value=${value} .selected=${live(value === current)}>${words}</option>`)}</select></label>`;
}
