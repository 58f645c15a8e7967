// The page on which games are made: wires the draft, the service, the editor and the views together.

/** @import {Diagnostic} from "../shared/diagnostics.js" */
/** @import {GameFiles} from "../shared/game_files.js" */
/** @import {Editor} from "./editor.js" */
/** @import {Change, Path} from "./json_text.js" */
/** @import {Word} from "../shared/completions.js" */
/** @import {Section} from "./outline.js" */
/** @import {Shape} from "../shared/schema.js" */
/** @import {TrialReport, Draft as Answer, JoinAnswer} from "../shared/types.js" */
/** @import {Draft} from "./drafts.js" */
/** @import {Typing} from "./views/expression_view.js" */

import {
  checkDocument, createRoom, documentCalled, documentSchema, getDebugView, publishDocument, readDocument, reportOn, tryAlone, tryDocument,
} from "../shared/api.js";
import { newPart } from "./new_parts.js";
import { readGameFiles, documentBody } from "../shared/game_files.js";
import { offersAt } from "../shared/completions.js";
import { copyForEditing } from "./copies.js";
import { applyFix, rangeOf } from "../shared/diagnostics.js";
import { draftText, dropDraft, keepDraft, keepGame, keepTable, keptDrafts, keptTable, nameIn, newDraft, ownGames } from "./drafts.js";
import { echoesOf } from "../shared/echo.js";
import { openEditor } from "./editor.js";
import { saveFile } from "../shared/files.js";
import { scrollIntoSight } from "../shared/scroll.js";
import { keepShell } from "../shared/install.js";
import { addChange, diffChange, moveChange, partOf, pathAt, parseTree, removeChange, renameChange, replaceChange, valueAt } from "./json_text.js";
import { liveCheck } from "./live_check.js";
import { FACTS, outlineOf } from "./outline.js";
import { Refusal, asRefusal, isAboutName } from "../shared/problems.js";
import { markScriptRunning } from "../shared/script_state.js";
import { roomAddress, storedColour, storedKey, storedName, storedSeat, storeKey, storeName, storeSeat } from "../shared/seats.js";
import { drawAt, pageJson } from "../shared/start_page.js";
import { designView } from "./views/design_view.js";
import { say } from "../shared/words.js";

markScriptRunning();

const TEMPLATE = "template";
/** Four at the table, as in quick play. */
const BOTS = 3;
/** Nobody waits for an author who looks inside, or goes back to the rules. */
const UNHURRIED = { turn_s: 0 };
const page = /** @type {HTMLElement} */ (document.getElementById("app"));

const state = {
  /** Of the draft that is open. */
  draft: newDraft(),
  text: "",
  /** What the game is called. */
  title: "",
  isKept: true,
  /** As it could be read last. @type {any} */
  document: {},
  isReadable: false,
  /** @type {Section[]} */
  outline: [],
  /** The parts that are looked at. @type {Path[]} */
  chosen: FACTS.map((key) => [key]),
  /** @type {"text"|"form"} */
  view: "text",
  /** What a phone shows. @type {"parts"|"document"|"try"} */
  pane: "document",
  /** What an expression's field offers. @type {Typing|null} */
  typing: null,
  /** @type {Shape|null} */
  schema: null,
  /** What every document may use. @type {Word[]} */
  words: pageJson("language") ?? [],
  /** What this one declares, as far as is known. @type {Word[]} */
  names: [],
  /** What its rules say in plain words, as far as is known. */
  echoes: echoesOf([]),
  /** Where the cursor stands in the text. @type {Path} */
  cursor: [],
  /** The games that come with this server: slugs and names. @type {[string, string][]} */
  examples: pageJson("examples") ?? [],
  /** @type {Draft[]} */
  drafts: [],
  /** @type {Diagnostic[]} */
  diagnostics: [],
  /** What the conversion from the older format had to say of the file. @type {Diagnostic[]} */
  conversion: [],
  /** Whether they are about the text as it is now. */
  checked: false,
  /** Whether anything was ever said of this draft. */
  isRead: false,
  /** Of the game, null where the text is none. @type {Answer["about"]} */
  about: null,
  /** In how many games bots have tried it. */
  tried: 0,
  name: storedName(),
  bots: BOTS,
  note: "",
  /** The code of the last table. */
  room: "",
  /** Whether the game was tried there against bots. */
  isTrial: false,
  /** @type {TrialReport|null} */
  report: null,
  /** What is being done: the doors are shut meanwhile. */
  busy: "",
  /** A sentence where something was refused, by place. @type {Record<string, string>} */
  errors: {},
  /** The author's key, shown once. */
  key: "",
  /** The slug of what was just published. */
  published: "",
  /** Why it is not listed, "" if it is. */
  withheld: "",
};
/** @typedef {typeof state} DesignState */

/** @type {Editor|null} */
let editor = null;

const look = liveCheck(readDocument, (answer, refusal) => {
  if (answer) take(answer);
  state.errors.check = refusal?.detail ?? "";
  if (refusal) state.checked = true;
  draw();
});

/** @param {Answer} answer  about the text as it is now */
function take({ about, diagnostics, names, echo }) {
  Object.assign(state, { about, diagnostics, checked: true, isRead: true });
  if (names) state.names = names;
  if (echo) state.echoes = echoesOf(echo);
  editor?.tell(diagnostics);
}

const on = {
  // The document

  /** @param {string} text  as it stands in the editor */
  write(text) {
    Object.assign(state, { text, checked: false, tried: 0, report: null, published: "", key: "" });
    readText();
    state.isKept = keepDraft(state.draft, text);
    look(text);
    draw();
  },
  /** @param {Change|null} change */
  change(change) {
    if (change) editor?.change(change);
  },
  /** @param {Path} path  @param {unknown} value */
  set: (path, value) => on.change(replaceChange(state.text, path, value)),
  /** @param {Path} path  @param {string|null} key  @param {unknown} value */
  add(path, key, value) {
    on.change(addChange(state.text, path, key, value));
  },
  /** @param {string} key  of the document itself  @param {string} name  of what is new there, and looked at from now on */
  addPart(key, name) {
    if (!name || !state.isReadable || !state.schema) return;
    if (!Object.hasOwn(Object(state.document[key]), name)) on.declare(key, name);
    on.choose([[key, name]]);
  },
  /** @param {string} key  of the document itself  @param {string} name  of what is new there, and named somewhere else already */
  declare(key, name) {
    if (!state.schema) return;
    const part = newPart(state.schema, state.document, key, name);
    on.change(state.document[key] === undefined ? addChange(state.text, [], key, { [name]: part }) : addChange(state.text, [key], name, part));
  },
  /** @param {string} key  of the document itself  @param {unknown} value */
  put: (key, value) => on.change(replaceChange(state.text, [key], value) ?? addChange(state.text, [], key, value)),
  /** @param {Path} path */
  remove: (path) => on.change(removeChange(state.text, path)),
  /** @param {Path} path  @param {string} key */
  rename(path, key) {
    const parent = valueAt(state.document, path.slice(0, -1));
    if (key && !Object.hasOwn(parent, key)) on.change(renameChange(state.text, path, key));
    else draw();
  },
  /** @param {Path} path  @param {-1|1} by */
  move: (path, by) => on.change(moveChange(state.text, path, by)),
  /** @param {Diagnostic} diagnostic */
  fix(diagnostic) {
    const better = applyFix(state.text, diagnostic);
    if (better !== null) on.change(diffChange(state.text, better));
    on.goOn();
  },
  /** In the text, where the button that was pressed is gone with what was wrong. */
  goOn() {
    if (state.view === "text") editor?.focus();
  },
  undo: () => editor?.undo(),
  redo: () => editor?.redo(),

  // What is looked at

  /** @param {Path[]} paths */
  choose(paths) {
    Object.assign(state, { chosen: paths, pane: "document" });
    draw();
    const part = paths.map((path) => partOf(parseTree(state.text), path)).find(Boolean);
    if (part) editor?.show({ from: part.from, to: part.from });
  },
  /** @param {number} at  of the cursor in the text */
  goAt(at) {
    const path = pathAt(parseTree(state.text), at);
    state.cursor = path;
    const found = state.outline.flatMap(partsIn).filter((paths) => paths.some((start) => start.every((key, place) => path[place] === key)));
    const paths = found.at(-1);
    if (paths) state.chosen = paths;
    draw();
  },
  /** @param {"text"|"form"} view */
  view(view) {
    state.view = view;
    state.pane = "document";
    draw();
    if (view === "text") on.choose(state.chosen);
  },
  /** @param {"parts"|"document"|"try"} pane */
  show(pane) {
    state.pane = pane;
    draw();
  },
  /** @param {Diagnostic} diagnostic */
  goTo(diagnostic) {
    Object.assign(state, { view: "text", pane: "document" });
    draw();
    editor?.show(rangeOf(state.text, diagnostic));
    editor?.focus();
  },
  /** @param {Typing|null} typing */
  type(typing) {
    state.typing = typing;
    draw();
  },

  // Drafts

  openBegin() {
    state.drafts = keptDrafts();
    state.errors.begin = "";
    draw();
    dialog().showModal();
  },
  closeBegin: () => dialog().close(),
  /** @param {string} name  slug of a game, or `template` */
  begin: (name) => attempt("begin", async () => {
    const text = await documentCalled(name);
    openDraft(newDraft(), name === TEMPLATE ? text : copyForEditing(text, ownGames().includes(name)));
  }),
  /** @param {FileList|null} files  a document, or what one in the older format is made of */
  open: (files) => attempt("begin", async () => {
    if (!files?.length) return;
    const { text, warnings } = await textOf(await readGameFiles([...files]));
    openDraft(newDraft(), text);
    state.conversion = warnings;
  }),
  /** @param {string} id */
  resume: (id) => openDraft(id, draftText(id) ?? ""),
  /** @param {string} id */
  drop(id) {
    dropDraft(id);
    state.drafts = keptDrafts();
    draw();
  },
  save: () => saveFile(`${Object(state.document).id || "game"}.json`, state.text),

  // What is done with it

  /** @param {string} name */
  call(name) {
    state.name = name;
  },
  /** @param {number} bots */
  wantBots(bots) {
    state.bots = bots;
  },
  /** @param {string} note */
  tell(note) {
    state.note = note;
  },
  check: () => attempt("check", async () => {
    const text = state.text;
    const { about, diagnostics, games } = await checkDocument({ document: text });
    if (text !== state.text) return;
    Object.assign(state, { diagnostics, tried: games });
    if (!about) state.about = null;
    editor?.tell(diagnostics);
  }),
  /** @param {string} code  of a room */
  tableAddress: (code) => roomAddress(code),
  /** @param {number} bots  as many as sit down */
  play: (bots) => layTable("play", true, async (wishes) => tryAlone({ ...wishes, bots, options: UNHURRIED })),
  /** The cards and the chance of the last table, for the game as it is now. */
  again: () => layTable("again", true, async (wishes) => {
    const { seed, table } = await getDebugView(state.room, storedSeat(state.room)?.token ?? "");
    return tryAlone({ ...wishes, bots: table.players.length - 1, options: table.options, seed });
  }),
  invite: () => layTable("invite", false, createRoom),
  report: () => attempt("report", async () => {
    const text = state.text;
    const report = await reportOn(await tryDocument(text));
    if (text === state.text) state.report = report;
  }).then(() => reveal("report")),
  publish: () => attempt("publish", async () => {
    const made = await publishDocument({ document: state.text }, state.note, storedKey());
    if (made.key) {
      state.key = made.key;
      storeKey(made.key);
    }
    keepGame(made.slug);
    const { text = "", advice = "" } = made.withheld ?? {};
    Object.assign(state, { published: made.slug, withheld: `${text} ${advice}`.trim() });
  }).then(() => reveal("publish-pane")),
};
/** @typedef {typeof on} DesignIntents */

/**
 * Lays a table with the draft, whatever becomes of the draft later, and opens it.
 * @param {string} door  by which this was asked for
 * @param {boolean} isTrial
 * @param {(wishes: {name: string, colour: number, game: string}) => Promise<JoinAnswer>} take  a seat
 */
function layTable(door, isTrial, take) {
  // Browsers open a tab only right after a press. Without a name, the player is asked for one here first.
  const tab = state.name.trim() ? open("", "_blank") : null;
  return attempt("play", async () => {
    try {
      const seat = await take({ name: state.name, colour: storedColour(), game: await tryDocument(state.text) });
      storeSeat(seat.code, seat);
      storeName(state.name.trim());
      Object.assign(state, { room: seat.code, isTrial });
      keepTable(state.draft, { room: seat.code, isTrial });
      if (tab) tab.location.href = roomAddress(seat.code);
      else location.assign(roomAddress(seat.code));
    } catch (error) {
      tab?.close();
      throw error;
    }
  }, door);
}

const OURS = /"cardgame"\s*:/;
const OLDER = /"(deckId|gameLoop)"\s*:/;

/**
 * @param {GameFiles} files
 * @returns {Promise<{text: string, warnings: Diagnostic[]}>} the document in them; what is in the older format is converted, with warnings
 * @throws {Refusal} where that cannot be, or where there is no document in them
 */
async function textOf(files) {
  if (!files.document && !files.archive) throw new Refusal(422, "bad_file", say("Choose the file of the game, too. A script or decks alone are no game."));
  if (OURS.test(files.document)) return { text: files.document, warnings: [] };
  const { document, diagnostics = [] } = await checkDocument(documentBody(files.document, files));
  const text = document || files.document;
  const wrong = diagnostics.find((diagnostic) => diagnostic.severity !== "warning");
  if (!wrong || OURS.test(text) || !(files.archive || OLDER.test(text))) return { text, warnings: OURS.test(text) ? diagnostics : [] };
  const place = [wrong.file, wrong.path].filter(Boolean).join(": ");
  throw new Refusal(422, wrong.code, place ? `${place} – ${wrong.text}` : wrong.text);
}

/**
 * @param {string} place  where a refusal is to stand
 * @param {() => Promise<void>} work
 * @param {string} [door]  by which it was asked for, where a place has several
 */
async function attempt(place, work, door = place) {
  if (state.busy) return;
  Object.assign(state, { busy: door, errors: {} });
  draw();
  try {
    await work();
  } catch (error) {
    refuse(place, asRefusal(error));
  }
  state.busy = "";
  draw();
}

/**
 * @param {string} place
 * @param {Refusal} refusal
 */
function refuse(place, refusal) {
  state.errors = { [place === "play" && isAboutName(refusal) ? "name" : place]: refusal.detail };
  if (!refusal.diagnostics.length) return;
  state.diagnostics = refusal.diagnostics;
  editor?.tell(refusal.diagnostics);
}

/** What the text says, as far as it can be read. */
function readText() {
  state.isReadable = parseTree(state.text) !== null;
  if (state.isReadable) {
    state.document = JSON.parse(state.text);
    state.title = nameIn(state.text);
  }
  state.outline = outlineOf(state.document);
}

/**
 * @param {string} id
 * @param {string} text
 */
function openDraft(id, text) {
  state.draft = id;
  Object.assign(state, { names: [], echoes: echoesOf([]), cursor: [], diagnostics: [], conversion: [], about: null, isRead: false }, keptTable(id));
  if (text === state.text) on.write(text);
  else editor?.write(text);
  dialog().close();
}

/** @param {Section|import("./outline.js").Item} part  @returns {Path[][]} what can be chosen in it, from the outside in */
function partsIn(part) {
  return ["paths" in part ? part.paths : [part.path], ...part.items.flatMap(partsIn)];
}

/** @param {string} pane  with something new in it, which may lie below what can be seen; an author's key above all */
function reveal(pane) {
  scrollIntoSight(page, `[data-testid="${pane}"] :is(.notice, .played, .error:not(:empty), .author-key)`);
}

const dialog = () => /** @type {HTMLDialogElement} */ (document.getElementById("begin"));

function draw() {
  document.title = `${state.title || say("Design a game")} · Cheat`;
  drawAt(page, designView(state, on));
}

/** @returns {Promise<{text: string, draft: string}>} what the page begins with: a game that is asked for, the last draft, or the template */
async function first() {
  const wanted = new URLSearchParams(location.search).get("from");
  if (wanted) {
    history.replaceState(null, "", "/design"); // or a copy would be made again when the page is loaded again
    try {
      return { text: copyForEditing(await documentCalled(wanted), ownGames().includes(wanted)), draft: newDraft() };
    } catch (error) {
      state.errors.open = asRefusal(error).detail;
    }
  }
  const [last] = keptDrafts();
  return last ? { text: draftText(last.id) ?? "", draft: last.id } : { text: await documentCalled(TEMPLATE), draft: newDraft() };
}

async function begin() {
  draw();
  try {
    const [{ text, draft }, schema] = await Promise.all([first(), documentSchema()]);
    Object.assign(state, { draft, schema }, keptTable(draft));
    editor = await openEditor(/** @type {HTMLElement} */ (document.getElementById("editor")), text, {
      changed: on.write, moved: on.goAt, offers: (whole, at) => offersAt(whole, at, state), left: () => document.getElementById("view-text")?.focus(),
    });
    on.write(text);
  } catch (error) {
    state.errors.check = asRefusal(error).detail;
    draw();
  }
}

keepShell();
begin();
