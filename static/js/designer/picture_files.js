// The files of pictures: made smaller before they are sent, and stored by the browser, because the server keeps
// pictures of drafts for an hour only.

import { toBase64 } from "../shared/game_files.js";
import { bodyOf } from "../shared/problems.js";
import { LANGUAGE } from "../shared/words.js";
import { picturesIn, withPictures } from "./pictures.js";

/** @typedef {{name: string, data: ArrayBuffer}} PictureFile */
/** @typedef {{pictures: {name: string, id: string, bytes: number}[], diagnostics: import("../shared/diagnostics.js").Diagnostic[]}} Added */

/** Larger files are made smaller here, in bytes: photos of a phone are too large to send. */
const MOST_BYTES = 150_000;
/** Width and height into which they are scaled, in pixels: twice as large as the server stores. */
const [WIDTH, HEIGHT] = [800, 1120];
/** Maximum number of bytes in a request. */
const MOST_SENT = 900_000;
/** Time in which the server reads pictures. */
const PATIENCE_MS = 30_000;
const DATABASE = "cheat.pictures";
const FILES = "files";

/**
 * @param {File[]} files  pictures
 * @returns {Promise<PictureFile[]>}
 */
export function readPictures(files) {
  return Promise.all(files.map(async (file) => ({ name: file.name, data: await (file.size > MOST_BYTES ? await smaller(file) : file).arrayBuffer() })));
}

/**
 * Sends pictures to the server, and stores their files here.
 * @param {PictureFile[]} files
 * @returns {Promise<Added>}
 */
export async function addPictures(files) {
  /** @type {Added} */
  const added = { pictures: [], diagnostics: [] };
  for (let at = 0; at < files.length;) {
    const part = [files[at++]];
    while (at < files.length && part.reduce((sum, { data }) => sum + data.byteLength, files[at].data.byteLength) <= MOST_SENT) part.push(files[at++]);
    const { pictures, diagnostics } = await send({ pictures: part.map(({ name, data }) => ({ name, data: toBase64(data) })) });
    added.pictures.push(...pictures);
    added.diagnostics.push(...diagnostics);
    await Promise.all(pictures.map((/** @type {{name: string, id: string}} */ { name, id }) => store(id, part.find((file) => file.name === name)?.data)));
  }
  return added;
}

/**
 * Sends pictures of a document again that are stored here, because the server has lost them.
 * @param {any} document
 * @returns {Promise<Record<string, any>|null>} its `style` with the ids that the server gives them now; null if no
 *   picture was sent
 */
export async function sendAgain(document) {
  const files = [];
  for (const { name, id } of picturesIn(document)) {
    const data = await storedPicture(id);
    if (data) files.push({ name, data });
  }
  const { pictures } = await addPictures(files);
  return pictures.length ? withPictures(document, pictures) : null;
}

/**
 * Sends pictures. `api.js` is part of every table, so this call is here.
 * @param {{pictures: {name: string, data: string}[]}} body
 * @returns {Promise<Added>}
 */
async function send(body) {
  const headers = { Accept: "application/json", "Accept-Language": LANGUAGE, "Content-Type": "application/json", "X-Requested-With": "cheat" };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  return bodyOf(await fetch("/api/pictures", { method: "POST", headers, body: JSON.stringify(body), signal }));
}

/**
 * Stores pictures that came with a document, unless they are stored.
 * @param {string[]} ids
 */
export async function rememberPictures(ids) {
  await Promise.all(ids.map(async (id) => {
    if (await storedPicture(id)) return;
    const response = await fetch(`/api/pictures/${id}`).catch(() => null);
    if (response?.ok) await store(id, await response.arrayBuffer());
  }));
}

/**
 * @param {string} id
 * @returns {Promise<ArrayBuffer|null>} its file, null if it is not stored
 */
export async function storedPicture(id) {
  return (await inDatabase("readonly", (files) => files.get(id)).catch(() => null)) ?? null;
}

/**
 * @param {string} id
 * @param {ArrayBuffer|undefined} data
 */
async function store(id, data) {
  // If it cannot be stored, the author has to add it again after an hour.
  if (data) await inDatabase("readwrite", (files) => files.put(data, id)).catch(() => null);
}

/**
 * @param {IDBTransactionMode} mode
 * @param {(files: IDBObjectStore) => IDBRequest} work
 * @returns {Promise<any>} the result
 */
function inDatabase(mode, work) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(FILES);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const request = work(opening.result.transaction(FILES, mode).objectStore(FILES));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    };
  });
}

/**
 * @param {File} file  a large picture
 * @returns {Promise<Blob>} a smaller one; the same file if the browser cannot read it
 */
async function smaller(file) {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return file;
  const scale = Math.min(1, WIDTH / picture.width, HEIGHT / picture.height);
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: Math.max(1, Math.round(picture.width * scale)), height: Math.max(1, Math.round(picture.height * scale)) });
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? file), "image/webp", 0.9));
}
