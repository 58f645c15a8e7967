// The options of a game in words: the button that opens their form, and summaries for other players.

/** @import {OptionSpec, Table} from "../../shared/types.js" */
/** @import {State} from "../state.js" */
/** @import {Intents} from "../intents.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { formNamed } from "../../shared/forms.js";
import { changedOptions, GROUPS, inGroup, optionText, optionValues } from "../options.js";
import { say } from "../../shared/words.js";

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
