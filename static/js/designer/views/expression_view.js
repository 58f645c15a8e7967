// A text field for an expression, with a list of completions.

/** @import {Path} from "../json_text.js" */
/** @import {Offer} from "../../shared/completions.js" */
/** @import {DesignIntents, DesignState} from "../designer.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { ifDefined } from "../../../vendor/lit-html/directives/if-defined.js";
import { inExpression, namesAt } from "../../shared/completions.js";
import { echoBeside } from "../../shared/echo.js";
import { isComposing } from "../../shared/gestures.js";

/** Maximum number of completions. */
const MAX_OFFERS = 8;

/**
 * @typedef {{id: string, from: number, offers: Offer[], at: number}} Typing  the completions of a field;
 *   `at`: index of the selected one
 */

/**
 * @param {{state: DesignState, on: DesignIntents}} form
 * @param {Path} path
 * @param {string} id
 * @param {string} text
 * @param {{label: string|undefined, help: string|undefined}} words  `label`: if the field has no visible label.
 *   `help`: id of its explanation
 * @param {(text: string) => void} set
 */
export function expressionField({ state, on }, path, id, text, { label, help }, set) {
  const typing = state.view.typing?.id === id ? state.view.typing : null;
  const offers = typing?.offers ?? [];
  const sentence = echoBeside(state.check.echoes, path, text);
  const updateOffers = (/** @type {any} */ event) => on.setTyping(typingIn(state, path, event.target, id));
  return html`<div class="expression"><input id=${id} class="expression-field" role="combobox" aria-autocomplete="list" aria-expanded=${offers.length > 0}
      aria-controls="${id}-list" aria-activedescendant=${ifDefined(typing && offers.length ? `${id}-${typing.at}` : undefined)} aria-label=${ifDefined(label)}
      aria-describedby=${ifDefined([help, sentence && `${id}-echo`].filter(Boolean).join(" ") || undefined)} autocomplete="off" autocapitalize="off" spellcheck="false" .value=${text} @input=${updateOffers} @blur=${() => on.setTyping(null)}
      @keydown=${(/** @type {KeyboardEvent} */ event) => key(event, typing, on)} @change=${(/** @type {any} */ event) => set(event.target.value)}>
    <ul id="${id}-list" class="offers" role="listbox" aria-label=${id} ?hidden=${!offers.length}>${offers.map((offer, at) =>
      html`<li id="${id}-${at}" role="option" aria-selected=${at === typing?.at} @pointerdown=${(/** @type {PointerEvent} */ event) => {
        event.preventDefault();
        if (typing) insert(/** @type {HTMLInputElement} */ (document.getElementById(id)), { ...typing, at }, on);
      }}><code>${offer.label}</code>${offer.detail ? html` <span class="faint">${offer.detail}</span>` : nothing}</li>`)}</ul>
    ${sentence ? html`<p class="echo" id="${id}-echo" dir="auto">${sentence}</p>` : nothing}</div>`;
}

/**
 * @param {DesignState} state
 * @param {Path} path
 * @param {HTMLInputElement} field
 * @param {string} id
 * @returns {Typing|null}
 */
function typingIn(state, path, field, id) {
  const at = field.selectionStart ?? field.value.length;
  const start = field.value.slice(0, at);
  const list = inExpression(start, at, namesAt({ ...state.language, document: state.draft.document }, path));
  const typedName = start.slice(list?.from ?? at).toLowerCase();
  if (!list || (!typedName && !start.endsWith("."))) return null;
  const offers = list.offers.filter(({ label }) => label.toLowerCase().startsWith(typedName) && label !== typedName).slice(0, MAX_OFFERS);
  return { id, from: list.from, offers, at: 0 };
}

/**
 * @param {KeyboardEvent} event
 * @param {Typing|null} typing
 * @param {DesignIntents} on
 */
function key(event, typing, on) {
  if (!typing?.offers.length || isComposing(event)) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0;
  const count = typing.offers.length;
  if (step) on.setTyping({ ...typing, at: (typing.at + step + count) % count });
  else if (event.key === "Enter") insert(/** @type {HTMLInputElement} */ (event.target), typing, on);
  else if (event.key === "Escape") on.setTyping(null);
  else return;
  event.preventDefault();
}

/**
 * @param {HTMLInputElement} field
 * @param {Typing} typing
 * @param {DesignIntents} on
 */
function insert(field, { from, offers, at }, on) {
  field.setRangeText(offers[at].insert, from, field.selectionStart ?? field.value.length, "end");
  on.setTyping(null);
}
