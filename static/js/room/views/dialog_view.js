// The modal dialog of a move: asks for missing values, or for confirmation.

/** @import {CardsField, ChoiceField, Face, Field, NumberField, PlayerField, Table} from "../../shared/types.js" */
/** @import {CardRef} from "../../shared/selection.js" */
/** @import {Dialog} from "../../table/move.js" */
/** @import {State} from "../../table/state.js" */
/** @import {Intents} from "../../table/intents.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { isOneClick, shareCards } from "../../shared/forms.js";
import { cardsOf } from "../../shared/selection.js";
import { fieldTitle } from "../../shared/text.js";
import { say } from "../../shared/words.js";
import { isWhole } from "../../table/move.js";
import { cardButton } from "../../shared/views/card_view.js";
import { colourMark } from "../../shared/views/colour_face.js";
import { answerText, paintClass } from "../../table/views/moves_view.js";

/**
 * @param {Pick<State, "games"|"sync"|"move">} state
 * @param {Intents} on
 */
export function dialogView(state, on) {
  const dialog = state.move.dialog;
  if (!dialog || !state.sync.table) return nothing;
  const { form } = dialog;
  const title = dialog.isConfirm ? form.confirm : form.label;
  // If the move can't be undone, the bright button cancels.
  const isCareful = Boolean(form.confirm) && form.tone === "quiet";
  const about = form.fields.filter((field) => field.kind === "player" && !dialog.asked.includes(field.name));
  return html`<dialog class="dialog" data-testid="dialog" aria-labelledby="dialog-title" @cancel=${on.closeDialog}>
    <form method="dialog" @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      on.sendDialog();
    }}>
      <h2 id="dialog-title">${title}</h2>
      ${about.map((field) => html`<p class="about"><b dir="auto">${state.sync.names.get(String(dialog.values[field.name]))}</b></p>`)}
      ${form.help && !dialog.isConfirm ? html`<p class="faint">${form.help}</p>` : nothing}
      ${dialog.fields.map((field) => fieldView(state, /** @type {Table} */ (state.sync.table), dialog, field, on))}
      ${form.confirm && !dialog.isConfirm ? html`<p>${form.confirm}</p>` : nothing}
      <div class="row dialog-buttons">
        <button type="button" class="button ${isCareful ? "primary" : "plain"}" data-testid="confirm-no" @click=${on.closeDialog}>${say("Cancel")}</button>
        ${!isWhole(dialog) || (isOneClick(dialog.fields) && !form.confirm && !dialog.fields.every((field) => field.optional)) ? nothing
          : html`<button type="submit" class="button ${isCareful ? "plain" : form.tone === "danger" ? "danger" : "primary"}" data-testid="confirm-yes">
              ${form.label}</button>`}
      </div>
    </form>
  </dialog>`;
}

/**
 * @param {Pick<State, "games"|"sync">} state
 * @param {Table} table
 * @param {Dialog} dialog
 * @param {Field} field
 * @param {Intents} on
 */
function fieldView(state, table, dialog, field, on) {
  const id = `field-${field.name}`;
  const value = dialog.values[field.name];
  const title = fieldTitle(table, field, state.sync.names);
  switch (field.kind) {
    case "choice":
    case "player":
      return choices(state, field, dialog.asked.length > 1 ? title : field.label, value, on);
    case "number":
      return numberView(field, title, Number(value), on);
    case "text":
      return html`<label for=${id}>${field.label || (field.name === "name" ? say("Name") : say("Text"))}</label>
        <input type="text" id=${id} name=${field.name} dir="auto" .value=${String(value)} autocomplete="off"
          @input=${(/** @type {any} */ event) => on.answer(field, event.target.value)}>`;
    case "cards":
      return cardChoice(state, table, dialog, field, title, /** @type {string[]} */ (value ?? []), on);
    default:
      return nothing;
  }
}

/**
 * @param {Pick<State, "sync">} state
 * @param {ChoiceField|PlayerField} field
 * @param {string|undefined} title
 * @param {unknown} value
 * @param {Intents} on
 */
function choices(state, field, title, value, on) {
  const values = field.kind === "player" ? field.of : field.of.map((choice) => choice.value);
  return html`<fieldset class="choices" data-field=${field.name}>${title ? html`<legend>${title}</legend>` : nothing}
    ${values.map((answer) => html`<button type="button" class="button plain ${paintClass(answer)}" data-value=${String(answer)}
      aria-pressed=${answer === value ? "true" : "false"} @click=${() => on.answer(field, answer)}>${colourMark(String(answer))}${answerText(state, field, answer)}</button>`)}
  </fieldset>`;
}

/**
 * @param {NumberField} field
 * @param {string} title
 * @param {number} value
 * @param {Intents} on
 */
function numberView(field, title, value, on) {
  const id = `field-${field.name}`;
  const setNumber = (/** @type {number} */ number) => on.answer(field, Math.min(field.max, Math.max(field.min, number)));
  return html`<fieldset class="number-field" data-field=${field.name}>
    <legend><label for=${id}>${title}</label></legend>
    <div class="stepper">
      <button type="button" class="button plain" aria-label=${say("Less")} ?disabled=${value <= field.min} @click=${() => setNumber(value - 1)}>−</button>
      <output for=${id}>${value}</output>
      <button type="button" class="button plain" aria-label=${say("More")} ?disabled=${value >= field.max} @click=${() => setNumber(value + 1)}>+</button>
    </div>
    <input type="range" id=${id} name=${field.name} min=${field.min} max=${field.max} step="1" .value=${String(value)}
      @input=${(/** @type {any} */ event) => setNumber(event.target.valueAsNumber)}>
    <div class="row spread-row ends">
      <button type="button" class="button quiet" @click=${() => setNumber(field.min)}>${field.low || field.min}</button>
      <button type="button" class="button quiet" @click=${() => setNumber(field.max)}>${field.high || field.max}</button>
    </div>
  </fieldset>`;
}

/**
 * Shows the cards of a choice, without those that other choices of the dialog have taken. Cards are picked by
 * key, because faces can be equal.
 * @param {Pick<State, "games">} state
 * @param {Table} table
 * @param {Dialog} dialog
 * @param {CardsField} field
 * @param {string} title
 * @param {string[]} value  faces
 * @param {Intents} on
 */
function cardChoice(state, table, dialog, field, title, value, on) {
  /** @type {Record<string, Face>} */
  const faces = state.games.get(table.game)?.faces ?? {};
  const taken = dialog.fields.flatMap((other) => other !== field && other.kind === "cards" && shareCards(field, other) ? /** @type {string[]} */ (dialog.values[other.name] ?? []) : []);
  const cards = table.zones.filter((zone) => field.from.includes(zone.id)).flatMap(cardsOf)
    .filter((card) => !field.of || field.of.includes(card.face))
    .filter((card, nth, all) => countOf(all.slice(0, nth), card.face) >= countOf(taken, card.face))
    .filter((card, nth, all) => field.max > 1 || !countOf(all.slice(0, nth), card.face));
  const unmatched = [...value];
  return html`<fieldset class="card-choice" data-field=${field.name}><legend>${title}</legend>
    ${cards.map((card) => {
      if (field.max === 1) return cardButton(card, faces, { pressed: value.includes(card.face), enabled: true, onClick: () => on.answer(field, [card.face]) });
      const at = unmatched.indexOf(card.face);
      if (at >= 0) unmatched.splice(at, 1);
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
 * @param {(string|CardRef)[]} cards
 * @param {string} face
 */
function countOf(cards, face) {
  return cards.filter((card) => (typeof card === "string" ? card : card.face) === face).length;
}

/**
 * @param {string[]} faces
 * @param {string} face
 * @returns {string[]} the faces without one that equals `face`
 */
function without(faces, face) {
  const at = faces.indexOf(face);
  return faces.filter((_, nth) => nth !== at);
}
