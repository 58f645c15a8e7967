// A game as a picture: a fan of three of its cards.

/** @import {Game} from "../types.js" */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { facePicture } from "./card_view.js";

/** @param {Game|undefined} game */
export function gamePicture(game) {
  if (!game || !Object.keys(game.faces).length) return nothing;
  return html`<span class="game-picture" aria-hidden="true">${fanOf(Object.keys(game.faces)).map((code) =>
    html`<span class="card">${facePicture(code, game.faces[code])}</span>`)}</span>`;
}

/**
 * @param {string[]} codes  in the order of the deck
 * @returns {string[]} three of them, as different as the order promises
 */
export function fanOf(codes) {
  const last = codes.length - 1;
  return [...new Set([codes[0], codes[Math.floor(last / 2)], codes[last]])];
}

/** @param {Game} game */
export function gameFacts(game) {
  const players = game.min_players === game.max_players ? `${game.max_players}` : `${game.min_players} to ${game.max_players}`;
  return `${players} players${game.minutes ? ` · ${game.minutes.replace("-", "–")} minutes` : ""}`;
}
