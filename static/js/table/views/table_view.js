// The table during a game, drawn only from zones, facts, players and moves.

/** @import {Face, Fact, Player, Table, Zone} from "../../shared/types.js" */
/** @import {CardRef} from "../../shared/selection.js" */
/** @import {State} from "../state.js" */
/** @import {Intents} from "../intents.js" */
/** @import {PlayerChoice} from "./seats_view.js" */
/** @import {Picking} from "./zone_view.js" */

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { repeat } from "../../../vendor/lit-html/directives/repeat.js";
import { cardName, hasShape } from "../../shared/faces.js";
import { formNamed, gameForms } from "../../shared/forms.js";
import { handCount, inRow, isHighest, isLaid, isWaitingForNext, leaderOf, openRows, me, placesAround, sideClass, sizesOf, withoutRepeats, zonesOf } from "../layout.js";
import { canPick, cardsOf, completes, labelWith, pickableCards, choicesOfPlayer, formOfPile, isPicked, takenBy, takesCards, togglePick } from "../../shared/selection.js";
import { cardsText } from "../../shared/text.js";
import { say } from "../../shared/words.js";
import { cardButton } from "../../shared/views/card_view.js";
import { awaitedOf } from "../awaited.js";
import { isHeldBack } from "../animations.js";
import { colourMark } from "../../shared/views/colour_face.js";
import { clockRing, countdownView, warningView } from "./countdown_view.js";
import { handView } from "./hand_view.js";
import { hintView } from "./hint_view.js";
import { glyph, emojiPicture, arrows, suitMark } from "../../shared/views/icons.js";
import { debugView } from "./debug_view.js";
import { logView, latestView, scoreboard } from "./log_view.js";
import { actionBar, paintClass } from "./moves_view.js";
import { avatar, badges, chooseBox, lettersIn, ownSigns, seatsView, withSide } from "./seats_view.js";
import { chatView, talkMenu } from "./talk_view.js";
import { toastsView } from "./toasts_view.js";
import { nextGameBar, standInBar, watchingBar } from "./watch_view.js";
import { centralZone, rowPlace } from "./zone_view.js";

/** Kinds of cards with their names at the lower edge. */
const NAMED = ["kittens", "ivanhoe"];
/** Maximum length of a fact beside the zones; longer ones get their own line. */
const SHORT_FACT = 32;
/** Maximum number of facts in the middle of a board without cards. More are a table beside the piles. */
const FEW_FACTS = 3;
/** Length from which a fact beside the zones gets a smaller font. */
const LONG_FACT = 12;
/** Length from which a prompt gets a smaller font on small screens. */
const LONG_PROMPT = 50;
/** Length from which the line beside a prompt has no room on the smallest screens. */
const LONG_LINE = 120;

/**
 * @param {State} state
 * @param {Table} table
 * @param {Intents} on
 * @param {number} now  milliseconds since 1970 here
 * @param {unknown} [bar]  content that replaces the moves
 */
export function tableView(state, table, on, now, bar = bottomBar(state, table, on)) {
  const faces = state.games.get(table.game)?.faces ?? {};
  const awaited = awaitedOf(table);
  const clock = clockOf(state);
  const picking = pickingOf(state, table, on);
  // Seats say how many turns their players take.
  const facts = (table.facts ?? []).filter((fact) => fact.kind !== "turns" && fact !== picking.told);
  const groups = pickableCards(table, state.move.picks);
  const choices = choicesOfPlayer(table, state.move.picks);
  const rows = openRows(table);
  const aside = state.games.get(table.game)?.look?.aside?.split(" ") ?? [];
  const isAside = (/** @type {Zone} */ { id }) => aside.includes(id.split(":")[0]);
  const central = zonesOf(table, null);
  const hasBoard = aside.length > 0 && !rows.length && central.every((zone) => zone.kind !== "columns");
  // Of piles that lie face down at the side, such as a stock and discards, only the first matters.
  const spent = central.filter((zone) => isAside(zone) && zone.count > 0 && isOwnPile(zone) && !picking.pile(zone.id)).slice(1);
  const hasMiddle = hasBoard || rows.length > 0;
  const isBare = facts.length <= FEW_FACTS && central.every((zone) => isAside(zone) || !zone.count) && facts.every(({ kind }) => kind !== "chips");
  const isOnBoard = (/** @type {Fact} */ { kind, text }) => hasBoard && (kind === "chips" || kind === "caption" || isBare && text.length <= SHORT_FACT);
  const ownZones = zonesOf(table, table.you).filter((zone) =>
    table.you !== null && zone.kind !== "hand" && isLaid(zone) && !isOwnPile(zone) && rows.every((row) => row.zone !== zone));
  const shortFacts = factsView(facts.filter((fact) => fact.text.length <= SHORT_FACT && !isOnBoard(fact)), "facts");
  const fronts = ownZones.length ? html`<div class="${hasMiddle ? "fronts-small" : "fronts"} ${isHighest(table, ownZones) ? "leads" : ""}">${ownZones.map((zone) => centralZone({ ...inRow(zone, faces, cardsOf(zone).some(picking.canPick)), label: zone.label && !hasMiddle ? `${zone.label} (${say("you")})` : zone.label }, faces, picking))}</div>` : nothing;
  return html`<main class="table ${awaited ? "my-turn" : ""} ${table.you === null ? "from-outside" : ""} ${NAMED.includes(Object.values(faces)[0]?.kind ?? "") ? "named" : ""}">
    <h1 class="unseen">${state.games.get(table.game)?.name ?? say("Table")}</h1>
    ${seatsView({ ...state, clock }, table, faces, now, choices, on)}
    <section class="felt ${groups.length ? "felt-choosing" : ""}" aria-label=${say("Table")} data-rim=${rimOf(facts)} data-focus="felt">
      <div class="middle" .style=${`--letters:${lettersOfFacts(facts)}`}>
        <div class="zones" .style=${sizesOf(central)}>${central.filter((zone) => !hasBoard || isAside(zone)).map((zone) => centralZone(hasBoard && (!zone.count || spent.includes(zone)) ? { ...zone, count: 0, label: "" } : zone, faces, picking))}</div>
        ${hasMiddle ? html`${hasBoard ? boardView(table, central.filter((zone) => !isAside(zone)), facts.filter(isOnBoard), faces, picking) : rowsView(state, table, rows, faces, picking)}<div class="beside">${shortFacts}${fronts}</div>` : shortFacts}
      </div>
      ${factsView(facts.filter((fact) => fact.text.length > SHORT_FACT), "facts facts-long")}
      ${hasMiddle ? nothing : fronts}
      ${groups.length ? choosingView(state, groups, faces, picking) : latestView(state, table)}
      ${hintView(state, on)}
      ${directionView(facts)}
    </section>
    ${promptView({ clock }, stepOf(table, state.move.picks, choices), effectOf(state.move.picks, faces), now)}
    ${table.you === null ? nothing : html`<section class="mine" aria-label=${say("Your cards")}>
      ${meView({ clock }, table, now, choices, on, faces, picking)}
      ${handView(state, table, faces, picking)}
    </section>`}
    ${bar}
    ${talkMenu(state, table, on)}
    ${toastsView(state, on)}
    ${state.isTv ? nothing : html`<aside class="side ${state.log.isOpen ? "side-open" : ""}">${
      state.areMenusDrawn ? html`${debugView(state, table, on)}${scoreboard(table)}${logView(state)}${chatView(state, on)}` : nothing}</aside>`}
  </main>`;
}

/**
 * Returns the clock, which is hidden while an animation shows the reason of the deadline.
 * @param {Pick<State, "clock"|"sync"|"log">} state
 */
function clockOf({ clock, sync: { table }, log: { stage } }) {
  return table && isHeldBack(table, stage) ? { ...clock, countdown: null } : clock;
}

/** Maximum number of letters of the viewer's marks and name for which a phone also shows the number of their cards. */
const FEW_LETTERS = 24;
/** Letters of a line of a name; longer names take two lines. */
const NAME_LETTERS = 7;
/** Width of the edges of a mark, in letters. */
const MARK_EDGES = 2;

/** Maximum number of places at each side of the table, and on a phone. */
const [SIDE_PLACES, PHONE_SIDE_PLACES] = [1, 2];
/** Maximum number of cards of a place that are drawn beside each other; more overlap further. */
const CARDS_APART = 3;

/**
 * Shows the open rows of all players around the middle, near their seats. Empty places stay.
 * @param {Pick<State, "sync">} state
 * @param {Table} table
 * @param {ReturnType<typeof openRows>} rows
 * @param {Record<string, Face>} faces
 * @param {Picking} picking
 */
function rowsView(state, table, rows, faces, picking) {
  const wide = placesAround(rows.length, SIDE_PLACES);
  const phone = placesAround(rows.length, PHONE_SIDE_PLACES);
  const leader = leaderOf(table, rows)?.id ?? state.sync.leader;
  const most = Math.min(CARDS_APART, Math.max(1, ...rows.map(({ zone }) => zone.count)));
  return html`<div class="laid" role="list" aria-label=${rows[0].zone.label || say("Table")} .style=${`--places:${rows.length};--cards:${most};--wide-columns:${wide.columns};--wide-lines:${wide.lines};--phone-columns:${phone.columns};--phone-lines:${phone.lines}`}>
    ${repeat(rows, ({ zone }) => zone.id, ({ player, zone }, nth) => rowPlace(player, zone, {
      style: `--nth:${nth};--wide-x:${wide.spots[nth].x};--wide-y:${wide.spots[nth].y};--phone-x:${phone.spots[nth].x};--phone-y:${phone.spots[nth].y}`,
      isLed: player.id === leader, side: sideClass(table, player.id),
    }, faces, picking))}</div>`;
}

/**
 * Number of cards for which the first row of the board has room, and on a phone. More overlap, so that cards keep
 * their size.
 */
const [BOARD_CARDS, PHONE_BOARD_CARDS] = [5, 4];

/**
 * Shows the main zones in the middle of the table, facts above them, such as a pot, captions below them, and the
 * viewer's own chips. The cards of a row without any of these are as large as there is room.
 * @param {Table} table
 * @param {Zone[]} zones
 * @param {Fact[]} facts
 * @param {Record<string, Face>} faces
 * @param {Picking} picking
 */
function boardView(table, zones, facts, faces, picking) {
  const captions = facts.filter(({ kind }) => kind === "caption");
  const others = facts.filter((fact) => !captions.includes(fact));
  const isAlone = zones.length === 1 && !others.length;
  const columns = (/** @type {number} */ most) =>
    Math.max(2, zones.reduce((sum, { kind, count }, nth) => sum + (kind === "row" ? count && (nth || isAlone ? Math.min(count + 0.4, most) : most) : 1.3), 0));
  return html`<div class="laid board ${isAlone ? "board-alone" : ""}" .style=${`--cards:1;--wide-columns:${columns(BOARD_CARDS)};--phone-columns:${columns(PHONE_BOARD_CARDS)};--lines:${isAlone ? 1.25 : 1.5}`}>
    ${factsView(others, "facts")}<div class="main">${zones.map((zone) => centralZone(zone, faces, picking))}</div>${factsView(captions, "facts facts-caption")}<div class="own-bet">${ownSigns(me(table)?.marks)}</div></div>`;
}

/**
 * Shows cards of other players that can be picked in addition to the picked ones, large enough to press.
 * @param {Pick<State, "sync">} state
 * @param {{owner: string, cards: CardRef[]}[]} groups
 * @param {Record<string, Face>} faces
 * @param {Picking} picking
 */
function choosingView(state, groups, faces, picking) {
  return html`<div class="choosing" data-testid="choosing">${groups.map(({ owner, cards }) => html`<div class="choosing-group" role="group"
      aria-label=${state.sync.names.get(owner) ?? owner}><b dir="auto">${state.sync.names.get(owner)}</b>
    ${repeat(cards, (card) => card.key, (card) => cardButton(card, faces, { pressed: picking.isPicked(card), enabled: true, onClick: picking.toggle }))}
  </div>`)}</div>`;
}

/**
 * Shows the viewer's moves, always at the same place.
 * @param {Pick<State, "sync"|"move"|"games">} state
 * @param {Table} table
 * @param {Intents} on
 */
function bottomBar(state, table, on) {
  const takeOver = formNamed(table, "take_over");
  if (table.you === null) return watchingBar(on, say("Join the next game"));
  if (takeOver) return standInBar(state, takeOver, on);
  return isWaitingForNext(table) ? nextGameBar() : actionBar(state, table, on);
}

/**
 * @param {Pick<State, "move">} state
 * @param {Table} table
 * @param {Intents} on
 * @returns {Picking}
 */
function pickingOf(state, table, on) {
  return {
    canPick: (card) => togglePick(table, state.move.picks, card) !== state.move.picks,
    isIncomplete: state.move.picks.length > 0 && !gameForms(table).some((form) => takesCards(table, form) && completes(table, form, state.move.picks)),
    canAdd: (card) => !isPicked(state.move.picks, card) && canPick(table, state.move.picks, card),
    isPicked: (card) => isPicked(state.move.picks, card),
    isPress: isOnlyPress(table),
    told: table.facts?.find(({ kind, value }) => kind === "card" && zonesOf(table, null).some((zone) => zone.kind === "row" && zone.cards?.includes(String(value)))),
    taken: takenBy(table, state.move.picks),
    toggle: on.toggle,
    pile: (zone) => {
      const form = formOfPile(table, zone);
      return form && { label: form.label, press: () => on.press(form) };
    },
  };
}

/**
 * @param {Table} table
 * @returns {boolean} whether the only move of this turn is a button without a choice, so that no card matters now
 */
function isOnlyPress(table) {
  const [form, ...others] = gameForms(table);
  return awaitedOf(table)?.kind === "turn" && Boolean(form) && !others.length && !form.fields.length;
}

/**
 * @param {Fact[]} facts
 * @returns {unknown} the colour in force, which tints the rim of the table
 */
function rimOf(facts) {
  return facts.find((fact) => fact.kind === "colour" && hasShape(fact.value))?.value ?? nothing;
}

/**
 * @param {Fact[]} facts
 * @param {string} classes
 */
function factsView(facts, classes) {
  return facts.length
    ? html`<dl class=${classes}>${facts.map((fact) =>
        html`<div class="fact" data-testid="fact" data-kind=${fact.kind || (fact.text ? nothing : "heading")} .style=${`--share:${fact.kind === "danger" ? fact.value : 0}`}><dt>${fact.label}</dt><dd class="${fact.text.length > LONG_FACT ? "long" : ""} ${fact.kind === "colour" ? paintClass(fact.value) : ""}">${signOf(fact)} ${emojiPicture(fact.text)}</dd></div>`)}</dl>`
    : nothing;
}

/**
 * Shows the direction of play as arrows on the rim; a fact says it in words.
 * @param {Fact[]} facts
 */
function directionView(facts) {
  const direction = facts.find((fact) => fact.kind === "direction")?.value;
  return direction ? html`<div class="way ${direction === 1 ? "" : "way-back"}" aria-hidden="true">${["top", "right", "bottom", "left"].map((side) =>
    html`<svg class="way-${side}" viewBox="0 0 36 12"><path d="M0 1L6 6L0 11ZM13 1L19 6L13 11ZM26 1L32 6L26 11Z"/></svg>`)}</div>` : nothing;
}

/**
 * Returns about how many letters wide the short facts are, side by side. Labels have smaller letters.
 * @param {Fact[]} facts
 */
function lettersOfFacts(facts) {
  return facts.reduce((sum, fact) => fact.text.length > SHORT_FACT ? sum
    : sum + (signOf(fact) === nothing ? 2 : 4) + Math.max(Math.round(fact.label.length * 0.8), fact.text.length), 0);
}

/** @param {Fact} fact */
function signOf(fact) {
  switch (fact.kind) {
    case "colour": return colourMark(String(fact.value));
    case "direction": return arrows(fact.value === 1);
    case "suit": return suitMark(String(fact.value));
    case "rank": return fact.value === undefined ? nothing : glyph(String(fact.value));
    default: return nothing;
  }
}

/**
 * Returns the table with a prompt that names the next step, where cards are picked and a player is still missing.
 * @param {Table} table
 * @param {CardRef[]} picks
 * @param {PlayerChoice[]} choices
 * @returns {Table}
 */
function stepOf(table, picks, choices) {
  const [choice] = picks.length ? choices : [];
  return choice?.label ? { ...table, prompt: say("Your turn. {step}.", { step: `${labelWith(choice.form, picks)}: ${say("choose a player")}` }) } : table;
}

/**
 * Returns what the only picked card does, in words, or null if no card of the game says this.
 * @param {CardRef[]} picks
 * @param {Record<string, Face>} faces
 * @returns {string|null}
 */
function effectOf(picks, faces) {
  if (Object.values(faces).every((face) => !face.text)) return null;
  const { face } = picks.length === 1 ? picks[0] : { face: "" };
  return faces[face]?.text ? `${cardName(face, faces)}: ${faces[face].text}` : "";
}

/**
 * Shows the prompt, and beside it what the picked card does, or else the situation. The place of this line is kept
 * while no card is picked.
 * @param {Pick<State, "clock">} state
 * @param {Table} table
 * @param {string|null} effect
 * @param {number} now
 */
function promptView(state, table, effect, now) {
  const letters = (table.prompt ?? "").length;
  const line = effect || table.situation || "";
  return html`<div class="prompt-box">
    <div class="said"><p class="prompt ${letters > LONG_PROMPT ? "prompt-long" : ""}" .style=${`--letters:${letters}`} data-testid="prompt" role="status">${table.prompt}</p>
      ${line || effect !== null ? html`<p class="situation ${line.length > LONG_LINE ? "long" : ""}" .style=${`--letters:${line.length}`} data-testid=${effect ? "effect" : "situation"}>${line}</p>` : nothing}</div>
    ${countdownView(state, now)}${warningView(state)}
  </div>`;
}

/**
 * @param {Pick<State, "clock">} state
 * @param {Table} table
 * @param {number} now
 * @param {PlayerChoice[]} choices  moves that pressing the viewer's own seat begins, if it is allowed
 * @param {Intents} on
 * @param {Record<string, Face>} faces
 * @param {Picking} picking
 */
function meView(state, table, now, choices, on, faces, picking) {
  const seat = me(table);
  const player = seat && withSide(table, withoutRepeats(table, seat, faces));
  const piles = zonesOf(table, table.you).filter((zone) => zone.count > 0 && isOwnPile(zone));
  const own = choices.filter(({ of }) => player && of.includes(player.id));
  const count = player && handCount(table, player.id);
  const isLit = Boolean(player?.turn && awaitedOf(table));
  const face = player && html`${avatar(table, player)}${isLit ? clockRing(state, now) : nothing}`;
  const signs = player ? [player.score, player.wins].filter(Boolean).map((number) => `★ ${number}`) : [];
  const letters = player ? lettersIn(player) + signs.join("").length + piles.reduce((sum, { label }) => sum + 4 + label.length, 0) : 0;
  const marks = (player?.marks?.length ?? 0) + signs.length + piles.length;
  const isFull = letters + MARK_EDGES * marks + Math.min(NAME_LETTERS, player?.name.length ?? 0) > FEW_LETTERS;
  return player
    ? html`<div class="me ${sideClass(table, player.id)} ${isLit ? "on-turn" : ""} ${isFull ? "me-full" : ""} ${own.length ? "can-choose" : ""}" data-player=${player.id} .style=${`--letters:${letters};--marks:${marks};--name:${player.name.length}`}>${own.length ? chooseBox(player, face, own, on) : html`<span class="face-box">${face}</span>`}
        <span class="seat-name" translate="no" dir="auto">${player.name}</span>${badges(table, isFull ? withoutReady(player) : player)}
        ${count === null || count === undefined ? nothing : html`<span class="me-count">${cardsText(count)}</span>`}
        ${piles.map((zone) => centralZone(zone, faces, picking))}</div>`
    : nothing;
}

/**
 * Returns the viewer without the mark that they are ready, which they know.
 * @param {Player} player
 */
function withoutReady(player) {
  return { ...player, marks: player.marks?.filter(({ kind }) => kind !== "ready") };
}

/**
 * Returns whether a zone of the viewer is a pile that lies face down, which stands in their own line, as those of
 * other players do at their seats.
 * @param {Zone} zone
 */
function isOwnPile({ kind, cards }) {
  return kind === "pile" && !cards;
}
