"""The time until a page is up to date again after a fault. On a quiet machine."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from itertools import cycle
from typing import NamedTuple

import pytest
import requests
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.line import Line
from tests.browser.person import LOST_LINE
from tests.servers import Client, RedisServer, Web, is_healthy, wait_until

WITHIN_S = 5.0
LIES_THERE = "(count) => document.querySelector('[data-testid=pile]')?.dataset.count === count"
TIMES = 3
"""Number of tries, because pauses after failures are random."""


class Broken(NamedTuple):
    """The parts that can fail: the page's service with two workers, its line, and the store."""

    service: Web
    line: Line
    store: RedisServer


def kills_a_worker(at: Broken) -> None:
    kills(at.service, at.service.children()[:1])


def kills_all_workers(at: Broken) -> None:
    kills(at.service, at.service.children())


def kills(service: Web, workers: list[int]) -> None:
    """Kill workers, and wait until others serve in their place: how soon depends on the machine."""
    count = len(service.children())
    for pid in workers:
        os.kill(pid, signal.SIGKILL)

    def is_whole() -> bool:
        there = service.children()
        return len(there) == count and not set(there) & set(workers) and is_healthy(service.port)

    wait_until(is_whole, "other workers serve")


def restarts_the_service(at: Broken) -> None:
    at.service.kill()
    at.service.start()


def restarts_the_store(at: Broken) -> None:
    at.store.kill()
    at.store.start()


def deafens_the_workers(at: Broken) -> None:
    with at.store.client() as client:
        client.execute_command("CLIENT", "KILL", "TYPE", "pubsub")


def cuts_all_lines_of_the_store(at: Broken) -> None:
    with at.store.client() as client:
        client.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")


def stops_the_store_for_a_while(at: Broken) -> None:
    with at.store.client() as client:
        client.execute_command("CLIENT", "PAUSE", "3000", "ALL")
    time.sleep(3)


def cuts_the_line(at: Broken) -> None:
    at.line.cut()
    at.line.mend()


def silences_the_line(at: Broken) -> None:
    at.line.falls_silent()
    time.sleep(1)
    at.line.mend()


def loses_the_connections(at: Broken) -> None:
    """Lose the connections silently, like a router that has forgotten them."""
    at.line.forgets()


FAULTS = (
    kills_a_worker,
    kills_all_workers,
    restarts_the_service,
    restarts_the_store,
    deafens_the_workers,
    cuts_all_lines_of_the_store,
    stops_the_store_for_a_while,
    cuts_the_line,
    silences_the_line,
    loses_the_connections,
)


def places(player: Client) -> None:
    """Place a card, with as many tries as needed."""
    player.made += 1
    move = {"id": f"{player.player}-action-{player.made}", "move": "place"}

    def is_placed() -> bool:
        try:
            args = {**player.ties("place"), "cards": player.hand()[:1]}
            path = f"/api/rooms/{player.code}/actions"
            return player.call("POST", path, body={**move, "args": args}, within=2).ok
        except (requests.RequestException, AssertionError, LookupError):
            return False

    wait_until(is_placed, "a card is placed", 20)


@pytest.mark.long
@pytest.mark.parametrize("fault", FAULTS)
def test_a_page_is_up_to_date_within_five_seconds(
    arrive: Arrive,
    start_redis: Callable[..., RedisServer],
    start_web: Callable[..., Web],
    fault: Callable[[Broken], None],
) -> None:
    """Counted from when both what was broken is whole again and there is something to show: what the others
    do by way of another machine.
    """
    store = start_redis(durable=True)
    usual = {"REDIS_URL": store.url, "HOLD_MIN_S": 20, "HOLD_MAX_S": 25}
    service, other = start_web(WEB_CONCURRENCY=2, **usual), start_web(**usual)
    line = Line(service.port)
    ada = arrive("Ada", at=line.url)
    ada.will_hear(LOST_LINE, "the server responded with a status of 503")
    clients = [Client([other]) for _ in range(3)]
    code = clients[0].create("Ada", options={"min_call_window_s": 0, "turn_s": 0})["code"]
    for name, client in zip(("Ben", "Cleo"), clients[1:], strict=True):
        client.join(code, name)
    clients[0].act("start")
    ada.opens(f"/r/{code}#seat={clients[0].token}")
    expect(ada.hand).to_be_visible()
    players = cycle(clients)
    took = []
    for cards in range(1, TIMES + 1):
        ada.sees_pile(cards - 1)
        fault(Broken(service, line, store))
        places(next(players))
        begun = time.monotonic()
        ada.page.wait_for_function(LIES_THERE, arg=str(cards), timeout=4 * WITHIN_S * 1000)
        took.append(time.monotonic() - begun)
    line.close()
    print(f"{fault.__name__}: {', '.join(f'{one:.2f}' for one in took)} s")
    assert max(took) < WITHIN_S, took
