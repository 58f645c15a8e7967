// The place of a game's cover, which is empty until the cover's script is loaded.

/** @import {Game} from "../../shared/types.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { facePicture } from "../../shared/views/card_view.js";
import { late } from "../late.js";

/** @param {Game|undefined} game */
export function coverPlace(game) {
  return html`<div class="cover-place">${game && late.gameCover ? late.gameCover(game, facePicture) : nothing}</div>`;
}
