// What the start page learns while it is open: the seats of this browser, and the public rooms.

/** @import {Listing} from "../../shared/types.js" */
/** @import {Kept, StartIntents} from "../start.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { repeat } from "../../../vendor/lit-html/directives/repeat.js";
import { say } from "../../shared/words.js";
import { HAS_LANGUAGES, languageSelect } from "../../shared/views/language_view.js";

const PHASES = { lobby: say("waiting for players"), playing: say("a game is running"), over: say("a game has just ended") };

/** The language of the page. */
export function languageView() {
  return HAS_LANGUAGES ? html`<label><span class="unseen">${say("Language")}</span>${languageSelect()}</label>` : nothing;
}

/**
 * @param {Kept[]} seats
 * @param {StartIntents} on
 */
export function seatsView(seats, on) {
  return seats.length ? html`<section class="panel back-to-seat" aria-label=${say("Your seats")} data-testid="seats"><ul>
    ${repeat(seats, ({ code }) => code, ({ code, table }) => html`<li><span><b>${on.gameName(table.game)}</b> · ${code.toUpperCase()}
      <span class="faint">${PHASES[table.phase]}</span></span>
      <a class="button primary" href="/r/${code.toUpperCase()}">${say("Back to your seat")}</a></li>`)}</ul></section>` : nothing;
}

/**
 * @param {Listing[]} rooms
 * @param {StartIntents} on
 */
export function roomsView(rooms, on) {
  return rooms.length ? html`<section class="panel public-rooms" data-testid="public-rooms"><h2>${say("Open rooms")}</h2><ul>
    ${repeat(rooms, (room) => room.code, (room) => html`<li data-code=${room.code}>
      <span><b translate="no" dir="auto">${room.host}</b> · ${on.gameName(room.game)} <span class="faint">${say("{players} of {seats} seats", { players: room.players, seats: room.seats })}</span></span>
      <button type="button" class="button plain" aria-label=${say("Join the room of {host}", { host: room.host })} @click=${() => on.joinListed(room.code)}>${say("Join")}</button></li>`)}
  </ul></section>` : nothing;
}
