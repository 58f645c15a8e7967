// The sheet that is open over the page without being about a move.

/** @import {QrCode} from "./qr.js" */

/** @typedef {""|"join"|"return"|"invite"|"options"|"help"|"person"} SheetKind  none, joining from the table, the two links, what is to
 *   be read, and who sits there */

/**
 * @typedef {object} SheetState
 * @property {SheetKind} kind
 * @property {QrCode|null} qr  of the link that the sheet shows
 * @property {string} note  what became of copying that link
 * @property {string} person  of whom the sheet tells, by id
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
 * @param {string} person  by id
 */
export function openPerson(sheet, person) {
  Object.assign(sheet, { kind: "person", person });
}

/** @param {SheetState} sheet */
export function closeSheet(sheet) {
  sheet.kind = "";
}
