// Draws the debug view of a trial: all cards and variables under the names of the document. It is loaded on
// demand and imports nothing, so its tools are passed to it.

/**
 * @typedef {object} Tools
 * @property {typeof import("../../vendor/lit-html/lit-html.js").html} html
 * @property {symbol} nothing
 * @property {typeof import("../shared/words.js").say} say
 */

/**
 * @param {Tools} tools
 * @param {import("../shared/types.js").DebugView} view
 */
export function debugContents({ html, nothing, say }, { seed, phase, table, kept }) {
  const nameOf = (/** @type {string} */ id) => table.players.find((player) => player.id === id)?.name ?? id;
  const ownedBy = (/** @type {string[]} */ players) => players.length ? html`<span dir="auto">${players.map(nameOf).join(", ")}</span> ` : nothing;
  return html`<div class="inside-box" tabindex="0" role="group" aria-label=${say("Everything on the table")}>
    <dl><div><dt>${say("Phase")}</dt><dd><code>${phase}</code></dd></div></dl>
    ${kept.length ? html`<h2>${say("Variables")}</h2><dl>${kept.map((variable) => html`<div><dt>${ownedBy(variable.of)}<code>${variable.name}</code></dt>
      <dd dir="auto">${variable.text}</dd></div>`)}</dl>` : nothing}
    <h2>${say("Cards")}</h2><dl>${table.zones.map((zone) => html`<div><dt>${ownedBy(zone.owner ? [zone.owner] : [])}<code>${zone.id.split(":")[0]}</code> ${zone.count}</dt>
      <dd><code>${(zone.cards ?? []).join(" ") || "–"}</code></dd></div>`)}</dl>
    <h2>${say("Seed")}</h2><p class="seed"><code>${seed}</code></p></div>`;
}
