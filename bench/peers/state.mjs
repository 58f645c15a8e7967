/** The work of every peer: a room of four with 4 KB of state, of which an action changes two values. */

/** The state of a new room, as in `bench/baseline.py`. */
export function newState() {
  return {
    version: 0,
    last: "",
    table: Array.from({ length: 20 }, (_, n) => ({ player: `p${n + 1}`, name: `Player ${n + 1}`, cards: 13, turn: n === 0 })),
    log: Array.from({ length: 44 }, (_, n) => ({ at: 1790000000000 + n, by: "p1", text: `placed ${n} cards` })),
  };
}

/** Seats of a room. */
export const PLAYERS = 4;
