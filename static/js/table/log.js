// The log of what happened, and how much of it has been seen while cards are on their way.

/** @import {Event, Face} from "../shared/types.js" */
/** @import {Stage} from "./moments.js" */

import { lineKey, placesOf } from "./moments.js";
import { cardName } from "../shared/faces.js";
import { eventText } from "../shared/text.js";
import { listed, say } from "../shared/words.js";

/** Lines of the log that are kept. */
const LOG_LINES = 50;
/** Lines of a verdict: more cannot be read before the next play. */
const VERDICT_LINES = 3;

/**
 * @typedef {{key: string, v: number, at: number, text: string, tone: string, by: string|null, kind: string, isAct: boolean}} LogLine
 *   isAct: it begins with who did it, so it can stand at their seat
 */

/**
 * @typedef {object} LogState
 * @property {LogLine[]} lines  newest last
 * @property {LogLine[]} verdict  what just happened that everyone must notice; empty most of the time
 * @property {ReadonlySet<string>} verdictKeys  keys of lines that were a verdict: each is one once
 * @property {string} fadedKey  key of the newest line when its time at its seat was over
 * @property {Stage|null} stage  what is shown instead of the table while cards are on their way
 * @property {boolean} isOpen  whether the log is open where there is no room beside the table
 */

/**
 * @typedef {object} Reader  Who reads the log.
 * @property {string|null} you
 * @property {ReadonlySet<string>} mine  zones that are their hands
 * @property {Record<string, Face>} faces
 */

/** @type {Reader} */
const NO_READER = { you: null, mine: new Set(), faces: {} };
/** Cards that a line names; of more, a hand tells. */
const MOST_NAMED = 4;

/** @returns {LogState} */
export function logState() {
  return { lines: [], verdict: [], verdictKeys: new Set(), fadedKey: "", stage: null, isOpen: false };
}

/**
 * What happened now.
 * @param {LogState} log
 * @param {Event[]} events
 * @param {ReadonlyMap<string, string>} names
 * @param {Reader} [reader]
 */
export function addLines(log, events, names, reader) {
  const lines = linesOf(events, names, reader);
  log.lines = [...log.lines, ...lines].slice(-LOG_LINES);
  showVerdict(log, verdictLines(lines));
}

/**
 * What everyone must notice takes the place of what they had to notice before, once.
 * @param {LogState} log
 * @param {LogLine[]} lines
 */
export function showVerdict(log, lines) {
  if (lines.every((line) => log.verdictKeys.has(line.key))) return;
  log.verdict = lines;
  log.verdictKeys = new Set([...log.verdictKeys, ...lines.map((line) => line.key)].slice(-LOG_LINES));
}

/**
 * What lies ahead is not to be noticed yet.
 * @param {LogState} log
 * @param {LogLine[]} verdict  from before
 * @param {ReadonlySet<string>} futureLines  keys of lines
 */
export function restoreVerdict(log, verdict, futureLines) {
  log.verdictKeys = new Set([...log.verdictKeys].filter((key) => !futureLines.has(key)));
  log.verdict = verdict;
}

/**
 * What happened before this page was here: lines of the log, and nothing to be noticed.
 * @param {LogState} log
 * @param {Event[]} events
 * @param {ReadonlyMap<string, string>} names
 * @param {Reader} [reader]
 */
export function addPastLines(log, events, names, reader) {
  const past = linesOf(events, names, reader);
  const known = new Set(past.map((line) => line.key));
  log.lines = [...past, ...log.lines.filter((line) => !known.has(line.key))].slice(-LOG_LINES);
}

/** @param {LogState} log */
export function clearLog(log) {
  Object.assign(log, { lines: [], verdict: [], verdictKeys: new Set(), fadedKey: "", stage: null });
}

/**
 * The log as far as it tells of what has been seen.
 * @param {LogState} log
 * @returns {LogLine[]}
 */
export function visibleLines({ lines, stage }) {
  return stage ? lines.filter((line) => !stage.futureLines.has(line.key)) : lines;
}

/**
 * @param {LogState} log
 * @param {string} player
 * @returns {LogLine|null} what this player just did, if nothing has happened since and it does not stand in the middle already
 */
export function seatLine(log, player) {
  const last = visibleLines(log).at(-1);
  const isNews = last?.by === player && last.isAct && last.key !== log.fadedKey;
  return isNews && !log.verdict.some((line) => line.key === last.key) ? last : null;
}

/**
 * @param {LogLine[]} lines
 * @returns {LogLine[]} those that everyone must notice
 */
export function verdictLines(lines) {
  return lines.filter((line) => line.tone === "good" || line.tone === "bad").slice(-VERDICT_LINES);
}

/**
 * @param {Event[]} events
 * @param {ReadonlyMap<string, string>} names
 * @param {Reader} [reader]
 * @returns {LogLine[]} those that have something to say
 */
function linesOf(events, names, reader) {
  const places = placesOf(events);
  return events
    .map((event, nth) => lineOf(event, places[nth], names, reader))
    .filter((line) => line.text);
}

/**
 * @param {Event} event
 * @param {number} nth  of its version
 * @param {ReadonlyMap<string, string>} names
 * @param {Reader} [reader]
 * @returns {LogLine}
 */
export function lineOf(event, nth, names, reader = NO_READER) {
  const { v, at, tone = "info", by = null, kind = "" } = event;
  return { key: lineKey(event, nth), v, at, text: withOwnCards(eventText(event, names, reader.you), event, reader), tone, by, kind, isAct: event.text?.startsWith("{by}") ?? false };
}

/**
 * The cards that came into the reader's hand or left it for another's, where the sentence does not name them.
 * @param {string} text
 * @param {Event} event
 * @param {Reader} reader
 */
function withOwnCards(text, { kind, cards = [] }, { mine, faces }) {
  const isHand = (/** @type {string} */ zone) => zone.startsWith("hand:");
  const [received, given] = [cards.filter(({ from, to }) => mine.has(to) && !mine.has(from)), cards.filter(({ from, to }) => mine.has(from) && isHand(to) && !mine.has(to))];
  const names = [...received, ...given].flatMap((travel) => travel.faces ?? []).filter((face) => face in faces).map((face) => cardName(face, faces));
  if (!text || kind === "deal" || !names.length || names.length > MOST_NAMED || (received.length && given.length)) return text;
  if (names.every((name) => text.includes(name))) return text;
  return say("{event}: {cards}.", { event: text.replace(/[.!。]$/, ""), cards: listed(names) });
}
