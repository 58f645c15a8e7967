// A bot for every game: it fills in one of the forms that it is offered, by chance. Node 20 or newer, nothing else.
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
/** How often it does what it need not do and what may be dear, such as calling Cheat. */
const BOLD = 0.1;

const below = (n) => Math.floor(Math.random() * n);
const oneOf = (list) => list[below(list.length)];
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The last news, as bytes: the server sends the next ones as what is different. See docs/protocol.md. */
let kept = Buffer.alloc(0);

/** CRC-32 as eight hexadecimal digits. */
function digestOf(bytes) {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 && 0xedb88320);
  }
  return (~crc >>> 0).toString(16).padStart(8, "0");
}

/** The JSON of an answer, or null; news are inflated with the news before, and kept if they have a table. */
async function jsonOf(answer) {
  let bytes = Buffer.from(await answer.arrayBuffer());
  const digest = answer.headers.get("Deflated");
  try {
    if (digest) bytes = inflateRawSync(bytes, { dictionary: kept });
    if (digest && digestOf(bytes) !== digest) throw new Error("deflated with other news");
    const json = JSON.parse(bytes);
    if (json?.table && answer.url.includes("/events?")) kept = bytes;
    return json;
  } catch {
    kept = Buffer.alloc(0); // the next poll gets all of it
    return null;
  }
}

/** The answer of a call, asked for until it comes; what the server refuses is thrown. `path`: a text, or a function. */
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

/** What the room offers and a bot takes: to play again, and to start where it hosts none but the server's bots. */
function roomMove(table) {
  const alone = table.players.every((player) => player.bot || player.id === table.you);
  const names = ["take_over", "play_again", ...(alone ? ["start"] : [])];
  return table.moves.find((form) => form.scope === "room" && names.includes(form.name));
}

/** A move of the game, or undefined to wait. */
function gameMove(table) {
  const bold = table.players.find((player) => player.id === table.you).turn || Math.random() < BOLD;
  return oneOf(table.moves.filter((form) => form.scope === "game" && (bold || form.tone !== "danger")));
}

/** Values that the form allows, and what ties it to its moment. */
function filled(table, form) {
  const args = { ...form.with };
  const picked = [];
  for (const field of form.fields) {
    if (field.optional) continue;
    args[field.name] = field.kind === "cards" ? cards(table, field, picked)
      : field.kind === "player" ? oneOf(field.of)
      : field.kind === "choice" ? oneOf(field.of).value
      : field.kind === "number" ? field.min + below(field.max - field.min + 1)
      : field.kind === "text" ? "abc".padEnd(field.min, "abc").slice(0, field.max) : {};
  }
  return args;
}

function cards(table, field, picked) {
  let left = table.zones.filter((zone) => field.from.includes(zone.id)).flatMap((zone) => zone.cards ?? []);
  for (const card of picked) if (left.includes(card)) left.splice(left.indexOf(card), 1);
  if (field.of) left = left.filter((card) => field.of.includes(card));
  if (field.kinds === "distinct") left = [...new Set(left)];
  if (field.kinds === "same") {
    const enough = left.filter((card) => left.filter((other) => other === card).length >= field.min);
    const alike = oneOf(enough);
    left = left.filter((card) => card === alike);
  }
  const count = field.min + below(Math.min(field.max, left.length) - field.min + 1);
  const chosen = Array.from({ length: count }, () => left.splice(below(left.length), 1)[0]);
  picked.push(...chosen);
  return chosen;
}

try {
  let { token, table, cursor } = await call(`${room}/players`, null, { name, client: "any-game-js" });
  for (;;) {
    const form = roomMove(table) ?? gameMove(table);
    if (form) {
      const action = { id: randomUUID(), move: form.name, args: filled(table, form) };
      await call(`${room}/actions`, token, action).catch((refusal) => {
        if (refusal.status !== 409) throw refusal; // somebody else was faster
      });
    }
    const poll = () => ({ since: cursor, known: kept.length ? digestOf(kept) : "", client });
    const news = await call(() => `${room}/events?${new URLSearchParams(poll())}`, token);
    ({ cursor, table = table } = news);
    if (news.retry_after) await pause(1000 * news.retry_after);
  }
} catch (refusal) {
  console.error(refusal.detail ?? refusal); // such as that the room is gone, or that the host removed the bot
  process.exitCode = 1;
}
