// The viewer's hand; picked cards are raised.

/** @import {Face, Table, Zone} from "../../shared/types.js" */
/** @import {CardRef} from "../../shared/selection.js" */
/** @import {Picking} from "./zone_view.js" */
/** @import {State} from "../state.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { repeat } from "../../../vendor/lit-html/directives/repeat.js";
import { inOrder } from "../../shared/faces.js";
import { perRow, zonesOf } from "../layout.js";
import { inGroups, inHandOrder } from "../move.js";
import { isPicked } from "../../shared/selection.js";
import { cardsText } from "../../shared/text.js";
import { say } from "../../shared/words.js";
import { cardButton } from "../../shared/views/card_view.js";

/** Cards in one row of a phone 390 px wide: each still shows a strip of 28 px to touch. */
const PHONE_ROW = 12;
/** Cards in one row of a high phone that has room for two: no card covers another. */
const APART_ROW = 7;
/** Cards that lie in one row there. */
const APART_SINGLE_ROW = 5;
/** Cards in one row of a screen 768 px wide: strips of 36 px. */
const TABLET_ROW = 20;
/** Cards in one row beside the log on a screen 1280 px wide: strips of 30 px. */
const WIDE_ROW = 30;
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
  return table.you === null ? nothing : hands.map((zone) => oneHand(zone, state, faces, picking, hands.length > 1));
}

/**
 * @param {Zone} zone
 * @param {Pick<State, "settings"|"move">} state
 * @param {Record<string, Face>} faces
 * @param {Picking} picking
 * @param {boolean} isLabelled
 */
function oneHand(zone, { move: { picks, orders }, settings }, faces, picking, isLabelled) {
  const { cards: dealt, groups } = inGroups(zone);
  const cards = inHandOrder(inOrder(dealt, faces, settings.order), orders[zone.id] ?? []);
  // While the picked cards only begin a move, those that can be added stand out.
  const canAdd = picking.isIncomplete && cards.some(picking.canAdd) ? picking.canAdd : picking.canPick;
  const isPlayable = (/** @type {CardRef} */ card) => isPicked(picks, card) || canAdd(card);
  const [anyPlayable, anyIdle] = [true, false].map((playable) => cards.some((card) => isPlayable(card) === playable));
  return html`<section class="hand-box" aria-label=${say("Your {zone}: {cards}", { zone: zone.label || say("hand"), cards: cardsText(zone.count) })}>
    ${isLabelled ? html`<h3 class="hand-label">${zone.label}</h3>` : nothing}
    <div class="hand ${anyIdle && (anyPlayable || picking.isPress) ? "hand-some" : ""}" data-testid="hand" data-zone=${zone.id} data-focus="hand" .style=${rowsOf(zone.count)}>
      ${repeat(cards, (card) => card.key, (card, nth) => {
        const pressed = isPicked(picks, card);
        return cardButton(card, faces, {
          pressed, enabled: isPlayable(card), onClick: picking.toggle, isStop: nth === 0, isArriving: isArriving(zone, card), nth,
          group: groups.get(card.key),
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
 * Returns the rows of a hand on different screens. The rows depend only on the size of the hand, because picked cards
 * stay in place.
 * @param {number} count
 * @returns {string} style
 */
function rowsOf(count) {
  const [apart, least] = count > APART_SINGLE_ROW ? [APART_ROW, 2] : [APART_SINGLE_ROW, 1];
  return rowStyle("phone", count, PHONE_ROW) + rowStyle("tablet", count, TABLET_ROW)
    + rowStyle("wide", count, WIDE_ROW) + rowStyle("apart", count, apart, MOST_ROWS, least)
    + rowStyle("named", count, apart, MOST_NAMED_ROWS, least);
}

/**
 * @param {string} screen
 * @param {number} count
 * @param {number} limit  cards in one row, unless there would be too many rows
 * @param {number} [most]  rows
 * @param {number} [least]  rows
 */
function rowStyle(screen, count, limit, most = MOST_ROWS, least = 1) {
  const row = perRow(count, Math.max(Math.ceil(count / most), Math.min(limit, Math.ceil(count / least))));
  return `--${screen}-row:${row};--${screen}-rows:${Math.ceil(Math.max(1, count) / row)};`;
}
