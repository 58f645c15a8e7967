import assert from "node:assert/strict";
import test from "node:test";

import { inviteLink, returnLink, tokenIn } from "../../static/js/shared/links.js";
import { parseRoomInput } from "../../static/js/shared/room_input.js";

const TOKEN = "Zx-9_abcDEF0123456789abcDEF01234";

test("a return link has its token only in the fragment", () => {
  const link = new URL(returnLink("http://room", "kwzpa", TOKEN));
  assert.equal(tokenIn(link.hash), TOKEN);
  assert.doesNotMatch(link.href.slice(0, link.href.indexOf("#")), new RegExp(TOKEN));
});

test("an address without a seat has no token", () => {
  for (const hash of ["", "#", "#log", "#seats=x", `#${TOKEN}`]) assert.equal(tokenIn(hash), null, hash);
});

test("text after the token of a link is ignored", () => {
  assert.equal(tokenIn(`#seat=${TOKEN}.`), TOKEN);
  assert.equal(tokenIn(`#seat=${TOKEN}%20`), TOKEN);
});

test("a link with an unreadable token has an empty token", () => {
  assert.equal(tokenIn("#seat="), "");
  assert.equal(tokenIn("#seat=%00"), "");
});

test("an invitation names the room and no seat", () => {
  assert.equal(inviteLink("http://room", "kwzpa"), "http://room/r/KWZPA");
});

test("the code is found in a pasted invitation", () => {
  for (const typed of ["kwzpa", " KW zpa ", "http://room/r/KWZPA", "Play with me: https://cards.example/r/kwzpa/ !", "room:8000/r/KWZPA?a=b"]) {
    assert.deepEqual(parseRoomInput(typed), { code: "kwzpa", hash: "" }, typed);
  }
  for (const typed of ["http://room/R/kwzpa?fbclid=Iw-x_1", "http://room/r/kwzpa/tv", "http://room/r/kwzpa.", "\u200ehttp://room/r/kwzpa\u200b)"]) {
    assert.deepEqual(parseRoomInput(typed), { code: "kwzpa", hash: "" }, typed);
  }
  assert.deepEqual(parseRoomInput(`http://room/r/kwzpa?utm=x#seat=${TOKEN}.`), { code: "kwzpa", hash: `#seat=${TOKEN}` });
  assert.deepEqual(parseRoomInput(returnLink("http://room", "kwzpa", TOKEN)), { code: "kwzpa", hash: `#seat=${TOKEN}` });
  assert.deepEqual(parseRoomInput("  "), { code: "", hash: "" });
});
