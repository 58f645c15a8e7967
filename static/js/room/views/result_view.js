// The end of a game.

/** @import {Award, Face, Standing, Table} from "../../shared/types.js" */
/** @import {State} from "../../table/state.js" */
/** @import {Intents} from "../../table/intents.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { formNamed } from "../../shared/forms.js";
import { handCount, zonesOf } from "../../table/layout.js";
import { listText, say } from "../../shared/words.js";
import { cardPicture } from "../../shared/views/card_view.js";
import { crown } from "../../shared/views/icons.js";
import { debugView } from "../../table/views/debug_view.js";
import { logView } from "../../table/views/log_view.js";
import { moveButton } from "../../table/views/moves_view.js";
import { avatar, badges } from "../../table/views/seats_view.js";
import { chatView, talkMenu } from "../../table/views/talk_view.js";
import { watchingBar } from "../../table/views/watch_view.js";

/** The kind of mark of a player that wants to play again. */
const WANTS_AGAIN = "again";

/**
 * @param {State} state
 * @param {Table} table
 * @param {Intents} on
 */
export function resultView(state, table, on) {
  const result = table.result;
  const rematch = formNamed(table, "play_again");
  const leave = formNamed(table, "leave");
  const isMine = table.you !== null && Boolean(result?.winners.includes(table.you));
  return html`<main class="over">
    <section class="panel result ${isMine ? "won" : ""}" data-testid="result">
      <header>${podium(table)}
      <p class="result-kicker">${say("Game over")}</p>
      <h1>${isMine ? result && result.winners.length > 1 ? say("You won together!") : say("You won!") : result?.text ?? table.prompt}</h1>
      ${lostText(table)}
      ${result && table.prompt && table.prompt !== result.text
        ? html`<p class="faint" data-testid="prompt">${table.prompt}</p>` : nothing}</header>
      ${state.isTv ? nothing : table.you === null ? html`${watchingBar(on, say("Join"))}<div class="row rematch">${replayLink(on)}${talkMenu(state, table, on)}</div>` : html`<div class="row rematch">
        ${rematch ? moveButton(state, rematch, on) : nothing}${readyView(table)}
        ${replayLink(on)}${talkMenu(state, table, on)}
        ${leave ? moveButton(state, leave, on) : nothing}
      </div>`}
      ${result?.standing?.length ? standing(state, table, result.standing, result.winners) : nothing}
      ${awardsView(state, result?.awards ?? [])}
      ${openHands(state, table)}
      ${result && !state.isTv ? html`<div class="row save-result">
        <button type="button" class="button quiet" data-testid="save-replay" @click=${() => on.saveReplay()}>${say("Download replay")}</button>
        <button type="button" class="button quiet" data-testid="save-result" @click=${() => on.saveResult()}>${say("Download result")}</button>
      </div>` : nothing}
    </section>
    ${state.isTv ? nothing : html`<aside class="over-side">${debugView(state, table, on)}${logView(state)}${chatView(state, on)}</aside>`}
  </main>`;
}

/** @param {Intents} on */
function replayLink(on) {
  return html`<a class="button quiet" data-testid="watch-replay" href=${on.replayAddress()}>${say("Watch the replay")}</a>`;
}

/**
 * Returns the viewer's place if they played and did not win.
 * @param {Table} table
 */
function lostText({ you, result }) {
  const ownLine = result?.standing?.find((line) => line.id === you);
  if (!ownLine || !result?.winners.length || result.winners.includes(ownLine.id)) return nothing;
  const all = result.standing?.length ?? 0;
  return html`<p><b data-testid="lost">${say("Your place: {place} of {all}", { place: ownLine.place, all })}</b></p>`;
}

/**
 * Shows the winners with crowns.
 * @param {Table} table
 */
function podium(table) {
  const winners = table.players.filter((player) => table.result?.winners.includes(player.id));
  return winners.length ? html`<div class="podium" aria-hidden="true">${winners.map((player) =>
    html`<span class="crowned">${crown()}${avatar(table, player)}<b dir="auto">${player.name}</b></span>`)}</div>` : nothing;
}

/**
 * Shows the players that want to play again.
 * @param {Table} table
 */
function readyView(table) {
  const present = table.players.filter((player) => player.status !== "left");
  const ready = present.filter((player) => player.marks?.some((mark) => mark.kind === WANTS_AGAIN));
  return html`<span class="who-is-in" data-testid="who-is-in">${ready.map((player) => html`<span title=${player.name}>${avatar(table, player)}</span>`)}
    <span>${say("{count} of {all} ready", { count: ready.length, all: present.length })}</span></span>`;
}

/**
 * @param {Pick<State, "sync">} state
 * @param {Award[]} list
 */
function awardsView(state, list) {
  return list.length ? html`<ul class="awards" aria-label=${say("Awards")} data-testid="awards">${list.map((award) => html`<li data-kind=${award.kind}>
    <b>${award.label}</b>
    <span class="award-names">${listText(award.players.map((id) => state.sync.names.get(id) ?? "?"))}</span><span class="faint">${award.text}</span></li>`)}
  </ul>` : nothing;
}

/**
 * @param {Pick<State, "sync">} state
 * @param {Table} table
 * @param {Standing[]} standings
 * @param {string[]} winners
 */
function standing(state, table, standings, winners) {
  // Points that only count the players below say nothing new, and neither do hands of the winners alone.
  const hasScores = standings.some((line) => line.score && line.score !== standings.length - line.place);
  const hasHands = standings.some((line) => !winners.includes(line.id) && handCount(table, line.id));
  return html`<table class="standing">
    <thead><tr><th scope="col">${say("Place")}</th><th scope="col">${say("Player")}</th>
      ${hasHands ? html`<th scope="col">${say("Cards left")}</th>` : nothing}${hasScores ? html`<th scope="col">${say("Score")}</th>` : nothing}</tr></thead>
    <tbody>${standings.map((line) => {
      const player = table.players.find((candidate) => candidate.id === line.id);
      return html`<tr class="${winners.includes(line.id) ? "winner" : ""} ${line.id === table.you ? "own" : ""}" data-player=${line.id}>
        <td><b class="place" data-place=${line.place}>${line.place}</b></td>
        <td><div class="who">${player ? avatar(table, player) : nothing}
          <span dir="auto">${player?.name ?? state.sync.names.get(line.id) ?? "?"}</span>
          ${player ? badges(table, { ...player, score: 0 }) : nothing}</div></td>
        ${hasHands ? html`<td>${handCount(table, line.id) ?? 0}</td>` : nothing}
        ${hasScores ? html`<td>${line.score}</td>` : nothing}</tr>`;
    })}</tbody></table>`;
}

/**
 * Shows the hands at the end of the game, as far as this viewer may see them.
 * @param {Pick<State, "games">} state
 * @param {Table} table
 */
function openHands(state, table) {
  /** @type {Record<string, Face>} */
  const faces = state.games.get(table.game)?.faces ?? {};
  const hands = table.players.map((player) => ({
    player, cards: zonesOf(table, player.id).filter((zone) => zone.kind === "hand").flatMap((zone) => zone.cards ?? []),
  })).filter(({ cards }) => cards.length);
  return hands.length ? html`<section class="open-hands" data-testid="open-hands"><h2>${say("Remaining cards")}</h2><ul>
    ${hands.map(({ player, cards }) => html`<li><b dir="auto">${player.name}</b>
      <span class="open-hand">${cards.map((card) => cardPicture(card, faces))}</span></li>`)}</ul></section>` : nothing;
}
