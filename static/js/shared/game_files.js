// The files of a game that its author chooses: a document, or in the older format also a script and decks, or
// a zip.

import { textIn } from "./files.js";

/**
 * @typedef {object} GameFiles
 * @property {string} document  its text; "" for an archive
 * @property {string} script
 * @property {string} decks  the text of a deck.json
 * @property {string} archive  a zip in base64
 * @property {string} title  the file name, for a document without a name
 */
/** @import {InputFile} from "./files.js" */

/** @type {Readonly<GameFiles>} */
export const NO_FILES = { document: "", script: "", decks: "", archive: "", title: "" };

/** Number of bytes converted at once: more are too many arguments for a call. */
const CHUNK = 0x8000;

/**
 * @param {InputFile[]} files
 * @returns {Promise<GameFiles>}
 */
export async function readGameFiles(files) {
  const gameFiles = { ...NO_FILES };
  for (const file of files) {
    const name = file.name.toLowerCase();
    if (name.endsWith(".zip")) return { ...NO_FILES, archive: toBase64(await file.arrayBuffer()) };
    const text = await textIn(file);
    if (name.endsWith(".js")) gameFiles.script = text;
    else if (name === "deck.json") gameFiles.decks = text;
    else Object.assign(gameFiles, { document: text, title: file.name.replace(/\.json$/i, "").slice(0, 80) });
  }
  return gameFiles;
}

/**
 * Empties a file input before its dialog opens, because browsers don't report a choice of the same file,
 * which may have changed.
 * @param {Event & {target: HTMLInputElement}} event
 */
export function clearFileInput(event) {
  event.target.value = "";
}

/**
 * @param {string} source  the text of the document in the form
 * @param {GameFiles} files
 * @returns {Record<string, string>} the body of a request to check or publish
 */
export function documentBody(source, { script, decks, archive, title }) {
  if (archive) return { archive };
  return { document: source, ...(script && { script }), ...(decks && { decks }), ...(title && { title }) };
}

/** @param {ArrayBuffer} data */
export function toBase64(data) {
  const bytes = new Uint8Array(data);
  let binary = "";
  for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(binary);
}
