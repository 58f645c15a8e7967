"""Presence over a minute, with workers that sweep as rarely as they do in service."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.servers import PATIENCE_S, Client, Running, Web, in_background, wait_until

AS_IN_SERVICE = {"SWEEP_S": 4, "HOLD_MIN_S": 20, "HOLD_MAX_S": 25}
AWAY_S, NOTED_S = 40, 13
"""Seconds of silence after which a player is away, and the age of the last note of a worker that dies."""


class Page:
    """A page that polls until the test ends it. `at`: returns the number of the worker for the next poll."""

    def __init__(self, client: Client, at: Callable[[], int]) -> None:
        self.events: list[dict[str, Any]] = []
        self._client, self._at, self._is_over = client, at, threading.Event()
        self._name = f"page of {client.player}"
        self.poll: Running = in_background(self._poll)

    def _poll(self) -> None:
        while not self._is_over.is_set():
            try:
                answer = self._client.events(self._at(), wait=25, client=self._name)
            except OSError:  # the worker is gone
                time.sleep(0.5)
                continue
            self._client.cursor = answer["cursor"]
            self.events += answer["events"]

    def close(self) -> None:
        self._is_over.set()

    def told(self) -> list[tuple[str, str]]:
        """Return the type, and the player or the text, of each change of presence that the page was told."""
        kinds = ("away", "here", "watchers", "stand_in", "host")
        return [
            (event["type"], event.get("by") or event.get("text", ""))
            for event in self.events
            if event["type"] in kinds
        ]


@pytest.mark.long
def test_players_stay_present_whose_polls_move_and_whose_worker_dies(start_web: Callable[..., Web]) -> None:
    """Only those who don't come back are reported as gone, and not too early."""
    servers = [start_web(**AS_IN_SERVICE), start_web(**AS_IN_SERVICE)]
    ada, ben, cleo, dan, watcher = (Client(servers) for _ in range(5))
    ada.create("Ada")
    for client, name in ((ben, "Ben"), (cleo, "Cleo"), (dan, "Dan")):
        client.join(ada.code, name, at=1)
    watcher.code, watcher.cursor = ada.code, ada.cursor
    turns, is_dead = iter(range(10**9)), threading.Event()

    def second() -> int:
        return 0 if is_dead.is_set() else 1

    pages = [
        Page(ada, lambda: 0),
        Page(ben, lambda: next(turns) % 2 * second()),
        Page(cleo, second),
    ]
    leaving = [Page(dan, lambda: 1), Page(watcher, lambda: 1)]
    began_at = time.monotonic()
    wait_until(lambda: time.monotonic() - began_at > AWAY_S + NOTED_S, "a minute", 2 * PATIENCE_S)
    assert [page.told() for page in pages] == [[("watchers", "A spectator is watching.")]] * 3
    for page in leaving:
        page.close()
    servers[1].kill()
    died_at = time.time()
    is_dead.set()
    gone = {("away", "p4"), ("watchers", "")}
    wait_until(lambda: gone <= set(pages[0].told()), "both are gone", 2 * PATIENCE_S)
    wait_until(lambda: len({len(page.told()) for page in pages}) == 1, "all are told")
    for page in pages:
        page.close()
        assert len(page.told()) == 3, "and nothing else"
        assert set(page.told()[1:]) == gone
        for event in page.events[-2:]:
            assert event["at"] / 1000 - died_at >= AWAY_S - NOTED_S - 1
