// The start page: name, games, seats of this browser, and public rooms. The server renders the page; this
// script adds the data of the browser.

/** @import {Face, Game, JoinAnswer, RoomListing, Table} from "../shared/types.js" */
/** @import {Refusal} from "../shared/problems.js" */

import { act, joinRoom } from "../shared/api.js";
import { createRoom, getRoom, publicRooms, quickPlay } from "../shared/site_api.js";
import { loadGame } from "../shared/catalogue.js";
import { installWorker } from "../shared/service_worker.js";
import { asRefusal, endsSeat, isAboutName } from "../shared/problems.js";
import { parseRoomInput } from "../shared/room_input.js";
import { markScriptRunning } from "../shared/script_state.js";
import {
  COLOURS, forgetSeat, roomAddress, storeColour, storedColour, storedName, storedSeat, storeName, storeSeat,
} from "../shared/seats.js";
import {
  choose, drawAt, field, gameTiles, focusOn, onChoice, onLesson, onPress, onSubmit, onType, openRules, pageJson, rulesOf, showFirstStep, writeAvatar, writeErrors, writePlay,
} from "../shared/start_page.js";
import { facePicture } from "../shared/views/card_view.js";
import { gameCover } from "../shared/views/game_cover.js";
import { languageView } from "../shared/views/language_view.js";
import { hideSeat, isNewcomer, seatsToOffer } from "./earlier_rooms.js";
import { dealView, minuteView, roomsView, seatsView } from "./views/start_view.js";
import { say } from "../shared/words.js";

markScriptRunning();

/** Interval between requests for the list of public rooms. */
const ROOMS_MS = 10_000;
/** Maximum number of seats to look up: each room that no longer exists counts as a wrong code. */
const MOST_SEATS = 3;

/** @typedef {"name"|"play"|"create"|"code"|"learn"} ErrorPlace  place of an error message */
/** @typedef {{code: string, table: Table}} SeatEntry  a seat of this browser and the table there */

/** Determined before the colour of an avatar is stored. */
const isNew = isNewcomer();
/** The game of a link to a lesson, by id or slug, or null. */
const lessonGame = new URLSearchParams(location.search).get("learn");

/**
 * @typedef {object} StartState
 * @property {number} colour  of the avatar
 * @property {boolean} isBusy
 * @property {RoomListing[]} rooms
 * @property {SeatEntry[]} seats
 * @property {string} leaving  code of the room that the player is asked to leave, or ""
 * @property {Map<string, Game>} games
 */

/** @type {StartState} */
const state = { colour: storedColour(), isBusy: false, rooms: [], seats: [], leaving: "", games: new Map() };

const on = {
  /** @param {string} code */
  joinListed(code) {
    field("code").value = code.toUpperCase();
    if (field("name").value.trim()) join();
    else focusOn("name");
  },
  /** @param {string} code  of the room to hide */
  hide(code) {
    hideSeat(code);
    dropSeat(code);
  },
  /** @param {string} code  of the room; "" to stay */
  askToLeave(code) {
    state.leaving = code;
    drawLists();
  },
  /** @param {string} code */
  async leave(code) {
    const seat = storedSeat(code);
    if (!seat || state.isBusy) return;
    state.isBusy = true;
    writeErrors({});
    try {
      await act(code, seat.token, "leave", {});
      forgetRoom(code);
    } catch (error) {
      const refusal = asRefusal(error);
      if (endsSeat(refusal)) forgetRoom(code);
      else writeErrors({ learn: refusal.detail });
    } finally {
      state.isBusy = false;
    }
  },
  /** @param {string} id */
  gameName(id) {
    const tile = gameTiles().find((candidate) => candidate.id === id);
    if (!tile) loadGame(state.games, id, drawLists);
    return tile?.name ?? state.games.get(id)?.name ?? say("Game");
  },
};
/** @typedef {typeof on} StartIntents */

/** Returns the name and colour for a new seat. */
const person = () => ({ name: field("name").value, colour: state.colour });
const game = () => gameTiles().find((tile) => tile.isChosen)?.id;

function play() {
  return enter("play", () => quickPlay({ ...person(), game: game(), wait: true }));
}

/**
 * Opens a lesson of a game. A player needs no name for it, since all others are bots.
 * @param {string} id  of the game
 */
function openLesson(id) {
  const { name, colour } = person();
  const request = { name: name.trim() || say("You"), colour, game: id, lesson: true };
  return enter("learn", () => quickPlay(request), { search: "?learn" });
}

/** Opens the lesson of the chosen game, or else the first lesson. */
function openFirstLesson() {
  const games = gameTiles().filter((tile) => tile.hasLesson);
  const { id = "" } = games.find((tile) => tile.isChosen) ?? games[0] ?? {};
  return openLesson(id);
}

/**
 * Begins the lesson of the game that the link names. A game without a lesson shows the beginning of its rules.
 */
function followLink() {
  const tile = gameTiles().find(({ id, slug }) => lessonGame !== null && [id, slug].includes(lessonGame));
  if (!tile) return;
  choose(tile.id);
  if (!tile.hasLesson) return drawAt("minute", minuteView(tile.name, rulesOf(tile.id), () => openRules(tile.id)));
  // The way back from the table leads here, and must not begin another lesson.
  history.replaceState(null, "", location.pathname);
  openLesson(tile.id);
}

function create() {
  return enter("create", () => createRoom({ ...person(), game: game(), public: field("public").checked }));
}

async function join() {
  const { code, hash } = parseRoomInput(field("code").value);
  if (!code) return writeErrors({ code: say("Enter the room code. It has five letters.") });
  if (hash) return location.assign(`/r/${code.toUpperCase()}${hash}`);
  await enter("code", () => joinRoom(code, person()), { isSettled: (refusal) => isOwnSeat(code, refusal) });
}

/**
 * Opens the stored seat if the room refuses the name as taken, because it is probably that seat's name.
 * @param {string} code
 * @param {Refusal} refusal
 */
function isOwnSeat(code, refusal) {
  if (refusal.code !== "name_taken" || !storedSeat(code)) return false;
  location.assign(roomAddress(code));
  return true;
}

/**
 * @param {ErrorPlace} place
 * @param {() => Promise<JoinAnswer>} request
 * @param {{search?: string, isSettled?: (refusal: Refusal) => boolean}} [options]  the query of the room's
 *   page; a function that returns true if it has handled a refusal
 */
async function enter(place, request, { search = "", isSettled = () => false } = {}) {
  if (state.isBusy) return;
  state.isBusy = true;
  writeErrors({});
  try {
    const seat = await request();
    storeSeat(seat.code, seat);
    if (field("name").value.trim()) storeName(field("name").value.trim());
    location.assign(roomAddress(seat.code, search));
  } catch (error) {
    const refusal = asRefusal(error);
    if (!isSettled(refusal)) refuse(place, refusal);
  } finally {
    state.isBusy = false;
  }
}

/**
 * @param {ErrorPlace} place
 * @param {Refusal} refusal
 */
function refuse(place, refusal) {
  const isName = isAboutName(refusal);
  writeErrors({ [isName ? "name" : place]: refusal.detail });
  if (isName) focusOn("name");
}

function changeColour() {
  state.colour = (state.colour + 1) % COLOURS;
  storeColour(state.colour);
  drawAvatar();
}

const drawAvatar = () => writeAvatar(state.colour, field("name").value);

async function refreshRooms() {
  try {
    if (!document.hidden) state.rooms = await publicRooms();
  } catch {
    // The old list stays; the next round tries again.
  }
  drawLists();
  setTimeout(refreshRooms, ROOMS_MS);
}

/** @param {string} code */
function dropSeat(code) {
  state.leaving = "";
  state.seats = state.seats.filter((seat) => seat.code !== code);
  drawLists();
}

/** @param {string} code  of a room that was left or has ended */
function forgetRoom(code) {
  forgetSeat(code);
  dropSeat(code);
}

/** Looks up stored seats, forgets those whose rooms no longer exist, and retries failed requests. */
async function findSeats() {
  let isComplete = true;
  const entries = await Promise.all(seatsToOffer().slice(0, MOST_SEATS).map(async (code) => {
    try {
      return [{ code, table: (await getRoom(code, storedSeat(code)?.token ?? "")).table }];
    } catch (error) {
      if (endsSeat(asRefusal(error))) forgetSeat(code);
      else isComplete = false;
      return [];
    }
  }));
  if (!isComplete) setTimeout(findSeats, ROOMS_MS);
  state.seats = entries.flat();
  drawLists();
}

function drawLists() {
  drawAt("rooms", roomsView(state.rooms, on));
  drawAt("seats", seatsView(state, on));
  showFirstStep(state.seats.length ? "seats" : lessonGame !== null || isNew ? "newcomer" : "lesson");
}

/**
 * The cover of each game.
 * @type {Record<string, {faces: Record<string, Face>, look?: Record<string, string>}>}
 */
const covers = pageJson("covers");

function drawPictures() {
  for (const { id, slug, picture } of gameTiles()) drawAt(picture, gameCover({ id, slug, ...covers[id] }, facePicture));
}

/** Deals cards of the chosen game, and names it on the button that starts it. */
function drawChoice() {
  const tile = gameTiles().find((candidate) => candidate.isChosen);
  drawAt("deal", tile ? dealView({ id: tile.id, ...covers[tile.id] }) : "");
  writePlay(tile ? say("Play {game} now", { game: tile.name }) : say("Play now"));
}

installWorker();
field("name").value = storedName();
onSubmit({ play, create, join });
onPress("colour", changeColour);
onLesson(openLesson);
onPress("learn", openFirstLesson);
onType("name", drawAvatar);
drawAvatar();
drawPictures();
followLink();
drawChoice();
onChoice(drawChoice);
drawAt("language", languageView());
if (!seatsToOffer().length) drawLists();
findSeats();
refreshRooms();
