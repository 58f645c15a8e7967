// The move that is being made: cards that are picked, what is still asked for, and what is on its way.

/** @import {Field, Form, Table} from "../shared/types.js" */
/** @import {Picked} from "../shared/selection.js" */

import { firstValue, isShout } from "../shared/forms.js";
import { stillPicked } from "../shared/selection.js";

/** @typedef {{form: Form, fields: Field[], values: Record<string, unknown>, isConfirm: boolean}} Dialog */

/**
 * @typedef {object} MoveState
 * @property {Picked[]} picked  cards in the selection area
 * @property {number|null} playedAt  version of the table that will no longer hold the picked cards
 * @property {ReadonlySet<string>} armed  names of fields that are said with the next move, such as UNO
 * @property {Record<string, string[]>} arranged  keys of the cards of a hand as this viewer has laid them, by zone
 * @property {Set<string>} sending  names of forms on their way
 * @property {Dialog|null} dialog  the open question
 */

/** @returns {MoveState} */
export function moveState() {
  return { picked: [], playedAt: null, armed: new Set(), arranged: {}, sending: new Set(), dialog: null };
}

/**
 * A new table: what it no longer allows is given up.
 * @param {MoveState} move
 * @param {Table} table
 */
export function followTable(move, table) {
  if (move.playedAt !== null && table.version >= move.playedAt) forgetPicked(move);
  move.picked = stillPicked(table, move.picked);
  const shouts = new Set(table.moves.flatMap((form) => form.fields.filter(isShout).map((field) => field.name)));
  if ([...move.armed].some((name) => !shouts.has(name))) move.armed = new Set();
  if (move.dialog && !table.moves.some((form) => isSameForm(form, move.dialog?.form))) move.dialog = null;
}

/**
 * @param {Form} a
 * @param {Form|undefined} b
 */
function isSameForm(a, b) {
  return a.name === b?.name && JSON.stringify(a.with) === JSON.stringify(b.with);
}

/**
 * The service accepted a move; its cards leave the selection with the table that says so.
 * @param {MoveState} move
 * @param {number|null} seen  version of the newest news drawn
 * @param {number} version  that the move made
 */
export function acceptMove(move, seen, version) {
  if (seen !== null && seen >= version) forgetPicked(move);
  else move.playedAt = version;
}

/**
 * Says something with the next move, or does not after all.
 * @param {MoveState} move
 * @param {string} field
 */
export function arm(move, field) {
  move.armed = move.armed.has(field) ? new Set() : new Set([field]);
}

/**
 * Lays a card of a hand elsewhere in it.
 * @param {MoveState} move
 * @param {string} zone
 * @param {string[]} keys  of its cards, as they are shown
 * @param {string} key  of the card
 * @param {number} to  place among the others
 */
export function arrange(move, zone, keys, key, to) {
  const others = keys.filter((other) => other !== key);
  move.arranged = { ...move.arranged, [zone]: [...others.slice(0, to), key, ...others.slice(to)] };
}

/**
 * @template {{key: string}} Card
 * @param {Card[]} cards  in their usual order
 * @param {string[]} keys  as they were laid
 * @returns {Card[]} as they were laid; those that have come since are behind the card that they usually follow
 */
export function inHandOrder(cards, keys) {
  const laid = keys.flatMap((key) => cards.find((card) => card.key === key) ?? []);
  cards.forEach((card, nth) => {
    if (!laid.includes(card)) laid.splice(nth ? laid.indexOf(cards[nth - 1]) + 1 : 0, 0, card);
  });
  return laid;
}

/** @param {MoveState} move */
export function forgetPicked(move) {
  move.picked = [];
  move.playedAt = null;
}

/**
 * @param {MoveState} move
 * @param {Form} form
 * @param {Field[]} fields  to ask for; none: only the form's own question
 * @param {Record<string, unknown>} values  known already
 */
export function openDialog(move, form, fields, values) {
  const first = Object.fromEntries(fields.map((field) => [field.name, firstValue(field)]));
  move.dialog = { form, fields, values: { ...first, ...values }, isConfirm: fields.length === 0 };
}
