// Measures the places of cards and players on the page.

/** @import {Place} from "./flights.js" */

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
/** Width of a card that flies to a place without drawn cards, such as a hand shown as a number. */
const SMALL = 16;
/** Difference in width between a stack and its cards, which are rotated a little. */
const STACK_MARGIN = 14;

/**
 * @param {string} zone
 * @returns {Element|null}
 */
function zoneElement(zone) {
  return zone ? root.querySelector(`[data-zone="${CSS.escape(zone)}"]`) : null;
}

/** @returns {DOMRect|null} of the table itself */
export function tableRect() {
  return root.querySelector(".felt")?.getBoundingClientRect() ?? null;
}

/** @returns {DOMRect|null} of the table above a hint, which nothing covers */
export function freeTableRect() {
  const [table, hint] = [tableRect(), root.querySelector(".felt .hint")?.getBoundingClientRect()];
  return table && hint && hint.top > table.top ? new DOMRect(table.left, table.top, table.width, hint.top - table.top) : table;
}

/** @returns {Element|null} */
export function tableElement() {
  return root.querySelector(".table");
}

/**
 * @param {string} zone
 * @returns {DOMRect|null}
 */
export function zoneRect(zone) {
  return zoneElement(zone)?.getBoundingClientRect() ?? null;
}

/**
 * Returns the place of a player's avatar or seat, or of the spectators.
 * @param {string|null} player  null for spectators
 * @returns {DOMRect|null} null if not on the page
 */
export function personRect(player) {
  const seat = player === null ? root.querySelector(".watchers") : root.querySelector(`[data-player="${CSS.escape(player)}"]`);
  const visibleElement = [seat?.querySelector(".avatar"), seat].find((element) => element?.getBoundingClientRect().width);
  return visibleElement?.getBoundingClientRect() ?? null;
}

/** @returns {DOMRect|null} of the talk button */
export function talkRect() {
  return root.querySelector(".talk > summary")?.getBoundingClientRect() ?? null;
}

/**
 * @param {HTMLElement} card
 * @returns {Place} the place of the card without its rotation
 */
export function placeOf(card) {
  const box = card.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = card;
  return { left: box.left + (box.width - width) / 2, top: box.top + (box.height - height) / 2, width, height };
}

/**
 * @param {DOMRect} rect
 * @param {number} width  of a card in its middle
 * @returns {Place}
 */
function middle(rect, width) {
  const height = width * 1.4;
  return { left: rect.left + (rect.width - width) / 2, top: rect.top + (rect.height - height) / 2, width, height };
}

/**
 * @param {string} zone  other than a hand
 * @returns {Element[]} the elements of its cards
 */
export function cardsIn(zone) {
  return [...(zoneElement(zone)?.querySelectorAll(".stack, .slot .card") ?? [])];
}

/**
 * Returns the places of the viewer's cards by face, picked cards first.
 * @returns {Map<string, Place[]>}
 */
export function handPlaces() {
  /** @type {Map<string, Place[]>} */
  const places = new Map();
  const buttons = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".hand .card-button")]);
  const isLifted = (/** @type {HTMLElement} */ button) => Number(button.getAttribute("aria-pressed") === "true");
  for (const button of buttons.sort((a, b) => isLifted(b) - isLifted(a))) {
    const face = button.dataset.face ?? "";
    places.set(face, [...(places.get(face) ?? []), placeOf(/** @type {HTMLElement} */ (button.querySelector(".card")))]);
  }
  return places;
}

/**
 * Returns the places of cards in a zone: one for each card of a row, else the same for all.
 * @param {string} zone
 * @param {number} count
 * @returns {Place[]} empty if the zone is not on the page
 */
export function placesIn(zone, count) {
  const element = zoneElement(zone);
  const rect = element ? element.getBoundingClientRect() : zone ? null : tableRect();
  if (!rect?.width) return [];
  const slots = /** @type {HTMLElement[]} */ ([...(element?.querySelectorAll(".slot .card") ?? [])]);
  if (slots.length) return Array.from({ length: count }, (_, nth) => placeOf(slots[Math.max(0, slots.length - count) + nth] ?? slots[0]));
  const stack = element?.querySelector(".stack");
  const width = stack ? stack.getBoundingClientRect().width - STACK_MARGIN : SMALL;
  const place = middle(stack?.getBoundingClientRect() ?? rect, width);
  return Array.from({ length: count }, (_, nth) => ({ ...place, turn: stack ? ((nth * 37) % 13) - 6 : 0 }));
}

/**
 * Returns the reserved places in the viewer's hand for these cards.
 * @param {(string|null)[]} faces
 * @returns {(Place|null)[]}
 */
export function freePlaces(faces) {
  const free = [...root.querySelectorAll(".hand .arriving")];
  return faces.map((face) => {
    const at = free.findIndex((element) => element instanceof HTMLElement && element.dataset.face === face);
    const [element] = at < 0 ? [] : free.splice(at, 1);
    return element ? placeOf(/** @type {HTMLElement} */ (element.querySelector(".card"))) : null;
  });
}
