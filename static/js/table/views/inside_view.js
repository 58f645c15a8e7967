// The way to look inside, at a table where somebody tries a game alone.

/** @import {Table} from "../../shared/types.js" */
/** @import {State} from "../state.js" */
/** @import {Intents} from "../intents.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { say } from "../../shared/words.js";

/**
 * @param {State} state
 * @param {Table} table
 * @param {Intents} on
 */
export function insideView(state, table, on) {
  if (!table.trial || !state.seat) return nothing;
  return html`<details class="inside" data-testid="inside" ?open=${state.isInside} @toggle=${(/** @type {any} */ event) => on.lookInside(event.target.open)}>
    <summary>${say("Inspect the table")}</summary>
    ${state.inside && state.isInside && state.insideDrawn ? state.insideDrawn({ html, nothing, say }, state.inside) : html`<p class="faint">${state.insideError || "…"}</p>`}</details>`;
}
