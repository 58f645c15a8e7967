// What the service's answers mean: a body, or a refusal with a sentence for people. Used by both modules that fetch.

import { retryAfterMs } from "./backoff.js";
import { say } from "./words.js";

/** The service said no, or was not reached (`status` 0). Nothing has changed there because of it. */
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

/** A refusal that asks to be repeated this soon is no news to people: the client just repeats. */
const SHORT_MS = 5_000;

/**
 * @param {unknown} error
 * @returns {Refusal}
 */
export function asRefusal(error) {
  if (error instanceof Refusal) return error;
  return new Refusal(0, "unreachable", say("The server cannot be reached. Check the connection."));
}

/**
 * Whether a refusal of entering a room is about the name: of the fields that people fill in, only that can be a bad one.
 * @param {Refusal} refusal
 * @returns {boolean}
 */
export function isAboutName(refusal) {
  return refusal.code.startsWith("name_") || refusal.code === "bad_field";
}

/**
 * Whether the same request may succeed a little later.
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
 * @throws {Refusal} unless the status is 2xx and the body is JSON
 */
export async function bodyOf(response) {
  const body = await response.json().catch(() => null);
  if (response.ok && body) return body;
  const wait = retryAfterMs(response.headers.get("Retry-After"), Date.now()) || 1000 * (Number(body?.retry_after) || 0);
  const detail = body?.detail ?? body?.title ?? say("The server gave an answer that makes no sense here.");
  throw new Refusal(response.ok ? 502 : response.status, body?.code ?? "unexpected", detail, wait, body?.diagnostics);
}
