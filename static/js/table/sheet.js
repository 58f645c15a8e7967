// The open sheet, such as help or the invitation. Questions about a move are dialogs instead (move.js).

/** @import {QrCode} from "./qr.js" */

/**
 * @typedef {""|"join"|"return"|"invite"|"options"|"help"|"person"} SheetKind  none, joining from the table,
 *   the return link, the invitation, options, help, or a player
 */

/**
 * @typedef {object} SheetState
 * @property {SheetKind} kind
 * @property {QrCode|null} qr  QR code of the sheet's link
 * @property {string} note  result of copying the link
 * @property {string} person  id of the sheet's player
 */

/** @returns {SheetState} */
export function sheetState() {
  return { kind: "", qr: null, note: "", person: "" };
}

/**
 * @param {SheetState} sheet
 * @param {SheetKind} kind
 */
export function openSheet(sheet, kind) {
  Object.assign(sheet, { kind, qr: null, note: "" });
}

/**
 * @param {SheetState} sheet
 * @param {string} person  id of the player
 */
export function openPerson(sheet, person) {
  Object.assign(sheet, { kind: "person", person });
}

/** @param {SheetState} sheet */
export function closeSheet(sheet) {
  sheet.kind = "";
}
