// The choice of the language of all pages in this browser.

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { live } from "../../../vendor/lit-html/directives/live.js";
import { LANGUAGE, LANGUAGES, languageName, say, setLanguage } from "../words.js";

/** Whether the site has several languages. */
export const HAS_LANGUAGES = LANGUAGES.length > 1;

/** Returns a select without a label. */
export function languageSelect() {
  return html`<select name="language" @change=${(/** @type {any} */ event) => setLanguage(event.target.value)}>
    ${LANGUAGES.map((tag) => html`<option value=${tag} lang=${tag} .selected=${live(tag === LANGUAGE)}>${languageName(tag)}</option>`)}</select>`;
}

/** Returns the choice of a language with a label that is read aloud, if the site has several. */
export function languageView() {
  return HAS_LANGUAGES ? html`<label><span class="unseen">${say("Language")}</span>${languageSelect()}</label>` : nothing;
}
