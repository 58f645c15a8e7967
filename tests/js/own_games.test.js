import assert from "node:assert/strict";
import test from "node:test";

import { mayBeUpdate } from "../../static/js/shared/own_games.js";

test("a document is compared with the author's game of this name; a zip or an older document if the author has any game", () => {
  const document = '{"cardgame": 1, "id": "hearts-2"}';
  assert.deepEqual([mayBeUpdate(document, "", ["hearts-2"]), mayBeUpdate(document, "", ["hearts"])], [true, false]);
  for (const [source, archive] of [["", "UEsD"], [document, "UEsD"], ['{"deckId": 2}', ""]]) {
    assert.deepEqual([mayBeUpdate(source, archive, ["hearts"]), mayBeUpdate(source, archive, [])], [true, false]);
  }
});
