"""Games on a Redis Cluster, while slots move and masters change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cheat.store import keys
from cheat.store.slots import slot_of
from tests.balancer import Balancer
from tests.clusters import ClusterOfServers, ask
from tests.delivery.machines import balanced, load
from tests.servers import RedisServer, Web, in_background, wait_until

TABLES = 6


@pytest.fixture
def start_cluster(tmp_path: Path) -> Iterator[Callable[[int], ClusterOfServers]]:
    """Starts three masters with so many replicas, and ends all that live."""
    started: list[ClusterOfServers] = []

    def start(replicas: int) -> ClusterOfServers:
        servers = ClusterOfServers(tmp_path, replicas=replicas)
        started.append(servers)
        return servers.start()

    yield start
    for servers in started:
        servers.stop()


def rooms(servers: ClusterOfServers) -> list[str]:
    """The codes of all rooms."""
    return [code.decode() for code in ask(servers.holder(keys.ROOMS), "ZRANGE", keys.ROOMS, 0, -1)]


def go_on(balancer: Balancer) -> None:
    """Games are played for a while, at both machines."""
    before = dict(balancer.sent)
    wait_until(lambda: all(sent > before[at] + 10 for at, sent in balancer.sent.items()), "they play on", 30)


def test_games_lose_nothing_while_their_slots_move(
    start_cluster: Callable[[int], ClusterOfServers], start_web: Callable[..., Web]
) -> None:
    """To servers that have rooms already, step by step, while two workers serve."""
    servers = start_cluster(0)
    starting = [in_background(lambda: start_web(REDIS_URL=servers.url)) for _ in range(2)]
    balancer = balanced(*(one.value() for one in starting))
    running = in_background(lambda: load(balancer.url, 5, TABLES))
    wait_until(lambda: len(rooms(servers)) == TABLES, "all sit down", 30)
    go_on(balancer)
    moves: list[tuple[int, RedisServer, RedisServer]] = []
    for slot in {slot_of(keys.room_key(code)) for code in rooms(servers)}:
        source = servers.at(slot)
        target = servers.masters[servers.masters.index(source) - 1]
        moves.append((slot, source, target))
    for step in (servers.begin_to_move, servers.move_keys, servers.end_move):
        for move in moves:
            step(*move)
        go_on(balancer)
    assert running.value(60) == 0
