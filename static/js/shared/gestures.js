// Clicks and keys that the page has to ignore.

/**
 * Lets a gesture swallow the click that follows it.
 * @returns {() => void} to be called during the gesture
 */
export function clickGuard() {
  let isGesture = false;
  document.addEventListener("pointerdown", () => (isGesture = false));
  document.addEventListener("click", (event) => {
    if (!isGesture) return;
    isGesture = false;
    event.stopPropagation();
    event.preventDefault();
  }, true);
  return () => (isGesture = true);
}

/**
 * Returns whether a key belongs to an input method, in which Enter accepts a proposal, Escape drops it, and
 * arrows choose.
 * @param {KeyboardEvent} event
 */
export function isComposing(event) {
  // In Safari the composition has ended when its last key arrives; only the key code 229 marks that key.
  return event.isComposing || event.keyCode === 229;
}
