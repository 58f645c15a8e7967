import assert from "node:assert/strict";
import test from "node:test";

import { inviteLink, returnLink, tokenIn, parseRoomInput } from "../../static/js/shared/links.js";

const TOKEN = "Zx-9_abcDEF0123456789abcDEF01234";

test("a return link gives its token back, and only in the fragment", () => {
  const link = new URL(returnLink("http://room", "kwzpa", TOKEN));
  assert.equal(tokenIn(link.hash), TOKEN);
  assert.doesNotMatch(link.href.slice(0, link.href.indexOf("#")), new RegExp(TOKEN));
});

test("an address of no seat has no token", () => {
  for (const hash of ["", "#", "#log", "#seats=x", `#${TOKEN}`]) assert.equal(tokenIn(hash), null, hash);
});

test("a full stop that a program put behind the link is not part of the token", () => {
  assert.equal(tokenIn(`#seat=${TOKEN}.`), TOKEN);
  assert.equal(tokenIn(`#seat=${TOKEN}%20`), TOKEN);
});

test("a link without a readable token is still a link to a seat, to one that is not there", () => {
  assert.equal(tokenIn("#seat="), "");
  assert.equal(tokenIn("#seat=%00"), "");
});

test("an invitation names the room and nobody's seat", () => {
  assert.equal(inviteLink("http://room", "kwzpa"), "http://room/r/KWZPA");
});

test("whoever pastes an invitation means its code", () => {
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
