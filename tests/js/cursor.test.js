import assert from "node:assert/strict";
import test from "node:test";

import { bringsTable, freshEvents } from "../../static/js/table/cursor.js";
import { event, news } from "./vocabulary.js";

test("events of earlier versions are dropped", () => {
  const fresh = freshEvents(5, news(7, [event(4), event(5), event(6), event(7)]));
  assert.deepEqual(fresh.map((one) => one.v), [6, 7]);
});

test("several events of one new version are all new", () => {
  assert.equal(freshEvents(5, news(6, [event(6, "a"), event(6, "b")])).length, 2);
});

test("the first answer and a reset bring a table without new events", () => {
  assert.deepEqual(freshEvents(null, news(6, [event(6)])), []);
  assert.deepEqual(freshEvents(5, news(6, [event(6)], { reset: true })), []);
});

test("a table without events replaces the last one, because private changes have no version", () => {
  assert.deepEqual(freshEvents(7, news(7, [])), []);
  assert.equal(bringsTable(7, news(7, [])), true);
});

test("an older table never replaces a newer one, except after a reset", () => {
  assert.equal(bringsTable(7, news(6)), false);
  assert.equal(bringsTable(7, news(7)), true);
  assert.equal(bringsTable(7, news(2, [], { reset: true })), true);
  assert.equal(bringsTable(7, { version: 9, cursor: "e-9" }), false);
});
