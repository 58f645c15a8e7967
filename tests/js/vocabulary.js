// Functions that make tables, forms and events for tests.

/** A table with three players, seen by `ada`, with a hand and a pile. */
export function table(changes = {}) {
  return {
    code: "kwzpa", game: "cheat", phase: "playing", version: 7, you: "ada", host: "ada", options: {},
    players: [player("ada", { turn: true }), player("ben"), player("cleo")],
    zones: [hand("ada", ["AC", "AD", "5H", "KS"]), { id: "pile", kind: "pile", owner: null, label: "Pile", count: 3 }],
    awaited: "move", moves: [place()], now: 1_000_000, deadline: null, result: null,
    ...changes,
  };
}

export function player(id, changes = {}) {
  return { id, name: id[0].toUpperCase() + id.slice(1), status: "here", turn: false, ...changes };
}

export function hand(owner, cards) {
  return { id: `hand:${owner}`, kind: "hand", owner, label: "Hand", count: cards.length, cards };
}

export function cardsField(changes = {}) {
  return { kind: "cards", name: "cards", from: ["hand:ada"], min: 1, max: 4, ...changes };
}

export function place(changes = {}) {
  return { name: "place", label: "Place cards", scope: "game", tone: "primary", fields: [cardsField(changes)] };
}

export function form(name, ...fields) {
  return { name, label: name, scope: "game", fields };
}

/** A move of the room. */
export function roomForm(name, ...fields) {
  return { ...form(name, ...fields), scope: "room" };
}

export function picks(...keys) {
  return keys.map((key) => ({ zone: "hand:ada", key, face: key.split("#")[0] }));
}

export function news(version, events = [], changes = {}) {
  return { version, cursor: `e-${version}`, events, reset: false, table: table({ version }), ...changes };
}

export function event(v, text = "", changes = {}) {
  return { v, at: 1_000_000 + v, type: "test", text, tone: "info", ...changes };
}
