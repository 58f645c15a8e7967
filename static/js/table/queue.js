// A queue between what is received and what is drawn: one after the other, never far behind.

/** Whoever would have to wait for more than so many looks at the present. */
const MOST_BEHIND = 3;

/**
 * @template T
 * @param {object} on
 * @param {(item: T, stop: AbortSignal, behind: number) => Promise<void>} on.play  ends soon after `stop`; `behind`: how many wait
 * @param {() => void} on.rest  nothing is left to be played
 * @param {(item: T) => number} [on.size]  for how many it counts
 */
export function openQueue({ play, rest, size = () => 1 }) {
  /** @type {T[]} */
  let waiting = [];
  /** @type {AbortController|null} */
  let playing = null;

  async function run() {
    const mine = playing = new AbortController();
    while (waiting.length && !mine.signal.aborted) await play(/** @type {T} */ (waiting.shift()), mine.signal, waiting.length);
    if (playing === mine) playing = null;
    if (!mine.signal.aborted) rest();
  }

  /** Leaves out what is being played, and what waits. */
  function jump() {
    if (!playing) return;
    waiting = [];
    playing.abort();
    playing = null;
    rest();
  }

  return {
    jump,

    /** @param {T} item */
    add(item) {
      const behind = [...waiting, item].reduce((sum, queued) => sum + size(queued), 0);
      if (behind > MOST_BEHIND) return playing ? jump() : rest();
      waiting.push(item);
      if (!playing) run();
    },
  };
}
