// The form to join a room.

/** @import {Refusal} from "../shared/problems.js" */

import { isAboutName } from "../shared/problems.js";

/**
 * @typedef {object} JoinState
 * @property {string} name  as typed
 * @property {string} error  why joining failed
 * @property {boolean} isNameWrong  whether that is because of the name
 */

/**
 * @param {string} name  as this browser knows it
 * @returns {JoinState}
 */
export function joinState(name) {
  return { name, error: "", isNameWrong: false };
}

/**
 * @param {JoinState} join
 * @param {Refusal} refusal
 */
export function refuseJoin(join, refusal) {
  Object.assign(join, { error: refusal.detail, isNameWrong: isAboutName(refusal) });
}
