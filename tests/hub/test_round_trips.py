"""The round trips of a room: a game from a document needs no more than a game in Python."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
import redis

from cheat.engine import engine
from cheat.engine.forms import sample
from cheat.engine.rng import Rng
from cheat.rooms.room import decode
from cheat.store.redis.commit_pipeline import CommitPipeline
from tests.servers import RedisServer

from .conftest import Hub

ACTIONS = 12
PAUSE_MS = 30_000


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The threads of all round trips to Redis. A pipeline and a script count once."""
    threads: list[int] = []

    def count(owner: type, name: str) -> None:
        original = getattr(owner, name)

        def counted(*args: Any, **more: Any) -> Any:
            threads.append(threading.get_ident())
            return original(*args, **more)

        monkeypatch.setattr(owner, name, counted)

    count(CommitPipeline, "execute")
    count(CommitPipeline, "execute_all")
    count(redis.Connection, "send_packed_command")
    return threads


def commands_by_action(hub: Hub, game: str, sent: list[int]) -> list[int]:
    """Return the round trips of the first actions and of their polls."""
    options = {"min_players": 2} if game == "cheat" else {}
    ada = hub.create(game=game, options=options)
    people = {who["player"]: who for who in (ada, hub.join(ada["code"], "Bob"))}
    hub.act(ada, "start")
    cursors = {id: hub.events(who)["cursor"] for id, who in people.items()}
    counts: list[int] = []
    chance, me = Rng("5eed" * 8), threading.get_ident()
    while len(counts) < ACTIONS:
        room = decode(hub.service.store.load(ada["code"]).data, hub.service.games)
        able = engine.legal_moves(room.rules, room.running())
        before = sent.count(me)
        if able:
            player, [move, *_] = next(iter(able.items()))
            args = sample(move, room.running().cards_of, chance)
            body = {"id": f"turn-{len(counts):04}", "move": move.name, "args": {**args, **move.ties}}
            path = f"/api/rooms/{ada['code']}/actions"
            accepted = hub.call("POST", path, people[player]["token"], json=body)
            assert accepted.status_code == 200, accepted.text
        else:
            hub.clock.now += PAUSE_MS  # the results of these calls are checked, too
        for id, who in people.items():
            cursors[id] = hub.events(who, cursors[id])["cursor"]
        if able:
            counts.append(sent.count(me) - before)
    return counts


def test_a_room_of_a_document_asks_redis_no_more_often_than_one_of_a_hand_written_game(
    make_hub: Callable[..., Hub], redis_server: RedisServer, sent: list[int]
) -> None:
    hub = make_hub(redis_url=redis_server.url)
    hub.published(start=[{"shuffle": "stock"}, {"deal": ACTIONS, "to": "hand"}, {"go": "turn"}])
    costs = {game: commands_by_action(hub, game, sent) for game in ("cheat", "crazy-eights", "small")}
    assert costs == dict.fromkeys(costs, [1] * ACTIONS)
