// The move that is being made: cards that are picked, what is still asked for, and what is on its way.

/** @import {Field, Form, Table} from "../shared/types.js" */
/** @import {Picked} from "../shared/selection.js" */

import { firstValue } from "../shared/forms.js";
import { surviving } from "../shared/selection.js";

/** @typedef {{form: Form, fields: Field[], values: Record<string, unknown>, isConfirm: boolean}} Dialog */

/**
 * @typedef {object} MoveState
 * @property {Picked[]} picked  cards in the selection area
 * @property {number|null} playedAt  version of the table that will no longer hold the picked cards
 * @property {Set<string>} sending  names of forms on their way
 * @property {Dialog|null} dialog  the open question
 */

/** @returns {MoveState} */
export function moveState() {
  return { picked: [], playedAt: null, sending: new Set(), dialog: null };
}

/**
 * A new table: what it no longer allows is given up.
 * @param {MoveState} move
 * @param {Table} table
 */
export function followTable(move, table) {
  if (move.playedAt !== null && table.version >= move.playedAt) forgetPicked(move);
  move.picked = surviving(table, move.picked);
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
export function accepted(move, seen, version) {
  if (seen !== null && seen >= version) forgetPicked(move);
  else move.playedAt = version;
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
