// Registers the service worker, which caches the page. Browsers have it on https and localhost only.

/** Registers after the page has loaded, so that the page has all connections for itself. */
export function installWorker() {
  if (!("serviceWorker" in navigator)) return;
  addEventListener("load", () => navigator.serviceWorker.register("/sw.js").catch(() => {
    // Without the service worker the page only needs a connection to open.
  }));
}
