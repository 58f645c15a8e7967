// Highlights the zones and players that a button names while the mouse or keyboard focus is on it.

/** Starts to highlight targets of buttons. */
export function highlightTargets() {
  const on = (/** @type {globalThis.Event} */ { target }) => mark(target instanceof Element ? target.closest("[data-touches]") : null);
  const off = () => mark(null);
  document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && on(event));
  document.addEventListener("focusin", on);
  for (const end of ["focusout", "pointerdown"]) document.addEventListener(end, off);
}

/** @param {Element|null} button */
function mark(button) {
  for (const element of document.querySelectorAll("[data-touched]")) element.removeAttribute("data-touched");
  for (const id of button?.getAttribute("data-touches")?.split(" ") ?? []) {
    const about = CSS.escape(id);
    for (const element of document.querySelectorAll(`.table :is(.felt [data-zone="${about}"], .hand[data-zone="${about}"], .seat[data-player="${about}"])`)) {
      element.setAttribute("data-touched", "");
    }
  }
}
