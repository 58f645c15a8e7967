// Scrolls to new content of a page.

/**
 * @param {HTMLElement} page
 * @param {string} selector
 */
export function scrollIntoSight(page, selector) {
  for (const element of page.querySelectorAll(selector)) element.scrollIntoView({ block: "nearest" });
}
