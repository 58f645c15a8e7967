import assert from "node:assert/strict";
import test from "node:test";

import { NO_FILES, readGameFiles, documentBody } from "../../static/js/shared/game_files.js";

const file = (name, text) => new File([text], name);

test("the name of a file determines its role", async () => {
  const found = await readGameFiles([file("Up.JS", "script"), file("deck.json", "decks"), file("My Game.json", "{}")]);
  assert.deepEqual(found, { ...NO_FILES, document: "{}", script: "script", decks: "decks", title: "My Game" });
});

test("a zip is sent unchanged and alone", async () => {
  const bytes = new Uint8Array(100_000).map((_, at) => at % 251);
  const found = await readGameFiles([file("a.json", "{}"), new File([bytes], "game.ZIP")]);
  assert.deepEqual(Buffer.from(found.archive, "base64"), Buffer.from(bytes));
  assert.deepEqual(documentBody("text", found), { archive: found.archive });
});

test("a byte order mark is removed, and text that is not UTF-8 is refused", async () => {
  assert.equal((await readGameFiles([new File([new Uint8Array([0xef, 0xbb, 0xbf]), "{}"], "a.json")])).document, "{}");
  for (const name of ["a.json", "deck.json", "a.js"]) {
    const latin = new File([new Uint8Array([0x22, 0xe9, 0x22])], name);
    await assert.rejects(readGameFiles([latin]), { code: "bad_file", detail: `${name} isn't UTF-8 text. Save it as UTF-8 and open it again.` });
  }
});

test("the text in the form is sent with the other files", () => {
  assert.deepEqual(documentBody("text", NO_FILES), { document: "text" });
  assert.deepEqual(documentBody("text", { ...NO_FILES, document: "old", script: "s", title: "T" }), { document: "text", script: "s", title: "T" });
});
