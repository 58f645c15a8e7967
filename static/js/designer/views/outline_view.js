// The outline of a document: its parts, missing parts, and the next phases of each phase.

/** @import {Item, Path, Section} from "../outline.js" */
/** @import {DesignIntents, DesignState} from "../designer.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { NAMED_KEYS } from "../outline.js";
import { listText, say } from "../../shared/words.js";

/** Names of sections, by key. */
const NAMES = /** @type {Record<string, string>} */ ({
  facts: say("Facts"), deck: say("Cards"), zones: say("Zones"), options: say("Options"), vars: say("Variables"), define: say("Definitions"),
  routines: say("Routines"), start: say("Start"), phases: say("Phases"), triggers: say("Triggers"), leave: say("Leaving"),
  shows: say("What is shown"), bots: say("Bots"), style: say("Style"),
});

/**
 * @param {DesignState} state
 * @param {DesignIntents} on
 */
export function outlineView(state, on) {
  return html`<nav class="outline" aria-label=${say("Parts of the game")}><ul>${state.draft.outline.map((section) => sectionView(section, state, on))}</ul></nav>`;
}

/**
 * @param {Section} section
 * @param {DesignState} state
 * @param {DesignIntents} on
 */
function sectionView({ key, paths, exists, items }, state, on) {
  const isBoxes = key === "phases";
  const isOpen = NAMED_KEYS.includes(key) && paths.some(([of]) => of === state.view.paths[0]?.[0]);
  return html`<li class="outline-section">${partButton(NAMES[key], paths, state, on, !exists)}
    ${items.length ? html`<ul class=${isBoxes ? "phase-boxes" : "outline-items"}>${items.map((item) => itemView(item, state, on))}</ul>` : nothing}
    ${isOpen ? adderView(key, on) : nothing}</li>`;
}

/**
 * @param {string} key  of the selected section
 * @param {DesignIntents} on
 */
function adderView(key, on) {
  return html`<form class="field-row outline-add" data-testid="add-${key}" @submit=${(/** @type {any} */ event) => {
      event.preventDefault();
      on.addPart(key, event.target.elements.part.value.trim());
      event.target.reset();
    }}><input name="part" required autocomplete="off" autocapitalize="off" spellcheck="false" aria-label=${say("Name for the new part of {name}", { name: NAMES[key] })} placeholder=${say("Name")}>
    <button type="submit" class="button plain small">${say("Add")}</button></form>`;
}

/**
 * @param {Item} item
 * @param {DesignState} state
 * @param {DesignIntents} on
 * @returns {unknown}
 */
function itemView({ path, name, nextPhases, items }, state, on) {
  return html`<li>${partButton(name, [path], state, on)}
    ${nextPhases.length ? html`<p class="leads" title=${say("Leads to {phases}", { phases: listText(nextPhases) })}>→ ${listText(nextPhases)}</p>` : nothing}
    ${items.length ? html`<ul class="outline-items">${items.map((item) => itemView(item, state, on))}</ul>` : nothing}</li>`;
}

/**
 * @param {string} name
 * @param {Path[]} paths  of the parts that it selects
 * @param {DesignState} state
 * @param {DesignIntents} on
 * @param {boolean} [isMissing]
 */
function partButton(name, paths, state, on, isMissing = false) {
  const isChosen = JSON.stringify(state.view.paths) === JSON.stringify(paths);
  return html`<button type="button" class="part-button ${isMissing ? "missing" : ""}" aria-pressed=${isChosen} @click=${() => on.select(paths)}>${name}${isMissing
    ? html` <span class="faint">(${say("none yet")})</span>` : nothing}</button>`;
}
