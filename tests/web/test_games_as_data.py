"""Games as data: documents are registered while the service runs, on workers of two releases."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from cheat import create_app
from cheat.engine.registry import GameRegistry, Payers
from cheat.games import BUILT_IN
from cheat.rooms.room import decode
from cheat.settings import Settings
from tests.games.game_as_data import Described
from tests.servers import RedisServer

from .conftest import Api, Clock

GAME = {
    "id": "doc:0123abcd",
    "name": "Show One",
    "cards": [f"{rank}{suit}" for suit in "CDHS" for rank in "23456789"],
    "hand": 3,
    "options": {"low_wins": False, "open": False},
}


class Shelf:
    """A worker's finder of games that are not built in."""

    def __init__(self) -> None:
        self.games: dict[str, dict[str, Any]] = {}

    def find(self, id: str, payers: Payers) -> Described | None:
        return Described(self.games[id]) if id in self.games else None


@pytest.fixture
def shelves() -> list[Shelf]:
    return [Shelf(), Shelf()]


@pytest.fixture
def workers(redis_server: RedisServer, shelves: list[Shelf]) -> Iterator[list[Api]]:
    """Two workers that share only a Redis."""
    settings = Settings(redis_url=redis_server.url, rate_limits="off", hold_min_s=0.2, hold_max_s=0.3)
    apps = [create_app(settings, clock := Clock(), GameRegistry(BUILT_IN, shelf.find)) for shelf in shelves]
    apis = [Api(app.test_client(), app.extensions["cheat"], clock) for app in apps]
    yield apis
    for api in apis:
        api.service.stop()


def play(workers: list[Api], who: list[dict[str, Any]]) -> dict[str, Any]:
    """Let all players show their lowest card, on alternating workers. Return the table at the end."""
    for number, player in enumerate(who):
        show_one(workers[number % 2], player)
    table: dict[str, Any] = workers[1].snapshot(who[0])["table"]
    return table


def show_one(api: Api, player: dict[str, Any]) -> None:
    """Show the lowest card of this player."""
    table = api.snapshot(player)["table"]
    hand = next(zone["cards"] for zone in table["zones"] if zone["id"] == f"hand:{player['player']}")
    (form,) = [move for move in table["moves"] if move["name"] == "show"]
    cards = [min(hand, key=lambda card: int(card[0]))]
    api.act(player, "show", f"card of {player['player']}", cards=cards, **form["with"])


def begin(workers: list[Api], **options: bool) -> list[dict[str, Any]]:
    host = workers[0].create(game=GAME["id"], options=options)
    who = [host, workers[1].join(host["code"], "Bob")]
    workers[1].act(host, "start")
    return who


def test_game_that_is_data_is_played_on_two_workers_with_different_options(
    workers: list[Api], shelves: list[Shelf]
) -> None:
    assert workers[0].call("POST", "/api/rooms", json={"name": "Ada", "game": GAME["id"]}).status_code == 404
    for shelf in shelves:
        shelf.games[GAME["id"]] = GAME
    rooms = [begin(workers), begin(workers, low_wins=True)]
    for who, low_wins in zip(rooms, (False, True), strict=True):
        table = play(workers, who)
        assert (table["game"], table["options"]["low_wins"]) == (GAME["id"], low_wins)
        tables = {}
        for player in who:
            places = {line["id"]: line["place"] for line in table["result"]["standing"]}
            tables[player["player"]] = places[player["player"]]
        assert table["result"]["winners"] == [id for id, place in tables.items() if place == 1]
        cards = [int(card[0]) for card in next(z["cards"] for z in table["zones"] if z["id"] == "shown")]
        best = min(cards) if low_wins else max(cards)
        assert [who[n]["player"] for n, card in enumerate(cards) if card == best] == table["result"][
            "winners"
        ]
    assert workers[1].call("GET", f"/api/games/{GAME['id']}").get_json()["name"] == "Show One"
    assert GAME["id"] not in str(workers[1].call("GET", "/api/games").get_json())


def test_rolling_change_of_its_options_breaks_no_room(workers: list[Api], shelves: list[Shelf]) -> None:
    newer = {**GAME, "options": {"low_wins": True, "twice": True}}
    shelves[0].games[GAME["id"]], shelves[1].games[GAME["id"]] = newer, GAME
    who = begin(workers, twice=True)
    table = play(list(reversed(workers)), who)
    assert table["phase"] == "over"
    again = [workers[n].act(player, "play_again", "once more") for n, player in enumerate(who)]
    assert len(again) == 2
    assert workers[0].snapshot(who[0])["table"]["options"]["twice"] is True, "the older worker has kept it"


def test_older_worker_keeps_the_options_of_a_running_game_that_it_does_not_know(
    workers: list[Api], shelves: list[Shelf]
) -> None:
    newer, older = workers
    shelves[0].games[GAME["id"]] = {**GAME, "options": {"low_wins": False, "twice": False}}
    shelves[1].games[GAME["id"]] = {**GAME, "options": {"low_wins": False}}
    ada = newer.create(game=GAME["id"], options={"low_wins": True, "twice": True})
    bob = newer.join(ada["code"], "Bob")
    newer.act(ada, "start")
    assert at_the_table(newer, ada) == {"low_wins": True, "twice": True}
    show_one(older, ada)
    assert at_the_table(newer, ada) == {"low_wins": True, "twice": True}, "the older one has kept it"
    table = opened(newer, ada).table
    assert (table.result, table.options.twice, table.options.low_wins) == (None, True, True)
    show_one(newer, bob)
    table = opened(newer, ada).table
    assert table.result is not None
    assert (table.options.twice, table.options.low_wins) == (True, True)
    assert older.snapshot(bob)["table"]["phase"] == "over"


def opened(api: Api, player: dict[str, Any]) -> Any:
    """Return the room as this worker decodes it."""
    return decode(api.service.store.load(player["code"]).data, api.service.games)


def at_the_table(api: Api, player: dict[str, Any]) -> dict[str, Any]:
    """Return the options of the running game, as stored."""
    table = json.loads(api.service.store.load(player["code"]).data)["table"]
    return {name: table["options"][name] for name in ("low_wins", "twice") if name in table["options"]}
