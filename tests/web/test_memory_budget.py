"""The room data of a worker is bounded in bytes. Dropped data is read or made again."""

from __future__ import annotations

import gc
import tracemalloc
from typing import Any

import msgspec
import pytest

from cheat.documents import compiled
from cheat.games import BUILT_IN
from cheat.i18n.languages import LANGUAGES
from cheat.rooms import lobby
from cheat.rooms.lobby import ActionContext
from cheat.rooms.room import encode, join, new_room
from cheat.service.delivery import answers
from cheat.service.delivery.answers import MEMORY_FACTOR, VIEW_MEMORY_FACTOR, DecodedVersion, decoded_version
from cheat.service.delivery.memory_budget import MemoryBudget
from cheat.store.rooms import StoredRoom
from tests.documents.small_documents import document, written
from tests.sampling import sampled

from .conftest import Api

TEN = {"min": 2, "max": 10}
HOSTILE: dict[str, dict[str, Any]] = {
    "small": {},
    "zones": {"zones": {**document()["zones"], **{f"z{number}": {"kind": "pile", "seen": "all"}
        for number in range(36)}}},
    "moves": {"phases": {"turn": {"moves": [{"name": f"m{number}", "label": "🂡" * 380,
        "do": [{"next": "turn"}]} for number in range(38)]}}},
    "cards": {"deck": {"suits": {"A": "as", "B": "bs"}, "ranks": [str(rank) for rank in range(75)],
        "copies": 2}},
    "facts": {"shows": [{"label": f"{number}" + "🂡" * 90, "value": "count(hand)"} for number in range(9)]},
}  # fmt: skip


def test_least_recently_used_values_are_dropped_first() -> None:
    dropped: list[str] = []
    budget = MemoryBudget[str](100, dropped.append)
    for code, weight in (("a", 40), ("b", 30), ("c", 30)):
        budget.put(code, code.upper(), weight)
    budget.put("a", "A", 40)
    assert (dropped, budget.weight) == ([], 100)
    budget.add("c", 20)
    assert (dropped, budget.weight) == (["B"], 90)
    budget.add("b", 1000)
    budget.forget("a")
    assert (dropped, budget.weight) == (["B"], 50)
    budget.put("d", "D", 1000)
    assert (dropped, budget.weight) == (["B", "C"], 1000), "the last one stays whatever it takes"
    budget.put("d", "D", 1)
    budget.put("e", "E", 99)
    assert (dropped, budget.weight) == (["B", "C"], 100)


@pytest.mark.parametrize("name", sampled(list(HOSTILE), every=2))
def test_memory_of_a_room_is_not_underestimated(name: str) -> None:
    """A decoded room, with its views for ten players and a spectator in each language."""
    game = compiled(written(document(players=TEN, **HOSTILE[name])))
    games = BUILT_IN.with_finder(lambda id, payers: game if id == game.id else None)
    room = new_room("ABCDE", "e1", game.id, {}, public=False, games=games)
    for number in range(10):
        join(room, f"Player {number}", f"secret {number}", now=0)
    lobby.act(room, room.seats[0], "start", {}, ActionContext(0, "5eed" * 16))
    stored = StoredRoom("e1", 1, encode(room))
    decoded_version(StoredRoom("e1", 1, stored.data), games).views.view_of(None, 0)  # shared by all rooms
    gc.collect()
    tracemalloc.start()
    try:
        version = decoded_version(stored, games)
        assert version.room.dealt_rules.id == game.id
        gc.collect()
        decoded = tracemalloc.get_traced_memory()[0]
        view_bytes = 0
        for seat in (*version.room.seats, None):
            for language in LANGUAGES.values():
                view_bytes += len(msgspec.json.encode(version.views.view_of(seat, 0, language)))
                gc.collect()
                assert (
                    tracemalloc.get_traced_memory()[0]
                    <= MEMORY_FACTOR * len(stored.data) + VIEW_MEMORY_FACTOR * view_bytes
                )
    finally:
        tracemalloc.stop()
    assert decoded <= MEMORY_FACTOR * len(stored.data)


def test_rooms_that_are_decoded_are_bounded_and_decoded_again(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "DECODED", MemoryBudget(200_000, answers.drop_decoded))
    players = [api.game()[0] for _ in range(8)]

    def kept() -> list[bool]:
        versions = [api.service.feeds.known_version(player["code"]) for player in players]
        return [isinstance(version.cache, DecodedVersion) for version in versions]

    phases = [api.events(player)["table"]["phase"] for player in players]
    assert phases == ["playing"] * 8
    assert answers.DECODED.weight <= 200_000
    now = kept()
    assert 0 < sum(now) < 8
    assert now == sorted(now), "those that were asked for last are there"
    assert api.events(players[0])["table"]["phase"] == "playing"
    assert kept()[0]


def test_shared_views_are_counted(api: Api) -> None:
    ada, bob, _ = api.game()
    before = api.events(ada)["cursor"]
    api.act(ada, "say", phrase="thanks")
    weight = answers.DECODED.weight
    api.events(bob, before)
    counted = answers.DECODED.weight
    assert counted > weight
    api.events(bob, before)
    assert answers.DECODED.weight == counted, "who asks again has nothing else kept"


def test_trimmed_log_entries_are_read_again_if_needed(api: Api) -> None:
    ada, bob, _ = api.game()
    start = api.events(bob)["cursor"]
    for phrase in ("hello", "luck", "thanks"):
        api.act(ada, "say", phrase=phrase)
    answer = api.events(bob, start)
    feed = api.service.feeds.feed(ada["code"])
    feed.trim_log()
    assert len(feed.latest.entries) == 1
    api.act(ada, "say", phrase="sorry")
    assert len(feed.latest.entries) == 2
    assert [event["v"] for event in api.events(bob, answer["cursor"])["events"]] == [answer["version"] + 1]
    assert feed.is_log_trimmed, "what came last was enough"
    again = api.events(bob, start)
    assert (again["reset"], again["events"][: len(answer["events"])]) == (False, answer["events"])
    assert not feed.is_log_trimmed
    feed.trim_log()
    path = f"/api/rooms/{ada['code']}/events?past=1&wait=0"
    past = api.call("GET", path, bob["token"]).get_json()
    assert past["events"][0]["v"] == 1
