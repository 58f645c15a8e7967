// The sheet about a player: the moves that begin with them, facts, muting, and the host's moves about them.

/** @import {Player, Table} from "../../shared/types.js" */
/** @import {State} from "../../table/state.js" */
/** @import {PlayerChoice} from "../../table/views/seats_view.js" */
/** @import {Intents} from "../../table/intents.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { formsAbout } from "../../shared/forms.js";
import { say } from "../../shared/words.js";

/**
 * @typedef {object} Drawing  The page's functions for what also stands on the table.
 * @property {typeof import("../../table/views/seats_view.js").avatar} avatar
 * @property {typeof import("../../table/views/seats_view.js").badges} badges
 * @property {typeof import("../../shared/views/card_view.js").cardPicture} cardPicture
 * @property {typeof import("../../shared/selection.js").choicesOfPlayer} choicesOfPlayer
 * @property {typeof import("../../table/layout.js").zonesOf} zonesOf
 */

/**
 * @param {Pick<State, "talk"|"sheet"|"games"|"move">} state
 * @param {Table} table
 * @param {Intents} on
 * @param {Drawing} drawing
 */
export function personSheet(state, table, on, drawing) {
  const player = table.players.find((candidate) => candidate.id === state.sheet.person);
  if (!player) return nothing;
  const choices = drawing.choicesOfPlayer(table, state.move.picks).filter(({ of }) => of.includes(player.id));
  return html`<dialog class="dialog" data-testid="person-sheet" aria-labelledby="sheet-title" @cancel=${on.closeSheet}>
    <div class="person">${drawing.avatar(table, player)}<div><h2 id="sheet-title" dir="auto">${player.name}</h2>
      <p class="person-badges">${drawing.badges(table, player)}</p></div></div>
    <p class="faint">${aboutText(player)}</p>
    ${movesAbout(choices, player, on)}
    ${openCards(state, table, player, drawing)}
    <div class="person-moves">${player.bot || player.id === table.you ? nothing : muteButton(state, player, on)}
      ${formsAbout(table, player.id).map(({ form, field }) => html`<button type="button" class="button plain" data-testid="move-${form.name}"
        @click=${() => on.pressAbout(form, { [field.name]: player.id })}>${form.label}</button>`)}</div>
    <div class="row dialog-buttons"><button type="button" class="button ${choices.length ? "plain" : "primary"}" data-testid="close-sheet" autofocus @click=${on.closeSheet}>${say("Close")}</button></div>
  </dialog>`;
}

/**
 * Shows the game's moves that begin with this player.
 * @param {PlayerChoice[]} choices
 * @param {Player} player
 * @param {Intents} on
 */
function movesAbout(choices, player, on) {
  return choices.length ? html`<div class="person-moves" role="group" aria-label=${say("Your moves")}>${choices.map(({ form, field }) =>
    html`<button type="button" class="button ${form.tone ?? "plain"}" data-testid="move-${form.name}" title=${form.help || nothing}
      @click=${() => on.pressAbout(form, { [field]: player.id })}>${form.label}</button>`)}</div>` : nothing;
}

/**
 * Returns all open cards of a player. The seat itself has room for a few of them only.
 * @param {Pick<State, "games">} state
 * @param {Table} table
 * @param {Player} player
 * @param {Drawing} drawing
 */
function openCards(state, table, player, { cardPicture, zonesOf }) {
  const faces = state.games.get(table.game)?.faces ?? {};
  return zonesOf(table, player.id).filter((zone) => zone.kind !== "pile" && zone.cards?.some((card) => card !== null))
    .map((zone) => html`<h3>${zone.label}</h3><div class="open-hand" data-testid="open-cards">${(zone.cards ?? []).map((code) => cardPicture(code, faces))}</div>`);
}

/** @param {Player} player */
function aboutText({ bot, client, status }) {
  if (bot) return say("Bot of this server");
  if (status === "left") return say("Left the room");
  if (status === "away") return say("Away");
  return client ? say("Played by a program called {name}", { name: client }) : say("In the room");
}

/**
 * @param {Pick<State, "talk">} state
 * @param {Player} player
 * @param {Intents} on
 */
function muteButton(state, player, on) {
  const isMuted = state.talk.mutes.has(player.id);
  return html`<button type="button" class="button plain" data-testid="mute-here" aria-pressed=${isMuted ? "true" : "false"}
    @click=${() => on.mutePlayer(player.id, !isMuted)}>${isMuted ? say("Muted for me") : say("Mute for me")}</button>`;
}
