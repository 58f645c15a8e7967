// Settings of look and sound. The browser stores them if it can; otherwise they last as long as the page.

import { say } from "../shared/words.js";

const KEY = "cheat.settings";

/**
 * @typedef {object} Settings
 * @property {number} volume  0 to 1
 * @property {boolean} isMuted
 * @property {"full"|"still"} motion  still: fades instead of movement
 * @property {string} theme  of the table; "" is the game's own
 * @property {"two"|"four"} suits  colours of the suits
 * @property {"dealt"|"suit"|"rank"} order  of the hand: the game's order, or by suit or rank
 */

/** Names of the table themes, by code. */
export const THEMES = Object.freeze({
  "": say("Set by the game"), petrol: say("Petrol"), forest: say("Forest"), night: say("Night"), plum: say("Plum"), linen: say("Linen"), sky: say("Sky"),
});

/** @returns {Settings} */
export function standardSettings() {
  return { volume: 0.6, isMuted: false, motion: "full", theme: "", suits: "two", order: "dealt" };
}

/**
 * @param {string|null} text  as stored
 * @returns {Settings} stored settings of the right type, else the standard
 */
export function settingsIn(text) {
  const settings = standardSettings();
  try {
    const stored = JSON.parse(text ?? "{}");
    for (const [name, value] of Object.entries(settings)) {
      if (typeof stored[name] === typeof value) Object.assign(settings, { [name]: stored[name] });
    }
  } catch {
    // Another script stored something else under this key.
  }
  settings.volume = Math.min(1, Math.max(0, settings.volume));
  if (!(settings.theme in THEMES)) settings.theme = "";
  return settings;
}

/** @returns {Settings} */
export function storedSettings() {
  try {
    return settingsIn(localStorage.getItem(KEY));
  } catch {
    return standardSettings();
  }
}

/** @param {Settings} settings */
export function storeSettings(settings) {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // The settings last as long as the page.
  }
}

/**
 * @param {Settings} settings
 * @returns {number} the current volume, 0 to 1
 */
export function volumeOf({ volume, isMuted }) {
  return isMuted ? 0 : volume;
}
