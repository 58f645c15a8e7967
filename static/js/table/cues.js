// What is to be heard: which sound belongs to what happens. Pure.

/** @import {Beat} from "./moments.js" */
/** @import {Table} from "../shared/types.js" */
/** @typedef {"deal"|"place"|"take"|"turn"|"asked"|"call"|"truth"|"lie"|"nope"|"danger"|"defused"|"boom"|"uno"|"round"|"win"|"over"|"tick"|"said"} Cue */

/** By kinds of events. */
const CUES = /** @type {Record<string, Cue>} */ ({
  deal: "deal", call: "call", truth: "truth", lie: "lie", nope: "nope", danger: "danger", defused: "defused", explosion: "boom",
  uno: "uno", caught: "lie", round: "round",
});
/** Seconds before the end of a deadline that tick. */
const LAST_S = 5;
/** Seconds before the end at which it is said in words. */
const WARNING_S = 10;

/**
 * @param {Pick<Beat, "event"|"travels">} beat
 * @returns {Cue|""}
 */
export function cueOf({ event, travels }) {
  const named = CUES[event.kind ?? ""];
  if (named) return named;
  const cards = travels.reduce((sum, travel) => sum + travel.count, 0);
  return cards > 3 ? "take" : cards ? "place" : "";
}

/**
 * @param {Table} table  at its end
 * @returns {Cue}
 */
export function endCue({ you, result }) {
  return you !== null && result?.winners.includes(you) ? "win" : "over";
}

/**
 * What the clock says while this viewer is awaited.
 * @param {number|null} before  milliseconds that were left when it was asked before
 * @param {number|null} left
 * @returns {{tick: boolean, warning: number}} whether a second ticks now; the seconds to be told in words, 0 for none
 */
export function clockCue(before, left) {
  if (before === null || left === null) return { tick: false, warning: 0 };
  const [was, is] = [Math.ceil(before / 1000), Math.ceil(left / 1000)];
  return { tick: is < was && is > 0 && is <= LAST_S, warning: was > WARNING_S && is <= WARNING_S ? is : 0 };
}
