import assert from "node:assert/strict";
import test from "node:test";

import { flightsOf } from "../../static/js/flights.js";
import { event } from "./vocabulary.js";

const moved = (count, faces) => ({ cards: [{ from: "hand:ben", to: "pile", count, faces }] });

test("cards fly with their faces where those are known", () => {
  const flights = flightsOf([event(3, "", moved(2)), event(3, "", moved(1, ["QH"]))]);
  assert.deepEqual(flights.map((flight) => flight.faces), [[null, null], ["QH"]]);
});

test("nothing flies when more than one version arrives at once", () => {
  assert.deepEqual(flightsOf([event(3, "", moved(1)), event(4, "", moved(1))]), []);
});

test("a large pile flies as a few cards", () => {
  assert.equal(flightsOf([event(3, "", moved(40))])[0].faces.length, 6);
});

test("events without cards, and no events, move nothing", () => {
  assert.deepEqual(flightsOf([event(3)]), []);
  assert.deepEqual(flightsOf([]), []);
});
