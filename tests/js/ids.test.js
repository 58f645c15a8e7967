import assert from "node:assert/strict";
import test from "node:test";

import { randomId } from "../../static/js/shared/ids.js";

test("an id fits the protocol with and without randomUUID", () => {
  const poor = { getRandomValues: (bytes) => globalThis.crypto.getRandomValues(bytes) };
  for (const id of [randomId(), randomId(poor)]) assert.match(id, /^[0-9a-f-]{32,36}$/);
});

test("two ids differ", () => {
  assert.notEqual(randomId(), randomId());
});
