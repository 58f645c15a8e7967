// Toasts: short messages of errors and confirmations.

/** @typedef {{id: number, text: string, tone: "bad"|"good"}} Toast */

/**
 * @typedef {object} ToastsState
 * @property {Toast[]} list  newest last
 * @property {number} count  number of toasts so far, for ids
 */

/** Maximum number of visible toasts. */
const MOST_TOASTS = 3;

/** @returns {ToastsState} */
export function toastsState() {
  return { list: [], count: 0 };
}

/**
 * @param {ToastsState} toasts
 * @param {string} text
 * @param {"bad"|"good"} tone
 * @returns {number} the toast's id
 */
export function addToast(toasts, text, tone) {
  const id = ++toasts.count;
  toasts.list = [...toasts.list.filter((toast) => toast.text !== text), { id, text, tone }].slice(-MOST_TOASTS);
  return id;
}

/**
 * Removes errors once a move is accepted.
 * @param {ToastsState} toasts
 */
export function dropErrors(toasts) {
  toasts.list = toasts.list.filter((toast) => toast.tone !== "bad");
}

/**
 * @param {ToastsState} toasts
 * @param {number} id
 */
export function dropToast(toasts, id) {
  toasts.list = toasts.list.filter((toast) => toast.id !== id);
}
