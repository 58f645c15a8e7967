// The pictures of a document: dropped here, and what each is used for.

/** @import {DesignIntents, DesignState} from "../designer.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { clearFileInput } from "../../shared/game_files.js";
import { say } from "../../shared/words.js";
import { picturesIn, usesIn } from "../pictures.js";

/**
 * @param {DesignState} state
 * @param {DesignIntents} on
 */
export function picturesView(state, on) {
  const { busy, errors, draft: { document, isReadable }, pictures: { diagnostics } } = state;
  const uses = usesIn(document);
  const drop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    on.addPictures(event.dataTransfer?.files ?? null);
  };
  return html`<section class="panel" aria-label=${say("Pictures")} data-testid="pictures" @dragover=${(/** @type {Event} */ event) => event.preventDefault()} @drop=${drop}><h2>${say("Pictures")}</h2>
    <label for="pictures-file">${say("Drop PNG, WebP or JPEG files here, or choose them")}</label>
    <input id="pictures-file" type="file" multiple accept="image/png,image/webp,image/jpeg" ?disabled=${!isReadable || Boolean(busy)} @click=${clearFileInput} @change=${(/** @type {any} */ event) => on.addPictures(event.target.files)}>
    <p class="faint">${busy === "pictures" ? say("Sending pictures…") : say("A file that is called like a card, rank or suit, “back” or “emblem” is used for it at once.")}</p>
    <p class="error" role="alert">${errors.pictures ?? ""}</p>
    <ul class="diagnostics">${diagnostics.map(({ text }) => html`<li>${text}</li>`)}</ul>
    <ul class="picture-list">${picturesIn(document).map(({ name, id, use }) => html`<li><img src="/api/pictures/${id}" alt="">
      <div><label for="use-${name}" dir="auto">${name}</label>
        <select id="use-${name}" @change=${(/** @type {any} */ event) => on.usePicture(name, event.target.value)}><option value="" ?selected=${!use}>${say("Not used")}</option>${Object.entries(uses).map(([key, words]) =>
          html`<option value=${key} ?selected=${key === use}>${useName(key, words)}</option>`)}</select></div>
      <button type="button" class="tool" aria-label=${say("Remove {name}", { name })} @click=${() => on.removePicture(name)}>✕</button></li>`)}</ul>
    ${document?.style?.pictures ? html`<p class="faint">${say("Rank and suit are always shown on a card, so they can be read.")}</p>` : nothing}</section>`;
}

/**
 * @param {string} use
 * @param {string} words  a card, rank or suit
 */
function useName(use, words) {
  if (use === "card_back") return say("Back of the cards");
  if (use === "emblem") return say("Emblem in lists");
  if (use === "faces/else") return say("All other cards");
  return use.startsWith("suits/") ? say("Sign of the suit {suit}", { suit: words }) : say("Cards: {name}", { name: words });
}
