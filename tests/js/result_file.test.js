import assert from "node:assert/strict";
import test from "node:test";

import { replayName, resultFile } from "../../static/js/table/result_file.js";
import { player, table } from "./vocabulary.js";

const over = table({
  phase: "over", now: Date.UTC(2030, 4, 6, 7, 8), options: { turn_s: 45 },
  players: [player("ada", { score: 3, wins: 1 }), player("ben", { bot: "hard" })],
  result: { winners: ["ada"], reason: "won", text: "Ada won.",
    standing: [{ id: "ada", place: 1, score: 3 }, { id: "cleo", place: 2, score: 0 }] },
});
const names = new Map([["ada", "Ada"], ["ben", "Ben"], ["cleo", "Cleo"]]);

test("the file is named after game, room and day", () => {
  assert.equal(resultFile(over, undefined, names).name, "cheat-kwzpa-2030-05-06.json");
});

test("the file has game, players, standing and options, also names of players who left", () => {
  const told = JSON.parse(resultFile({ ...over, you: "ada" }, undefined, names).text);
  assert.equal(told.you, "Ada", "the text may say “You won.”");
  assert.deepEqual(told.standing, [{ place: 1, name: "Ada", score: 3 }, { place: 2, name: "Cleo", score: 0 }]);
  assert.deepEqual(told.players[1], { name: "Ben", bot: "hard", score: 0, wins: 0 });
  assert.deepEqual([told.winners, told.options, told.date], [["Ada"], { turn_s: 45 }, "2030-05-06T07:08:00.000Z"]);
});

test("the file of a replay is named after game, room and day as well", () => {
  assert.equal(replayName("uno", "kwzpa", Date.UTC(2030, 4, 6)), "uno-kwzpa-2030-05-06-replay.json");
});
