// The log of events, and the part of it that is visible while animations run.

/** @import {Event, Face} from "../shared/types.js" */
/** @import {Stage} from "./animations.js" */

import { lineKey, indexesInVersion } from "./animations.js";
import { cardName } from "../shared/faces.js";
import { eventText } from "../shared/text.js";
import { listText, say } from "../shared/words.js";

/** Maximum number of lines. */
const LOG_LINES = 50;
/** Maximum number of characters of a line at a seat: longer ones would cover the table. */
const MOST_AT_SEAT = 72;
/**
 * Tones of a verdict for the player that called, who has won or lost by it.
 * @type {Record<string, string>}
 */
const TONES_OF_CALLER = { truth: "bad", lie: "good" };
/** Maximum number of lines of a verdict. */
const VERDICT_LINES = 3;

/**
 * @typedef {object} LogLine
 * @property {string} key
 * @property {number} v
 * @property {number} at
 * @property {string} text
 * @property {string} tone
 * @property {string|null} by
 * @property {string} kind
 * @property {boolean} fitsSeat  whether the text begins with its player and is short, so that the seat can show it
 */

/**
 * @typedef {object} LogState
 * @property {LogLine[]} lines  newest last
 * @property {LogLine[]} verdict  the important event that was just shown; mostly empty
 * @property {ReadonlySet<string>} verdictKeys  keys of lines that were in a verdict, so that none is in two
 * @property {string} fadedKey  key of the last line that was removed from its seat
 * @property {Stage|null} stage  the animation in progress
 * @property {boolean} isOpen  whether the drawer with the log is open
 */

/**
 * @typedef {object} Reader  The reader of the log.
 * @property {string|null} you
 * @property {ReadonlySet<string>} hands  ids of the reader's hands
 * @property {Record<string, Face>} faces
 */

/** @type {Reader} */
export const NO_READER = { you: null, hands: new Set(), faces: {} };
/** Maximum number of the reader's cards that a line names. */
const MOST_NAMED = 4;

/** @returns {LogState} */
export function logState() {
  return { lines: [], verdict: [], verdictKeys: new Set(), fadedKey: "", stage: null, isOpen: false };
}

/**
 * Adds lines of new events.
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
 * Shows lines as the verdict, unless all of them were in a verdict before.
 * @param {LogState} log
 * @param {LogLine[]} lines
 */
export function showVerdict(log, lines) {
  if (lines.every((line) => log.verdictKeys.has(line.key))) return;
  log.verdict = lines;
  log.verdictKeys = new Set([...log.verdictKeys, ...lines.map((line) => line.key)].slice(-LOG_LINES));
}

/**
 * Restores an earlier verdict, because the lines of the new one are not visible yet.
 * @param {LogState} log
 * @param {LogLine[]} verdict  the earlier one
 * @param {ReadonlySet<string>} futureLines  keys of lines
 */
export function restoreVerdict(log, verdict, futureLines) {
  log.verdictKeys = new Set([...log.verdictKeys].filter((key) => !futureLines.has(key)));
  log.verdict = verdict;
}

/**
 * Adds lines of events from before this page was opened. They are never a verdict.
 * @param {LogState} log
 * @param {Event[]} events
 * @param {ReadonlyMap<string, string>} names
 * @param {Reader} [reader]
 */
export function addPastLines(log, events, names, reader) {
  const pastLines = linesOf(events, names, reader);
  const pastKeys = new Set(pastLines.map((line) => line.key));
  log.lines = [...pastLines, ...log.lines.filter((line) => !pastKeys.has(line.key))].slice(-LOG_LINES);
}

/** @param {LogState} log */
export function clearLog(log) {
  Object.assign(log, { lines: [], verdict: [], verdictKeys: new Set(), fadedKey: "", stage: null });
}

/**
 * Returns the lines whose events have been shown.
 * @param {LogState} log
 * @returns {LogLine[]}
 */
export function visibleLines({ lines, stage }) {
  return stage ? lines.filter((line) => !stage.futureLines.has(line.key)) : lines;
}

/**
 * @param {LogState} log
 * @param {string} player
 * @returns {LogLine|null} the newest line if it is about this player and is not the verdict
 */
export function seatLine(log, player) {
  const last = visibleLines(log).at(-1);
  const isNews = last?.by === player && last.fitsSeat && last.key !== log.fadedKey;
  return isNews && !log.verdict.some((line) => line.key === last.key) ? last : null;
}

/**
 * @param {LogLine[]} lines
 * @returns {LogLine[]} important lines, which become the verdict
 */
export function verdictLines(lines) {
  return lines.filter((line) => line.tone === "good" || line.tone === "bad").slice(-VERDICT_LINES);
}

/**
 * @param {Event[]} events
 * @param {ReadonlyMap<string, string>} names
 * @param {Reader} [reader]
 * @returns {LogLine[]} lines with a text
 */
function linesOf(events, names, reader) {
  const indexes = indexesInVersion(events);
  return events
    .map((event, nth) => lineOf(event, indexes[nth], names, reader))
    .filter((line) => line.text);
}

/**
 * @param {Event} event
 * @param {number} nth  index of the event within its version
 * @param {ReadonlyMap<string, string>} names
 * @param {Reader} [reader]
 * @returns {LogLine}
 */
export function lineOf(event, nth, names, reader = NO_READER) {
  const { v, at, by = null, kind = "" } = event;
  const tone = (by !== null && by === reader.you && TONES_OF_CALLER[kind]) || event.tone || "info";
  const text = withOwnCards(eventText(event, names, reader.you), event, reader);
  return { key: lineKey(event, nth), v, at, text, tone, by, kind, fitsSeat: Boolean(event.text?.startsWith("{by}")) && text.length <= MOST_AT_SEAT };
}

/**
 * Adds the names of cards that the reader got or gave away, if the text does not name them.
 * @param {string} text
 * @param {Event} event
 * @param {Reader} reader
 */
function withOwnCards(text, { kind, cards = [] }, { you, hands, faces }) {
  const isHand = (/** @type {string} */ zone) => zone.startsWith("hand:");
  const [received, sent] = [cards.filter(({ from, to }) => hands.has(to) && !hands.has(from)), cards.filter(({ from, to }) => from.endsWith(`:${you}`) && isHand(to) && !hands.has(to))];
  const names = [...received, ...sent].flatMap((travel) => travel.faces ?? []).filter((face) => face in faces).map((face) => cardName(face, faces));
  if (!text || kind === "deal" || !names.length || names.length > MOST_NAMED || (received.length && sent.length)) return text;
  if (names.every((name) => text.includes(name))) return text;
  return say("{event}: {cards}.", { event: text.replace(/[.!。]$/, ""), cards: listText(names) });
}
