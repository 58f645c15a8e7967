// Which cards fly where when a table replaces another. Decoration only: the table is right without it.

/** @import {Event} from "./types.js" */
/** @typedef {{from: string, to: string, faces: (string|null)[]}} Flight */

/** More cards than this blur into each other. */
const MOST_CARDS = 6;

/**
 * @param {Event[]} events  what is new
 * @returns {Flight[]} nothing when more than one version arrived: that is catching up, not watching
 */
export function flightsOf(events) {
  if (new Set(events.map((event) => event.v)).size !== 1) return [];
  return events.flatMap((event) => (event.cards ?? [])
    .filter((travel) => travel.from && travel.to && travel.from !== travel.to && travel.count > 0)
    .map((travel) => ({
      from: travel.from,
      to: travel.to,
      faces: Array.from({ length: Math.min(travel.count, MOST_CARDS) }, (_, nth) => travel.faces?.[nth] ?? null),
    })));
}
