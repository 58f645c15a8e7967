// The views that are loaded late, once they are loaded.

/** @type {Partial<typeof import("./late_views.js")>} */
export const late = {};

let isLoading = false;

/**
 * Loads the styles of the views.
 * @returns {Promise<boolean>} whether they are there
 */
function loadStyles() {
  return new Promise((resolve) => document.head.append(Object.assign(document.createElement("link"), {
    rel: "stylesheet", href: "/static/late.css", onload: () => resolve(true), onerror: () => resolve(false),
  })));
}

/**
 * Loads the views, unless they are there or on their way.
 * @param {(isLoaded: boolean) => void} onEnd  a failed load can be tried again
 */
export async function loadLateViews(onEnd) {
  if (isLoading || late.helpSheet) return;
  isLoading = true;
  const styles = loadStyles();
  const views = await import("./late_views.js").catch(() => null);
  if (await styles) Object.assign(late, views);
  isLoading = false;
  onEnd(Boolean(late.helpSheet));
}
