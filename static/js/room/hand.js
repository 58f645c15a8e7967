// The hand under fingers, mouse and keys: cards are dragged onto the table, and arrows go from one to the next.

/** @import {Place} from "../table/flights.js" */

import { clickGuard, isComposing } from "../shared/gestures.js";
import { placeOf } from "../table/places.js";

/** A finger that means to tap trembles less. */
const DRAG_PX = 12;
/** Steps of the keys that go along the hand; the ends are far away from any place in it. */
const STEPS = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity });

/** @typedef {{zone: string, key: string, face: string}} Card */
/** @typedef {{card: HTMLElement, x: number, y: number, ghost: HTMLElement|null}} Drag */

/**
 * @param {EventTarget|null} target
 * @returns {HTMLElement|null} the card of the hand that was meant
 */
function cardAt(target) {
  return target instanceof Element ? /** @type {HTMLElement|null} */ (target.closest(".hand .card-button")) : null;
}

/**
 * @param {EventTarget|null} target
 * @returns {HTMLElement|null} the pile that can be drawn from
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
 * A card that is let go over the table is played from there, over the hand it is laid there, and a card of a pile that is let go
 * over the own side is drawn. The click that ends a drag is not meant.
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
  // What the browser would drag of itself, such as marked text or a picture, is no card.
  document.addEventListener("dragstart", (event) => event.preventDefault());
  document.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.ghost && Math.hypot(x, y) > DRAG_PX) drag.ghost = ghostOf(drag.card);
    if (!drag.ghost) return;
    drag.ghost.style.transform = `translate(${x}px, ${y}px) scale(1.06)`;
    markPlace(drag.card, event);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, (event) => {
      const ended = drag;
      drag = null;
      if (!ended?.ghost) return;
      swallowClick();
      const place = placeOf(ended.ghost);
      ended.ghost.remove();
      clearMarks(ended.card);
      if (end === "pointerup") dropCard(ended.card, place, /** @type {PointerEvent} */ (event), on);
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
  const under = document.elementFromPoint(event.clientX, event.clientY);
  const { pile } = card.dataset;
  if (pile !== undefined) {
    if (under?.closest(".mine, .actions")) on.draw(pile);
  } else if (under?.closest(".felt")) {
    on.play(cardOf(card), place);
  } else if (under?.closest(".mine") && card.parentElement) {
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
 * @returns {boolean} whether it lies before the finger: in a row above, or further to the left
 */
function isBefore(card, { clientX, clientY }) {
  const { left, width, top, bottom } = card.getBoundingClientRect();
  const isLeft = left + width / 2 < clientX;
  // The cards of a single row are a fan: those at its ends lie lower.
  if (Number(getComputedStyle(card).getPropertyValue("--rows")) < 2) return isLeft;
  return bottom < clientY || (top <= clientY && isLeft);
}

/**
 * Shows where the card may go: the table, if it can be played, or the place in the hand.
 * @param {HTMLElement} card
 * @param {PointerEvent} event
 */
function markPlace(card, event) {
  const table = card.closest(".table");
  if (table instanceof HTMLElement) table.dataset.drag = card.dataset.pile !== undefined ? "pile" : card.classList.contains("idle") ? "" : "card";
  const isInHand = document.elementFromPoint(event.clientX, event.clientY)?.closest(".mine");
  const next = isInHand && card.dataset.pile === undefined ? othersIn(card).find((other) => !isBefore(other, event)) : undefined;
  for (const other of othersIn(card)) other.toggleAttribute("data-next", other === next);
}

/** @param {HTMLElement} card */
function clearMarks(card) {
  card.classList.remove("dragged");
  for (const element of document.querySelectorAll("[data-next], [data-drag]")) {
    element.removeAttribute("data-next");
    element.removeAttribute("data-drag");
  }
}

/**
 * @param {HTMLElement} card
 * @returns {HTMLElement} what follows the finger in its place
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
 * Arrows go along the hand, Enter plays, Escape puts all cards down. Space lifts and lowers, as it presses any button.
 * @param {{play: (card: Card) => void, putDown: () => void}} on
 */
export function onHandKeys({ play, putDown }) {
  document.addEventListener("keydown", (event) => {
    const card = cardAt(event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return;
    if (event.key === "Escape" && !document.querySelector("dialog[open], details.menu[open]")) putDown();
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
