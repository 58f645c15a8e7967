// The designer: the outline of a document, the document as text or form, and actions.

/** @import {Diagnostic} from "../../shared/diagnostics.js" */
/** @import {DesignIntents, DesignState} from "../designer.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { clearFileInput } from "../../shared/game_files.js";
import { missingOption, missingZone } from "../../shared/diagnostics.js";
import { echoesTo } from "../../shared/echo.js";
import { plural, say } from "../../shared/words.js";
import { formView } from "./form_view.js";
import { changesView, versionFacts } from "../../shared/views/version_view.js";
import { diagnosticView, errorsIn, publishedNotice } from "../../shared/views/check_result_view.js";
import { outlineView } from "./outline_view.js";
import { picturesView } from "./pictures_view.js";
import { reportView } from "../../shared/views/report_view.js";

/** Panes. A phone shows one of them. */
const PANES = /** @type {const} */ ([["parts", say("Parts")], ["document", say("Editor")], ["try", say("Check and play")]]);
/** Maximum number of bots beside the player. */
const MOST_BOTS = 9;

/**
 * @param {DesignState} state
 * @param {DesignIntents} on
 */
export function designView(state, on) {
  return html`${barView(state, on)}
    <div class="panes" data-pane=${state.view.pane}>
      <section class="panel pane parts" aria-label=${say("Parts")}>${outlineView(state, on)}</section>
      <section class="panel pane document" aria-label=${say("Document")}>
        <div class="editor" id="editor" ?hidden=${state.view.kind !== "text"}></div>
        ${state.view.kind === "form" ? formView(state, on) : echoView(state)}</section>
      <div class="pane try">${checkPane(state, on)}${playPane(state, on)}
        ${reportView(state.trial.report, { busy: state.busy, error: state.errors.report ?? "", make: on.report })}${picturesView(state, on)}${publishPane(state, on)}</div>
    </div>
    ${beginDialog(state, on)}`;
}

/**
 * @param {DesignState} state
 * @param {DesignIntents} on
 */
function barView(state, on) {
  return html`<div class="design-bar"><h1 dir="auto">${state.draft.title || say("Design a game")}</h1>
    <p class="faint kept ${state.draft.isStored ? "fine" : ""}" role="status">${state.draft.isStored ? say("Saved in this browser") : say("Not saved here: download it")}</p>
    <button type="button" class="button quiet sign design-more" popovertarget="design-tools" aria-label=${say("More")} title=${say("More")}>⋯</button>
    <div class="row design-tools" id="design-tools" popover><button type="button" class="button quiet" data-testid="begin" @click=${on.openBegin}>${say("Start with…")}</button>
      <button type="button" class="button quiet" data-testid="save" @click=${on.save}>${say("Download")}</button>
      <button type="button" class="button quiet sign" aria-label=${say("Undo")} title=${say("Undo")} @click=${on.undo}>↶</button>
      <button type="button" class="button quiet sign" aria-label=${say("Redo")} title=${say("Redo")} @click=${on.redo}>↷</button>
      <a class="button quiet" href="/design/language" target="_blank">${say("Manual")}</a><a class="button quiet" href="/games">${say("All games")}</a></div>
    <div class="row view-switch" role="group" aria-label=${say("View")}>${switchButton(state, on, "text", say("Text"))}${switchButton(state, on, "form", say("Form"))}</div>
    <div class="row pane-switch" role="group" aria-label=${say("What is shown")}>${PANES.map(([pane, name]) => html`<button type="button" class="button quiet" data-testid="pane-${pane}"
      aria-pressed=${state.view.pane === pane} @click=${() => on.show(pane)}>${name}${pane === "try" ? errorBadge(state) : nothing}</button>`)}</div></div>`;
}

/**
 * @param {DesignState} state
 * @param {DesignIntents} on
 * @param {"text"|"form"} view
 * @param {string} name
 */
function switchButton(state, on, view, name) {
  return html`<button type="button" class="button quiet" id="view-${view}" data-testid="view-${view}" aria-pressed=${state.view.kind === view} @click=${() => on.view(view)}>${name}</button>`;
}

/**
 * Shows the signature of the function or effect at the cursor, and the rules around it in plain words, the
 * innermost last. Its height is fixed, so that the text does not move.
 * @param {DesignState} state
 */
function echoView({ check: { echoes }, view: { cursor, word } }) {
  const sentences = echoesTo(echoes, cursor);
  return html`<div class="echo-box" role="group" tabindex="0" aria-label=${say("Plain words")} data-testid="echo">${word ? html`<p class="signature" data-testid="signature"><code lang="en">${word.signature}</code> ${word.help}
      <span class="faint">${say("Example:")} <code lang="en">${word.example}</code></span></p>` : nothing}${sentences.length
    ? html`<ol>${sentences.map((sentence) => html`<li dir="auto">${sentence}</li>`)}</ol>` : word ? nothing : html`<p class="faint">${say("Here you can read the rule at the cursor in plain words.")}</p>`}</div>`;
}

/** @param {DesignState} state */
function errorBadge({ check: { diagnostics } }) {
  const errors = errorsIn(diagnostics);
  return errors ? html` <span class="count">${errors}</span>` : nothing;
}

/**
 * @param {DesignState} state
 * @param {DesignIntents} on
 */
function checkPane(state, on) {
  const { diagnostics, isCurrent, hasRun, games } = state.check;
  const errors = errorsIn(diagnostics);
  const sentence = !hasRun ? say("Reading…")
    : errors ? plural("There is one problem.", "There are {count} problems.", { count: errors })
    : diagnostics.length ? plural("Your game works, with one warning.", "Your game works, with {count} warnings.", { count: diagnostics.length }) : say("Your game works.");
  return html`<section class="panel" aria-label=${say("Check results")} aria-busy=${!isCurrent} data-testid="found"><h2>${say("Check results")}</h2>
    <div class="row spread-row"><p class=${hasRun && !errors ? "works" : ""} role="status" data-testid="verdict">${sentence}</p>
    ${errors || !hasRun ? nothing : html`<button type="button" class="button plain" data-testid="check" ?disabled=${Boolean(state.busy)} @click=${on.check}>${state.busy === "check"
      ? say("Bots are playing…") : say("Let bots try it")}</button>`}</div>
    ${games ? html`<p>${plural("Bots have played it once.", "Bots have played it {count} times.", { count: games })}</p>` : nothing}
    <p class="error" role="alert">${state.errors.open ?? state.errors.check ?? ""}</p>
    ${conversionView(state)}
    <ul class="diagnostics">${diagnostics.map((diagnostic) => diagnosticView(state.draft.text, diagnostic, on.fix, diagnostic.line && !diagnostic.file ? () => on.goTo(diagnostic) : undefined, html`${missingButton(state, diagnostic, on)}
      ${diagnostic.line && !diagnostic.file ? html`<button type="button" class="button plain small" @click=${() => on.goTo(diagnostic)}>${say("Show")}</button>` : nothing}`))}</ul></section>`;
}

/**
 * Shows notes of a conversion from the older format, with paths in the original files.
 * @param {DesignState} state
 */
function conversionView({ check: { conversion } }) {
  return conversion.length ? html`<details class="conversion" open data-testid="conversion"><summary>${plural("The conversion left one note.", "The conversion left {count} notes.",
    { count: conversion.length })}</summary><ul>${conversion.map(({ file, path, line, text }) => html`<li>${file || path ? html`<code>${[file, path].filter(Boolean).join(": ")}</code>${file && line ? html` <span class="faint">${say("line {line}", { line })}</span>` : nothing} ` : nothing}${text}</li>`)}</ul></details>` : nothing;
}

/**
 * @param {DesignState} state
 * @param {Diagnostic} diagnostic
 * @param {DesignIntents} on
 */
function missingButton(state, diagnostic, on) {
  const zone = missingZone(state.draft.text, diagnostic);
  const option = missingOption(state.draft.text, diagnostic);
  const button = (/** @type {string} */ key, /** @type {string} */ name, /** @type {string} */ words) =>
    html`<button type="button" class="button plain small" @click=${() => { on.declare(key, name); on.focusEditor(); }}>${words}</button>`;
  return zone ? button("zones", zone, say("Make a zone “{name}”", { name: zone }))
    : option ? button("options", option, say("Make an option “{name}”", { name: option })) : nothing;
}

/**
 * @param {DesignState} state
 * @param {DesignIntents} on
 */
function playPane(state, on) {
  const { busy, errors, check: { about }, trial: { room, isAgainstBots } } = state;
  const isDisabled = !about || Boolean(busy);
  const seats = seatsOf(state);
  const [least, most] = [Math.max(0, seats.least - 1), Math.min(MOST_BOTS, seats.most - 1)];
  const bots = Math.min(most, Math.max(least, state.trial.bots));
  return html`<section class="panel" aria-label=${say("Play")}><h2>${say("Play")}</h2>
    <div class="two-fields"><div><label for="name">${say("Your name")}</label>
    <input id="name" dir="auto" autocomplete="nickname" aria-describedby="name-error" .value=${state.name} @input=${(/** @type {any} */ event) => on.setName(event.target.value)}></div>
    <div><label for="bots">${say("Bots")}</label>
    <select id="bots" @change=${(/** @type {any} */ event) => on.setBots(Number(event.target.value))}>${Array.from({ length: Math.max(1, most - least + 1) }, (_, at) =>
      html`<option value=${least + at} ?selected=${least + at === bots}>${least + at}</option>`)}</select></div></div>
    <p class="error" id="name-error" role="alert">${errors.name ?? ""}</p>
    <div class="row play-row"><button type="button" class="button primary" data-testid="play" ?disabled=${isDisabled} @click=${() => on.play(bots)}>${busy === "play"
      ? say("Setting up the table…") : say("Play against bots")}</button>
      <button type="button" class="button plain" data-testid="invite" ?disabled=${isDisabled} @click=${on.invite}>${busy === "invite" ? say("Setting up the table…") : say("Play with friends")}</button></div>
    ${about ? nothing : html`<p class="faint">${say("You can play it when there are no more problems.")}</p>`}
    <p class="error" role="alert">${errors.play ?? ""}</p>
    ${room ? html`<p class="notice" role="status"><a href=${on.tableAddress(room)} target="_blank" rel="noopener">${say("Last table: {code}", { code: room.toUpperCase() })}</a></p>` : nothing}
    ${room && isAgainstBots ? html`<button type="button" class="button plain" data-testid="again" aria-describedby="again-help" ?disabled=${isDisabled} @click=${on.playAgain}>${busy === "again"
      ? say("Setting up the table…") : say("Play again with this seed")}</button>
      <p class="faint" id="again-help">${say("The cards and all random results stay the same. The rules are your current version.")}</p>` : nothing}</section>`;
}

/**
 * Returns the least and the largest number of players. While the document has errors, they come from its
 * text.
 * @param {DesignState} state
 * @returns {{least: number, most: number}}
 */
function seatsOf({ check: { about }, draft: { document } }) {
  if (about) return about;
  const { min, max } = Object(document.players);
  const least = Number.isInteger(min) ? min : 2;
  return { least, most: Number.isInteger(max) ? Math.max(least, max) : least };
}

/**
 * @param {DesignState} state
 * @param {DesignIntents} on
 */
function publishPane(state, on) {
  const { busy, errors, check: { about }, draft: { document }, publishing: { slug, withheld, key, update } } = state;
  return html`<section class="panel" aria-label=${say("Publish")} data-testid="publish-pane"><h2>${say("Publish")}</h2>
    <p class="faint">${say("Then everyone can find it. Rooms keep the version they started with.")}
      ${say("To try it with people first, press “Play with friends”: only people with the link can join, and the game isn't listed.")}</p>
    <div class="two-fields"><div><label for="game-id">${say("Address")}</label>
        <input id="game-id" autocomplete="off" spellcheck="false" ?disabled=${!state.draft.isReadable} .value=${String(document.id ?? "")} @change=${(/** @type {any} */ event) => on.setMember("id", event.target.value.trim())}></div>
      <div><label for="game-version">${say("Version")}</label>
        <input id="game-version" autocomplete="off" ?disabled=${!state.draft.isReadable} .value=${String(document.version ?? "1.0.0")} @change=${(/** @type {any} */ event) => on.setMember("version", event.target.value.trim())}></div></div>
    <label for="note">${say("What is new in this version")}</label>
    <input id="note" maxlength="400" dir="auto" .value=${state.publishing.note} @input=${(/** @type {any} */ event) => on.setNote(event.target.value)}>
    <div class="row play-row"><button type="button" class="button primary" data-testid="publish" ?disabled=${!about || Boolean(busy)} @click=${on.publish}>${busy === "publish"
      ? say("Bots are playing…") : about ? say("Publish {slug} {version}", { slug: about.slug, version: about.version }) : say("Publish")}</button>
      ${on.isUpdate() ? html`<button type="button" class="button plain" data-testid="compare" ?disabled=${!about || Boolean(busy)} @click=${on.compare}>${say("Changes and versions")}</button>` : nothing}</div>
    <p class="error" role="alert">${errors.publish ?? ""}</p>
    ${slug ? publishedNotice(slug, withheld, key) : nothing}
    ${update ? updateView(update, state, on) : nothing}</section>`;
}

/**
 * Shows what the text changes in the published game, and the versions of the game.
 * @param {import("../../shared/types.js").Changes} update
 * @param {DesignState} state
 * @param {DesignIntents} on
 */
function updateView({ version, next, changes, versions }, state, on) {
  const { busy, publishing: { former } } = state;
  return html`<div data-testid="update"><div class="changes-part"><h3>${say("What changes after version {version}", { version })}</h3>
    ${changesView(changes)}
    ${changes.length ? html`<p class="faint">${say("Press “Publish” again if this is right. The next version is {next} or higher.", { next })}</p>` : nothing}</div>
    ${versions.length > 1 ? html`<details class="former-versions"><summary>${say("Earlier versions")}</summary><ul class="versions">${versions.slice(1).map((earlier) => html`<li>${versionFacts(earlier)}
      <button type="button" class="button plain small" data-testid="former-${earlier.version}" aria-pressed=${former?.version === earlier.version} ?disabled=${Boolean(busy)}
        @click=${() => on.chooseFormer(earlier.version)}>${say("Go back to this version")}</button></li>`)}</ul></details>` : nothing}
    ${former ? html`<div class="changes-part" data-testid="former"><h3>${say("Back to version {version}", { version: former.version })}</h3>
      <p class="faint">${say("It is published once more, as the next version. Compared with the version of today:")}</p>${changesView(former.changes)}
      <button type="button" class="button primary" data-testid="restore" ?disabled=${Boolean(busy)} @click=${on.restore}>${busy === "restore" ? say("Bots are playing…") : say("Publish version {version} again", { version: former.version })}</button></div>` : nothing}</div>`;
}

/**
 * @param {DesignState} state
 * @param {DesignIntents} on
 */
function beginDialog(state, on) {
  return html`<dialog class="dialog" id="begin" data-testid="begin-dialog" aria-labelledby="begin-title"><h2 id="begin-title">${say("Start with…")}</h2>
    <p class="faint">${say("Your work stays in your drafts.")}</p>
    <button type="button" class="button primary" data-testid="begin-template" @click=${() => on.begin("template")}>${say("A small game to start with: be first without cards")}</button>
    <label for="starter">${say("A small game that shows one thing")}</label>
    <select id="starter" @change=${(/** @type {any} */ event) => { if (event.target.value) on.begin(event.target.value); event.target.value = ""; }}>
      <option value="">${say("Choose a game")}</option>${state.begin.starters.map(([name, title]) => html`<option value=${name}>${title}</option>`)}</select>
    <label for="example">${say("A game that comes with this server")}</label>
    <select id="example" @change=${(/** @type {any} */ event) => { if (event.target.value) on.begin(event.target.value); event.target.value = ""; }}>
      <option value="">${say("Choose a game")}</option>${state.begin.examples.map(([slug, name]) => html`<option value=${slug}>${name}</option>`)}</select>
    ${state.begin.own.length ? html`<label for="own">${say("A game that you have published")}</label>
    <select id="own" data-testid="own" @change=${(/** @type {any} */ event) => { if (event.target.value) on.begin(event.target.value); event.target.value = ""; }}>
      <option value="">${say("Choose a game")}</option>${state.begin.own.map((slug) => html`<option value=${slug}>${slug}</option>`)}</select>` : nothing}
    <form @submit=${(/** @type {any} */ event) => { event.preventDefault(); on.begin(event.target.slug.value.trim()); }}>
      <label for="slug">${say("A published game")}</label>
      <div class="field-row"><input id="slug" name="slug" required autocomplete="off" spellcheck="false" placeholder="…"><button type="submit" class="button plain">${say("Open")}</button></div></form>
    <label for="file">${say("A file")}</label>
    <input id="file" type="file" multiple accept=".json,.js,.zip,application/json,application/zip" @click=${clearFileInput} @change=${(/** @type {any} */ event) => on.open(event.target.files)}>
    <p class="faint">${say("For a game in the older format, add its script and its decks, or a zip with all of them.")}</p>
    <p class="error" role="alert">${state.errors.begin ?? ""}</p>
    ${state.begin.drafts.length ? html`<h3>${say("Your drafts")}</h3><ul class="drafts">${state.begin.drafts.map((draft) => html`<li class="row spread-row">
      <button type="button" class="button plain small" aria-pressed=${draft.id === state.draft.id} @click=${() => on.resume(draft.id)}><span dir="auto">${draft.name || say("Untitled")}</span></button>
      <span class="faint">${new Date(draft.at).toLocaleString()}</span>
      ${draft.id === state.draft.id ? nothing : html`<button type="button" class="tool" aria-label=${say("Remove {name}", { name: draft.name })} @click=${() => on.removeDraft(draft.id)}>✕</button>`}</li>`)}</ul>` : nothing}
    <div class="row dialog-buttons"><button type="button" class="button plain" data-testid="close-begin" @click=${on.closeBegin}>${say("Close")}</button></div></dialog>`;
}
