// The pages of published games: the list, one game, and the form to publish one.

/** @import {Changes, GameEntry, CheckResult, Game, GamePage, PublishedGame} from "../shared/types.js" */
/** @import {Diagnostic} from "../shared/diagnostics.js" */
/** @import {Refusal} from "../shared/problems.js" */

import { gameCalled } from "../shared/api.js";
import {
  changesOf, checkDocument, createRoom, flagGame, publishDocument,
  publishedGame, publishedGames, quickPlay, reportOn,
} from "../shared/site_api.js";
import { NO_FILES, readGameFiles, documentBody } from "../shared/game_files.js";
import { applyFix } from "../shared/diagnostics.js";
import { mayBeUpdate, ownGames, storeOwnGame } from "../shared/own_games.js";
import { scrollIntoSight } from "../shared/scroll.js";
import { installWorker } from "../shared/service_worker.js";
import { asRefusal, isAboutName } from "../shared/problems.js";
import { markScriptRunning } from "../shared/script_state.js";
import { roomAddress, storedColour, storedKey, storedName, storeKey, storeName, storeSeat } from "../shared/seats.js";
import { drawAt } from "../shared/start_page.js";
import { author } from "../shared/author.js";
import { gameView } from "./views/game_view.js";
import { listView } from "./views/games_view.js";
import { publishView } from "./views/publish_view.js";

markScriptRunning();

/** Pause in typing after which a search starts. */
const TYPING_MS = 250;

const page = /** @type {HTMLElement} */ (document.getElementById("app"));
const { view = "list", slug = "" } = page.dataset;

const state = {
  /** The list of games, and its search. `cursor`: of the next page, or "". `isFiltering`: whether a phone shows the filters. */
  list: {
    query: { q: "", tag: "", players: "", sort: "recommended" },
    games: /** @type {GameEntry[]} */ ([]),
    tags: /** @type {string[]} */ ([]),
    cursor: "",
    isLoaded: false,
    isFiltering: false,
  },
  /** The page of one game: its entry with versions and report, and its entry of the catalogue. */
  game: { published: /** @type {PublishedGame|null} */ (null), rules: /** @type {Game|null} */ (null) },
  /**
   * The form to publish a game. `files`: the chosen files; the text of their document is `source`. `key`: the
   * author's key, shown once. `slug`: of the game just published, or "". `withheld`: the reason why that
   * game is not listed, or "". `warnings`: what the check found in that game. `changes`: what the document changes
   * in the author's published game, or null.
   */
  publishing: { changes: /** @type {Changes["changes"]|null} */ (null), warnings: /** @type {Diagnostic[]} */ ([]), source: "", files: NO_FILES, note: "", result: /** @type {CheckResult|null} */ (null), key: "", slug: "", withheld: "" },
  name: storedName(),
  /** The action in progress, or ""; buttons are disabled during it. */
  busy: "",
  /** A message for each place where an action failed. @type {Record<string, string>} */
  errors: {},
  /** A message for each place where an action succeeded. @type {Record<string, string>} */
  notes: {},
};
/** @typedef {typeof state} GamesState */

let typing = 0;

const on = {
  /** @param {Partial<typeof state.list.query>} change */
  search(change) {
    Object.assign(state.list.query, change);
    clearTimeout(typing);
    typing = setTimeout(() => load(), TYPING_MS);
    draw();
  },
  toggleFilters() {
    state.list.isFiltering = !state.list.isFiltering;
    draw();
  },
  loadMore: () => load(state.list.cursor),
  /** @param {string} name */
  setName(name) {
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
    if (state.game.published) state.game.published = { ...state.game.published, report };
  }),
  /** @param {string} source  of a document */
  setSource(source) {
    Object.assign(state.publishing, { source, result: null, changes: null });
    if (source) state.publishing.files = { ...state.publishing.files, archive: "" };
    draw();
  },
  /** @param {FileList|null} files */
  open: (files) => attempt("check", async () => {
    if (!files?.length) return;
    const { document, archive, script, decks, title } = await readGameFiles([...files]);
    // A script or decks without a document belong to the present document.
    if (!document && !archive) state.publishing.files = { ...state.publishing.files, archive: "", script: script || state.publishing.files.script, decks: decks || state.publishing.files.decks };
    else state.publishing.files = { document, archive, script, decks, title };
    on.setSource(document || (archive ? "" : state.publishing.source));
  }),
  /** @param {string} document  converted from the older format */
  useConverted(document) {
    state.publishing.files = NO_FILES;
    on.setSource(document);
  },
  /** @param {string} note */
  setNote(note) {
    state.publishing.note = note;
  },
  /** @param {import("../shared/diagnostics.js").Diagnostic} diagnostic */
  fix(diagnostic) {
    const fixedText = applyFix(state.publishing.source, diagnostic);
    if (fixedText !== null) on.setSource(fixedText);
    return on.check();
  },
  check: () => attempt("check", async () => {
    const result = await checkDocument(documentBody(state.publishing.source, state.publishing.files));
    Object.assign(state.publishing, { result, slug: "" });
  }),
  /** Publishes the document. The author of a published game first reads what changes. */
  publish: () => attempt("publish", async () => {
    if (!state.publishing.changes && await compare()) return;
    const published = await publishDocument(documentBody(state.publishing.source, state.publishing.files), state.publishing.note, storedKey());
    storeNewKey(published.key);
    storeOwnGame(published.slug);
    const { text = "", advice = "" } = published.withheld ?? {};
    Object.assign(state.publishing, { slug: published.slug, withheld: `${text} ${advice}`.trim(), warnings: published.diagnostics ?? [], changes: null });
  }),
};
/** @typedef {typeof on} GamesIntents */

/**
 * Compares the document or the files with the author's published game, if there is one.
 * @returns {Promise<boolean>} whether the author should read the changes
 */
async function compare() {
  const { source, files } = state.publishing;
  if (!mayBeUpdate(source, files.archive, ownGames())) return false;
  try {
    const { changes } = await changesOf(documentBody(source, files), storedKey());
    if (source === state.publishing.source && files === state.publishing.files) state.publishing.changes = changes;
    return changes.length > 0;
  } catch (error) {
    // Publishing then explains the problems of the document.
    if (["game_not_found", "bad_document", "slug_taken"].includes(asRefusal(error).code)) return false;
    throw error;
  }
}

const person = () => ({ name: state.name, colour: storedColour() });

/** @param {string|undefined} key  sent only with the first game of this browser */
function storeNewKey(key) {
  if (!key) return;
  state.publishing.key = key;
  storeKey(key);
}

/**
 * @param {string} place  of an error message
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
  scrollIntoSight(page, ".publish :is(.notice, .author-key, .changes-part), [data-testid=found]");
}

/**
 * @param {string} place
 * @param {Refusal} refusal
 */
function refuse(place, refusal) {
  state.errors = { [isAboutName(refusal) && (place === "play" || place === "create") ? "name" : place]: refusal.detail };
  if (refusal.diagnostics.length) state.publishing.result = { id: "", about: null, games: 0, diagnostics: refusal.diagnostics };
}

/**
 * @param {string} place
 * @param {() => Promise<import("../shared/types.js").JoinAnswer>} request
 */
function enter(place, request) {
  return attempt(place, async () => {
    const seat = await request();
    storeSeat(seat.code, seat);
    storeName(state.name.trim());
    location.assign(roomAddress(seat.code));
  });
}

let searchCount = 0;

/** @param {string} [cursor]  of the next page; missing: a new search */
async function load(cursor = "") {
  const number = ++searchCount;
  try {
    const page = await publishedGames(state.list.query, cursor);
    if (number !== searchCount) return;
    addGames(page, cursor);
  } catch (error) {
    if (number === searchCount) state.errors = { list: asRefusal(error).detail };
  }
  draw();
}

/**
 * @param {GamePage} page
 * @param {string} cursor
 */
function addGames(page, cursor) {
  const shownSlugs = new Set(cursor ? state.list.games.map((game) => game.slug) : []);
  state.list.games = [...(cursor ? state.list.games : []), ...page.games.filter((game) => !shownSlugs.has(game.slug))];
  Object.assign(state.list, { tags: page.tags, cursor: page.cursor ?? "", isLoaded: true });
  state.errors = {};
}

async function loadPage() {
  try {
    const [published, rules] = await Promise.all([publishedGame(slug), gameCalled(slug)]);
    if (rules.look?.pictured) Object.assign(author, await import("../table/author_look.js").catch(() => null));
    Object.assign(state.game, { published, rules });
    document.title = `${published.game.name} · Cheat`;
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

installWorker();
draw();
if (view === "game") loadPage();
else if (view === "list") load();
