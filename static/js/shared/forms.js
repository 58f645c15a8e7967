// Move forms of the room and of the game, and the values that a form still needs.

/** @import {CardsField, Choice, ChoiceField, Field, Form, Table, Zone} from "./types.js" */

/**
 * Returns the game's moves. While a bot plays for this viewer there are none, because the bot would be
 * faster: the viewer can only take the seat back.
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
 * @returns {Form|undefined} the room's move; a game's move may have the same name
 */
export function formNamed(table, name) {
  return roomForms(table).find((form) => form.name === name);
}

/**
 * Returns the room's moves about a player, which stand next to the name.
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
 * Returns the choices of a list, with the current value first if it can't be chosen again.
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
 * @returns {boolean} whether a player is the only value that the form requires
 */
export function isAboutPlayer(form) {
  return form.fields[0]?.kind === "player" && form.fields.slice(1).every((field) => field.optional);
}

/**
 * Returns whether the cards of a zone can be clicked one by one: they are visible and not in a pile.
 * @param {Zone|undefined} zone
 * @returns {boolean}
 */
export function isSpread(zone) {
  return Boolean(zone?.cards) && zone?.kind !== "pile";
}

/**
 * Returns whether players fill a field by clicking cards on the table, rather than in a dialog. The cards of a pile
 * can't be clicked. And if another field of the form takes the same cards, a click does not say which field is meant.
 * @param {Table} table
 * @param {Form} form
 * @param {Field} field
 * @returns {field is CardsField}
 */
export function isOnTable(table, form, field) {
  if (field.kind !== "cards" || !field.from.length || !field.from.every((id) => isSpread(table.zones.find((zone) => zone.id === id)))) return false;
  const cards = (form.alternatives?.[0] ?? form).fields.filter((other) => other.kind === "cards");
  const own = cards.find(({ name }) => name === field.name) ?? field;
  return cards.every((other) => other.name === field.name || !shareCards(own, other));
}

/**
 * @param {CardsField} field
 * @param {CardsField} other
 * @returns {boolean} whether both can take the same card
 */
export function shareCards(field, other) {
  return field.from.some((zone) => other.from.includes(zone)) && (!field.of || !other.of || other.of.some((face) => field.of?.includes(face)));
}

/**
 * @param {Table} table
 * @param {Form} form
 * @returns {Field[]} fields that a dialog must ask for
 */
export function dialogFields(table, form) {
  return form.fields.filter((field) => !isOnTable(table, form, field) && !isShout(field));
}

/**
 * Returns the fields that a dialog must ask for before a move can be sent. If a dialog opens, it also asks for cards
 * that should have been picked on the table.
 * @param {Table} table
 * @param {Form} form
 * @param {Record<string, unknown>} values  those that the form has already
 * @param {boolean} areAllAsked  whether the dialog asks for all fields, because they depend on each other
 * @returns {Field[]}
 */
export function missingFields(table, form, values, areAllAsked) {
  const missing = (areAllAsked ? form.fields : dialogFields(table, form)).filter((field) => !(field.name in values));
  const lacksCards = (/** @type {Field} */ field) => isOnTable(table, form, field) && !field.optional
    && /** @type {string[]} */ (values[field.name] ?? []).length < field.min;
  return missing.length ? form.fields.filter((field) => missing.includes(field) || lacksCards(field)) : [];
}

/**
 * Returns whether a field is a shout: a yes or no that goes with a move, such as saying UNO. No dialog asks
 * for it. A button beside the hand says yes before the move.
 * @param {Field} field
 */
export function isShout(field) {
  return field.kind === "choice" && field.of.length === 2 && field.of[0].value === "yes" && field.of[1].value === "no";
}

/**
 * @param {ChoiceField} field  a shout
 * @returns {string} the words of the shout: the label of yes if the field is optional, else the label of the
 *   field
 */
export function shoutText(field) {
  return field.optional || !field.label ? field.of[0].label : field.label;
}

/**
 * @param {Form} form
 * @param {ReadonlySet<string>} shouts  fields of the shouts that go with the next move
 * @returns {Record<string, unknown>} by field
 */
export function shoutValues(form, shouts) {
  return Object.fromEntries(form.fields.filter(isShout).flatMap(({ name, optional }) =>
    shouts.has(name) ? [[name, "yes"]] : optional ? [] : [[name, "no"]]));
}

/**
 * Returns the values of fields with a single possible value, for forms that take cards.
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
 * @returns {Record<string, unknown>} `args` of the action: the values, and `with` of the form
 */
export function actionArgs(form, values) {
  return { ...values, ...form.with };
}

/**
 * @param {Field[]} fields
 * @param {Record<string, unknown>} values
 * @returns {Record<string, unknown>} the values without empty optional fields
 */
export function withoutEmptyValues(fields, values) {
  const isEmpty = (/** @type {unknown} */ value) =>
    value === undefined || value === "" || (Array.isArray(value) && !value.length);
  const dropped = fields.filter((field) => field.optional && isEmpty(values[field.name])).map((field) => field.name);
  return Object.fromEntries(Object.entries(values).filter(([name]) => !dropped.includes(name)));
}

/**
 * Returns the initial value of a field in a dialog; undefined if the player must choose.
 * @param {Field} field
 * @returns {unknown}
 */
export function firstValue(field) {
  if (field.kind === "number") return field.min;
  if (field.kind === "cards") return [];
  return field.kind === "text" ? "" : undefined;
}

/**
 * Returns whether each field takes one click, so that the last click can send the move.
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
 * @returns {boolean} whether all fields have values
 */
export function isAnswered(fields, values) {
  return fields.every((field) => {
    const value = values[field.name];
    return field.kind === "cards" ? Array.isArray(value) && value.length >= field.min : value !== undefined;
  });
}

/**
 * @param {Table} table
 * @param {Form} form
 * @returns {boolean} whether the move takes a card of another player's hand
 */
function isFaceDown({ zones, you }, { pile }) {
  return zones.some((zone) => zone.id === pile && zone.kind === "hand" && zone.owner !== you);
}

/**
 * Returns the answers of a game's form whose only field is a choice, a player, a number with likely values, or
 * the place of a card in another player's hand. Each becomes a button.
 * @param {Table} table
 * @param {Form} form
 * @returns {{field: Field, values: (string|number|boolean)[]}|null}
 */
export function directAnswers(table, form) {
  const [field, ...others] = form.fields;
  if (!field || others.length || field.optional || isShout(field) || form.confirm || !gameForms(table).includes(form)) return null;
  if (field.kind === "player") return { field, values: field.of };
  if (field.kind === "number" && isFaceDown(table, form)) return { field, values: Array.from({ length: field.max }, (_, nth) => nth + 1) };
  if (field.kind === "number") return field.likely ? { field, values: field.likely } : null;
  return field.kind === "choice" ? { field, values: field.of.map((choice) => choice.value) } : null;
}
