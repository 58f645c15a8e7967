"""Polls that wait for feeds, for tests."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from cheat.service.delivery.feeds import Feed, Feeds
from cheat.store.rooms import LoggedRoom
from tests.servers import PATIENCE_S


class Waiter:
    """A poll that notes its calls, for a test that waits on a thread of its own."""

    def __init__(self) -> None:
        self.present_id: str | None = None
        self.page_id: str | None = None
        self.is_ended = False
        self.failure: Exception | None = None
        self._told = threading.Event()

    def wake(self) -> None:
        self._told.set()

    def end(self) -> None:
        self.is_ended = True
        self._told.set()

    def fail(self, error: Exception) -> None:
        self.failure = error
        self._told.set()

    def wait(self, seconds: float) -> None:
        """Sleep until the poll is woken, for at most so long."""
        self._told.wait(max(seconds, 0))
        self._told.clear()


class RegisteredWaiter(Waiter):
    """Return a registered poll."""

    def __init__(self, feeds: Feeds, code: str) -> None:
        super().__init__()
        self.feed = feeds.enter(code, self)


@contextmanager
def watching(feeds: Feeds, code: str) -> Iterator[RegisteredWaiter]:
    """A context around the work of a poll."""
    waiter = RegisteredWaiter(feeds, code)
    try:
        yield waiter
    finally:
        feeds.leave(waiter.feed, waiter)


def read(feeds: Feeds, feed: Feed) -> LoggedRoom | None:
    """Return the feed's room once the feed is not stale, or raise the error of the read."""
    reader = Waiter()
    feed.waiters.add(reader)
    try:
        while feed.is_stale or feed.read_lock.locked():
            feeds.refresh(feed)
            reader.wait(PATIENCE_S)
            if reader.failure is not None:
                raise reader.failure
    finally:
        feed.waiters.discard(reader)
    return feed.latest
