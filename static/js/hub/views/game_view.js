// The page of one game: facts, buttons to play, rules, versions, and report.

/** @import {GameEntry} from "../../shared/types.js" */
/** @import {GamesIntents, GamesState} from "../games.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { gameFacts } from "../../shared/faces.js";
import { LANGUAGE, say } from "../../shared/words.js";
import { facePicture } from "../../shared/views/card_view.js";
import { gameCover } from "../../shared/views/game_cover.js";
import { playsText, tagsView } from "./games_view.js";
import { versionFacts } from "../../shared/views/version_view.js";
import { reportView } from "../../shared/views/report_view.js";

/**
 * @param {GamesState} state
 * @param {GamesIntents} on
 */
export function gameView(state, on) {
  const { published, rules } = state.game;
  if (!published || !rules) return html`<p class="error" role="alert">${state.errors.game ?? ""}</p>`;
  const { game } = published;
  return html`<section class="panel about-game"><div class="about-words"><h1 dir="auto">${game.name}</h1>
      <p dir="auto">${game.summary}</p>
      <p class="faint">${factsOf(game)}</p>
      ${game.forked_from ? html`<p class="faint">${say("Copy of {game}", { game: game.forked_from })}</p>` : nothing}
      ${tagsView(game.tags)}</div>${gameCover({ ...rules, slug: game.slug }, facePicture)}</section>
    ${playView(state, on)}
    ${rules.rules ? html`<section class="panel"><h2>${say("Rules")}</h2><div class="running" dir="auto">${rules.rules}</div></section>` : nothing}
    ${optionsView(rules)}
    ${game.built_in ? nothing : html`<section class="panel"><h2>${say("Versions")}</h2><ul class="versions">${published.versions.map((version) => html`<li>${versionFacts(version)}</li>`)}</ul></section>`}
    ${published.document ? html`${changeView(game)}
      ${reportView(published.report, { busy: state.busy, error: state.errors.report ?? "", make: on.report })}` : nothing}
    ${game.built_in ? nothing : flagView(state, on)}`;
}

/** @param {GameEntry} game */
function factsOf(game) {
  return [gameFacts(game), ...(game.built_in ? [] : [playsText(game)]), ...(game.version ? [say("version {version}", { version: game.version })] : []),
    ...(game.author ? [say("by {author}", { author: game.author })] : [])].join(", ");
}

/**
 * @param {GamesState} state
 * @param {GamesIntents} on
 */
function playView(state, on) {
  return html`<section class="panel" aria-label=${say("Play")}>
    <label for="name">${say("Your name")}</label>
    <input id="name" dir="auto" autocomplete="nickname" aria-describedby="name-error" .value=${state.name}
      aria-invalid=${state.errors.name ? "true" : "false"} @input=${(/** @type {any} */ event) => on.setName(event.target.value)}>
    <p class="error" id="name-error" role="alert">${state.errors.name ?? ""}</p>
    <div class="row"><button type="button" class="button primary" data-testid="play" ?disabled=${Boolean(state.busy)} @click=${on.play}>${say("Play now")}</button>
      <button type="button" class="button plain" data-testid="create" ?disabled=${Boolean(state.busy)} @click=${on.create}>${say("Create a room")}</button></div>
    <p class="error" role="alert">${state.errors.play ?? state.errors.create ?? ""}</p></section>`;
}

/** @param {import("../../shared/types.js").Game} rules */
function optionsView({ options }) {
  const ruleOptions = options.filter((option) => !option.group || option.group === "rules");
  return ruleOptions.length ? html`<section class="panel"><h2>${say("Options")}</h2><ul class="versions">${ruleOptions.map((option) =>
    html`<li dir="auto"><b>${option.label}</b> ${option.help ?? ""}</li>`)}</ul></section>` : nothing;
}

/** @param {GameEntry} game  a document */
function changeView({ slug }) {
  return html`<section class="panel"><h2>${say("Make your own version")}</h2>
      <div class="row"><a class="button primary" data-testid="fork" href="/design?from=${slug}">${say("Edit in the designer")}</a>
        <a class="button plain" data-testid="download" href="/api/documents/${slug}.json" download="${slug}.json">${say("Download the document")}</a>
        <a class="button plain" href="/api/documents/${slug}.zip?lang=${LANGUAGE}" download>${say("Download with the manual")}</a></div></section>`;
}

/**
 * @param {GamesState} state
 * @param {GamesIntents} on
 */
function flagView(state, on) {
  return html`<details class="panel flag"><summary>${say("Report this game")}</summary>
      ${state.notes.flag ? html`<p class="notice">${say("Thank you. The operator of this server will look at it.")}</p>` : html`<form
        @submit=${(/** @type {any} */ event) => { event.preventDefault(); on.flag(event.target.reason.value); }}>
        <label for="reason">${say("Reason")}</label><input id="reason" name="reason" maxlength="400" required>
        <button type="submit" class="button plain" ?disabled=${Boolean(state.busy)}>${say("Send")}</button>
        <p class="error" role="alert">${state.errors.flag ?? ""}</p></form>`}</details>`;
}
