// Draws views on the page, keeps the focus, opens dialogs, handles long presses, copies and shares.

import { render } from "../shared/render.js";
import { clickGuard, isComposing } from "../shared/gestures.js";

/** How long a finger has to rest for a long press. */
const LONG_PRESS_MS = 480;
/** A resting finger moves less than this. */
const TREMBLE_PX = 10;
/** The distance of lines in a log. */
const LINE_GAP_PX = 4;

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
/** @type {HTMLElement|null} */
let opener = null;

/**
 * @param {unknown} view  a template
 * @param {string} [title]  of the browser's tab
 */
export function draw(view, title) {
  const shownLines = new Set(newestLines());
  render(view, root);
  if (title && document.title !== title) document.title = title;
  showDialog();
  restoreFocus();
  scrollToLines([...newestLines()].filter((line) => !shownLines.has(line)));
}

/**
 * Position of the keyboard focus: its group, and the index in the group. The position stays when the focused
 * element disappears. It is null while the viewer uses a mouse, so that Enter sends the move.
 * @type {{group: string, index: number}|null}
 */
let focusPosition = null;

document.addEventListener("focusin", ({ target }) => {
  const group = target instanceof HTMLElement && target.matches(":focus-visible") ? target.closest("[data-focus]") : null;
  focusPosition = group instanceof HTMLElement
    ? { group: group.dataset.focus ?? "", index: [...group.querySelectorAll("button")].indexOf(/** @type {any} */ (target)) } : null;
});
document.addEventListener("pointerdown", () => (focusPosition = null));

/** Moves the focus of a removed or disabled button to a near one, else to the hand or the heading. */
function restoreFocus() {
  if (!focusPosition || (document.activeElement && document.activeElement !== document.body)) return;
  const buttons = (/** @type {string} */ group) => [...root.querySelectorAll(`[data-focus="${group}"] button:enabled`)];
  const near = buttons(focusPosition.group);
  const next = near[Math.min(focusPosition.index, near.length - 1)] ?? buttons("hand")[0] ?? root.querySelector("main h1");
  if (!(next instanceof HTMLElement)) return;
  if (next.matches("h1")) next.tabIndex = -1;
  next.focus();
}

function showDialog() {
  const dialog = root.querySelector("dialog");
  if (dialog && !dialog.open) {
    // If one dialog follows another, the focus returns to the element that opened the first.
    if (document.activeElement instanceof HTMLElement && document.activeElement !== document.body) opener = document.activeElement;
    dialog.showModal();
  } else if (!dialog && opener) {
    if (opener.isConnected) opener.focus();
    opener = null;
  }
}

/**
 * Returns the last line of each log, by which new lines are found. The length of a full log does not change.
 */
function newestLines() {
  return root.querySelectorAll(".log li:last-child");
}

/**
 * Scrolls logs to their ends in the next frame, because the browser computes the layout there anyway.
 * @param {Element[]} lines  their newest lines, also when styles that came late have changed their size
 */
export function scrollToLines(lines = [...newestLines()]) {
  if (lines.length) requestAnimationFrame(() => lines.forEach(scrollTo));
}

/**
 * Scrolls to the end of a log, and makes the log so low that its upper edge cuts no line.
 * @param {Element} newest  the newest line of the log
 */
function scrollTo(newest) {
  const log = /** @type {HTMLElement|null} */ (newest.closest(".log"));
  if (!log) return;
  log.style.setProperty("--cut", "0px");
  log.scrollTop = log.scrollHeight;
  const { top, height } = log.getBoundingClientRect();
  const lines = [...log.querySelectorAll("li")].map((line) => line.getBoundingClientRect().top - top);
  if (lines[0] < 0) log.style.setProperty("--cut", `${(lines.find((y) => y >= LINE_GAP_PX) ?? height + LINE_GAP_PX) - LINE_GAP_PX}px`);
  log.scrollTop = log.scrollHeight;
}

/**
 * Calls `enter` when Enter is pressed while no control has the focus.
 * @param {() => void} enter
 */
export function onEnter(enter) {
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.repeat && event.target === document.body) enter();
  });
}

/**
 * Shows the help of a card at a long press, and ignores the click that follows.
 * @param {(help: string) => void} onHelp
 */
export function onLongPress(onHelp) {
  const swallowClick = clickGuard();
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  let hasShownHelp = false;
  let [x, y] = [0, 0];
  const showHelp = (/** @type {string} */ help) => {
    hasShownHelp = true;
    swallowClick();
    onHelp(help);
  };
  document.addEventListener("pointermove", (event) => {
    if (Math.hypot(event.clientX - x, event.clientY - y) > TREMBLE_PX) clearTimeout(timer);
  });
  document.addEventListener("pointerdown", (event) => {
    hasShownHelp = false;
    clearTimeout(timer);
    [x, y] = [event.clientX, event.clientY];
    const help = event.target instanceof Element ? event.target.closest("[data-help]")?.getAttribute("data-help") : null;
    if (help && event.pointerType !== "mouse") timer = setTimeout(() => showHelp(help), LONG_PRESS_MS);
  });
  for (const end of ["pointerup", "pointercancel", "scroll"]) document.addEventListener(end, () => clearTimeout(timer), true);
  document.addEventListener("contextmenu", (event) => hasShownHelp && event.preventDefault());
}

/** Closes menus at a click outside, on an entry, or at Escape, and dialogs at a click outside. */
export function closeOnClick() {
  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target instanceof HTMLDialogElement && isOutside(event, target)) target.dispatchEvent(new Event("cancel"));
    closeMenus((menu) => !menu.contains(target) || Boolean(target.closest(".menu-box:not(.stays)")));
  });
  onEscape(() => closeMenus(() => true));
}

/** @param {(menu: Element) => boolean} isToClose */
function closeMenus(isToClose) {
  for (const menu of root.querySelectorAll("details.menu[open]")) {
    if (!isToClose(menu)) continue;
    if (menu.contains(document.activeElement)) menu.querySelector("summary")?.focus();
    menu.removeAttribute("open");
  }
}

/**
 * @param {MouseEvent} event
 * @param {Element} element
 */
function isOutside({ clientX: x, clientY: y }, element) {
  const box = element.getBoundingClientRect();
  return x < box.left || x > box.right || y < box.top || y > box.bottom;
}

/**
 * Closes a layer over the page at a click outside, or at Escape.
 * @param {string} selector  of the layer and its button
 * @param {() => void} close
 */
export function onDismiss(selector, close) {
  document.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.isConnected && !event.target.closest(selector)) close();
  });
  onEscape(close);
}

/** @param {() => void} close */
function onEscape(close) {
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !isComposing(event)) close();
  });
}

/** The custom properties last set on the root element. @type {Record<string, string>} */
let appliedColours = {};

/**
 * Applies a look to the page.
 * @param {{data: Record<string, string>, colours: Record<string, string>}} look  data and custom properties
 *   of the root element
 */
export function applyLook({ data, colours }) {
  const { dataset, style } = document.documentElement;
  for (const [name, value] of Object.entries(data)) {
    if (dataset[name] !== value) dataset[name] = value;
  }
  for (const name of Object.keys(appliedColours)) {
    if (!(name in colours)) style.removeProperty(name);
  }
  for (const [name, value] of Object.entries(colours)) {
    if (appliedColours[name] !== value) style.setProperty(name, value);
  }
  appliedColours = colours;
}

/** @returns {boolean} whether the browser asks for reduced motion, or the page is hidden */
export function wantsStillness() {
  return document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * @param {string} text
 * @returns {Promise<boolean>} whether the text was copied
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyWithSelection(text);
  }
}

/**
 * Copies with a text field. The clipboard object exists only on https, and rooms on a home network use plain
 * http.
 * @param {string} text
 */
function copyWithSelection(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "unseen";
  // Outside an open dialog nothing can be selected.
  (root.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  return isCopied;
}

/**
 * Returns data that the server has put into the page.
 * @param {string} name
 * @returns {string}
 */
export function pageData(name) {
  return root.dataset[name] ?? "";
}

/**
 * Opens the share dialog of the device.
 * @param {string} title
 * @param {string} url
 * @returns {Promise<boolean>} false if the device has none; true also if the viewer cancels
 */
export async function shareLink(title, url) {
  if (!navigator.share) return false;
  try {
    await navigator.share({ title, url });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
}
