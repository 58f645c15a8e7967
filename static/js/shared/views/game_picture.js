// Draws a fan of three cards of a game.

/** @import {Face} from "../types.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";

/** Number of cards in a fan. */
const FAN = 3;

/**
 * @param {{faces: Record<string, Face>, fan?: string[]}} game  fan: codes of its typical cards
 * @param {typeof import("./card_view.js").facePicture} drawFace
 */
export function gamePicture({ faces, fan = Object.keys(faces) }, drawFace) {
  return fan.length ? html`<span class="game-picture" aria-hidden="true">${fan.slice(0, FAN).map((code) =>
    html`<span class="card">${drawFace(code, faces)}</span>`)}</span>` : nothing;
}
