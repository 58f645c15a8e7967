// Chooses the sound of an event. Pure.

/** @import {Beat} from "./animations.js" */
/** @import {Event, Table} from "../shared/types.js" */
/**
 * @typedef {"deal"|"place"|"take"|"turn"|"asked"|"call"|"truth"|"lie"|"nope"|"danger"|"defused"|"boom"
 *   |"uno"|"round"|"win"|"over"|"tick"|"said"} Cue
 */

/** Sounds by kind of event. */
const CUES = /** @type {Record<string, Cue>} */ ({
  deal: "deal", call: "call", truth: "truth", lie: "lie", nope: "nope", danger: "danger", defused: "defused", explosion: "boom",
  uno: "uno", caught: "lie", round: "round",
});
/**
 * Returns whether an event has an animation even if no card moves.
 * @param {Event} event
 */
export const isVisible = ({ kind = "" }) => kind in CUES || kind === "colour";

/** The last seconds before a deadline, which tick. */
const LAST_S = 5;
/** Seconds before a deadline at which the page announces the time left in words. */
const WARNING_S = 10;

/**
 * @param {Pick<Beat, "event"|"travels">} beat
 * @returns {Cue|""}
 */
export function cueOf({ event, travels }) {
  const cue = CUES[event.kind ?? ""];
  if (cue) return cue;
  const cards = travels.reduce((sum, travel) => sum + travel.count, 0);
  return cards > 3 ? "take" : cards ? "place" : "";
}

/**
 * @param {Table} table  of a game that is over
 * @returns {Cue}
 */
export function endCue({ you, result }) {
  return you !== null && result?.winners.includes(you) ? "win" : "over";
}

/**
 * Returns the signals of the clock while the game waits for this viewer.
 * @param {number|null} last  milliseconds left at the last call
 * @param {number|null} left
 * @returns {{tick: boolean, warning: number}} whether to tick; the seconds to announce, or 0
 */
export function clockCue(last, left) {
  if (last === null || left === null) return { tick: false, warning: 0 };
  const [lastSeconds, seconds] = [Math.ceil(last / 1000), Math.ceil(left / 1000)];
  return { tick: seconds < lastSeconds && seconds > 0 && seconds <= LAST_S, warning: lastSeconds > WARNING_S && seconds <= WARNING_S ? seconds : 0 };
}
