// The log of what happened, and how much of it has been seen while cards are on their way.

/** @import {Event} from "../shared/types.js" */
/** @import {Stage} from "./moments.js" */

import { lineKey } from "./moments.js";
import { eventText } from "../shared/text.js";

/** Lines of the log that are kept. */
const LOG_LINES = 50;
/** Lines of a verdict: more cannot be read before the next play. */
const VERDICT_LINES = 3;

/**
 * @typedef {{key: string, v: number, at: number, text: string, tone: string, by: string|null, kind: string, isAct: boolean}} Line
 *   isAct: it begins with who did it, so it can stand at their seat
 */

/**
 * @typedef {object} LogState
 * @property {Line[]} lines  newest last
 * @property {Line[]} verdict  what just happened that everyone must notice; empty most of the time
 * @property {ReadonlySet<string>} told  keys of lines that were a verdict: each is one once
 * @property {string} past  key of the newest line when its time at its seat was over
 * @property {Stage|null} stage  what is shown instead of the table while cards are on their way
 * @property {boolean} isOpen  whether the log is open where there is no room beside the table
 */

/** @returns {LogState} */
export function logState() {
  return { lines: [], verdict: [], told: new Set(), past: "", stage: null, isOpen: false };
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
  announce(log, loudest(lines));
}

/**
 * What everyone must notice takes the place of what they had to notice before, once.
 * @param {LogState} log
 * @param {Line[]} loud
 */
export function announce(log, loud) {
  if (loud.every((line) => log.told.has(line.key))) return;
  log.verdict = loud;
  log.told = new Set([...log.told, ...loud.map((line) => line.key)].slice(-LOG_LINES));
}

/**
 * What lies ahead is not to be noticed yet.
 * @param {LogState} log
 * @param {Line[]} verdict  from before
 * @param {ReadonlySet<string>} ahead  keys of lines
 */
export function takeBack(log, verdict, ahead) {
  log.told = new Set([...log.told].filter((key) => !ahead.has(key)));
  log.verdict = verdict;
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
  Object.assign(log, { lines: [], verdict: [], told: new Set(), past: "", stage: null });
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
 * @param {LogState} log
 * @param {string} player
 * @returns {Line|null} what this player just did, if nothing has happened since and it does not stand in the middle already
 */
export function actOf(log, player) {
  const last = toldLines(log).at(-1);
  const isNews = last?.by === player && last.isAct && last.key !== log.past;
  return isNews && !log.verdict.some((line) => line.key === last.key) ? last : null;
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
  return { key: lineKey(event, nth), v, at, text: eventText(event, names), tone, by, kind, isAct: event.text?.startsWith("{by}") ?? false };
}
