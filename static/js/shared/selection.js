// The cards picked for a move: which can be picked, which stay picked when the table changes, and which
// fields they fill.

/** @import {CardsField, Form, Table, Zone} from "./types.js" */
/** @typedef {{zone: string, key: string, face: string}} CardRef */

import { areAlternatives, joined, offers } from "./alternatives.js";
import { dialogFields, gameForms, isOnTable, isSpread } from "./forms.js";
import { rangeText } from "./text.js";
import { plural, say } from "./words.js";

/**
 * Returns the visible cards of a zone. A key is a face and the number of equal faces before it, since equal
 * faces are interchangeable.
 * @param {Zone} zone
 * @returns {CardRef[]} in the zone's order
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
 * Assigns the picked cards to the fields of a form.
 * @param {Table} table
 * @param {Form} form
 * @param {CardRef[]} picks
 * @returns {{values: Record<string, string[]>, unused: CardRef[]}} faces by field, and the cards that no
 *   field takes
 */
export function fillFields(table, form, picks) {
  const fields = form.fields.filter((field) => isOnTable(table, form, field));
  /** @type {Record<string, string[]>} */
  const values = Object.fromEntries(fields.map((field) => [field.name, []]));
  const unused = picks.filter((card) => {
    const field = fields.find((candidate) => canHold(candidate, card) && hasRoom(candidate, values[candidate.name], card.face));
    if (field) values[field.name].push(card.face);
    return !field;
  });
  return { values, unused };
}

/**
 * @param {CardsField} field
 * @param {CardRef} card
 * @returns {boolean}
 */
function canHold(field, card) {
  return field.from.includes(card.zone) && (!field.of || field.of.includes(card.face));
}

/**
 * @param {CardsField} field
 * @param {string[]} faces  already in the field
 * @param {string} face
 * @returns {boolean} whether the field can also hold this face
 */
function hasRoom(field, faces, face) {
  if (faces.length >= field.max) return false;
  if (field.kinds === "same") return faces.every((other) => other === face);
  return field.kinds !== "distinct" || !faces.includes(face);
}

/**
 * @param {Table} table
 * @param {Form} form
 * @param {CardRef[]} picks
 * @returns {boolean} whether the form has room for all picked cards
 */
export function fits(table, form, picks) {
  return fillFields(table, form, picks).unused.length === 0;
}

/**
 * @param {Table} table
 * @param {Form} form
 * @param {CardRef[]} picks
 * @returns {boolean} whether the picked cards fill all fields of the form on the table
 */
export function completes(table, form, picks) {
  const { values, unused } = fillFields(table, form, picks);
  return unused.length === 0 && form.fields.every((field) => !isOnTable(table, form, field) || field.optional || values[field.name].length >= field.min);
}

/**
 * Groups forms by button. Forms of one name that take cards from the table share a button, because the picked
 * cards choose the form. Alternatives share a button, because it asks for one value after the other.
 * @param {Table} table
 * @param {Form[]} forms
 * @returns {Form[][]} in the order of their first forms
 */
export function formGroups(table, forms) {
  /** @type {Form[][]} */
  const groups = [];
  for (const form of forms) {
    const group = groups.find(([first]) => first.name === form.name
      && (areAlternatives(first, form) || (takesCards(table, form) && takesCards(table, first))));
    if (group) group.push(form);
    else groups.push([form]);
  }
  return groups;
}

/**
 * @param {Table} table
 * @param {Form} form
 */
export function takesCards(table, form) {
  return form.fields.some((field) => isOnTable(table, form, field));
}

/**
 * @param {Table} table
 * @param {Form[]} group  forms behind one button
 * @param {CardRef[]} picks
 * @returns {Form} the form that the picked cards complete; else a form that they fit; else the first, so that
 *   the service can explain the error. Alternatives that are equally good are joined.
 */
export function formFor(table, group, picks) {
  const complete = group.filter((form) => completes(table, form, picks));
  const fitting = complete.length ? complete : group.filter((form) => fits(table, form, picks));
  const best = fitting.length ? fitting : group;
  return joined(table, best.filter((form) => areAlternatives(best[0], form)));
}

/**
 * @param {Table} table
 * @param {Form[]} group  forms behind one button
 * @param {CardRef[]} picks
 * @returns {boolean} whether the button has one meaning: its forms have the same help text, or the picked
 *   cards choose a form
 */
export function hasOneMeaning(table, group, picks) {
  return group.every((form) => form.help === group[0].help) || (picks.length > 0 && group.some((form) => fits(table, form, picks)));
}

/**
 * Returns cards of other players that are picked, or can be picked. As long as no own card is picked, these are
 * also the cards of moves that take no other cards.
 * @param {Table} table
 * @param {CardRef[]} picks
 * @returns {{owner: string, cards: CardRef[]}[]} by owner
 */
export function pickableCards(table, picks) {
  const isFirst = picks.every((card) => isOfOthers(table, card.zone));
  const firstForms = isFirst ? gameForms(table).filter((form) => takesOnlyCardsOfOthers(table, form)) : [];
  if (!picks.length && !firstForms.length) return [];
  const canAdd = (/** @type {CardRef} */ card) => firstForms.some((form) => fits(table, form, [card]))
    || (picks.length > 0 && canPick(table, picks, card));
  /** @type {Map<string, CardRef[]>} */
  const byOwner = new Map();
  for (const zone of table.zones.filter((candidate) => candidate.owner && candidate.owner !== table.you && isSpread(candidate))) {
    const cards = cardsOf(zone).filter((card) => isPicked(picks, card) || canAdd(card));
    if (cards.length) byOwner.set(zone.owner ?? "", [...(byOwner.get(zone.owner ?? "") ?? []), ...cards]);
  }
  return [...byOwner].map(([owner, cards]) => ({ owner, cards }));
}

/**
 * @param {Table} table
 * @param {Form} form
 */
function takesOnlyCardsOfOthers(table, form) {
  return takesCards(table, form) && form.fields.every((field) => field.kind !== "cards" || field.from.every((id) => isOfOthers(table, id)));
}

/**
 * @param {Table} table
 * @param {string} id  of a zone
 */
function isOfOthers(table, id) {
  const owner = table.zones.find((zone) => zone.id === id)?.owner;
  return Boolean(owner) && owner !== table.you;
}

/**
 * Returns a move's label with what it says about the picked cards, such as the rank that it asks for.
 * @param {Form} form
 * @param {CardRef[]} picks
 */
export function labelWith({ label, fields }, picks) {
  const words = picks.flatMap(({ face }) => fields.flatMap((field) => field.kind === "cards" && field.labels?.[face] || []));
  return [label, ...new Set(words)].join(" ");
}

/**
 * Returns which cards a move still lacks that are chosen on the table, so that its button does not look ready.
 * @param {Table} table
 * @param {Form} form
 * @param {CardRef[]} picks
 * @returns {string} such as "choose 2 more cards"; "" if it lacks nothing
 */
export function lackOf(table, form, picks) {
  const { values, unused } = fillFields(table, form, picks);
  const fields = form.fields.filter((field) => isOnTable(table, form, field) && !field.optional);
  const total = (/** @type {(field: CardsField) => number} */ of) => fields.reduce((sum, field) => sum + of(/** @type {CardsField} */ (field)), 0);
  const count = unused.length ? 0 : total(({ name, min }) => Math.max(0, min - values[name].length));
  if (count && picks.length) return plural("choose {count} more card", "choose {count} more cards", { count });
  return count ? say("choose {cards}", { cards: rangeText({ min: count, max: total(({ max }) => max) }) }) : "";
}

/**
 * @param {Table} table
 * @param {CardRef[]} picks
 * @param {CardRef} card
 * @returns {boolean} whether some form takes this card in addition to the picked ones
 */
export function canPick(table, picks, card) {
  return gameForms(table).some((form) => fits(table, form, [...picks, card]));
}

/**
 * Returns the picked cards after a click. A click beyond the limit does nothing. A card that does not fit the
 * others replaces them.
 * @param {Table} table
 * @param {CardRef[]} picks
 * @param {CardRef} card
 * @returns {CardRef[]} `picks` itself if the click does nothing
 */
export function togglePick(table, picks, card) {
  if (isPicked(picks, card)) return picks.filter((other) => !isSame(other, card));
  if (canPick(table, picks, card)) return [...picks, card];
  return replacesPicked(table, picks, card) ? [card] : picks;
}

/**
 * @param {Table} table
 * @param {CardRef[]} picks
 * @param {CardRef} card
 * @returns {boolean} whether the card replaces the picked ones, rather than being one too many
 */
function replacesPicked(table, picks, card) {
  return isPlayedAlone(table, card) || gameForms(table).some((form) => fits(table, form, [card]) && roomOf(table, form) > picks.length);
}

/**
 * @param {Table} table
 * @param {Form} form
 * @returns {number} the maximum number of cards that the form takes from the table
 */
function roomOf(table, form) {
  return form.fields.reduce((sum, field) => sum + (isOnTable(table, form, field) ? field.max : 0), 0);
}

/**
 * @param {Table} table
 * @param {CardRef} card
 * @returns {boolean} whether all forms for this card take one card only, so that a second click can play it
 */
export function isPlayedAlone(table, card) {
  const takers = gameForms(table).filter((form) => fits(table, form, [card]));
  return takers.length > 0 && takers.every((form) => roomOf(table, form) === 1);
}

/**
 * @param {Table} table
 * @param {CardRef[]} picks
 * @returns {Form|null} the only move that the picked cards complete
 */
export function completedForm(table, picks) {
  const forms = formGroups(table, gameForms(table).filter((form) => takesCards(table, form)))
    .map((group) => formFor(table, group, picks)).filter((form) => completes(table, form, picks));
  return picks.length && forms.length === 1 ? forms[0] : null;
}

/**
 * @param {Table} table
 * @param {CardRef[]} picks
 * @returns {Set<string>} faces of the cards that the picked ones take, such as those that they capture
 */
export function takenBy(table, picks) {
  const fields = gameForms(table).filter((form) => fits(table, form, picks)).flatMap((form) => form.fields);
  return new Set(fields.flatMap((field) => field.kind === "cards" ? picks.flatMap(({ face }) => field.takes?.[face] ?? []) : []));
}

/**
 * Returns the moves that can begin with a player, who is chosen at a seat; a dialog asks for the rest. With picked
 * cards these are moves that they complete; without them moves that take no cards, or that ask for cards after the
 * player.
 * @param {Table} table
 * @param {CardRef[]} picks
 * @returns {{form: Form, field: string, of: string[], label?: string}[]}  `label`: what the document calls the choice
 */
export function choicesOfPlayer(table, picks) {
  const forms = formGroups(table, gameForms(table)).map((group) => formFor(table, group, picks));
  return forms.flatMap((form) => {
    const [field] = dialogFields(table, form);
    if (field?.kind !== "player" || field.optional || form.tone === "danger") return [];
    const areCardsAsked = !picks.length && form.fields[0] === field;
    const canBegin = areCardsAsked || (takesCards(table, form) === picks.length > 0 && (!picks.length || completes(table, form, picks)));
    return canBegin ? [{ form, field: field.name, of: field.of, label: field.label }] : [];
  });
}

/**
 * @param {Table} table
 * @param {string} zone  id
 * @returns {Form|null} the only move of a press on this zone
 */
export function formOfPile(table, zone) {
  const matches = gameForms(table).filter((form) => form.pile === zone && !form.fields.length);
  return matches.length === 1 ? matches[0] : null;
}

/**
 * @param {Table} table
 * @param {string} face
 * @returns {boolean} whether a button plays this card, or opens a dialog that offers it
 */
export function isOnButton(table, face) {
  return gameForms(table).some(({ fields, with: ties = {} }) => Object.values(ties).includes(face)
    || fields.some((field) => field.kind === "choice" && field.of.some((choice) => choice.value === face)))
    || gameForms(table).some((form) => dialogFields(table, form).some((field) => field.kind === "cards" && offers(table, field, [face])));
}

/**
 * Returns the picked cards that are still on the new table and still fit a form together.
 * @param {Table} table
 * @param {CardRef[]} picks
 * @returns {CardRef[]}
 */
export function stillPicked(table, picks) {
  const visible = table.zones.filter(isSpread).flatMap(cardsOf);
  return picks.reduce((/** @type {CardRef[]} */ valid, card) =>
    isPicked(visible, card) && canPick(table, valid, card) ? [...valid, card] : valid, []);
}

/**
 * @param {CardRef[]} picks
 * @param {CardRef} card
 * @returns {boolean}
 */
export function isPicked(picks, card) {
  return picks.some((other) => isSame(other, card));
}

/**
 * @param {CardRef} a
 * @param {CardRef} b
 */
function isSame(a, b) {
  return a.zone === b.zone && a.key === b.key;
}
