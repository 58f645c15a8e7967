// Files that the page reads, and downloads of files that it makes.

import { Refusal } from "./problems.js";
import { say } from "./words.js";

/** @typedef {{name: string, arrayBuffer(): Promise<ArrayBuffer>}} InputFile */

/**
 * @param {string} name
 * @param {string} text
 */
export function saveFile(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The download reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}

/**
 * Returns the text of a file without its byte order mark.
 * @param {Pick<InputFile, "name"|"arrayBuffer">} file
 * @returns {Promise<string>}
 * @throws {Refusal} if it is not UTF-8, because its letters would be replaced by signs
 */
export async function textIn(file) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Refusal(422, "bad_file", say("{file} isn't UTF-8 text. Save it as UTF-8 and open it again.", { file: file.name }));
  }
}
