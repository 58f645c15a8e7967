/** A server of boardgame.io as its documentation sets it up, with its storage in memory: `PORT=8000 node boardgame_server.mjs`. */

import { createRequire } from "node:module";
import { newState, PLAYERS } from "./state.mjs";

const { Server, Origins } = createRequire(import.meta.url)("boardgame.io/server");

const game = {
  name: "bench",
  minPlayers: PLAYERS,
  maxPlayers: PLAYERS,
  setup: newState,
  moves: {
    act: ({ G }, card) => {
      G.version += 1;
      G.last = card;
    },
  },
};

Server({ games: [game], origins: [Origins.LOCALHOST] }).run(Number(process.env.PORT));
