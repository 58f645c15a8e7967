// This page's access to the room: with a seat, or as a spectator.

/** @import {Seat, Table} from "../shared/types.js" */

import { me } from "./layout.js";

/**
 * @typedef {object} AccessState
 * @property {Seat|null} seat  null without one
 * @property {boolean} isFromLink  whether the seat comes from a return link and is not confirmed by the
 *   service yet
 * @property {string} notice  why the seat was lost, or ""
 * @property {boolean} isWatching  whether the viewer watches without a seat; else the page shows the form to
 *   join
 * @property {{code: string, detail: string}|null} refusal  why this page may not watch now
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
 * @param {Seat} seat  that the service has just given
 */
export function takeSeat(access, seat) {
  Object.assign(access, { seat, isWatching: false, notice: "" });
}

/**
 * Updates the seat from an answer that confirms it.
 * @param {AccessState} access
 * @param {Table|null} table
 * @returns {boolean} whether the stored seat has to change
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
