import assert from "node:assert/strict";
import test from "node:test";

import { picturesIn, suggestedUse, usesIn, withPictures, withUse, withoutPicture } from "../../static/js/designer/pictures.js";

const FRENCH = { deck: { use: "french" } };
const OWN = { deck: { suits: { S: "Sun", M: "Moon" }, ranks: ["1", "2"], extra: { W: {} } } };

test("a picture is used as its name suggests", () => {
  const suggested = (/** @type {any} */ document, /** @type {string[]} */ ...names) => names.map((name) => suggestedUse(document, name));
  assert.deepEqual(suggested(FRENCH, "back.png", "Emblem.JPG", "k.webp", "hearts.png", "else.png", "photo.png"),
    ["card_back", "emblem", "faces/K", "suits/hearts", "faces/else", ""]);
  assert.deepEqual(suggested(OWN, "moon.png", "2.png", "w.png", "K.png"), ["suits/Moon", "faces/2", "faces/W", ""]);
  assert.deepEqual(suggested(null, "back.png", "K.png"), ["card_back", ""]);
});

test("pictures are added, used elsewhere and removed, and the rest of a style stays", () => {
  const before = { ...FRENCH, style: { table: "navy", card_back: "paws" } };
  const style = withPictures(before, [{ name: "back.png", id: "1" }, { name: "K.png", id: "2" }, { name: "x.png", id: "3" }]);
  const pictures = { "back.png": "1", "K.png": "2", "x.png": "3" };
  assert.deepEqual(style, { table: "navy", card_back: "back.png", faces: { K: "K.png" }, pictures });
  const game = { ...FRENCH, style };
  assert.deepEqual(picturesIn(game).map(({ name, use }) => [name, use]), [["back.png", "card_back"], ["K.png", "faces/K"], ["x.png", ""]]);
  assert.deepEqual(withUse(game, "K.png", "faces/Q"), { ...style, faces: { Q: "K.png" } });
  assert.deepEqual(withUse(game, "back.png", ""), { table: "navy", faces: { K: "K.png" }, pictures });
  assert.deepEqual(withoutPicture(game, "K.png"), { table: "navy", card_back: "back.png", pictures: { "back.png": "1", "x.png": "3" } });
  const replaced = withPictures({ ...FRENCH, style: withUse(game, "K.png", "emblem") }, [{ name: "K.png", id: "4" }]);
  assert.deepEqual([replaced.pictures["K.png"], replaced.emblem, replaced.faces], ["4", "K.png", undefined], "a new file keeps its use");
});

test("a picture at a single card that the document names stays selectable", () => {
  assert.ok("faces/QS" in usesIn({ ...FRENCH, style: { faces: { QS: "queen.png" } } }));
});
