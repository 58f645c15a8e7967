// A version of a published game: its facts, and what a document changes in it.

/** @import {GameVersion} from "../types.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { say } from "../words.js";

/** Kinds of differences from the previous version. */
const VERSION_DIFFERENCES = { words: say("Texts and look"), options: say("Other options"), rules: say("Other rules") };

/** @param {GameVersion} version */
export function versionFacts({ version, at, note, differs }) {
  return html`<b>${version}</b> <span class="faint">${new Date(at).toLocaleDateString()}${differs ? `, ${VERSION_DIFFERENCES[differs]}` : nothing}</span> <span dir="auto">${note ?? ""}</span>`;
}

/** @param {import("../types.js").Changes["changes"]} changes */
export function changesView(changes) {
  return changes.length ? html`<ul class="changes">${changes.map(({ kind, text }) => html`<li class=${kind} dir="auto">${text}</li>`)}</ul>`
    : html`<p>${say("Nothing changes for players.")}</p>`;
}
