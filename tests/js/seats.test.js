// Tests of stored values, also with storage that is blocked, null, full or unreadable.

import assert from "node:assert/strict";
import test from "node:test";

import {
  forgetSeat, roomAddress, storeColour, storedColour, storedMutes, storedName, storedSeat, storedSeats, storeHints,
  storeMutes, storeName, storeSeat, storedHints,
} from "../../static/js/shared/seats.js";
import { ownGames } from "../../static/js/shared/own_games.js";
import { hideSeat, isNewcomer, seatsToOffer } from "../../static/js/start/earlier_rooms.js";

const SEAT = { token: "Zx-9_abc", player: "p1" };

/** A storage like that of browsers, with its keys as properties. */
function storage(/** @type {Record<string, string>} */ values = {}, isFull = false) {
  const methods = {
    getItem: (/** @type {string} */ key) => entries[key] ?? null,
    setItem(/** @type {string} */ key, /** @type {string} */ value) {
      if (isFull) throw new DOMException("full", "QuotaExceededError");
      entries[key] = value;
    },
    removeItem: (/** @type {string} */ key) => delete entries[key],
  };
  /** @type {any} */
  const entries = Object.assign(Object.create(methods), values);
  return entries;
}

/** @param {PropertyDescriptor} property  of `localStorage` */
function withStorage(/** @type {any} */ context, property) {
  const before = Object.getOwnPropertyDescriptor(globalThis, "localStorage");
  Object.defineProperty(globalThis, "localStorage", { configurable: true, ...property });
  context.after(() => {
    forgetSeat("kwzpa");
    if (before) Object.defineProperty(globalThis, "localStorage", before);
    else delete (/** @type {any} */ (globalThis)).localStorage;
  });
}

/** @type {Record<string, PropertyDescriptor>} */
const BROKEN = {
  blocked: { get: () => { throw new DOMException("denied", "SecurityError"); } },
  null: { value: null },
  full: { value: storage({}, true) },
  missing: { value: undefined },
};

for (const [kind, property] of Object.entries(BROKEN)) {
  test(`with ${kind} storage a seat lasts as long as the page, and is part of the address`, (context) => {
    withStorage(context, property);
    assert.equal(storedSeat("kwzpa"), null);
    assert.equal(roomAddress("kwzpa"), "/r/KWZPA");
    assert.equal(storeSeat("kwzpa", SEAT), false);
    assert.deepEqual([storedSeat("kwzpa")?.token, storedSeat("kwzpa")?.player], ["Zx-9_abc", "p1"]);
    assert.deepEqual(storedSeats().map(({ code }) => code), ["kwzpa"]);
    assert.equal(roomAddress("kwzpa", "?learn"), "/r/KWZPA?learn#seat=Zx-9_abc");
    storeName("Ada");
    storeColour(7);
    storeMutes("kwzpa", new Set(["p2"]));
    assert.deepEqual([storedName(), storedColour(), [...storedMutes("kwzpa")]], ["Ada", 7, ["p2"]]);
    forgetSeat("kwzpa");
    assert.deepEqual([storedSeat("kwzpa"), roomAddress("kwzpa")], [null, "/r/KWZPA"]);
  });
}

test("a stored seat is not in the address", (context) => {
  withStorage(context, { value: storage() });
  assert.equal(storeSeat("kwzpa", SEAT), true);
  assert.equal(roomAddress("kwzpa"), "/r/KWZPA");
  assert.equal(storedSeat("kwzpa")?.token, "Zx-9_abc");
});

test("a full storage does not keep an older seat of the same room", (context) => {
  const full = storage({ "cheat.seat.kwzpa": JSON.stringify({ token: "old", player: "p0" }) }, true);
  withStorage(context, { value: full });
  storeSeat("kwzpa", SEAT);
  assert.equal(storedSeat("kwzpa")?.token, "Zx-9_abc");
  assert.equal(full.getItem("cheat.seat.kwzpa"), null, "the next page would use it");
});

test("unreadable values count as missing", async (context) => {
  const { storedSeat, storedSeats, storedMutes, storedHints, storedColour } = await import("../../static/js/shared/seats.js?of-another-page");
  for (const value of ["null", "5", "[]", "\"x\"", "{", ""]) {
    const keys = ["cheat.seat.kwzpa", "cheat.mutes", "cheat.hints", "cheat.colour", "cheat.published"];
    withStorage(context, { value: storage(Object.fromEntries(keys.map((key) => [key, value]))) });
    assert.deepEqual([storedSeat("kwzpa"), [...storedMutes("kwzpa")], storedSeats()], [null, [], []], value);
    assert.ok(storedHints() instanceof Set && Array.isArray(ownGames()) && Number.isInteger(storedColour()), value);
  }
});

test("a seat that was left or hidden is stored and not offered; opening its room offers it again", (context) => {
  withStorage(context, { value: storage() });
  storeSeat("kwzpa", SEAT);
  assert.deepEqual(seatsToOffer(), ["kwzpa"]);
  hideSeat("kwzpa");
  assert.deepEqual([seatsToOffer(), storedSeat("kwzpa")?.token], [[], SEAT.token]);
  storeSeat("kwzpa", SEAT);
  assert.deepEqual(seatsToOffer(), ["kwzpa"]);
  storeSeat("kwzpa", { ...SEAT, left: true });
  assert.deepEqual([seatsToOffer(), storedSeat("kwzpa")?.token], [[], SEAT.token]);
  hideSeat("abcde");
  assert.equal(storedSeat("abcde"), null, "hiding a missing seat stores none");
});

test("a lesson adds to the stored hints and removes none", (context) => {
  withStorage(context, { value: storage() });
  storeHints(new Set(["uno.play"]));
  storeHints(new Set(["cheat.place"]));
  assert.deepEqual([...storedHints()], ["uno.play", "cheat.place"]);
});

test("a newcomer has no name, no seat and no hints; the colour that every visit stores does not count", (context) => {
  withStorage(context, { value: storage() });
  storeName("");
  storedColour();
  assert.equal(isNewcomer(), true);
  storeName("Ada");
  assert.equal(isNewcomer(), false);
  storeName("");
  storeSeat("kwzpa", SEAT);
  assert.equal(isNewcomer(), false);
  forgetSeat("kwzpa");
  storeHints(new Set(["uno.play"]));
  assert.equal(isNewcomer(), false);
});
