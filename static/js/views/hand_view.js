// My own cards and the selection above them.

/** @import {Face, Table, Zone} from "../types.js" */
/** @import {Picked} from "../selection.js" */
/** @import {Picking} from "./zone_view.js" */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { repeat } from "../../vendor/lit-html/directives/repeat.js";
import { perRow, zonesOf } from "../layout.js";
import { cardsOf, isPicked, pickLimit } from "../selection.js";
import { counted } from "../text.js";
import { cardButton } from "./card_view.js";

/** Cards in one row of a phone 390 px wide: each still shows a strip of 28 px to touch. */
const PHONE_ROW = 12;
/** Cards in one row beside the log on a screen 1280 px wide. */
const WIDE_ROW = 20;

/**
 * @param {Table} table
 * @param {Picked[]} picked
 * @param {Record<string, Face>} faces
 * @param {Picking} picking
 */
export function handView(table, picked, faces, picking) {
  const hands = zonesOf(table, table.you).filter((zone) => zone.kind === "hand");
  return table.you === null ? nothing : hands.map((zone) => oneHand(zone, picked, faces, picking, hands.length > 1));
}

/**
 * @param {Zone} zone
 * @param {Picked[]} picked
 * @param {Record<string, Face>} faces
 * @param {Picking} picking
 * @param {boolean} isLabelled
 */
function oneHand(zone, picked, faces, picking, isLabelled) {
  const held = cardsOf(zone).filter((card) => !isPicked(picked, card));
  const sizes = `--phone-row:${perRow(zone.count, PHONE_ROW)};--wide-row:${perRow(zone.count, WIDE_ROW)};`
    + `--phone-rows:${Math.ceil(zone.count / PHONE_ROW)};--wide-rows:${Math.ceil(zone.count / WIDE_ROW)}`;
  return html`<section class="hand-box" aria-label=${`Your ${zone.label || "hand"}: ${counted(zone.count, "card")}`}>
    ${isLabelled ? html`<h3 class="hand-label">${zone.label}</h3>` : nothing}
    <div class="hand" data-testid="hand" data-zone=${zone.id} data-focus="hand" .style=${sizes}>
      ${repeat(held, (card) => card.key, (card) => cardButton(card, faces, {
        pressed: false, enabled: picking.can(card), onClick: picking.toggle,
      }))}
    </div>
  </section>`;
}

/**
 * The picked cards out of my hands; cards picked elsewhere stay where they lie.
 * @param {Table} table
 * @param {Picked[]} picked
 * @param {Record<string, Face>} faces
 * @param {Picking} picking
 */
export function selectionView(table, picked, faces, picking) {
  const mine = new Set(zonesOf(table, table.you).filter((zone) => zone.kind === "hand").map((zone) => zone.id));
  const cards = picked.filter((card) => mine.has(card.zone));
  const limit = pickLimit(table);
  return html`<div class="selection ${limit ? "selection-open" : ""}" data-testid="selection" data-focus="selection"
      role="group" aria-label="Selected cards">
    ${cards.length ? repeat(cards, (card) => card.zone + card.key, (card) => cardButton(card, faces, {
      pressed: true, enabled: true, onClick: picking.toggle,
    })) : limit ? html`<p class="selection-hint">${limit === 1 ? "Tap a card to select it" : `Tap cards to select up to ${limit}`}</p>` : nothing}
  </div>`;
}
