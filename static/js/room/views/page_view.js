// The frame of the room page: bar, banners, toasts, dialog, and the screen for the phase of the table.

/** @import {Table} from "../../shared/types.js" */
/** @import {State} from "../../table/state.js" */
/** @import {Intents} from "../../table/intents.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { formNamed, roomForms } from "../../shared/forms.js";
import { awaitedOf } from "../../table/awaited.js";
import { shownTable } from "../../table/animations.js";
import { screenOf } from "../../table/state.js";
import { plural, say } from "../../shared/words.js";
import { late } from "../late.js";
import { dialogView } from "./dialog_view.js";
import { joinView } from "./join_view.js";
import { moveButton } from "../../table/views/moves_view.js";
import { resultView } from "./result_view.js";
import { settingsMenu } from "../../table/views/settings_view.js";
import { sheetView } from "./sheet_view.js";
import { tableView } from "../../table/views/table_view.js";
import { remarksView } from "../../table/views/talk_view.js";
import { toastsView } from "../../table/views/toasts_view.js";
import { tvView } from "./tv_view.js";
import { waitingView } from "./waiting_view.js";
import { watchersView } from "../../table/views/watch_view.js";

/** Forms of the room that have their own place on the waiting or result screen. */
const PLACED_FORMS = new Set(["start", "leave", "play_again", "set_options", "set_game", "take_over", "mute", "unmute"]);

/**
 * @param {State} state
 * @param {Intents} on
 * @param {number} now  milliseconds since 1970 here
 */
export function pageView(state, on, now) {
  return html`${state.isTv ? nothing : barView(state, on)}${remarksView(state)}
    ${state.sync.connection === "troubled" ? html`<p class="reconnecting" data-testid="reconnecting" role="status">${state.sync.trouble || say("Reconnecting…")}</p>` : nothing}
    ${screenView(state, on, now)}
    ${screenOf(state) === "table" ? nothing : toastsView(state, on)}
    ${state.isTv ? nothing : html`${dialogView(state, on)}${sheetView(state, on)}`}`;
}

/**
 * @param {State} state
 * @param {Intents} on
 * @param {number} now
 */
function screenView(state, on, now) {
  const table = state.sync.table && shownTable(state.sync.table, state.log.stage);
  if (state.isTv) return tvView(state, table, on, now);
  return screenOf(state, table) === "table" && table ? tableView(state, table, on, now) : stillView(state, on, now);
}

/**
 * Returns a screen that has no animated table.
 * @param {State} state
 * @param {Intents} on
 * @param {number} now
 */
function stillView(state, on, now) {
  const table = /** @type {Table} */ (state.sync.table);
  switch (screenOf(state)) {
    case "gone": return late.goneView?.(state.code, (address) => location.assign(address)) ?? html`<main class="centre"><h1>${say("This room no longer exists")}</h1></main>`;
    case "join": return joinView(state, on);
    case "opening": return html`<main class="centre"><p class="faint" role="status">${say("Opening the room…")}</p></main>`;
    case "waiting": return waitingView(state, table, on, now);
    default: return resultView(state, table, on);
  }
}

/**
 * @param {State} state
 * @param {Intents} on
 */
function barView(state, on) {
  const { table } = state.sync;
  const leave = table && state.access.seat ? formNamed(table, "leave") : undefined;
  const screen = screenOf(state);
  const isOpen = screen === "table" || screen === "result";
  const game = state.games.get(table?.game ?? "")?.name ?? "Cheat";
  return html`<header class="topbar">
    <a class="brand" href="/" aria-label="Cheat"><img src="/static/favicon.svg" alt="" width="28" height="28"><span>Cheat</span></a>
    ${isOpen
      ? html`<span class="bar-place"><span class="bar-game" data-testid="game-name">${game}</span><span class="bar-code"><span class="bar-word">${say("Room")} </span><button type="button" class="code-press" translate="no"
          data-testid="room-code" title=${say("Copy the code")} aria-label="${[...state.code.toUpperCase()].join(" ")}. ${say("Copy the code")}"
          @click=${on.copyCode}>${state.code.toUpperCase()}</button></span></span>` : nothing}
    <span class="bar-space"></span>
    ${isOpen ? settingsMenu(state, on.set) : nothing}
    ${screen === "table" ? html`${watchersView(/** @type {Table} */ (table))}
      <button type="button" class="button quiet drawer-toggle" aria-expanded=${state.log.isOpen ? "true" : "false"}
        @click=${on.toggleDrawer}>${say("Log")}${unreadView(state.talk.unread)}</button>` : nothing}
    ${table && screen !== "join" ? html`<button type="button" class="button quiet help-button" data-testid="help" aria-label=${say("Rules and help")}
      @click=${() => on.openSheet("help")}>?</button>` : nothing}
    ${table && state.access.seat ? screen === "table" ? menuView(state, table, on) : returnButton(on) : nothing}
    ${leave && table?.phase !== "over" ? moveButton(state, { ...leave, tone: "quiet" }, on) : nothing}
  </header>`;
}

/** @param {number} count  lines of chat since the log was last open */
function unreadView(count) {
  return count ? html`<b class="unread" data-testid="unread" aria-hidden="true">${count}</b><span class="unseen"> ${
    plural("{count} new line", "{count} new lines", { count })}</span>` : nothing;
}

/**
 * Returns the menu of a running game: the link to come back, and the room's moves.
 * @param {Pick<State, "move">} state
 * @param {Table} table
 * @param {Intents} on
 */
function menuView(state, table, on) {
  const forms = roomForms(table).filter((form) => !PLACED_FORMS.has(form.name));
  return html`<details class="menu"><summary class="button quiet" data-testid="menu" aria-label=${say("Room menu")}>⋯</summary>
    <div class="menu-box">${returnButton(on)}${forms.map((form) => moveButton(state, form, on))}</div></details>`;
}

/** @param {Intents} on */
function returnButton(on) {
  return html`<button type="button" class="button quiet" data-testid="return-link" @click=${() => on.openSheet("return")}>${say("My link")}</button>`;
}

/**
 * @param {Pick<State, "code"|"games"|"sync"|"log">} state
 * @returns {string} the title of the browser's tab; it tells the end of a game only after its animation
 */
export function titleOf(state) {
  const code = state.code.toUpperCase();
  if (!state.sync.table) return `Cheat · ${code}`;
  const table = shownTable(state.sync.table, state.log.stage);
  const awaited = awaitedOf(table);
  if (awaited) return `● ${awaited.kind === "turn" ? say("Your turn") : say("Waiting for you")} · ${code}`;
  return table.phase === "over" ? `${say("Game over")} · ${code}` : `${state.games.get(table.game)?.name ?? "Cheat"} · ${code}`;
}
