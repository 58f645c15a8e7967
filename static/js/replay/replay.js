// The replay page: connects state, service and screen.

import { replayFile } from "../shared/api.js";
import { replayOfFile, replayOfRoom } from "../shared/site_api.js";
import { loadGame } from "../shared/catalogue.js";
import { saveFile, textIn } from "../shared/files.js";
import { randomId } from "../shared/ids.js";
import { seatHash, tokenIn } from "../shared/links.js";
import { asRefusal } from "../shared/problems.js";
import {
  gameOf, goTo, updateNotice, isAtEnd, setView, missingPages, nextFrame, openFile, PAGE, replayState, takePage,
} from "./replay_state.js";
import { replayName } from "../table/result_file.js";
import { markScriptRunning } from "../shared/script_state.js";
import { onDrop, onKeys, onSwipe } from "./input.js";
import { closeOnClick, draw, applyLook, pageData, wantsStillness } from "../table/screen.js";
import { storedSeat } from "../shared/seats.js";
import { storedSettings, storeSettings, volumeOf } from "../table/settings.js";
import { openSharedPoll } from "../table/shared_poll.js";
import { openAnimator } from "../table/animator.js";
import { lookOf } from "../table/skins.js";
import { awaitGesture, playSound, vibrate } from "../table/sounds.js";
import { roomCode } from "../shared/text.js";
import { showTips } from "../table/tips.js";
import { replayView } from "./views/replay_view.js";
import { say } from "../shared/words.js";

markScriptRunning();

/** Time for each step of playback: enough to see a card fly and read a line. */
const STEP_MS = 1_600;
/** Errors after which the room no longer has the replay, so the page uses the file. */
const GONE_CODES = new Set(["game_running", "room_not_found", "bad_token", "no_spectators"]);

const code = roomCode(pageData("code"));
/** Token of a seat that the browser does not store. It leaves the address at once. @type {string|null} */
const token = tokenIn(location.hash) ?? history.state?.token ?? null;
if (token !== null) history.replaceState({ token }, "", location.pathname + location.search);
const seat = token !== null ? { token, player: "", left: false } : code ? storedSeat(code) : null;
const state = replayState(code, seat?.token ?? null);
if (token !== null) state.source.roomUrl += seatHash(token);
/** The id of this page while it is open. */
const pageId = randomId();
/** @type {ReturnType<typeof openSharedPoll>|null} */
let poll = null;
/** @type {ReturnType<typeof setTimeout>|undefined} */
let timer;

const animator = openAnimator(state.room, { draw: redraw, sound: (cue) => playSound(cue, volumeOf(state.room.settings)), onEnd() {} });

function redraw() {
  applyLook(lookOf(state.room.settings, state.room.sync.table?.game ?? "cheat", state.room.games.get(state.room.sync.table?.game ?? "")?.look, redraw));
  draw(replayView(state, on), titleOf());
  loadGame(state.room.games, state.room.sync.table?.game, redraw);
}

const on = {
  /** @param {Partial<import("../table/settings.js").Settings>} change */
  set(change) {
    state.room.settings = { ...state.room.settings, ...change };
    storeSettings(state.room.settings);
    redraw();
  },
  forward: () => step(nextFrame(state, 1)),
  back: () => stop(nextFrame(state, -1)),
  first: () => stop(0),
  last: () => stop(state.frames.count - 1),
  /** @param {number} at */
  jump: (at) => stop(at),
  toggle() {
    if (!state.playback.isPlaying && isAtEnd(state)) goTo(state, 0);
    state.playback.isPlaying = !state.playback.isPlaying;
    redraw();
    wait();
  },
  /** @param {number} speed */
  setSpeed(speed) {
    state.playback.speed = speed;
    redraw();
    wait();
  },
  /** @param {string} seat */
  setSeat: (seat) => changeView({ seat }),
  /** @param {boolean} isOpen */
  setOpen: (isOpen) => changeView({ isOpen }),
  toggleDrawer() {
    state.room.log.isOpen = !state.room.log.isOpen;
    redraw();
  },
  save: () => saveFile(state.source.fileName, state.source.file),
  /** @param {FileList|null|undefined} files */
  async open(files) {
    if (!files?.[0]) return;
    try {
      openFile(state, await textIn(files[0]), files[0].name);
    } catch (error) {
      state.error = asRefusal(error).detail;
      return redraw();
    }
    redraw();
    await load();
  },
};
/** @typedef {typeof on} ReplayIntents */

function titleOf() {
  const name = gameOf(state)?.name;
  return name ? `${name} · ${say("Replay")}` : `Cheat · ${say("Replay")}`;
}

/** @param {number} at */
function stop(at) {
  state.playback.isPlaying = false;
  step(at);
}

/**
 * Shows a frame. One step forward is animated; everything else is a jump.
 * @param {number} at
 */
function step(at) {
  const isNext = at > state.playback.at && at === nextFrame(state, 1);
  const oldTable = state.room.sync.table;
  goTo(state, at);
  const events = isNext ? state.frames.byIndex.get(at)?.events ?? [] : [];
  const isStill = !isNext || state.room.settings.motion === "still" || wantsStillness();
  animator.present(events, isNext ? oldTable : null, isStill);
  load();
}

/** @param {{seat?: string, isOpen?: boolean}} change */
function changeView(change) {
  setView(state, change);
  redraw();
  load();
}

function wait() {
  clearTimeout(timer);
  if (!state.playback.isPlaying) return;
  timer = setTimeout(() => {
    // Playback waits for frames that are not loaded yet.
    if (state.frames.byIndex.has(state.playback.at)) step(nextFrame(state, 1));
    if (isAtEnd(state)) state.playback.isPlaying = false;
    redraw();
    wait();
  }, STEP_MS / state.playback.speed);
}

/** Loads the frames around the current one. */
async function load() {
  const { number } = state.view;
  for (const page of missingPages(state)) {
    state.frames.requestedPages.add(page);
    try {
      // A page of large tables ends early.
      for (let from = page * PAGE, end = from + PAGE; from < end;) {
        const answer = await fetchFrames(from, end - from);
        if (state.view.number !== number) return;
        takePage(state, answer);
        from += answer.frames.length;
        end = answer.frames.length ? Math.min(end, answer.count) : from;
      }
    } catch (error) {
      if (state.view.number !== number) return;
      state.frames.requestedPages.delete(page);
      if (!state.frames.byIndex.size) state.error = asRefusal(error).detail;
      state.playback.isPlaying = false;
    }
    redraw();
  }
}

/**
 * @param {number} from  the first frame
 * @param {number} limit
 */
async function fetchFrames(from, limit) {
  const query = { seat: state.view.seat, isOpen: state.view.isOpen, from, limit };
  if (!state.source.code) return replayOfFile(state.source.file, query);
  try {
    return await replayOfRoom(state.source.code, state.source.token, query);
  } catch (error) {
    // The room may have started its next game.
    if (state.source.file && GONE_CODES.has(asRefusal(error).code)) return replayOfFile(state.source.file, query);
    throw error;
  }
}

/** Polls the room, so that the viewer stays present there, and learns when the others want to play on. */
function listen() {
  if (!seat || seat.left) return;
  poll?.stop();
  poll = openSharedPoll(code, seat.token, () => pageId, { news: onNews, trouble() {}, barred() {}, ended() {} });
}

/** @param {import("../shared/types.js").PollAnswer} answer */
function onNews({ table }) {
  if (!table) return;
  if (updateNotice(state, table)) {
    playSound("turn", volumeOf(state.room.settings));
    if (!state.room.settings.isMuted) vibrate();
  }
  redraw();
}

async function loadFile() {
  try {
    const file = await replayFile(state.source.code, state.source.token);
    state.source.file = JSON.stringify(file);
    state.source.fileName = replayName(file.game, state.source.code, file.start.now);
    redraw();
  } catch {
    // Without the file there is no download.
  }
}

onKeys({ ArrowRight: on.forward, ArrowLeft: on.back, Home: on.first, End: on.last, " ": on.toggle });
onSwipe(on.back, on.forward);
onDrop(on.open);
state.room.settings = storedSettings();
closeOnClick();
awaitGesture();
showTips();
redraw();
addEventListener("online", () => poll?.restart());
addEventListener("pagehide", () => poll?.stop());
addEventListener("pageshow", (event) => event.persisted && listen());
if (code) {
  load();
  loadFile();
  listen();
}
