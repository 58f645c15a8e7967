// The move that the viewer prepares: picked cards, the dialog for missing values, and forms being sent.

/** @import {Field, Form, Table, Zone} from "../shared/types.js" */
/** @import {CardRef} from "../shared/selection.js" */

import { narrowed, offers } from "../shared/alternatives.js";
import { firstValue, isAnswered, isShout } from "../shared/forms.js";
import { cardsOf, stillPicked } from "../shared/selection.js";

/**
 * @typedef {object} Dialog
 * @property {Form} form
 * @property {string[]} asked  names of the fields to ask for; none: only a confirmation
 * @property {Field[]} fields  those that are shown now
 * @property {Record<string, unknown>} values
 * @property {boolean} isConfirm
 */

/**
 * @typedef {object} MoveState
 * @property {CardRef[]} picks  cards in the selection area
 * @property {number|null} playedAt  version of the table in which the picked cards have been played
 * @property {ReadonlySet<string>} shouts  fields of shouts that go with the next move, such as UNO
 * @property {Record<string, string[]>} orders  the viewer's own order of a hand, as keys by zone
 * @property {Set<string>} sending  names of forms being sent
 * @property {Dialog|null} dialog  the open dialog
 */

/** @returns {MoveState} */
export function moveState() {
  return { picks: [], playedAt: null, shouts: new Set(), orders: {}, sending: new Set(), dialog: null };
}

/**
 * Drops picked cards, shouts and dialogs that a new table no longer allows.
 * @param {MoveState} move
 * @param {Table} table
 */
export function followTable(move, table) {
  if (move.playedAt !== null && table.version >= move.playedAt) forgetPicked(move);
  move.picks = stillPicked(table, move.picks);
  const shouts = new Set(table.moves.flatMap((form) => form.fields.filter(isShout).map((field) => field.name)));
  if ([...move.shouts].some((name) => !shouts.has(name))) move.shouts = new Set();
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
 * Unpicks the cards of an accepted move when the table without them arrives.
 * @param {MoveState} move
 * @param {number|null} current  version of the last answer
 * @param {number} version  of the room after the move
 */
export function acceptMove(move, current, version) {
  if (current !== null && current >= version) forgetPicked(move);
  else move.playedAt = version;
}

/**
 * Switches a shout for the next move on or off.
 * @param {MoveState} move
 * @param {string} field
 */
export function toggleShout(move, field) {
  move.shouts = move.shouts.has(field) ? new Set() : new Set([field]);
}

/**
 * Moves a card within a hand.
 * @param {MoveState} move
 * @param {string} zone
 * @param {string[]} keys  of its cards in their shown order
 * @param {string} key  of the card
 * @param {number} to  new index among the others
 */
export function arrange(move, zone, keys, key, to) {
  const others = keys.filter((other) => other !== key);
  move.orders = { ...move.orders, [zone]: [...others.slice(0, to), key, ...others.slice(to)] };
}

/**
 * @param {Zone} zone
 * @returns {{cards: CardRef[], groups: Map<string, number>}} its cards, first those that belong together, and the
 *   group of each of these, by the key of the card
 */
export function inGroups(zone) {
  const cards = cardsOf(zone);
  const groups = new Map(zone.groups?.flatMap((group, nth) => group.map((index) => [cards[index].key, nth])));
  const order = (/** @type {CardRef} */ { key }) => groups.get(key) ?? groups.size;
  return { cards: cards.sort((a, b) => order(a) - order(b)), groups };
}

/**
 * @template {{key: string}} Card
 * @param {Card[]} cards  in the order of the game
 * @param {string[]} keys  in the viewer's order
 * @returns {Card[]} in the viewer's order; new cards follow the card before them in the game's order
 */
export function inHandOrder(cards, keys) {
  const ordered = keys.flatMap((key) => cards.find((card) => card.key === key) ?? []);
  cards.forEach((card, nth) => {
    if (!ordered.includes(card)) ordered.splice(nth ? ordered.indexOf(cards[nth - 1]) + 1 : 0, 0, card);
  });
  return ordered;
}

/** @param {MoveState} move */
export function forgetPicked(move) {
  move.picks = [];
  move.playedAt = null;
}

/**
 * @param {MoveState} move
 * @param {Table} table
 * @param {Form} form
 * @param {Field[]} fields  to ask for; empty: only a confirmation
 * @param {Record<string, unknown>} values  that are already set
 */
export function openDialog(move, table, form, fields, values) {
  const first = Object.fromEntries(fields.map((field) => [field.name, firstValue(field)]));
  move.dialog = { form, asked: fields.map(({ name }) => name), fields, values: { ...first, ...values }, isConfirm: fields.length === 0 };
  showFields(move.dialog, table);
}

/**
 * Chooses the fields that a dialog shows. If choices depend on each other, each field offers what goes with the
 * values before it, and comes after them. Values that no longer go with these are dropped.
 * @param {Dialog} dialog
 * @param {Table} table
 */
export function showFields(dialog, table) {
  const { form, asked, values } = dialog;
  if (!form.alternatives) return;
  const known = Object.fromEntries(Object.entries(values).filter(([name]) => !asked.includes(name)));
  dialog.fields = [];
  for (const name of asked) {
    const field = narrowed(table, form, known).fields.find((candidate) => candidate.name === name);
    if (!field) continue;
    dialog.fields.push(field);
    if (!offers(table, field, values[name])) values[name] = firstValue(field);
    if (!isAnswered([field], values)) return;
    known[name] = values[name];
  }
}

/**
 * @param {Dialog} dialog
 * @returns {boolean} whether all fields are shown
 */
export function isWhole({ asked, fields }) {
  return fields.length === asked.length;
}
