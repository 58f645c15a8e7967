// What is new on a page, and may lie below what can be seen of it.

/**
 * @param {HTMLElement} page
 * @param {string} selector
 */
export function scrollIntoSight(page, selector) {
  for (const element of page.querySelectorAll(selector)) element.scrollIntoView({ block: "nearest" });
}
