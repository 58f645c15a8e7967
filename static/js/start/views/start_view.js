// The dynamic parts of the start page: the seats of this browser, and public rooms.

/** @import {Face, RoomListing} from "../../shared/types.js" */
/** @import {SeatEntry, StartIntents} from "../start.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { repeat } from "../../../vendor/lit-html/directives/repeat.js";
import { skinOf } from "../../shared/skins.js";
import { say } from "../../shared/words.js";
import { facePicture } from "../../shared/views/card_view.js";
import { gamePicture } from "../../shared/views/game_picture.js";

const PHASES = { lobby: say("waiting for players"), playing: say("a game is running"), over: say("a game has just ended") };

/** Number of cards in the drawn deck. */
const DECK = [0, 1, 2];
/** Number of sentences that a newcomer reads in a minute. */
const MINUTE_LINES = 3;

/**
 * Shows a deck and cards of a game beside it. Another game makes new elements, so its cards are dealt anew.
 * @param {{id: string, faces: Record<string, Face>, look?: Record<string, string>}} game
 */
export function dealView({ id, faces, look: { card_back: back = skinOf(id).back, card_back_colour: tone } = {} }) {
  return repeat([id], (key) => key, () => html`<span class="deal-deck" data-back=${back}>${DECK.map((nth) =>
    html`<span class="card back" .style=${`--nth: ${nth}${tone ? `;--back-tone:${tone}` : ""}`}></span>`)}</span>${gamePicture({ faces }, facePicture)}`);
}

/**
 * Shows the first sentences of a game's rules, for a game without a lesson.
 * @param {string} name  of the game
 * @param {string} rules
 * @param {() => void} open  shows all rules
 */
export function minuteView(name, rules, open) {
  const sentences = [...new Intl.Segmenter(document.documentElement.lang, { granularity: "sentence" }).segment(rules)].map(({ segment }) => segment.trim());
  return html`<section class="panel minute" aria-labelledby="minute-title" data-testid="minute"><h2 id="minute-title">${say("Learn {game} in a minute", { game: name })}</h2>
    <ol>${sentences.filter(Boolean).slice(0, MINUTE_LINES).map((sentence) => html`<li dir="auto">${sentence}</li>`)}</ol>
    <p class="row"><button type="submit" form="play" class="button primary">${say("Play {game} now", { game: name })}</button>
      <button type="button" class="button plain" @click=${open}>${say("Read all rules")}</button></p></section>`;
}

/**
 * @param {{seats: SeatEntry[], leaving: string}} state
 * @param {StartIntents} on
 */
export function seatsView({ seats, leaving }, on) {
  return seats.length ? html`<section class="back-to-seat" aria-label=${say("Your seats")} data-testid="seats"><ul>
    ${repeat(seats, ({ code }) => code, ({ code, table }) => html`<li data-code=${code}><span><b>${on.gameName(table.game)}</b> <span class="faint"><span translate="no">${code.toUpperCase()}</span>,
      ${PHASES[table.phase]}</span></span>
      ${leaving === code ? leavingView(code, on) : html`<div class="row"><a class="button primary" href="/r/${code.toUpperCase()}">${say("Back to your seat")}</a>
        <button type="button" class="button quiet" data-testid="leave-seat" @click=${() => on.askToLeave(code)}>${say("Leave")}</button>
        <button type="button" class="button quiet hide-seat" aria-label=${say("Hide")} title=${say("Hide")} @click=${() => on.hide(code)}><span aria-hidden="true">×</span></button></div>`}</li>`)}
    </ul></section>` : nothing;
}

/**
 * @param {string} code
 * @param {StartIntents} on
 */
function leavingView(code, on) {
  return html`<div class="row" role="group" aria-label=${say("Leave this room?")}><b>${say("Leave this room?")}</b>
    <button type="button" class="button plain" @click=${() => on.askToLeave("")}>${say("Stay")}</button>
    <button type="button" class="button danger" data-testid="leave-seat-yes" @click=${() => on.leave(code)}>${say("Leave")}</button></div>`;
}

/**
 * @param {RoomListing[]} rooms
 * @param {StartIntents} on
 */
export function roomsView(rooms, on) {
  return rooms.length ? html`<section class="panel public-rooms" data-testid="public-rooms"><h2>${say("Open rooms")}</h2><ul>
    ${repeat(rooms, (room) => room.code, (room) => html`<li data-code=${room.code}>
      <span><b>${on.gameName(room.game)}</b> <span class="faint"><span translate="no" dir="auto">${room.host}</span>, ${say("{players} of {seats} seats", { players: room.players, seats: room.seats })}</span></span>
      <button type="button" class="button plain" aria-label=${say("Join the room of {host}", { host: room.host })} @click=${() => on.joinListed(room.code)}>${say("Join")}</button></li>`)}
  </ul></section>` : nothing;
}
