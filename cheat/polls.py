"""How many polls of a seat, and of those who watch a room without one, a worker holds and answers.

A seat is known by its token before the room is looked at, so no new `client`, missing cursor or further
connection makes it another one.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from cheat.limits import rate_of, too_many
from cheat.paces import Paces
from cheat.settings import Settings
from cheat.store.feeds import Watch

FULL_RETRY_S = 3.0
"""For who finds too many watching: somebody may have gone by then."""
OUSTED_RETRY_S = 1.0


class Polls:
    """The polls of this worker by room and token; those without a token share one place."""

    def __init__(self, settings: Settings) -> None:
        self._on = settings.rate_limits == "on"
        self._most = settings.seat_polls
        self._most_watching = settings.watch_polls
        self._seats = Paces(rate_of(settings.poll_limit))
        self._watching = Paces(rate_of(settings.watch_limit))
        self._held: dict[tuple[str, str], list[Watch]] = {}
        self._lock = threading.Lock()

    @contextmanager
    def admitted(self, code: str, token: str | None, watch: Watch) -> Iterator[None]:
        """Around a poll; who asks too often sleeps first. Raises RateLimited."""
        if not self._on:
            yield
            return
        who = (code, token or "")
        self._enter(who, watch)
        try:
            self._pace(who, watch)
            yield
        finally:
            self._leave(who, watch)

    def _enter(self, who: tuple[str, str], watch: Watch) -> None:
        """A seat's oldest poll ends for a new one; those without a seat do not push each other out."""
        seat = bool(who[1])
        with self._lock:
            held = self._held.setdefault(who, [])
            if not seat and len(held) >= self._most_watching:
                raise too_many("Too many people are watching this room.", FULL_RETRY_S)
            held.append(watch)
            oldest = held[0] if seat and len(held) > self._most else None
            if oldest is not None:
                held.remove(oldest)
        if oldest is not None:
            oldest.end()

    def _leave(self, who: tuple[str, str], watch: Watch) -> None:
        with self._lock:
            held = self._held.get(who, [])
            if watch in held:
                held.remove(watch)
            if not held:
                self._held.pop(who, None)

    def _pace(self, who: tuple[str, str], watch: Watch) -> None:
        paces = self._seats if who[1] else self._watching
        while wait := paces.take(who):
            if watch.ended:
                raise too_many("This page asks for news too often.", OUSTED_RETRY_S)
            watch.wait(wait)
