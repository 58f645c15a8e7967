// Plans the animations between two tables from their events. Pure. The table itself never depends on them.

/** @import {Event, Fact, Table, Travel, Zone} from "../shared/types.js" */

import { isVisible } from "./cues.js";
import { roomForms } from "../shared/forms.js";

/**
 * @typedef {object} Beat  The animation of one event.
 * @property {Event} event
 * @property {string[]} lines  keys of the lines of the log that appear with it: its own, and those of the events
 *   between the beat before and this one, which have no animation
 * @property {Travel[]} travels  cards that go from one zone to another
 * @property {Zone[]} during  zones while the cards fly; places in rows are already reserved
 * @property {Zone[]} after  zones after the cards have landed
 * @property {string} colour  the new colour in force, or ""
 * @property {Fact[]} [facts]  facts after landing, if they change
 */

/**
 * @typedef {{beats: Beat[], endsRound: boolean, rest: string[], oldTable: Table, table: Table}} Scene  The animations
 *   from one table to the next. `rest`: keys of the lines that appear after all animations, such as the outcome of the game
 */

/**
 * @typedef {object} Stage  The state shown during animations.
 * @property {Table} table  the shown table without its zones
 * @property {Zone[]} zones
 * @property {Record<string, (string|null)[]>} arriving  cards in flight by target zone, whose places are
 *   still empty
 * @property {Set<string>} futureLines  keys of log lines whose events are not shown yet
 * @property {number} secrets  number of scenes whose outcome the new table would reveal
 * @property {string} sentence  the log line of the running animation, or ""
 * @property {Fact[]} [facts]  facts that replace those of the table
 */

/**
 * @param {Event} event
 * @param {number} nth  index of the event within its version
 * @returns {string} key of its line in the log
 */
export function lineKey(event, nth) {
  return `${event.v}.${nth}`;
}

/**
 * Returns the index of each event within its version, which is the same in all answers.
 * @param {Event[]} events
 * @returns {number[]} one index for each event
 */
export function indexesInVersion(events) {
  return events.map((event, nth) => events.slice(0, nth).filter((earlier) => earlier.v === event.v).length);
}

/**
 * @param {Event[]} events  new events
 * @param {Table} oldTable
 * @param {Table} table
 * @returns {Scene}
 */
export function sceneOf(events, oldTable, table) {
  const deal = events.some((event) => event.kind === "deal") ? dealTravels(table) : null;
  let zones = deal ? zonesBeforeDeal(table, deal) : oldTable.zones;
  const indexes = indexesInVersion(events);
  /** @type {string[]|null} */
  let waiting = null;
  const beats = events.flatMap((event, nth) => {
    const key = lineKey(event, indexes[nth]);
    const travels = deal ? (event.kind === "deal" ? deal : []) : (event.cards ?? []).filter(isTravel);
    if (!travels.length && !isVisible(event)) {
      waiting?.push(key);
      return [];
    }
    const lines = [...(waiting ?? []), key];
    waiting = [];
    const during = travels.reduce((zonesSoFar, travel) => withSpreadTravel(withoutTravel(zonesSoFar, travel), travel, table), zones);
    zones = travels.reduce((zonesSoFar, travel) => isSpreadTo(zonesSoFar, travel, table) ? zonesSoFar : withTravel(zonesSoFar, travel, table), during);
    const colour = event.kind === "colour" ? colourInForce(table) : "";
    return [/** @type {Beat} */ ({ event, lines, travels, during, after: zones, colour })];
  });
  const last = beats.at(-1);
  if (last) Object.assign(last, { after: table.zones, colour: chosenColour(oldTable, table) || last.colour });
  for (const beat of beats) if (beat.colour) beat.facts = table.facts;
  return { beats, endsRound: events.some(({ kind }) => kind === "round"), rest: waiting ?? [], oldTable: deal ? { ...table, zones: zonesBeforeDeal(table, deal) } : oldTable, table };
}

/** @param {Travel} travel */
function isTravel({ from, to, count }) {
  return Boolean(from && to) && from !== to && count > 0;
}

/**
 * Returns the travels of a deal. Events don't list the dealt cards, so all hands are dealt from the draw
 * pile, if there is one.
 * @param {Table} table
 * @returns {Travel[]}
 */
function dealTravels(table) {
  const pile = table.zones.find((zone) => zone.kind === "pile" && !zone.owner && !zone.cards && zone.count)?.id ?? "";
  return table.zones.filter((zone) => zone.kind === "hand" && zone.count)
    .map((zone) => ({ from: pile, to: zone.id, count: zone.count, ...(zone.cards && { faces: /** @type {string[]} */ (zone.cards) }) }));
}

/**
 * @param {Table} table
 * @param {Travel[]} deal
 * @returns {Zone[]} the zones before the deal, with empty hands
 */
function zonesBeforeDeal(table, deal) {
  const total = deal.reduce((sum, travel) => sum + travel.count, 0);
  return table.zones.map((zone) => {
    if (zone.id === deal[0]?.from) return { ...zone, count: zone.count + total };
    return zone.kind === "hand" ? { ...zone, count: 0, ...(zone.cards && { cards: [] }) } : zone;
  });
}

/**
 * @param {Table} table
 * @returns {string} the colour in force, or ""
 */
function colourInForce(table) {
  return String(table.facts?.find((fact) => fact.kind === "colour")?.value ?? "");
}

/**
 * @param {Table} oldTable
 * @param {Table} table
 * @returns {string} the new colour of a pile, or ""
 */
function chosenColour(oldTable, table) {
  const pile = table.zones.find((zone) => zone.colour && zone.colour !== oldTable.zones.find((earlier) => earlier.id === zone.id)?.colour);
  return pile?.colour ?? "";
}

/**
 * @param {Zone[]} zones
 * @param {Travel} travel
 * @returns {Zone[]} zones without the cards that leave
 */
function withoutTravel(zones, { from, faces, count }) {
  return zones.map((zone) => zone.id !== from ? zone : {
    ...zone, count: Math.max(0, zone.count - count), wrong: undefined, ...(zone.cards && { cards: withoutFaces(zone.cards, faces, count) }),
  });
}

/**
 * @param {(string|null)[]} cards
 * @param {string[]|undefined} faces  to remove; missing: the top cards
 * @param {number} count
 */
function withoutFaces(cards, faces, count) {
  if (!faces) return cards.slice(0, Math.max(0, cards.length - count));
  const remaining = [...cards];
  for (const face of faces) {
    const at = remaining.lastIndexOf(face);
    if (at >= 0) remaining.splice(at, 1);
  }
  return remaining;
}

/**
 * @param {Zone[]} zones
 * @param {Travel} travel
 * @param {Table} table
 * @returns {boolean} whether each card gets its own visible place
 */
function isSpreadTo(zones, { to }, table) {
  const zone = zones.find((candidate) => candidate.id === to) ?? table.zones.find((candidate) => candidate.id === to);
  return zone ? zone.kind !== "hand" && zone.kind !== "pile" : true;
}

/**
 * @param {Zone[]} zones
 * @param {Travel} travel
 * @param {Table} table
 */
function withSpreadTravel(zones, travel, table) {
  return isSpreadTo(zones, travel, table) ? withTravel(zones, travel, table) : zones;
}

/**
 * @param {Zone[]} zones
 * @param {Travel} travel
 * @param {Table} table  the table with new zones
 * @returns {Zone[]} with the cards of the travel
 */
function withTravel(zones, { to, faces, count }, table) {
  const zonesWithTarget = zones.some((zone) => zone.id === to) ? zones : [...zones, newZone(to, Boolean(faces), table)];
  return zonesWithTarget.map((zone) => zone.id !== to ? zone : {
    ...zone, count: zone.count + count, ...(zone.cards && { cards: [...zone.cards, ...(faces ?? Array(count).fill(null))] }),
  });
}

/**
 * @param {string} id
 * @param {boolean} isOpen
 * @param {Table} table
 * @returns {Zone} an empty zone; if the table no longer has this zone, a row in the middle
 */
function newZone(id, isOpen, table) {
  const zone = table.zones.find((candidate) => candidate.id === id);
  return zone ? { ...zone, count: 0, ...(zone.cards && { cards: [] }) }
    : { id, kind: "row", owner: null, label: "", count: 0, ...(isOpen && { cards: [] }) };
}

/**
 * @param {Scene} scene
 * @param {Stage|null} stage  null if no animation is running
 * @returns {boolean} whether to animate the scene
 */
export function isAnimated({ beats, oldTable, table }, stage) {
  return table.phase !== "lobby" && oldTable.phase === "playing" && oldTable.game === table.game && (beats.length > 0 || stage !== null);
}

/**
 * Adds a scene that will be played later, and hides its outcome until then.
 * @param {Stage|null} stage
 * @param {Scene} scene
 * @returns {Stage}
 */
export function addScene(stage, { beats, endsRound, rest, oldTable, table }) {
  const base = stage ?? { table: oldTable, zones: oldTable.zones, arriving: {}, futureLines: new Set(), secrets: 0, sentence: "" };
  const ownIds = ownHands(table);
  const arriving = { ...base.arriving };
  for (const { to, faces } of beats.flatMap((beat) => beat.travels)) {
    if (faces && ownIds.has(to)) arriving[to] = [...(arriving[to] ?? []), ...faces];
  }
  const secrets = base.secrets + Number(isSecret({ beats, endsRound, table }));
  return { ...base, arriving, secrets, futureLines: new Set([...base.futureLines, ...beats.flatMap((beat) => beat.lines), ...rest]) };
}

/** @param {Pick<Scene, "beats"|"endsRound"|"table">} scene */
function isSecret({ beats, endsRound, table }) {
  return table.phase === "over" || endsRound || beats.some((beat) => beat.event.kind);
}

/**
 * @param {Table} table
 * @returns {Set<string>} ids of the viewer's hands
 */
export function ownHands(table) {
  return new Set(table.zones.filter((zone) => zone.kind === "hand" && zone.owner === table.you && table.you !== null).map((zone) => zone.id));
}

/**
 * Starts a beat: its cards fly, and its log line becomes visible.
 * @param {Stage} stage
 * @param {Beat} beat
 * @param {string} [sentence]  its line of the log
 * @returns {Stage}
 */
export function startBeat(stage, beat, sentence = "") {
  const arriving = { ...stage.arriving };
  for (const { to, faces, count } of beat.travels) {
    const zone = beat.during.find((candidate) => candidate.id === to);
    if (zone && zone.kind !== "hand" && zone.kind !== "pile") arriving[to] = [...(arriving[to] ?? []), ...(faces ?? Array(count).fill(null))];
  }
  const futureLines = without(stage.futureLines, beat.lines);
  return { ...stage, zones: beat.during, arriving, futureLines, sentence: sentence || stage.sentence };
}

/**
 * Ends a beat: its cards have landed.
 * @param {Stage} stage
 * @param {Beat} beat
 * @returns {Stage}
 */
export function landBeat(stage, beat) {
  const arriving = { ...stage.arriving };
  for (const { to, faces, count } of beat.travels) {
    if (arriving[to]) arriving[to] = withoutFaces(arriving[to], faces, count);
  }
  return { ...stage, zones: beat.after, arriving, facts: beat.facts ?? stage.facts };
}

/**
 * @param {Stage} stage
 * @param {Scene} scene  that has ended
 * @returns {Stage}
 */
export function endScene(stage, { beats, endsRound, rest, table }) {
  const secrets = stage.secrets - Number(isSecret({ beats, endsRound, table }));
  return { ...stage, table, zones: table.zones, secrets, sentence: "", facts: undefined, futureLines: without(stage.futureLines, rest) };
}

/**
 * @param {Set<string>} lines
 * @param {string[]} shown
 */
function without(lines, shown) {
  return new Set([...lines].filter((line) => !shown.includes(line)));
}

/**
 * Returns whether prompt, turn and moves of the new table are hidden until the animations have shown their
 * reason. Meanwhile nobody is on turn. Reactions are never hidden, because their time is short.
 * @param {Table} table
 * @param {Stage|null} stage
 */
export function isHeldBack(table, stage) {
  return stage !== null && stage.secrets > 0 && table.awaited !== "reaction";
}

/**
 * Returns the table to draw during animations. The viewer's own hand is always up to date.
 * @param {Table} table
 * @param {Stage|null} stage
 * @returns {Table}
 */
export function shownTable(table, stage) {
  if (!stage) return table;
  const ownIds = ownHands(table);
  const zones = [...stage.zones.filter((zone) => !ownIds.has(zone.id)), ...table.zones.filter((zone) => ownIds.has(zone.id))]
    .map((zone) => ({ ...zone, arriving: stage.arriving[zone.id] ?? [] }));
  const { phase, facts, result } = stage.table;
  const staged = { ...table, phase, zones, facts: stage.facts ?? facts, result };
  if (!isHeldBack(table, stage)) return staged;
  const { prompt } = stage.table;
  const players = stage.table.players.map((player) => ({ ...player, turn: false }));
  return { ...staged, players, prompt: stage.sentence || prompt, situation: stage.table.situation, awaited: undefined, moves: roomForms(table) };
}
