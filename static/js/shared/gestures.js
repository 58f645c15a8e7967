// Clicks and keys that reach the page and are not meant for it.

/**
 * The click that follows a gesture is swallowed, as soon as the gesture says that it was one.
 * @returns {() => void} this was a gesture
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
 * Return whether a key belongs to an input method: Enter takes what it proposes, Escape drops it, arrows choose.
 * @param {KeyboardEvent} event
 */
export function isComposing(event) {
  // In Safari the composition is over when its last key arrives, which only the code 229 tells.
  return event.isComposing || event.keyCode === 229;
}
