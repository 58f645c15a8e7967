// The television: a large table for everyone in a room, with the QR code to join. It has no controls.

/** @import {Game, Table} from "../../shared/types.js" */
/** @import {State} from "../../table/state.js" */
/** @import {Intents} from "../../table/intents.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { screenOf } from "../../table/state.js";
import { pieces, say } from "../../shared/words.js";
import { logView, scoreboard } from "../../table/views/log_view.js";
import { resultView } from "./result_view.js";
import { qrView } from "./sheet_view.js";
import { tableView } from "../../table/views/table_view.js";
import { chatView } from "../../table/views/talk_view.js";
import { lobbyTable } from "./waiting_view.js";
import { watchersView } from "../../table/views/watch_view.js";

/**
 * @param {State} state
 * @param {Table|null} table  as it is shown
 * @param {Intents} on
 * @param {number} now  milliseconds since 1970 here
 */
export function tvView(state, table, on, now) {
  return html`<div class="tv" data-testid="tv">${tvScreen(state, table, on, now)}
    <aside class="tv-board">${joinBoard(state, table && state.games.get(table.game), on)}
      <div class="tv-side">${table ? html`${table.phase === "lobby" ? nothing : watchersView(table)}${scoreboard(table)}${logView(state)}${chatView(state, on)}` : nothing}</div></aside></div>`;
}

/**
 * @param {State} state
 * @param {Table|null} table
 * @param {Intents} on
 * @param {number} now
 */
function tvScreen(state, table, on, now) {
  if (state.access.refusal) return tvWords(state.access.refusal.detail, say("This page opens the room when the game is over."));
  if (state.sync.connection === "gone") return tvWords(say("This room no longer exists"), "");
  if (!table) return tvWords(say("Opening the room…"), "");
  switch (screenOf(state, table)) {
    case "table": return tableView(state, table, on, now, nothing);
    case "result": return resultView(state, table, on);
    default: return html`<main class="tv-lobby"><h1 class="unseen">${say("Waiting room")}</h1>${lobbyTable(state, table, on, now)}</main>`;
  }
}

/**
 * @param {string} title
 * @param {string} words
 */
function tvWords(title, words) {
  return html`<main class="tv-words"><h1>${title}</h1><p role="status">${words}</p></main>`;
}

/**
 * @param {Pick<State, "code"|"sheet">} state
 * @param {Game|null|undefined} game
 * @param {Intents} on
 */
function joinBoard(state, game, on) {
  const code = state.code.toUpperCase();
  return html`<section class="join-board" aria-label=${say("Join")} data-testid="join-board">
    <h2>${game ? html`<b dir="auto">${game.name}</b>` : nothing}${say("Scan to join")}</h2>
    ${qrView(state, say("QR code of the invitation"))}
    <p class="tv-where">${pieces("or enter at {address}", { address: html`<b>${on.siteAddress()}</b>` })}</p>
    <p class="code" translate="no" data-testid="room-code" aria-label=${[...code].join(" ")}>${code}</p>
  </section>`;
}
