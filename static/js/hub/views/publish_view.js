// The form to publish a game: the document, its problems, and the author's key.

/** @import {GamesIntents, GamesState} from "../games.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { live } from "../../../vendor/lit-html/directives/live.js";
import { clearFileInput } from "../../shared/game_files.js";
import { say } from "../../shared/words.js";
import { changesView } from "../../shared/views/version_view.js";
import { checkResultView, publishedNotice, warningsView } from "../../shared/views/check_result_view.js";

/**
 * @param {GamesState} state
 * @param {GamesIntents} on
 */
export function publishView(state, on) {
  const isShut = Boolean(state.busy) || !(state.publishing.source.trim() || state.publishing.files.archive);
  return html`<h1>${say("Publish a game")}</h1>
    <p class="faint">${say("A game is a JSON document. Bots play it before it is published.")} ${say("For a game in the older format, add its script and its decks, or a zip with all of them.")}</p>
    <section class="panel publish">
      <label for="file">${say("A file")}</label>
      <input id="file" type="file" multiple accept=".json,.js,.zip,application/json,application/zip" @click=${clearFileInput} @change=${(/** @type {any} */ event) => on.open(event.target.files)}>
      <label for="source">${say("Or paste its text")}</label>
      <textarea id="source" data-testid="source" rows="14" spellcheck="false" .value=${live(state.publishing.source)}
        @input=${(/** @type {any} */ event) => on.setSource(event.target.value)}></textarea>
      <label for="note">${say("What is new in this version")}</label>
      <input id="note" maxlength="400" .value=${state.publishing.note} @input=${(/** @type {any} */ event) => on.setNote(event.target.value)}>
      <div class="row"><button type="button" class="button plain" data-testid="check" ?disabled=${isShut} @click=${on.check}>${state.busy === "check" ? say("Bots are playing…") : say("Check")}</button>
        <button type="button" class="button primary" data-testid="publish" ?disabled=${isShut} @click=${on.publish}>${state.busy === "publish" ? say("Bots are playing…") : say("Publish")}</button></div>
      <p class="error" role="alert">${state.errors.check ?? state.errors.publish ?? ""}</p>
      ${state.publishing.slug ? publishedNotice(state.publishing.slug, state.publishing.withheld, state.publishing.key) : nothing}
      ${state.publishing.slug ? warningsView(state.publishing.warnings) : nothing}
      ${state.publishing.changes?.length ? html`<div class="changes-part" data-testid="update"><h2>${say("What changes in your published game")}</h2>${changesView(state.publishing.changes)}
        <p class="faint">${say("Press “Publish” again if this is right.")}</p></div>` : nothing}
    </section>
    ${state.publishing.result && !state.publishing.slug ? checkResultView(state.publishing.result, state.publishing.source, on.fix, on.useConverted) : nothing}`;
}
