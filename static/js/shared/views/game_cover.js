// Draws the cover of a game, by which players recognise it: a fan of its cards, its card back and its emblem, on
// a cloth in its own colour.

/** @import {Face} from "../types.js" */

import { html } from "../../../vendor/lit-html/lit-html.js";
import { emblemOf } from "../emblems.js";
import { skinOf } from "../skins.js";
import { emblemView } from "./emblem_view.js";
import { gamePicture } from "./game_picture.js";

/**
 * @typedef {object} Covered  A game with a cover.
 * @property {string} id
 * @property {string} [slug]
 * @property {Record<string, Face>} [faces]  none: only its back and its emblem are known
 * @property {string[]} [fan]
 * @property {Record<string, string>} [look]
 */

/**
 * @param {Covered} game
 * @param {typeof import("./card_view.js").facePicture} drawFace
 */
export function gameCover({ id, slug = id, faces = {}, fan, look = {} }, drawFace) {
  const { card_back: back = skinOf(id).back, card_back_colour: tone, table: cloth, emblem, emblem_picture: picture } = look;
  return html`<span class="cover" aria-hidden="true" .style=${`--hue:${emblemOf(slug, emblem).hue}${cloth ? `;--cover:${cloth}` : ""}`}>
    <span class="cover-back" data-back=${back}><span class="card back" .style=${tone ? `--back-tone:${tone}` : ""}></span></span>
    ${gamePicture({ faces, fan }, drawFace)}${emblemView(slug, emblem, picture)}</span>`;
}
