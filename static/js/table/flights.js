// Cards that fly above the page. They are removed when they have landed.

/** @import {Face} from "../shared/types.js" */
/** @typedef {{left: number, top: number, width: number, height: number, turn?: number}} Place */
/**
 * @typedef {object} Flight  A card that flies.
 * @property {string|null} face
 * @property {Place} from
 * @property {Place} to
 * @property {boolean} isOpen  whether its face is visible at the start
 * @property {boolean} willOpen  whether its face is visible at the end
 * @property {boolean} [isWrong]  whether it is not what its player claimed
 */

import { render } from "../shared/render.js";
import { cardPicture } from "../shared/views/card_view.js";

/** Duration of a flight: long enough to follow, and too short to wait for. */
export const FLIGHT_MS = 380;
/** Delay between two cards on the same path. */
const NEXT_MS = 55;
/** Time by which all cards of a beat have started. */
const STREAM_MS = 620;
const FLIP_MS = 260;

const layer = document.createElement("div");
layer.className = "layer";
layer.setAttribute("aria-hidden", "true");

/**
 * Returns the layer above the page, which pointers and screen readers can't reach.
 * @returns {HTMLElement}
 */
export function overlay() {
  if (!layer.isConnected) document.body.append(layer);
  return layer;
}

/**
 * Animates cards that start one after the other. They stay where they landed until they are cleared.
 * @param {Flight[]} flights
 * @param {Record<string, Face>} faces
 * @param {AbortSignal} stop
 * @param {{rate: number, isSlow?: boolean, onTurn?: (flight: Flight) => void}} options  `isSlow`: cards land
 *   first, and are turned over one by one; `onTurn` is called for each
 * @returns {Promise<() => void>} clears them away
 */
export async function fly(flights, faces, stop, { rate, isSlow = false, onTurn }) {
  const gap = Math.min(NEXT_MS, STREAM_MS / Math.max(1, flights.length)) / rate;
  const flyers = flights.map((flight) => flyer(flight, faces));
  await Promise.all(flights.map((flight, nth) =>
    animateFlight(flyers[nth], flight, { delay: nth * gap, duration: FLIGHT_MS / rate, isTurned: flight.isOpen !== flight.willOpen && !isSlow }, stop)));
  if (isSlow) {
    for (const [nth, flight] of flights.entries()) {
      if (stop.aborted) break;
      await turnOver(flyers[nth], flight.isOpen, FLIP_MS / rate, stop);
      flyers[nth].classList.toggle("is-wrong", Boolean(flight.isWrong));
      onTurn?.(flight);
    }
  }
  return () => flyers.forEach((card) => card.remove());
}

/**
 * Creates a card with both sides in its final size.
 * @param {Flight} flight
 * @param {Record<string, Face>} faces
 * @returns {HTMLElement}
 */
function flyer({ face, to, isOpen }, faces) {
  const card = document.createElement("div");
  card.className = "flyer";
  card.style.setProperty("--card-w", `${to.width}px`);
  const sides = document.createElement("div");
  sides.className = "flyer-sides";
  sides.style.transform = isOpen ? "none" : "rotateY(180deg)";
  for (const side of [face, null]) {
    const holder = document.createElement("div");
    render(cardPicture(side, faces), holder);
    sides.append(holder);
  }
  card.append(sides);
  overlay().append(card);
  return card;
}

/**
 * @param {HTMLElement} card
 * @param {Flight} flight
 * @param {{delay: number, duration: number, isTurned: boolean}} when
 * @param {AbortSignal} stop
 */
async function animateFlight(card, { from, to, isOpen }, { delay, duration, isTurned }, stop) {
  const scale = from.width / to.width;
  const at = (/** @type {Place} */ place, /** @type {number} */ size, lift = 0) =>
    `translate(${place.left}px, ${place.top - lift}px) rotate(${place.turn ?? 0}deg) scale(${size})`;
  const half = { left: (from.left + to.left) / 2, top: (from.top + to.top) / 2, width: 0, height: 0, turn: ((from.turn ?? 0) + (to.turn ?? 0)) / 2 };
  const keyframes = [{ transform: at(from, scale) }, { transform: at(half, (scale + 1) / 2 + 0.1, 18) }, { transform: at(to, 1) }];
  const timing = { delay, duration, easing: "cubic-bezier(.35,.7,.3,1)", fill: /** @type {FillMode} */ ("both") };
  const turn = isTurned ? turnOver(card, isOpen, duration, stop, delay) : null;
  await untilOver(card.animate(keyframes, timing), stop);
  await turn;
}

/**
 * @param {HTMLElement} card
 * @param {boolean} isOpen  now
 * @param {number} duration
 * @param {AbortSignal} stop
 * @param {number} [delay]
 */
function turnOver(card, isOpen, duration, stop, delay = 0) {
  const sides = /** @type {HTMLElement} */ (card.firstElementChild);
  const [now, then] = isOpen ? ["rotateY(0)", "rotateY(180deg)"] : ["rotateY(180deg)", "rotateY(360deg)"];
  return untilOver(sides.animate([{ transform: now }, { transform: then }], { delay, duration, easing: "ease-in-out", fill: "both" }), stop);
}

/**
 * @param {Animation} animation
 * @param {AbortSignal} stop
 * @returns {Promise<void>} when the animation has ended or was stopped; never rejects
 */
export async function untilOver(animation, stop) {
  const finish = () => animation.finish();
  if (stop.aborted) finish();
  stop.addEventListener("abort", finish);
  await animation.finished.catch(() => {});
  stop.removeEventListener("abort", finish);
}

/**
 * @param {number} ms
 * @param {AbortSignal} stop
 */
export function pause(ms, stop) {
  return untilOver(overlay().animate([], ms), stop);
}
