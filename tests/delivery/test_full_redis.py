"""A real worker with a Redis that is out of connections: actions and polls go on with those that it has."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any

import requests

from cheat.store.redis.error_messages import NO_WAKEUPS
from tests.servers import PATIENCE_S, Client, RedisServer, Web, in_background, wait_until


def news(ada: Client, number: int) -> None:
    """Act as one player. The held poll of another gets the event."""
    poll = in_background(lambda: ada.events(wait=20))
    acted = ada.act("rename", name=f"Ada {number}")
    answer = poll.value()
    if not answer["events"]:  # the hold ended before the sweep
        answer = ada.events(wait=20)
    assert (answer["version"], [event["v"] for event in answer["events"]]) == (
        acted["version"],
        [acted["version"]],
    )
    ada.cursor = answer["cursor"]


def actions_of(clients: list[Client], name: str) -> list[requests.Response]:
    """Let all change their names at the same time, each in a room of their own."""
    with ThreadPoolExecutor(len(clients)) as pool:
        return list(pool.map(lambda client: client.try_act("rename", name=name), clients))


def test_worker_goes_on_if_redis_refuses_connections(
    start_redis: Callable[..., RedisServer], start_web: Callable[..., Web]
) -> None:
    """Many requests at once would need more connections than Redis allows, and one has to listen."""
    server = start_redis()
    web = start_web(REDIS_URL=server.url, RATE_LIMITS="off")
    hosts = [Client([web]) for _ in range(20)]
    hosts[0].create("Ada")
    with server.client() as admin:
        admin.config_set("maxclients", len(admin.client_list()) + 1)
        for host in hosts[1:]:
            host.create("Eve")
        names = (f"Eve {number}" for number in count())

        def wants_more_than_there_are() -> bool:
            assert {answer.status_code for answer in actions_of(hosts, next(names))} == {200}
            return bool(admin.info("stats")["rejected_connections"])

        wait_until(wants_more_than_there_are, "Redis has refused a connection")
        hosts[0].cursor = hosts[0].snapshot()["cursor"]
        for number in range(3):
            news(hosts[0], number)


def test_worker_goes_on_if_redis_refuses_listening(
    start_redis: Callable[..., RedisServer], start_web: Callable[..., Web]
) -> None:
    server = start_redis()
    with server.client() as admin:
        rights: tuple[Any, ...] = ("on", ">secret", "~*", "&*", "+@all", "-subscribe")
        admin.execute_command("ACL", "SETUSER", "deaf", *rights)
        web = start_web(REDIS_URL=f"redis://deaf:secret@127.0.0.1:{server.port}/0")
        ada = Client([web])
        ada.create("Ada")
        for number in range(3):
            news(ada, number)
        wait_until(lambda: "not listening" in web.printed(), "the log says so")
        assert not admin.client_list(_type="pubsub")
        ready = requests.get(f"{web.url}/readyz", timeout=PATIENCE_S)
        assert (ready.status_code, ready.json()) == (200, {"status": "deaf", "cause": NO_WAKEUPS})
        assert "\ncheat_listening 0.0\n" in requests.get(f"{web.url}/metrics", timeout=PATIENCE_S).text
