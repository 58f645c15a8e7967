"""Who is here. Polls are the heartbeat; they are kept outside the room, so that a poll is no change.

`Seen` says when each player was last heard of by a poll, and under `~` and a name of its own each
page that only watches. The room changes only when somebody goes away, returns, or the number of
watchers changes.
"""

from __future__ import annotations

from collections.abc import Mapping

from cheat.engine.table import Event
from cheat.errors import NotAllowed
from cheat.rooms.bots import stand_in
from cheat.rooms.room import AnyRoom, Seat

AWAY_MS = 40_000
"""Longer than two held polls and a retry: who is silent for so long has closed the page or lost the line."""
HOST_AWAY_MS = 60_000
"""A waiting room does not wait longer than this for its host."""
STAND_IN_MS = 60_000
"""A game does not wait longer than this for who is gone, whatever its clocks say: longer than being away, so
that a line which comes back soon costs nothing, and as long as a waiting room waits for its host.
"""
WATCHER = "~"
MAX_WATCHERS = 50
"""More than any table has, and few enough to be told to all workers with every sweep."""

Seen = Mapping[str, int]
"""Player, or `~` and a page's own name, -> ms since 1970."""


def update(room: AnyRoom, seen: Seen, now: int) -> list[Event]:
    """Note who went away, who returned, who watches; hand on the host of a waiting room, and let bots stand
    in for those whom a game awaits in vain.
    """
    events: list[Event] = []
    for seat in room.people():
        away = now - last_heard(seat, seen) > AWAY_MS
        if away != seat.away:
            seat.away = away
            if not away:  # who has not heard of it does not contradict
                seat.heard = last_heard(seat, seen)
            text = "{by} is away." if away else "{by} is back."
            events.append(Event(type="away" if away else "here", text=text, by=seat.id, tone="quiet"))
    for seat in _awaited(room):
        if now - last_heard(seat, seen) > STAND_IN_MS:
            events += stand_in(room, seat)
    return events + _hand_on_host(room, seen, now) + _count_watchers(room, seen, now)


def due(room: AnyRoom, seen: Seen, now: int) -> int | None:
    """When `update` will have something to say, as far as is known now; ms since 1970."""
    times = [at for seat in room.people() if (at := _due_of_seat(seat, seen, now)) is not None]
    times += [last_heard(seat, seen) + STAND_IN_MS + 1 for seat in _awaited(room)]
    host = _absent_host(room)
    if host is not None and _successor(room) is not None:
        times.append(last_heard(host, seen) + HOST_AWAY_MS + 1)
    watching = _watching(seen, now).values()
    if min(len(watching), MAX_WATCHERS) != room.watchers:
        times.append(now)
    elif watching:
        times.append(min(watching) + AWAY_MS + 1)
    return min(times, default=None)


def check_watching(room: AnyRoom) -> None:
    """Whether people without a seat may watch. Raises NotAllowed (`no_spectators`)."""
    if room.phase == "playing" and not room.running().options.spectators:
        raise NotAllowed("Spectators can't watch this game.", "no_spectators")


def may_count(seen: Seen, who: str, now: int) -> bool:
    """Whether `who` (`~` and a name) is counted as a watcher. Beyond `MAX_WATCHERS` people watch uncounted:
    names cost nothing, so they must not keep anybody out.
    """
    watching = _watching(seen, now)
    return who in watching or len(watching) < MAX_WATCHERS


def _watching(seen: Seen, now: int) -> dict[str, int]:
    return {who: at for who, at in list(seen.items()) if who.startswith(WATCHER) and now - at <= AWAY_MS}


def last_heard(seat: Seat, seen: Seen) -> int:
    """When a player was last heard of: by a poll, an action, or joining."""
    return max(seat.heard, seen.get(seat.id, 0))


def _due_of_seat(seat: Seat, seen: Seen, now: int) -> int | None:
    silent_from = last_heard(seat, seen) + AWAY_MS + 1
    if not seat.away:
        return silent_from
    return now if now < silent_from else None


def _awaited(room: AnyRoom) -> list[Seat]:
    """The people who have to decide something before the game goes on, and for whom no bot does."""
    if room.phase != "playing":
        return []
    awaited = {id for one in room.running().decisions if not one.optional for id in one.players}
    return [seat for seat in room.people() if seat.id in awaited and seat.mind is None]


def _absent_host(room: AnyRoom) -> Seat | None:
    host = next((seat for seat in room.people() if seat.id == room.host), None)
    return host if host is not None and host.away and room.phase != "playing" else None


def _successor(room: AnyRoom) -> Seat | None:
    return next((seat for seat in room.people() if not seat.away), None)


def _hand_on_host(room: AnyRoom, seen: Seen, now: int) -> list[Event]:
    host, successor = _absent_host(room), _successor(room)
    if host is None or successor is None or now - last_heard(host, seen) <= HOST_AWAY_MS:
        return []
    room.host = successor.id
    return [Event(type="host", text="{by} is now the host.", by=successor.id)]


def _count_watchers(room: AnyRoom, seen: Seen, now: int) -> list[Event]:
    watchers = min(len(_watching(seen, now)), MAX_WATCHERS)
    if watchers == room.watchers:
        return []
    more, room.watchers = watchers > room.watchers, watchers
    text = "A spectator is watching." if more else ""
    return [Event(type="watchers", text=text, args={"count": watchers}, tone="quiet")]
