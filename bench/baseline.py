"""The baseline, which is the usual design.

It is Flask-SocketIO on its polling transport, with a room's state as JSON in Redis. An action reads 4 KB of
state, changes it, writes it and emits 1.2 KB to the four players of the room. It checks, hides, logs and
repeats nothing, so no real server of this design does less work.
"""

from __future__ import annotations

import json
import os
from typing import Any

import redis
from flask import Flask
from flask_socketio import SocketIO, emit, join_room

app = Flask(__name__)
socketio = SocketIO(app, async_mode="gevent", transports=["polling"])
store = redis.Redis.from_url(os.environ["REDIS_URL"], max_connections=10_000)

STATE: dict[str, Any] = {
    "version": 0,
    "last": None,
    "table": [{"player": f"p{n}", "name": f"Player {n}", "cards": 13, "turn": n == 1} for n in range(1, 21)],
    "log": [{"at": 1790000000000 + n, "by": "p1", "text": f"placed {n} cards"} for n in range(44)],
}


@socketio.on("connect")
def enter(auth: dict[str, Any]) -> None:
    join_room(auth["room"])
    store.set(auth["room"], json.dumps(STATE), nx=True)


@socketio.on("action")
def act(action: dict[str, Any]) -> None:
    state = json.loads(store.get(action["room"]))
    state["version"] += 1
    state["last"] = action["card"]
    store.set(action["room"], json.dumps(state))
    news = {"version": state["version"], "last": state["last"], "table": state["table"]}
    emit("news", news, to=action["room"])
