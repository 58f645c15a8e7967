"""A server of a Redis Cluster that hangs: its connections stay open, but it does not answer."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
import requests

from cheat.store import keys
from cheat.store.redis.error_messages import PART_OUT_OF_REACH
from cheat.store.redis.slots import slot_of
from tests.clusters import ClusterOfServers, answer_of, slots_of
from tests.delivery.machines import Load, balanced
from tests.servers import Client, RedisServer, Web, clients_of, in_background, wait_until

TABLES = 4
PAUSE_S = 0.15
RESENT_S = 4.0
"""Seconds after which a page repeats an action that was not answered."""
UNDISTURBED_S = 2.0
"""Seconds, less than any wait for a hung server."""


class Answered(NamedTuple):
    status: int
    took: float
    retry: str | None


class Host:
    """A client that does one thing after the other, each until it succeeds, at alternating workers."""

    def __init__(self, webs: list[Web]) -> None:
        self.client = Client(webs)
        self.client.create("Ada")
        self.done = 0
        self.answers: list[Answered] = []
        self._over = threading.Event()

    @contextmanager
    def at_it(self) -> Iterator[None]:
        doing = in_background(self._do_all)
        try:
            yield
        finally:
            self._over.set()
            doing.value()

    def _do_all(self) -> None:
        while not self._over.is_set():
            while not self._do() and not self._over.wait(PAUSE_S):
                pass
            self.done += 1
            self._over.wait(PAUSE_S)

    def _do(self) -> bool:
        began_at, number = time.monotonic(), len(self.answers)
        name = f"Ada{self.done}"
        answer = self.client.try_act("rename", number % 2, id=f"rename-{self.done:04}", name=name)
        took = time.monotonic() - began_at
        self.answers.append(Answered(answer.status_code, took, answer.headers.get("Retry-After")))
        return answer.status_code == 200


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[ClusterOfServers]:
    """Three masters. The first has a replica, which takes over once the workers have noticed the hang."""
    cluster = ClusterOfServers(tmp_path, replicas=1, node_timeout_ms=4000)
    try:
        yield cluster.start()
    finally:
        for server in cluster.servers:
            server.go_on()
        cluster.stop()


@pytest.mark.long
def test_server_that_hangs_keeps_only_its_own_rooms_and_those_until_another_takes_over(
    servers: ClusterOfServers, start_web: Callable[..., Web]
) -> None:
    starting = [in_background(lambda: start_web(REDIS_URL=servers.url)) for _ in range(2)]
    webs = [one.value() for one in starting]
    hung, replica = servers.masters[0], servers.replicas[0]
    its = host_at(servers, webs, hung)
    others = [host_at(servers, webs, server) for server in servers.masters[1:]]
    hosts = [its, *others]
    with Load(balanced(*webs).url, TABLES) as games, hosts[0].at_it(), hosts[1].at_it(), hosts[2].at_it():
        wait_until(lambda: min(host.done for host in hosts) > 3, "all do something")
        hung.hang()
        wait_until(lambda: its.answers[-1].status == 503, "it is refused")
        report = requests.get(f"{webs[1].url}/readyz", timeout=RESENT_S).json()
        assert report == {"status": "partial", "cause": f"{PART_OUT_OF_REACH} Redis does not answer in time."}
        key = keys.room_key(its.client.code)
        wait_until(lambda: holds(servers, replica, key), "the replica has taken over")
        before = its.done
        wait_until(lambda: its.done > before + 3, "its rooms go on")
        hung.go_on()
        wait_until(lambda: answer_of(hung, "INFO", "replication")["role"] == "slave", "it follows")
        wait_until(lambda: clients_of(hung) == [], "no worker speaks with it any more")
        before = its.done
        wait_until(lambda: its.done > before + 3, "they go on still")
        assert games.end() == 0
    for host in others:
        assert {answer.status for answer in host.answers} == {200}
        assert max(answer.took for answer in host.answers) < UNDISTURBED_S
    refused = [answer for answer in its.answers if answer.status != 200]
    assert {(answer.status, answer.retry) for answer in refused} == {(503, "1")}
    assert max(answer.took for answer in its.answers) < RESENT_S
    for host in hosts:
        assert host.client.snapshot()["version"] == 1 + host.done, "each was done once"


def host_at(servers: ClusterOfServers, webs: list[Web], server: RedisServer) -> Host:
    """Return the host of a room on this server."""
    while True:
        host = Host(webs)
        if servers.holder(keys.room_key(host.client.code)) is server:
            return host


def holds(servers: ClusterOfServers, server: RedisServer, key: str) -> bool:
    """Return whether a server has a key, as reported by a server that does not hang."""
    return slot_of(key) in slots_of(server, as_told_by=servers.masters[1])
