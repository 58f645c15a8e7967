// The seats of the other players, and badges of players.

/** @import {Face, Form, Mark, Player, Table, Zone} from "../../shared/types.js" */
/** @import {State} from "../state.js" */
/** @import {Intents} from "../intents.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { repeat } from "../../../vendor/lit-html/directives/repeat.js";
import { handCount, haveDisplays, isAbout, isHighest, isLaid, openRows, opponents, perRow, sideClass, withoutRepeats, zonesOf } from "../layout.js";
import { cardsText, initialOf } from "../../shared/text.js";
import { listText, plural, say } from "../../shared/words.js";
import { colourMark } from "../../shared/views/colour_face.js";
import { clockRing } from "./countdown_view.js";
import { cup, robot, suitMark } from "../../shared/views/icons.js";
import { seatLine } from "../log.js";
import { ownedZone } from "./zone_view.js";

/** Maximum number of letters of a player's marks for which a phone shows them beside the number of cards. */
const FEW_LETTERS = 8;

/** Length from which a name gets a smaller font beside cards. */
const LONG_NAME = 10;
/** Maximum number of letters of a word before the sign of a mark. */
const MOST_IN_WORD = 10;

/** @typedef {{form: Form, field: string, of: string[], label?: string}} PlayerChoice  a move that begins with a player */

/**
 * @param {Pick<State, "isTv"|"clock"|"log">} state
 * @param {Table} table
 * @param {Record<string, Face>} faces
 * @param {number} now  milliseconds since 1970 here
 * @param {PlayerChoice[]} choices
 * @param {Intents} on
 */
export function seatsView(state, table, faces, now, choices, on) {
  const others = opponents(table).map((player) => withSide(table, withoutRepeats(table, player, faces)));
  return html`<ol class="seats ${haveDisplays(table) ? "seats-displays" : ""}" .style=${`${seatColumns(others.length)};${badgeSizes(table, others)}`} aria-label=${say("Other players")}>
    ${repeat(others, (player) => player.id, (player, nth) => seat(state, table, player, faces, now, seatPlace(nth, others.length), choices, on))}
  </ol>`;
}

/**
 * @param {number} nth
 * @param {number} count
 * @returns {string} style: position of the seat, down and to the right
 */
function seatPlace(nth, count) {
  const across = (/** @type {number} */ columns) => columns > 1 ? (nth % columns) / (columns - 1) : 0.5;
  return `--arc:${arcOf(nth, count).toFixed(2)};--across:${across(perRow(count, 9)).toFixed(2)}`;
}

/**
 * Returns seats per row: up to nine, on a laptop six, on a phone three. More seats form rows of even length.
 * @param {number} count
 * @returns {string} style
 */
function seatColumns(count) {
  return `--columns:${perRow(count, 9)};--laptop-columns:${perRow(count, 6)};--phone-columns:${perRow(count, 3)}`;
}

/**
 * Returns how much the badges of all seats need, so that they have the same size everywhere: the letters of the
 * longest one, and of all of a player, the number of these, and the digits of the cards in a hand.
 * @param {Table} table
 * @param {Player[]} players
 * @returns {string} style
 */
function badgeSizes(table, players) {
  const most = (/** @type {(player: Player) => number} */ of) => Math.max(1, ...players.map(of));
  const texts = (/** @type {Player} */ { marks = [], score }) => [...marks.filter((mark) => !isChips(mark) && !isShown(mark)).map(lettersOfMark).filter(Boolean), ...(score ? [2 + `${score}`.length] : [])];
  const sum = (/** @type {number[]} */ numbers) => numbers.reduce((all, one) => all + one, 0);
  return `--letters:${most((player) => Math.max(...texts(player), player.bot ? 2 + levelText(player.bot).length : 0, player.status.length))};--all:${most((player) => sum(texts(player)))}`
    + `;--marks:${most((player) => texts(player).length)};--digits:${most((player) => `${handCount(table, player.id) ?? ""}`.length)}`;
}

/**
 * Returns how far a seat of the row is from its middle.
 * @param {number} nth
 * @param {number} count
 * @returns {number} 0 in the middle of the row, 1 at its ends
 */
function arcOf(nth, count) {
  const half = (count - 1) / 2;
  return count > 2 && count <= 6 ? ((nth - half) / half) ** 2 : 0;
}

/**
 * @param {Pick<State, "isTv"|"clock"|"log">} state
 * @param {Table} table
 * @param {Player} player
 * @param {Record<string, Face>} faces
 * @param {number} now
 * @param {string} place  style
 * @param {PlayerChoice[]} choices
 * @param {Intents} on
 */
function seat(state, table, player, faces, now, place, choices, on) {
  const count = handCount(table, player.id);
  const rowZones = new Set(openRows(table).map(({ zone }) => zone));
  const displays = zonesOf(table, player.id).filter((zone) => isLaid(zone) && (zone.kind !== "hand" || zone.cards) && !rowZones.has(zone));
  // The row of tokens stays where it is empty, so that all seats have the same height.
  const hasRow = haveDisplays(table);
  const own = choices.filter(({ of }) => of.includes(player.id));
  return html`<li class="seat ${sideClass(table, player.id)} ${player.turn ? "on-turn" : ""} ${own.length ? "can-choose" : ""} ${isHighest(table, displays) ? "leads" : ""} ${player.status === "here" && lettersIn(player) <= FEW_LETTERS ? "seat-brief" : ""} is-${player.status}" data-testid="opponent" .style=${place}
      data-player=${player.id} data-marks=${(player.marks ?? []).map(({ kind }) => kind || "mark").join(" ")} aria-current=${player.turn ? "true" : "false"}>
    ${own.length ? chooseBox(player, html`${avatar(table, player)}${player.turn ? clockRing(state, now) : nothing}`, own, on)
      : faceBox(state, player, html`${avatar(table, player)}${player.turn ? clockRing(state, now) : nothing}`, on)}
    <span class="seat-name ${player.name.length > LONG_NAME ? "long" : ""}" translate="no" dir="auto" title=${player.name}>${player.name}</span>
    ${count === null ? nothing : handCards(zonesOf(table, player.id), count)}
    <div class="seat-badges">${player.turn ? html`<span class="badge turn">${say("on turn")}</span>` : nothing}${isHighest(table, displays) ? badge(say("leads"), "lead") : nothing}${hasRow ? [...roomBadges(table, player), ...wordBadges(player)] : badges(table, player)}</div>
    ${hasRow ? html`<div class="seat-tokens">${tokensView(table, player)}</div>` : nothing}
    ${betView(player)}
    <div class="seat-fronts">${displays.map((zone) => ownedZone(zone.kind === "hand" ? { ...zone, label: "" } : zone, faces))}${
      player.marks?.filter(isShown).map(shownWords)}</div>
    ${bubble(state, player)}
  </li>`;
}

/**
 * Shows the chips of a player that lie on the table.
 * @param {Player} player
 */
function betView({ marks = [] }) {
  return marks.some(isChips) ? html`<div class="seat-bet">${marks.filter(isChips).map(signBadge)}</div>` : nothing;
}

/**
 * Shows the viewer's own chips that lie on the table, and the words about their cards.
 * @param {Mark[]} [marks]
 */
export function ownSigns(marks = []) {
  return [marks.filter(isChips).map(signBadge), marks.filter(isShown).map(shownWords)];
}

/**
 * Makes a player's avatar a button that opens the sheet about them.
 * @param {Pick<State, "isTv">} state
 * @param {Player} player
 * @param {unknown} picture
 * @param {Intents} on
 */
export function faceBox(state, player, picture, on) {
  const { openPerson } = /** @type {Partial<Intents>} */ (on);
  const box = html`<span class="face-box">${picture}</span>`;
  return openPerson && !state.isTv
    ? html`<button type="button" class="seat-open" data-testid="person" aria-label=${say("About {name}", { name: player.name })}
        @click=${() => openPerson(player.id)}>${box}</button>` : box;
}

/**
 * Makes a player's avatar a button that chooses them for a move. If there are several moves, their sheet asks
 * which one.
 * @param {Player} player
 * @param {unknown} picture
 * @param {PlayerChoice[]} choices  at least one
 * @param {Intents} on
 */
export function chooseBox(player, picture, choices, on) {
  const [{ form, field }, ...others] = choices;
  const name = `${listText(choices.map((choice) => choice.form.label))}: ${player.name}`;
  return html`<button type="button" class="seat-open" data-testid="choose-player" aria-label=${name} title=${name}
    @click=${() => others.length ? on.openPerson(player.id) : on.press(form, { [field]: player.id })}><span class="face-box">${picture}</span></button>`;
}

/**
 * Shows the newest line at its player's seat. Screen readers read the log instead.
 * @param {Pick<State, "log">} state
 * @param {Player} player
 */
function bubble(state, player) {
  const line = seatLine(state.log, player.id);
  return repeat(line ? [line] : [], ({ key }) => key, ({ text, tone, kind }) =>
    html`<span class="bubble ${tone} ${kind ? `bubble-${kind}` : ""}" aria-hidden="true">${text}</span>`);
}

/**
 * Shows the number of cards of a closed hand. The style sheet puts a card before it.
 * @param {Zone[]} zones
 * @param {number} count
 */
function handCards(zones, count) {
  const id = zones.find((zone) => zone.kind === "hand")?.id;
  return html`<span class="seat-hand" data-zone=${id} title=${cardsText(count)}>
    <b class="seat-count">${count}</b><span class="unseen"> ${plural("card", "cards", { count })}</span></span>`;
}

/**
 * @param {Table} table
 * @param {Player} player
 */
export function avatar(table, player) {
  return html`<span class="avatar avatar-${colourOf(table, player)}" aria-hidden="true">${initialOf(player.name)}</span>`;
}

/**
 * @param {Table} table
 * @param {Player} player
 */
function colourOf(table, player) {
  return player.colour ?? table.players.findIndex((candidate) => candidate.id === player.id) % 10;
}

/**
 * Returns the player without words for what the colours of sides show: only the seat of the viewer's partner says
 * it, in one word. Screen readers read them.
 * @param {Table} table
 * @param {Player} player
 * @returns {Player}
 */
export function withSide(table, player) {
  if (!sideClass(table, player.id)) return player;
  return { ...player, marks: player.marks?.map((mark) => isAbout(mark, say("you")) ? { ...mark, label: mark.label.split(": ")[0] }
    : table.players.some(({ name }) => isAbout(mark, name)) ? { ...mark, tone: "unseen" } : mark) };
}

/**
 * @param {Player} player
 * @returns {number} number of letters of all marks, which share a line on small screens
 */
export function lettersIn({ marks = [] }) {
  return marks.reduce((sum, mark) => sum + (isShown(mark) ? 0 : lettersOfMark(mark)), 0);
}

/**
 * @param {Mark} mark
 * @returns {number} about how many letters wide it is
 */
function lettersOfMark(mark) {
  if (mark.tone === "unseen") return 0;
  if (mark.kind === "tally") return tallyText(mark).length;
  if (["suit", "chips"].includes(mark.kind ?? "")) return wordOf(mark).length + 3.4;
  return isSign(mark) ? 3 : isToken(mark) ? 2 : mark.label.length;
}

/**
 * @param {Mark} mark  with a value that a sign shows
 * @returns {string} its word, if it is short
 */
function wordOf({ label }) {
  const word = label.split(": ", 1)[0];
  return word.length <= MOST_IN_WORD ? word : "";
}

/**
 * @param {Mark} mark  that counts towards a number
 * @returns {string} such as “Points 20/100”
 */
function tallyText(mark) {
  return `${wordOf(mark)} ${mark.label.split(": ").pop()}`;
}

/** Prefix of the kind of marks that are tokens; the rest of the kind is the colour. */
const TOKEN = "token_";

/**
 * @param {Player} player
 * @returns {Mark[]}
 */
function tokenMarks({ marks = [] }) {
  return marks.filter(isToken);
}

/**
 * Returns marks that are words, and numbers that stand among them.
 * @param {Player} player
 */
function wordBadges({ marks = [] }) {
  return marks.filter((mark) => !isToken(mark) && !isChips(mark) && !isShown(mark))
    .map((mark) => isSign(mark) ? signBadge(mark) : badge(mark.label, mark.tone ?? "info"));
}

/** @param {Mark} mark */
function isToken({ kind }) {
  return Boolean(kind?.startsWith(TOKEN));
}

/** @param {Mark} mark */
function isChips({ kind }) {
  return kind === "chips";
}

/** @param {Mark} mark  words below the cards that a player shows */
function isShown({ kind }) {
  return kind === "shown";
}

/** @param {Mark} mark */
function shownWords({ label, tone }) {
  return html`<b class="badge shown ${tone}">${label}</b>`;
}

/** Kinds of marks that are drawn as a sign, and the text of the sign. */
const SIGNS = /** @type {Record<string, (mark: Mark) => unknown>} */ ({
  chips: (mark) => html`<span class="word">${wordOf(mark)} </span>${mark.value}`,
  suit: (mark) => html`${wordOf(mark)} ${suitMark(String(mark.value))}`,
  tally: tallyText,
  points: ({ value }) => `${Number(value) < 0 ? "" : "+"}${value}`,
  disc: ({ label }) => label.split(" ").map((word) => word[0]).join("").slice(0, 2).toUpperCase(),
});

/** @param {Mark} mark */
function isSign({ kind = "" }) {
  return kind in SIGNS;
}

/** @param {Mark} mark  of one of these kinds */
function signBadge(mark) {
  const { label, kind = "", value, of, tone } = mark;
  return html`<span class="badge ${kind} ${value === 0 ? "zero" : ""} ${of !== undefined && value === of ? "good" : tone}" title=${label}><span class="unseen">${label}</span><span aria-hidden="true">${SIGNS[kind](mark)}</span></span>`;
}

/** Maximum number of places for tokens. A goal of more points has no places. */
const MOST_TOKENS = 6;

/**
 * Shows a player's tokens, free places for those that are missing for a win, and both in words.
 * @param {Table} table
 * @param {Player} player
 */
function tokensView(table, player) {
  const tokens = tokenMarks(player);
  const goal = Number(table.facts?.find(({ kind }) => kind === "score_goal")?.value ?? 0);
  const isRace = haveDisplays(table) && goal > 0 && goal <= MOST_TOKENS;
  if (!isRace) return tokens.map(token);
  const words = say("Tokens: {count} of {goal}", { count: tokens.length, goal });
  return html`<span class="tokens" title=${words}><small>${words}</small>${tokens.map(token)}${Array.from({ length: Math.max(0, goal - tokens.length) }, () => html`<i class="token token-free"></i>`)}</span>`;
}

/** @param {Mark} mark */
function token({ label, kind = "" }) {
  return html`<span class="token" title=${label}>${colourMark(kind.slice(TOKEN.length))}<span class="unseen">${label}</span></span>`;
}

/**
 * Shows all badges of a player.
 * @param {Table} table
 * @param {Player} player
 */
export function badges(table, player) {
  return [
    ...roomBadges(table, player),
    tokensView(table, player),
    ...wordBadges(player),
    ...(player.id === table.you ? ownSigns(player.marks) : []),
  ];
}

/**
 * @param {Table} table
 * @param {Player} player
 */
function roomBadges(table, player) {
  return [
    player.id === table.you ? badge(say("you"), "you") : nothing,
    player.id === table.host ? badge(say("host"), "host") : nothing,
    player.bot ? botBadge(player.bot) : nothing,
    player.client ? programBadge(player.client) : nothing,
    player.status === "away" ? html`<span class="badge away" data-testid="away-badge">${say("away")}</span>` : nothing,
    player.status === "left" ? badge(say("left"), "quiet") : nothing,
    player.wins ? html`<span class="badge wins" title=${winsText(player.wins)}
      ><span aria-hidden="true">${cup()} ${player.wins}</span><span class="unseen">${winsText(player.wins)}</span></span>` : nothing,
    player.score && table.phase !== "lobby" && !tokenMarks(player).length
      ? html`<span class="badge score" title=${say("score")}><span class="unseen">${say("score")} </span><i aria-hidden="true">★</i>${player.score}</span>` : nothing,
  ];
}

/** @param {number} count */
function winsText(count) {
  return plural("{count} win", "{count} wins", { count });
}

/** Levels of bots in words, by their names in the protocol. */
const LEVELS = /** @type {Record<string, string>} */ ({ easy: say("easy"), normal: say("normal"), hard: say("hard") });

/** @param {string} level */
function levelText(level) {
  return LEVELS[level] ?? level;
}

/** @param {string} level */
function botBadge(level) {
  return html`<span class="badge bot" data-testid="bot-badge" data-level=${level} title=${say("bot, {level}", { level: levelText(level) })}
    >${robot()}<span class="unseen">${say("bot")}, </span><span class="bot-level">${levelText(level)}</span></span>`;
}

/** @param {string} client  the program that plays */
function programBadge(client) {
  return html`<span class="badge bot" data-testid="program-badge" title=${say("program, {name}", { name: client })}
    >${robot()}<span class="unseen">${say("program, {name}", { name: client })}</span></span>`;
}

/**
 * @param {string} label
 * @param {string} classes
 */
function badge(label, classes) {
  return html`<span class="badge ${classes}">${label}</span>`;
}
