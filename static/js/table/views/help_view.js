// The help sheet with legal moves, rules, options and invitation; and hints for newcomers.

/** @import {Table} from "../../shared/types.js" */
/** @import {State} from "../state.js" */
/** @import {Intents} from "../intents.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { gameForms } from "../../shared/forms.js";
import { paragraphs } from "../../shared/text.js";
import { pieces, say } from "../../shared/words.js";
import { allOptions } from "./options_view.js";

/**
 * @param {Pick<State, "code"|"games">} state
 * @param {Table} table
 * @param {Intents} on
 */
export function helpSheet(state, table, on) {
  const game = state.games.get(table.game);
  return html`<dialog class="dialog wide help-sheet" data-testid="help-sheet" aria-labelledby="sheet-title" @cancel=${on.closeSheet}>
    <h2 id="sheet-title" tabindex="-1" autofocus>${game?.name ?? say("Help")}</h2>
    ${nowView(state, table)}
    <h3>${say("Rules")}</h3>
    ${paragraphs(game?.rules ?? "").map((part) => html`<p>${part}</p>`)}
    <details class="options"><summary><b>${say("Current options")}</b></summary>${allOptions(game?.options ?? [], table.options)}</details>
    <h3>${say("Invitation")}</h3>
    <p>${pieces("Room {code}: anyone with the code or the link can join.", { code: html`<b>${state.code.toUpperCase()}</b>` })}</p>
    <div class="row dialog-buttons">
      <button type="button" class="button plain" data-testid="help-invite" @click=${() => on.openSheet("invite")}>${say("Invite")}</button>
      <button type="button" class="button primary" data-testid="close-sheet" @click=${on.closeSheet}>${say("Close")}</button>
    </div>
  </dialog>`;
}

/**
 * Shows the legal moves with their help or hints.
 * @param {Pick<State, "games">} state
 * @param {Table} table
 */
function nowView(state, table) {
  const hints = state.games.get(table.game)?.hints ?? {};
  const forms = gameForms(table).filter((form, nth, list) => list.findIndex((earlier) => earlier.name === form.name) === nth);
  return html`<h3>${say("Now")}</h3><p>${table.prompt}</p>
    ${forms.length ? html`<ul class="may">${forms.map((form) => html`<li><b>${form.label}</b> ${form.help || hints[form.name] || nothing}</li>`)}</ul>`
      : nothing}`;
}

/**
 * @param {Pick<State, "sync"|"move"|"sheet"|"hints">} state
 * @param {Intents} on
 */
export function hintView(state, on) {
  return state.hints.hint && state.sync.table?.phase === "playing" && !state.move.dialog && !state.sheet.kind ? html`<div class="hint" role="status" data-testid="hint">
    <p>${state.hints.hint.text}</p>
    <button type="button" class="button primary" data-testid="close-hint" @click=${() => on.closeHint()}>${say("Got it")}</button></div>` : nothing;
}
