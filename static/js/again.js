// Asks for the script of the page again where it could not be loaded. It stands within the page (cheat/web/script_retry.py).

/** Between two tries at first; then twice as long, up to the most. */
const FIRST_MS = 1_000;
const MOST_MS = 15_000;

const address = /** @type {HTMLElement|null} */ (document.querySelector("script[data-script]"))?.dataset.script;

/** @param {number} tries  so far */
async function ask(tries) {
  if (document.documentElement.dataset.script) return;
  try {
    // Browsers remember that an address has failed, so it is another one each time.
    await import(`${address}?again=${tries + 1}`);
  } catch {
    setTimeout(() => ask(tries + 1), Math.min(MOST_MS, FIRST_MS * 2 ** tries));
  }
}

// By then the script has run, or failed.
addEventListener("load", () => ask(0));
