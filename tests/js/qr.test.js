import assert from "node:assert/strict";
import test from "node:test";

import { qrCode, qrPath } from "../../static/js/table/qr.js";

/** Returns the dark units of a path of rectangles, as "x,y". */
function units(path) {
  return [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)].flatMap(([, x, y, width]) =>
    Array.from({ length: Number(width) }, (_, nth) => `${Number(x) + nth},${y}`));
}

test("a path has exactly the dark modules, one rectangle for each run, and a quiet zone", () => {
  const picture = ["##.#", "....", "####", "#..#"];
  const path = qrPath(4, (row, column) => picture[row][column] === "#");
  assert.deepEqual(units(path), ["4,4", "5,4", "7,4", "4,6", "5,6", "6,6", "7,6", "4,7", "7,7"]);
  assert.equal(path.split("M").length - 1, 5);
});

test("the code of a return link has its three corners and a quiet zone", () => {
  const { size, path } = qrCode(`https://cheat.example/r/kwzpa#seat=${"x".repeat(32)}`);
  const dark = new Set(units(path));
  const last = size - 5;
  assert.equal((size - 8 - 17) % 4, 0);
  for (const [x, y] of [[4, 4], [last, 4], [4, last]]) assert.ok(dark.has(`${x},${y}`), `${x},${y}`);
  assert.ok([...dark].every((unit) => unit.split(",").every((at) => Number(at) >= 4 && Number(at) <= last)));
});

test("different links have different codes", () => {
  assert.notEqual(qrCode("http://room/r/kwzpa#seat=a").path, qrCode("http://room/r/kwzpa#seat=b").path);
});
