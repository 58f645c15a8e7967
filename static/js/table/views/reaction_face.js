// Drawings of reactions, 32 units high. Buttons and screen readers use words, too.

import { html, svg } from "../../../vendor/lit-html/lit-html.js";

/** A face to draw on. */
const head = (/** @type {string} */ look = "face") => svg`<circle class=${look} cx="16" cy="16" r="14"/>`;
const eyes = svg`<ellipse class="ink" cx="11" cy="13" rx="1.9" ry="2.5"/><ellipse class="ink" cx="21" cy="13" rx="1.9" ry="2.5"/>`;
/** @param {string} path */
const line = (path) => svg`<path class="line" d=${path}/>`;

const FACES = /** @type {Record<string, unknown>} */ ({
  thumb: svg`<path class="face" d="M9.500 14.500L14.200 4.800C14.700 3.700 16 3 17.200 3.500C18.800 4.100 19.300 5.600 19 7.200L18.200 11.500H26C28 11.500 29.200 13.300 28.700 15.200L26.200 25C25.800 26.800 24.500 28 22.600 28H13.500C12 28 10.800 27.600 9.500 26.700Z"/><path class="cuff" d="M3 14.500H9.500V28H3Z"/>`,
  heart: svg`<path class="heart" d="M16 28.500C5 20.500 2.500 15.300 2.500 11.200C2.500 6.900 5.800 3.800 9.700 3.800C12.300 3.800 14.700 5.200 16 7.500C17.300 5.200 19.700 3.800 22.300 3.800C26.200 3.800 29.500 6.900 29.500 11.200C29.500 15.300 27 20.500 16 28.500Z"/>`,
  laugh: svg`${head()}${line("M8 13.500Q10.500 10 13 13.500M19 13.500Q21.500 10 24 13.500")}<path class="ink" d="M8.200 17.500H23.800C23.800 22.500 20.500 25.800 16 25.800C11.500 25.800 8.200 22.500 8.200 17.500Z"/><path class="tongue" d="M11.800 24.300C12.800 22.600 14.300 21.800 16 21.800C17.700 21.800 19.200 22.600 20.200 24.300C19 25.300 17.600 25.800 16 25.800C14.400 25.800 13 25.300 11.800 24.300Z"/>`,
  wow: svg`${head()}${eyes}${line("M8.500 8.300Q10.500 6.500 12.800 7.800M19.200 7.800Q21.500 6.500 23.500 8.300")}<ellipse class="ink" cx="16" cy="22" rx="3.600" ry="4.400"/>`,
  sad: svg`${head()}${eyes}${line("M10.500 23.500Q16 18.500 21.500 23.500M8.300 9.800Q10.500 9.300 12.300 7.800M19.700 7.800Q21.500 9.300 23.700 9.800")}<path class="tear" d="M23 16.500C25 19.300 25.700 20.500 25.700 21.700A2.700 2.700 0 0 1 20.300 21.700C20.300 20.500 21 19.300 23 16.500Z"/>`,
  angry: svg`${head("hot")}${eyes}${line("M7.500 8.500L13 11.300M24.500 8.500L19 11.300M10.500 23.300Q16 19.300 21.500 23.300")}`,
  think: svg`${head()}${eyes}${line("M8.800 9.300Q10.800 8 13 9M18.800 7.500Q21.200 5.800 23.600 7.300M12 21.500Q16.500 19.600 20.500 21")}<path class="fingers" d="M7.500 27.500C7 24.800 8.300 23.400 10.300 23.300L15.500 23C17.300 22.900 17.600 25 16 25.400L13.500 26C15.500 26.200 15.300 30.500 12.300 30.500C9.600 30.600 8 29.800 7.500 27.500Z"/>`,
  sleepy: svg`${head()}${line("M8.300 14Q10.700 16.300 13.200 14M18.800 14Q21.300 16.300 23.700 14")}<ellipse class="ink" cx="16" cy="21.800" rx="2.700" ry="2.100"/><path class="letters" d="M21.500 2H27.500V3.300L23.800 7.700H27.600V9.500H21.200V8.200L24.900 3.800H21.500ZM27.500 10.500H31.500V11.500L29.200 14.300H31.600V15.600H27.300V14.600L29.600 11.800H27.500Z"/>`,
});

/**
 * @param {string} code  an unknown one gets a general sign
 */
export function reactionFace(code) {
  return html`<svg class="reaction" viewBox="0 0 32 32" aria-hidden="true" focusable="false">${FACES[code]
    ?? svg`${head()}<path class="line" d="M16 8V18M16 22.500V23"/>`}</svg>`;
}

/** The sign of the talk button: a bubble with three dots. */
export function speechSign() {
  return html`<svg class="icon speech-sign" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path fill-rule="evenodd"
    d="M12 2.500C6 2.500 1.500 6.300 1.500 11C1.500 13.500 2.800 15.800 4.900 17.300L4 21.500L8.600 19.100C9.700 19.400 10.800 19.500 12 19.500C18 19.500 22.500 15.700 22.500 11C22.500 6.300 18 2.500 12 2.500ZM7.500 9.500A1.600 1.600 0 1 1 7.500 12.700A1.600 1.600 0 1 1 7.500 9.500ZM12 9.500A1.600 1.600 0 1 1 12 12.700A1.600 1.600 0 1 1 12 9.500ZM16.500 9.500A1.600 1.600 0 1 1 16.500 12.700A1.600 1.600 0 1 1 16.500 9.500Z"/></svg>`;
}
