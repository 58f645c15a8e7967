// This page's access to the room: its seat, or watching without one.

/** @import {Seat, Table} from "../shared/types.js" */

import { me } from "./layout.js";

/**
 * @typedef {object} AccessState
 * @property {Seat|null} seat  null: not in this room
 * @property {boolean} isFromLink  the seat came with a link, and no answer has confirmed it yet
 * @property {string} notice  why there is no seat (any more), "" if nothing happened
 * @property {boolean} isWatching  without a seat: looks at the table rather than at the way in
 * @property {{code: string, detail: string}|null} refusal  without a seat: why this page may not watch now
 */

/**
 * @param {Seat|null} seat
 * @returns {AccessState}
 */
export function accessState(seat) {
  return { seat, isFromLink: false, notice: "", isWatching: false, refusal: null };
}

/**
 * @param {AccessState} access
 * @param {Seat} seat  just given by the service
 */
export function takeSeat(access, seat) {
  Object.assign(access, { seat, isWatching: false, notice: "" });
}

/**
 * An answer for the seat has come: what is known of the seat is now certain.
 * @param {AccessState} access
 * @param {Table|null} table
 * @returns {boolean} whether that is news, to be remembered beyond this page
 */
export function confirmSeat(access, table) {
  const { seat } = access;
  if (!seat || !table?.you) return false;
  const left = me(table)?.status === "left";
  if (!access.isFromLink && !seat.hidden && seat.player === table.you && Boolean(seat.left) === left) return false;
  access.seat = { token: seat.token, player: table.you, left };
  access.isFromLink = false;
  return true;
}
