// The help sheet: legal moves, rules, effects of cards, marks and controls of the table, and options.

/** @import {Face, Game, Table} from "../../shared/types.js" */
/** @import {State} from "../../table/state.js" */
/** @import {Intents} from "../../table/intents.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { gameFacts } from "../../shared/faces.js";
import { gameForms } from "../../shared/forms.js";
import { paragraphs } from "../../shared/text.js";
import { gameCover } from "../../shared/views/game_cover.js";
import { eye, robot } from "../../shared/views/icons.js";
import { pieces, say } from "../../shared/words.js";
import { changedOptions } from "../../table/options.js";
import { allOptions } from "../../table/views/options_view.js";

/** @typedef {typeof import("../../shared/views/card_view.js").facePicture} DrawFace */

/** Maximum number of cards whose effects are shown at once. More are folded. */
const MOST_OPEN = 9;

/** Keys at the table, and what they do. @type {[string[], string][]} */
const KEYS = [
  [["Tab"], say("to your hand and the buttons")], [["←", "→"], say("along your hand")], [[say("Home"), say("End")], say("to its ends")],
  [[say("Space")], say("choose a card")], [["Enter"], say("play it")], [["Esc"], say("choose none, or close this")],
];

/**
 * @param {Pick<State, "code"|"games">} state
 * @param {Table} table
 * @param {Intents} on
 * @param {DrawFace} drawFace
 */
export function helpSheet(state, table, on, drawFace) {
  const game = state.games.get(table.game);
  return html`<dialog class="dialog wide help-sheet" data-testid="help-sheet" aria-labelledby="sheet-title" @cancel=${on.closeSheet}>
    <header class="help-bar"><h2 id="sheet-title" tabindex="-1" autofocus>${game?.name ?? say("Help")}</h2>${game ? html`<p class="faint">${gameFacts(game)}</p>` : nothing}
      <button type="button" class="button quiet" data-testid="close-sheet" aria-label=${say("Close")} title=${say("Close")} @click=${on.closeSheet}>✕</button></header>
    ${game ? html`<div class="help-head">${gameCover(game, drawFace)}<p dir="auto">${game.summary}</p></div>` : nothing}
    <div class="help-columns"><div>
      ${nowView(game, table)}
      ${game ? html`${rulesView(game)}${cardsView(game.faces, drawFace)}` : nothing}
    </div><div>
      ${marksView()}${controlsView(Object.values(game?.faces ?? {}).some(({ text }) => text))}
      ${game?.options.length ? optionsView(game, table) : nothing}
      <h3>${say("Invitation")}</h3>
      <p>${pieces("Room {code}: anyone with the code or the link can join.", { code: html`<b>${state.code.toUpperCase()}</b>` })}</p>
      <button type="button" class="button plain" data-testid="help-invite" @click=${() => on.openSheet("invite")}>${say("Invite")}</button>
    </div></div>
    <div class="help-end" aria-hidden="true"></div>
  </dialog>`;
}

/**
 * Shows the legal moves with their help or hints.
 * @param {Game|undefined} game
 * @param {Table} table
 */
function nowView(game, table) {
  const hints = game?.hints ?? {};
  const forms = gameForms(table).filter((form, nth, list) => list.findIndex((earlier) => earlier.name === form.name) === nth);
  return html`<section class="help-now"><h3>${say("Now")}</h3><p><b>${table.prompt}</b></p>
    ${forms.length ? html`<dl class="may">${forms.map((form) => html`<dt><span class="may-name tone-${form.tone ?? "plain"}">${form.label}</span></dt>
      <dd>${form.help || hints[form.name] || nothing}</dd>`)}</dl>` : nothing}</section>`;
}

/** @param {Game} game */
function rulesView({ rules }) {
  const [aim, ...others] = paragraphs(rules);
  return html`<h3>${say("Rules")}</h3><p dir="auto"><b>${aim}</b></p>${others.map((part) => html`<p dir="auto">${part}</p>`)}`;
}

/**
 * Shows one card of each effect, and what it does.
 * @param {Record<string, Face>} faces
 * @param {DrawFace} drawFace
 */
function cardsView(faces, drawFace) {
  const codeOf = new Map(Object.entries(faces).reverse().flatMap(([code, { text }]) => text ? [[text, code]] : []));
  if (!codeOf.size) return nothing;
  return html`<details class="help-cards" ?open=${codeOf.size <= MOST_OPEN}><summary><h3>${say("Cards with an effect")}</h3></summary>
    <ul>${[...codeOf].reverse().map(([text, code]) => html`<li><span class="card" aria-hidden="true">${drawFace(code, faces)}</span>
      <p dir="auto"><b>${faces[code].name}</b> ${text}</p></li>`)}</ul></details>`;
}

/** Explains the marks at seats. */
function marksView() {
  const face = (/** @type {unknown} */ inside, classes = "") => html`<span class="avatar avatar-3 ${classes}" aria-hidden="true">${inside}</span>`;
  return html`<h3>${say("At the table")}</h3><ul class="help-marks">
    <li>${face("A", "mark-turn")}${say("On turn. The ring is the time left.")}</li>
    <li><span class="mark-cards" aria-hidden="true"><span class="card back"></span>7</span>${say("Cards in a hand")}</li>
    <li>${face("B", "mark-away")}${say("Away. A bot may step in.")}</li>
    <li>${face(robot())}${say("Played by a bot")}</li>
    <li>${face(eye())}${say("Spectator")}</li></ul>`;
}

/**
 * Explains presses, drags and keys.
 * @param {boolean} hasTexts  whether cards have an effect to read about
 */
function controlsView(hasTexts) {
  return html`<h3>${say("Play with a finger or mouse")}</h3><ul class="help-touch">
    <li>${say("Press cards to choose them, then press a button.")}</li>
    <li>${say("Or drag a card onto the table.")}</li>
    <li>${say("Drag a card along your hand to sort it.")}</li>
    ${hasTexts ? html`<li>${say("Hold a card to read what it does.")}</li>` : nothing}</ul>
    <h3>${say("Keys")}</h3><dl class="help-keys">${KEYS.map(([keys, does]) => html`<div><dt>${keys.map((key) => html`<kbd>${key}</kbd>`)}</dt><dd>${does}</dd></div>`)}</dl>`;
}

/**
 * @param {Game} game
 * @param {Table} table
 */
function optionsView({ options }, table) {
  const count = changedOptions(options, table.options).length;
  return html`<details class="options help-options"><summary><h3>${say("Current options")}</h3> <span class="faint">${count ? say("{count} changed", { count }) : say("standard")}</span></summary>
    ${allOptions(options, table.options)}</details>`;
}
