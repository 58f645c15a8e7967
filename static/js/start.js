// The start page: its state, what people do on it, and the list of public rooms.

/** @import {Game, Joined, Listing} from "./types.js" */

import { createRoom, games, joinRoom, publicRooms, quickPlay } from "./api.js";
import { asRefusal, isAboutName } from "./problems.js";
import { draw, focusOn } from "./screen.js";
import { storedName, storedSeat, storeName, storeSeat } from "./seats.js";
import { roomCode } from "./text.js";
import { startView } from "./views/start_view.js";

/** Rooms open and fill within minutes; this is often enough to trust the list. */
const ROOMS_MS = 10_000;

/**
 * @typedef {object} StartState
 * @property {string} name  shared by all doors, for people type it into any
 * @property {string} code  as typed
 * @property {string} game  id of the chosen game, "" for the standard one
 * @property {boolean} isPublic
 * @property {boolean} isBusy  a request is on its way
 * @property {{play: string, code: string, joinName: string, createName: string, create: string}} errors  sentences next to the fields
 * @property {Game[]} games
 * @property {Listing[]} rooms  public ones
 */

/** @type {StartState} */
const state = {
  name: storedName(), code: "", game: "", isPublic: false, isBusy: false, errors: noErrors(), games: [], rooms: [],
};

const on = {
  play,
  join,
  create,
  /** @param {string} name */
  typeName(name) {
    state.name = name;
    redraw();
  },
  /** @param {string} code */
  typeCode(code) {
    state.code = code;
  },
  /** @param {string} game */
  chooseGame(game) {
    state.game = game;
    redraw();
  },
  /** @param {boolean} isPublic */
  choosePublic(isPublic) {
    state.isPublic = isPublic;
  },
  /** @param {string} code */
  joinListed(code) {
    state.code = code.toUpperCase();
    redraw();
    if (state.name.trim()) join();
    else focusOn("#join-name");
  },
  /** @param {string} id */
  gameName: (id) => state.games.find((game) => game.id === id)?.name ?? id,
};
/** @typedef {typeof on} StartIntents */

const redraw = () => draw(startView(state, on));

function noErrors() {
  return { play: "", code: "", joinName: "", createName: "", create: "" };
}

async function play() {
  await enter(() => quickPlay({ name: state.name, ...(state.game && { game: state.game }) }), (refusal) => {
    show({ play: refusal.detail });
    if (isAboutName(refusal)) focusOn("#play-name");
  });
}

async function join() {
  const code = roomCode(state.code);
  if (!code) return show({ code: "Enter the code of the room: five letters." });
  await enter(() => joinRoom(code, state.name), (refusal) => {
    // A name that is taken in a room where this browser has a seat is most likely its own.
    if (refusal.code === "name_taken" && storedSeat(code)) location.assign(`/r/${code.toUpperCase()}`);
    else show(isAboutName(refusal) ? { joinName: refusal.detail } : { code: refusal.detail });
  });
}

async function create() {
  const wishes = { name: state.name, public: state.isPublic, ...(state.game && { game: state.game }) };
  await enter(() => createRoom(wishes), (refusal) =>
    show(isAboutName(refusal) ? { createName: refusal.detail } : { create: refusal.detail }));
}

/**
 * @param {() => Promise<Joined>} ask
 * @param {(refusal: import("./problems.js").Refusal) => void} refused
 */
async function enter(ask, refused) {
  if (state.isBusy) return;
  state.isBusy = true;
  show({});
  try {
    const joined = await ask();
    storeSeat(joined.code, joined);
    storeName(state.name.trim());
    location.assign(`/r/${joined.code.toUpperCase()}`);
  } catch (error) {
    refused(asRefusal(error));
  } finally {
    state.isBusy = false;
    redraw();
  }
}

/** @param {Partial<StartState["errors"]>} errors */
function show(errors) {
  state.errors = { ...noErrors(), ...errors };
  redraw();
}

async function refreshRooms() {
  try {
    if (!document.hidden) state.rooms = await publicRooms();
  } catch {
    // An old list is better than none; the next round tries again.
  }
  redraw();
  setTimeout(refreshRooms, ROOMS_MS);
}

async function loadGames() {
  try {
    state.games = await games();
    state.game = state.games[0]?.id ?? "";
  } catch {
    // Without the catalogue the service chooses its standard game.
  }
  redraw();
}

redraw();
loadGames();
refreshRooms();
