import assert from "node:assert/strict";
import test from "node:test";

import { echoAt, echoBeside, echoesOf, echoesTo } from "../../static/js/shared/echo.js";

const echoes = echoesOf([
  { path: ["phases", "turn", "moves", 0], text: "The move “play”" },
  { path: ["phases", "turn", "moves", 0, "do", 1], text: "If it is so:" },
  { path: ["phases", "turn", "moves", 0, "do", 1, "if"], text: "it is so" },
]);

test("the rules around a path come from the outside in", () => {
  assert.deepEqual(echoesTo(echoes, ["phases", "turn", "moves", 0, "do", 1]), ["The move “play”", "If it is so:"]);
  assert.deepEqual(echoesTo(echoes, ["phases", "turn", "moves", 0, "do", 1, "if"]), ["The move “play”", "If it is so:"], "each rule once");
  assert.deepEqual(echoesTo(echoes, ["phases", "turn", "moves", 0, "label"]), ["The move “play”"]);
  assert.deepEqual(echoesTo(echoes, ["zones"]), []);
});

test("a number and a name are different keys of a path", () => {
  assert.equal(echoAt(echoes, ["phases", "turn", "moves", 0]), "The move “play”");
  assert.equal(echoAt(echoes, ["phases", "turn", "moves", "0"]), "");
});

test("a name or number gets no echo that repeats it", () => {
  const names = echoesOf([{ path: ["a"], text: "“led”" }, { path: ["b"], text: "2" }, { path: ["c"], text: "your “hand”" }]);
  assert.deepEqual([echoBeside(names, ["a"], "led"), echoBeside(names, ["b"], "2"), echoBeside(names, ["c"], "hand")], ["", "", "your “hand”"]);
});
