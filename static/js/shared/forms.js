// Move forms: which are the room's, which the game's, and what is still to ask before one can be sent.

/** @import {CardsField, Choice, ChoiceField, Field, Form, Table, Zone} from "./types.js" */

/**
 * What can be done in the game. While a bot plays for this viewer that is nothing: the one thing to do then is to
 * take the seat back, and whatever was clicked meanwhile the bot would have done before.
 * @param {Table} table
 * @returns {Form[]}
 */
export function gameForms(table) {
  if (formNamed(table, "take_over")) return [];
  return table.moves.filter((form) => form.scope !== "room");
}

/**
 * @param {Table} table
 * @returns {Form[]}
 */
export function roomForms(table) {
  return table.moves.filter((form) => form.scope === "room");
}

/**
 * @param {Table} table
 * @param {string} name
 * @returns {Form|undefined} the room's move; a move of the game may have the same name
 */
export function formNamed(table, name) {
  return roomForms(table).find((form) => form.name === name);
}

/**
 * Forms that are about a player: they are offered next to each name.
 * @param {Table} table
 * @param {string} player
 * @returns {{form: Form, field: Field}[]}
 */
export function formsAbout(table, player) {
  return roomForms(table).flatMap((form) => {
    const [field] = form.fields;
    return isAboutPlayer(form) && field.kind === "player" && field.of.includes(player) ? [{ form, field }] : [];
  });
}

/**
 * What can be chosen in a form that asks for one choice and nothing else, such as the level of a new bot.
 * @param {Form|undefined} form
 * @returns {{field: Field, choice: Choice}[]}
 */
export function choicesOf(form) {
  const [field] = form?.fields ?? [];
  return form?.fields.length === 1 && field.kind === "choice" ? field.of.map((choice) => ({ field, choice })) : [];
}

/**
 * What a list of choices shows: the value that holds now is first where it cannot be chosen again.
 * @param {Choice[]} choices
 * @param {string} value
 * @param {string} [label]
 * @returns {Choice[]}
 */
export function withCurrent(choices, value, label = value) {
  return choices.some((choice) => choice.value === value) ? choices : [{ value, label }, ...choices];
}

/**
 * @param {Form} form
 * @returns {boolean} whether the form asks for one player, and for nothing else that has to be said
 */
export function isAboutPlayer(form) {
  return form.fields[0]?.kind === "player" && form.fields.slice(1).every((field) => field.optional);
}

/**
 * Cards lie open to be clicked, unless they are hidden or in a stack.
 * @param {Zone|undefined} zone
 * @returns {boolean}
 */
export function isSpread(zone) {
  return Boolean(zone?.cards) && zone?.kind !== "pile";
}

/**
 * Whether a cards field is filled by clicking cards on the table rather than in a dialog.
 * @param {Table} table
 * @param {Field} field
 * @returns {field is CardsField}
 */
export function isOnTable(table, field) {
  return field.kind === "cards" && field.from.some((id) => isSpread(table.zones.find((zone) => zone.id === id)));
}

/**
 * @param {Table} table
 * @param {Form} form
 * @returns {Field[]} fields that a dialog must ask for
 */
export function dialogFields(table, form) {
  return form.fields.filter((field) => !isOnTable(table, field) && !isShout(field));
}

/**
 * Whether a field is a yes or no that goes with a move, such as saying UNO with a card. It is no question: a button beside the hand
 * says yes beforehand.
 * @param {Field} field
 */
export function isShout(field) {
  return field.kind === "choice" && field.of.length === 2 && field.of[0].value === "yes" && field.of[1].value === "no";
}

/**
 * @param {ChoiceField} field  a shout
 * @returns {string} what is said: the answer to a question that may be left out, or else what is asked
 */
export function shoutText(field) {
  return field.optional || !field.label ? field.of[0].label : field.label;
}

/**
 * @param {Form} form
 * @param {ReadonlySet<string>} armed  names of shouts that go with the next move
 * @returns {Record<string, unknown>} by field
 */
export function shoutValues(form, armed) {
  return Object.fromEntries(form.fields.filter(isShout).flatMap(({ name, optional }) =>
    armed.has(name) ? [[name, "yes"]] : optional ? [] : [[name, "no"]]));
}

/**
 * What need not be asked beside cards: a player or a choice of which there is only one.
 * @param {Form} form
 * @returns {Record<string, unknown>} by field
 */
export function onlyValues(form) {
  const isAsked = (/** @type {Field} */ field) => (field.kind === "player" || field.kind === "choice") && field.of.length === 1 && !field.optional;
  if (!form.fields.some((field) => field.kind === "cards")) return {};
  return Object.fromEntries(form.fields.filter(isAsked).map((field) => {
    const [only] = /** @type {(string|Choice)[]} */ ("of" in field ? field.of : []);
    return [field.name, typeof only === "string" ? only : only.value];
  }));
}

/**
 * @param {Form} form
 * @param {Record<string, unknown>} values
 * @returns {Record<string, unknown>} `args` of the action: the values, and what ties the form to its moment
 */
export function actionArgs(form, values) {
  return { ...values, ...form.with };
}

/**
 * @param {Field[]} fields
 * @param {Record<string, unknown>} values
 * @returns {Record<string, unknown>} without the optional fields that were left empty
 */
export function withoutEmptyValues(fields, values) {
  const isEmpty = (/** @type {unknown} */ value) =>
    value === undefined || value === "" || (Array.isArray(value) && !value.length);
  const dropped = fields.filter((field) => field.optional && isEmpty(values[field.name])).map((field) => field.name);
  return Object.fromEntries(Object.entries(values).filter(([name]) => !dropped.includes(name)));
}

/**
 * A value to start a dialog with; undefined where people must choose themselves.
 * @param {Field} field
 * @returns {unknown}
 */
export function firstValue(field) {
  if (field.kind === "number") return field.min;
  if (field.kind === "cards") return [];
  return field.kind === "text" ? "" : undefined;
}

/**
 * Whether each answer is one click, so that the last of them can send the move without an extra button.
 * @param {Field[]} fields
 * @returns {boolean}
 */
export function isOneClick(fields) {
  return fields.length > 0 && fields.every((field) =>
    field.kind === "choice" || field.kind === "player" || (field.kind === "cards" && field.min === 1 && field.max === 1));
}

/**
 * @param {Field[]} fields
 * @param {Record<string, unknown>} values
 * @returns {boolean} whether nothing is left to be asked
 */
export function isAnswered(fields, values) {
  return fields.every((field) => {
    const value = values[field.name];
    return field.kind === "cards" ? Array.isArray(value) && value.length >= field.min : value !== undefined;
  });
}

/**
 * The answers of a game's form that asks one thing only, a choice or a player: they are buttons of their own.
 * @param {Table} table
 * @param {Form} form
 * @returns {{field: Field, values: (string|number|boolean)[]}|null}
 */
export function directAnswers(table, form) {
  const [field, ...others] = form.fields;
  if (!field || others.length || field.optional || isShout(field) || form.confirm || !gameForms(table).includes(form)) return null;
  if (field.kind === "player") return { field, values: field.of };
  return field.kind === "choice" ? { field, values: field.of.map((choice) => choice.value) } : null;
}
