// The one modal dialog: asks for what a move still needs, or whether it is really meant.

/** @import {CardsField, Face, Field, Table} from "../types.js" */
/** @import {Dialog, State} from "../state.js" */
/** @import {Intents} from "../intents.js" */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { isOneClick } from "../forms.js";
import { cardsOf } from "../selection.js";
import { cardButton } from "./card_view.js";

/**
 * @param {State} state
 * @param {Intents} on
 */
export function dialogView(state, on) {
  const dialog = state.dialog;
  if (!dialog || !state.table) return nothing;
  const { form } = dialog;
  const title = dialog.isConfirm ? form.confirm : form.label;
  return html`<dialog class="dialog" data-testid="dialog" aria-labelledby="dialog-title" @cancel=${on.closeDialog}>
    <form method="dialog" @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      on.sendDialog();
    }}>
      <h2 id="dialog-title">${title}</h2>
      ${form.help && !dialog.isConfirm ? html`<p class="faint">${form.help}</p>` : nothing}
      ${dialog.fields.map((field) => fieldView(state, /** @type {Table} */ (state.table), dialog, field, on))}
      ${form.confirm && !dialog.isConfirm ? html`<p>${form.confirm}</p>` : nothing}
      <div class="row dialog-buttons">
        <button type="button" class="button plain" data-testid="confirm-no" @click=${on.closeDialog}>Cancel</button>
        ${isOneClick(dialog.fields) && !form.confirm ? nothing
          : html`<button type="submit" class="button ${form.tone === "danger" ? "danger" : "primary"}" data-testid="confirm-yes">
              ${form.label}</button>`}
      </div>
    </form>
  </dialog>`;
}

/**
 * @param {State} state
 * @param {Table} table
 * @param {Dialog} dialog
 * @param {Field} field
 * @param {Intents} on
 */
function fieldView(state, table, dialog, field, on) {
  const id = `field-${field.name}`;
  const label = field.label ?? "";
  const value = dialog.values[field.name];
  switch (field.kind) {
    case "choice":
      return choices(label, field.of.map((one) => [one.value, one.label]), value, (one) => on.answer(field, one), field.name);
    case "player":
      return choices(label, field.of.map((one) => [one, state.names.get(one) ?? one]), value, (one) => on.answer(field, one), field.name);
    case "number":
      return html`<label for=${id}>${label || "Number"}</label>
        <input type="number" id=${id} name=${field.name} min=${field.min} max=${field.max} step="1" .value=${String(value)} required
          @input=${(/** @type {any} */ event) => on.answer(field, event.target.valueAsNumber)}>`;
    case "text":
      return html`<label for=${id}>${label || "Text"}</label>
        <input type="text" id=${id} name=${field.name} .value=${String(value)} autocomplete="off"
          @input=${(/** @type {any} */ event) => on.answer(field, event.target.value)}>`;
    case "cards":
      return cardChoice(state, table, field, /** @type {string[]} */ (value ?? []), on);
    default:
      return nothing;
  }
}

/**
 * @param {string} label
 * @param {[unknown, string][]} pairs  value and words
 * @param {unknown} value
 * @param {(value: any) => void} choose
 * @param {string} name
 */
function choices(label, pairs, value, choose, name) {
  return html`<fieldset class="choices" data-field=${name}>${label ? html`<legend>${label}</legend>` : nothing}
    ${pairs.map(([one, words]) => html`<button type="button" class="button plain" data-value=${String(one)}
      aria-pressed=${one === value ? "true" : "false"} @click=${() => choose(one)}>${words}</button>`)}
  </fieldset>`;
}

/**
 * Cards out of a stack that this viewer may look through. Picks go by key, so that equal faces can be picked apart.
 * @param {State} state
 * @param {Table} table
 * @param {CardsField} field
 * @param {string[]} value  faces
 * @param {Intents} on
 */
function cardChoice(state, table, field, value, on) {
  /** @type {Record<string, Face>} */
  const faces = state.games.get(table.game)?.faces ?? {};
  const cards = table.zones.filter((zone) => field.from.includes(zone.id)).flatMap(cardsOf)
    .filter((card) => !field.of || field.of.includes(card.face));
  const left = [...value];
  return html`<fieldset class="card-choice" data-field=${field.name}><legend>${field.label ?? "Cards"}</legend>
    ${cards.map((card) => {
      const at = left.indexOf(card.face);
      if (at >= 0) left.splice(at, 1);
      const pressed = at >= 0;
      return cardButton(card, faces, {
        pressed,
        enabled: pressed || value.length < field.max,
        onClick: () => on.answer(field, pressed ? without(value, card.face)
          : value.length < field.max ? [...value, card.face] : value),
      });
    })}</fieldset>`;
}

/**
 * @param {string[]} faces
 * @param {string} face
 * @returns {string[]} one of them less
 */
function without(faces, face) {
  const at = faces.indexOf(face);
  return faces.filter((_, nth) => nth !== at);
}
