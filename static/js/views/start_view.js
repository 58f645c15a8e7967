// What the start page learns while it is open: the seats of this browser, and the public rooms.

/** @import {Listing} from "../types.js" */
/** @import {Kept, StartIntents} from "../start.js" */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { repeat } from "../../vendor/lit-html/directives/repeat.js";

const PHASES = { lobby: "waiting for players", playing: "a game is running", over: "a game has just ended" };

/**
 * @param {Kept[]} seats
 * @param {StartIntents} on
 */
export function seatsView(seats, on) {
  return seats.length ? html`<section class="panel back-to-seat" aria-label="Your seats" data-testid="seats"><ul>
    ${repeat(seats, ({ code }) => code, ({ code, table }) => html`<li><span><b>${on.gameName(table.game)}</b> · ${code.toUpperCase()}
      <span class="faint">${PHASES[table.phase]}</span></span>
      <a class="button primary" href="/r/${code.toUpperCase()}">Back to your seat</a></li>`)}</ul></section>` : nothing;
}

/**
 * @param {Listing[]} rooms
 * @param {StartIntents} on
 */
export function roomsView(rooms, on) {
  return rooms.length ? html`<section class="panel public-rooms" data-testid="public-rooms"><h2>Open rooms</h2><ul>
    ${repeat(rooms, (room) => room.code, (room) => html`<li data-code=${room.code}>
      <span><b dir="auto">${room.host}</b> · ${on.gameName(room.game)} <span class="faint">${room.players} of ${room.seats} seats</span></span>
      <button type="button" class="button plain" aria-label="Join the room of ${room.host}" @click=${() => on.joinListed(room.code)}>Join</button></li>`)}
  </ul></section>` : nothing;
}
