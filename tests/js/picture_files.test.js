import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

import { addPictures, rememberPictures, sendAgain, storedPicture } from "../../static/js/designer/picture_files.js";
import { lacksPictures } from "../../static/js/designer/pictures.js";

/** A server that stores pictures by an id made of their bytes. `release`: another one encodes them differently. */
const server = { stored: new Map(), release: 1, /** @type {string[][]} */ requests: [] };
/** The files that the browser stores, by id. */
const files = new Map();

/** @param {any} result  @returns {any} a request of a database that succeeds after its handler is set */
function succeeding(result) {
  const request = { result, onsuccess: () => {} };
  queueMicrotask(() => request.onsuccess());
  return request;
}

const store = { get: (/** @type {string} */ id) => succeeding(files.get(id)), put: (/** @type {any} */ data, /** @type {string} */ id) => succeeding(files.set(id, data)) };

/** @param {string} path  @param {any} [init] */
async function answer(path, init) {
  if (init?.method !== "POST") {
    const data = server.stored.get(path.split("/").at(-1));
    return data ? new Response(data) : new Response("{}", { status: 404 });
  }
  const sent = JSON.parse(init.body).pictures;
  server.requests.push(sent.map((/** @type {any} */ { name }) => name));
  const pictures = sent.map((/** @type {any} */ { name, data }) => ({ name, id: `${server.release}-${data.slice(0, 8)}`, bytes: 1, data: Buffer.from(data, "base64") }));
  for (const { id, data } of pictures) server.stored.set(id, data);
  return Response.json({ pictures: pictures.map((/** @type {any} */ { data, ...facts }) => facts), diagnostics: [] });
}

const bytes = (/** @type {number} */ first, length = 8) => Uint8Array.from({ length }, (_, at) => first + at % 200).buffer;

/** @param {Record<string, ArrayBuffer>} pictures  by file name  @returns {Promise<any>} a document that uses them */
async function documentWith(pictures) {
  const added = await addPictures(Object.entries(pictures).map(([name, data]) => ({ name, data })));
  const ids = Object.fromEntries(added.pictures.map(({ name, id }) => [name, id]));
  return { deck: { use: "french" }, style: { faces: { K: "K.png" }, pictures: ids } };
}

/** The server forgets its pictures, as it does after an hour. */
function lose() {
  server.stored.clear();
  server.requests = [];
}

beforeEach(() => {
  const database = { transaction: () => ({ objectStore: () => store }) };
  Object.assign(globalThis, { indexedDB: { open: () => succeeding(database) }, fetch: answer });
  files.clear();
  lose();
  server.release = 1;
});

test("pictures that the server has lost are sent again, and the document stays the same", async () => {
  const document = await documentWith({ "K.png": bytes(1), "back.png": bytes(9) });
  lose();
  assert.deepEqual(await sendAgain(document), document.style);
  assert.deepEqual(server.requests, [["K.png", "back.png"]]);
  assert.deepEqual([...server.stored.keys()], Object.values(document.style.pictures));
});

test("a picture that gets another id now is used as before", async () => {
  const document = await documentWith({ "K.png": bytes(1) });
  lose();
  server.release = 2;
  const style = await sendAgain(document);
  assert.deepEqual(style, { faces: { K: "K.png" }, pictures: { "K.png": [...server.stored.keys()][0] } });
  assert.notEqual(style?.pictures["K.png"], document.style.pictures["K.png"]);
  lose();
  assert.deepEqual(await sendAgain({ ...document, style }), style, "its file is stored under the new id, too");
});

test("nothing is sent without files, and only the files that are stored", async () => {
  const document = await documentWith({ "K.png": bytes(1), "back.png": bytes(9) });
  lose();
  files.delete(document.style.pictures["back.png"]);
  assert.deepEqual([await sendAgain(document), server.requests], [document.style, [["K.png"]]]);
  files.clear();
  assert.deepEqual([await sendAgain(document), await sendAgain({}), server.requests.length], [null, null, 1]);
});

test("large pictures are sent in several requests", async () => {
  const document = await documentWith({ "K.png": bytes(1, 500_000), "Q.png": bytes(2, 500_000), "J.png": bytes(3) });
  lose();
  await sendAgain(document);
  assert.deepEqual(server.requests, [["K.png"], ["Q.png", "J.png"]]);
});

test("pictures of an opened game are stored, and can be sent again later", async () => {
  const document = await documentWith({ "K.png": bytes(1) });
  files.clear();
  const [id] = Object.values(document.style.pictures);
  await rememberPictures([id, "unknown"]);
  assert.deepEqual([new Uint8Array(/** @type {any} */ (await storedPicture(id))), await storedPicture("unknown")], [new Uint8Array(bytes(1)), null]);
});

test("a check that misses pictures says so with a code", () => {
  assert.deepEqual([lacksPictures([{ code: "picture_missing", text: "…" }]), lacksPictures([{ code: "type", text: "…" }]), lacksPictures([])], [true, false, false]);
});
