"""The rooms of an address, and of a document, take a bounded part of Redis."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import UNSET

from cheat.ops import metrics
from cheat.rooms.room import decode
from cheat.rooms.room_memory import RESERVED, SMALL_LOG
from cheat.rooms.tokens import short_hash
from cheat.service.limits.networks import site_of
from cheat.store import keys, room_count
from tests.documents.small_documents import document, playing
from tests.servers import RedisServer

from .conftest import Hub

Make = Callable[..., Hub]

MB = 1024 * 1024
ROOMS_IN_A_MB = MB // RESERVED
LOUD: dict[str, Any] = {
    "id": "loud",
    "vars": {"held": "list"},
    "define": {"r": "range(1, 600)"},
    "phases": playing(
        {"name": "shout", "do": [{"say": "{r}"}, {"say": "{r}"}, {"say": "{r}"}, {"go": "turn"}]},
        {"name": "keep", "do": [{"set": {"held": "r"}}, {"go": "turn"}]},
        {"name": "finish", "do": [{"end": "me"}]},
    ),
}
"""A game in which one player can act all the time. Each shout makes a version of about 7 KB."""


def by(number: int) -> dict[str, Any]:
    return {"headers": {"X-Forwarded-For": f"203.0.113.{number}"}}


@pytest.fixture
def limited(make_hub: Make) -> Make:
    """Makes a worker on which the rooms of an address, or of a document, may take a megabyte."""
    often = ("room_limit", "join_limit", "call_limit", "action_limit")
    high = dict.fromkeys(often, "9999/second")
    return lambda **more: make_hub(rate_limits="on", address_mb=1, **{**high, **more})


def opens(hub: Hub, at: int = 1, game: str = "cheat") -> Any:
    return hub.call("POST", "/api/rooms", json={"name": "Ada", "game": game}, **by(at))


def begins(hub: Hub, at: int = 1) -> dict[str, Any]:
    """Return a running game of the loud document, as its host."""
    host = hub.made_by(opens(hub, at, "loud"))
    hub.join(host["code"], "Bob")
    hub.act(host, "start")
    return host


def plays(hub: Hub, host: dict[str, Any], move: str) -> None:
    forms = {move["name"]: move for move in hub.snapshot(host)["table"]["moves"]}
    hub.act(host, move, **forms[move]["with"])


def shouts(hub: Hub, host: dict[str, Any], times: int = 20) -> None:
    for _ in range(times):
        plays(hub, host, "shout")


def log_and_chunks(hub: Hub, host: dict[str, Any]) -> tuple[int, int]:
    """Return the numbers of log entries and of record chunks."""
    client, code = hub.service.store.client, host["code"]
    return client.llen(keys.log_key(code)), client.llen(keys.recording_key(code))


def charged(hub: Hub, host: dict[str, Any], *payers: str) -> list[float]:
    """Return the bytes of the room that count for these payers, in units of the reserved size."""
    client = hub.service.store.client
    sizes = [client.zscore(keys.memory_key(short_hash(payer)), host["code"]) for payer in payers]
    return [(size or 0) / RESERVED for size in sizes]


def replay(hub: Hub, host: dict[str, Any]) -> int:
    return hub.call("GET", f"/api/rooms/{host['code']}/replay", host["token"]).status_code


def refused() -> float:
    return metrics.registry.get_sample_value("cheat_limited_total", {"limit": "address_mb"}) or 0


@pytest.mark.parametrize("path", ["/api/rooms", "/api/quick", "/api/trials"])
def test_address_opens_as_many_rooms_as_its_memory_holds(limited: Make, path: str) -> None:
    hub, before = limited(), refused()
    game = hub.published(**LOUD)["id"]
    rooms = [hub.made_by(opens(hub)) for _ in range(ROOMS_IN_A_MB)]
    more = {"/api/quick": {"lesson": True, "game": "cheat"}, "/api/trials": {"game": game, "bots": 1}}
    answer = hub.call("POST", path, json={"name": "Ada", **more.get(path, {})}, **by(1))
    assert (answer.status_code, answer.get_json(force=True)["code"]) == (429, "rate_limited")
    assert "memory" in answer.get_json(force=True)["detail"]
    assert refused() == before + 1
    assert opens(hub, at=2).status_code == 201, "others have memory of their own"
    hub.service.store.client.delete(keys.room_key(rooms[3]["code"]))
    assert [opens(hub).status_code for _ in range(2)] == [201, 429], "a room that is gone makes place"


def test_address_takes_no_more_than_half_of_a_small_redis(
    limited: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = limited()
    monkeypatch.setattr(hub.service.room_count, "most_memory", 8.0 * RESERVED)
    assert [opens(hub).status_code for _ in range(5)] == [201] * 4 + [429]
    assert opens(hub, at=2).status_code == 201


def test_network_of_ipv6_takes_as_much_as_four_addresses(limited: Make) -> None:
    hub, sizes = limited(), []
    for line in range(6):
        headers = {"X-Forwarded-For": f"2001:db8:1:{line:x}00::1"}
        while len(sizes) < 200:
            answer = hub.call("POST", "/api/rooms", json={"name": "Ada"}, headers=headers)
            if answer.status_code != 201:
                break
            sizes.append(line)
    assert len(sizes) == 4 * ROOMS_IN_A_MB
    assert sizes.count(0) == ROOMS_IN_A_MB


def test_room_that_grows_asks_for_memory_and_gets_it(limited: Make) -> None:
    hub = limited()
    hub.published(**LOUD)
    host = begins(hub)
    shouts(hub, host)
    log, record = log_and_chunks(hub, host)
    assert log > 5
    assert record == 1
    plays(hub, host, "finish")
    assert replay(hub, host) == 200


def test_room_that_gets_no_more_memory_stays_small_and_goes_on(limited: Make) -> None:
    hub = limited()
    hub.published(**LOUD)
    host, before = begins(hub), refused()
    for _ in range(ROOMS_IN_A_MB - 1):
        hub.made_by(opens(hub))
    shouts(hub, host)
    assert refused() == before + 1, "it asks once in a game"
    assert log_and_chunks(hub, host) == (SMALL_LOG, 0)
    late = hub.events(host, since=host["cursor"])
    assert late["reset"], "a client that has missed several versions gets the whole table"
    plays(hub, host, "finish")
    newest = hub.events(host, since=late["cursor"])
    assert (newest["reset"], newest["version"]) == (False, late["version"] + 1)
    assert replay(hub, host) == 409, "it has no record"


def test_small_room_asks_again_in_its_next_game(limited: Make) -> None:
    hub = limited()
    hub.published(**LOUD)
    host = hub.made_by(opens(hub, game="loud"))
    guest = hub.join(host["code"], "Bob")
    hub.act(host, "start")
    others = [hub.made_by(opens(hub)) for _ in range(ROOMS_IN_A_MB - 1)]
    shouts(hub, host)
    for other in others:
        hub.service.store.client.delete(keys.room_key(other["code"]))
    plays(hub, host, "finish")
    for player in (host, guest):
        hub.act(player, "play_again")
    hub.act(host, "start")
    shouts(hub, host)
    log, record = log_and_chunks(hub, host)
    assert log > 5
    assert record == 1


def test_memory_of_a_document_is_bounded(limited: Make) -> None:
    hub = limited()
    hub.published(**LOUD)
    hosts = [begins(hub, at) for at in range(6)]
    for host in hosts:
        shouts(hub, host)
    grown = [log_and_chunks(hub, host)[0] > SMALL_LOG for host in hosts]
    assert grown == [True] * 4 + [False] * 2, "each takes a quarter of a megabyte"
    assert opens(hub, at=77, game="loud").status_code == 201, "it can still be played"


def plays_again(hub: Hub, players: list[dict[str, Any]], game: str) -> None:
    """Let the players finish their game, and begin another one."""
    plays(hub, players[0], "finish")
    for player in players:
        hub.act(player, "play_again")
    hub.act(players[0], "set_game", game=game)
    hub.act(players[0], "start")


def test_growth_counts_for_the_document_on_the_table_and_for_no_other(limited: Make) -> None:
    hub = limited()
    ids = [hub.published(**LOUD | {"id": slug})["id"] for slug in ("loud", "other")]
    host = hub.made_by(opens(hub, game="loud"))
    players, payers = [host, hub.join(host["code"], "Bob")], ("203.0.113.1", *ids)
    hub.act(host, "start")
    assert charged(hub, host, *payers) == [1, 0, 0]
    shouts(hub, host)
    assert charged(hub, host, *payers) == [4, 4, 0]
    plays_again(hub, players, "loud")
    assert charged(hub, host, *payers) == [4, 4, 0]
    plays_again(hub, players, "other")
    assert charged(hub, host, *payers) == [2, 0, 2], "the log of the former game is still there"
    shouts(hub, host)
    assert charged(hub, host, *payers) == [4, 0, 4]
    plays_again(hub, players, "war")
    assert charged(hub, host, *payers) == [4, 0, 0], "the address pays for that log alone"


def test_chosen_game_is_not_charged_for_the_table_of_another(limited: Make) -> None:
    """The host may choose another game after the end of one. The old table is still stored and may grow."""
    hub = limited()
    ids = [hub.published(**LOUD | {"id": slug})["id"] for slug in ("loud", "other")]
    host = begins(hub)
    plays(hub, host, "finish")
    hub.act(host, "play_again")
    hub.act(host, "set_game", game="other")
    room = decode(hub.service.store.load(host["code"]).data, hub.service.games)
    assert room.memory is not UNSET
    assert hub.service.room_memory.grant(room, room.memory, 2 * RESERVED)
    assert charged(hub, host, "203.0.113.1", *ids) == [2, 2, 0]


def test_room_that_its_document_has_no_memory_for_does_not_count_for_its_address(limited: Make) -> None:
    hub = limited()
    loud = hub.published(**LOUD)["id"]
    hosts = [begins(hub, at) for at in range(5)]
    for host in hosts:
        shouts(hub, host)
    sizes = [charged(hub, host, f"203.0.113.{at}", loud) for at, host in enumerate(hosts)]
    assert sizes == [[4, 4]] * 4 + [[1, 0]]


def test_network_that_is_full_does_not_charge_the_address(limited: Make) -> None:
    hub, (one, other) = limited(), ("2001:db8:1:100::1", "2001:db8:1:900::1")
    client, most = hub.service.store.client, 4 * ROOMS_IN_A_MB
    for at in range(most):
        hub.service.room_memory.reserve(site_of(f"2001:db8:1:{at % 4:x}00::1"), code := f"room{at}")
        client.set(keys.room_key(code), 1)
    answer = hub.call("POST", "/api/rooms", json={"name": "Ada"}, headers={"X-Forwarded-For": other})
    assert answer.status_code == 429
    room_counts = [client.zcard(keys.memory_key(short_hash(site_of(address)))) for address in (one, other)]
    assert room_counts == [ROOMS_IN_A_MB, 0]


def test_rooms_do_not_grow_if_redis_is_nearly_full(limited: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    short = ""
    monkeypatch.setattr(room_count.RoomCount, "memory_short", lambda self: short)
    hub = limited()
    hub.published(**LOUD)
    host = begins(hub)
    short = "Redis is nearly full."
    shouts(hub, host)
    assert log_and_chunks(hub, host) == (SMALL_LOG, 0)
    for path, body in ("", {"document": document(id="more")}), ("/try", {"document": document(id="tried")}):
        assert hub.code("POST", f"/api/documents{path}", json=body) == (503, "hub_full")


def test_redis_holds_no_more_of_an_address_than_is_granted(limited: Make, redis_server: RedisServer) -> None:
    hub = limited(redis_url=redis_server.url)
    hub.published(**LOUD)
    client = hub.service.store.client
    without = set(client.scan_iter())
    hosts = [begins(hub) for _ in range(ROOMS_IN_A_MB)]
    assert opens(hub).status_code == 429
    for host in hosts:
        shouts(hub, host, 12)
        plays(hub, host, "keep")
    used_bytes = sum(client.memory_usage(key) for key in set(client.scan_iter()) - without)
    assert used_bytes < MB
