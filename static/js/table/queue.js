// A queue of animations: it plays them in order, and skips them if too many wait.

/** Maximum number of waiting items; with more, all are skipped. */
const MOST_BEHIND = 3;

/**
 * @template T
 * @param {object} on
 * @param {(item: T, stop: AbortSignal, behind: number) => Promise<void>} on.play  ends soon after `stop`;
 *   `behind`: number of waiting items
 * @param {() => void} on.onEmpty  called when no items are left
 * @param {(item: T) => number} [on.size]  the weight of an item
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

  /** Skips the running item and all waiting ones. */
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
