// Plays animations on the page, one scene after the other, before it draws a new table.

/** @import {Event, Face, Table, Travel} from "../shared/types.js" */
/** @import {LogState} from "./log.js" */
/** @import {State} from "./state.js" */
/** @import {Beat, Scene} from "./animations.js" */
/** @import {Flight, Place} from "./flights.js" */
/** @import {Cue} from "./cues.js" */

import { cueOf } from "./cues.js";
import { darkness, explosion, fadeIn, glow, shake, spotlight, stamp, wave } from "./effects.js";
import { fly, pause } from "./flights.js";
import { showVerdict, verdictLines, restoreVerdict, visibleLines } from "./log.js";
import { addScene, endScene, isAnimated, landBeat, sceneOf, shownTable, startBeat } from "./animations.js";
import { cardsIn, freePlaces, freeTableRect, handPlaces, placesIn, tableElement, tableRect, zoneRect } from "./places.js";
import { openQueue } from "./queue.js";
import { say } from "../shared/words.js";

/** Maximum number of cards drawn on one path. */
const MOST_CARDS = 12;
/** Number of cards that fly to each other player in a deal. */
const DEALT_CARDS = 3;
/** Pause between turning cards over and the verdict. */
const REVEAL_MS = 420;

/** @typedef {{scene: Scene, hand: Map<string, Place[]>}} QueuedScene */

/**
 * @param {Pick<State, "games"|"sync"|"log">} state
 * @param {object} page
 * @param {() => void} page.draw
 * @param {(cue: Cue) => void} page.sound
 * @param {() => void} page.onEnd  called when all animations have ended
 */
export function openAnimator(state, { draw, sound, onEnd }) {
  const queue = openQueue({ play: playScene, onEmpty: end, size: versionsOf });

  /** @type {import("./log.js").LogLine[]} */
  let verdictLater = [];
  /** @type {{face: string, place: Place}|null} */
  let dropped = null;

  function end() {
    state.log.stage = null;
    showVerdict(state.log, verdictLater);
    draw();
    onEnd();
  }

  /**
   * @param {QueuedScene} queued
   * @param {AbortSignal} stop
   * @param {number} behind  number of waiting scenes
   */
  async function playScene({ scene, hand }, stop, behind) {
    for (const beat of scene.beats) {
      if (!stop.aborted) await playBeat(beat, hand, stop, 1 + behind / 2);
    }
    if (stop.aborted || !state.log.stage) return;
    state.log.stage = endScene(state.log.stage, scene);
    draw();
  }

  /**
   * @param {Beat} beat
   * @param {Map<string, Place[]>} hand  earlier places of the viewer's cards
   * @param {AbortSignal} stop
   * @param {number} rate
   */
  async function playBeat(beat, hand, stop, rate) {
    if (!state.log.stage) return;
    const oldTable = tableNow();
    const origins = beat.travels.map((travel) => originsOf(travel, beat, hand));
    state.log.stage = startBeat(state.log.stage, beat, lineOf(state.log, beat.lines.at(-1))?.text);
    showVerdict(state.log, verdictOf(state.log, beat.event));
    draw();
    const cue = cueOf(beat);
    if (cue) sound(cue);
    const flights = beat.travels.flatMap((travel, nth) => flightsOf(travel, origins[nth], oldTable, beat));
    const isSlow = beat.event.kind === "call";
    const opening = openingOf(beat, faces(), stop);
    const clear = await fly(beat.event.kind === "deal" ? dealOrder(flights) : flights, faces(), stop, { rate, isSlow, onTurn: () => sound("place") });
    await opening;
    if (!stop.aborted && isSlow && flights.length) await pause(REVEAL_MS / rate, stop);
    if (!stop.aborted && state.log.stage) {
      state.log.stage = landBeat(state.log.stage, beat);
      draw();
    }
    clear();
    if (!stop.aborted) await closingOf(beat, stop);
  }

  const tableNow = () => shownTable(/** @type {Table} */ (state.sync.table), state.log.stage);
  /** @returns {Record<string, Face>} */
  const faces = () => state.games.get(state.sync.table?.game ?? "")?.faces ?? {};

  /**
   * @param {Travel} travel
   * @param {Place[]} origins
   * @param {Table} oldTable
   * @param {Beat} beat
   * @returns {Flight[]}
   */
  function flightsOf({ from, to, count, faces: openFaces }, origins, oldTable, beat) {
    const zone = beat.after.find((candidate) => candidate.id === to);
    const isMine = zone?.kind === "hand" && zone.owner === oldTable.you;
    const limit = beat.event.kind === "deal" && !isMine ? DEALT_CARDS : Math.max(MOST_CARDS, isMine ? count : 0);
    const number = Math.min(count, limit);
    const cards = Array.from({ length: number }, (_, nth) => openFaces?.[nth] ?? null);
    const targets = isMine ? freePlaces(cards) : placesIn(to, number);
    const sourceZone = oldTable.zones.find((candidate) => candidate.id === from);
    const wrongCards = state.sync.table?.zones.find((candidate) => candidate.id === to)?.wrong ?? [];
    return cards.flatMap((face, nth) => {
      const [start, target] = [origins[nth % origins.length], targets[nth]];
      if (!start || !target) return [];
      return [{ face, from: start, to: target, isOpen: face !== null && Boolean(sourceZone?.cards), willOpen: face !== null && Boolean(zone ? zone.cards : openFaces), isWrong: wrongCards.includes(nth) }];
    });
  }

  /** Returns the places of the viewer's cards. A dropped card starts where it was dropped. */
  function ownHandPlaces() {
    const places = handPlaces();
    if (dropped && places.has(dropped.face)) places.set(dropped.face, [dropped.place, ...(places.get(dropped.face) ?? []).slice(1)]);
    dropped = null;
    return places;
  }

  return {
    skip: queue.skip,

    /**
     * Remembers where a card was dropped on the table, so that it flies from there.
     * @param {string} face
     * @param {Place} place
     */
    drop(face, place) {
      dropped = { face, place };
    },

    /**
     * Draws a new table, at once or after its animations.
     * @param {Event[]} events
     * @param {Table|null} oldTable
     * @param {boolean} isStill  show changes without movement
     * @param {import("./log.js").LogLine[]} [verdict]  the verdict before this table
     */
    present(events, oldTable, isStill, verdict = []) {
      const { table } = state.sync;
      const scene = oldTable && table ? sceneOf(events, oldTable, table) : null;
      verdictLater = state.log.verdict === verdict ? [] : state.log.verdict;
      if (isStill || !state.log.stage) queue.skip();
      if (!scene || !isAnimated(scene, state.log.stage)) return draw();
      if (isStill) {
        for (const cue of new Set(scene.beats.map(cueOf))) if (cue) sound(cue);
        draw();
        return fadeIn(scene.beats.flatMap((beat) => beat.travels).flatMap((travel) => cardsIn(travel.to)));
      }
      const hand = ownHandPlaces();
      const stage = state.log.stage = addScene(state.log.stage, scene);
      if (verdictLater.some((line) => stage.futureLines.has(line.key))) restoreVerdict(state.log, verdict, stage.futureLines);
      draw();
      queue.add({ scene, hand });
    },
  };
}

/**
 * @param {QueuedScene} queued
 * @returns {number} number of versions of the room that it shows
 */
function versionsOf({ scene }) {
  return new Set(scene.beats.map((beat) => beat.event.v)).size;
}

/**
 * @param {Travel} travel
 * @param {Beat} beat
 * @param {Map<string, Place[]>} hand
 * @returns {Place[]}
 */
function originsOf({ from, faces, count }, beat, hand) {
  const own = (faces ?? []).flatMap((face) => {
    const place = beat.event.kind === "deal" ? undefined : hand.get(face)?.shift();
    return place ? [place] : [];
  });
  return from.startsWith("hand:") && own.length === faces?.length ? own : placesIn(from, Math.min(count, MOST_CARDS));
}

/**
 * @param {Flight[]} flights  one hand after the other
 * @returns {Flight[]} in rounds: one card for each player, and again
 */
function dealOrder(flights) {
  const rounds = new Map();
  return flights.map((flight) => {
    const key = `${flight.to.left}|${flight.to.top}`;
    const nth = rounds.get(key) ?? 0;
    rounds.set(key, nth + 1);
    return { flight, nth };
  }).sort((a, b) => a.nth - b.nth).map(({ flight }) => flight);
}

/**
 * @param {LogState} log
 * @param {string|undefined} key
 */
function lineOf({ lines }, key) {
  return lines.find((line) => line.key === key);
}

/**
 * @param {LogState} log
 * @param {Event} event
 * @returns {import("./log.js").LogLine[]} the important lines of the event's version
 */
function verdictOf(log, event) {
  return verdictLines(visibleLines(log).filter((line) => line.v === event.v));
}

/**
 * Plays effects during the flight of cards.
 * @param {Beat} beat
 * @param {Record<string, Face>} faces
 * @param {AbortSignal} stop
 */
async function openingOf({ event, travels }, faces, stop) {
  const table = freeTableRect();
  const face = travels.at(-1)?.faces?.[0];
  if (!table || !face) return;
  if (event.kind === "nope") await spotlight(face, faces, table, "slams", stop);
  if (event.kind === "danger") await Promise.all([darkness(1_150, 0.6, stop), spotlight(face, faces, table, "rises", stop)]);
  if (event.kind === "defused") await spotlight(face, faces, table, "rises", stop);
}

/**
 * Plays effects after the cards have landed.
 * @param {Beat} beat
 * @param {AbortSignal} stop
 */
async function closingOf({ event, colour, after }, stop) {
  const [table, free] = [tableRect(), freeTableRect()];
  if (!table || !free) return;
  const pile = after.find((zone) => zone.colour);
  if (colour) await wave((pile && zoneRect(pile.id)) ?? table, table, `wave-${colour}`, stop);
  switch (event.kind) {
    case "explosion":
      await Promise.all([explosion(table, stop), shake(tableElement(), stop, 14)]);
      break;
    case "nope":
      await shake(tableElement(), stop);
      break;
    case "caught":
      await Promise.all([stamp(free, say("Caught!"), "bad", stop), shake(tableElement(), stop)]);
      break;
    case "lie":
      await Promise.all([stamp(free, say("A lie!"), "bad", stop), glow(table, "bad", stop), shake(tableElement(), stop)]);
      break;
    case "truth":
      await Promise.all([stamp(free, say("The truth!"), "good", stop), glow(table, "good", stop)]);
      break;
    case "defused":
    case "round":
      await glow(table, "good", stop);
      break;
    default:
  }
}
