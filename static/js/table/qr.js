// QR codes as one SVG path.

import qrcode from "../../vendor/qrcode-generator/qrcode.js";

/** Light modules around the code, as ISO/IEC 18004 asks for. */
const QUIET = 4;

/** @typedef {{size: number, path: string}} QrCode  size: units of the path's box, quiet zone included */

/**
 * @param {string} text
 * @returns {QrCode}
 */
export function qrCode(text) {
  const code = qrcode(0, "M");
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  return { size: count + 2 * QUIET, path: qrPath(count, (row, column) => code.isDark(row, column)) };
}

/**
 * Draws one rectangle for each run of dark modules in a row.
 * @param {number} count  modules along each side
 * @param {(row: number, column: number) => boolean} isDark
 * @returns {string}
 */
export function qrPath(count, isDark) {
  let path = "";
  for (let row = 0; row < count; row++) {
    for (let start = 0; start < count; start++) {
      let end = start;
      while (end < count && isDark(row, end)) end++;
      if (end > start) path += `M${start + QUIET} ${row + QUIET}h${end - start}v1h-${end - start}z`;
      start = end;
    }
  }
  return path;
}
