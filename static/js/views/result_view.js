// The end of a game.

/** @import {Face, Standing, Table} from "../types.js" */
/** @import {State} from "../state.js" */
/** @import {Intents} from "../intents.js" */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { formNamed } from "../forms.js";
import { handCount, zonesOf } from "../layout.js";
import { cardPicture } from "./card_view.js";
import { logView, scoreboard } from "./log_view.js";
import { moveButton } from "./moves_view.js";
import { avatar, badges } from "./seats_view.js";
import { watchingBar } from "./watch_view.js";

/**
 * @param {State} state
 * @param {Table} table
 * @param {Intents} on
 */
export function resultView(state, table, on) {
  const result = table.result;
  const again = formNamed(table, "play_again");
  const leave = formNamed(table, "leave");
  const isMine = table.you !== null && Boolean(result?.winners.includes(table.you));
  return html`<main class="over">
    <section class="panel result ${isMine ? "won" : ""}" data-testid="result">
      <p class="result-kicker">${isMine ? "You won!" : "Game over"}</p>
      <h1>${result?.text ?? table.prompt}</h1>
      ${result && table.prompt && table.prompt !== result.text
        ? html`<p class="faint" data-testid="prompt">${table.prompt}</p>` : nothing}
      ${table.you === null ? watchingBar(on, "Join") : html`<div class="row">
        ${again ? moveButton(state, again, on) : nothing}
        ${leave ? moveButton(state, leave, on) : nothing}
      </div>`}
      ${result?.standing?.length ? standing(state, table, result.standing, result.winners) : nothing}
      ${openHands(state, table)}
      ${result ? html`<div class="row save-result">
        <a class="button plain" data-testid="watch-replay" href=${`/r/${state.code}/replay`}>Watch the replay</a>
        <button type="button" class="button quiet" data-testid="save-replay" @click=${() => on.saveReplay()}>Download replay</button>
        <button type="button" class="button quiet" data-testid="save-result" @click=${() => on.saveResult()}>Download result</button>
      </div>` : nothing}
    </section>
    <aside class="over-side">${scoreboard(table)}${logView(state)}</aside>
  </main>`;
}

/**
 * @param {State} state
 * @param {Table} table
 * @param {Standing[]} standings
 * @param {string[]} winners
 */
function standing(state, table, standings, winners) {
  const hasScores = standings.some((line) => line.score);
  const hasHands = standings.some((line) => handCount(table, line.id) !== null);
  return html`<table class="standing">
    <thead><tr><th scope="col">Place</th><th scope="col">Player</th>
      ${hasHands ? html`<th scope="col">Cards</th>` : nothing}${hasScores ? html`<th scope="col">Score</th>` : nothing}</tr></thead>
    <tbody>${standings.map((line) => {
      const player = table.players.find((one) => one.id === line.id);
      return html`<tr class=${winners.includes(line.id) ? "winner" : ""}>
        <td>${line.place}</td>
        <td><div class="who">${player ? avatar(table, player) : nothing}
          <span>${player?.name ?? state.names.get(line.id) ?? "?"}</span>
          ${player ? badges(table, { ...player, score: 0 }) : nothing}</div></td>
        ${hasHands ? html`<td>${handCount(table, line.id) ?? 0}</td>` : nothing}
        ${hasScores ? html`<td>${line.score}</td>` : nothing}</tr>`;
    })}</tbody></table>`;
}

/**
 * What everybody held at the end, as far as it may be seen.
 * @param {State} state
 * @param {Table} table
 */
function openHands(state, table) {
  /** @type {Record<string, Face>} */
  const faces = state.games.get(table.game)?.faces ?? {};
  const hands = table.players.map((player) => ({
    player, cards: zonesOf(table, player.id).filter((zone) => zone.kind === "hand").flatMap((zone) => zone.cards ?? []),
  })).filter(({ cards }) => cards.length);
  return hands.length ? html`<section class="open-hands" data-testid="open-hands"><h2>What was left</h2><ul>
    ${hands.map(({ player, cards }) => html`<li><b>${player.name}</b>
      <span class="open-hand">${cards.map((card) => cardPicture(card, faces))}</span></li>`)}</ul></section>` : nothing;
}
