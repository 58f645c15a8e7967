// Random ids for actions and pages.

/**
 * Returns a random id. Rooms on a home network use plain http, where `randomUUID` is missing.
 * @param {Pick<Crypto, "getRandomValues"> & {randomUUID?: () => string}} source
 * @returns {string} 32 to 36 characters
 */
export function randomId(source = globalThis.crypto) {
  if (source.randomUUID) return source.randomUUID();
  const bytes = source.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
