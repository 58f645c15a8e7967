// Looking inside, at a table where somebody tries a game alone.

/** @import {DebugView} from "../shared/types.js" */

/**
 * @typedef {object} TrialState
 * @property {boolean} isOpen  everything at the table is looked at
 * @property {DebugView|null} view  as last told
 * @property {typeof import("./debug_contents.js").debugContents|null} draw  draws it, once it is loaded
 * @property {string} error  why it could not be told
 */

/** @returns {TrialState} */
export function trialState() {
  return { isOpen: false, view: null, draw: null, error: "" };
}

/**
 * What was asked for has come. An older answer that comes late is not shown.
 * @param {TrialState} trial
 * @param {DebugView} view
 */
export function takeDebugView(trial, view) {
  if (view.version >= (trial.view?.version ?? 0)) trial.view = view;
  trial.error = "";
}

/**
 * @param {TrialState} trial
 * @param {string} error  why it could not be told
 */
export function loseDebugView(trial, error) {
  Object.assign(trial, { view: null, error });
}
