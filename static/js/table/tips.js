// Tips with the effect of a card, while the mouse or keyboard focus is on it. A long press shows them, too.

import { overlay } from "./flights.js";

/** Distance between a card and its tip. */
const GAP_PX = 8;

/** Shows tips above their cards. Screen readers get the same text as the card's name. */
export function showTips() {
  /** @type {HTMLElement|null} */
  let tip = null;
  /** Hides the tip when its card is removed, for which there is no pointer event. */
  const observer = new MutationObserver(() => isGone() && hide());
  /** @type {Element|null} */
  let tippedCard = null;
  const isGone = () => tippedCard !== null && !tippedCard.isConnected;
  const hide = () => {
    tip?.remove();
    tip = tippedCard = null;
    observer.disconnect();
  };
  /** @param {globalThis.Event} event */
  const show = (event) => {
    const card = event.target instanceof Element ? event.target.closest("[data-help]") : null;
    hide();
    if (!card || (event.type === "focusin" && !card.matches(":focus-visible"))) return;
    tip = document.createElement("div");
    tip.className = "tip";
    tip.textContent = card.getAttribute("data-help");
    overlay().append(tip);
    tippedCard = card;
    observer.observe(document.body, { childList: true, subtree: true });
    placeTip(tip, (card.querySelector(".card") ?? card).getBoundingClientRect());
  };
  document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && show(event));
  document.addEventListener("focusin", show);
  for (const end of ["focusout", "pointerdown", "keydown"]) document.addEventListener(end, hide);
}

/**
 * @param {HTMLElement} tip
 * @param {DOMRect} card
 */
function placeTip(tip, card) {
  const { width, height } = tip.getBoundingClientRect();
  const left = Math.max(GAP_PX, Math.min(innerWidth - width - GAP_PX, card.left + (card.width - width) / 2));
  const isAbove = card.top > height + 2 * GAP_PX;
  Object.assign(tip.style, { left: `${left}px`, top: `${isAbove ? card.top - height - GAP_PX : card.bottom + GAP_PX}px` });
}
