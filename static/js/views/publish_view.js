// The form to publish a game: a document, what is wrong with it, and the author's key.

/** @import {Diagnostic} from "../diagnostics.js" */
/** @import {GamesIntents, GamesState} from "../games.js" */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { live } from "../../vendor/lit-html/directives/live.js";
import { putRight, underlined } from "../diagnostics.js";
import { plural, say } from "../words.js";

/**
 * @param {GamesState} state
 * @param {GamesIntents} on
 */
export function publishView(state, on) {
  const isShut = Boolean(state.busy) || !(state.source.trim() || state.brought.archive);
  return html`<h1>${say("Publish a game")}</h1>
    <p class="faint">${say("A game is a JSON document. Before it is published, bots play it.")} ${say("One in the older format may come with its script and its decks, or all of them as a zip.")}</p>
    <section class="panel publish">
      <label for="file">${say("A file")}</label>
      <input id="file" type="file" multiple accept=".json,.js,.zip,application/json,application/zip" @change=${(/** @type {any} */ event) => on.open(event.target.files)}>
      <label for="source">${say("Or its text")}</label>
      <textarea id="source" data-testid="source" rows="14" spellcheck="false" .value=${live(state.source)}
        @input=${(/** @type {any} */ event) => on.write(event.target.value)}></textarea>
      <label for="note">${say("What is new in this version")}</label>
      <input id="note" maxlength="400" .value=${state.note} @input=${(/** @type {any} */ event) => on.tell(event.target.value)}>
      <div class="row"><button type="button" class="button plain" data-testid="check" ?disabled=${isShut} @click=${on.check}>${state.busy === "check" ? say("Bots are playing …") : say("Check")}</button>
        <button type="button" class="button primary" data-testid="publish" ?disabled=${isShut} @click=${on.publish}>${state.busy === "publish" ? say("Bots are playing …") : say("Publish")}</button></div>
      <p class="error" role="alert">${state.errors.check ?? state.errors.publish ?? ""}</p>
      ${state.published ? html`<p class="notice" role="status"><a href="/games/${state.published}">${say("The game is published.")}</a></p>${keyView(state)}` : nothing}
    </section>
    ${state.examined && !state.published ? foundView(state, on) : nothing}`;
}

/** @param {GamesState} state */
export function keyView({ key }) {
  return key ? html`<p>${say("This is your author key. This browser keeps it; keep it yourself, too, for nobody can tell it again.")}</p>
    <p><code class="author-key" data-testid="author-key">${key}</code></p>` : nothing;
}

/**
 * @param {GamesState} state
 * @param {GamesIntents} on
 */
function foundView({ examined, source }, on) {
  const { about, diagnostics = [], games = 0 } = examined ?? {};
  const errors = diagnostics.filter((one) => one.severity !== "warning").length;
  return html`<section class="panel" aria-label=${say("What was found")} data-testid="found">
    <p role="status">${errors ? plural("One thing is wrong.", "{count} things are wrong.", { count: errors })
      : say("This is a game: {slug} {version}, tried {games} times.", { slug: about?.slug ?? "", version: about?.version ?? "", games })}</p>
    ${examined?.converted ? html`<p>${say("It was in the older format, and has been converted.")}
      <button type="button" class="button plain" data-testid="go-on" @click=${() => on.goOnWith(examined.document ?? "")}>${say("Go on with the converted text")}</button></p>` : nothing}
    <ul class="diagnostics">${diagnostics.map((one) => diagnosticView(source, one, on))}</ul></section>`;
}

/**
 * @param {string} source
 * @param {Diagnostic} one
 * @param {GamesIntents} on
 */
function diagnosticView(source, one, on) {
  const shown = underlined(source, one);
  const isWarning = one.severity === "warning";
  return html`<li class=${isWarning ? "warning" : "wrong"}>
    <p><b>${isWarning ? say("Warning") : say("Wrong")}</b> <code>${one.file ? `${one.file}: ` : nothing}${one.path}</code>${one.line ? html` <span class="faint">${say("line {line}", { line: one.line })}</span>` : nothing}</p>
    ${shown ? html`<pre tabindex="0">${shown.text}\n${shown.carets}</pre>` : nothing}
    <p>${one.text}</p>
    ${putRight(source, one) === null ? nothing : html`<button type="button" class="button plain" @click=${() => on.fix(one)}>${say("Write “{name}”", { name: one.hint ?? "" })}</button>`}</li>`;
}
