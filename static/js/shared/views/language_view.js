// In which language the pages of this browser are.

import { html } from "../../../vendor/lit-html/lit-html.js";
import { live } from "../../../vendor/lit-html/directives/live.js";
import { LANGUAGE, LANGUAGES, languageName, setLanguage } from "../words.js";

/** Whether there is more than one to choose from. */
export const HAS_LANGUAGES = LANGUAGES.length > 1;

/** What a label says belongs around it. */
export function languageSelect() {
  return html`<select name="language" @change=${(/** @type {any} */ event) => setLanguage(event.target.value)}>
    ${LANGUAGES.map((tag) => html`<option value=${tag} lang=${tag} .selected=${live(tag === LANGUAGE)}>${languageName(tag)}</option>`)}</select>`;
}
