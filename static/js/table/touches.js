// What a button is about lights up while the mouse or the keyboard is on it: zones and players, by the ids that the button names.

/** Follows mouse and keyboard. */
export function showTouched() {
  const on = (/** @type {globalThis.Event} */ { target }) => mark(target instanceof Element ? target.closest("[data-touches]") : null);
  const off = () => mark(null);
  document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && on(event));
  document.addEventListener("focusin", on);
  for (const end of ["focusout", "pointerdown"]) document.addEventListener(end, off);
}

/** @param {Element|null} button */
function mark(button) {
  for (const one of document.querySelectorAll("[data-touched]")) one.removeAttribute("data-touched");
  for (const id of button?.getAttribute("data-touches")?.split(" ") ?? []) {
    const about = CSS.escape(id);
    for (const one of document.querySelectorAll(`.table :is(.felt [data-zone="${about}"], .hand[data-zone="${about}"], .seat[data-player="${about}"])`)) {
      one.setAttribute("data-touched", "");
    }
  }
}
