// The debug view of a trial, folded until it is opened.

/** @import {Table} from "../../shared/types.js" */
/** @import {State} from "../state.js" */
/** @import {Intents} from "../intents.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { say } from "../../shared/words.js";

/**
 * @param {Pick<State, "access"|"trial">} state
 * @param {Table} table
 * @param {Intents} on
 */
export function debugView(state, table, on) {
  const { trial } = state;
  if (!table.trial || !state.access.seat) return nothing;
  return html`<details class="inside" data-testid="inside" ?open=${trial.isOpen} @toggle=${(/** @type {any} */ event) => on.showDebugView(event.target.open)}>
    <summary>${say("Inspect the table")}</summary>
    ${trial.view && trial.isOpen && trial.draw ? trial.draw({ html, nothing, say }, trial.view) : html`<p class="faint">${trial.error || "…"}</p>`}</details>`;
}
