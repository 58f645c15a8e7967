// What opens over the page without being about a move: the return link, and joining from the table.

/** @import {State} from "../state.js" */
/** @import {Intents} from "../intents.js" */

import { html, nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { joinForm } from "./join_view.js";

/**
 * @param {State} state
 * @param {Intents} on
 */
export function sheetView(state, on) {
  if (state.dialog) return nothing;
  if (state.sheet === "return" && state.seat) return returnSheet(state, on);
  return state.sheet === "join" && !state.seat ? joinSheet(state, on) : nothing;
}

/**
 * @param {State} state
 * @param {Intents} on
 */
function returnSheet(state, on) {
  return html`<dialog class="dialog" data-testid="return-sheet" aria-labelledby="sheet-title" @cancel=${on.closeSheet}>
    <h2 id="sheet-title">Your return link</h2>
    <p>This link is your seat. Open it on another device, or keep it to come back. Do not share it.</p>
    <div class="qr-box">${state.qr ? svg`<svg class="qr" data-testid="qr" viewBox="0 0 ${state.qr.size} ${state.qr.size}" role="img"
      aria-label="QR code of your return link" shape-rendering="crispEdges"><path d=${state.qr.path}/></svg>` : nothing}</div>
    <label for="return-url">Link</label>
    <input id="return-url" class="return-url" data-testid="return-url" readonly .value=${on.returnLink()}
      @focus=${(/** @type {any} */ event) => event.target.select()}>
    <p class="sheet-note" role="status">${state.sheetNote}</p>
    <div class="row dialog-buttons">
      <button type="button" class="button plain" data-testid="close-sheet" @click=${on.closeSheet}>Close</button>
      <button type="button" class="button primary" data-testid="copy-return" autofocus @click=${on.copyReturnLink}>Copy link</button>
    </div>
  </dialog>`;
}

/**
 * @param {State} state
 * @param {Intents} on
 */
function joinSheet(state, on) {
  const isRunning = state.table?.phase === "playing";
  return html`<dialog class="dialog" data-testid="join-sheet" aria-labelledby="sheet-title" @cancel=${on.closeSheet}>
    <h2 id="sheet-title">${isRunning ? "Join the next game" : "Join"}</h2>
    ${isRunning ? html`<p>You get a seat now, watch until this game is over, and play in the next one.</p>` : nothing}
    ${joinForm(state, on, "Join", { beside: html`<button type="button" class="button plain" @click=${on.closeSheet}>Cancel</button>` })}
  </dialog>`;
}
