// Loads the page's script again if the first attempt failed. The server puts this code into the page
// (cheat/web/script_retry.py).

/** The first pause between two attempts. Each further pause is twice as long, up to a limit. */
const FIRST_MS = 1_000;
const MOST_MS = 15_000;

const address = /** @type {HTMLElement|null} */ (document.querySelector("script[data-script]"))?.dataset.script;

/** @param {number} attempts  attempts so far */
async function load(attempts) {
  if (document.documentElement.dataset.script) return;
  try {
    // Browsers remember that an address has failed, so each attempt uses a new one.
    await import(`${address}?again=${attempts + 1}`);
  } catch {
    setTimeout(() => load(attempts + 1), Math.min(MOST_MS, FIRST_MS * 2 ** attempts));
  }
}

// When the page has loaded, its script has run or failed.
addEventListener("load", () => load(0));
