// Everything at a table where somebody tries a game alone: all cards, and what the rules remember, by the names that the document gives them.

/** @import {Table} from "../types.js" */
/** @import {State} from "../state.js" */
/** @import {Intents} from "../intents.js" */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { say } from "../words.js";

/**
 * @param {State} state
 * @param {Table} table
 * @param {Intents} on
 */
export function insideView(state, table, on) {
  if (!table.trial || !state.seat) return nothing;
  return html`<details class="inside" data-testid="inside" ?open=${state.isInside} @toggle=${(/** @type {any} */ event) => on.lookInside(event.target.open)}>
    <summary>${say("Look inside")}</summary>
    ${state.inside && state.isInside ? contents(state.inside) : html`<p class="faint">${state.insideError || "…"}</p>`}</details>`;
}

/** @param {import("../types.js").Inside} inside */
function contents({ seed, phase, table, kept }) {
  const named = (/** @type {string} */ id) => table.players.find((player) => player.id === id)?.name ?? id;
  return html`<div class="inside-box" tabindex="0" role="group" aria-label=${say("Everything on the table")}>
    <dl><div><dt>${say("Phase")}</dt><dd><code>${phase}</code></dd></div></dl>
    ${kept.length ? html`<h2>${say("Variables")}</h2><dl>${kept.map((one) => html`<div><dt>${ownedBy(one.of, named)}<code>${one.name}</code></dt>
      <dd dir="auto">${one.text}</dd></div>`)}</dl>` : nothing}
    <h2>${say("Cards")}</h2><dl>${table.zones.map((zone) => html`<div><dt>${ownedBy(zone.owner ? [zone.owner] : [], named)}<code>${zone.id.split(":")[0]}</code> ${zone.count}</dt>
      <dd><code>${(zone.cards ?? []).join(" ") || "–"}</code></dd></div>`)}</dl>
    <h2>${say("Seed")}</h2><p class="seed"><code>${seed}</code></p></div>`;
}

/**
 * @param {string[]} players
 * @param {(id: string) => string} named
 */
function ownedBy(players, named) {
  return players.length ? html`<span dir="auto">${players.map(named).join(", ")}</span> ` : nothing;
}
