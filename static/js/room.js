// The room page: wires state, service and screen together.

/** @import {News} from "./types.js" */
/** @import {Refusal} from "./problems.js" */

import { games, spectate } from "./api.js";
import { flightsOf } from "./flights.js";
import { gameForms, isOnTable } from "./forms.js";
import { intentsOf } from "./intents.js";
import { openPoll } from "./poll.js";
import { asRefusal } from "./problems.js";
import { closeMenusOnClick, copyText, draw, drawWithFlights, onEnter, pageData } from "./screen.js";
import { forgetSeat, storedName, storedSeat } from "./seats.js";
import { loseRoom, loseSeat, receive, roomState } from "./state.js";
import { roomCode } from "./text.js";
import { pageView, titleOf } from "./views/page_view.js";

/** A verdict must be read by everyone, and be gone before the next play is judged. */
const VERDICT_MS = 3_600;
/** How often the countdown moves. */
const TICK_MS = 500;
/** How often somebody outside looks who is in the room. */
const SPECTATE_MS = 4_000;

const code = roomCode(pageData("code"));
const state = roomState(code, storedSeat(code), storedName());
/** @type {ReturnType<typeof openPoll>|null} */
let line = null;
/** @type {ReturnType<typeof setTimeout>|undefined} */
let verdictTimer;

const redraw = () => draw(pageView(state, on, Date.now()), titleOf(state));
const on = intentsOf(state, {
  draw: redraw,
  seated: listen,
  left: goHome,
  copy: copyText,
  origin: location.origin,
});

function listen() {
  line?.stop();
  state.version = null;
  if (state.seat) line = openPoll(code, state.seat.token, { news, trouble, ended });
}

/** @param {News} answer */
function news(answer) {
  const before = state.verdict;
  const events = receive(state, answer, Date.now());
  const faces = state.games.get(state.table?.game ?? "")?.faces ?? {};
  drawWithFlights(redraw, flightsOf(events), faces);
  if (state.verdict !== before) fadeVerdict();
}

function fadeVerdict() {
  clearTimeout(verdictTimer);
  verdictTimer = setTimeout(() => {
    state.verdict = [];
    redraw();
  }, VERDICT_MS);
}

function trouble() {
  state.line = "troubled";
  redraw();
}

/** @param {Refusal} refusal */
function ended(refusal) {
  if (state.sending.has("leave")) return goHome();
  forgetSeat(code);
  if (refusal.code === "room_not_found") loseRoom(state);
  else loseSeat(state, "You are no longer in this room. You can join again.");
  redraw();
  lookIn();
}

function goHome() {
  line?.stop();
  forgetSeat(code);
  location.assign("/");
}

/** Without a seat: who is in the room? Repeats until there is a seat or no room. */
async function lookIn() {
  if (state.seat || state.line === "gone") return;
  try {
    const answer = await spectate(code);
    if (!state.seat) receive(state, { ...answer, reset: true }, Date.now());
  } catch (error) {
    if (asRefusal(error).code === "room_not_found") loseRoom(state);
    else if (!state.seat) state.line = "troubled";
  }
  redraw();
  setTimeout(lookIn, SPECTATE_MS);
}

/** Enter sends what is selected, if there is only one move that it can mean. */
function enter() {
  const { table } = state;
  if (!table || state.dialog || !state.seat) return;
  const forms = gameForms(table).filter((form) => form.fields.some((field) => isOnTable(table, field)));
  if (forms.length === 1) on.press(forms[0]);
}

async function loadCatalogue() {
  for (let pause = 500; ; pause = Math.min(8_000, pause * 2)) {
    try {
      state.games = new Map((await games()).map((game) => [game.id, game]));
      return redraw();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

closeMenusOnClick();
onEnter(enter);
addEventListener("online", () => line?.nudge());
setInterval(() => state.countdown && redraw(), TICK_MS);
redraw();
loadCatalogue();
if (state.seat) listen();
else lookIn();
