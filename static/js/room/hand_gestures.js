// Dragging cards with finger or mouse, and moving along the hand with keys.

/** @import {Place} from "../table/flights.js" */

import { clickGuard, isComposing } from "../shared/gestures.js";
import { placeOf } from "../table/places.js";

/** A tap moves a finger less than this. */
const DRAG_PX = 12;
/** Keys that move along the hand, and by how many cards. */
const STEPS = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity });

/** @typedef {{zone: string, key: string, face: string}} Card */
/** @typedef {{card: HTMLElement, x: number, y: number, ghost: HTMLElement|null}} Drag */

/**
 * @param {EventTarget|null} target
 * @returns {HTMLElement|null} the card of the hand at this element
 */
function cardAt(target) {
  return target instanceof Element ? /** @type {HTMLElement|null} */ (target.closest(".hand .card-button")) : null;
}

/**
 * @param {EventTarget|null} target
 * @returns {HTMLElement|null} the pile at this element, if cards can be drawn from it
 */
function pileAt(target) {
  return target instanceof Element ? /** @type {HTMLElement|null} */ (target.closest("[data-pile]")) : null;
}

/**
 * @param {HTMLElement} element
 * @returns {Card}
 */
function cardOf({ dataset }) {
  return { zone: dataset.of ?? "", key: dataset.key ?? "", face: dataset.face ?? "" };
}

/**
 * Lets players drag cards. A card dropped on the table is played, and a card dropped on the hand moves to
 * that place in it. A card dragged from a pile to the player's side is drawn. The click that ends a drag is
 * ignored.
 * @param {object} on
 * @param {(card: Card, place: Place) => void} on.play
 * @param {(pile: string) => void} on.draw
 * @param {(card: Card, keys: string[], to: number) => void} on.arrange
 */
export function onDrag(on) {
  const swallowClick = clickGuard();
  /** @type {Drag|null} */
  let drag = null;
  document.addEventListener("pointerdown", (event) => {
    const card = event.isPrimary && event.button === 0 ? cardAt(event.target) ?? pileAt(event.target) : null;
    drag = card && { card, x: event.clientX, y: event.clientY, ghost: null };
  });
  // Browsers also drag selected text and pictures, which are no cards.
  document.addEventListener("dragstart", (event) => event.preventDefault());
  document.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.ghost && Math.hypot(x, y) > DRAG_PX) drag.ghost = ghostOf(drag.card);
    if (!drag.ghost) return;
    drag.ghost.style.transform = `translate(${x}px, ${y}px) scale(1.06)`;
    highlightTarget(drag.card, event);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, (event) => {
      const last = drag;
      drag = null;
      if (!last?.ghost) return;
      swallowClick();
      const place = placeOf(last.ghost);
      last.ghost.remove();
      clearHighlights(last.card);
      if (end === "pointerup") dropCard(last.card, place, /** @type {PointerEvent} */ (event), on);
    });
  }
}

/**
 * @param {HTMLElement} card
 * @param {Place} place
 * @param {PointerEvent} event
 * @param {Parameters<typeof onDrag>[0]} on
 */
function dropCard(card, place, event, on) {
  const target = document.elementFromPoint(event.clientX, event.clientY);
  const { pile } = card.dataset;
  if (pile !== undefined) {
    if (target?.closest(".mine, .actions")) on.draw(pile);
  } else if (target?.closest(".felt")) {
    on.play(cardOf(card), place);
  } else if (target?.closest(".mine") && card.parentElement) {
    const others = othersIn(card);
    const keys = cardsIn(card.parentElement).map((button) => button.dataset.key ?? "");
    on.arrange(cardOf(card), keys, others.filter((other) => isBefore(other, event)).length);
  }
}

/** @param {Element} hand */
function cardsIn(hand) {
  return /** @type {HTMLElement[]} */ ([...hand.querySelectorAll(".card-button")]);
}

/** @param {HTMLElement} card */
function othersIn(card) {
  return card.parentElement ? cardsIn(card.parentElement).filter((button) => button !== card) : [];
}

/**
 * @param {HTMLElement} card
 * @param {PointerEvent} event
 * @returns {boolean} whether the card comes before the pointer: in a row above, or further to the left
 */
function isBefore(card, { clientX, clientY }) {
  const { left, width, top, bottom } = card.getBoundingClientRect();
  const isLeft = left + width / 2 < clientX;
  // A single row is a fan: the cards at its ends lie lower, so only the horizontal position counts.
  if (Number(getComputedStyle(card).getPropertyValue("--rows")) < 2) return isLeft;
  return bottom < clientY || (top <= clientY && isLeft);
}

/**
 * Highlights the target of a drag: the table if the card can be played, or a place in the hand.
 * @param {HTMLElement} card
 * @param {PointerEvent} event
 */
function highlightTarget(card, event) {
  const table = card.closest(".table");
  if (table instanceof HTMLElement) table.dataset.drag = card.dataset.pile !== undefined ? "pile" : card.classList.contains("idle") ? "" : "card";
  const isInHand = document.elementFromPoint(event.clientX, event.clientY)?.closest(".mine");
  const next = isInHand && card.dataset.pile === undefined ? othersIn(card).find((other) => !isBefore(other, event)) : undefined;
  for (const other of othersIn(card)) other.toggleAttribute("data-next", other === next);
}

/** @param {HTMLElement} card */
function clearHighlights(card) {
  card.classList.remove("dragged");
  for (const element of document.querySelectorAll("[data-next], [data-drag]")) {
    element.removeAttribute("data-next");
    element.removeAttribute("data-drag");
  }
}

/**
 * @param {HTMLElement} card
 * @returns {HTMLElement} a copy of the card that follows the pointer
 */
function ghostOf(card) {
  const face = /** @type {HTMLElement} */ (card.querySelector(".card:last-of-type") ?? card.querySelector(".card"));
  const box = placeOf(face);
  const ghost = /** @type {HTMLElement} */ (face.cloneNode(true));
  ghost.classList.add("flying", "ghost");
  ghost.setAttribute("aria-hidden", "true");
  ghost.style.cssText = `left:${box.left}px;top:${box.top}px;--card-w:${box.width}px`;
  document.body.append(ghost);
  card.classList.add("dragged");
  return ghost;
}

/**
 * Handles keys in the hand: arrows move along it, Enter plays a card, Escape unselects all. Space presses the
 * card's button, which selects it.
 * @param {{play: (card: Card) => void, clearPicks: () => void}} on
 */
export function onHandKeys({ play, clearPicks }) {
  document.addEventListener("keydown", (event) => {
    const card = cardAt(event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return;
    if (event.key === "Escape" && !document.querySelector("dialog[open], details.menu[open]")) clearPicks();
    if (!card) return;
    if (event.key === "Enter" && !event.repeat) play(cardOf(card));
    else if (event.key in STEPS) step(card, STEPS[event.key]);
    else return;
    event.preventDefault();
  });
}

/**
 * @param {HTMLElement} from
 * @param {number} by  cards
 */
function step(from, by) {
  const cards = [...(from.parentElement?.querySelectorAll(".card-button") ?? [])];
  const to = cards[Math.max(0, Math.min(cards.length - 1, cards.indexOf(from) + by))];
  if (to instanceof HTMLElement) to.focus();
}
