"""Presence: the players that are connected. Polls are the heartbeat.

`LastPolls` holds the time of the last poll of each player, and of each page that only watches; the key of
such a page is `~` and its name. `LastPolls` is kept outside the room, so a poll does not change the room. The
room changes only when a player goes away or returns, or when the number of watchers changes.
"""

from __future__ import annotations

from collections.abc import Mapping

from cheat.engine.table import Event
from cheat.errors import NotAllowed
from cheat.rooms.bots import stand_in
from cheat.rooms.room import AnyRoom, Seat

AWAY_MS = 40_000
"""Silence after which a player is away, in ms.

Longer than two held polls and a retry: a client that is silent for so long is closed or offline.
"""
HOST_AWAY_MS = 60_000
"""The longest time that a waiting room waits for its absent host, in ms."""
STAND_IN_MS = 60_000
"""The longest time that a game waits for an absent player, in ms, whatever its clocks say.

Longer than `AWAY_MS`, so that a connection that comes back soon costs nothing, and as long as a waiting room
waits for its host.
"""
WATCHER = "~"
MAX_WATCHERS = 50
"""Most watchers that are counted.

More than any table has, and few enough to send to all workers with every sweep.
"""

LastPolls = Mapping[str, int]
"""Player, or `~` and the name of a page -> ms since 1970."""


def update(room: AnyRoom, last_polls: LastPolls, now: int) -> list[Event]:
    """Note the players that went away or returned, and the number of watchers.

    Passes on the host of a waiting room, and lets bots stand in for absent players that the game waits for.
    """
    events: list[Event] = []
    for seat in room.people():
        away = now - last_heard(seat, last_polls) > AWAY_MS
        if away != seat.is_away:
            seat.is_away = away
            if not away:  # kept in the room for workers that lack this poll in `last_polls`
                seat.last_heard_at = last_heard(seat, last_polls)
            text = "{by} is away." if away else "{by} is back."
            events.append(Event(type="away" if away else "here", text=text, by=seat.id, tone="quiet"))
    for seat in _awaited(room):
        if now - last_heard(seat, last_polls) > STAND_IN_MS:
            events += stand_in(room, seat)
    return events + _replace_absent_host(room, last_polls, now) + _count_watchers(room, last_polls, now)


def due(room: AnyRoom, last_polls: LastPolls, now: int) -> int | None:
    """Return when `update` will have something to change, as far as is known now; ms since 1970."""
    times = [at for seat in room.people() if (at := _due_of_seat(seat, last_polls, now)) is not None]
    times += [last_heard(seat, last_polls) + STAND_IN_MS + 1 for seat in _awaited(room)]
    host = _absent_host(room)
    if host is not None and _successor(room) is not None:
        times.append(last_heard(host, last_polls) + HOST_AWAY_MS + 1)
    watching = _watching(last_polls, now).values()
    if min(len(watching), MAX_WATCHERS) != room.watchers:
        times.append(now)
    elif watching:
        times.append(min(watching) + AWAY_MS + 1)
    return min(times, default=None)


def check_watching(room: AnyRoom) -> None:
    """Check that spectators may watch. Raises NotAllowed (`no_spectators`)."""
    if room.phase == "playing" and not room.running().options.spectators:
        raise NotAllowed("Spectators can't watch this game.", "no_spectators")


def may_count(last_polls: LastPolls, who: str, now: int) -> bool:
    """Return whether `who` (`~` and a name) is counted as a watcher.

    Watchers beyond `MAX_WATCHERS` may watch, too, but are not counted. A client can make up any number of
    names, and must not be able to keep other watchers out with them.
    """
    watching = _watching(last_polls, now)
    return who in watching or len(watching) < MAX_WATCHERS


def _watching(last_polls: LastPolls, now: int) -> dict[str, int]:
    return {
        who: at for who, at in list(last_polls.items()) if who.startswith(WATCHER) and now - at <= AWAY_MS
    }


def last_heard(seat: Seat, last_polls: LastPolls) -> int:
    """Return when a player was last heard of: by a poll, an action, or joining."""
    return max(seat.last_heard_at, last_polls.get(seat.id, 0))


def _due_of_seat(seat: Seat, last_polls: LastPolls, now: int) -> int | None:
    silent_from = last_heard(seat, last_polls) + AWAY_MS + 1
    if not seat.is_away:
        return silent_from
    return now if now < silent_from else None


def _awaited(room: AnyRoom) -> list[Seat]:
    """Return the seats of people without a stand-in that the game waits for."""
    if room.phase != "playing":
        return []
    awaited = {id for one in room.running().decisions if not one.optional for id in one.players}
    return [seat for seat in room.people() if seat.id in awaited and seat.bot_state is None]


def _absent_host(room: AnyRoom) -> Seat | None:
    host = next((seat for seat in room.people() if seat.id == room.host), None)
    return host if host is not None and host.is_away and room.phase != "playing" else None


def _successor(room: AnyRoom) -> Seat | None:
    return next((seat for seat in room.people() if not seat.is_away), None)


def _replace_absent_host(room: AnyRoom, last_polls: LastPolls, now: int) -> list[Event]:
    host, successor = _absent_host(room), _successor(room)
    if host is None or successor is None or now - last_heard(host, last_polls) <= HOST_AWAY_MS:
        return []
    room.host = successor.id
    return [Event(type="host", text="{by} is now the host.", by=successor.id)]


def _count_watchers(room: AnyRoom, last_polls: LastPolls, now: int) -> list[Event]:
    watchers = min(len(_watching(last_polls, now)), MAX_WATCHERS)
    if watchers == room.watchers:
        return []
    more, room.watchers = watchers > room.watchers, watchers
    text = "A spectator is watching." if more else ""
    return [Event(type="watchers", text=text, args={"count": watchers}, tone="quiet")]
