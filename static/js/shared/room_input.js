// The input of visitors who want to join a room.

import { roomCode, normalize } from "./text.js";

/**
 * Parses the input of a visitor who wants to join a room: a code or a link.
 * @param {string} typed
 * @returns {{code: string, hash: string}} the code in lower case, or ""; the hash of a return link, or ""
 */
export function parseRoomInput(typed) {
  const [, code, hash = ""] = /\/r\/([a-z]+)(?![\w-])(?:[^\s#]*(#seat=[\w-]+))?/i.exec(normalize(typed)) ?? [];
  return { code: code?.toLowerCase() ?? roomCode(typed), hash };
}
