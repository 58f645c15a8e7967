// What ends a gesture is also a click for the browser, and nobody means it.

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
