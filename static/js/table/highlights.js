// Highlights the zones and players that a button names while the mouse or keyboard focus is on it.

/** Starts to highlight targets of buttons. */
export function showTargets() {
  const show = (/** @type {globalThis.Event} */ { target }) => highlight(target instanceof Element ? target.closest("[data-touches]") : null);
  const hide = () => highlight(null);
  document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && show(event));
  document.addEventListener("focusin", show);
  for (const end of ["focusout", "pointerdown"]) document.addEventListener(end, hide);
}

/** @param {Element|null} button */
function highlight(button) {
  for (const element of document.querySelectorAll("[data-touched]")) element.removeAttribute("data-touched");
  for (const id of button?.getAttribute("data-touches")?.split(" ") ?? []) {
    const about = CSS.escape(id);
    for (const element of document.querySelectorAll(`.table :is(.felt [data-zone="${about}"], .hand[data-zone="${about}"], .seat[data-player="${about}"])`)) {
      element.setAttribute("data-touched", "");
    }
  }
}
