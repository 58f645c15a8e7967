// The log of what happened, and how much of it has been seen while cards are on their way.

/** @import {Event} from "../shared/types.js" */
/** @import {Stage} from "./moments.js" */

import { lineKey } from "./moments.js";
import { eventText } from "../shared/text.js";

/** Lines of the log that are kept. */
const LOG_LINES = 50;
/** Lines of a verdict: more cannot be read before the next play. */
const VERDICT_LINES = 3;

/** @typedef {{key: string, v: number, at: number, text: string, tone: string, by: string|null, kind: string}} Line */

/**
 * @typedef {object} LogState
 * @property {Line[]} lines  newest last
 * @property {Line[]} verdict  what just happened that everyone must notice; empty most of the time
 * @property {Stage|null} stage  what is shown instead of the table while cards are on their way
 * @property {boolean} isOpen  whether the log is open where there is no room beside the table
 */

/** @returns {LogState} */
export function logState() {
  return { lines: [], verdict: [], stage: null, isOpen: false };
}

/**
 * What happened now.
 * @param {LogState} log
 * @param {Event[]} events
 * @param {ReadonlyMap<string, string>} names
 */
export function record(log, events, names) {
  const lines = linesOf(events, names);
  log.lines = [...log.lines, ...lines].slice(-LOG_LINES);
  const loud = loudest(lines);
  if (loud.length) log.verdict = loud;
}

/**
 * What happened before this page was here: lines of the log, and nothing to be noticed.
 * @param {LogState} log
 * @param {Event[]} events
 * @param {ReadonlyMap<string, string>} names
 */
export function recall(log, events, names) {
  const past = linesOf(events, names);
  const known = new Set(past.map((line) => line.key));
  log.lines = [...past, ...log.lines.filter((line) => !known.has(line.key))].slice(-LOG_LINES);
}

/** @param {LogState} log */
export function clearLog(log) {
  Object.assign(log, { lines: [], verdict: [], stage: null });
}

/**
 * The log as far as it tells of what has been seen.
 * @param {LogState} log
 * @returns {Line[]}
 */
export function toldLines({ lines, stage }) {
  return stage ? lines.filter((line) => !stage.ahead.has(line.key)) : lines;
}

/**
 * @param {Line[]} lines
 * @returns {Line[]} those that everyone must notice
 */
export function loudest(lines) {
  return lines.filter((line) => line.tone === "good" || line.tone === "bad").slice(-VERDICT_LINES);
}

/**
 * @param {Event[]} events
 * @param {ReadonlyMap<string, string>} names
 * @returns {Line[]} those that have something to say
 */
function linesOf(events, names) {
  return events
    .map((event, nth) => lineOf(event, nth, names))
    .filter((line) => line.text);
}

/**
 * @param {Event} event
 * @param {number} nth  in the answer
 * @param {ReadonlyMap<string, string>} names
 * @returns {Line}
 */
export function lineOf(event, nth, names) {
  const { v, at, tone = "info", by = null, kind = "" } = event;
  return { key: lineKey(event, nth), v, at, text: eventText(event, names), tone, by, kind };
}
