// Drawings of reactions, 32 units high. Buttons and screen readers use words, too.

import { html, svg } from "../../../vendor/lit-html/lit-html.js";

/** The head of a face. */
const head = (/** @type {string} */ classes = "face") => svg`<circle class=${classes} cx="16" cy="16" r="14"/>`;
const eyes = svg`<ellipse class="ink" cx="11" cy="13" rx="1.9" ry="2.5"/><ellipse class="ink" cx="21" cy="13" rx="1.9" ry="2.5"/>`;
/** @param {string} path */
const line = (path) => svg`<path class="line" d=${path}/>`;

const FACES = /** @type {Record<string, unknown>} */ ({
  thumb: svg`<path class="face" d="M9.5 14.5L14.2 4.8C14.7 3.7 16 3 17.2 3.5C18.8 4.1 19.3 5.6 19 7.2L18.2 11.5H26C28 11.5 29.2 13.3 28.7 15.2L26.2 25C25.8 26.8 24.5 28 22.6 28H13.5C12 28 10.8 27.6 9.5 26.7Z"/><path class="cuff" d="M3 14.5H9.5V28H3Z"/>`,
  heart: svg`<path class="heart" d="M16 28.5C5 20.5 2.5 15.3 2.5 11.2C2.5 6.9 5.8 3.8 9.7 3.8C12.3 3.8 14.7 5.2 16 7.5C17.3 5.2 19.7 3.8 22.3 3.8C26.2 3.8 29.5 6.9 29.5 11.2C29.5 15.3 27 20.5 16 28.5Z"/>`,
  laugh: svg`${head()}${line("M8 13.5Q10.5 10 13 13.5M19 13.5Q21.5 10 24 13.5")}<path class="ink" d="M8.2 17.5H23.8C23.8 22.5 20.5 25.8 16 25.8C11.5 25.8 8.2 22.5 8.2 17.5Z"/><path class="tongue" d="M11.8 24.3C12.8 22.6 14.3 21.8 16 21.8C17.7 21.8 19.2 22.6 20.2 24.3C19 25.3 17.6 25.8 16 25.8C14.4 25.8 13 25.3 11.8 24.3Z"/>`,
  wow: svg`${head()}${eyes}${line("M8.5 8.3Q10.5 6.5 12.8 7.8M19.2 7.8Q21.5 6.5 23.5 8.3")}<ellipse class="ink" cx="16" cy="22" rx="3.6" ry="4.4"/>`,
  sad: svg`${head()}${eyes}${line("M10.5 23.5Q16 18.5 21.5 23.5M8.3 9.8Q10.5 9.3 12.3 7.8M19.7 7.8Q21.5 9.3 23.7 9.8")}<path class="tear" d="M23 16.5C25 19.3 25.7 20.5 25.7 21.7A2.7 2.7 0 0 1 20.3 21.7C20.3 20.5 21 19.3 23 16.5Z"/>`,
  angry: svg`${head("hot")}${eyes}${line("M7.5 8.5L13 11.3M24.5 8.5L19 11.3M10.5 23.3Q16 19.3 21.5 23.3")}`,
  think: svg`${head()}${eyes}${line("M8.8 9.3Q10.8 8 13 9M18.8 7.5Q21.2 5.8 23.6 7.3M12 21.5Q16.5 19.6 20.5 21")}<path class="fingers" d="M7.5 27.5C7 24.8 8.3 23.4 10.3 23.3L15.5 23C17.3 22.9 17.6 25 16 25.4L13.5 26C15.5 26.2 15.3 30.5 12.3 30.5C9.6 30.6 8 29.8 7.5 27.5Z"/>`,
  sleepy: svg`${head()}${line("M8.3 14Q10.7 16.3 13.2 14M18.8 14Q21.3 16.3 23.7 14")}<ellipse class="ink" cx="16" cy="21.8" rx="2.7" ry="2.1"/><path class="letters" d="M21.5 2H27.5V3.3L23.8 7.7H27.6V9.5H21.2V8.2L24.9 3.8H21.5ZM27.5 10.5H31.5V11.5L29.2 14.3H31.6V15.6H27.3V14.6L29.6 11.8H27.5Z"/>`,
});

/** @param {string} code  unknown codes get an exclamation mark */
export function reactionFace(code) {
  return html`<svg class="reaction" viewBox="0 0 32 32" aria-hidden="true">${FACES[code]
    ?? svg`${head()}<path class="line" d="M16 8V18M16 22.5V23"/>`}</svg>`;
}

/** Draws the sign of the talk button: a bubble with three dots. */
export function speechSign() {
  return html`<svg class="icon speech-sign" viewBox="0 0 24 24" aria-hidden="true"><path fill-rule="evenodd"
    d="M12 2.5C6 2.5 1.5 6.3 1.5 11C1.5 13.5 2.8 15.8 4.9 17.3L4 21.5L8.6 19.1C9.7 19.4 10.8 19.5 12 19.5C18 19.5 22.5 15.7 22.5 11C22.5 6.3 18 2.5 12 2.5ZM7.5 9.5A1.6 1.6 0 1 1 7.5 12.7A1.6 1.6 0 1 1 7.5 9.5ZM12 9.5A1.6 1.6 0 1 1 12 12.7A1.6 1.6 0 1 1 12 9.5ZM16.5 9.5A1.6 1.6 0 1 1 16.5 12.7A1.6 1.6 0 1 1 16.5 9.5Z"/></svg>`;
}
