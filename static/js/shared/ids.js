// Random ids for actions and pages.

/**
 * `randomUUID` exists only on https and localhost; a room on a home network is plain http.
 * @param {Pick<Crypto, "getRandomValues"> & {randomUUID?: () => string}} source
 * @returns {string} 32 to 36 characters
 */
export function randomId(source = globalThis.crypto) {
  if (source.randomUUID) return source.randomUUID();
  const bytes = source.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
