// The buttons of move forms.

/** @import {ChoiceField, Field, Form, Table} from "../../shared/types.js" */
/** @import {CardRef} from "../../shared/selection.js" */
/** @import {State} from "../state.js" */
/** @import {Intents} from "../intents.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { repeat } from "../../../vendor/lit-html/directives/repeat.js";
import { cardName, hasShape } from "../../shared/faces.js";
import { directAnswers, gameForms, isShout, shoutText } from "../../shared/forms.js";
import { awaitedOf } from "../awaited.js";
import { choicesOfPlayer, fits, formGroups, hasOneMeaning, completedForm, formFor, labelWith, lackOf, takesCards } from "../../shared/selection.js";
import { cardsText } from "../../shared/text.js";
import { say } from "../../shared/words.js";
import { colourMark } from "../../shared/views/colour_face.js";

/**
 * Order of buttons by tone, from the edge of the bar to its middle. Forms of tone `danger` have their own
 * place.
 */
const ORDER = ["quiet", "plain", "primary"];

/** Maximum number of answers that are buttons of their own. More would not fit beside each other. */
const MOST_ANSWERS = 9;
/** The maximum number of players that are buttons. More are chosen at their seats, which have room for names. */
const MOST_PLAYERS = 3;

/**
 * Shows a button. While a move lacks cards that are chosen on the table, its button says so and is not bright. It
 * can be pressed: then the service says which cards it needs. So it is not disabled for screen readers, which read
 * what it lacks. The part of its name after a colon is on a second line.
 * @param {Pick<State, "move">} state
 * @param {Form} form
 * @param {Intents} on
 * @param {{disabled?: boolean, lack?: string, picked?: string, label?: string}} [options]  lack, picked: what it
 *   lacks, or takes else, in words
 */
export function moveButton(state, form, on, { disabled = false, lack = "", picked = "", label = form.label } = {}) {
  const isOff = disabled || state.move.sending.has(form.name);
  const [name, told = ""] = label.split(/: (.*)/);
  const more = isOff ? told : lack || (picked === label ? told : picked || told);
  return html`<button type="button" class="button ${form.tone ?? "plain"} ${more ? "two-lines" : ""} ${more && lack ? "lacks" : ""}" data-testid="move-${form.name}" data-touches=${touchedBy(form) || nothing}
    title=${form.help || nothing} ?disabled=${isOff} @click=${() => on.press(form)}>${more
    ? html`<span>${more === told ? name : label}</span> <small>${more}</small>` : label}</button>`;
}

/**
 * @param {Form} form
 * @returns {string} ids of zones and players that the form is about
 */
function touchedBy({ pile, touches = [], fields }) {
  return [pile ?? "", ...touches, ...fields.flatMap((field) => field.kind === "cards" ? [...field.from, field.to ?? ""] : field.kind === "player" ? field.of : [])]
    .filter(Boolean).join(" ");
}

/**
 * Shows the game's moves. Moves of tone `danger` always stand at the same place.
 * @param {Pick<State, "sync"|"move"|"games">} state
 * @param {Table} table  the shown table
 * @param {Intents} on
 */
export function actionBar(state, table, on) {
  if (table.you === null) return nothing;
  const forms = formGroups(table, gameForms(table)).filter((group) => hasOneMeaning(table, group, state.move.picks))
    .map((group) => formFor(table, group, state.move.picks));
  const completed = completedForm(table, state.move.picks);
  const { picks } = state.move;
  const answerable = forms.filter((form) => form.tone !== "danger" && isDirect(table, form, picks));
  // Players are buttons only if no other move has answers. They can be pressed at their seats, too.
  const direct = answerable.length > 1 ? answerable.filter((form) => directAnswers(table, form)) : answerable;
  // If there are more, the last moves open a dialog, because buttons beyond the edge are not found.
  while (direct.flatMap((form) => answersOf(table, form, picks)?.values).length > MOST_ANSWERS) direct.pop();
  // Among three or more moves, a plain one without a choice that follows the amounts stands beside them: all chips.
  const besideAmounts = forms.filter((form, nth) => forms.length > 2 && direct.includes(forms[nth - 1]) && hasAmounts(forms[nth - 1]) && (form.tone ?? "plain") === "plain" && !form.fields.length);
  const calm = forms.filter((form) => form.tone !== "danger" && !direct.includes(form) && !besideAmounts.includes(form) && !isUnawaited(table, form))
    .map((form) => inTone(table, form, completed, state.move.picks)).sort((a, b) => ORDER.indexOf(a.tone ?? "plain") - ORDER.indexOf(b.tone ?? "plain"));
  const alarms = forms.filter((form) => form.tone === "danger" || isUnawaited(table, form));
  if (forms.length === 1 && calm.length === 1) calm[0] = { ...calm[0], tone: "primary" };
  // Out of turn, or without other moves, everyone waits for this answer, so it is prominent.
  const isQuick = awaitedOf(table)?.kind !== "turn" || calm.every((form) => form.tone === "quiet");
  return html`<div class="actions ${isQuick ? "actions-quick" : ""}" role="group" aria-label=${say("Your moves")} data-focus="actions">
    ${direct.map((form) => answersView(state, table, form, on, hasAmounts(form) ? besideAmounts : []))}
    <div class="calm">${repeat(calm, keyIn(calm), (form) => gameButton(state, table, form, on))}</div>
    <div class="alarms">${alarms.length
      ? repeat(alarms, keyIn(alarms), (form) => isDirect(table, form, picks) ? answersView(state, table, form, on) : gameButton(state, table, form, on))
      : nothing}${shoutsOf(forms).map((field) => shoutButton(state, field, on))}</div>
  </div>`;
}

/**
 * Returns whether a move is possible while the game does not wait for it, such as a late UNO. Such a move
 * stands in the place of shouts.
 * @param {Table} table
 * @param {Form} form
 */
function isUnawaited(table, form) {
  return form.tone === "primary" && !form.fields.length && awaitedOf(table) === null;
}

/**
 * Returns the form with a tone that highlights the move of the picked cards, also while they don't complete it.
 * @param {Table} table
 * @param {Form} form
 * @param {Form|null} completed
 * @param {CardRef[]} picks
 * @returns {Form}
 */
function inTone(table, form, completed, picks) {
  const isElse = form.tone === "primary" && (completed || !fits(table, form, picks));
  return { ...form, tone: form.name === completed?.name ? "primary" : isElse ? "plain" : form.tone };
}

/**
 * @param {Form[]} forms
 * @returns {ChoiceField[]} by name
 */
function shoutsOf(forms) {
  const fields = /** @type {ChoiceField[]} */ (forms.flatMap((form) => form.fields.filter(isShout)));
  return [...new Map(fields.map((field) => [field.name, field])).values()];
}

/**
 * Shows a button that adds a shout to the next move.
 * @param {Pick<State, "move">} state
 * @param {ChoiceField} field
 * @param {Intents} on
 */
function shoutButton({ move }, field, on) {
  return html`<button type="button" class="button danger shout" data-testid="shout-${field.name}" aria-pressed=${move.shouts.has(field.name) ? "true" : "false"}
    @click=${() => on.toggleShout(field.name)}>${shoutText(field)}</button>`;
}

/**
 * @param {Pick<State, "sync"|"move"|"games">} state
 * @param {Table} table
 * @param {Form} form
 * @param {Intents} on
 */
function gameButton(state, table, form, on) {
  const { picks } = state.move;
  return moveButton(state, form, on, {
    disabled: !isOpen(state, form), lack: lackOf(table, form, picks), picked: pickedText(state, table, form),
    label: labelWith(form, picks),
  });
}

/**
 * @param {Pick<State, "move"|"games">} state
 * @param {Table} table
 * @param {Form} form
 * @returns {string} the picked card, or how many there are; or the open card on the pile that the move takes
 */
function pickedText({ move: { picks }, games }, table, form) {
  const faces = takesCards(table, form) ? picks.map(({ face }) => face) : table.zones.find(({ id }) => id === form.pile)?.cards?.slice(-1) ?? [];
  return faces.length > 1 ? cardsText(faces.length) : faces[0] ? cardName(faces[0], games.get(table.game)?.faces ?? {}) : "";
}

/**
 * @param {Table} table
 * @param {Form} form
 * @param {CardRef[]} picks
 */
function isDirect(table, form, picks) {
  const answers = answersOf(table, form, picks);
  return answers !== null && answers.values.length <= (form.tone === "danger" ? 2 : MOST_ANSWERS);
}

/**
 * Returns the answers of a form that are buttons: also a few players with whom it begins, if it lacks no cards.
 * @param {Table} table
 * @param {Form} form
 * @param {CardRef[]} picks
 * @returns {ReturnType<typeof directAnswers>}
 */
function answersOf(table, form, picks) {
  const choice = (picks.length || !takesCards(table, form)) && choicesOfPlayer(table, picks).find((one) => one.form.name === form.name);
  const field = choice && form.fields.find(({ name }) => name === choice.field);
  return field && choice.of.length <= MOST_PLAYERS ? { field, values: choice.of } : directAnswers(table, form);
}

/**
 * @param {Form} form
 * @returns {boolean} whether players choose a number, usually one of a few
 */
function hasAmounts({ fields: [field] }) {
  return field?.kind === "number" && Boolean(field.likely);
}

/**
 * Shows a button for each answer, so that the move needs no dialog.
 * @param {Pick<State, "sync"|"move"|"games">} state
 * @param {Table} table
 * @param {Form} form
 * @param {Intents} on
 * @param {Form[]} [others]  moves whose buttons stand beside the answers
 */
function answersView(state, table, form, on, others = []) {
  const { field, values } = answersOf(table, form, state.move.picks) ?? { field: form.fields[0], values: [] };
  const isFaceDown = field.kind === "number" && !hasAmounts(form);
  // An only answer, like those of an alarm, is on the button of the move.
  const isInside = form.tone === "danger" || (values.length === 1 && field.kind === "choice" && !paintClass(values[0]));
  const title = field.label && isYesOrNo(field) ? `${form.label}: ${field.label}` : labelWith(form, state.move.picks);
  return html`<div class="answers ${hasAmounts(form) ? "amounts" : ""}" role="group" aria-label=${title}>
    ${isInside ? nothing : html`<span class="answers-label">${title}</span>`}
    <div class="answers-row">${values.map((value) => html`<button type="button" class="button ${form.tone ?? "plain"} ${isInside ? "two-lines" : ""} ${isFaceDown ? "face-down" : paintClass(value)}" data-testid="move-${form.name}"
      data-value=${String(value)} data-touches=${field.kind === "player" ? String(value) : nothing} title=${form.help || nothing} ?disabled=${state.move.sending.has(form.name)}
      @click=${() => on.press(form, { [field.name]: value })}>${isInside ? html`<span>${form.label}</span> <small>${answerText(state, field, value)}</small>`
        : isFaceDown ? html`<i class="card back"><b>${value}</b></i>`
        : html`${colourMark(String(value))}${answerText(state, field, value)}`}</button>`)}${hasAmounts(form)
      ? html`<button type="button" class="button quiet" data-testid="move-${form.name}" @click=${() => on.press(form)}>${say("Other amount")}</button>` : nothing}${others.map((other) => gameButton(state, table, other, on))}</div>
  </div>`;
}

/**
 * @param {Field} field
 * @returns {boolean} whether it is a yes-or-no choice of a document, whose question is its label
 */
function isYesOrNo(field) {
  return field.kind === "choice" && field.of.length === 2 && field.of[0].value === 1 && field.of[1].value === 0;
}

/**
 * @param {unknown} value
 * @returns {string} class of a button that stands for a colour
 */
export function paintClass(value) {
  return hasShape(value) ? `paint-${value}` : "";
}

/**
 * @param {Pick<State, "sync">} state
 * @param {Field} field
 * @param {unknown} value
 * @returns {string}
 */
export function answerText(state, field, value) {
  if (field.kind === "choice") return field.of.find((choice) => choice.value === value)?.label ?? String(value);
  return state.sync.names.get(String(value)) ?? String(value);
}

/**
 * Returns keys of buttons. They don't contain labels, so that a button stays in place when its label changes.
 * @param {Form[]} forms
 * @returns {(form: Form, nth: number) => string}
 */
function keyIn(forms) {
  return (form, nth) => `${form.name}/${forms.slice(0, nth).filter((earlier) => earlier.name === form.name).length}`;
}

/**
 * Returns whether a form is enabled: it takes no cards, or fits the picked ones. Forms without cards, such as
 * a call of Cheat, don't need an empty selection.
 * @param {Pick<State, "sync"|"move">} state
 * @param {Form} form
 */
function isOpen(state, form) {
  const takesCards = form.fields.some((field) => field.kind === "cards");
  return !takesCards || !state.sync.table || fits(state.sync.table, form, state.move.picks);
}
