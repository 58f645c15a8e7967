"""Sixty rooms of one address whose game uses all its allowed steps, and an honest room beside them."""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import redis
import requests

from cheat.documents import compiled
from cheat.store.published import DocumentStore

from .documents.small_documents import document, playing, written
from .servers import Address, Client, Web, in_background, request

ROOMS = 60
MOVERS = 3
"""Threads that send moves to the hostile rooms, one after the other."""
HOSTILE, HONEST, PROBE = "203.0.113.9", "198.51.100.7", "192.0.2.33"
LIMITS = {"RATE_LIMITS": "on", "ROOM_LIMIT": "9999/hour", "JOIN_LIMIT": "9999/hour"}
"""The default limits, except that an address may open all these rooms at once.

In a day it may do so anyway.
"""
BUSY = [{"each": "range(1, 600)", "as": "x", "do": [{"set": {"n": "(n + 1) % 1000"}}] * 10}]
"""Effects that cost 42,000 of the 50,000 steps of an action."""
WAIT_S = 20


def busy_document() -> bytes:
    """Return a game that uses its steps at each timer, at each move, and for facts and marks."""
    dear = "sum(range(1, 600) by it % 7) > 0"
    return written(
        document(
            id="busy",
            name="Busy",
            vars={"n": 0},
            shows=[{"label": "Busy", "value": dear}],
            phases=playing(
                {"name": "go", "if": dear, "do": [*BUSY, {"next": "turn"}]},
                time=0.25,
                timeout=[*BUSY, {"next": "turn"}],
            ),
        )
    )


class From(Client):
    """A client with an address of its own."""

    def __init__(self, servers: list[Web] | list[Address], address: str, token: str | None = None) -> None:
        super().__init__(servers, token)
        self.address = address

    @property
    def headers(self) -> dict[str, str]:
        """The headers of each call."""
        return {**super().headers, "X-Forwarded-For": self.address}


class HostileRooms:
    """The rooms of one address, with spectators that poll and players that move.

    `url`: the Redis of the servers. The test stores the document there as a checked draft, because a busy
    machine may have no time for a check.
    """

    def __init__(self, servers: list[Web] | list[Address], url: str) -> None:
        self._servers, self._url, self._stopped = servers, url, threading.Event()
        self.answers: Counter[int] = Counter()
        self.hosts: list[From] = []

    def open(self) -> None:
        """Open the rooms and start their games."""
        data = busy_document()
        id = compiled(data).id
        with redis.Redis.from_url(self._url) as client:
            DocumentStore(client).keep(id, 0, data)
        for _ in range(ROOMS):
            host, other = From(self._servers, HOSTILE), From(self._servers, HOSTILE)
            self._patiently(lambda host=host: host.create("Eve", game=id))
            self._patiently(lambda host=host, other=other: other.join(host.code, "Mallory"))
            self._patiently(lambda host=host: host.act("start"))
            self.hosts.append(host)

    @staticmethod
    def _patiently(do: Callable[[], Any]) -> None:
        """Repeat a call until the processor time of the address allows it."""
        while True:
            try:
                do()
                return
            except AssertionError as refused:
                if not any(code in str(refused) for code in ("rate_limited", "store_unavailable")):
                    raise
                time.sleep(0.5)

    @contextmanager
    def attack(self) -> Iterator[None]:
        """Poll and move in all rooms while the block runs."""
        running = [in_background(lambda host=host: self._watch(host)) for host in self.hosts]
        running += [in_background(lambda at=at: self._move(self.hosts[at::MOVERS])) for at in range(MOVERS)]
        try:
            yield
        finally:
            self._stopped.set()
            for one in running:
                one.value(10 * WAIT_S)

    def _watch(self, host: From) -> None:
        cursor = host.cursor
        with requests.Session() as session:
            session.trust_env = False
            while not self._stopped.is_set():
                answer = session.get(
                    f"{self._servers[0].url}/api/rooms/{host.code}/events",
                    params={"since": cursor, "wait": WAIT_S},
                    headers={"X-Forwarded-For": HOSTILE},
                    timeout=10 * WAIT_S,
                )
                self.answers[answer.status_code] += 1
                if answer.ok:
                    cursor = answer.json()["cursor"]
                else:
                    self._stopped.wait(float(answer.headers.get("Retry-After", 1)))

    def _move(self, hosts: list[From]) -> None:
        while not self._stopped.is_set():
            for host in hosts:
                shown = host.call("GET", f"/api/rooms/{host.code}")
                self.answers[shown.status_code] += 1
                forms = shown.json()["table"]["moves"] if shown.ok else []
                for form in forms:
                    if form["name"] == "go":
                        self.answers[host.try_act("go", **form["with"]).status_code] += 1
                if self._stopped.wait(0.02):
                    return

    def results(self) -> Counter[str]:
        """Return the numbers of games by phase, with the reasons of those that ended."""
        tables = []
        for host in self.hosts:
            self._patiently(lambda host=host: tables.append(host.snapshot()["table"]))
        return Counter((one["result"] or {}).get("reason", "") or one["phase"] for one in tables)


class HonestRoom:
    """A room of another address, in which each action has to arrive once and in order.

    Like every client, it repeats a call after a 503, with the same id of the action: on a busy machine, Redis
    may be late.
    """

    def __init__(self, servers: list[Web] | list[Address]) -> None:
        self.host, self.other = From(servers, HONEST), From(servers, HONEST)
        self.host.create("Ada", game="war")
        self.other.join(self.host.code, "Bob")
        self.other.cursor = self.other.snapshot()["cursor"]
        self.seconds: list[float] = []
        self.asked_again = 0

    def act(self, number: int) -> None:
        """Act, and wait until the other player has received exactly this action."""
        held = in_background(self._next_events)
        began = time.monotonic()
        self._patiently(lambda: self.host.try_act("rename", id=f"action-{number:05}", name=f"Ada {number}"))
        answer = held.value(10 * WAIT_S)
        self.seconds.append(time.monotonic() - began)
        events = answer["events"]
        assert [one["type"] for one in events] == ["renamed"], events
        assert f"Ada {number}" in json.dumps(answer), answer

    def _next_events(self) -> dict[str, Any]:
        """Poll until there are events."""
        while True:
            answer = self._patiently(lambda: self.other.poll(since=self.other.cursor, wait=WAIT_S))
            self.other.cursor = answer["cursor"]
            if answer["events"]:
                return answer

    def _patiently(self, ask: Callable[[], requests.Response]) -> dict[str, Any]:
        """Repeat a request until Redis is no longer late."""
        while True:
            response = ask()
            if response.status_code != 503:
                assert response.status_code == 200, response.text
                answer: dict[str, Any] = response.json()
                return answer
            self.asked_again += 1
            time.sleep(0.1)


class HealthChecks:
    """Calls of `/healthz`, each on a connection of its own, with the seconds until the answer."""

    def __init__(self, server: Web | Address) -> None:
        self._url, self._stopped = f"{server.url}/healthz", threading.Event()
        self.seconds: list[float] = []
        self.failed: list[str] = []

    @contextmanager
    def running(self, pause_s: float = 0.1) -> Iterator[None]:
        """Repeat the calls while the block runs."""
        asking = in_background(lambda: self._ask(pause_s))
        try:
            yield
        finally:
            self._stopped.set()
            asking.value(10 * WAIT_S)

    def _ask(self, pause_s: float) -> None:
        while not self._stopped.wait(pause_s):
            began = time.monotonic()
            try:
                answer = request("GET", self._url, headers={"X-Forwarded-For": PROBE})
            except requests.RequestException as error:
                self.failed.append(repr(error))
                continue
            self.seconds.append(time.monotonic() - began)
            if not answer.ok:
                self.failed.append(answer.text)
