// Zones that lie on the table: stacks, rows, displays and columns.

/** @import {Face, Fact, Player, Zone} from "../../shared/types.js" */
/** @import {CardRef} from "../../shared/selection.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { repeat } from "../../../vendor/lit-html/directives/repeat.js";
import { cardName, colourName } from "../../shared/faces.js";
import { cardsOf } from "../../shared/selection.js";
import { cardsText, lettersOf } from "../../shared/text.js";
import { say } from "../../shared/words.js";
import { inRow, isLaid } from "../layout.js";
import { cardButton, cardPicture } from "../../shared/views/card_view.js";
import { colourMark } from "../../shared/views/colour_face.js";
import { glyph } from "../../shared/views/icons.js";

/** Maximum number of cards drawn under the top one. */
const STACK = 6;
/**
 * Maximum number of cards of a row that are drawn at another player's seat: the last ones, beside the number
 * of all.
 */
const BEFORE_SEAT = 7;

/**
 * @typedef {object} Picking  How cards on the table are picked.
 * @property {(card: CardRef) => boolean} canPick  whether a press changes what is picked
 * @property {boolean} isIncomplete  whether the picked cards complete no move yet
 * @property {(card: CardRef) => boolean} canAdd  whether a move takes it in addition to the picked cards
 * @property {(card: CardRef) => boolean} isPicked
 * @property {Fact|undefined} told  a fact about a card in the middle, which is drawn on the card
 * @property {boolean} isPress  whether the only move is a button that needs no card
 * @property {Set<string>} taken  faces that the picked cards would take
 * @property {(card: CardRef) => void} toggle
 * @property {(zone: string) => {label: string, press: () => void}|null} pile  the move of a press on a pile,
 *   or null
 */

/**
 * @param {Zone} zone
 * @param {Record<string, Face>} faces
 * @param {Picking|null} picking
 */
export function centralZone(zone, faces, picking) {
  if (zone.kind === "pile" && (zone.count || zone.label)) return pile(zone, faces, picking);
  // Columns keep their places, so that the others stay where they are.
  return isLaid(zone) || (zone.kind === "columns" && zone.label) ? spread(zone, faces, picking) : html`<div class="zone-empty" data-zone=${zone.id}></div>`;
}

/**
 * Shows a player's place around the middle of the table, with their name.
 * @param {Player} player
 * @param {Zone} zone
 * @param {{style: string, isLed: boolean, side: string}} place  `isLed`: the player led the trick
 * @param {Record<string, Face>} faces
 * @param {Picking|null} picking
 */
export function rowPlace(player, zone, { style, isLed, side }, faces, picking) {
  // The mark of a row that wins, so that it stands out among the others.
  const wins = player.marks?.find(({ kind }) => kind === "wins");
  return html`<div class="laid-place ${side} ${player.turn ? "laid-turn" : ""} ${isLed ? "laid-led" : ""} ${wins ? "laid-won" : ""} ${wins?.tone ?? ""}" role="listitem" .style=${style}>
    <span class="laid-who"><b class="laid-name" dir="auto" translate="no" title=${player.name}>${player.name}</b>${isLed ? html`<small>${say("led")}</small>` : nothing}</span>
    ${zone.count ? spread({ ...zone, label: "" }, faces, picking) : html`<div class="laid-empty" data-zone=${zone.id}></div>`}</div>`;
}

/**
 * Shows a zone in front of a player, whose cards can't be picked.
 * @param {Zone} zone
 * @param {Record<string, Face>} faces
 */
export function ownedZone(zone, faces) {
  if (zone.kind === "pile") return html`<div class="owned">${pile(zone, faces, null)}</div>`;
  return html`<div class="owned">${spread(inRow(zone, faces), faces, null, BEFORE_SEAT)}</div>`;
}

/**
 * @param {Zone} zone
 * @param {Record<string, Face>} faces
 * @param {Picking|null} picking
 */
function pile(zone, faces, picking) {
  const visibleCount = Math.min(STACK, zone.count);
  const top = zone.cards?.at(-1) ?? null;
  const topText = top && zone.count ? `, ${say("{card} on top", { card: cardName(top, faces) })}` : "";
  const name = `${zone.label || say("Pile")}: ${cardsText(zone.count)}${topText}${zone.colour ? `, ${say("Chosen colour: {colour}", { colour: colourName(zone.colour) })}` : ""}`;
  return html`<figure class="pile" data-testid=${zone.id === "pile" ? "pile" : `zone-${zone.id}`} data-zone=${zone.id}
      data-count=${zone.count}>
    ${stack(zone, name, picking?.pile(zone.id) ?? null, html`${Array.from({ length: visibleCount }, (_, nth) => cardPicture(nth === visibleCount - 1 ? top : null, faces))}
      ${zone.colour ? html`<span class="counts-as">${colourMark(zone.colour)}</span>` : nothing}`)}
    <figcaption>${zone.count ? html`<b>${zone.count}</b>` : nothing} ${zone.label} ${noteOf(zone)}</figcaption>
  </figure>`;
}

/**
 * Shows a pile of cards; a button if pressing it is a move.
 * @param {Zone} zone
 * @param {string} name
 * @param {{label: string, press: () => void}|null} move
 * @param {unknown} cards
 */
function stack({ id, count, colour }, name, move, cards) {
  const classes = `stack ${count ? "" : "stack-empty"}`;
  return move ? html`<button type="button" class="${classes} stack-press" data-pile=${id} data-colour=${colour ?? nothing} title=${move.label}
      aria-label="${move.label}. ${name}" @click=${move.press}>${cards}</button>`
    : html`<div class=${classes} role="group" aria-label=${name} data-colour=${colour ?? nothing}>${cards}</div>`;
}

/**
 * @param {Zone} zone
 * @param {Record<string, Face>} faces
 * @param {Picking|null} picking
 * @param {number} [limit]  maximum number of drawn cards
 */
function spread(zone, faces, picking, limit = Infinity) {
  const cards = zone.cards ?? Array(zone.count).fill(null);
  const hiddenCount = Math.max(0, cards.length - limit);
  const visible = zone.cards && !zone.cards.includes(null);
  return html`<figure class="spread spread-${zone.kind}" data-testid="zone-${zone.id}" data-zone=${zone.id}
      .style=${`--count:${Math.max(1, zone.count)};${lettersOf(zone.label)}`}>
    ${zone.label || zone.note ? html`<figcaption>${zone.label} ${noteOf(zone)}</figcaption>` : nothing}
    ${hiddenCount ? html`<b class="spread-count">${zone.count}</b>` : nothing}
    <div class="spread-cards">${zone.count ? nothing : html`<i class="laid-empty"></i>`}
      ${visible && picking && zone.kind !== "books"
        ? repeat(cardsOf(zone), (card) => card.key, (card, nth) => pickable(card, faces, picking, slotClasses(zone, nth)))
        : cards.slice(hiddenCount).map((code, nth) => html`<span class="slot ${slotClasses(zone, nth + hiddenCount)}">${zone.kind === "books" ? html`${glyph(faces[code ?? ""].rank ?? "")}<span class="unseen">${faces[code ?? ""].rank}</span>` : cardPicture(code, faces)}</span>`)}
    </div>
  </figure>`;
}

/**
 * @param {Zone} zone
 * @param {number} nth  card
 * @returns {string} classes of a card in flight or a wrong card
 */
function slotClasses({ count, arriving = [], wrong = [] }, nth) {
  if (nth >= count - arriving.length) return "slot-free";
  return wrong.includes(nth) ? "slot-wrong" : "";
}

/** @param {Zone} zone */
function noteOf(zone) {
  return zone.note ? html`<small class="note">${zone.note}</small>` : nothing;
}

/**
 * @param {CardRef} card
 * @param {Record<string, Face>} faces
 * @param {Picking} picking
 * @param {string} classes
 */
function pickable(card, faces, picking, classes) {
  const pressed = picking.isPicked(card);
  return html`<span class="slot ${classes} ${pressed ? "slot-picked" : picking.taken.has(card.face) ? "slot-taken" : ""}">${picking.told?.value === card.face ? html`<b class="slot-tag">${picking.told.label}</b>` : nothing}${
    pressed || picking.canPick(card) ? cardButton(card, faces, { pressed, enabled: true, onClick: picking.toggle }) : cardPicture(card.face, faces)}</span>`;
}
