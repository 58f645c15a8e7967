// The options of a game: a form for whoever may change them, a summary for everybody else.

/** @import {Form, OptionSpec, OptionsField, Table} from "../types.js" */
/** @import {State} from "../state.js" */
/** @import {Intents} from "../intents.js" */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { live } from "../../vendor/lit-html/directives/live.js";
import { formNamed } from "../forms.js";
import { changedOptions, differs, optionText, optionValues } from "../options.js";
import { moveButton } from "./moves_view.js";

/**
 * @param {State} state
 * @param {Table} table
 * @param {Intents} on
 */
export function optionsView(state, table, on) {
  const form = formNamed(table, "set_options");
  const field = form?.fields.find((one) => one.kind === "options");
  if (form && field?.kind === "options") return optionsForm(state, table, form, field, on);
  return optionsSummary(state.games.get(table.game)?.options ?? [], table.options);
}

/**
 * @param {State} state
 * @param {Table} table
 * @param {Form} form
 * @param {OptionsField} field
 * @param {Intents} on
 */
function optionsForm(state, table, form, field, on) {
  const saved = optionValues(field.spec, table.options);
  const values = { ...saved, ...state.draft };
  const isNew = differs(state.draft, saved);
  const changed = changedOptions(field.spec, values).length;
  return html`<details class="panel options">
    <summary><h2>Options</h2><span class="faint">${changed ? `${changed} changed` : "all standard"}</span></summary>
    <form class="option-grid" data-testid="options" @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      on.press(form);
    }}>
      ${field.spec.map((option) => control(state, form, option, values[option.name], on))}
      ${state.optionError && !isAtText(field.spec, state) ? html`<p class="error" role="alert" data-testid="options-error">${state.optionError}</p>` : nothing}
      <div class="row option-buttons">
        ${moveButton(state, form, on, { disabled: !isNew, label: isNew ? "Save options" : "Saved" })}
        <button type="button" class="button quiet" data-testid="options-default" ?disabled=${!changed}
          @click=${() => on.standardOptions(field.spec)}>Back to standard</button>
        ${isNew ? html`<button type="button" class="button quiet" data-testid="options-keep" @click=${() => on.dropDraft()}>Undo</button>` : nothing}
      </div>
    </form>
  </details>`;
}

/**
 * A text is what the service refuses most likely, so that is where its sentence stands.
 * @param {OptionSpec[]} spec
 * @param {State} state
 */
function isAtText(spec, state) {
  return spec.some((option) => option.kind === "text" && option.name in state.draft);
}

/**
 * @param {State} state
 * @param {Form} form
 * @param {OptionSpec} option
 * @param {unknown} value
 * @param {Intents} on
 */
function control(state, form, option, value, on) {
  const id = `option-${option.name}`;
  const note = option.help ? `${id}-help` : undefined;
  return html`<div class="option option-${option.kind}">
    <label for=${id}>${option.label}</label>
    ${input(option, value, on, id, note)}
    ${note ? html`<p class="help" id=${note}>${option.help}</p>` : nothing}
    ${option.kind === "text" ? html`<div class="from-file">
      <label class="button quiet">Load from file<input type="file" class="unseen" accept=".json,.txt,application/json,text/plain"
        data-testid="file-${option.name}" @change=${(/** @type {any} */ event) => {
          on.loadOption(form, option, event.target.files[0]);
          event.target.value = "";
        }}></label>
      ${state.optionError && option.name in state.draft ? html`<p class="error" role="alert" data-testid="options-error">${state.optionError}</p>` : nothing}</div>` : nothing}
  </div>`;
}

/**
 * @param {OptionSpec} option
 * @param {unknown} value
 * @param {Intents} on
 * @param {string} id
 * @param {string|undefined} note  id of the help text
 */
function input(option, value, on, id, note) {
  const described = note ?? nothing;
  if (option.kind === "bool") {
    return html`<input type="checkbox" id=${id} name=${option.name} aria-describedby=${described} .checked=${live(Boolean(value))}
      @change=${(/** @type {any} */ event) => on.draftOption(option, event.target.checked)}>`;
  }
  if (option.kind === "choice") {
    return html`<select id=${id} name=${option.name} aria-describedby=${described}
      @change=${(/** @type {any} */ event) => on.draftOption(option, event.target.value)}>
      ${(option.of ?? []).map((choice) => html`<option value=${String(choice.value)}
        .selected=${live(choice.value === value)}>${choice.label}</option>`)}</select>`;
  }
  if (option.kind === "text") {
    return html`<textarea id=${id} name=${option.name} aria-describedby=${described} autocomplete="off" spellcheck="false" rows="4"
      .value=${live(String(value))} @input=${(/** @type {any} */ event) => on.draftOption(option, event.target.value)}></textarea>`;
  }
  return html`<input type="number" id=${id} name=${option.name} aria-describedby=${described} inputmode="decimal"
    min=${option.min ?? nothing} max=${option.max ?? nothing} step=${option.kind === "int" ? 1 : "any"} .value=${live(String(value))}
    @input=${(/** @type {any} */ event) => on.draftOption(option, event.target.value)}>`;
}

/**
 * @param {OptionSpec[]} spec
 * @param {Record<string, any>} options
 */
function optionsSummary(spec, options) {
  const values = optionValues(spec, options);
  const changed = changedOptions(spec, options);
  if (!spec.length) return nothing;
  return html`<section class="panel options">
    <h2>Options</h2>
    ${changed.length ? pairs(changed, values) : html`<p class="faint">All standard.</p>`}
    <details><summary>All options</summary>${pairs(spec, values)}</details>
  </section>`;
}

/**
 * @param {OptionSpec[]} spec
 * @param {Record<string, any>} values
 */
function pairs(spec, values) {
  return html`<dl class="pairs">${spec.map((option) =>
    html`<div><dt>${option.label}</dt><dd>${optionText(option, values[option.name])}</dd></div>`)}</dl>`;
}
