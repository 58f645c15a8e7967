// The form for the options of a game. Options that differ from the standard are marked.

/** @import {Form, OptionSpec, Table} from "../../shared/types.js" */
/** @import {State} from "../../table/state.js" */
/** @import {Intents} from "../../table/intents.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { live } from "../../../vendor/lit-html/directives/live.js";
import { formNamed } from "../../shared/forms.js";
import { steppedNumber } from "../number_steps.js";
import { changedOptions, differs, GROUPS, inGroup, isOff, optionText, optionValues } from "../../table/options.js";
import { plural, say } from "../../shared/words.js";

/** End of the names of options in seconds. */
const SECONDS = "_s";

/** Maximum number of changed options that the heading of a group names. */
const MOST_NAMED = 3;

/**
 * @param {Pick<State, "move"|"options">} state
 * @param {Table} table
 * @param {Intents} on
 */
export function optionsForm(state, table, on) {
  const form = formNamed(table, "set_options");
  const field = form?.fields.find((candidate) => candidate.kind === "options");
  if (!form || field?.kind !== "options") return nothing;
  const saved = optionValues(field.spec, table.options);
  const values = { ...saved, ...state.options.draft };
  const count = changedOptions(field.spec, values).length;
  const groups = GROUPS.map(([group, title]) => ({ spec: inGroup(field.spec, group), title })).filter(({ spec }) => spec.length);
  const opened = groups.find(({ spec }) => changedOptions(spec, saved).length) ?? groups[0];
  return html`<form class="option-grid" data-testid="options" @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      if (differs(state.options.draft, saved)) on.press(form);
      else on.cancelOptions();
    }}>
      <p class="faint" role="status" data-testid="options-state">${count ? plural("{count} option differs from the standard.", "{count} options differ from the standard.", { count })
        : say("All options are standard.")}</p>
      ${groups.map((group) => groupView(state, form, group.spec, group.title, values, group === opened, on))}
      ${state.options.error && !isAtText(field.spec, state) ? html`<p class="error" role="alert" data-testid="options-error">${state.options.error}</p>` : nothing}
      <div class="row option-buttons">
        <button type="button" class="button quiet" data-testid="options-default" ?disabled=${!count}
          @click=${() => on.standardOptions(field.spec)}>${say("Reset all")}</button>
        <button type="button" class="button plain" data-testid="close-sheet" @click=${() => on.cancelOptions()}>${say("Cancel")}</button>
        <button type="submit" class="button primary" data-testid="move-set_options" ?disabled=${state.move.sending.has(form.name)}>${say("Save")}</button>
      </div>
    </form>`;
}

/**
 * @param {Pick<State, "options">} state
 * @param {Form} form
 * @param {OptionSpec[]} spec
 * @param {string} title
 * @param {Record<string, any>} values
 * @param {boolean} isOpen
 * @param {Intents} on
 */
function groupView(state, form, spec, title, values, isOpen, on) {
  // The first group with changes is open at first, so that the host sees what differs; groups that the host opened or closed stay so.
  return html`<details class="option-group" ?open=${isOpen}><summary><span class="option-title">${title}</span>
      <span class="option-changes">${changesView(changedOptions(spec, values), values)}</span></summary>
    <fieldset><legend class="unseen">${title}</legend>${spec.map((option) => control(state, form, option, values[option.name], on))}</fieldset></details>`;
}

/**
 * Names the changed options of a folded group. An open group marks them, so its heading only counts them.
 * @param {OptionSpec[]} changes
 * @param {Record<string, any>} values
 */
function changesView(changes, values) {
  if (!changes.length) return html`<span class="faint">${say("standard")}</span>`;
  const rest = changes.length - MOST_NAMED;
  return html`<span class="faint option-count">${say("{count} changed", { count: changes.length })}</span>
    ${changes.slice(0, MOST_NAMED).map((option) => html`<span class="option-change">${option.label}: <b>${optionText(option, values[option.name])}</b></span> `)}
    ${rest > 0 ? html`<span class="option-change">${say("{count} more", { count: rest })}</span>` : nothing}`;
}

/**
 * Returns whether the draft changes a text. The service most likely refuses that text, so the error message
 * stands at it.
 * @param {OptionSpec[]} spec
 * @param {Pick<State, "options">} state
 */
function isAtText(spec, state) {
  return spec.some((option) => option.kind === "text" && option.name in state.options.draft);
}

/**
 * @param {Pick<State, "options">} state
 * @param {Form} form
 * @param {OptionSpec} option
 * @param {unknown} value
 * @param {Intents} on
 */
function control(state, form, option, value, on) {
  const id = `option-${option.name}`;
  const note = option.help ? `${id}-help` : undefined;
  return html`<div class="option option-${option.kind} ${value === option.default ? "" : "is-changed"}" data-option=${option.name}>
    <label for=${id}>${option.label}</label>
    ${input(option, value, on, id, note)}
    ${note ? html`<p class="help" id=${note}>${option.help}</p>` : nothing}
    ${value === option.default ? nothing : resetButton(option, on)}
    ${option.kind === "text" ? html`<div class="from-file">
      <label class="button quiet">${say("Load from a file")}<input type="file" class="unseen" accept=".json,.txt,application/json,text/plain"
        data-testid="file-${option.name}" @change=${(/** @type {any} */ event) => {
          on.loadOption(form, option, event.target.files[0]);
          event.target.value = "";
        }}></label>
      ${state.options.error && option.name in state.options.draft ? html`<p class="error" role="alert" data-testid="options-error">${state.options.error}</p>` : nothing}</div>` : nothing}
  </div>`;
}

/**
 * Resets a changed option. The button then disappears, so the focus moves to the control.
 * @param {OptionSpec} option
 * @param {Intents} on
 */
function resetButton(option, on) {
  const standard = optionText(option, option.default);
  return html`<button type="button" class="option-reset" aria-label=${say("Reset {option} to the standard: {value}", { option: option.label, value: standard })}
    @click=${(/** @type {any} */ event) => {
      event.target.closest(".option").querySelector("input, select, textarea").focus();
      on.draftOption(option, option.default);
    }}><span aria-hidden="true">↺</span> ${say("Standard: {value}", { value: standard })}</button>`;
}

/**
 * @param {OptionSpec} option
 * @param {unknown} value
 * @param {Intents} on
 * @param {string} id
 * @param {string|undefined} note  id of the help text
 */
function input(option, value, on, id, note) {
  const helpId = note ?? nothing;
  if (option.kind === "bool") {
    return html`<input type="checkbox" role="switch" id=${id} name=${option.name} aria-describedby=${helpId} .checked=${live(Boolean(value))}
      @change=${(/** @type {any} */ event) => on.draftOption(option, event.target.checked)}>`;
  }
  if (option.kind === "choice") {
    return html`<select id=${id} name=${option.name} aria-describedby=${helpId}
      @change=${(/** @type {any} */ event) => on.draftOption(option, event.target.value)}>
      ${(option.of ?? []).map((choice) => html`<option value=${String(choice.value)}
        .selected=${live(choice.value === value)}>${choice.label}</option>`)}</select>`;
  }
  if (option.kind === "text") {
    return html`<textarea id=${id} name=${option.name} aria-describedby=${helpId} autocomplete="off" spellcheck="false" rows="4"
      .value=${live(String(value))} @input=${(/** @type {any} */ event) => on.draftOption(option, event.target.value)}></textarea>`;
  }
  // The word “off” replaces the number 0.
  const saysOff = isOff(option, value);
  const unit = option.name.endsWith(SECONDS) && !saysOff ? "s" : "";
  return html`<span class="stepped" data-unit=${unit}>${stepButton(option, -1, on)}<input type="number" id=${id} name=${option.name} aria-describedby=${helpId} inputmode="decimal"
    min=${option.min ?? nothing} max=${option.max ?? nothing} step=${option.kind === "int" ? 1 : "any"} placeholder=${saysOff ? say("off") : nothing} .value=${live(saysOff ? "" : String(value))}
    @input=${(/** @type {any} */ event) => on.draftOption(option, event.target.value)}>${stepButton(option, 1, on)}</span>`;
}

/**
 * Draws plus or minus beside a number, for fingers and mice. Keyboards have the arrow keys of the field.
 * @param {OptionSpec} option
 * @param {-1|1} direction
 * @param {Intents} on
 */
function stepButton(option, direction, on) {
  return html`<button type="button" class="tool-step" tabindex="-1" aria-hidden="true" @click=${(/** @type {any} */ event) => {
    const field = event.target.parentElement.querySelector("input");
    on.draftOption(option, String(steppedNumber(option, Number(field.value) || 0, direction)));
  }}>${direction > 0 ? "+" : "−"}</button>`;
}

