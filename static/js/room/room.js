// The room page: wires state, service and screen together.

/** @import {PollAnswer} from "../shared/types.js" */
/** @import {Refusal} from "../shared/problems.js" */

import { confirmSeat } from "../table/access.js";
import { stayAwake } from "./wake_lock.js";
import { loadGame } from "../shared/catalogue.js";
import { timeLeft } from "../table/clock.js";
import { clockCue, endCue } from "../table/cues.js";
import { confetti } from "../table/effects.js";
import { saveFile } from "../shared/files.js";
import { gameForms, isOnTable } from "../shared/forms.js";
import { onDrag, onHandKeys } from "./hand_gestures.js";
import { loadLateViews } from "./late.js";
import { updateHint } from "../table/hints.js";
import { installWorker } from "../shared/service_worker.js";
import { intentsOf } from "../table/intents.js";
import { tokenIn } from "../shared/links.js";
import { randomId } from "../shared/ids.js";
import { awaitedOf, isNew } from "../table/awaited.js";
import { shownTable } from "../table/animations.js";
import { loseConnection } from "../table/sync.js";
import { asRefusal } from "../shared/problems.js";
import { markScriptRunning } from "../shared/script_state.js";
import { visibleLines } from "../table/log.js";
import { openSharedPoll } from "../table/shared_poll.js";
import { closeOnClick, copyText, draw, applyLook, onDismiss, onEnter, onLongPress, pageData, scrollToLines, shareLink, wantsStillness } from "../table/screen.js";
import { forgetSeat, storedMutes, storedName, storedSeat, storeHints, storeMutes, storeSeat, storedHints } from "../shared/seats.js";
import { formGroups, formFor } from "../shared/selection.js";
import { storedSettings, volumeOf } from "../table/settings.js";
import { openAnimator } from "../table/animator.js";
import { lookOf } from "../table/skins.js";
import { awaitGesture, playSound, vibrate } from "../table/sounds.js";
import { loseRoom, loseSeat, receive, refuseWatching, roomState, screenOf, takeLink } from "../table/state.js";
import { audibleRemarks } from "../table/talk.js";
import { showRemarks } from "./remark_bubbles.js";
import { roomCode } from "../shared/text.js";
import { showTips } from "../table/tips.js";
import { showTargets } from "../table/highlights.js";
import { pageView, titleOf } from "./views/page_view.js";
import { say } from "../shared/words.js";

markScriptRunning();

/**
 * How long a verdict and a line at a seat stay: long enough to read, and gone before the next play is judged.
 */
const VERDICT_MS = 3_600;
/** How often the countdown moves. */
const TICK_MS = 500;
/** After this time without a change of the room or input, the page assumes that the viewer isn't looking. */
const LOOKING_MS = 120_000;

const code = roomCode(pageData("code"));
const isTv = pageData("screen") === "tv";
const state = roomState(code, isTv ? null : seatOfTab() ?? storedSeat(code), storedName());
state.isTv = state.access.isWatching = isTv;
state.talk.mutes = storedMutes(code);
// A lesson shows all hints, also those that this browser has shown before.
if (!new URLSearchParams(location.search).has("learn")) state.hints.seenKeys = storedHints();
/** The id of this page while it is open. */
const pageId = randomId();
/** @type {ReturnType<typeof openSharedPoll>|null} */
let poll = null;
/** The verdict and the newest line as last drawn, and the timers that hide them. */
const shownLines = { verdict: /** @type {unknown} */ ([]), line: "", timers: /** @type {Record<string, ReturnType<typeof setTimeout>>} */ ({}) };
/**
 * The awaited action of this viewer when the page was last drawn.
 * @type {import("../table/awaited.js").Awaited|null}
 */
let awaited = null;

/** Time of the last change of the room or input of the viewer, in milliseconds since 1970. */
let lastActivity = Date.now();
/** Whether the game has ended and its end is not celebrated yet. */
let isEnding = false;
/**
 * Whether the page waits for the catalogue entry of the game, without which cards have no faces. The wait
 * ends if the entry is late.
 */
let isOpening = true;
/** Milliseconds left at the last tick. */
let lastMsLeft = /** @type {number|null} */ (null);
/** Whether the viewer was told that this browser does not store their seat. */
let hasWarned = false;

const isStill = () => state.settings.motion === "still" || wantsStillness();
/** @param {import("../table/cues.js").Cue} cue */
const sound = (cue) => playSound(cue, volumeOf(state.settings));
const animator = openAnimator(state, { draw: redraw, sound, onEnd: celebrate });
const on = intentsOf(state, {
  draw: redraw,
  skipAnimations: animator.skip,
  onSeatTaken() {
    keepSeat();
    listen();
  },
  onSeatLeft: goHome,
  copy: copyText,
  share: shareLink,
  save: saveFile,
  origin: location.origin,
});

function redraw() {
  loadGame(state.games, state.sync.table?.game, onGameLoaded);
  if (isOpening && state.sync.table) return;
  applyLook(lookOf(state.settings, state.sync.table?.game ?? "cheat", state.games.get(state.sync.table?.game ?? "")?.look, redraw));
  draw(pageView(state, on, Date.now()), titleOf(state));
  loadViews();
  expireLines();
  if (!isTv) alertViewer();
  if (state.sync.table && !state.areMenusDrawn) setTimeout(drawMenus);
}

/** Loads the views that come late, if this screen or the open sheet needs them. */
function loadViews() {
  const isAsked = ["help", "options", "person"].includes(state.sheet.kind ?? "");
  if (isAsked || (!isTv && ["waiting", "join", "gone", "result"].includes(screenOf(state)))) {
    loadLateViews((isLoaded) => {
      if (isLoaded) {
        redraw();
        scrollToLines();
      } else if (isAsked) {
        on.toast(asRefusal(null).detail, "bad");
        on.closeSheet();
      }
    });
  }
}

/** Called when the catalogue entry of the game has arrived, or is late. */
function onGameLoaded() {
  if (!isTv && updateHint(state.hints, state.sync.table, state.games, [])) storeHints(state.hints.seenKeys);
  isOpening = false;
  redraw();
}

/** Draws closed menus and drawers in a task of its own, so that the table appears and reacts sooner. */
function drawMenus() {
  if (state.areMenusDrawn) return;
  state.areMenusDrawn = true;
  redraw();
}

/** Returns the page id for polls that count as watching: not before joining, and not on a television. */
const pollClient = () => state.access.seat || (state.access.isWatching && !isTv) ? pageId : "";

/** Starts to poll: as the seat's player, or as a spectator. */
function listen() {
  poll?.stop();
  state.sync.version = null;
  poll = openSharedPoll(code, state.access.seat ? state.access.seat.token : null, pollClient, { news: onNews, trouble: onTrouble, barred: onBarred, ended: onEnded });
}

/**
 * Returns the seat that the history of this tab holds if the browser stores nothing. It survives a reload,
 * and can't be shared by accident.
 * @returns {import("../shared/types.js").Seat|null}
 */
function seatOfTab() {
  const token = history.state?.token;
  return token ? { token: String(token), player: "" } : null;
}

function keepSeat() {
  if (!state.access.seat) return;
  const isStored = storeSeat(code, state.access.seat);
  history.replaceState(isStored ? null : { token: state.access.seat.token }, "");
  if (isStored || hasWarned) return;
  hasWarned = true;
  on.toast(say("This browser doesn't keep your seat when you close this page. Save your link to come back."), "bad");
}

function forget() {
  forgetSeat(code);
  history.replaceState(null, "");
}

/**
 * Takes the seat of a return link. The token leaves the address at once, so that it is not shared by
 * accident.
 */
function readLink() {
  const token = isTv ? null : tokenIn(location.hash);
  if (token === null) return false;
  history.replaceState({ token }, "", location.pathname + location.search);
  takeLink(state, token);
  return true;
}

/** @param {PollAnswer} answer */
function onNews(answer) {
  const { table } = state.sync;
  const { verdict } = state.log;
  const events = receive(state, answer, Date.now());
  if (answer.table) lastActivity = Date.now();
  if (answer.table) on.refreshDebugView();
  shortenPolls();
  if (!isTv && updateHint(state.hints, state.sync.table, state.games, events)) storeHints(state.hints.seenKeys);
  if (confirmSeat(state.access, state.sync.table)) keepSeat();
  if (table?.phase === "playing" && state.sync.table?.phase === "over") isEnding = true;
  animator.present(events, table, isStill(), verdict);
  playRemarks(events);
  if (!state.log.stage) celebrate();
}

/** @param {import("../shared/types.js").Event[]} events */
function playRemarks(events) {
  const remarks = audibleRemarks(state.talk, events, state.sync.names);
  showRemarks(remarks, state.sync.table?.you ?? null, isStill());
  if (remarks.some((remark) => remark.by !== state.sync.table?.you)) sound("said");
}

/** Plays a sound and vibrates when the game newly waits for this viewer. */
function alertViewer() {
  const now = awaitedOf(state.sync.table && shownTable(state.sync.table, state.log.stage));
  if (isNew(awaited, now)) {
    sound(now?.kind === "turn" ? "turn" : "asked");
    if (!state.settings.isMuted) vibrate();
  }
  awaited = now;
}

function celebrate() {
  if (!isEnding || !state.sync.table) return;
  isEnding = false;
  const cue = endCue(state.sync.table);
  sound(cue);
  if (cue === "win" && !isStill()) confetti();
}

/** Keeps polls short while the viewer looks at a running game, so that a dead connection is noticed soon. */
function shortenPolls() {
  const isLooking = !document.hidden && Date.now() - lastActivity < LOOKING_MS;
  if (isLooking && state.sync.table?.phase === "playing") poll?.shorten();
}

/** Updates the countdown. The last seconds tick, and are announced, if the game waits for this viewer. */
function tick() {
  shortenPolls();
  if (!state.clock.countdown) {
    lastMsLeft = state.clock.warning = null;
    return;
  }
  const left = timeLeft(state.clock.countdown.deadline, state.clock.offset, Date.now());
  const isAwaited = awaited !== null;
  const { tick: isTick, warning } = clockCue(lastMsLeft, left);
  lastMsLeft = left;
  if (isAwaited && isTick) sound("tick");
  if (isAwaited && warning) state.clock.warning = warning;
  if (left !== null && left > 10_000) state.clock.warning = null;
  redraw();
}

/** Starts the timers that hide the verdict and the line at a seat, counted from when each is first drawn. */
function expireLines() {
  const { verdict } = state.log;
  const line = visibleLines(state.log).at(-1)?.key ?? "";
  if (verdict !== shownLines.verdict && verdict.length) expireLater("verdict", () => (state.log.verdict = []));
  if (line !== shownLines.line) expireLater("line", () => (state.log.fadedKey = line));
  Object.assign(shownLines, { verdict, line });
}

/**
 * @param {string} name
 * @param {() => void} end
 */
function expireLater(name, end) {
  clearTimeout(shownLines.timers[name]);
  shownLines.timers[name] = setTimeout(() => {
    end();
    redraw();
  }, VERDICT_MS);
}

/** @param {Refusal} refusal */
function onTrouble(refusal) {
  loseConnection(state.sync, refusal.code === "rate_limited" ? refusal.detail : "");
  redraw();
}

/** @param {Refusal} refusal */
function onBarred(refusal) {
  refuseWatching(state, refusal);
  redraw();
}

/** @param {Refusal} refusal */
function onEnded(refusal) {
  if (state.move.sending.has("leave")) return goHome();
  if (refusal.code === "room_not_found") {
    forget();
    loseRoom(state);
    return redraw();
  }
  if (state.access.isFromLink) refuseLink();
  else {
    const notice = state.access.seat?.left ? "" : refusal.detail;
    forget();
    loseSeat(state, notice);
  }
  redraw();
  listen();
}

/** Reports an invalid link, and keeps the seat that this browser has. */
function refuseLink() {
  history.replaceState(null, "");
  const ownSeat = storedSeat(code);
  loseSeat(state, ownSeat ? "" : say("This link is no longer valid. You can take a new seat here."));
  state.access.seat = ownSeat;
  if (ownSeat) on.toast(say("That link is no longer valid. This is the seat you had here."), "bad");
}

/** Leaves the page. The seat of a running game stays stored, because its player may come back. */
function goHome() {
  poll?.stop();
  if (state.access.seat && state.sync.table?.phase === "playing") storeSeat(code, { ...state.access.seat, left: true });
  else {
    forget();
    storeMutes(code, new Set());
  }
  location.assign("/");
}

/** Sends the selected cards if they can only mean one move. */
function enter() {
  const { table } = state.sync;
  if (!table || state.move.dialog || !state.access.seat) return;
  const forms = gameForms(table).filter((form) => form.fields.some((field) => isOnTable(table, form, field)));
  const groups = formGroups(table, forms);
  if (groups.length === 1) on.press(formFor(table, groups[0], state.move.picks));
}

installWorker();
closeOnClick();
onDismiss(".side, .drawer-toggle", () => state.log.isOpen && on.toggleDrawer());
onDrag({
  play(card, place) {
    animator.drop(card.face, place);
    on.play(card);
  },
  draw: on.pressPile,
  arrange: on.arrange,
});
onHandKeys({ play: (card) => on.play(card), clearPicks: on.clearPicks });
onEnter(enter);
onLongPress((help) => on.toast(help, "good"));
addEventListener("online", () => poll?.restart());
// A page in the browser's back/forward cache holds no poll.
addEventListener("pagehide", () => poll?.stop());
addEventListener("pageshow", (event) => event.persisted && listen());
addEventListener("offline", () => onTrouble(asRefusal(null)));
addEventListener("hashchange", () => {
  if (readLink()) listen();
});
document.addEventListener("visibilitychange", () => document.hidden ? animator.skip() : poll?.restart());
for (const input of ["pointermove", "pointerdown", "keydown", "visibilitychange"]) document.addEventListener(input, () => (lastActivity = Date.now()));
setInterval(tick, TICK_MS);
state.settings = storedSettings();
awaitGesture();
showTips();
showTargets();
readLink();
redraw();
if (isTv) {
  stayAwake();
  on.showCode(on.shareLink(), () => true);
}
listen();
