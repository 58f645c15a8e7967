// The list of games, and its search.

/** @import {GameEntry} from "../../shared/types.js" */
/** @import {GamesIntents, GamesState} from "../games.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { repeat } from "../../../vendor/lit-html/directives/repeat.js";
import { factParts } from "../../shared/faces.js";
import { plural, say } from "../../shared/words.js";
import { facePicture } from "../../shared/views/card_view.js";
import { gameCover } from "../../shared/views/game_cover.js";
import { tagName } from "../tags.js";

/** Signs of the facts of a game: a player and a clock. */
const FACT_SIGNS = ["M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-5 3.6-8 8-8s8 3 8 8z", "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm1.2 4v5.5l4 2.3-1.1 2-5.3-3.1V6z"];
/** Maximum number of players to search for. */
const MOST_PLAYERS = 10;

/**
 * @param {GamesState} state
 * @param {GamesIntents} on
 */
export function listView(state, on) {
  return html`<h1>${say("All games")}</h1>
    <p class="faint">${say("Pick a game to read its rules and play it.")}</p>
    <section class="panel search" aria-label=${say("Search")}>${searchView(state, on)}</section>
    <p class="error" role="alert">${state.errors.list ?? ""}</p>
    ${state.list.isLoaded && !state.list.games.length ? emptyView() : nothing}
    <div class="game-lists" data-testid="games">${partsOf(state.list).map(([title, games]) => html`
      <h2 class=${title ? "" : "unseen"}>${title || say("Games")}</h2><ul class="game-list">${repeat(games, (game) => game.slug, entryView)}</ul>`)}</div>
    ${state.list.cursor ? html`<button type="button" class="button plain" data-testid="more" @click=${on.loadMore}>${say("More games")}</button>` : nothing}`;
}

/**
 * Returns the games in the order of the list. If recommended games come first, those of players have a
 * heading of their own.
 * @param {GamesState["list"]} list
 * @returns {[string, GameEntry[]][]}  title, or ""; games
 */
function partsOf({ games, query }) {
  if (query.sort !== "recommended") return [["", games]];
  const [own, others] = [games.filter((game) => game.built_in), games.filter((game) => !game.built_in)];
  return [["", own], [say("Made by players"), others]].filter(/** @returns {part is [string, GameEntry[]]} */ (part) => part[1].length > 0);
}

function emptyView() {
  return html`<p data-testid="no-games">${say("No games match.")} <a href="/design">${say("Design a game")}</a></p>`;
}

/**
 * Shows the field to search, and the filters. Phones fold the filters.
 * @param {GamesState} state
 * @param {GamesIntents} on
 */
function searchView({ list: { query, tags, isFiltering } }, on) {
  const active = [query.tag, query.players, query.sort !== "recommended"].filter(Boolean).length;
  return html`<div><label for="q">${say("Search")}</label>
      <input id="q" type="search" placeholder=${say("Name or word")} .value=${query.q} @input=${(/** @type {any} */ event) => on.search({ q: event.target.value })}></div>
    <button type="button" class="button quiet filter-toggle" data-testid="filter" aria-expanded=${isFiltering} aria-controls="filters" @click=${on.toggleFilters}>${say("Filter")}${active ? html` <span class="count">${active}</span>` : nothing}</button>
    <div id="filters"><div><label for="tag">${say("Kind")}</label>
      <select id="tag" @change=${(/** @type {any} */ event) => on.search({ tag: event.target.value })}>
        <option value="">${say("All kinds")}</option>${tags.map((tag) => html`<option value=${tag} ?selected=${tag === query.tag}>${tagName(tag)}</option>`)}</select></div>
    <div><label for="players">${say("Players")}</label>
      <select id="players" @change=${(/** @type {any} */ event) => on.search({ players: event.target.value })}>
        <option value="">${say("Any number")}</option>
        ${Array.from({ length: MOST_PLAYERS - 1 }, (_, at) => html`<option value=${at + 2}>${at + 2}</option>`)}</select></div>
    <div><label for="sort">${say("Order")}</label>
      <select id="sort" @change=${(/** @type {any} */ event) => on.search({ sort: event.target.value })}>
        <option value="recommended">${say("Recommended first")}</option><option value="new">${say("Newest first")}</option><option value="played">${say("Most played first")}</option>
        <option value="name">${say("By name")}</option></select></div></div>`;
}

/** @param {GameEntry} game */
function entryView(game) {
  return html`<li class="panel" data-slug=${game.slug}>${coverOf(game)}<div><h3><a href="/games/${game.slug}" dir="auto">${game.name}</a>
      ${game.featured ? html`<span class="recommended">${say("Recommended")}</span>` : nothing}</h3>
    <p dir="auto">${game.summary}</p>
    <p class="facts">${factParts({ ...game, minutes: game.minutes || minutesOf(game) }).map((fact, nth) => html`<span>${sign(FACT_SIGNS[nth])}${fact}</span>`)}</p>
    ${game.built_in ? nothing : html`<p class="faint">${playsText(game)}</p>`}
    ${tagsView(game.tags)}<span class="go" aria-hidden="true">${say("Play")}</span></div></li>`;
}

/** @param {string} path */
function sign(path) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${path} fill-rule="evenodd"/></svg>`;
}

/** @param {GameEntry} game */
function coverOf({ id, slug, cover = { faces: {} }, emblem = "", emblem_picture: picture = "" }) {
  return gameCover({ id, slug, faces: cover.faces, look: { ...cover.look, emblem, emblem_picture: picture } }, facePicture);
}

/** @param {GameEntry} game  without a duration by its author */
function minutesOf({ report }) {
  return report && report.minutes > 1 ? String(Math.ceil(report.minutes)) : "";
}

/** @param {GameEntry} game */
export function playsText({ plays }) {
  return plays ? plural("played once", "played {count} times", { count: plays }) : say("not played yet");
}

/** @param {string[]} tags */
export function tagsView(tags) {
  return tags.length ? html`<ul class="tags" aria-label=${say("Kinds")}>${tags.map((tag) => html`<li dir="auto">${tagName(tag)}</li>`)}</ul>` : nothing;
}
