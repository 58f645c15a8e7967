"""Games on a Redis Cluster, while slots move and masters change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import requests

from cheat.store import keys
from cheat.store.redis.error_messages import PART_OUT_OF_REACH
from cheat.store.redis.slots import slot_of
from tests.balancer import Balancer
from tests.clusters import ClusterOfServers, answer_of
from tests.delivery.machines import Load, balanced
from tests.servers import PATIENCE_S, RedisServer, Web, in_background, wait_until

TABLES = 3


@pytest.fixture
def start_cluster(tmp_path: Path) -> Iterator[Callable[[int], ClusterOfServers]]:
    """Starts three masters with so many replicas, and ends them all."""
    started: list[ClusterOfServers] = []

    def start(replicas: int) -> ClusterOfServers:
        servers = ClusterOfServers(tmp_path, replicas=replicas)
        started.append(servers)
        return servers.start()

    yield start
    for servers in started:
        servers.stop()


def rooms(servers: ClusterOfServers) -> list[str]:
    """Return the codes of all rooms."""
    return [code.decode() for code in answer_of(servers.holder(keys.ROOMS), "ZRANGE", keys.ROOMS, 0, -1)]


def go_on(balancer: Balancer) -> None:
    """Play games for a while, at both machines."""
    before = dict(balancer.sent)
    wait_until(lambda: all(sent > before[at] + 10 for at, sent in balancer.sent.items()), "they play on")


def test_games_lose_nothing_while_their_slots_move(
    start_cluster: Callable[[int], ClusterOfServers], start_web: Callable[..., Web]
) -> None:
    """Move slots to servers that have rooms already, step by step, while two workers serve."""
    servers = start_cluster(0)
    starting = [in_background(lambda: start_web(REDIS_URL=servers.url)) for _ in range(2)]
    web, other = (one.value() for one in starting)
    balancer = balanced(web, other)
    with Load(balancer.url, TABLES) as games:
        wait_until(lambda: len(rooms(servers)) == TABLES, "all sit down")
        go_on(balancer)
        moves = [move_of(servers, slot) for slot in {slot_of(keys.room_key(code)) for code in rooms(servers)}]
        for step in (servers.begin_to_move, servers.move_keys, servers.end_move):
            for move in moves:
                step(*move)
            go_on(balancer)
        assert games.end() == 0
    a_part_is_down(servers, web)


def move_of(servers: ClusterOfServers, slot: int) -> tuple[int, RedisServer, RedisServer]:
    """Return a slot, its server, and the server that is to get it."""
    source = servers.at(slot)
    return slot, source, servers.masters[servers.masters.index(source) - 1]


def a_part_is_down(servers: ClusterOfServers, web: Web) -> None:
    """Only the rooms of the lost server are out of reach."""
    lost_server = servers.holder(keys.room_key(rooms(servers)[0]))
    lost_by_room = {code: servers.holder(keys.room_key(code)) is lost_server for code in rooms(servers)}
    lost_server.kill()
    for code, is_lost in lost_by_room.items():
        answer = requests.get(f"{web.url}/api/rooms/{code}", timeout=PATIENCE_S)
        assert answer.status_code == (503 if is_lost else 200)
    ready = requests.get(f"{web.url}/readyz", timeout=PATIENCE_S)
    report = {"status": "partial", "cause": f"{PART_OUT_OF_REACH} Redis cannot be reached."}
    assert (ready.status_code, ready.json()) == (200, report)


@pytest.mark.long
@pytest.mark.parametrize("dies", [False, True], ids=["handed over", "killed"])
def test_games_lose_nothing_when_a_replica_takes_over(
    start_cluster: Callable[[int], ClusterOfServers], start_web: Callable[..., Web], dies: bool
) -> None:
    """A master that hands over waits for its replica.

    A killed master loses commits that it has answered and not yet sent to its replica. Here it sends them
    in the same turn of its loop.
    """
    servers = start_cluster(3)
    balancer = balanced(*(start_web(REDIS_URL=servers.url) for _ in range(2)))
    with Load(balancer.url, TABLES) as games:
        wait_until(lambda: len(rooms(servers)) == TABLES, "all sit down")
        code = rooms(servers)[0]
        plays_on(servers, code)
        slot = slot_of(keys.room_key(code))
        master = servers.at(slot)
        replica = servers.replicas[servers.masters.index(master)]
        if dies:
            master.kill()
        else:
            servers.take_over(replica)
        wait_until(lambda: servers.agree(slot, replica), "the replica has taken over")
        plays_on(servers, code)
        assert games.end() == 0


def plays_on(servers: ClusterOfServers, code: str) -> None:
    """Play a game for some versions."""
    before = version(servers, code)
    wait_until(lambda: version(servers, code) > before + 5, "it is played on")


def version(servers: ClusterOfServers, code: str) -> int:
    """Return the version of a room."""
    key = keys.room_key(code)
    return int(answer_of(servers.holder(key), "HGET", key, "version"))
