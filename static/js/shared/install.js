// The page as a program: what it is made of is kept by a service worker, where browsers have one (on https and localhost).

/** After everything else, so that it takes no line from the page that opens. */
export function keepShell() {
  if (!("serviceWorker" in navigator)) return;
  addEventListener("load", () => navigator.serviceWorker.register("/sw.js").catch(() => {
    // Without it the page needs a line; nothing else is missing.
  }));
}
