// The log of events, and the scoreboard.

/** @import {Fact, Table} from "../../shared/types.js" */
/** @import {State} from "../state.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { repeat } from "../../../vendor/lit-html/directives/repeat.js";
import { sidesOf } from "../layout.js";
import { seatLine, visibleLines } from "../log.js";
import { listText, say } from "../../shared/words.js";

/** @param {Pick<State, "log">} state */
export function logView(state) {
  return html`<section class="log-box" aria-label=${say("What happened")}>
    <h2>${say("Log")}</h2>
    <div class="log" role="log" aria-live="polite" tabindex="0" aria-label=${say("Log")} data-testid="log"><ol>
      ${repeat(visibleLines(state.log), (line) => line.key, (line) => html`<li class="line ${line.tone}">${line.text}</li>`)}
    </ol></div>
    ${visibleLines(state.log).length ? nothing : html`<p class="faint">${say("Nothing has happened yet.")}</p>`}
  </section>`;
}

/**
 * Shows the verdict while it is new, else the newest line, unless the seat of its player shows it. Screen readers read
 * the log instead.
 * @param {Pick<State, "log">} state
 * @param {Table} table
 */
export function latestView(state, table) {
  const last = visibleLines(state.log).at(-1);
  const isAtSeat = last && last.by !== table.you && last.by !== null && seatLine(state.log, last.by) !== null;
  const news = last && !isTold(last.text, table.facts ?? []) ? [last] : [];
  const lines = state.log.verdict.length ? state.log.verdict : news;
  const classes = state.log.verdict.length ? "verdict" : isAtSeat ? "news-at-seat" : "";
  return html`<div class="news ${classes}" data-testid=${state.log.verdict.length ? "verdict" : "news"} aria-hidden="true">
    ${repeat(lines, (line) => line.key, (line) => html`<p class=${line.tone} .style=${`--letters:${line.text.length}`}>${line.text}</p>`)}</div>`;
}

/** Minimum number of words that a line shares with a fact that says the same. */
const SAME_WORDS = 3;

/**
 * Returns whether a fact says the same as a line: all of its words except the verb.
 * @param {string} line
 * @param {Fact[]} facts
 */
function isTold(line, facts) {
  const words = (/** @type {string} */ text) => text.toLowerCase().split(/[\s.!,]+/).filter(Boolean);
  const all = words(line);
  return all.length > SAME_WORDS && facts.some(({ text }) => all.filter((word) => !words(text).includes(word)).length < 2);
}

/**
 * Shows points of the running game and games won in this room, unless all are 0. At the end the standing
 * shows the points.
 * @param {Table} table
 */
export function scoreboard(table) {
  const hasScores = table.phase === "playing" && table.players.some((player) => player.score);
  const scorers = hasScores ? sidesOf(table.players, true).map((side) => ({ name: listText(side.map(({ name }) => name)), number: side[0].score ?? 0 })) : [];
  const winners = table.players.filter((player) => player.wins).sort((a, b) => (b.wins ?? 0) - (a.wins ?? 0))
    .map((player) => ({ name: player.name, number: player.wins ?? 0 }));
  return html`${scoreList(say("Points"), "points", scorers)}${scoreList(say("Games won"), "wins", winners)}`;
}

/**
 * @param {string} title
 * @param {string} id
 * @param {{name: string, number: number}[]} lines
 */
function scoreList(title, id, lines) {
  return lines.length ? html`<section class="scores" data-testid="scores-${id}"><h2>${title}</h2>
    <ol>${lines.map(({ name, number }) => html`<li><span dir="auto">${name}</span><b>${number}</b></li>`)}</ol></section>` : nothing;
}
