"""Presence: the times of the last polls tell which players are connected.

`LastPolls` has the time of the last poll of each player and of each watcher. A watcher is the open page of a
spectator. Its key is `~` and a name that the page has chosen. Workers exchange the times in `LastPolls`,
which are called heartbeats. The room does not contain `LastPolls`, so a poll does not change the room. The
room changes only when a player goes away or returns, or when the number of watchers changes.
"""

from __future__ import annotations

from collections.abc import Mapping

from cheat.engine.table import Event
from cheat.errors import NotAllowed
from cheat.rooms.bots import stand_in
from cheat.rooms.room import AnyRoom, Seat

AWAY_MS = 40_000
"""Time without a poll after which a player is away, in ms.

This time is longer than a held poll and a few retries. So if a player is away, the client is closed or
offline.
"""
HOST_AWAY_MS = 60_000
"""Time without a poll or action after which an absent host is replaced, in ms.

The host is replaced only while no game is running, and only by a player that is not away.
"""
STAND_IN_MS = 60_000
"""Maximum time that a game waits for an absent player, in ms.

The game waits no longer, even if the time limits in its options allow more. This time is longer than
`AWAY_MS`. So if a player reconnects soon, no bot takes the player's place.
"""
WATCHER = "~"
MAX_WATCHERS = 50
"""Maximum number of watchers that a room counts. Rooms seldom have more.

With every sweep, workers exchange the heartbeats of all counted watchers. For 50 watchers, this costs little.
"""

LastPolls = Mapping[str, int]
"""Id of a player, or key of a watcher -> the time of the last poll, in ms since 1970.

If a page has watched and then taken a seat, the value under its watcher's key is negative: minus the time of
the page's last poll as a player.
"""


def update(room: AnyRoom, last_polls: LastPolls, now: int) -> list[Event]:
    """Note the players that went away or returned, and the number of watchers.

    If a game waits for an absent player, a bot stands in. If the host is absent while no game is running,
    another player becomes host.
    """
    events: list[Event] = []
    for seat in room.people():
        is_away = now - last_heard(seat, last_polls) > AWAY_MS
        if is_away != seat.is_away:
            seat.is_away = is_away
            if not is_away:  # the room stores the time, because other workers may not know this poll
                seat.last_heard_at = last_heard(seat, last_polls)
            text = "{by} is away." if is_away else "{by} is back."
            events.append(Event(type="away" if is_away else "here", text=text, by=seat.id, tone="quiet"))
    for seat in _awaited(room):
        if now - last_heard(seat, last_polls) > STAND_IN_MS:
            events += stand_in(room, seat)
    return events + _replace_absent_host(room, last_polls, now) + _count_watchers(room, last_polls, now)


def next_due_at(room: AnyRoom, last_polls: LastPolls, now: int) -> int | None:
    """Return the time at which `update` will next change the room (ms since 1970), or None.

    New polls can delay this time.
    """
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


def may_count(last_polls: LastPolls, watcher: str, now: int) -> bool:
    """Return whether this watcher (`~` and a name) counts.

    A watcher does not count while a page with the same name polls as a player. Otherwise, if one client
    played and another client watched under the same name, each poll of the first would take the watcher
    out of the count, and each poll of the second would put it back. Each such change would make a new version
    of the room.

    At most `MAX_WATCHERS` watchers count, but all others may watch, too. A client can invent any number of
    names, so the limit must not keep real watchers out.
    """
    seated_at = -last_polls.get(watcher, 0)
    if seated_at > 0 and now - seated_at <= AWAY_MS:
        return False
    watching = _watching(last_polls, now)
    return watcher in watching or len(watching) < MAX_WATCHERS


def _watching(last_polls: LastPolls, now: int) -> dict[str, int]:
    return {id: at for id, at in list(last_polls.items()) if id.startswith(WATCHER) and now - at <= AWAY_MS}


def last_heard(seat: Seat, last_polls: LastPolls) -> int:
    """Return the time at which a player last polled, acted or joined (ms since 1970)."""
    return max(seat.last_heard_at, last_polls.get(seat.id, 0))


def _due_of_seat(seat: Seat, last_polls: LastPolls, now: int) -> int | None:
    silent_from = last_heard(seat, last_polls) + AWAY_MS + 1
    if not seat.is_away:
        return silent_from
    return now if now < silent_from else None


def _awaited(room: AnyRoom) -> list[Seat]:
    """Return the seats of the people that the game waits for, except seats with a stand-in."""
    if room.phase != "playing":
        return []
    awaited = {
        id for decision in room.running().decisions if not decision.optional for id in decision.players
    }
    return [seat for seat in room.people() if seat.id in awaited and seat.bot_state is None]


def _absent_host(room: AnyRoom) -> Seat | None:
    if room.phase == "playing":
        return None
    return next((seat for seat in room.people() if seat.id == room.host and seat.is_away), None)


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
    has_more, room.watchers = watchers > room.watchers, watchers
    text = "A spectator is watching." if has_more else ""
    return [Event(type="watchers", text=text, args={"count": watchers}, tone="quiet")]
