"""The two results of a sweep, each for tests that need only one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cheat.store.rooms import RoomStore


def versions(store: RoomStore, codes: Sequence[str]) -> list[tuple[str, int, int] | None]:
    """Return (epoch, version, private versions) of each room, or None if there is no such room."""
    swept = store.sweep({code: {} for code in codes}, store.clock.estimate())
    return [swept[code].version for code in codes]


def heartbeats_of(
    store: RoomStore, heartbeats: Mapping[str, Mapping[str, int]], now: int
) -> dict[str, dict[str, int]]:
    """Send heartbeats, and return those of all workers, without names of pages that play."""
    swept = store.sweep(heartbeats, now)
    return {
        code: {name: at for name, at in room.heartbeats.items() if at > 0} for code, room in swept.items()
    }
