// The cards picked for a move: what may be picked, what stays picked when the table changes, what is sent.

/** @import {CardsField, Form, Table, Zone} from "./types.js" */
/** @typedef {{zone: string, key: string, face: string}} Picked */

import { dialogFields, gameForms, isOnTable, isSpread } from "./forms.js";
import { say } from "./words.js";

/**
 * Equal faces are interchangeable, so a card is known by its face and how many equal ones lie before it.
 * @param {Zone} zone
 * @returns {Picked[]} one for each visible card, in the zone's order
 */
export function cardsOf(zone) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  return (zone.cards ?? []).flatMap((face) => {
    if (face === null) return [];
    const nth = counts.get(face) ?? 0;
    counts.set(face, nth + 1);
    return [{ zone: zone.id, key: `${face}#${nth}`, face }];
  });
}

/**
 * Deals the picked cards out to the fields of a form.
 * @param {Table} table
 * @param {Form} form
 * @param {Picked[]} picked
 * @returns {{values: Record<string, string[]>, unused: Picked[]}} faces by field, and the cards no field takes
 */
export function fillFields(table, form, picked) {
  const fields = form.fields.filter((field) => isOnTable(table, field));
  /** @type {Record<string, string[]>} */
  const values = Object.fromEntries(fields.map((field) => [field.name, []]));
  const unused = picked.filter((card) => {
    const field = fields.find((candidate) => takes(candidate, card) && hasRoom(candidate, values[candidate.name], card.face));
    if (field) values[field.name].push(card.face);
    return !field;
  });
  return { values, unused };
}

/**
 * @param {CardsField} field
 * @param {Picked} card
 * @returns {boolean}
 */
function takes(field, card) {
  return field.from.includes(card.zone) && (!field.of || field.of.includes(card.face));
}

/**
 * @param {CardsField} field
 * @param {string[]} faces  already in it
 * @param {string} face
 * @returns {boolean} whether the field may hold this face, too
 */
function hasRoom(field, faces, face) {
  if (faces.length >= field.max) return false;
  if (field.kinds === "same") return faces.every((other) => other === face);
  return field.kinds !== "distinct" || !faces.includes(face);
}

/**
 * @param {Table} table
 * @param {Form} form
 * @param {Picked[]} picked
 * @returns {boolean} whether the form has room for all picked cards
 */
export function fits(table, form, picked) {
  return fillFields(table, form, picked).unused.length === 0;
}

/**
 * @param {Table} table
 * @param {Form} form
 * @param {Picked[]} picked
 * @returns {boolean} whether the picked cards are all that the form asks for on the table
 */
export function completes(table, form, picked) {
  const { values, unused } = fillFields(table, form, picked);
  return unused.length === 0 && form.fields.every((field) => !isOnTable(table, field) || field.optional || values[field.name].length >= field.min);
}

/**
 * Forms by button: those of one name that take cards from the table share one, for the picked cards tell which of
 * them is meant.
 * @param {Table} table
 * @param {Form[]} forms
 * @returns {Form[][]} in the order of the first of each
 */
export function formGroups(table, forms) {
  /** @type {Form[][]} */
  const groups = [];
  for (const form of forms) {
    const group = groups.find(([first]) => takesCards(table, form) && takesCards(table, first) && first.name === form.name);
    if (group) group.push(form);
    else groups.push([form]);
  }
  return groups;
}

/**
 * @param {Table} table
 * @param {Form} form
 */
function takesCards(table, form) {
  return form.fields.some((field) => isOnTable(table, field));
}

/**
 * @param {Table} table
 * @param {Form[]} group  forms behind one button
 * @param {Picked[]} picked
 * @returns {Form} the one that the picked cards make; else one that they may still make; else the first, so that
 *   the service can say what is wrong
 */
export function formFor(table, group, picked) {
  return group.find((form) => completes(table, form, picked)) ?? group.find((form) => fits(table, form, picked)) ?? group[0];
}

/**
 * @param {Table} table
 * @param {Form[]} group  forms behind one button
 * @param {Picked[]} picked
 * @returns {boolean} whether it can be said what the button does: forms that are explained differently are told apart by what is picked
 */
export function hasOneMeaning(table, group, picked) {
  return group.every((form) => form.help === group[0].help) || (picked.length > 0 && group.some((form) => fits(table, form, picked)));
}

/**
 * Cards before other players that go with what is picked, or are picked themselves.
 * @param {Table} table
 * @param {Picked[]} picked
 * @returns {{owner: string, cards: Picked[]}[]} by owner, in the order of the zones
 */
export function pickableCards(table, picked) {
  if (!picked.length) return [];
  /** @type {Map<string, Picked[]>} */
  const byOwner = new Map();
  for (const zone of table.zones.filter((candidate) => candidate.owner && candidate.owner !== table.you && isSpread(candidate))) {
    const cards = cardsOf(zone).filter((card) => isPicked(picked, card) || canPick(table, picked, card));
    if (cards.length) byOwner.set(zone.owner ?? "", [...(byOwner.get(zone.owner ?? "") ?? []), ...cards]);
  }
  return [...byOwner].map(([owner, cards]) => ({ owner, cards }));
}

/**
 * @param {Table} table
 * @param {Form} form
 * @param {Picked[]} picked
 * @returns {string} "2 of 5" as long as more cards are needed than are picked, if any is
 */
export function progress(table, form, picked) {
  const least = form.fields.reduce((sum, field) => sum + (isOnTable(table, field) && !field.optional ? field.min : 0), 0);
  return picked.length && picked.length < least && fits(table, form, picked) ? say("{count} of {least}", { count: picked.length, least }) : "";
}

/**
 * @param {Table} table
 * @param {Picked[]} picked
 * @param {Picked} card
 * @returns {boolean} whether some form would take this card on top of the picked ones
 */
export function canPick(table, picked, card) {
  return gameForms(table).some((form) => fits(table, form, [...picked, card]));
}

/**
 * The picked cards after a click. Picking beyond the limit does nothing; a card that does not go with the others takes
 * their place.
 * @param {Table} table
 * @param {Picked[]} picked
 * @param {Picked} card
 * @returns {Picked[]} `picked` itself if the click does nothing
 */
export function togglePick(table, picked, card) {
  if (isPicked(picked, card)) return picked.filter((other) => !isSame(other, card));
  if (canPick(table, picked, card)) return [...picked, card];
  return replacesPicked(table, picked, card) ? [card] : picked;
}

/**
 * @param {Table} table
 * @param {Picked[]} picked
 * @param {Picked} card
 * @returns {boolean} whether it is not for want of room that the card cannot be picked on top of the others
 */
function replacesPicked(table, picked, card) {
  return isPlayedAlone(table, card) || gameForms(table).some((form) => fits(table, form, [card]) && roomOf(table, form) > picked.length);
}

/**
 * @param {Table} table
 * @param {Form} form
 * @returns {number} the most cards the form takes from the table
 */
function roomOf(table, form) {
  return form.fields.reduce((sum, field) => sum + (isOnTable(table, field) ? field.max : 0), 0);
}

/**
 * @param {Table} table
 * @param {Picked} card
 * @returns {boolean} whether the card is all that any form would take with it, so that choosing it twice can only mean playing it
 */
export function isPlayedAlone(table, card) {
  const takers = gameForms(table).filter((form) => fits(table, form, [card]));
  return takers.length > 0 && takers.every((form) => roomOf(table, form) === 1);
}

/**
 * @param {Table} table
 * @param {Picked[]} picked
 * @returns {Form|null} the one move that the picked cards make
 */
export function completedForm(table, picked) {
  const forms = formGroups(table, gameForms(table).filter((form) => takesCards(table, form)))
    .map((group) => formFor(table, group, picked)).filter((form) => completes(table, form, picked));
  return picked.length && forms.length === 1 ? forms[0] : null;
}

/**
 * Returns the players to choose from at their seats, for the move that needs nothing else. A move with the picked cards
 * comes first; without any, it is a move that asks for a player alone.
 * @param {Table} table
 * @param {Picked[]} picked
 * @returns {{form: Form, field: string, of: string[]}|null} null where there is no such move, or more than one
 */
export function choiceOfPlayer(table, picked) {
  const found = formGroups(table, gameForms(table).filter((form) => takesCards(table, form) === picked.length > 0))
    .map((group) => formFor(table, group, picked)).flatMap((form) => {
      const [field, ...others] = dialogFields(table, form);
      const isMeant = field?.kind === "player" && !field.optional && !others.length && !form.confirm && form.tone !== "danger";
      return isMeant && (!picked.length || completes(table, form, picked)) ? [{ form, field: field.name, of: field.of }] : [];
    });
  return found.length === 1 ? found[0] : null;
}

/**
 * @param {Table} table
 * @param {string} zone  id
 * @returns {Form|null} the one move that a press on a zone means
 */
export function formOfPile(table, zone) {
  const found = gameForms(table).filter((form) => form.pile === zone && !form.fields.length);
  return found.length === 1 ? found[0] : null;
}

/**
 * @param {Table} table
 * @param {string} face
 * @returns {boolean} whether a button plays this card, as one of its answers
 */
export function isOnButton(table, face) {
  return gameForms(table).some(({ fields, with: ties = {} }) => Object.values(ties).includes(face)
    || fields.some((field) => field.kind === "choice" && field.of.some((choice) => choice.value === face)));
}

/**
 * What is left of a selection on a new table: cards that are still there, if together they still fit a form.
 * @param {Table} table
 * @param {Picked[]} picked
 * @returns {Picked[]}
 */
export function stillPicked(table, picked) {
  const visible = table.zones.filter(isSpread).flatMap(cardsOf);
  return picked.reduce((/** @type {Picked[]} */ picks, card) =>
    isPicked(visible, card) && canPick(table, picks, card) ? [...picks, card] : picks, []);
}

/**
 * @param {Picked[]} picked
 * @param {Picked} card
 * @returns {boolean}
 */
export function isPicked(picked, card) {
  return picked.some((other) => isSame(other, card));
}

/**
 * @param {Picked} a
 * @param {Picked} b
 */
function isSame(a, b) {
  return a.zone === b.zone && a.key === b.key;
}
