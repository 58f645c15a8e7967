// The views that are loaded late, once they are loaded.

/** @type {Partial<typeof import("./late_views.js")>} */
export const late = {};

let isLoading = false;

/**
 * Loads the views, unless they are there or on their way.
 * @param {(isLoaded: boolean) => void} onEnd  a failed load can be tried again
 */
export async function loadLateViews(onEnd) {
  if (isLoading || late.helpSheet) return;
  isLoading = true;
  Object.assign(late, await import("./late_views.js").catch(() => null));
  isLoading = false;
  onEnd(Boolean(late.helpSheet));
}
