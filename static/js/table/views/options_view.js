// The options of a game in words: the button that opens their form, and summaries for other players.

/** @import {OptionSpec, Table} from "../../shared/types.js" */
/** @import {State} from "../state.js" */
/** @import {Intents} from "../intents.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { formNamed } from "../../shared/forms.js";
import { activePreset, changedOptions, GROUPS, inGroup, isOff, optionText, optionValues, presetValues } from "../options.js";
import { say } from "../../shared/words.js";

/** Maximum number of options that are named. */
const NAMED_OPTIONS = 3;

/**
 * Shows in the waiting room a button for the form, or the summary. The button says what the chosen preset does not
 * say.
 * @param {Pick<State, "games">} state
 * @param {Table} table
 * @param {Intents} on
 */
export function optionsView(state, table, on) {
  const { options: spec = [], presets = [] } = state.games.get(table.game) ?? {};
  if (!formNamed(table, "set_options")) return optionsSummary(spec, table.options);
  const present = optionValues(spec, table.options);
  const preset = activePreset(spec, presets, present);
  const standard = preset ? presetValues(spec, preset) : optionValues(spec, {});
  const changes = spec.filter(({ name }) => present[name] !== standard[name]);
  return html`<button type="button" class="button plain open-options" data-testid="open-options" @click=${() => on.openSheet("options")}>
    ${say("Options")} <span class="faint">${changes.length > 1 ? say("{count} changed", { count: changes.length }) : changes.length ? namedOptions(changes, present) : preset?.name ?? say("standard")}</span></button>`;
}

/**
 * @param {OptionSpec[]} options
 * @param {Record<string, any>} values
 * @returns {string} the first options with their values
 */
export function namedOptions(options, values) {
  const named = options.slice(0, NAMED_OPTIONS).map((option) => isOff(option, values[option.name])
    ? say("{option} off", { option: option.label }) : `${option.label}: ${optionText(option, values[option.name])}`);
  return `${named.join(" · ")}${options.length > NAMED_OPTIONS ? " …" : ""}`;
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
