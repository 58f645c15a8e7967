// The pages of published games: the list, one game, and the form to publish one.

/** @import {GameEntry, CheckResult, Game, GamePage, PublishedGame} from "../shared/types.js" */
/** @import {Refusal} from "../shared/problems.js" */

import { checkDocument, createRoom, flagGame, gameCalled, publishDocument, publishedGame, publishedGames, quickPlay, reportOn } from "../shared/api.js";
import { NO_FILES, readGameFiles, documentBody } from "../shared/game_files.js";
import { applyFix } from "../shared/diagnostics.js";
import { scrollIntoSight } from "../shared/scroll.js";
import { keepShell } from "../shared/install.js";
import { asRefusal, isAboutName } from "../shared/problems.js";
import { markScriptRunning } from "../shared/script_state.js";
import { roomAddress, storedColour, storedKey, storedName, storeKey, storeName, storeSeat } from "../shared/seats.js";
import { drawAt } from "../shared/start_page.js";
import { gameView } from "./views/game_view.js";
import { listView } from "./views/games_view.js";
import { publishView } from "./views/publish_view.js";

markScriptRunning();

/** Whoever types a search has paused for so long. */
const TYPING_MS = 250;

const page = /** @type {HTMLElement} */ (document.getElementById("app"));
const { view = "list", slug = "" } = page.dataset;

const state = {
  query: { q: "", tag: "", players: "", sort: "new" },
  /** @type {GameEntry[]} */
  games: [],
  /** @type {string[]} */
  tags: [],
  /** Of the next page, "" where there is none. */
  cursor: "",
  isLoaded: false,
  /** @type {PublishedGame|null} */
  shown: null,
  /** @type {Game|null} */
  rules: null,
  name: storedName(),
  source: "",
  /** Files that were chosen; their document is the source. */
  files: NO_FILES,
  note: "",
  /** @type {CheckResult|null} */
  examined: null,
  /** What is being done: the doors are shut meanwhile. */
  busy: "",
  /** A sentence where something was refused, by place. @type {Record<string, string>} */
  errors: {},
  /** A sentence about what was done, by place. @type {Record<string, string>} */
  notes: {},
  /** The author's key, shown once. */
  key: "",
  /** The slug of what was just published. */
  published: "",
  /** Why it is not listed, "" if it is. */
  withheld: "",
};
/** @typedef {typeof state} GamesState */

let typing = 0;

const on = {
  /** @param {Partial<typeof state.query>} change */
  search(change) {
    Object.assign(state.query, change);
    clearTimeout(typing);
    typing = setTimeout(() => load(), TYPING_MS);
    draw();
  },
  more: () => load(state.cursor),
  /** @param {string} name */
  call(name) {
    state.name = name;
  },
  play: () => enter("play", () => quickPlay({ ...person(), game: slug, wait: true })),
  create: () => enter("create", () => createRoom({ ...person(), game: slug })),
  /** @param {string} reason */
  flag: (reason) => attempt("flag", async () => {
    await flagGame(slug, reason);
    state.notes.flag = "sent";
  }),
  report: () => attempt("report", async () => {
    const report = await reportOn(slug);
    if (state.shown) state.shown = { ...state.shown, report };
  }),
  /** @param {string} source  of a document */
  write(source) {
    state.source = source;
    state.examined = null;
    if (source) state.files = { ...state.files, archive: "" };
    draw();
  },
  /** @param {FileList|null} files */
  open: (files) => attempt("check", async () => {
    if (!files?.length) return;
    const { document, archive, script, decks, title } = await readGameFiles([...files]);
    // A script or decks alone go with the document that is there.
    if (!document && !archive) state.files = { ...state.files, archive: "", script: script || state.files.script, decks: decks || state.files.decks };
    else state.files = { document, archive, script, decks, title };
    on.write(document || (archive ? "" : state.source));
  }),
  /** @param {string} document  that the one in the older format was converted to */
  goOnWith(document) {
    state.files = NO_FILES;
    on.write(document);
  },
  /** @param {string} note */
  tell(note) {
    state.note = note;
  },
  /** @param {import("../shared/diagnostics.js").Diagnostic} diagnostic */
  fix(diagnostic) {
    const better = applyFix(state.source, diagnostic);
    if (better !== null) on.write(better);
    return on.check();
  },
  check: () => attempt("check", async () => {
    state.examined = await checkDocument(documentBody(state.source, state.files));
  }),
  publish: () => attempt("publish", async () => {
    const made = await publishDocument(documentBody(state.source, state.files), state.note, storedKey());
    keepKey(made.key);
    const { text = "", advice = "" } = made.withheld ?? {};
    Object.assign(state, { published: made.slug, withheld: `${text} ${advice}`.trim() });
  }),
};
/** @typedef {typeof on} GamesIntents */

const person = () => ({ name: state.name, colour: storedColour() });

/** @param {string|undefined} key  told only once: with the first game of this browser */
function keepKey(key) {
  if (!key) return;
  state.key = key;
  storeKey(key);
}

/**
 * @param {string} place  where a refusal is to stand
 * @param {() => Promise<void>} act
 */
async function attempt(place, act) {
  if (state.busy) return;
  Object.assign(state, { busy: place, errors: {}, notes: {} });
  draw();
  try {
    await act();
  } catch (error) {
    refuse(place, asRefusal(error));
  }
  state.busy = "";
  draw();
  scrollIntoSight(page, ".publish :is(.notice, .author-key), [data-testid=found]");
}

/**
 * @param {string} place
 * @param {Refusal} refusal
 */
function refuse(place, refusal) {
  state.errors = { [isAboutName(refusal) && (place === "play" || place === "create") ? "name" : place]: refusal.detail };
  if (refusal.diagnostics.length) state.examined = { id: "", about: null, games: 0, diagnostics: refusal.diagnostics };
}

/**
 * @param {string} door
 * @param {() => Promise<import("../shared/types.js").JoinAnswer>} ask
 */
function enter(door, ask) {
  return attempt(door, async () => {
    const joined = await ask();
    storeSeat(joined.code, joined);
    storeName(state.name.trim());
    location.assign(roomAddress(joined.code));
  });
}

let asked = 0;

/** @param {string} [cursor]  of the next page, else it is a new search */
async function load(cursor = "") {
  const mine = ++asked;
  try {
    const found = await publishedGames(state.query, cursor);
    if (mine !== asked) return;
    take(found, cursor);
  } catch (error) {
    if (mine === asked) state.errors = { list: asRefusal(error).detail };
  }
  draw();
}

/**
 * @param {GamePage} found
 * @param {string} cursor
 */
function take(found, cursor) {
  const known = new Set(cursor ? state.games.map((game) => game.slug) : []);
  state.games = [...(cursor ? state.games : []), ...found.games.filter((game) => !known.has(game.slug))];
  Object.assign(state, { tags: found.tags, cursor: found.cursor ?? "", isLoaded: true, errors: {} });
}

async function show() {
  try {
    [state.shown, state.rules] = await Promise.all([publishedGame(slug), gameCalled(slug)]);
    document.title = `${state.shown.game.name} · Cheat`;
  } catch (error) {
    state.errors = { game: asRefusal(error).detail };
  }
  draw();
}

function draw() {
  if (view === "game") drawAt(page, gameView(state, on));
  else if (view === "publish") drawAt(page, publishView(state, on));
  else drawAt(page, listView(state, on));
}

keepShell();
draw();
if (view === "game") show();
else if (view === "list") load();
