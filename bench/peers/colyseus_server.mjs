/** A server of Colyseus as its documentation sets it up: `PORT=8000 node colyseus_server.mjs`. */

import { createRequire } from "node:module";
import { newState, PLAYERS } from "./state.mjs";

const require = createRequire(import.meta.url);
const { Server, Room } = require("@colyseus/core");
const { WebSocketTransport } = require("@colyseus/ws-transport");
const { schema } = require("@colyseus/schema");

const Player = schema({ player: "string", name: "string", cards: "number", turn: "boolean" });
const Entry = schema({ at: "number", by: "string", text: "string" });
const State = schema({ version: "number", last: "string", table: [Player], log: [Entry] });

/** The state of a new room, of which Colyseus sends each client what has changed. */
function newSchema() {
  const { version, last, table, log } = newState();
  const state = new State().assign({ version, last });
  for (const player of table) state.table.push(new Player().assign(player));
  for (const entry of log) state.log.push(new Entry().assign(entry));
  return state;
}

class BenchRoom extends Room {
  maxClients = PLAYERS;
  state = newSchema();

  onCreate() {
    this.onMessage("act", (_client, card) => {
      this.state.version += 1;
      this.state.last = card;
    });
  }
}

const server = new Server({ transport: new WebSocketTransport(), greet: false });
server.define("bench", BenchRoom);
server.listen(Number(process.env.PORT), "127.0.0.1");
