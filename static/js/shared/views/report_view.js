// The report on a game that bots have played: wins by seat, length, and parts of the game that were never
// used.

/** @import {TrialReport, Lengths, Share, TableReport} from "../types.js" */

import { html, nothing, svg } from "../../../vendor/lit-html/lit-html.js";
import { sentencesOn } from "../report.js";
import { listText, number, plural, say } from "../words.js";

/** @param {number} part */
const percent = (part) => `${number(Math.round(100 * part))} %`;

/** Sizes of the charts in their own units: width, height of a bar of wins, height of the histogram. */
const WIDTH = 240;
const BAR = 14;
const TALL = 70;
/** Maximum time of a play test: the limit of the service, and a margin for the network. */
const MOST_S = 20;

/**
 * @param {TrialReport|null} report
 * @param {{busy: string, error: string, make: () => unknown}} action  `busy`: the action in progress; `make`:
 *   starts the play test
 */
export function reportView(report, { busy, error, make }) {
  const isMaking = busy === "report";
  return html`<section class="panel" data-testid="report"><h2>${say("Play test")}</h2>
    ${report ? numbersView(report) : html`<p>${say("Bots play your game many times. The results are saved.")}</p>`}
    ${isMaking ? html`<p role="status">${say("Bots are playing. This takes up to {seconds} seconds.", { seconds: MOST_S })}</p>
      <progress class="waiting-bar" aria-label=${say("Bots are playing…")}></progress>` : nothing}
    ${report ? nothing : html`<button type="button" class="button plain" data-testid="make-report" ?disabled=${Boolean(busy)} @click=${make}>${say("Run a play test")}</button>`}
    <p class="error" role="alert">${error}</p></section>`;
}

/** Number of moves after which a game counts as endless. */
const LONGEST = 5000;
/** Half of the steps that one action can take. */
const HALF = 25000;
/** Limits that rules can exceed, in words. */
const CAUSES = /** @type {Record<string, string>} */ ({
  the_rules_take_too_long: say("An action took too many steps"), while_does_not_come_to_an_end: say("A “while” loop didn't end"),
  phases_follow_each_other_without_an_end: say("Phases followed each other without asking a player"),
  a_phase_asks_nobody_and_does_not_go_on: say("A phase asked no player and had no time limit"),
  the_variables_take_too_much_room: say("The variables took up too much memory"), the_table_takes_too_much_room: say("The table took up too much memory"), a_list_has_too_many_items: say("A list had too many items"),
  a_number_is_too_large: say("A number was too large"), too_many_cards: say("There were too many cards"), too_many_forms: say("A player had too many moves at once"),
  too_many_values_to_choose_from: say("There were too many values to choose from"), cards_are_moved_too_often: say("Cards were moved too often"),
});

/** @param {TrialReport} report */
function numbersView({ tables, never, unchosen, unentered, idle, skill, fair }) {
  return html`<ul class="report-sentences">${sentencesOn({ tables, skill, fair }).map((sentence) => html`<li>${sentence}</li>`)}</ul>
    ${never.length ? html`<p>${say("Never possible: {moves}", { moves: listText(never) })}</p>` : nothing}
    ${unchosen?.length ? html`<p>${say("Never chosen: {moves}", { moves: listText(unchosen) })}</p>` : nothing}
    ${unentered?.length ? html`<p>${say("Phases that never began: {phases}", { phases: listText(unentered) })}</p>` : nothing}
    <details><summary>${say("Numbers")}</summary>${tables.map(tableView)}
    ${idle?.length ? html`<p>${say("Options that made no difference in a few games: {options}", { options: listText(idle) })}</p>` : nothing}</details>`;
}

/** @param {TableReport} report */
function tableView({ players, games, wins, ties, moves, minutes, forced, faults, lengths, causes = {}, stuck = {}, cost = 0 }) {
  const faulty = Object.values(faults ?? {}).reduce((sum, count) => sum + count, 0);
  const endless = faults?.never_ends ?? 0;
  return html`<section class="played"><h3>${plural("{count} player", "{count} players", { count: players })}
      <span class="faint">${plural("{count} game", "{count} games", { count: games })}</span></h3>
    <table class="seat-bars"><caption class="unseen">${say("Wins by seat")}</caption><tbody>${wins.map((win, seat) => html`<tr>
      <th scope="row">${say("Seat {seat}", { seat: seat + 1 })}</th><td class="bar-cell">${seatBar(win)}</td><td>${percent(win.part)}</td></tr>`)}</tbody></table>
    ${lengths ? histogram(lengths) : nothing}
    <p class="faint">${say("Median: {moves} moves and {minutes} minutes; {forced} of the moves without a choice; ties {ties}",
      { moves, minutes, forced: percent(forced ?? 0), ties: percent(ties) })}</p>
    ${faulty ? html`<p class="error">${plural("One game didn't finish.", "{count} games didn't finish.", { count: faulty })}</p>` : nothing}
    <ul>${endless ? html`<li>${plural("One game was still going after {most} moves.", "{count} games were still going after {most} moves.", { count: endless, most: LONGEST })}</li>` : nothing}
      ${Object.entries(causes).map(([cause, count]) => html`<li>${say("{cause}: {count}", { cause: CAUSES[cause] ?? cause, count })}</li>`)}
      ${Object.entries(stuck).map(([phase, count]) => html`<li>${plural("Once, no move was possible in phase {phase}.", "{count} times, no move was possible in phase {phase}.", { count, phase })}</li>`)}
      ${cost > HALF ? html`<li>${say("The most expensive action took {cost} steps of {most}.", { cost, most: 2 * HALF })}</li>` : nothing}</ul></section>`;
}

/**
 * Draws the share of wins as a bar, and its 95 % confidence interval as a line.
 * @param {Share} share
 */
function seatBar({ part, low, high }) {
  const middle = BAR / 2;
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${BAR}" preserveAspectRatio="none" aria-hidden="true">
    <rect class="chart-bar" width=${WIDTH * part} height=${BAR}></rect>
    <line class="sure" x1=${WIDTH * low} x2=${WIDTH * high} y1=${middle} y2=${middle}></line></svg>`;
}

/** @param {Lengths} lengths */
function histogram({ low, width, counts }) {
  const highest = Math.max(...counts);
  const wide = WIDTH / counts.length;
  const high = low + width * counts.length - 1;
  return html`<figure class="histogram"><svg class="chart" viewBox="0 0 ${WIDTH} ${TALL}" preserveAspectRatio="none" role="img"
      aria-label=${say("Length of games: {low} to {high} moves", { low, high })}>${counts.map((count, at) =>
      svg`<rect class="chart-bar" x=${at * wide + 1} y=${TALL - TALL * count / highest} width=${wide - 2} height=${TALL * count / highest}></rect>`)}</svg>
    <figcaption class="row spread-row"><span>${number(low)}</span><span>${say("moves per game")}</span><span>${number(high)}</span></figcaption></figure>`;
}
