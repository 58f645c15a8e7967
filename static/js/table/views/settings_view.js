// The menu for look and sound.

/** @import {State} from "../state.js" */
/** @import {Settings} from "../settings.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { live } from "../../../vendor/lit-html/directives/live.js";
import { THEMES } from "../settings.js";
import { say } from "../../shared/words.js";
import { speaker } from "../../shared/views/icons.js";
import { HAS_LANGUAGES, languageSelect } from "../../shared/views/language_view.js";

/** @typedef {(change: Partial<Settings>) => void} Change */

/**
 * @param {Pick<State, "settings"|"areMenusDrawn">} state
 * @param {Change} set
 */
export function settingsMenu({ settings, areMenusDrawn }, set) {
  return html`<details class="menu" data-testid="settings"><summary class="button quiet" aria-label=${say("Sound and appearance")}>${speaker(!settings.isMuted)}</summary>
    <div class="menu-box stays settings-box" role="group" aria-label=${say("Sound and appearance")}>${areMenusDrawn ? html`
      ${check(say("Sound"), "sound", !settings.isMuted, (isOn) => set({ isMuted: !isOn }))}
      <label class="volume"><span>${say("Volume")}</span><input type="range" min="0" max="1" step="0.05" name="volume" .value=${live(String(settings.volume))}
        @input=${(/** @type {any} */ event) => set({ volume: event.target.valueAsNumber, isMuted: false })}></label>
      ${check(say("Animate cards"), "motion", settings.motion === "full", (isOn) => set({ motion: isOn ? "full" : "still" }))}
      ${check(say("Four-colour suits"), "suits", settings.suits === "four", (isOn) => set({ suits: isOn ? "four" : "two" }))}
      ${picker(say("My cards"), "order", ORDERS, settings.order, (order) => set({ order: /** @type {any} */ (order) }))}
      ${picker(say("Table"), "theme", THEMES, settings.theme, (theme) => set({ theme }))}
      ${HAS_LANGUAGES ? html`<label class="settings-pick"><span>${say("Language")}</span>${languageSelect()}</label>` : nothing}` : nothing}
    </div></details>`;
}

const ORDERS = { dealt: say("In the game's order"), suit: say("By suit or colour"), rank: say("By rank or symbol") };

/**
 * @param {string} label
 * @param {string} name
 * @param {boolean} isOn
 * @param {(isOn: boolean) => void} set
 */
function check(label, name, isOn, set) {
  return html`<label class="check"><input type="checkbox" name=${name} .checked=${live(isOn)}
    @change=${(/** @type {any} */ event) => set(event.target.checked)}>${label}</label>`;
}

/**
 * @param {string} label
 * @param {string} name
 * @param {Record<string, string>} choices
 * @param {string} current
 * @param {(value: string) => void} choose
 */
function picker(label, name, choices, current, choose) {
  return html`<label class="settings-pick"><span>${label}</span><select name=${name}
    @change=${(/** @type {any} */ event) => choose(event.target.value)}>
    ${Object.entries(choices).map(([value, words]) => html`<option value=${value} .selected=${live(value === current)}>${words}</option>`)}</select></label>`;
}
