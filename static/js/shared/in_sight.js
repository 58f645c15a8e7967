// What is new on a page, and may lie below what can be seen of it.

/**
 * @param {HTMLElement} page
 * @param {string} selector
 */
export function bringIntoSight(page, selector) {
  for (const one of page.querySelectorAll(selector)) one.scrollIntoView({ block: "nearest" });
}
