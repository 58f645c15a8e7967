// The result of a check of a document, and the notice with the author's key.

/** @import {Diagnostic} from "../diagnostics.js" */
/** @import {CheckResult} from "../types.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { commaFix, excerpt, applyFix } from "../diagnostics.js";
import { plural, say } from "../words.js";

/** @param {string} key  the author's key, or "" */
function keyView(key) {
  return key ? html`<p>${say("This is your author key. It is saved in this browser. Save a copy: the key can't be recovered.")}</p>
    <p><code class="author-key" data-testid="author-key">${key}</code></p>` : nothing;
}

/**
 * @param {string} slug  of the game that was just published
 * @param {string} withheld  why it is not listed, and so has no page; else ""
 * @param {string} key  the author's key, or ""
 */
export function publishedNotice(slug, withheld, key) {
  const link = html`<a href="/games/${slug}">${say("Your game is published.")}</a>`;
  return html`<p class="notice" role="status" dir="auto">${withheld || link}</p>${keyView(key)}`;
}

/** @param {Diagnostic[]} warnings  of the game that was just published */
export function warningsView(warnings) {
  return warnings.length ? html`<ul class="diagnostics" data-testid="warnings">${warnings.map((warning) => diagnosticView("", warning, () => {}))}</ul>` : nothing;
}

/** @typedef {(diagnostic: Diagnostic) => unknown} Fix */

/**
 * @param {CheckResult|null} result
 * @param {string} source
 * @param {Fix} fix
 * @param {(document: string) => unknown} useConverted  puts a converted document into the form
 */
export function checkResultView(result, source, fix, useConverted) {
  const { about, diagnostics = [], games = 0 } = result ?? {};
  const errors = errorsIn(diagnostics);
  return html`<section class="panel" aria-label=${say("Check results")} data-testid="found">
    <p role="status">${errors ? plural("There is one problem.", "There are {count} problems.", { count: errors })
      : say("Your game works: {slug} {version}, tested {games} times.", { slug: about?.slug ?? "", version: about?.version ?? "", games })}</p>
    ${result?.converted ? html`<p>${say("Your game was in the older format and has been converted.")}
      <button type="button" class="button plain" data-testid="go-on" @click=${() => useConverted(result.document ?? "")}>${say("Use the converted text")}</button></p>` : nothing}
    <ul class="diagnostics">${diagnostics.map((diagnostic) => diagnosticView(source, diagnostic, fix))}</ul></section>`;
}

/** @param {Diagnostic[]} diagnostics */
export function errorsIn(diagnostics) {
  return diagnostics.filter((diagnostic) => diagnostic.severity !== "warning").length;
}

/**
 * @param {string} source
 * @param {Diagnostic} diagnostic
 * @param {Fix} fix
 * @param {() => unknown} [show]  selects the place in the editor; a press on the message does so
 * @param {unknown} [buttons]  after the button with the fix
 */
export function diagnosticView(source, diagnostic, fix, show, buttons = nothing) {
  const part = excerpt(source, diagnostic);
  const isWarning = diagnostic.severity === "warning";
  return html`<li class=${isWarning ? "warning" : "wrong"}>
    <div class=${show ? "can-show" : ""} @click=${show ?? nothing}><p><b>${isWarning ? say("Warning") : say("Error")}</b> <code>${diagnostic.file ? `${diagnostic.file}: ` : nothing}${diagnostic.path}</code>${diagnostic.line ? html` <span class="faint">${say("line {line}", { line: diagnostic.line })}</span>` : nothing}</p>
    ${part ? html`<pre tabindex="0">${part.text}\n${part.carets}</pre>` : nothing}
    <p>${diagnostic.text}</p></div>
    <div class="row">${applyFix(source, diagnostic) === null ? nothing : html`<button type="button" class="button plain small" @click=${() => fix(diagnostic)}>${fixWords(source, diagnostic)}</button>`}${buttons}</div></li>`;
}

/**
 * @param {string} source
 * @param {Diagnostic} diagnostic
 */
function fixWords(source, diagnostic) {
  const comma = commaFix(source, diagnostic);
  return comma && !comma.insert ? say("Remove the “,”") : say("Write “{name}”", { name: comma ? "," : diagnostic.hint ?? "" });
}
