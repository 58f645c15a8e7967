// The facts of a version of a published game.

/** @import {GameVersion} from "../types.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { say } from "../words.js";

/** Kinds of differences from the previous version. */
const VERSION_DIFFERENCES = { words: say("Texts and look"), options: say("Other options"), rules: say("Other rules") };

/** @param {GameVersion} version */
export function versionFacts({ version, at, note, differs }) {
  return html`<b>${version}</b> <span class="faint">${new Date(at).toLocaleDateString()}${differs ? ` · ${VERSION_DIFFERENCES[differs]}` : nothing}</span> <span dir="auto">${note ?? ""}</span>`;
}
