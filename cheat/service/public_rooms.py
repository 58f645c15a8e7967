"""The list of public rooms.

The store keeps a list of codes. When a worker reads the list, it also reads the rooms, and leaves out rooms
that players can no longer join.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from cheat.engine.registry import GameRegistry
from cheat.rooms.room import AnyRoom, decode
from cheat.rooms.view import ListedRoom, listing
from cheat.store.rooms import RoomStore, StoredRoom

LISTED_ROOMS = 100
LIST_PAGES = 10
"""Maximum number of pages that a worker fetches when it reads the list.

The worker needs a second page only if listed rooms are gone. It also removes such rooms from the list, so the
next read finds fewer of them.
"""
LIST_TRIES = 5
"""Maximum number of attempts to update an entry of the list.

An attempt fails if the room changes during the attempt.
"""
LISTED_FOR_S = 1.0
"""Seconds for which a worker keeps a copy of the list, because every start page asks for it."""

log = logging.getLogger(__name__)


class PublicRooms:
    """The public rooms that players can join. `clock`: ms since 1970, for the order of the list."""

    def __init__(self, store: RoomStore, games: GameRegistry, clock: Callable[[], int]) -> None:
        self._store, self._games, self._clock = store, games, clock
        self._cached: tuple[float, list[ListedRoom]] = (0.0, [])

    def rooms(self) -> list[ListedRoom]:
        """Return the rooms, newest first. The result may be `LISTED_FOR_S` old.

        Raises StoreUnavailable.
        """
        read_at, rooms = self._cached
        if time.monotonic() - read_at > LISTED_FOR_S:
            rooms = self.read()
            self._cached = (time.monotonic(), rooms)
        return rooms

    def read(self) -> list[ListedRoom]:
        """Read the list. Remove rooms that players cannot join, and read further rooms instead."""
        rooms: dict[str, ListedRoom] = {}
        for _ in range(LIST_PAGES):
            page = self._store.listed_rooms(LISTED_ROOMS, len(rooms))
            views = {code: self._listing(code, stored) for code, stored in page.items()}
            rooms |= {code: view for code, view in views.items() if view is not None}
            self._unlist([code for code, view in views.items() if view is None])
            if len(page) < LISTED_ROOMS or len(rooms) >= LISTED_ROOMS:
                break
        return list(rooms.values())[:LISTED_ROOMS]

    def update(self, listed_before: ListedRoom | None, room: AnyRoom, now: int) -> None:
        """Update the list after a change of a room.

        `listed_before`: the room's entry before the change, if there was one.
        """
        listed_now = listing(room)
        if (listed_now is None) != (listed_before is None):
            self._write(room.code, is_listed=listed_now is not None, now=now)

    def _write(self, code: str, *, is_listed: bool, now: int) -> None:
        """Add the room to the list, or remove it. Repeat until the list fits the newest version.

        A worker commits its room before it writes the list, and the store answers each write with the newest
        version of the room. So if two workers write at the same time, the second one gets a version with both
        commits. It then adds or removes the room according to this version.
        """
        for _ in range(LIST_TRIES):
            newest = self._store.list_publicly(code, now) if is_listed else self._store.unlist(code)[code]
            if is_listed == (self._listing(code, newest) is not None):
                break
            is_listed = not is_listed

    def _unlist(self, codes: list[str]) -> None:
        for code, newest in self._store.unlist(*codes).items() if codes else ():
            if self._listing(code, newest) is not None:  # the room has changed, and players can join it again
                self._write(code, is_listed=True, now=self._clock())

    def _listing(self, code: str, stored: StoredRoom | None) -> ListedRoom | None:
        """Return the entry of a room; see `listing`.

        Return None, too, if the room is gone or unreadable: one such room must not break the list.
        """
        try:
            return listing(decode(stored.data, self._games)) if stored else None
        except Exception as error:  # the room is from another release, its game is gone, or anything else
            log.warning("room %s is left out of the public list: %r", code, error, extra={"room": code})
            return None
