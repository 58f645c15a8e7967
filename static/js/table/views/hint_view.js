// The hint for newcomers, above the table.

/** @import {State} from "../state.js" */
/** @import {Intents} from "../intents.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { say } from "../../shared/words.js";

/**
 * @param {Pick<State, "sync"|"move"|"sheet"|"hints">} state
 * @param {Intents} on
 */
export function hintView(state, on) {
  return state.hints.hint && state.sync.table?.phase === "playing" && !state.move.dialog && !state.sheet.kind ? html`<div class="hint" role="status" data-testid="hint">
    <p>${state.hints.hint.text}</p>
    <button type="button" class="button primary" data-testid="close-hint" @click=${() => on.closeHint()}>${say("Got it")}</button></div>` : nothing;
}
