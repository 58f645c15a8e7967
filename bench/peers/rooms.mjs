/** Rooms of four on each peer: `act` sends an action, and ends when all four have its result. */

import http from "node:http";
import { createRequire } from "node:module";
import { performance } from "node:perf_hooks";
import zlib from "node:zlib";

import { io } from "socket.io-client";

import { newState, PLAYERS } from "./state.mjs";

const HOST = "127.0.0.1";
const RANKS = "A23456789TJQK";
/** Cards go to the pile one by one; the twelfth action is a call of "Cheat!", which brings them back to a hand. */
const PLAYS_PER_CALL = 11;
const CARD = "QH";

let count = 0;
/** A name that no other room of this program has. */
const newName = () => `room${process.pid}x${count += 1}`;

/** A room whose clients report the version of each delivery. */
class Room {
  isActing = false;
  #versions = Array(PLAYERS).fill(0);
  #target = 0;
  /** @type {(() => void)|null} */
  #onDelivered = null;

  /** Act once. Return the milliseconds from sending until the last delivery. */
  async act() {
    this.isActing = true;
    this.#target = Math.max(...this.#versions) + 1;
    const sentAt = performance.now();
    const delivered = new Promise((resolve) => {
      this.#onDelivered = () => resolve(performance.now() - sentAt);
    });
    await this.send();
    const milliseconds = await delivered;
    this.isActing = false;
    return milliseconds;
  }

  /** Send the next action. */
  async send() {
    throw new Error("each peer does it in its own way");
  }

  delivered(player, version) {
    this.#versions[player] = version;
    if (this.#target && Math.min(...this.#versions) >= this.#target) this.#onDelivered?.();
  }
}

/** One connection that stays open, with one request at a time. */
class Line {
  #agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

  constructor(port) {
    this.port = port;
  }

  /** @returns {Promise<{status: number, headers: http.IncomingHttpHeaders, body: Buffer}>} */
  request(method, path, { headers = {}, body = "" } = {}) {
    return new Promise((resolve, reject) => {
      const sent = http.request({ host: HOST, port: this.port, method, path, agent: this.#agent, headers: body ? { ...headers, "Content-Length": Buffer.byteLength(body) } : headers }, (answer) => {
        const parts = [];
        answer.on("data", (part) => parts.push(part));
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }));
      });
      sent.on("error", reject);
      sent.end(body);
    });
  }
}

// This project

const CRC = Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit += 1) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
  return n >>> 0;
});

function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = CRC[(crc ^ byte) & 255] ^ (crc >>> 8);
  return ((crc ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0");
}

class CheatRoom extends Room {
  #tables = [];
  #played = 0;
  #due = 0;
  #actions = 0;

  async open(port) {
    const options = { min_call_window_s: 0, turn_s: 0, reveal_s: 0 };
    this.lines = Array.from({ length: PLAYERS }, () => new Line(port));
    this.control = new Line(port);
    const host = await this.#post("/api/rooms", { name: "A", options });
    this.path = `/api/rooms/${host.code}`;
    const seats = [host];
    for (const name of ["B", "C", "D"]) seats.push(await this.#post(`${this.path}/players`, { name }));
    this.bearers = seats.map((seat) => `Bearer ${seat.token}`);
    await new Promise((resolve) => {
      this.onTable = () => this.#tables.filter(Boolean).length === PLAYERS && resolve(undefined);
      for (let player = 0; player < PLAYERS; player += 1) this.#poll(player);
    });
    return this;
  }

  async #post(path, body, authorization) {
    const headers = { "Content-Type": "application/json", ...(authorization ? { Authorization: authorization } : {}) };
    const answer = await this.control.request("POST", path, { headers, body: JSON.stringify(body) });
    if (answer.status >= 300) throw new Error(answer.body.toString());
    return JSON.parse(answer.body.toString());
  }

  async #poll(player) {
    let cursor = "", kept = Buffer.alloc(0);
    for (;;) {
      const path = `${this.path}/events?wait=25&known=${crc32(kept)}${cursor ? `&since=${cursor}` : ""}`;
      const answer = await this.lines[player].request("GET", path, { headers: { Authorization: this.bearers[player] } });
      if (answer.status !== 200) throw new Error(answer.body.toString());
      const body = answer.headers.deflated ? zlib.inflateRawSync(answer.body, { dictionary: kept }) : answer.body;
      const news = JSON.parse(body.toString());
      cursor = news.cursor;
      if (!news.table) continue;
      kept = body;
      this.#tables[player] = news.table;
      this.onTable();
      this.delivered(player, news.version);
    }
  }

  async send() {
    const { player, move, args } = this.#nextMove();
    this.#actions += 1;
    await this.#post(`${this.path}/actions`, { id: `peers-${String(this.#actions).padStart(8, "0")}`, move, args }, this.bearers[player]);
  }

  /** The player on turn places a card, or calls the last play. After a game the next one starts. */
  #nextMove() {
    for (const name of ["place", "play_again", "start"]) {
      const player = this.#tables.findIndex((table) => table.moves.some((move) => move.name === name));
      if (player < 0) continue;
      const { moves, zones, you } = this.#tables[player];
      const move = moves.find((offered) => offered.name === name);
      if (name !== "place") {
        this.#played = this.#due = 0;
        return { player, move: name, args: move.with ?? {} };
      }
      const call = moves.find((offered) => offered.name === "call_cheat");
      if (call && this.#played >= PLAYS_PER_CALL) {
        this.#played = 0;
        return { player, move: call.name, args: call.with ?? {} };
      }
      this.#played += 1;
      const hand = zones.find((zone) => zone.id === `hand:${you}`).cards;
      const wrong = hand.filter((card) => card[0] !== RANKS[this.#due]);
      this.#due = (this.#due + 1) % RANKS.length;
      const from = wrong.length ? wrong : hand;
      return { player, move: name, args: { ...move.with, cards: [from[this.#actions % from.length]] } };
    }
    throw new Error("no player can move");
  }
}

// Flask-SocketIO (`bench/baseline.py`)

class SocketRoom extends Room {
  async open(port) {
    const room = newName();
    this.sockets = await Promise.all(Array.from({ length: PLAYERS }, (_, player) => new Promise((resolve, reject) => {
      const socket = io(`http://${HOST}:${port}`, { transports: ["polling"], forceNew: true, auth: { room }, agent: agentOf() });
      socket.on("connect", () => resolve(socket));
      socket.on("connect_error", reject);
      socket.on("news", (news) => this.delivered(player, news.version));
    })));
    this.room = room;
    return this;
  }

  async send() {
    this.turn = ((this.turn ?? 0) + 1) % PLAYERS;
    this.sockets[this.turn].emit("action", { room: this.room, card: CARD });
  }
}

/** A client keeps its connections, as browsers do. */
const agentOf = () => new http.Agent({ keepAlive: true });

// boardgame.io

class BoardgameRoom extends Room {
  constructor(transport) {
    super();
    this.transport = transport;
  }

  async open(port) {
    const line = new Line(port);
    const post = async (path, body) => JSON.parse((await line.request("POST", path, { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).body.toString());
    this.match = (await post("/games/bench/create", { numPlayers: PLAYERS })).matchID;
    this.credentials = [];
    for (let player = 0; player < PLAYERS; player += 1) {
      this.credentials.push((await post(`/games/bench/${this.match}/join`, { playerID: String(player), playerName: `P${player}` })).playerCredentials);
    }
    this.sockets = await Promise.all(this.credentials.map((credentials, player) => new Promise((resolve, reject) => {
      const socket = io(`http://${HOST}:${port}/bench`, { transports: [this.transport], forceNew: true, ...(this.transport === "polling" ? { agent: agentOf() } : {}) });
      socket.on("connect", () => socket.emit("sync", this.match, String(player), credentials, PLAYERS));
      socket.on("connect_error", reject);
      socket.on("sync", (_match, info) => {
        this.stateId = info.state._stateID;
        this.delivered(player, info.state.G.version);
        resolve(socket);
      });
      socket.on("update", (_match, state) => {
        this.stateId = state._stateID;
        this.delivered(player, state.G.version);
      });
    })));
    return this;
  }

  async send() {
    const payload = { type: "act", args: [CARD], playerID: "0", credentials: this.credentials[0] };
    this.sockets[0].emit("update", { type: "MAKE_MOVE", payload }, this.stateId, this.match, "0");
  }
}

// Colyseus

const { Client } = createRequire(import.meta.url)("colyseus.js");

class ColyseusRoom extends Room {
  async open(port) {
    const clients = Array.from({ length: PLAYERS }, () => new Client(`ws://${HOST}:${port}`));
    const host = await clients[0].create("bench");
    this.seats = [host];
    for (const client of clients.slice(1)) this.seats.push(await client.joinById(host.roomId));
    this.seats.forEach((seat, player) => seat.onStateChange((state) => this.delivered(player, state.version)));
    return this;
  }

  async send() {
    this.turn = ((this.turn ?? 0) + 1) % PLAYERS;
    this.seats[this.turn].send("act", CARD);
  }
}

// nchan

class NchanRoom extends Room {
  #version = 0;

  async open(port) {
    const name = newName();
    this.control = new Line(port);
    this.path = `/publish/${name}`;
    const { table } = newState();
    this.message = (version) => JSON.stringify({ version, last: CARD, table });
    await this.#publish();
    await new Promise((resolve) => {
      let ready = 0;
      for (let player = 0; player < PLAYERS; player += 1) this.#poll(new Line(port), name, player, () => (ready += 1) === PLAYERS && resolve(undefined));
    });
    return this;
  }

  #publish() {
    this.#version += 1;
    return this.control.request("POST", this.path, { headers: { "Content-Type": "application/json" }, body: this.message(this.#version) });
  }

  async #poll(line, name, player, onFirst) {
    /** @type {Record<string, string>} */
    let headers = {};
    for (;;) {
      const answer = await line.request("GET", `/poll/${name}`, { headers });
      headers = { "If-Modified-Since": String(answer.headers["last-modified"]), "If-None-Match": String(answer.headers.etag) };
      if (answer.status === 200) this.delivered(player, JSON.parse(answer.body.toString()).version);
      onFirst();
    }
  }

  async send() {
    await this.#publish();
  }
}

/** Name of a peer -> a function that opens a room on it. @type {Record<string, (port: number) => Promise<Room>>} */
export const OPENERS = {
  ours: (port) => new CheatRoom().open(port),
  "flask-socketio": (port) => new SocketRoom().open(port),
  "boardgame.io-websocket": (port) => new BoardgameRoom("websocket").open(port),
  "boardgame.io-polling": (port) => new BoardgameRoom("polling").open(port),
  colyseus: (port) => new ColyseusRoom().open(port),
  nchan: (port) => new NchanRoom().open(port),
};
