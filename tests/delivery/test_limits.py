"""Limits hold over workers, and polls and actions need no round trip for them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import takewhile
from typing import Any

import pytest
import requests

from cheat.store import keys
from tests.servers import PATIENCE_S, Client, RedisServer, Web, request, wait_until

SETTINGS = {
    "RATE_LIMITS": "on",
    "JOIN_LIMIT": "4/minute",
    "CALL_LIMIT": "1000/second",
    "ACTION_LIMIT": "20/minute",
    "HOLD_MIN_S": 25,
    "HOLD_MAX_S": 25,
    "SWEEP_S": 3600,
}
"""Sweeps would count among the commands."""


@pytest.fixture
def servers(share_webs: Callable[..., list[Web]]) -> list[Web]:
    """Two workers with limits that share an empty Redis.

    They remember the limits of earlier tests, so each test uses new addresses.
    """
    return share_webs(2, **SETTINGS)


def post(servers: list[Web], number: int, path: str, body: Any, at: str = "203.0.113.11") -> int:
    """Return the status that the next worker answers with."""
    url = servers[number % len(servers)].url + path
    headers = {"X-Forwarded-For": f"10.9.9.{number}, {at}"}
    return request("POST", url, json=body, headers=headers).status_code


def at_once(work: Callable[[int], int], times: int) -> list[int]:
    with ThreadPoolExecutor(8) as pool:
        return sorted(pool.map(work, range(times)))


def test_rooms_joins_and_public_rooms_are_counted_for_an_address_over_workers(servers: list[Web]) -> None:
    opened = at_once(lambda number: post(servers, number, "/api/rooms", {"name": "Ada"}), 16)
    assert opened == [201] * 5 + [429] * 11
    assert post(servers, 0, "/api/rooms", {"name": "Ada"}, at="203.0.113.12") == 201
    host = Client(servers)
    host.create("Ada")
    path = f"/api/rooms/{host.code}/players"
    joined = at_once(lambda number: post(servers, number, path, {"name": f"P{number}"}), 12)
    assert joined == [201] * 4 + [429] * 8

    def opens_publicly(number: int) -> int:
        return post(servers, number, "/api/rooms", {"name": "Ada", "public": True}, at="203.0.113.13")

    assert [opens_publicly(number) for number in range(5)] == [201] * 3 + [429] * 2


def test_misses_are_counted_for_an_address_over_workers(
    servers: list[Web], redis_server: RedisServer
) -> None:
    host = Client(servers)
    host.create("Ada")

    def guess(number: int) -> int:
        url = f"{servers[number % 2].url}/api/rooms/zzzzz/events"
        headers = {"X-Forwarded-For": "203.0.113.21", "Authorization": f"Bearer junk{number}"}
        return request("GET", url, headers=headers).status_code

    assert [guess(number) for number in range(30)] == [404] * 20 + [429] * 10
    for server in servers:
        url = f"{server.url}/api/rooms/{host.code}"
        address = {"X-Forwarded-For": "203.0.113.21"}
        assert request("GET", url, headers=address).status_code == 429
        assert request("GET", url, headers={**address, **host.headers}).status_code == 200
    with redis_server.client() as client:
        assert 500 < client.ttl(f"{keys.LIMITS}:blocked/203.0.113.21") <= 600


def test_a_seat_acts_no_faster_over_two_workers(servers: list[Web]) -> None:
    """The limit is 20 a minute. The room has the count, so it holds for all workers."""
    host = Client(servers)
    host.create("Ada")
    began_at = time.monotonic()
    tries = [host.try_act("rename", at=number % 2, name=f"N{number}").status_code for number in range(36)]
    earned = int((time.monotonic() - began_at) / 3) + 1
    assert tries[:20] == [200] * 20
    assert 20 <= tries.count(200) <= 20 + earned
    assert set(tries[20:]) <= {200, 429}


def test_hot_calls_pay_no_round_trip_for_the_limits(servers: list[Web], redis_server: RedisServer) -> None:
    host = Client(servers)
    host.create("Ada")
    host.events()
    for number, _ in enumerate(servers):  # from now on Redis knows the scripts, and the workers the room
        host.act("rename", name=f"M{number}", at=number)
        host.cursor = host.events(wait=5)["cursor"]

    with redis_server.client() as client, client.monitor() as monitor:
        for number in range(8):
            host.act("rename", name=f"N{number}")
            host.cursor = host.events(wait=5)["cursor"]
        client.echo("that was all")
        lines = list(takewhile(lambda line: "that was all" not in line, commands(monitor)))
    scripts = [line for line in lines if line.startswith("EVALSHA") and f"{{{host.code}}}" in line]
    assert len(scripts) == 8, "one script for each action, and none for a poll"
    named = Counter(line.partition(" ")[0].lower() for line in lines)
    for name in ("incr", "incrby", "get", "set", "pttl", "zcard", "zadd", "lindex"):
        assert named[name] == 0, name


def commands(monitor: Any) -> Iterator[str]:
    """Yield the commands that Redis runs, including some for rooms of other tests."""
    while True:
        yield monitor.next_command()["command"]


def test_one_seat_holds_four_polls_of_a_worker_and_not_three_thousand(servers: list[Web]) -> None:
    host = Client(servers)
    host.create("Ada")

    def poll(number: int) -> Any:
        return host.events(0, wait=25, client=f"page {number}")

    with ThreadPoolExecutor(14) as pool:
        polls = [pool.submit(poll, number) for number in range(14)]
        wait_until(lambda: sum(poll.done() for poll in polls) == 10, "all but four are ended")
        host.act("rename", name="Bea", at=1)
        answers = [poll.result() for poll in polls]
    assert sorted(answer["version"] for answer in answers) == [1] * 10 + [2] * 4
    assert all(answer["retry_after"] == 2 for answer in answers if answer["version"] == 1)


def test_a_flood_of_polls_gets_the_table_at_the_pace_of_the_seat(servers: list[Web]) -> None:
    """Polls without a cursor, each as a new page, on many connections."""
    host = Client(servers)
    host.create("Ada")
    url = f"{servers[0].url}/api/rooms/{host.code}/events"
    end = time.monotonic() + 1

    def flood(connection: int) -> int:
        tables, session = 0, requests.Session()
        while time.monotonic() < end:
            answer = session.get(
                url, headers=host.headers, params={"client": f"{time.monotonic()}"}, timeout=PATIENCE_S
            )
            assert answer.status_code in (200, 429)
            tables += "table" in answer.json()
        return tables

    assert sum(at_once(flood, 8)) <= 20 + 20 + 8, "20 at once, 20 in a second, one for each connection"


def test_no_room_is_made_when_redis_is_nearly_full(
    start_redis: Callable[..., RedisServer], start_web: Callable[..., Web]
) -> None:
    """The memory of a real Redis counts. Existing rooms go on."""
    own = start_redis()
    server = start_web(REDIS_URL=own.url)
    host = Client([server])
    host.create("Ada")
    with own.client() as client:
        client.config_set("maxmemory", int(client.info("memory")["used_memory"] / 0.75))

    def full() -> bool:
        report = request("GET", f"{server.url}/readyz")
        assert report.status_code == 200
        return "maxmemory" in report.json().get("cause", "")

    wait_until(full, "it is told")
    response = host.call("POST", "/api/rooms", body={"name": "Bob"})
    assert (response.status_code, response.json()["code"]) == (503, "server_full")
    assert "no room can be opened: Redis uses" in server.printed()
    host.act("rename", name="Bea")
