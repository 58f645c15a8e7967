// Effects above the table: a large card, shaking, a wave of colour, an explosion, confetti.

/** @import {Face} from "../shared/types.js" */

import { render } from "../shared/render.js";
import { overlay, untilOver, pause } from "./flights.js";
import { cardPicture } from "../shared/views/card_view.js";
import { reactionFace } from "./views/reaction_face.js";

/** Number of pieces: enough to fill a screen, and not too slow for an old phone. */
const CONFETTI = 70;
const SPARKS = 18;
const PAPER = ["#f6b83f", "#e5484d", "#3e9bdc", "#4fb477", "#f4eeda", "#b06fd6"];

/**
 * @param {string} className
 * @param {Partial<CSSStyleDeclaration>} [style]
 * @returns {HTMLElement}
 */
function addElement(className, style = {}) {
  const element = document.createElement("div");
  element.className = className;
  Object.assign(element.style, style);
  overlay().append(element);
  return element;
}

/**
 * @param {HTMLElement} element  removed after the animation
 * @param {Keyframe[]} keyframes
 * @param {KeyframeAnimationOptions} timing
 * @param {AbortSignal} stop
 */
async function animate(element, keyframes, timing, stop) {
  await untilOver(element.animate(keyframes, { fill: "both", ...timing }), stop);
  element.remove();
}

/**
 * Shows a large card in the middle of the table.
 * @param {string} face
 * @param {Record<string, Face>} faces
 * @param {DOMRect} table
 * @param {"rises"|"slams"} motion
 * @param {AbortSignal} stop
 */
export function spotlight(face, faces, table, motion, stop) {
  const width = Math.min(table.width * 0.5, table.height * 0.56, 230);
  const card = addElement("spotlit", {
    left: `${table.left + (table.width - width) / 2}px`, top: `${table.top + (table.height - width * 1.4) / 2}px`,
  });
  card.style.setProperty("--card-w", `${width}px`);
  render(cardPicture(face, faces), card);
  const [before, after] = motion === "slams"
    ? [{ transform: "scale(2.4) rotate(-22deg)", opacity: 0 }, { transform: "scale(1) rotate(-9deg)", opacity: 1 }]
    : [{ transform: "scale(.2) rotate(12deg)", opacity: 0 }, { transform: "scale(1) rotate(-2deg)", opacity: 1 }];
  const hold = { ...after, offset: 0.8 };
  return animate(card, [before, { ...after, offset: motion === "slams" ? 0.18 : 0.3 }, hold, { ...after, opacity: 0 }],
    { duration: motion === "slams" ? 760 : 1_150, easing: "ease-out" }, stop);
}

/**
 * Fades new elements in, where movement is off.
 * @param {Element[]} elements
 */
export function fadeIn(elements) {
  for (const element of elements) element.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: 260 });
}

/**
 * @param {Element|null} element  to shake
 * @param {AbortSignal} stop
 * @param {number} [px]
 */
export async function shake(element, stop, px = 7) {
  if (!element) return;
  const steps = [0, -1, 0.8, -0.6, 0.4, -0.2, 0].map((part) => ({ transform: `translate(${part * px}px, ${part * px * -0.4}px)` }));
  await untilOver(element.animate(steps, { duration: 340 }), stop);
}

/**
 * Shows a ring that grows from a place across the table.
 * @param {DOMRect} from
 * @param {DOMRect} table
 * @param {string} className  class that says the colour
 * @param {AbortSignal} stop
 */
export function wave(from, table, className, stop) {
  const clip = addElement("wave-clip", { left: `${table.left}px`, top: `${table.top}px`, width: `${table.width}px`, height: `${table.height}px` });
  const ring = document.createElement("div");
  ring.className = `wave ${className}`;
  const size = 2.3 * Math.max(table.width, table.height);
  Object.assign(ring.style, {
    width: `${size}px`, height: `${size}px`,
    left: `${from.left + from.width / 2 - table.left - size / 2}px`, top: `${from.top + from.height / 2 - table.top - size / 2}px`,
  });
  clip.append(ring);
  ring.animate([{ transform: "scale(0)", opacity: 0.9 }, { transform: "scale(1)", opacity: 0 }], { duration: 760, easing: "ease-out", fill: "both" });
  return animate(clip, [{ opacity: 1 }, { opacity: 1 }], { duration: 760 }, stop);
}

/**
 * Darkens the page around the middle of the table.
 * @param {number} ms
 * @param {number} depth  0 to 1
 * @param {AbortSignal} stop
 */
export function darkness(ms, depth, stop) {
  return animate(addElement("dark"), [{ opacity: 0 }, { opacity: depth, offset: 0.22 }, { opacity: depth, offset: 0.6 }, { opacity: 0 }],
    { duration: ms, easing: "ease-in-out" }, stop);
}

/**
 * Stamps a word across the table.
 * @param {DOMRect} table
 * @param {string} words
 * @param {"good"|"bad"} tone
 * @param {AbortSignal} stop
 */
export function stamp(table, words, tone, stop) {
  const box = addElement("stamp", { left: `${table.left}px`, top: `${table.top}px`, width: `${table.width}px`, height: `${table.height}px` });
  box.classList.add(`stamp-${tone}`);
  const word = document.createElement("b");
  word.textContent = words;
  word.style.fontSize = `${Math.min(table.height * 0.3, (table.width * 1.15) / Math.max(5, words.length), 120)}px`;
  box.append(word);
  const turnedBy = (/** @type {number} */ scale) => `scale(${scale}) rotate(-8deg)`;
  return animate(box, [{ transform: turnedBy(2.6), opacity: 0 }, { transform: turnedBy(0.94), opacity: 1, offset: 0.13 }, { transform: turnedBy(1), opacity: 1, offset: 0.18 },
    { transform: turnedBy(1), opacity: 1, offset: 0.85 }, { transform: turnedBy(1), opacity: 0 }], { duration: 1_300, easing: "ease-out" }, stop);
}

/** Darkness before the flash. */
const DARK_MS = 460;

/**
 * @param {DOMRect} table
 * @param {AbortSignal} stop
 */
export async function explosion(table, stop) {
  const dark = darkness(2_000, 0.9, stop);
  await pause(DARK_MS, stop);
  const [x, y] = [table.left + table.width / 2, table.top + table.height / 2];
  const flash = addElement("flash");
  const blast = animate(flash, [{ opacity: 0.95 }, { opacity: 0 }], { duration: 620, easing: "ease-out" }, stop);
  const rings = ["blast", "blast blast-late"].map((className, nth) => animate(addElement(className, { left: `${x}px`, top: `${y}px` }),
    [{ transform: "translate(-50%, -50%) scale(.1)", opacity: 1 }, { transform: "translate(-50%, -50%) scale(5)", opacity: 0 }],
    { duration: 700, delay: nth * 110, easing: "cubic-bezier(.1,.7,.3,1)" }, stop));
  const sparks = Array.from({ length: SPARKS }, (_, nth) => {
    const angle = (nth / SPARKS) * 2 * Math.PI + Math.random();
    const far = (0.35 + 0.4 * Math.random()) * Math.max(table.width, table.height);
    return animate(addElement("spark", { left: `${x}px`, top: `${y}px` }),
      [{ transform: "scale(1)" }, { transform: `translate(${Math.cos(angle) * far}px, ${Math.sin(angle) * far}px) scale(.2)`, opacity: 0 }],
      { duration: 620 + 380 * Math.random(), easing: "cubic-bezier(.1,.6,.4,1)" }, stop);
  });
  await Promise.all([dark, blast, ...rings, ...sparks]);
}

/**
 * Shows a glow over the table for a good or bad outcome.
 * @param {DOMRect} table
 * @param {"good"|"bad"} tone
 * @param {AbortSignal} stop
 */
export function glow(table, tone, stop) {
  const shine = addElement(`glow glow-${tone}`, { left: `${table.left}px`, top: `${table.top}px`, width: `${table.width}px`, height: `${table.height}px` });
  return animate(shine, [{ opacity: 0 }, { opacity: 1, offset: 0.2 }, { opacity: 0 }], { duration: 900 }, stop);
}

/** Time for which a remark is shown, and additional time for each of its characters. */
const READ_MS = 2_600;
const CHARACTER_MS = 30;
/** Minimum distance between a bubble and the edges of the page. */
const EDGE_PX = 8;

/**
 * Shows a reaction that flies from a seat towards the middle of the page.
 * @param {DOMRect} seat
 * @param {string} code
 * @param {boolean} isStill  show it without movement
 * @param {AbortSignal} stop
 */
export function reactionFrom(seat, code, isStill, stop) {
  const size = Math.max(44, seat.height * 1.25);
  const [x, y] = [seat.left + seat.width / 2 - size / 2, seat.top + seat.height / 2 - size / 2];
  const sign = addElement("flying-reaction", { left: `${x}px`, top: `${y}px`, width: `${size}px`, height: `${size}px` });
  render(reactionFace(code), sign);
  const far = (seat.top < innerHeight / 2 ? 1 : -1) * Math.min(190, innerHeight / 4);
  const drift = isStill ? 0 : (Math.random() - 0.5) * 70;
  const at = (/** @type {number} */ part, /** @type {number} */ scale) => ({ transform: isStill ? "none" : `translate(${drift * part}px, ${far * part}px) scale(${scale})` });
  return animate(sign, [{ ...at(0, 0.3), opacity: 0 }, { ...at(0.25, 1.25), opacity: 1, offset: 0.14 }, { ...at(0.75, 1), opacity: 1, offset: 0.75 }, { ...at(1, 0.9), opacity: 0 }],
    { duration: 2_300, easing: "ease-out" }, stop);
}

/**
 * Shows a text in a bubble beside a seat.
 * @param {DOMRect} seat
 * @param {string} words
 * @param {boolean} isStill
 * @param {AbortSignal} stop
 */
export function speechFrom(seat, words, isStill, stop) {
  const isAbove = seat.top > innerHeight / 2;
  const bubble = addElement(`speech ${isAbove ? "speech-above" : ""}`);
  bubble.dir = "auto";
  bubble.textContent = words;
  const { width, height } = bubble.getBoundingClientRect();
  const middle = seat.left + seat.width / 2;
  const left = Math.max(EDGE_PX, Math.min(innerWidth - width - EDGE_PX, middle - width / 2));
  const top = isAbove ? seat.top - height - 10 : seat.bottom + 10;
  Object.assign(bubble.style, { left: `${left}px`, top: `${Math.max(EDGE_PX, top)}px` });
  bubble.style.setProperty("--tip", `${Math.max(14, Math.min(width - 14, middle - left))}px`);
  const small = { transform: isStill ? "none" : "scale(.5)", opacity: 0 };
  return animate(bubble, [small, { transform: "none", opacity: 1, offset: 0.05 }, { transform: "none", opacity: 1, offset: 0.93 }, { transform: "none", opacity: 0 }],
    { duration: READ_MS + CHARACTER_MS * words.length }, stop);
}

/** Shows confetti over the page. Nothing waits for its end. */
export function confetti() {
  const never = new AbortController().signal;
  for (let nth = 0; nth < CONFETTI; nth++) {
    const x = Math.random() * innerWidth;
    const drift = (Math.random() - 0.5) * 220;
    const turn = 360 + Math.random() * 720;
    animate(addElement("confetto", { left: `${x}px`, background: PAPER[nth % PAPER.length] }),
      [{ transform: "translate(0, -20px) rotateX(0) rotate(0)" },
        { transform: `translate(${drift}px, ${innerHeight + 30}px) rotateX(${turn * 2}deg) rotate(${turn}deg)` }],
      { duration: 2_200 + Math.random() * 1_800, delay: Math.random() * 700, easing: "cubic-bezier(.25,.4,.6,1)" }, never);
  }
}
