// Loads the page's script again if the first attempt failed. The server puts this code into the page (cheat/web/script_retry.py).

/** The first pause between two attempts. Each further pause is twice as long, up to a limit. */
const FIRST_MS = 1_000;
const MOST_MS = 15_000;

const address = /** @type {HTMLElement|null} */ (document.querySelector("script[data-script]"))?.dataset.script;

/** @param {number} tries  attempts so far */
async function ask(tries) {
  if (document.documentElement.dataset.script) return;
  try {
    // Browsers remember that an address has failed, so each attempt uses a new one.
    await import(`${address}?again=${tries + 1}`);
  } catch {
    setTimeout(() => ask(tries + 1), Math.min(MOST_MS, FIRST_MS * 2 ** tries));
  }
}

// When the page has loaded, its script has run or failed.
addEventListener("load", () => ask(0));
