// Turns answers of the service into a body, or into a refusal with a sentence for people. Both modules that
// fetch use it.

import { retryAfterMs } from "./backoff.js";
import { say } from "./words.js";

/**
 * Error codes for a seat or room that no longer exists. The HTTP status is not enough, because proxies answer
 * 404 and 401, too.
 */
const SEAT_ENDS = new Set(["room_not_found", "bad_token", "no_token"]);
/** Status for an answer that is not the service's own, such as a proxy's 404 while the service restarts. */
const FOREIGN_STATUS = 502;

/** An error: the service refused a request, or was not reached (`status` 0). */
export class Refusal extends Error {
  /**
   * @param {number} status  HTTP status, 0 when no answer came
   * @param {string} code  stable, for programs
   * @param {string} detail  a sentence, for people
   * @param {number} [retryMs]  milliseconds the service asks to wait
   * @param {import("./diagnostics.js").Diagnostic[]} [diagnostics]  of a document
   */
  constructor(status, code, detail, retryMs = 0, diagnostics = []) {
    super(detail);
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.retryMs = retryMs;
    this.diagnostics = diagnostics;
  }
}

/** If the service asks for a pause up to this, the client repeats the request without a message. */
const SHORT_MS = 5_000;

/**
 * @param {unknown} error
 * @returns {Refusal}
 */
export function asRefusal(error) {
  if (error instanceof Refusal) return error;
  return new Refusal(0, "unreachable", say("The server can't be reached. Check your connection."));
}

/**
 * Returns whether a refusal to join is about the name, which is the only field that players fill in.
 * @param {Refusal} refusal
 * @returns {boolean}
 */
export function isAboutName(refusal) {
  return refusal.code.startsWith("name_") || refusal.code === "bad_field";
}

/**
 * Returns whether the service says that the seat or the room no longer exists.
 * @param {Refusal} refusal
 * @returns {boolean}
 */
export function endsSeat({ code }) {
  return SEAT_ENDS.has(code);
}

/**
 * Returns whether the same request may succeed a little later.
 * @param {Refusal} refusal
 * @returns {boolean}
 */
export function isPassing(refusal) {
  const { status, code, retryMs } = refusal;
  if (status === 429) return retryMs <= SHORT_MS;
  return status === 0 || status >= 500 || code === "busy" || (retryMs > 0 && retryMs <= SHORT_MS);
}

/**
 * @param {Response} response
 * @returns {Promise<any>} the JSON body
 * @throws {Refusal} unless the status is 2xx and the body is JSON; temporary if the answer is not the
 *   service's own
 */
export async function bodyOf(response) {
  return bodyOrRefusal(response, await response.json().catch(() => null));
}

/**
 * Checks an answer whose body is already parsed.
 * @param {Response} response
 * @param {any} body  null if it is not JSON
 * @returns {any} the body
 * @throws {Refusal}
 */
export function bodyOrRefusal(response, body) {
  if (response.ok && body) return body;
  const wait = retryAfterMs(response.headers.get("Retry-After"), Date.now()) || 1000 * (Number(body?.retry_after) || 0);
  if (!response.ok && isText(body?.code) && isText(body.detail)) {
    throw new Refusal(response.status, body.code, body.detail, wait, body.diagnostics);
  }
  const isPassing = response.status === 429 || response.status >= 500;
  throw new Refusal(isPassing ? response.status : FOREIGN_STATUS, "unexpected", say("The server can't be reached right now. Try again in a moment."), wait);
}

/** @param {unknown} value */
const isText = (value) => typeof value === "string";
