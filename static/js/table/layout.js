// Places of players and numbers of cards in a row. Pure: it does not measure the page.

/** @import {Face, Game, Mark, Player, Table, Zone} from "../shared/types.js" */

/**
 * Returns the other players, clockwise from the viewer's seat; all players for a spectator.
 * @param {Table} table
 * @returns {Player[]}
 */
export function opponents(table) {
  const own = table.players.findIndex((player) => player.id === table.you);
  return [...table.players.slice(own + 1), ...table.players.slice(0, Math.max(0, own))];
}

/**
 * @param {Table} table
 * @returns {Player|undefined}
 */
export function me(table) {
  return table.players.find((player) => player.id === table.you);
}

/** The kind of mark of a player that waits for the next game. */
const WAITS_FOR_NEXT = "next_game";

/**
 * @param {Table} table
 * @returns {boolean} whether this viewer has a seat, but not in the running game
 */
export function isWaitingForNext(table) {
  return table.phase === "playing" && Boolean(me(table)?.marks?.some((mark) => mark.kind === WAITS_FOR_NEXT));
}

/**
 * @param {Table} table
 * @param {Game|undefined} game  missing until the catalogue is loaded
 * @returns {number|null} number of free seats; null if unknown
 */
export function freeSeats(table, game) {
  const occupied = table.players.filter((player) => player.status !== "left").length;
  const seats = table.seats ?? game?.max_players;
  return seats === undefined ? null : Math.max(0, seats - occupied);
}

/**
 * @param {Table} table
 * @returns {boolean} whether the waiting room has no free seat
 */
export function isFull(table) {
  return table.phase === "lobby" && table.seats !== undefined && table.players.length >= table.seats;
}

/**
 * Returns the position of a seat around an oval table: the first at the bottom, the others clockwise.
 * @param {number} nth
 * @param {number} seats
 * @returns {string} style: --x and --y from -1 to 1, to the right and down
 */
export function placeAround(nth, seats) {
  const angle = Math.PI * (0.5 + 2 * nth / Math.max(1, seats));
  return `--x:${Math.cos(angle).toFixed(3)};--y:${Math.sin(angle).toFixed(3)}`;
}

/**
 * @param {Table} table
 * @param {string|null} owner  null for the zones in the middle
 * @returns {Zone[]}
 */
export function zonesOf(table, owner) {
  return table.zones.filter((zone) => zone.owner === owner);
}

/**
 * Returns whether all players have a display, which their seats then show.
 * @param {Table} table
 */
export function haveDisplays(table) {
  return table.players.every((player) => zonesOf(table, player.id).some((zone) => zone.kind === "display"));
}

/**
 * Returns whether a zone is drawn: it has cards, or a note about none, such as a total of 0.
 * @param {Zone} zone
 */
export function isLaid({ count, note }) {
  return count > 0 || note !== undefined;
}

/**
 * Returns whether one of these displays has the highest total of all.
 * @param {Table} table
 * @param {Zone[]} zones
 */
export function isHighest({ facts = [] }, zones) {
  const highest = facts.find((fact) => fact.kind === "highest_total");
  return zones.some(({ count, note }) => count && note === String(highest?.value));
}

/**
 * Returns the open rows of all players, such as the cards of a trick, if each player has such a row. If there
 * are several for each player, rows without any card are left out.
 * @param {Table} table
 * @returns {{player: Player, zone: Zone}[]} clockwise, the viewer's last; none if players have displays
 */
export function openRows(table) {
  if (haveDisplays(table)) return [];
  const rows = [...opponents(table), ...table.players.filter((player) => player.id === table.you)]
    .flatMap((player) => zonesOf(table, player.id).filter((zone) => zone.kind === "row").map((zone) => ({ player, zone })));
  const owners = new Set(table.zones.flatMap((zone) => zone.owner ?? []));
  const named = (/** @type {string} */ name) => rows.filter(({ zone }) => baseName(zone) === name);
  const open = [...new Set(rows.map(({ zone }) => baseName(zone)))]
    .filter((name) => named(name).length === owners.size && named(name).every(({ zone }) => zone.cards));
  const used = open.filter((name) => named(name).some(({ zone }) => zone.count));
  const shown = used.length ? used : open.slice(0, 1);
  return rows.filter(({ zone }) => shown.includes(baseName(zone)));
}

/**
 * Returns places for open rows around the middle of the table, such as the four cards of a trick: clockwise
 * from the left, the last one in the middle of the lower edge.
 * @param {number} count
 * @param {number} sides  maximum number of places at the left, and at the right
 * @returns {{columns: number, lines: number, spots: {x: number, y: number}[]}} how many places are side by
 *   side and one above the other, and the centre of each place from the middle, in places
 */
export function placesAround(count, sides) {
  const side = Math.min(sides, Math.floor((count - 1) / 2));
  const rest = count - 2 * side;
  const below = 1 + 2 * Math.floor((rest - 1) / 4);
  const above = rest - below;
  // Without a place above, those at the sides are between the two lines.
  const high = above || side > 1 ? 0.5 : side / 4;
  const edge = Math.max(above, below) / 2 + (side ? 0.5 : -0.5);
  const across = (/** @type {number} */ places, /** @type {number} */ y) => Array.from({ length: places }, (_, nth) => ({ x: nth - (places - 1) / 2, y }));
  const along = (/** @type {number} */ x) => Array.from({ length: side }, (_, nth) => ({ x, y: side > 1 ? 0.5 - nth : above ? 0 : -high }));
  const low = across(below, high).reverse();
  const half = (below + 1) / 2;
  return {
    columns: 2 * edge + 1,
    lines: 2 * high + 1,
    spots: [...low.slice(half), ...along(-edge), ...across(above, -high), ...along(edge).reverse(), ...low.slice(0, half)],
  };
}

/**
 * Returns the player who led an unfinished trick: the cards before the place of the player on turn were laid
 * one after the other.
 * @param {Table} table
 * @param {ReturnType<typeof openRows>} rows
 * @returns {Player|undefined} nothing if no card is laid, or it is not clear in which order
 */
export function leaderOf(table, rows) {
  const back = table.facts?.find((fact) => fact.kind === "direction")?.value === -1 ? 1 : -1;
  const onTurn = rows.filter(({ player }) => player.turn && handCount(table, player.id) !== null);
  const from = rows.indexOf(onTurn[0]);
  const before = (/** @type {number} */ steps) => rows[(from + steps * back + rows.length * 2) % rows.length];
  if (onTurn.length !== 1 || before(0).zone.count) return undefined;
  let laid = 0;
  while (before(laid + 1).zone.count) laid++;
  return laid ? before(laid).player : undefined;
}

/**
 * Returns the leader of the trick on the table. A full trick does not tell its leader, so it is the one that
 * the table before had, as long as none of its cards is gone.
 * @param {Table} table
 * @param {Table|null} before
 * @param {string|undefined} leader  before
 * @returns {string|undefined} a player
 */
export function leaderAfter(table, before, leader) {
  const rows = openRows(table);
  const found = leaderOf(table, rows)?.id;
  if (found || !leader || !before || !rows.every(({ zone }) => zone.count)) return found;
  const cards = new Map(rows.map(({ zone }) => [zone.id, zone.cards ?? []]));
  const isKept = openRows(before).every(({ zone }) => zone.cards?.every((card, nth) => card === cards.get(zone.id)?.[nth]));
  return isKept ? leader : undefined;
}

/**
 * @param {Zone} zone
 * @returns {string} the name of the zone without its owner
 */
function baseName(zone) {
  return zone.id.split(":", 1)[0];
}

/**
 * @param {Table} table
 * @param {string} owner
 * @returns {number|null} cards in hand, null where the game has no hands
 */
export function handCount(table, owner) {
  const hands = zonesOf(table, owner).filter((zone) => zone.kind === "hand");
  return hands.length ? hands.reduce((sum, zone) => sum + zone.count, 0) : null;
}

/**
 * Returns columns as a row, for places where columns would be too high. All cards of a rank, such as a book,
 * are one card there; so are pairs, or larger books, if all cards lie in such. A row of nothing else has the kind
 * `books`.
 * @param {Zone} zone
 * @param {Record<string, Face>} faces
 * @param {boolean} [isWhole]  whether all cards stay, because one of them can be picked
 * @returns {Zone}
 */
export function inRow(zone, faces, isWhole = false) {
  if (zone.kind !== "columns") return zone;
  const rank = (/** @type {string|null} */ code) => faces[code ?? ""]?.rank;
  const inRank = (/** @type {(string|null)[]} */ codes, /** @type {string|null} */ code) => codes.filter((one) => rank(one) === rank(code)).length;
  const least = Math.min(...(zone.cards ?? []).map((code) => rank(code) ? inRank(zone.cards ?? [], code) : 1));
  const book = (/** @type {string|null} */ code, /** @type {(string|null)[]} */ all) => least > 1 ? least
    : inRank(all, code) < inRank(Object.keys(faces), code) ? 1 : inRank(all, code);
  const isShown = (/** @type {string|null} */ code, /** @type {number} */ nth, /** @type {(string|null)[]} */ all) =>
    isWhole || !rank(code) || inRank(all.slice(nth + 1), code) % book(code, all) === 0;
  const cards = zone.cards?.filter(isShown);
  const isBooks = !isWhole && cards?.every((code) => rank(code) && inRank(zone.cards ?? [], code) > 1);
  return { ...zone, kind: isBooks ? "books" : "row", cards, count: cards?.length ?? zone.count };
}

/**
 * Returns the player without marks that only repeat one of their zones: the number of cards of a pile, or the
 * ranks in open columns. Points that the marks of all players tell, or the situation those of two sides, are not
 * told a second time.
 * @param {Table} table
 * @param {Player} player
 * @param {Record<string, Face>} [faces]
 * @returns {Player}
 */
export function withoutRepeats(table, player, faces = {}) {
  const ranks = (/** @type {(string|null)[]} */ codes) => [...new Set(codes.map((code) => faces[code ?? ""]?.rank))].sort().join();
  const repeats = (/** @type {string} */ mark) => zonesOf(table, player.id).some(({ kind, label, count, cards = [] }) =>
    mark === `${label}: ${count}` ? kind === "pile" || (kind === "columns" && !count)
      : kind === "columns" && count && mark.startsWith(`${label}: `) && mark.slice(label.length + 2).split(", ").sort().join() === ranks(cards));
  const isSaid = sideClass(table, player.id) && table.situation?.split(/\W+/).includes(`${player.score}`);
  const isMarked = isSaid || table.players.every(({ marks, score }) => !score || marks?.some(({ kind, value }) => kind === "tally" && value === score));
  return { ...player, score: isMarked ? 0 : player.score, marks: player.marks?.filter(({ label }) => !repeats(label)) };
}

/**
 * Returns the players in sides: if each is named by a mark of another one, such as a partner, they are a side.
 * @param {Player[]} players
 * @param {boolean} [needSamePoints]  whether only players with the same points are a side
 * @returns {Player[][]}
 */
export function sidesOf(players, needSamePoints = false) {
  const names = (/** @type {Player} */ { marks }, /** @type {Player} */ { name }) => marks?.some((mark) => isAbout(mark, name));
  const sideOf = (/** @type {Player} */ player) => players.filter((other) =>
    other === player || ((!needSamePoints || other.score === player.score) && (names(player, other) || names(other, player))));
  return players.every((player) => sideOf(player).length > 1) ? players.map(sideOf).filter(([first], nth) => first === players[nth]) : players.map((player) => [player]);
}

/**
 * @param {Mark} mark
 * @param {string} name  of a player
 * @returns {boolean} whether the mark names this player, as “Partner: Ada” does
 */
export function isAbout({ label }, name) {
  return label.endsWith(`: ${name}`);
}

/**
 * Returns the classes of a player's side, which has a colour of its own if all players are on sides.
 * @param {Table} table
 * @param {string} id  of the player
 */
export function sideClass({ players }, id) {
  const sides = sidesOf(players);
  return sides.length < players.length ? `side-${sides.findIndex((side) => side.some((one) => one.id === id))}` : "";
}

/**
 * @param {Zone[]} zones  in the middle
 * @returns {string} style: how many zones and columns there are, and the number of cards of the longest column
 */
export function sizesOf(zones) {
  const counts = zones.filter(({ kind }) => kind === "columns").map(({ count }) => count);
  return `--zones:${zones.length};--columns:${counts.length};--most:${Math.max(1, ...counts)}`;
}

/**
 * Returns the number of cards per row, for rows of even length.
 * @param {number} count
 * @param {number} limit  cards that fit into one row
 * @returns {number} at least 1
 */
export function perRow(count, limit) {
  const rows = Math.max(1, Math.ceil(count / limit));
  return Math.max(1, Math.ceil(count / rows));
}
