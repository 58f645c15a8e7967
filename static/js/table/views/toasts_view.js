// Toasts: short messages of errors and confirmations.

/** @import {State} from "../state.js" */
/** @import {Intents} from "../intents.js" */

import { html } from "../../../vendor/lit-html/lit-html.js";
import { repeat } from "../../../vendor/lit-html/directives/repeat.js";
import { say } from "../../shared/words.js";

/**
 * @param {Pick<State, "toasts">} state
 * @param {Intents} on
 */
export function toastsView({ toasts }, on) {
  return html`<div class="toasts">${repeat(toasts.list, (toast) => toast.id, (toast) => html`<div class="toast ${toast.tone}" data-testid="toast"
    role=${toast.tone === "bad" ? "alert" : "status"}><span>${toast.text}</span>
    <button type="button" class="toast-close" aria-label=${say("Close")} @click=${() => on.closeToast(toast.id)}>×</button></div>`)}</div>`;
}
