// The viewer's hand; picked cards are raised.

/** @import {Face, Table, Zone} from "../../shared/types.js" */
/** @import {CardRef} from "../../shared/selection.js" */
/** @import {Picking} from "./zone_view.js" */
/** @import {State} from "../state.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { repeat } from "../../../vendor/lit-html/directives/repeat.js";
import { inOrder } from "../../shared/faces.js";
import { perRow, zonesOf } from "../layout.js";
import { inHandOrder } from "../move.js";
import { cardsOf, isPicked } from "../../shared/selection.js";
import { cardsText } from "../../shared/text.js";
import { say } from "../../shared/words.js";
import { cardButton } from "../../shared/views/card_view.js";

/** Cards in one row of a phone 390 px wide: each still shows a strip of 28 px to touch. */
const PHONE_ROW = 12;
/** Cards in one row of a high phone, which has room for two rows of large cards. */
const TALL_ROW = 9;
/** Cards in one row beside the log on a screen 1280 px wide: strips of 30 px. */
const WIDE_ROW = 30;
/** Cards with their names in one row of a high phone: the names stay readable. */
const NAMED_ROW = 5;
/** Maximum number of rows. More would hide the indices of cards, so cards overlap more instead. */
const MOST_ROWS = 3;
/** Maximum number of rows of cards with names, which are at their lower edges. */
const MOST_NAMED_ROWS = 2;

/**
 * @param {Pick<State, "settings"|"move">} state
 * @param {Table} table
 * @param {Record<string, Face>} faces
 * @param {Picking} picking
 */
export function handView(state, table, faces, picking) {
  const hands = zonesOf(table, table.you).filter((zone) => zone.kind === "hand");
  return table.you === null ? nothing : hands.map((zone) => oneHand(zone, state, faces, picking, hands.length > 1, table.zones.some(({ id }) => picking.pile(id))));
}

/**
 * @param {Zone} zone
 * @param {Pick<State, "settings"|"move">} state
 * @param {Record<string, Face>} faces
 * @param {Picking} picking
 * @param {boolean} isLabelled
 * @param {boolean} isPileDue  whether a move on a pile is possible: if no card of the hand is, it rests
 */
function oneHand(zone, { move: { picks, orders }, settings }, faces, picking, isLabelled, isPileDue) {
  const cards = inHandOrder(inOrder(cardsOf(zone), faces, settings.order), orders[zone.id] ?? []);
  const [anyPlayable, anyIdle] = [true, false].map((canPick) => cards.some((card) => (isPicked(picks, card) || picking.canPick(card)) === canPick));
  return html`<section class="hand-box" aria-label=${say("Your {zone}: {cards}", { zone: zone.label || say("hand"), cards: cardsText(zone.count) })}>
    ${isLabelled ? html`<h3 class="hand-label">${zone.label}</h3>` : nothing}
    <div class="hand ${anyIdle && (anyPlayable || isPileDue) ? "hand-some" : ""}" data-testid="hand" data-zone=${zone.id} data-focus="hand" .style=${rowsOf(zone.count)}>
      ${repeat(cards, (card) => card.key, (card, nth) => {
        const pressed = isPicked(picks, card);
        return cardButton(card, faces, {
          pressed, enabled: pressed || picking.canPick(card), onClick: picking.toggle, isStop: nth === 0, isArriving: isArriving(zone, card), nth,
        });
      })}
    </div>
  </section>`;
}

/**
 * @param {Zone} zone
 * @param {CardRef} card
 * @returns {boolean} whether the card is in flight: among equal cards, the last ones are
 */
function isArriving({ cards = [], arriving = [] }, { face, key }) {
  const [inHand, inFlight] = [cards, arriving].map((codes) => codes.filter((code) => code === face).length);
  return Number(key.slice(face.length + 1)) >= inHand - inFlight;
}

/**
 * Returns the rows of a hand. The rows depend only on the size of the hand, because picked cards stay in
 * place.
 * @param {number} count
 * @returns {string} style
 */
function rowsOf(count) {
  const sizes = Object.entries({ phone: PHONE_ROW, tall: TALL_ROW, wide: WIDE_ROW, named: NAMED_ROW }).map(([device, limit]) => {
    const row = perRow(count, Math.max(limit, Math.ceil(count / (device === "named" ? MOST_NAMED_ROWS : MOST_ROWS))));
    return `--${device}-row:${row};--${device}-rows:${Math.ceil(Math.max(1, count) / row)}`;
  });
  return sizes.join(";");
}
