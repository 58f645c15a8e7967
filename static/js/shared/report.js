// The sentences of a report on a game, which stand before its numbers. Pure.

/** @import {TrialReport} from "./types.js" */

import { number, plural, say } from "./words.js";

/** @param {number} part */
const percent = (part) => `${number(Math.round(100 * part))} %`;

/**
 * Returns sentences about length, advantages of seats, and skill. Differences that may be chance are not
 * mentioned.
 * @param {Pick<TrialReport, "tables"|"skill"|"fair">} report
 * @returns {string[]}
 */
export function sentencesOn({ tables, skill, fair }) {
  return [...lengthOf(tables), ...seatsOf(tables), ...skillOf(skill, fair)];
}

/** @param {TrialReport["tables"]} tables */
function lengthOf(tables) {
  const games = tables.reduce((sum, table) => sum + table.games, 0);
  const unfinished = tables.reduce((sum, table) => sum + Object.values(table.faults ?? {}).reduce((total, count) => total + count, 0), 0);
  if (!games) return [];
  if (unfinished) return [plural("{count} of {games} games didn't finish.", "{count} of {games} games didn't finish.", { count: unfinished, games })];
  const [short, long] = [tables[0], tables[tables.length - 1]].map(({ minutes }) => Math.max(1, Math.round(minutes)));
  return [short === long ? plural("Every game came to an end, after about {count} minute.", "Every game came to an end, after about {count} minutes.", { count: short })
    : say("Every game came to an end, after about {short} to {long} minutes.", { short: Math.min(short, long), long: Math.max(short, long) })];
}

/** @param {TrialReport["tables"]} tables */
function seatsOf(tables) {
  const advantages = tables.flatMap(({ players, wins }) => wins.flatMap(({ part, low }, seat) => low > 1 / players ? [{ players, seat: seat + 1, part }] : []));
  if (!tables.length) return [];
  const best = advantages.sort((a, b) => b.part * b.players - a.part * a.players)[0];
  return [best ? say("Seat {seat} has an advantage: it wins {part} of the games of {players}.", { seat: best.seat, part: percent(best.part), players: best.players })
    : say("No seat has an advantage.")];
}

/**
 * @param {TrialReport["skill"]} skill
 * @param {number} fair
 */
function skillOf(skill, fair) {
  if (!skill) return [];
  if (skill.low > fair) return [say("Thinking ahead pays: bots that do win {part} of the games; by chance it would be {fair}.", { part: percent(skill.part), fair: percent(fair) })];
  return [say("Thinking ahead doesn't pay: the game is mostly luck, or its bots don't see what is good.")];
}
