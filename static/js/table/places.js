// Where cards lie on the page, measured.

/** @import {Place} from "./flights.js" */

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
/** Of a card that flies to where no card is drawn, such as a hand that is only a number. */
const SMALL = 16;
/** By which a stack is wider than its cards, which lie askew. */
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
 * Where somebody is seen: at the avatar, or what else stands for them.
 * @param {string|null} player  null: who watches
 * @returns {DOMRect|null} null where they are not on the page
 */
export function personRect(player) {
  const seat = player === null ? root.querySelector(".watchers") : root.querySelector(`[data-player="${CSS.escape(player)}"]`);
  const visibleElement = [seat?.querySelector(".avatar"), seat].find((element) => element?.getBoundingClientRect().width);
  return visibleElement?.getBoundingClientRect() ?? null;
}

/** @returns {DOMRect|null} of what is pressed to say something */
export function talkRect() {
  return root.querySelector(".talk > summary")?.getBoundingClientRect() ?? null;
}

/**
 * @param {HTMLElement} card
 * @returns {Place} where it would lie upright; what is seen of one that lies askew is larger
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
 * @param {string} zone  that is not in a hand
 * @returns {Element[]} what shows its cards
 */
export function cardsIn(zone) {
  return [...(zoneElement(zone)?.querySelectorAll(".stack, .slot .card") ?? [])];
}

/**
 * The cards of my hand by face, those that are lifted first.
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
 * Where cards of a zone are seen: each in its own place where they are spread out, else all in one.
 * @param {string} zone
 * @param {number} count
 * @returns {Place[]} empty where the zone is not on the page
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
 * The places in my hand that are kept free for these cards.
 * @param {(string|null)[]} faces
 * @returns {(Place|null)[]}
 */
export function freePlaces(faces) {
  const free = [...root.querySelectorAll(".hand .arriving")];
  return faces.map((face) => {
    const at = free.findIndex((element) => element instanceof HTMLElement && element.dataset.face === face);
    const [found] = at < 0 ? [] : free.splice(at, 1);
    return found ? placeOf(/** @type {HTMLElement} */ (found.querySelector(".card"))) : null;
  });
}
