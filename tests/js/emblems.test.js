import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";

import { emblemOf } from "../../static/js/shared/emblems.js";

const BUNDLED = new URL("../../cheat/documents/bundled/", import.meta.url);
const SLUGS = readdirSync(BUNDLED).map((file) => JSON.parse(readFileSync(new URL(file, BUNDLED), "utf-8")).id);

test("all games of the project have different emblems", () => {
  const emblems = ["cheat", "uno", "kittens", "ivanhoe", ...SLUGS].map((name) => emblemOf(name));
  assert.equal(new Set(emblems.map(({ sign }) => sign)).size, emblems.length);
  assert.equal(new Set(emblems.map(({ hue }) => hue)).size, emblems.length);
});

test("a published game always has the same emblem, and most games differ", () => {
  assert.deepEqual(emblemOf("my-game"), emblemOf("my-game"));
  const many = Array.from({ length: 100 }, (_, number) => emblemOf(`game-${number}`));
  assert.ok(new Set(many.map(({ sign, hue }) => `${sign} ${hue}`)).size > 60);
  for (const { sign, hue } of many) assert.ok(sign && hue >= 0 && hue < 360);
  assert.deepEqual([emblemOf("my-game", "anchor"), emblemOf("poker", "A").sign], [{ ...emblemOf("my-game"), sign: "anchor" }, "chip"]);
  assert.ok(emblemOf("constructor").sign, "not a property of every object");
});
