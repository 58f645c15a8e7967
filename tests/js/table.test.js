import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { lineOf } from "../../static/js/table/log.js";

const HERE = dirname(fileURLToPath(import.meta.url));
const SCRIPTS = resolve(HERE, "../../static/js");
const SHIPPED = resolve(HERE, "../../cheat/documents/bundled");

test("no module of the room and replay pages knows a game of a document", () => {
  const ids = readdirSync(SHIPPED).filter((name) => name.endsWith(".json")).map((name) => basename(name, ".json"));
  assert.ok(ids.includes("crazy-eights"));
  const named = new RegExp(`["'\`](${ids.join("|")})["'\`]|\\bslug\\b|api/documents`);
  const loaded = new Map();
  for (const page of ["room/room.js", "replay/replay.js"]) load(resolve(SCRIPTS, page), loaded);
  assert.ok(loaded.has(resolve(SCRIPTS, "shared/views/card_view.js")));
  loaded.delete(resolve(SCRIPTS, "shared/site_api.js")); // It has the calls of all other pages.
  // Covers are the same on all pages. They have an emblem by the slug of a game.
  for (const file of ["emblems", "views/game_cover"]) loaded.delete(resolve(SCRIPTS, `shared/${file}.js`));
  assert.deepEqual([...loaded].filter(([, source]) => named.test(source)).map(([file]) => basename(file)), []);
});

/**
 * @param {string} file
 * @param {Map<string, string>} loaded  sources without comments, by files; it and all that it imports are added
 */
function load(file, loaded) {
  if (loaded.has(file)) return;
  const source = readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  loaded.set(file, source);
  for (const [, path] of source.matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"]+\.js)"/g)) load(resolve(dirname(file), path), loaded);
}

test("a seat shows a line that begins with its player, unless it is so long that it would cover the table", () => {
  const line = (words) => lineOf({ v: 1, at: 0, type: "said", by: "p1", text: `{by} ${words}` }, 0, new Map([["p1", "Ada"]]));
  assert.deepEqual([line("calls.").fitsSeat, line("shows ".repeat(12)).fitsSeat], [true, false]);
});
