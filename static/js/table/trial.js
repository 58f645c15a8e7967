// The debug view of a trial.

/** @import {DebugView} from "../shared/types.js" */

/**
 * @typedef {object} TrialState
 * @property {boolean} isOpen  whether the debug view is open
 * @property {DebugView|null} view  the last one from the service
 * @property {typeof import("./debug_contents.js").debugContents|null} draw  draws the view, once it is loaded
 * @property {string} error  why loading failed
 */

/** @returns {TrialState} */
export function trialState() {
  return { isOpen: false, view: null, draw: null, error: "" };
}

/**
 * Stores a debug view, unless it is older than the present one.
 * @param {TrialState} trial
 * @param {DebugView} view
 */
export function takeDebugView(trial, view) {
  if (view.version >= (trial.view?.version ?? 0)) trial.view = view;
  trial.error = "";
}

/**
 * @param {TrialState} trial
 * @param {string} error  why loading failed
 */
export function loseDebugView(trial, error) {
  Object.assign(trial, { view: null, error });
}
