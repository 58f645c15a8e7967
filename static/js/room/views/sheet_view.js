// Sheets over the page that are not about a move: links, options, help, a player, and joining from the table.

/** @import {State} from "../../table/state.js" */
/** @import {Intents} from "../../table/intents.js" */

import { html, nothing, svg } from "../../../vendor/lit-html/lit-html.js";
import { choicesOfPlayer } from "../../shared/selection.js";
import { cardPicture, facePicture } from "../../shared/views/card_view.js";
import { say } from "../../shared/words.js";
import { zonesOf } from "../../table/layout.js";
import { avatar, badges } from "../../table/views/seats_view.js";
import { late } from "../late.js";
import { joinForm } from "./join_view.js";

/**
 * @param {State} state
 * @param {Intents} on
 */
export function sheetView(state, on) {
  if (state.move.dialog) return nothing;
  switch (state.sheet.kind) {
    case "return": return state.access.seat ? linkSheet(state, on, RETURN) : nothing;
    case "invite": return linkSheet(state, on, INVITE);
    case "options": return state.sync.table && late.optionsForm ? optionsSheet(late.optionsForm(state, state.sync.table, on), on) : nothing;
    case "help": return state.sync.table && late.helpSheet ? late.helpSheet(state, state.sync.table, on, facePicture) : nothing;
    case "person": return state.sync.table && late.personSheet ? late.personSheet(state, state.sync.table, on, { avatar, badges, cardPicture, choicesOfPlayer, zonesOf }) : nothing;
    case "join": return state.access.seat ? nothing : joinSheet(state, on);
    default: return nothing;
  }
}

/** @typedef {{id: string, title: string, words: string, qr: string}} LinkWords */

/** @type {LinkWords} */
const RETURN = {
  id: "return", title: say("Your link to come back"), qr: say("QR code of your link to come back"),
  words: say("This link is your seat. Open it on another device, or save it to come back later. Don't share it."),
};
/** @type {LinkWords} */
const INVITE = {
  id: "invite", title: say("Invite"), qr: say("QR code of the invitation"),
  words: say("Anyone with this link can join the room."),
};

/**
 * @param {Pick<State, "code"|"sheet">} state
 * @param {Intents} on
 * @param {LinkWords} words
 */
function linkSheet(state, on, words) {
  return html`<dialog class="dialog" data-testid="${words.id}-sheet" aria-labelledby="sheet-title" @cancel=${on.closeSheet}>
    <h2 id="sheet-title">${words.title}</h2>
    <p>${words.words}</p>
    ${qrView(state, words.qr)}
    <label for="sheet-url">${say("Link")}</label>
    <input id="sheet-url" class="sheet-url" data-testid="${words.id}-url" readonly .value=${on.sheetLink()}
      @focus=${(/** @type {any} */ event) => event.target.select()}>
    ${words === INVITE ? html`<p class="for-tv"><a href=${`/r/${state.code}/tv`} target="_blank" rel="noopener" data-testid="tv-link">${say("Show the table on a TV")}</a></p>` : nothing}
    <p class="sheet-note" role="status">${state.sheet.note}</p>
    <div class="row dialog-buttons">
      <button type="button" class="button plain" data-testid="close-sheet" @click=${on.closeSheet}>${say("Close")}</button>
      <button type="button" class="button primary" data-testid="copy-${words.id}" autofocus @click=${() => on.copySheetLink()}>${say("Copy link")}</button>
    </div>
  </dialog>`;
}

/**
 * Shows the QR code, or an empty box of its size until the code is ready.
 * @param {Pick<State, "sheet">} state
 * @param {string} label
 */
export function qrView({ sheet: { qr } }, label) {
  return html`<div class="qr-box">${qr ? svg`<svg class="qr" data-testid="qr" viewBox="0 0 ${qr.size} ${qr.size}" role="img"
    aria-label=${label} shape-rendering="crispEdges"><path d=${qr.path}/></svg>` : nothing}</div>`;
}

/**
 * @param {unknown} form
 * @param {Intents} on
 */
function optionsSheet(form, on) {
  return html`<dialog class="dialog wide" data-testid="options-sheet" aria-labelledby="sheet-title" @cancel=${on.closeSheet}>
    <h2 id="sheet-title">${say("Options")}</h2>${form}</dialog>`;
}

/**
 * @param {Pick<State, "sync"|"join"|"move">} state
 * @param {Intents} on
 */
function joinSheet(state, on) {
  const isRunning = state.sync.table?.phase === "playing";
  return html`<dialog class="dialog" data-testid="join-sheet" aria-labelledby="sheet-title" @cancel=${on.closeSheet}>
    <h2 id="sheet-title">${isRunning ? say("Join the next game") : say("Join")}</h2>
    ${isRunning ? html`<p>${say("You get a seat now. You watch until this game is over and play in the next one.")}</p>` : nothing}
    ${joinForm(state, on, say("Join"), { beside: html`<button type="button" class="button plain" @click=${on.closeSheet}>${say("Cancel")}</button>` })}
  </dialog>`;
}
