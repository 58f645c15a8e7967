// The last answer of a poll. The server compresses the next answer with it, from 2,500 bytes to about 200
// (docs/protocol.md).

import { bodyOrRefusal } from "../shared/problems.js";

/** Maximum number of bytes of a stored block. */
const MOST_STORED = 0xffff;
/** The polynomial of CRC-32, as gzip and PNG use it. */
const POLYNOMIAL = 0xedb88320;
const CRCS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 && POLYNOMIAL);
  return crc;
});

/**
 * Raised if the last answer can't decompress the next one. A poll with an empty digest gets a complete
 * answer.
 */
export class WrongDictionary extends Error {}

/** Stores the last answer. Browsers that can't inflate store none, and get complete answers. */
export class LastAnswer {
  /** @param {boolean} [isUsable]  whether the browser can inflate */
  constructor(isUsable = canInflate()) {
    this.isUsable = isUsable;
    this.bytes = new Uint8Array(0);
  }

  /** @returns {{known?: string}} query parameters of a poll */
  get query() {
    return this.isUsable ? { known: this.bytes.length ? digestOf(this.bytes) : "" } : {};
  }

  forget() {
    this.bytes = new Uint8Array(0);
  }

  /**
   * @param {Response} response  to a poll with this query
   * @returns {Promise<any>} the JSON body; stored if it has a table
   * @throws {import("../shared/problems.js").Refusal|WrongDictionary}
   */
  async bodyOf(response) {
    const digest = response.headers.get("Deflated");
    const received = new Uint8Array(await response.arrayBuffer());
    const bytes = digest && this.isUsable ? await inflate(received, this.bytes, digest) : received;
    const body = bodyOrRefusal(response, parseJson(bytes));
    if (this.isUsable && body.table) this.bytes = bytes;
    return body;
  }
}

/** @returns {boolean} whether the browser can run `inflate` */
function canInflate() {
  try {
    new DecompressionStream("deflate-raw");
    return true;
  } catch {
    return false;
  }
}

/**
 * Decompresses an answer with a dictionary. `DecompressionStream` takes none, so the dictionary becomes
 * stored blocks in front of the stream.
 * @param {Uint8Array<ArrayBuffer>} packed
 * @param {Uint8Array<ArrayBuffer>} dictionary
 * @param {string} digest  of the result
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 * @throws {WrongDictionary}
 */
export async function inflate(packed, dictionary, digest) {
  const bytes = await decompress([...storedBlocks(dictionary), packed]);
  const body = bytes.subarray(dictionary.length);
  if (digestOf(body) !== digest) throw new WrongDictionary();
  return body;
}

/** @param {Uint8Array<ArrayBuffer>[]} pieces */
async function decompress(pieces) {
  try {
    const stream = new Blob(pieces).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    throw new WrongDictionary();
  }
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Uint8Array<ArrayBuffer>[]} headers and contents of non-final stored blocks
 */
function storedBlocks(bytes) {
  const blocks = [];
  for (let start = 0; start < bytes.length; start += MOST_STORED) {
    const content = bytes.subarray(start, start + MOST_STORED);
    const [low, high] = [content.length & 0xff, content.length >> 8];
    blocks.push(Uint8Array.of(0, low, high, ~low, ~high), content);
  }
  return blocks;
}

/**
 * Returns a checksum. Rooms on a home network use plain http, where SubtleCrypto is missing.
 * @param {Uint8Array} bytes
 * @returns {string} CRC-32 as eight hexadecimal digits
 */
export function digestOf(bytes) {
  let crc = -1;
  for (const byte of bytes) crc = (crc >>> 8) ^ CRCS[(crc ^ byte) & 0xff];
  return (~crc >>> 0).toString(16).padStart(8, "0");
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
function parseJson(bytes) {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
