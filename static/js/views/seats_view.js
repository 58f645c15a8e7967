// The other players around the table, and the badges that go with a name anywhere.

/** @import {Face, Mark, Player, Table, Zone} from "../types.js" */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { repeat } from "../../vendor/lit-html/directives/repeat.js";
import { handCount, opponents, zonesOf } from "../layout.js";
import { counted } from "../text.js";
import { robot } from "./icons.js";
import { ownedZone } from "./zone_view.js";

/** Backs drawn for a hand; the number tells the rest. */
const FAN = 4;

/**
 * @param {Table} table
 * @param {Record<string, Face>} faces
 */
export function seatsView(table, faces) {
  const others = opponents(table);
  return html`<ol class="seats" .style=${`--columns:${seatColumns(others.length)}`} aria-label="Other players">
    ${repeat(others, (player) => player.id, (player) => seat(table, player, faces))}
  </ol>`;
}

/**
 * Up to seven fit into one row; more sit in two rows of even length.
 * @param {number} count
 */
function seatColumns(count) {
  return count > 7 ? Math.ceil(count / 2) : Math.max(1, count);
}

/**
 * @param {Table} table
 * @param {Player} player
 * @param {Record<string, Face>} faces
 */
function seat(table, player, faces) {
  const count = handCount(table, player.id);
  const displays = zonesOf(table, player.id).filter((zone) => zone.count > 0 && (zone.kind !== "hand" || zone.cards));
  return html`<li class="seat ${player.turn ? "on-turn" : ""} is-${player.status}" data-testid="opponent"
      data-player=${player.id} aria-current=${player.turn ? "true" : "false"}>
    ${avatar(table, player)}
    <span class="seat-name" title=${player.name}>${player.name}</span>
    ${count === null ? nothing : hand(zonesOf(table, player.id), count)}
    <div class="seat-badges">${player.turn ? html`<span class="badge turn">plays</span>` : nothing}${badges(table, player)}</div>
    ${displays.map((zone) => ownedZone(zone.kind === "hand" ? { ...zone, label: "" } : zone, faces))}
  </li>`;
}

/**
 * @param {Zone[]} zones
 * @param {number} count
 */
function hand(zones, count) {
  const id = zones.find((zone) => zone.kind === "hand")?.id;
  const backs = Math.min(FAN, count);
  return html`<span class="seat-hand" data-zone=${id} title=${counted(count, "card")}>
    <span class="fan fan-${backs}" aria-hidden="true">${Array.from({ length: backs }, () => html`<i class="card back"></i>`)}</span>
    <b class="seat-count">${count}</b><span class="unseen"> ${count === 1 ? "card" : "cards"}</span></span>`;
}

/**
 * @param {Table} table
 * @param {Player} player
 */
export function avatar(table, player) {
  const nth = table.players.findIndex((one) => one.id === player.id) % 10;
  return html`<span class="avatar avatar-${nth}" aria-hidden="true">${[...player.name][0]?.toUpperCase() ?? "?"}</span>`;
}

/**
 * @param {Table} table
 * @param {Player} player
 */
export function badges(table, player) {
  return [
    player.id === table.you ? badge("you", "you") : nothing,
    player.id === table.host ? badge("host", "host") : nothing,
    player.bot ? botBadge(player.bot) : nothing,
    player.status === "away" ? html`<span class="badge away" data-testid="away-badge">away</span>` : nothing,
    player.status === "left" ? badge("left", "quiet") : nothing,
    player.wins ? html`<span class="badge wins" title=${counted(player.wins, "win")}
      ><span aria-hidden="true">★ ${player.wins}</span><span class="unseen">${counted(player.wins, "win")}</span></span>` : nothing,
    player.score && table.phase !== "lobby"
      ? html`<span class="badge score" title="score"><span class="unseen">score </span>${player.score}</span>` : nothing,
    ...(player.marks ?? []).map((/** @type {Mark} */ mark) => badge(mark.label, mark.tone ?? "info")),
  ];
}

/** @param {string} level */
function botBadge(level) {
  return html`<span class="badge bot" data-testid="bot-badge" data-level=${level} title="bot, ${level}"
    >${robot()}<span class="unseen">bot, </span>${level}</span>`;
}

/**
 * @param {string} label
 * @param {string} look
 */
function badge(label, look) {
  return html`<span class="badge ${look}">${label}</span>`;
}
