// Draws the picture of a game: a fan of three of its cards.

/** @import {Game} from "../types.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { fanOf } from "../faces.js";
import { facePicture } from "./card_view.js";

/**
 * @param {Pick<Game, "faces">|undefined} game
 * @param {unknown} [emblem]  at the corner of the fan, in lists of games
 */
export function gamePicture(game, emblem = nothing) {
  if (!game || !Object.keys(game.faces).length) return nothing;
  return html`<span class="game-picture" aria-hidden="true">${fanOf(Object.keys(game.faces)).map((code) =>
    html`<span class="card">${facePicture(code, game.faces)}</span>`)}${emblem}</span>`;
}
