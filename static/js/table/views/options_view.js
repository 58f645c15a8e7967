// The options of a game: a form for the host, and a summary for other players.

/** @import {Form, OptionSpec, Table} from "../../shared/types.js" */
/** @import {State} from "../state.js" */
/** @import {Intents} from "../intents.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { live } from "../../../vendor/lit-html/directives/live.js";
import { formNamed } from "../../shared/forms.js";
import { changedOptions, differs, optionText, optionValues } from "../options.js";
import { say } from "../../shared/words.js";

/** Groups of options, in display order. */
const GROUPS = /** @type {const} */ ([["rules", say("Rules")], ["time", say("Time")], ["table", say("Table")]]);

/**
 * Shows in the waiting room a button for the form, or the summary.
 * @param {Pick<State, "games">} state
 * @param {Table} table
 * @param {Intents} on
 */
export function optionsView(state, table, on) {
  const spec = state.games.get(table.game)?.options ?? [];
  if (!formNamed(table, "set_options")) return optionsSummary(spec, table.options);
  const changedCount = changedOptions(spec, table.options).length;
  return html`<button type="button" class="button plain open-options" data-testid="open-options" @click=${() => on.openSheet("options")}>
    ${say("Options")} <span class="faint">${changedCount ? say("{count} changed", { count: changedCount }) : say("standard")}</span></button>`;
}

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
  const changedCount = changedOptions(field.spec, values).length;
  const groups = GROUPS.filter(([group]) => inGroup(field.spec, group).length);
  return html`<form class="option-grid" data-testid="options" @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      if (differs(state.options.draft, saved)) on.press(form);
      else on.cancelOptions();
    }}>
      ${groups.map(([group, title], at) => groupView(state, form, inGroup(field.spec, group), title, values, at === 0, on))}
      ${state.options.error && !isAtText(field.spec, state) ? html`<p class="error" role="alert" data-testid="options-error">${state.options.error}</p>` : nothing}
      <div class="row option-buttons">
        <button type="button" class="button quiet" data-testid="options-default" ?disabled=${!changedCount}
          @click=${() => on.standardOptions(field.spec)}>${say("Reset to standard")}</button>
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
 * @param {boolean} isFirst
 * @param {Intents} on
 */
function groupView(state, form, spec, title, values, isFirst, on) {
  if (!spec.length) return nothing;
  const changedCount = changedOptions(spec, values).length;
  // The first group is open at first; groups that the host opened or closed stay so.
  return html`<details class="option-group" ?open=${isFirst}><summary><span class="option-title">${title}</span>
      <span class="faint">${changedCount ? say("{count} changed", { count: changedCount }) : nothing}</span></summary>
    <fieldset><legend class="unseen">${title}</legend>${spec.map((option) => control(state, form, option, values[option.name], on))}</fieldset></details>`;
}

/**
 * @param {OptionSpec[]} spec
 * @param {string} group
 */
function inGroup(spec, group) {
  return spec.filter((option) => (option.group ?? "rules") === group);
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
  return html`<div class="option option-${option.kind}">
    <label for=${id}>${option.label}</label>
    ${input(option, value, on, id, note)}
    ${note ? html`<p class="help" id=${note}>${option.help}</p>` : nothing}
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
  return html`<input type="number" id=${id} name=${option.name} aria-describedby=${helpId} inputmode="decimal"
    min=${option.min ?? nothing} max=${option.max ?? nothing} step=${option.kind === "int" ? 1 : "any"} .value=${live(String(value))}
    @input=${(/** @type {any} */ event) => on.draftOption(option, event.target.value)}>`;
}

/**
 * @param {OptionSpec[]} spec
 * @param {Record<string, any>} options
 */
function optionsSummary(spec, options) {
  const values = optionValues(spec, options);
  const changes = changedOptions(spec, options);
  if (!spec.length) return nothing;
  return html`<section class="options">
    <h2>${say("Options")}</h2>
    ${changes.length ? pairs(changes, values) : html`<p class="faint">${say("All options are standard.")}</p>`}
    <details><summary>${say("All options")}</summary>${allOptions(spec, options)}</details>
  </section>`;
}

/**
 * Shows all options in their groups.
 * @param {OptionSpec[]} spec
 * @param {Record<string, any>} options
 */
export function allOptions(spec, options) {
  const values = optionValues(spec, options);
  return GROUPS.map(([group, title]) => {
    const inThisGroup = inGroup(spec, group);
    return inThisGroup.length ? html`<h3>${title}</h3>${pairs(inThisGroup, values)}` : nothing;
  });
}

/**
 * @param {OptionSpec[]} spec
 * @param {Record<string, any>} values
 */
function pairs(spec, values) {
  return html`<dl class="pairs">${spec.map((option) =>
    html`<div><dt>${option.label}</dt><dd>${optionText(option, values[option.name])}</dd></div>`)}</dl>`;
}
