// Reads and changes the start page, which the server has rendered.

import { render } from "./render.js";
import { initialOf } from "./text.js";

/**
 * @typedef {object} Tile  A game to choose.
 * @property {string} id
 * @property {string|undefined} slug
 * @property {string} name
 * @property {boolean} isChosen
 * @property {boolean} hasLesson
 * @property {HTMLElement} picture
 */

/**
 * @param {string} name
 * @returns {HTMLInputElement}
 */
export function field(name) {
  return /** @type {HTMLInputElement} */ (document.querySelector(`input[name="${name}"]`));
}

/** @returns {Tile[]} the games to choose from */
export function gameTiles() {
  return [...document.querySelectorAll(".tiles .tile")].map((tile) => ({
    id: /** @type {HTMLElement} */ (tile).dataset.game ?? "",
    slug: /** @type {HTMLElement} */ (tile).dataset.slug,
    name: tile.querySelector(".game-name")?.textContent ?? "",
    isChosen: Boolean(tile.querySelector("input:checked")),
    hasLesson: tile.hasAttribute("data-has-lesson"),
    picture: /** @type {HTMLElement} */ (tile.querySelector(".tile-picture")),
  }));
}

/**
 * @param {string|HTMLElement} place  an element or its id
 * @param {unknown} view  a template
 */
export function drawAt(place, view) {
  const element = typeof place === "string" ? document.getElementById(place) : place;
  if (element) render(view, element);
}

/**
 * Chooses a game, and shows its tile.
 * @param {string} id
 */
export function choose(id) {
  const tile = [...document.querySelectorAll(".tiles .tile")].find((candidate) => /** @type {HTMLElement} */ (candidate).dataset.game === id);
  const input = tile?.querySelector("input");
  if (input) input.checked = true;
  tile?.closest("details")?.setAttribute("open", "");
}

/**
 * @param {string} id  of a game
 * @returns {string} its rules, or "" if the page has none
 */
export function rulesOf(id) {
  return rulesElement(id)?.querySelector(".running")?.textContent ?? "";
}

/**
 * Opens the rules of a game, and moves there.
 * @param {string} id
 */
export function openRules(id) {
  const element = rulesElement(id);
  element?.setAttribute("open", "");
  element?.querySelector("summary")?.focus();
}

/** @param {string} id  of a game */
function rulesElement(id) {
  return [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-rules]"))].find((element) => element.dataset.rules === id);
}

/** @param {() => void} act  called when a game is chosen */
export function onChoice(act) {
  for (const list of document.querySelectorAll("fieldset.tiles")) list.addEventListener("change", act);
}

/**
 * Shows the first element of the page: the seats to return to, or the button for a lesson, with a
 * greeting for newcomers. All have the same place, so nothing moves.
 * @param {"seats"|"newcomer"|"lesson"} step
 */
export function showFirstStep(step) {
  const place = document.getElementById("first-step");
  if (place) place.dataset.step = step;
}

/**
 * Shows these messages at their places, and removes all others.
 * @param {Record<string, string>} errors  by place
 */
export function writeErrors(errors) {
  for (const element of document.querySelectorAll(".start-page .error")) {
    const place = element.id.replace("-error", "");
    element.textContent = errors[place] ?? "";
    document.querySelector(`[aria-describedby="${element.id}"]`)?.setAttribute("aria-invalid", String(place in errors));
  }
}

/**
 * @param {number} colour
 * @param {string} name
 */
export function writeAvatar(colour, name) {
  const avatar = document.querySelector("#colour .avatar");
  if (!avatar) return;
  avatar.className = `avatar avatar-${colour}`;
  avatar.textContent = initialOf(name);
}

/** @param {string} words  on the button that starts the chosen game */
export function writePlay(words) {
  const button = document.getElementById("play")?.querySelector("button");
  if (button) button.textContent = words;
}

/** @param {Record<string, () => void>} actions  actions of the forms, by id */
export function onSubmit(actions) {
  for (const [id, act] of Object.entries(actions)) {
    document.getElementById(id)?.addEventListener("submit", (event) => {
      event.preventDefault();
      act();
    });
  }
}

/**
 * @param {string} id
 * @param {() => void} act
 */
export function onPress(id, act) {
  document.getElementById(id)?.addEventListener("click", act);
}

/** @param {(game: string) => void} learn */
export function onLesson(learn) {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-lesson]"))) {
    button.addEventListener("click", () => learn(button.dataset.lesson ?? ""));
  }
}

/**
 * @param {string} name  of a field
 * @param {() => void} act
 */
export function onType(name, act) {
  field(name).addEventListener("input", act);
}

/** @param {string} name  of a field */
export function focusOn(name) {
  field(name).focus();
}

/**
 * Returns data that the server has put into the page.
 * @param {string} id
 * @returns {any}
 */
export function pageJson(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}
