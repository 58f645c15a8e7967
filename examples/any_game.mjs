// A bot for every game: it fills in a random form at random. It needs only Node 20 or newer.
//
//   node examples/any_game.mjs http://localhost:8000 CODE [NAME]

import { randomUUID } from "node:crypto";
import { inflateRawSync } from "node:zlib";

const [url, code, name = "any-game-js"] = process.argv.slice(2);
if (!code || !URL.canParse(url) || !url.startsWith("http")) {
  console.error("node any_game.mjs http://localhost:8000 CODE [NAME]");
  process.exit(2);
}
const room = `${url}/api/rooms/${code}`;
const client = randomUUID();
/** The chance of a move that is optional and may be costly, such as calling Cheat. */
const BOLD = 0.1;

const below = (n) => Math.floor(Math.random() * n);
const oneOf = (list) => list[below(list.length)];
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The last answer to a poll that had a table, in bytes. The server deflates the next one with it; see docs/protocol.md. */
let lastAnswer = Buffer.alloc(0);

/** Return the CRC-32 as eight hexadecimal digits. */
function digestOf(bytes) {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 && 0xedb88320);
  }
  return (~crc >>> 0).toString(16).padStart(8, "0");
}

/** Return the JSON of an answer, or null. Answers to polls are inflated with the last answer. */
async function jsonOf(answer) {
  let bytes = Buffer.from(await answer.arrayBuffer());
  const digest = answer.headers.get("Deflated");
  try {
    if (digest) bytes = inflateRawSync(bytes, { dictionary: lastAnswer });
    if (digest && digestOf(bytes) !== digest) throw new Error("deflated with another answer");
    const json = JSON.parse(bytes);
    if (json?.table && answer.url.includes("/events?")) lastAnswer = bytes;
    return json;
  } catch {
    lastAnswer = Buffer.alloc(0); // the next answer comes complete
    return null;
  }
}

/** Return the JSON of the answer, after as many requests as needed. Throws refusals. `path`: a text, or a function. */
async function call(path, token, body) {
  const headers = { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) };
  for (let failures = 1; ; failures++) {
    let wait = 0;
    try {
      const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
      const answer = await fetch(typeof path === "string" ? path : path(), { ...init, signal: AbortSignal.timeout(40_000) });
      const json = await jsonOf(answer);
      if (answer.ok && json) return json;
      wait = 1000 * Number(answer.headers.get("Retry-After")) || 0;
      // A proxy may answer 404 while the server restarts. A refusal of the server's own has a code and a sentence.
      if (!json?.code || !json.detail) throw new Error(`not the server's answer (${answer.status})`);
      if (answer.status < 500 && answer.status !== 429 && json.code !== "busy") throw json;
    } catch (error) {
      if (error.code && error.detail) throw error;
      console.error(`${error.cause?.message ?? error.message}; trying again`);
    }
    await pause(wait + Math.random() * Math.min(30_000, 800 * 2 ** (failures - 1)));
  }
}

/** Return a move of the room, if any: take back the seat, play again, or start if all others are bots of the server. */
function roomMove(table) {
  const onlyBots = table.players.every((player) => player.bot || player.id === table.you);
  const names = ["take_over", "play_again", ...(onlyBots ? ["start"] : [])];
  return table.moves.find((form) => form.scope === "room" && names.includes(form.name));
}

/** Return a move of the game, or undefined to wait. */
function gameMove(table) {
  const isBold = table.players.find((player) => player.id === table.you).turn || Math.random() < BOLD;
  return oneOf(table.moves.filter((form) => form.scope === "game" && (isBold || form.tone !== "danger")));
}

/** Return values that the form allows, and the values of `with`, which every move sends back. */
function argsFor(table, form) {
  const args = { ...form.with };
  const pickedCards = [];
  for (const field of form.fields) {
    if (field.optional) continue;
    args[field.name] = field.kind === "cards" ? pickCards(table, field, pickedCards)
      : field.kind === "player" ? oneOf(field.of)
      : field.kind === "choice" ? oneOf(field.of).value
      : field.kind === "number" ? field.min + below(field.max - field.min + 1)
      : field.kind === "text" ? "abc".padEnd(field.min, "abc").slice(0, field.max) : {};
  }
  return args;
}

/** Return random cards that the field allows, and note them in `pickedCards`. */
function pickCards(table, field, pickedCards) {
  let available = table.zones.filter((zone) => field.from.includes(zone.id)).flatMap((zone) => zone.cards ?? []);
  for (const card of pickedCards) if (available.includes(card)) available.splice(available.indexOf(card), 1);
  if (field.of) available = available.filter((card) => field.of.includes(card));
  if (field.kinds === "distinct") available = [...new Set(available)];
  if (field.kinds === "same") {
    const frequent = available.filter((card) => available.filter((other) => other === card).length >= field.min);
    const face = oneOf(frequent);
    available = available.filter((card) => card === face);
  }
  const count = field.min + below(Math.min(field.max, available.length) - field.min + 1);
  const newCards = Array.from({ length: count }, () => available.splice(below(available.length), 1)[0]);
  pickedCards.push(...newCards);
  return newCards;
}

try {
  let { token, table, cursor } = await call(`${room}/players`, null, { name, client: "any-game-js" });
  for (;;) {
    const form = roomMove(table) ?? gameMove(table);
    if (form) {
      const action = { id: randomUUID(), move: form.name, args: argsFor(table, form) };
      await call(`${room}/actions`, token, action).catch((refusal) => {
        if (refusal.status !== 409) throw refusal; // another player was faster
      });
    }
    const poll = () => ({ since: cursor, known: lastAnswer.length ? digestOf(lastAnswer) : "", client });
    const news = await call(() => `${room}/events?${new URLSearchParams(poll())}`, token);
    ({ cursor, table = table } = news);
    if (news.retry_after) await pause(1000 * news.retry_after);
  }
} catch (refusal) {
  console.error(refusal.detail ?? refusal); // for example, the room is gone, or the host has removed the bot
  process.exitCode = 1;
}
