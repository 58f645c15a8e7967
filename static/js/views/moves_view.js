// Buttons of move forms.

/** @import {Form} from "../types.js" */
/** @import {State} from "../state.js" */
/** @import {Intents} from "../intents.js" */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { repeat } from "../../vendor/lit-html/directives/repeat.js";
import { gameForms } from "../forms.js";
import { fits } from "../selection.js";

/** From the edge of the bar to its middle: what is rarely wanted, what ends a turn. The alarm has its own place. */
const ORDER = ["quiet", "plain", "primary"];

/**
 * @param {State} state
 * @param {Form} form
 * @param {Intents} on
 * @param {{disabled?: boolean, label?: string}} [how]
 */
export function moveButton(state, form, on, { disabled = false, label = form.label } = {}) {
  const isOff = disabled || state.sending.has(form.name);
  return html`<button type="button" class="button ${form.tone ?? "plain"}" data-testid="move-${form.name}"
    title=${form.help || nothing} ?disabled=${isOff} @click=${() => on.press(form)}>${label}</button>`;
}

/**
 * The game's moves: the alarm always at the same place, whatever else may be done.
 * @param {State} state
 * @param {Intents} on
 */
export function actionBar(state, on) {
  const table = state.table;
  if (!table || table.you === null) return nothing;
  const forms = gameForms(table);
  const calm = forms.filter((form) => form.tone !== "danger")
    .sort((a, b) => ORDER.indexOf(a.tone ?? "plain") - ORDER.indexOf(b.tone ?? "plain"));
  const alarms = forms.filter((form) => form.tone === "danger");
  return html`<div class="actions" role="group" aria-label="Your moves">
    <div class="calm">${repeat(calm, formKey, (form) => moveButton(state, form, on, { disabled: !isOpen(state, form) }))}</div>
    <div class="alarms">${alarms.length
      ? repeat(alarms, formKey, (form) => moveButton(state, form, on, { disabled: !isOpen(state, form) }))
      : state.alarm ? moveButton(state, state.alarm, on, { disabled: true }) : nothing}</div>
  </div>`;
}

/**
 * Equal names may stand for several forms, so their place among those is part of the key.
 * @param {Form} form
 * @param {number} nth
 */
function formKey(form, nth) {
  return form.fields.length || !form.with ? `${form.name}/${form.label}` : `${form.name}/${form.label}/${nth}`;
}

/**
 * A form without room for the selected cards cannot be meant. One that has no cards at all can: calling somebody
 * a cheat does not need an empty selection.
 * @param {State} state
 * @param {Form} form
 */
function isOpen(state, form) {
  const takesCards = form.fields.some((field) => field.kind === "cards");
  return !takesCards || !state.table || fits(state.table, form, state.picked);
}
