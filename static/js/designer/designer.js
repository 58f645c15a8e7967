// The designer: connects the draft, the service, the editor and the views.

/** @import {Diagnostic} from "../shared/diagnostics.js" */
/** @import {GameFiles} from "../shared/game_files.js" */
/** @import {Editor} from "./editor.js" */
/** @import {Change, Path} from "./json_text.js" */
/** @import {Word} from "../shared/completions.js" */
/** @import {Section} from "./outline.js" */
/** @import {Shape} from "../shared/schema.js" */
/** @import {Changes, TrialReport, ReadResult as Answer, JoinAnswer} from "../shared/types.js" */
/** @import {Draft} from "./drafts.js" */
/** @import {Typing} from "./views/expression_view.js" */

import { getDebugView } from "../shared/api.js";
import {
  changesIn, checkDocument, createRoom, documentCalled, documentSchema, publishDocument,
  readDocument, reportOn, restoreVersion, tryAlone, tryDocument,
} from "../shared/site_api.js";
import { newPart } from "./new_parts.js";
import { readGameFiles, documentBody } from "../shared/game_files.js";
import { offersAt, wordsOf } from "../shared/completions.js";
import { wordAt } from "../shared/signatures.js";
import { copyForEditing } from "./copies.js";
import { applyFix, rangeOf } from "../shared/diagnostics.js";
import { draftText, dropDraft, firstView, storeDraft, storeTable, storeView, storedDrafts, storedTable, nameIn, newDraft } from "./drafts.js";
import { echoesOf } from "../shared/echo.js";
import { openEditor } from "./editor.js";
import { saveFile } from "../shared/files.js";
import { CURRENT_FORMAT, ownGames, storeOwnGame } from "../shared/own_games.js";
import { scrollIntoSight } from "../shared/scroll.js";
import { installWorker } from "../shared/service_worker.js";
import { addChange, diffChange, moveChange, partOf, pathAt, parseTree, removeChange, renameChange, replaceChange, valueAt } from "./json_text.js";
import { liveCheck } from "./live_check.js";
import { addPictures, readPictures, rememberPictures, sendAgain } from "./picture_files.js";
import { isPictureName, lacksPictures, picturesIn, withPictures, withUse, withoutPicture } from "./pictures.js";
import { FACTS, outlineOf, pathsOf } from "./outline.js";
import { Refusal, asRefusal, isAboutName } from "../shared/problems.js";
import { markScriptRunning } from "../shared/script_state.js";
import { roomAddress, storedColour, storedKey, storedName, storedSeat, storeKey, storeName, storeSeat } from "../shared/seats.js";
import { drawAt, pageJson } from "../shared/start_page.js";
import { designView } from "./views/design_view.js";
import { say } from "../shared/words.js";

markScriptRunning();

const TEMPLATE = "template";
/** Default number of bots: with the player four, as in quick play. */
const BOTS = 3;
/** Options of a trial: no time limit, because authors read the rules during it. */
const TRIAL_OPTIONS = { turn_s: 0 };
const page = /** @type {HTMLElement} */ (document.getElementById("app"));

/** Results of the checks before any has run. */
const NO_RESULTS = {
  diagnostics: /** @type {Diagnostic[]} */ ([]),
  /** Notes of the conversion from the older format. */
  conversion: /** @type {Diagnostic[]} */ ([]),
  /** Whether the results are about the present text. */
  isCurrent: false,
  hasRun: false,
  /** The game that the text describes; null while the text is not a valid game. */
  about: /** @type {Answer["about"]} */ (null),
  /** The rules in plain words, by path. */
  echoes: echoesOf([]),
  /** Number of games that bots have played. */
  games: 0,
};

const state = {
  /** The open draft. `document` and `outline` belong to the last text that was valid JSON. */
  draft: { id: newDraft(), text: "", title: "", isStored: true, document: /** @type {any} */ ({}), isReadable: false, outline: /** @type {Section[]} */ ([]) },
  /**
   * The visible part of the page: text or form, the pane on a phone, the selected parts, the cursor, the function or
   * effect there, and completions of an expression.
   */
  view: {
    kind: firstView(),
    pane: /** @type {"parts"|"document"|"try"} */ ("document"),
    paths: /** @type {Path[]} */ (FACTS.map((key) => [key])),
    cursor: /** @type {Path} */ ([]),
    word: /** @type {Word|null} */ (null),
    typing: /** @type {Typing|null} */ (null),
  },
  /** The language of documents: its schema, its words, and the names that this document declares. */
  language: { schema: /** @type {Shape|null} */ (null), words: /** @type {Word[]} */ (pageJson("language") ?? []), names: /** @type {Word[]} */ ([]) },
  check: { ...NO_RESULTS },
  /**
   * The dialog that opens a document: games of this server and small games, as names and titles, the games that
   * this browser has published, and its drafts.
   */
  begin: {
    examples: /** @type {[string, string][]} */ (pageJson("examples") ?? []),
    starters: /** @type {[string, string][]} */ (pageJson("starters") ?? []),
    own: ownGames(),
    drafts: /** @type {Draft[]} */ ([]),
  },
  /** Games against bots. `room`: the code of the last table, or "". */
  trial: { bots: BOTS, room: "", isAgainstBots: false, report: /** @type {TrialReport|null} */ (null) },
  /** Problems of the pictures that were added last. */
  pictures: { diagnostics: /** @type {Diagnostic[]} */ ([]) },
  /**
   * `key`: the author's key, shown once. `slug`: of the game just published, or "". `withheld`: why it
   * is not listed, or "". `update`: what the text changes in the published game, or null. `former`: an
   * earlier version that may be published once more, and what it changes; or null.
   */
  publishing: {
    note: "", key: "", slug: "", withheld: "",
    update: /** @type {Changes|null} */ (null),
    former: /** @type {{version: string, changes: Changes["changes"]}|null} */ (null),
  },
  name: storedName(),
  /** The action in progress, or ""; buttons are disabled during it. */
  busy: "",
  /** A message for each place where an action failed. @type {Record<string, string>} */
  errors: {},
};
/** @typedef {typeof state} DesignState */

/** @type {Editor|null} */
let editor = null;

const checkSoon = liveCheck(readDocument, (answer, refusal) => {
  if (answer) applyAnswer(answer);
  state.errors.check = refusal?.detail ?? "";
  if (refusal) state.check.isCurrent = true;
  draw();
});

/** @param {Answer} answer  about the present text */
function applyAnswer({ about, diagnostics, names, echo }) {
  Object.assign(state.check, { about, diagnostics, isCurrent: true, hasRun: true });
  if (names) state.language.names = names;
  if (echo) state.check.echoes = echoesOf(echo);
  editor?.showDiagnostics(diagnostics);
  if (lacksPictures(diagnostics)) on.restorePictures();
}

const on = {
  // The document

  /** @param {string} text  of the editor */
  write(text) {
    state.draft.text = text;
    Object.assign(state.check, { isCurrent: false, games: 0 });
    state.trial.report = null;
    Object.assign(state.publishing, { slug: "", key: "", update: null, former: null });
    readText();
    state.draft.isStored = storeDraft(state.draft.id, text);
    checkSoon(text);
    draw();
  },
  /** @param {Change|null} change */
  change(change) {
    if (change) editor?.change(change);
  },
  /** @param {Path} path  @param {unknown} value */
  set: (path, value) => on.change(replaceChange(state.draft.text, path, value)),
  /** @param {Path} path  @param {string|null} key  @param {unknown} value */
  add(path, key, value) {
    on.change(addChange(state.draft.text, path, key, value));
  },
  /**
   * @param {string} key  of the document itself
   * @param {string} name  of the new part, which is then selected
   */
  addPart(key, name) {
    if (!name || !state.draft.isReadable || !state.language.schema) return;
    if (!Object.hasOwn(Object(state.draft.document[key]), name)) on.declare(key, name);
    on.select([[key, name]]);
  },
  /**
   * @param {string} key  of the document itself
   * @param {string} name  of the new part, which the text already uses
   */
  declare(key, name) {
    if (!state.language.schema) return;
    const part = newPart(state.language.schema, state.draft.document, key, name);
    on.change(state.draft.document[key] === undefined ? addChange(state.draft.text, [], key, { [name]: part }) : addChange(state.draft.text, [key], name, part));
  },
  /** @param {string} key  of the document itself  @param {unknown} value */
  setMember: (key, value) => on.change(replaceChange(state.draft.text, [key], value) ?? addChange(state.draft.text, [], key, value)),
  /** @param {Path} path */
  remove: (path) => on.change(removeChange(state.draft.text, path)),
  /** @param {Path} path  @param {string} key */
  rename(path, key) {
    const parent = valueAt(state.draft.document, path.slice(0, -1));
    if (key && !Object.hasOwn(parent, key)) on.change(renameChange(state.draft.text, path, key));
    else draw();
  },
  /** @param {Path} path  @param {-1|1} by */
  move: (path, by) => on.change(moveChange(state.draft.text, path, by)),
  /** @param {Diagnostic} diagnostic */
  fix(diagnostic) {
    const fixedText = applyFix(state.draft.text, diagnostic);
    if (fixedText !== null) on.change(diffChange(state.draft.text, fixedText));
    on.focusEditor();
  },
  /** Focuses the editor, because the pressed button disappears with its problem. */
  focusEditor() {
    if (state.view.kind === "text") editor?.focus();
  },
  undo: () => editor?.undo(),
  redo: () => editor?.redo(),

  // The view

  /** @param {Path[]} paths */
  select(paths) {
    Object.assign(state.view, { paths, pane: "document" });
    draw();
    const part = paths.map((path) => partOf(parseTree(state.draft.text), path)).find(Boolean);
    if (part) editor?.show({ from: part.from, to: part.from });
  },
  /** @param {number} at  of the cursor in the text */
  goAt(at) {
    const path = pathAt(parseTree(state.draft.text), at);
    state.view.cursor = path;
    state.view.word = wordAt(state.draft.text, at, wordsOf(state.language.words, state.language.names));
    const around = state.draft.outline.flatMap(partsIn).filter((paths) => paths.some((start) => start.every((key, place) => path[place] === key)));
    const paths = around.at(-1);
    if (paths) state.view.paths = paths;
    draw();
  },
  /** @param {"text"|"form"} view */
  view(view) {
    storeView(view);
    state.view.kind = view;
    state.view.pane = "document";
    draw();
    if (view === "text") on.select(state.view.paths);
  },
  /** @param {"parts"|"document"|"try"} pane */
  show(pane) {
    state.view.pane = pane;
    draw();
  },
  /** @param {Diagnostic} diagnostic */
  goTo(diagnostic) {
    Object.assign(state.view, { kind: "text", pane: "document" });
    draw();
    editor?.show(rangeOf(state.draft.text, diagnostic));
    editor?.focus();
  },
  /** @param {Typing|null} typing */
  setTyping(typing) {
    state.view.typing = typing;
    draw();
  },

  // Pictures

  /** @param {FileList|null} files */
  addPictures: (files) => attempt("pictures", async () => {
    const pictures = [...files ?? []].filter(({ name }) => isPictureName(name));
    if (!pictures.length || !state.draft.isReadable) throw new Refusal(422, "bad_file", say("Pictures must be PNG, WebP or JPEG files."));
    const added = await addPictures(await readPictures(pictures));
    state.pictures.diagnostics = added.diagnostics;
    if (added.pictures.length) on.setMember("style", withPictures(state.draft.document, added.pictures));
  }),
  /** @param {string} name  of a picture  @param {string} use */
  usePicture: (name, use) => on.setMember("style", withUse(state.draft.document, name, use)),
  /** @param {string} name  of a picture */
  removePicture: (name) => on.setMember("style", withoutPicture(state.draft.document, name)),
  /** Sends pictures again that the server has no longer. */
  restorePictures: () => attempt("pictures", async () => {
    const style = await sendAgain(state.draft.document);
    if (!style) return;
    if (JSON.stringify(style) !== JSON.stringify(state.draft.document.style)) on.setMember("style", style);
    else checkSoon(state.draft.text);
  }),

  // Drafts

  openBegin() {
    Object.assign(state.begin, { drafts: storedDrafts(), own: ownGames() });
    state.errors.begin = "";
    draw();
    dialog().showModal();
  },
  closeBegin: () => dialog().close(),
  /** @param {string} name  slug of a game, or `template` */
  begin: (name) => attempt("begin", async () => {
    const text = await publishedDocument(name);
    openDraft(newDraft(), name.startsWith(TEMPLATE) ? text : copyForEditing(text, ownGames().includes(name)));
  }),
  /** @param {FileList|null} files  a document, or the files of a game in the older format */
  open: (files) => attempt("begin", async () => {
    if (!files?.length) return;
    const { text, warnings } = await textOf(await readGameFiles([...files]));
    openDraft(newDraft(), text);
    state.check.conversion = warnings;
  }),
  /** @param {string} id */
  resume: (id) => openDraft(id, draftText(id) ?? ""),
  /** @param {string} id */
  removeDraft(id) {
    dropDraft(id);
    state.begin.drafts = storedDrafts();
    draw();
  },
  save: () => saveFile(`${Object(state.draft.document).id || "game"}.json`, state.draft.text),

  // Actions

  /** @param {string} name */
  setName(name) {
    state.name = name;
  },
  /** @param {number} bots */
  setBots(bots) {
    state.trial.bots = bots;
  },
  /** @param {string} note */
  setNote(note) {
    state.publishing.note = note;
  },
  check: () => attempt("check", async () => {
    const text = state.draft.text;
    const { about, diagnostics, games } = await checkDocument({ document: text });
    if (text !== state.draft.text) return;
    Object.assign(state.check, { diagnostics, games });
    if (!about) state.check.about = null;
    editor?.showDiagnostics(diagnostics);
  }),
  /** @param {string} code  of a room */
  tableAddress: (code) => roomAddress(code),
  /** Whether the document is a game that this browser has published. */
  isUpdate: () => isUpdate(),
  /** @param {number} bots  number of bots */
  play: (bots) => openTable("play", true, async (request) => tryAlone({ ...request, bots, options: TRIAL_OPTIONS })),
  /** Plays the present game with the seed of the last table. */
  playAgain: () => openTable("again", true, async (request) => {
    const { seed, table } = await getDebugView(state.trial.room, storedSeat(state.trial.room)?.token ?? "");
    return tryAlone({ ...request, bots: table.players.length - 1, options: table.options, seed });
  }),
  invite: () => openTable("invite", false, createRoom),
  report: () => attempt("report", async () => {
    const text = state.draft.text;
    const report = await reportOn(await tryDocument(text));
    if (text === state.draft.text) state.trial.report = report;
  }).then(() => reveal("report")),
  /** Publishes the document. The author of a published game first reads what changes. */
  publish: () => attempt("publish", async () => {
    const text = state.draft.text;
    if (isUpdate() && !state.publishing.update && await compare(text)) return;
    showPublished(await publishDocument({ document: text }, state.publishing.note, storedKey()));
  }).then(() => reveal("publish-pane")),
  /** Shows what the text changes in the published game, and the versions of the game. */
  compare: () => attempt("publish", async () => {
    await compare(state.draft.text);
  }, "compare").then(() => reveal("publish-pane")),
  /**
   * Shows what an earlier version would change, if it was published once more.
   * @param {string} version
   */
  chooseFormer: (version) => attempt("publish", async () => {
    const slug = ownSlug();
    const former = await publishedDocument(`${slug}@${version}`);
    const { changes } = await changesIn(slug, former, storedKey());
    state.publishing.former = { version, changes };
  }, "former").then(() => reveal("publish-pane")),
  restore: () => attempt("publish", async () => {
    const version = state.publishing.former?.version ?? "";
    const answer = await restoreVersion(ownSlug(), version, state.publishing.note, storedKey());
    showPublished(answer);
    openDraft(newDraft(), await publishedDocument(answer.slug));
    showPublished(answer);
  }, "restore").then(() => reveal("publish-pane")),
};
/** @typedef {typeof on} DesignIntents */

/** @returns {string} the address in the document */
const ownSlug = () => String(state.draft.document.id ?? "");
const isUpdate = () => ownGames().includes(ownSlug());

/**
 * @param {string} name  of a game; authors also get their games that are not listed
 * @returns {Promise<string>} its document
 */
function publishedDocument(name) {
  return documentCalled(name, ownGames().includes(name.split("@")[0]) ? storedKey() : "");
}

/**
 * Compares a text with the author's published game. If there is none after all, nothing is shown.
 * @param {string} text
 * @returns {Promise<boolean>} whether the author should read the changes
 */
async function compare(text) {
  try {
    const update = await changesIn(ownSlug(), text, storedKey());
    if (text !== state.draft.text) return true;
    Object.assign(state.publishing, { update, former: null });
    return update.changes.length > 0;
  } catch (error) {
    if (asRefusal(error).code === "game_not_found") return false;
    throw error;
  }
}

/** @param {import("../shared/types.js").PublishResult} answer */
function showPublished({ slug, key = "", withheld, diagnostics }) {
  if (key) {
    state.publishing.key = key;
    storeKey(key);
  }
  storeOwnGame(slug);
  if (diagnostics) {
    state.check.diagnostics = diagnostics;
    editor?.showDiagnostics(diagnostics);
  }
  const { text = "", advice = "" } = withheld ?? {};
  Object.assign(state.publishing, { slug, withheld: `${text} ${advice}`.trim(), update: null, former: null });
}

/**
 * Creates a table for the present text of the draft, and opens it.
 * @param {string} action  for `busy`
 * @param {boolean} isAgainstBots
 * @param {(wishes: {name: string, colour: number, game: string}) => Promise<JoinAnswer>} takeSeat
 */
function openTable(action, isAgainstBots, takeSeat) {
  // Browsers open a tab only right after a press. Without a name, the player is asked for one here first.
  const tab = state.name.trim() ? open("", "_blank") : null;
  return attempt("play", async () => {
    try {
      const seat = await takeSeat({ name: state.name, colour: storedColour(), game: await tryDocument(state.draft.text) });
      storeSeat(seat.code, seat);
      storeName(state.name.trim());
      Object.assign(state.trial, { room: seat.code, isAgainstBots });
      storeTable(state.draft.id, { room: seat.code, isTrial: isAgainstBots });
      if (tab) tab.location.href = roomAddress(seat.code);
      else location.assign(roomAddress(seat.code));
    } catch (error) {
      tab?.close();
      throw error;
    }
  }, action);
}

const OLDER_FORMAT = /"(deckId|gameLoop)"\s*:/;

/**
 * @param {GameFiles} files
 * @returns {Promise<{text: string, warnings: Diagnostic[]}>} the document; one in the older format is
 *   converted, with warnings
 * @throws {Refusal} if conversion fails, or there is no document
 */
async function textOf(files) {
  if (!files.document && !files.archive) throw new Refusal(422, "bad_file", say("Choose the file of the game, too. A script or decks alone are no game."));
  if (CURRENT_FORMAT.test(files.document)) return { text: files.document, warnings: [] };
  const { document, diagnostics = [] } = await checkDocument(documentBody(files.document, files));
  const text = document || files.document;
  const wrong = diagnostics.find((diagnostic) => diagnostic.severity !== "warning");
  if (!wrong || CURRENT_FORMAT.test(text) || !(files.archive || OLDER_FORMAT.test(text))) return { text, warnings: CURRENT_FORMAT.test(text) ? diagnostics : [] };
  const place = [wrong.file, wrong.path].filter(Boolean).join(": ");
  throw new Refusal(422, wrong.code, place ? `${place} – ${wrong.text}` : wrong.text);
}

/**
 * @param {string} place  of an error message
 * @param {() => Promise<void>} work
 * @param {string} [action]  for `busy`; several actions can share a place
 */
async function attempt(place, work, action = place) {
  if (state.busy) return;
  Object.assign(state, { busy: action, errors: {} });
  draw();
  try {
    await work();
  } catch (error) {
    refuse(place, asRefusal(error));
  }
  state.busy = "";
  draw();
  if (place !== "pictures" && lacksPictures(state.check.diagnostics)) on.restorePictures();
}

/**
 * @param {string} place
 * @param {Refusal} refusal
 */
function refuse(place, refusal) {
  state.errors = { [place === "play" && isAboutName(refusal) ? "name" : place]: refusal.detail };
  if (!refusal.diagnostics.length) return;
  state.check.diagnostics = refusal.diagnostics;
  editor?.showDiagnostics(refusal.diagnostics);
}

/** Updates document, title and outline if the text is valid JSON. */
function readText() {
  state.draft.isReadable = parseTree(state.draft.text) !== null;
  if (state.draft.isReadable) {
    state.draft.document = JSON.parse(state.draft.text);
    state.draft.title = nameIn(state.draft.text);
  }
  state.draft.outline = outlineOf(state.draft.document);
}

/**
 * @param {string} id
 * @param {string} text
 */
function openDraft(id, text) {
  state.draft.id = id;
  state.language.names = [];
  Object.assign(state.view, { cursor: [], word: null });
  Object.assign(state.check, NO_RESULTS);
  showLastTable(id);
  if (text === state.draft.text) on.write(text);
  else editor?.write(text);
  state.pictures.diagnostics = [];
  rememberPictures(picturesIn(state.draft.document).map((picture) => picture.id));
  dialog().close();
}

/** @param {string} id  of a draft, whose last table the page offers */
function showLastTable(id) {
  const { room, isTrial } = storedTable(id);
  Object.assign(state.trial, { room, isAgainstBots: isTrial });
}

/**
 * @param {Section|import("./outline.js").Item} part
 * @returns {Path[][]} the selectable paths in it, from the outside in
 */
function partsIn(part) {
  return [pathsOf(part), ...part.items.flatMap(partsIn)];
}

/** @param {string} pane  whose new content is scrolled into view */
function reveal(pane) {
  scrollIntoSight(page, `[data-testid="${pane}"] :is(.notice, .played, .changes-part, .error:not(:empty), .author-key)`);
}

const dialog = () => /** @type {HTMLDialogElement} */ (document.getElementById("begin"));

function draw() {
  document.title = `${state.draft.title || say("Design a game")} · Cheat`;
  drawAt(page, designView(state, on));
}

/**
 * @returns {Promise<{text: string, draft: string}>} the first document: the requested game, the last draft,
 *   or the template
 */
async function firstDocument() {
  const requested = new URLSearchParams(location.search).get("from");
  if (requested) {
    // Otherwise a reload would make another copy.
    history.replaceState(null, "", "/design");
    try {
      return { text: copyForEditing(await publishedDocument(requested), ownGames().includes(requested)), draft: newDraft() };
    } catch (error) {
      state.errors.open = asRefusal(error).detail;
    }
  }
  const [last] = storedDrafts();
  return last ? { text: draftText(last.id) ?? "", draft: last.id } : { text: await documentCalled(TEMPLATE), draft: newDraft() };
}

async function begin() {
  draw();
  try {
    const [{ text, draft }, schema] = await Promise.all([firstDocument(), documentSchema()]);
    state.draft.id = draft;
    state.language.schema = schema;
    showLastTable(draft);
    editor = await openEditor(/** @type {HTMLElement} */ (document.getElementById("editor")), text, {
      onChange: on.write, onMove: on.goAt, offers: (newText, at) => offersAt(newText, at, { ...state.language, document: state.draft.document }), onEscape: () => document.getElementById("view-text")?.focus(),
    });
    on.write(text);
  } catch (error) {
    state.errors.check = asRefusal(error).detail;
    draw();
  }
}

installWorker();
begin();
