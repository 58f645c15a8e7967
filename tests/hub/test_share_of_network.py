"""The games of one network take only a share of the store."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any

import pytest

from cheat.service.hub import index
from cheat.store import keys, room_count
from cheat.store.published import MIN_DOCUMENT_TTL_MS, TRIAL_TTL_MS
from tests.documents.small_documents import document, written
from tests.servers import RedisServer

from .conftest import Hub

Make = Callable[..., Hub]

HIGH = dict.fromkeys(
    ("check_limit", "publish_limit", "store_limit", "room_limit", "call_limit"), "9999/second"
)
NEAR = ("203.0.113.1", "203.0.113.200", "::ffff:203.0.113.7")
FAR = "198.51.100.1"
PLACES = 3
"""Number of documents that fit into the share of a network in these tests."""


def text(number: int) -> str:
    """Return a game. All of these games take the same number of bytes in the store."""
    return written(document(id=f"game-{number:03}", name=f"Game {number:03}")).decode()


@pytest.fixture
def limited(make_hub: Make) -> Make:
    """Makes a worker where a tenth of the store holds three of these games."""

    def make(**settings: Any) -> Hub:
        hub = make_hub(**{"rate_limits": "on", **HIGH, **settings})
        largest = max(len(zlib.compress(text(number).encode())) for number in range(100))
        hub.service.hub.most_bytes = 10 * (PLACES * largest + largest // 2)
        return hub

    return make


def by(address: str) -> dict[str, str]:
    return {"X-Forwarded-For": address}


def stores(hub: Hub, number: int, address: str, path: str = "") -> Any:
    """Publish a game from an address, or try it. Return the answer."""
    return hub.call("POST", f"/api/documents{path}", json={"document": text(number)}, headers=by(address))


def status(hub: Hub, number: int, address: str, path: str = "") -> int:
    code: int = stores(hub, number, address, path).status_code
    return code


@pytest.mark.parametrize("path", ["", "/try"])
def test_network_stores_a_share_and_leaves_the_rest_to_others(limited: Make, path: str) -> None:
    hub = limited()
    assert [status(hub, number, NEAR[number % 3], path) for number in range(PLACES)] == [201] * PLACES
    answer = stores(hub, 50, NEAR[0], path)
    refusal = answer.get_json(force=True)
    assert (answer.status_code, refusal["code"]) == (429, "rate_limited")
    assert "Remove one" in refusal["detail"]
    assert answer.headers["Retry-After"] == "3600"
    assert status(hub, 50, FAR, path) == 201
    assert hub.service.hub.store.document(refusal.get("id", "")) is None


def test_redis_counts_what_a_network_stores(limited: Make, redis_server: RedisServer) -> None:
    hub = limited(redis_url=redis_server.url)
    answers = [
        stores(hub, number, NEAR[0], path).get_json() for number, path in ((0, ""), (1, ""), (2, "/try"))
    ]
    assert status(hub, 50, NEAR[0]) == 429
    hub.call("DELETE", "/api/documents/game-000", answers[0]["key"])
    assert [status(hub, number, NEAR[0]) for number in (50, 51)] == [201, 429]
    hub.clock.now += TRIAL_TTL_MS + 1
    assert [status(hub, number, NEAR[0]) for number in (51, 52)] == [201, 429]


def test_networks_of_ipv6_are_a_48(limited: Make) -> None:
    hub = limited()
    answers = [status(hub, number, f"2001:db8:1:{number:x}00::1") for number in range(PLACES + 1)]
    assert answers == [201] * PLACES + [429]
    assert status(hub, 50, "2001:db8:2::1") == 201


def test_game_that_is_removed_makes_place_at_once(limited: Make) -> None:
    hub = limited()
    answers = [stores(hub, number, NEAR[0]).get_json() for number in range(PLACES)]
    assert status(hub, 50, NEAR[0]) == 429
    assert hub.call("DELETE", f"/api/documents/{answers[1]['slug']}", answers[1]["key"]).status_code == 200
    assert [status(hub, number, NEAR[0]) for number in (50, 51)] == [201, 429]
    again = hub.call(
        "POST", "/api/documents", answers[1]["key"], json={"document": text(1)}, headers=by(NEAR[0])
    )
    assert again.status_code == 429, "it counts again if it comes back"


def test_game_that_was_tried_counts_once_when_it_is_published(limited: Make) -> None:
    hub = limited()
    for path in ("/try", "/try", "", "/try"):
        assert [status(hub, number, NEAR[0], path) for number in range(PLACES)] == [201] * PLACES
    assert status(hub, 50, NEAR[0]) == 429


def test_drafts_count_while_they_are_stored(limited: Make) -> None:
    hub = limited()
    ids = [stores(hub, number, NEAR[0], "/try").get_json()["id"] for number in range(PLACES)]
    for id in ids[:2]:
        hub.create(game=id)
    assert status(hub, 50, NEAR[0], "/try") == 429
    hub.clock.now += TRIAL_TTL_MS + 1
    assert [status(hub, number, NEAR[0], "/try") for number in (50, 51)] == [201, 429], "two have rooms"
    hub.clock.now += MIN_DOCUMENT_TTL_MS
    assert [status(hub, number, NEAR[0], "/try") for number in range(60, 64)] == [201] * PLACES + [429]
    assert hub.service.store.client.hlen(keys.DOCUMENTS_FROM) == PLACES


def test_network_has_a_share_of_the_number_of_games(limited: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "MOST_GAMES", 20)
    hub = limited()
    answers = [stores(hub, number, NEAR[0]).get_json() for number in range(2)]
    hub.call("DELETE", "/api/documents/game-000", answers[0]["key"])
    assert status(hub, 50, NEAR[0]) == 429, "a worker keeps a game that was removed, too"
    assert hub.publish(answers[1]["key"], address=NEAR[0], id="game-001", version="2.0.0").status_code == 201
    assert status(hub, 50, FAR) == 201


def test_network_has_a_share_of_the_memory_of_the_list(
    limited: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index, "MOST_WEIGHT", 10 * 3 * index.LEAST_WEIGHT)
    hub = limited()
    answers = [status(hub, number, NEAR[0]) for number in range(3)]
    assert answers[0] == 201
    assert answers[-1] == 429
    assert status(hub, 50, FAR) == 201


@pytest.mark.parametrize("settings", [{"hub_share": 1.0}, {"rate_limits": "off"}])
def test_share_can_be_lifted(limited: Make, settings: dict[str, Any]) -> None:
    hub = limited(**settings)
    assert {status(hub, number, NEAR[0]) for number in range(2 * PLACES)} == {201}


def test_share_is_less_where_redis_is_small(limited: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    hub = limited()
    most = hub.service.hub.most_bytes
    hub.service.hub.most_bytes = 64 * 1024 * 1024
    monkeypatch.setattr(hub.service.room_count, "most_memory", most)
    assert [status(hub, number, NEAR[0]) for number in range(PLACES + 1)] == [201] * PLACES + [429]


@pytest.mark.parametrize("call", ["room", "try"])
def test_documents_that_nothing_needs_go_where_redis_is_nearly_full(
    limited: Make, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    hub = limited()
    ids = [stores(hub, number, NEAR[0], "/try").get_json()["id"] for number in range(2)]
    hub.create(game=ids[0])
    stored = hub.service.hub.store.document
    monkeypatch.setattr(room_count, "MEMORY_S", 0)
    monkeypatch.setattr(
        room_count.RoomCount, "read_memory", lambda self: "Redis is nearly full." if stored(ids[0]) else ""
    )

    def opens() -> int:
        path, body = (
            ("/api/rooms", {"name": "Ada"})
            if call == "room"
            else ("/api/documents/try", {"document": text(9)})
        )
        answer = hub.call("POST", path, json=body, headers=by(FAR))
        return answer.status_code

    assert opens() == 503, "a room plays it"
    assert stored(ids[1]) is not None
    hub.clock.now += MIN_DOCUMENT_TTL_MS + 1
    assert opens() == 201
