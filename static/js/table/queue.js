// A queue between what is received and what is drawn: one after the other, never far behind.

/** Whoever would have to wait for more than so many looks at the present. */
const MOST_BEHIND = 3;

/**
 * @template T
 * @param {object} on
 * @param {(item: T, stop: AbortSignal, behind: number) => Promise<void>} on.play  ends soon after `stop`; `behind`: how many wait
 * @param {() => void} on.onEmpty  nothing is left to be played
 * @param {(item: T) => number} [on.size]  for how many it counts
 */
export function openQueue({ play, onEmpty, size = () => 1 }) {
  /** @type {T[]} */
  let waiting = [];
  /** @type {AbortController|null} */
  let playing = null;

  async function run() {
    const current = playing = new AbortController();
    while (waiting.length && !current.signal.aborted) await play(/** @type {T} */ (waiting.shift()), current.signal, waiting.length);
    if (playing === current) playing = null;
    if (!current.signal.aborted) onEmpty();
  }

  /** Leaves out what is being played, and what waits. */
  function skip() {
    if (!playing) return;
    waiting = [];
    playing.abort();
    playing = null;
    onEmpty();
  }

  return {
    skip,

    /** @param {T} item */
    add(item) {
      const behind = [...waiting, item].reduce((sum, queued) => sum + size(queued), 0);
      if (behind > MOST_BEHIND) return playing ? skip() : onEmpty();
      waiting.push(item);
      if (!playing) run();
    },
  };
}
