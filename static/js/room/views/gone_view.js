// The page of a room that no longer exists: what happened, and where to go from here.

import { html } from "../../../vendor/lit-html/lit-html.js";
import { parseRoomInput } from "../../shared/room_input.js";
import { pieces, say } from "../../shared/words.js";

/**
 * @param {string} code  of the room
 * @param {(address: string) => void} go  opens a page
 */
export function goneView(code, go) {
  return html`<main class="centre"><section class="panel gone">
    <img src="/static/img/empty-table.svg" alt="" width="360" height="200">
    <h1>${pieces("There is no room {code}", { code: html`<span translate="no">${code.toUpperCase()}</span>` })}</h1>
    <p>${say("Check the code. A room is deleted some time after its last player has left.")}</p>
    <form data-testid="other-room" novalidate @submit=${(/** @type {SubmitEvent} */ event) => openRoom(event, go)}>
      <label for="other-code">${say("Join with a room code or link")}</label>
      <div class="row"><input id="other-code" name="code" autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder="ABCDE" aria-describedby="other-error">
        <button type="submit" class="button primary">${say("Join")}</button></div>
      <p class="error" id="other-error" role="alert"></p></form>
    <div class="row"><a class="button plain" href="/">${say("Create a room")}</a> <a class="button plain" href="/games">${say("All games")}</a></div>
  </section></main>`;
}

/**
 * Opens the page of the entered room.
 * @param {SubmitEvent} event
 * @param {(address: string) => void} go
 */
function openRoom(event, go) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const { code, hash } = parseRoomInput(String(new FormData(form).get("code")));
  const isCode = /^[a-z]{5}$/.test(code);
  /** @type {HTMLElement} */ (form.querySelector(".error")).textContent = isCode ? "" : say("Enter the room code. It has five letters.");
  form.querySelector("input")?.setAttribute("aria-invalid", String(!isCode));
  if (isCode) go(`/r/${code.toUpperCase()}${hash}`);
}
