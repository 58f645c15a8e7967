// Keys, swipes and dropped files of the replay page.

/**
 * Handles keys of the page, unless the focused control uses them.
 * @param {Record<string, () => void>} keys
 */
export function onKeys(keys) {
  document.addEventListener("keydown", (event) => {
    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey || handlesKey(event.target, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  });
}

/**
 * @param {EventTarget|null} target  the focused element
 * @param {string} key
 */
function handlesKey(target, key) {
  if (!(target instanceof Element)) return false;
  if (target.closest("button, a, summary, [type=checkbox]")) return key === " ";
  return target.closest("[type=range]") ? key !== " " : Boolean(target.closest("input, select, textarea"));
}

/** Minimum horizontal distance of a swipe. */
const SWIPE_PX = 60;

/**
 * @param {() => void} right  called for a swipe to the right
 * @param {() => void} left
 */
export function onSwipe(right, left) {
  /** @type {{x: number, y: number}|null} */
  let start = null;
  document.addEventListener("touchstart", (event) => {
    const { touches, target } = event;
    const isHeld = target instanceof Element && target.closest("input, select, .side");
    start = touches.length === 1 && !isHeld ? { x: touches[0].clientX, y: touches[0].clientY } : null;
  }, { passive: true });
  document.addEventListener("touchend", (event) => {
    const end = event.changedTouches[0];
    const [x, y] = start ? [end.clientX - start.x, end.clientY - start.y] : [0, 0];
    start = null;
    if (Math.abs(x) > SWIPE_PX && Math.abs(x) > 2 * Math.abs(y)) (x > 0 ? right : left)();
  });
}

/** @param {(files: FileList|undefined) => void} open */
export function onDrop(open) {
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    open(event.dataTransfer?.files);
  });
}
