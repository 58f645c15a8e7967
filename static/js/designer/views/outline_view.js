// The outline of a document: its parts, missing parts, and the next phases of each phase.

/** @import {Item, Path, Section} from "../outline.js" */
/** @import {DesignIntents, DesignState} from "../designer.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { NAMED_KEYS, pathsOf, placeOf } from "../outline.js";
import { listText, say } from "../../shared/words.js";

/** Names of sections, by key. */
const NAMES = /** @type {Record<string, string>} */ ({
  facts: say("Basics"), deck: say("Cards"), zones: say("Piles and hands"), options: say("Options"), vars: say("Counters"), define: say("Named rules"),
  routines: say("Named effects"), start: say("Set-up"), phases: say("Turns and phases"), triggers: say("Automatic effects"), leave: say("Leaving"),
  shows: say("What is shown"), bots: say("Bots"), style: say("Style"),
});
/** What sections are for, by key. */
const PURPOSES = /** @type {Record<string, string>} */ ({
  facts: say("What the game is called, how many can play, and what players read about it."), deck: say("The cards that the game is played with."),
  zones: say("All places where cards lie, such as the stock and the hands."), options: say("House rules that the host of a room can change."),
  vars: say("Numbers and words that the game remembers, such as scores."), define: say("Short names for conditions and values that rules use."),
  routines: say("Effects with a name, which several rules can use."), start: say("What happens once, when the game begins: shuffle and deal."),
  phases: say("Who may do what, and what comes next."), triggers: say("What happens by itself as soon as a condition holds."),
  leave: say("What happens when a player leaves for good."), shows: say("What everyone reads beside the table and at the seats."),
  bots: say("Hints that make bots play better. They never change the rules."), style: say("Colours, card backs and pictures. They never change the rules."),
});

/**
 * @param {DesignState} state
 * @param {DesignIntents} on
 */
export function outlineView(state, on) {
  return html`<nav class="outline" aria-label=${say("Parts of the game")}><ul>${state.draft.outline.map((section) => sectionView(section, state, on))}</ul></nav>`;
}

/**
 * Shows the name and the purpose of the selected part, and buttons for the parts before and after it. Styles hide
 * the buttons beside the outline.
 * @param {DesignState} state
 * @param {DesignIntents} on
 */
export function partHead({ draft: { outline }, view: { paths } }, on) {
  const { trail, siblings } = placeOf(outline, paths);
  const part = trail.at(-1);
  if (!part) return nothing;
  const at = siblings.indexOf(part);
  const step = (/** @type {Section|Item|undefined} */ to, /** @type {string} */ words, /** @type {string} */ sign) =>
    html`<button type="button" class="tool step" aria-label=${words} title=${to ? nameOf(to) : words} ?disabled=${!to} @click=${() => to && on.select(pathsOf(to))}>${sign}</button>`;
  return html`<header class="part-head"><h2><bdi>${trail.map(nameOf).join(" › ")}</bdi></h2>
    ${"key" in part ? html`<p class="faint">${PURPOSES[part.key]}</p>` : nothing}
    ${step(siblings[at - 1], say("Previous part"), "‹")}${step(siblings[at + 1], say("Next part"), "›")}</header>`;
}

/** @param {Section|Item} part */
function nameOf(part) {
  return "key" in part ? NAMES[part.key] : part.name;
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
    ${items.length ? html`<ul class="outline-items">${items.map((item) => itemView(item, state, on))}</ul>` : nothing}
    ${nextPhases.length ? html`<p class="leads">${say("Leads to {phases}", { phases: listText(nextPhases) })}</p>` : nothing}</li>`;
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
    ? html` <span class="faint">(${say("none")})</span>` : nothing}</button>`;
}
