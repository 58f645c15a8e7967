"""Load, apply, commit; and waiting for what others commit.

`Service._change` is the only place that changes a room. Everything that happens - joining, moves,
steps that are due - goes through it, so every change is judged against the newest version, is
written at most once and makes exactly one version.
"""

from __future__ import annotations

import logging
import random
import secrets
import time
from collections.abc import Callable
from typing import Any

import msgspec
import redis

from cheat import codes, metrics
from cheat.answers import Acted, EventsAnswer, Joined, LogEntry, Snapshot, cursor, decoded, hashed, seat_for
from cheat.errors import Busy, CheatError, NotFound, Refused
from cheat.games.table import Event
from cheat.rooms import lobby, members, minds, presence
from cheat.rooms.common import Step
from cheat.rooms.room import AnyRoom, Done, Seat, decode, encode, join, new_room, remember
from cheat.rooms.view import ListedRoom, listing, view
from cheat.settings import Settings
from cheat.store.feeds import Feeds
from cheat.store.store import RoomStore, Stored
from cheat.waiting import Waiting

MAX_CONFLICTS = 12
"""Lost races after which a change is refused as busy. Ten players who all act at once lose nine at most."""
JITTER_S = 0.02
MAX_OVERDUE = 1000
"""Overdue steps that one request carries out before it gives the others a turn."""
CREATE_TRIES = 20
QUICK_BOTS = 3
"""Four at the table: enough for every game, and short enough to wait for one's turn."""
LISTED_ROOMS = 100
LIST_PAGES = 10
"""A reading looks at so many times that number, should most of them be dead; the next one goes on."""
LIST_TRIES = 5
"""Changes of a room that may each cross with the writing of the one before."""
LISTED_FOR_S = 1.0
"""A worker reads the list of public rooms at most this often: the start page of many people asks for it."""

NO_ROOM = "There is no room with this code."

log = logging.getLogger(__name__)

_encode = msgspec.json.Encoder().encode

Change = Callable[[AnyRoom, int, int], "list[Event] | Done"]
"""(room, version that it has, now) -> what happened, or the earlier action that this one repeats."""

Begin = Callable[[AnyRoom, Seat, int], list[Event]]
"""(new room, its host, now) -> what happens before anybody else sees it."""


def _room_code(text: str) -> str:
    """The code as it is stored. Raises NotFound for what can be none: a poll of it costs no subscription."""
    code = codes.normal(text)
    if len(code) != codes.LENGTH or not set(code) <= set(codes.LETTERS):
        raise NotFound(NO_ROOM)
    return code


class Service:
    """Everything that the web layer can ask for. Safe to use from many threads."""

    def __init__(
        self, client: redis.Redis, settings: Settings, clock: Callable[[], int] | None = None
    ) -> None:
        self.settings = settings
        self.store = RoomStore(client, settings.log_length)
        self.clock = clock or self.store.clock
        self.feeds = Feeds(self.store, client, settings.sweep_s, self.clock)
        self._waiting = Waiting(self.feeds, settings, self.clock, self.settle)
        self._listed: tuple[float, list[ListedRoom]] = (0.0, [])

    # Calls

    def create(self, name: str, game: str, options: dict[str, Any], *, public: bool) -> Joined:
        """A new room with its host. Raises Refused as `new_room` and `join` do."""
        return self._create(name, game, options, public, lambda room, host, now: [])

    def quick(self, name: str, game: str) -> Joined:
        """A seat to play from at once: in a waiting public room, else in a new one, with bots, started."""
        for listed in self.rooms(game):
            if listed.phase == "lobby":
                try:
                    return self.join(listed.code, name)
                except Refused as refusal:  # full, started, or the name is taken there: the next one
                    log.debug("quick play passes room %s by: %s", listed.code, refusal)

        def begin(room: AnyRoom, host: Seat, now: int) -> list[Event]:
            for _ in range(max(QUICK_BOTS, room.rules.least(room.typed_options()) - 1)):
                members.add_bot(room, "normal", secrets.token_hex(32))
            return lobby.begin(room, Step(now, secrets.token_hex(32)))

        return self._create(name, game, {}, True, begin)

    def _create(self, name: str, game: str, options: dict[str, Any], public: bool, begin: Begin) -> Joined:
        for _ in range(CREATE_TRIES):
            code, epoch, token = codes.new_code(), secrets.token_hex(4), secrets.token_urlsafe(24)
            room, now = new_room(code, epoch, game, options, public=public), self.clock()
            seat, events = join(room, name, hashed(token))
            seat.heard = now
            events += begin(room, seat, now)
            self._after(room, events, now)
            data = encode(room)
            if self.store.create(code, epoch, data, _encode(LogEntry(now, events)), self._ttl_ms(room)):
                self._list(None, room, now)
                return self._joined(room, seat, token, Stored(epoch, 1, data))
        raise Busy("No free room code was found. Please try again.")

    def join(self, code: str, name: str, *, next_game: bool = False) -> Joined:
        """A new seat in a room. Raises Refused as `cheat.rooms.room.join` does."""
        token = secrets.token_urlsafe(24)

        def change(room: AnyRoom, version: int, now: int) -> list[Event]:
            if room.seat_of(hashed(token)):  # a commit that seemed to fail had been carried out
                return []
            seat, events = join(room, name, hashed(token), next_game=next_game)
            seat.heard = now
            return events

        stored, room, _ = self._change(code, change)
        seat = room.seat_of(hashed(token))
        assert seat is not None, "the seat has just been made"
        return self._joined(room, seat, token, stored)

    def act(self, code: str, token: str, action: str, move: str, args: dict[str, Any]) -> Acted:
        """Carry out an action once, however often it arrives. Raises Refused, Unauthorized or Busy."""
        secret = hashed(token)

        def change(room: AnyRoom, version: int, now: int) -> list[Event] | Done:
            if done := room.done_by(secret, action):
                return done
            seat = seat_for(room, token)
            assert seat is not None, "a token opens a seat or is refused"
            seat.heard = now
            events = lobby.act(room, seat, move, args, Step(now, secrets.token_hex(32)))
            remember(room, secret, action, version + 1)
            return events

        stored, _, version = self._change(code, change)
        return Acted(version=version, cursor=cursor(stored.epoch, version))

    def snapshot(self, code: str, token: str | None) -> Snapshot:
        """The table as the bearer sees it, or a spectator without a token."""
        stored = self._load(_room_code(code))
        room = decoded(stored)
        seat = seat_for(room, token)
        if seat is None:
            presence.check_watching(room)
        table = view(room, stored.version, seat, self.clock())
        return Snapshot(version=stored.version, cursor=cursor(stored.epoch, stored.version), table=table)

    def events(
        self, code: str, token: str | None, since: str | None, wait: float, client: str
    ) -> EventsAnswer:
        """What happened after the cursor `since`, held up to `wait` seconds while nothing does.

        `client` tells pages of one player apart. Raises NotFound (`room_not_found`), Unauthorized
        (`bad_token`) or StoreUnavailable.
        """
        return self._waiting.events(_room_code(code), token, since, wait, client)

    def rooms(self, game: str | None) -> list[ListedRoom]:
        """Public rooms that can be joined, newest first."""
        read_at, rooms = self._listed
        if time.monotonic() - read_at > LISTED_FOR_S:
            rooms = self._read_list()
            self._listed = (time.monotonic(), rooms)
        return [room for room in rooms if game in (None, room.game)]

    # The one loop that changes rooms

    def _change(self, code: str, change: Change) -> tuple[Stored, AnyRoom, int]:
        """Apply `change` to the newest version and write the next one.

        Steps that are overdue are applied first, each as a version of its own. Answers the version written
        (or the present one, if nothing was to be done), the room, and the version of the change. What this
        worker has heard may save a read: versions are compared, and refusals believed on fresh rooms only.
        """
        code = _room_code(code)
        conflicts, stored = 0, self.feeds.known(code)
        fresh = stored is None
        for _ in range(MAX_OVERDUE):
            stored = stored or self._load(code)
            room = decode(stored.data)
            listed, now = listing(room), self.clock()
            overdue = self._overdue(room, now)
            try:
                outcome = overdue or change(room, stored.version, now)
            except CheatError:
                if fresh:
                    raise
                stored, fresh = None, True
                continue
            if isinstance(outcome, Done):
                return stored, room, outcome.version
            if not outcome:
                return stored, room, stored.version
            written = self._commit(code, stored, room, outcome, now)
            if written is not None:
                metrics.changes.inc()
                self._list(listed, room, now)
                if not overdue:
                    return written, room, written.version
                stored, fresh = written, True
                continue
            metrics.conflicts.inc()
            conflicts, stored, fresh = conflicts + 1, None, True
            if conflicts > MAX_CONFLICTS:
                break
            time.sleep(random.uniform(0, JITTER_S * conflicts))
        raise Busy("Too many people acted at once. Please try again.")

    def _overdue(self, room: AnyRoom, now: int) -> list[Event]:
        """The first thing that has to happen before anything else: a step of the game, a bot's move, or
        that somebody went away or came back.
        """
        events = lobby.expire(room, now, secrets.token_hex(32))
        seen = None if events else self.feeds.seen(room.code)
        return events if seen is None else presence.update(room, seen, now)

    def _after(self, room: AnyRoom, events: list[Event], now: int) -> None:
        """What follows from a change without being one: countdowns and the thoughts of bots."""
        lobby.count_down(room, events, now)
        minds.think(room, events, now, self.settings.bot_pace)

    def _commit(self, code: str, read: Stored, room: AnyRoom, events: list[Event], now: int) -> Stored | None:
        self._after(room, events, now)
        data, entry = encode(room), _encode(LogEntry(now, events))
        if not self.store.commit(code, read, data, entry, self._ttl_ms(room)):
            return None
        return Stored(read.epoch, read.version + 1, data)

    @property
    def draining(self) -> bool:
        """Whether this worker is going away."""
        return self._waiting.draining

    def drain(self) -> None:
        """Stop holding: every poll is answered now, and clients are asked to come back elsewhere."""
        self._waiting.drain()

    def settle(self, code: str) -> None:
        """Apply what is due in a room, if anything is."""
        try:
            self._change(code, lambda room, version, now: [])
        except Busy:
            log.info("others are settling room %s", code)

    def _load(self, code: str) -> Stored:
        stored = self.store.load(code)
        if stored is None:
            raise NotFound(NO_ROOM)
        return stored

    def _ttl_ms(self, room: AnyRoom) -> int:
        playing = room.phase == "playing"
        return 1000 * (self.settings.game_ttl_s if playing else self.settings.lobby_ttl_s)

    def _joined(self, room: AnyRoom, seat: Seat, token: str, stored: Stored) -> Joined:
        return Joined(
            code=room.code,
            player=seat.id,
            token=token,
            version=stored.version,
            cursor=cursor(stored.epoch, stored.version),
            table=view(room, stored.version, seat, self.clock()),
        )

    # The list of public rooms

    def _list(self, before: ListedRoom | None, room: AnyRoom, now: int) -> None:
        """Keep the list up to date: a hint, checked again by whoever reads it."""
        after = listing(room)
        if (after is None) != (before is None):
            self._write_list(room.code, listed=after is not None, now=now)

    def _write_list(self, code: str, *, listed: bool, now: int) -> None:
        """List the room or take it off the list, and judge the version that it has then. So when two
        workers cross, the later one sees what the earlier one has committed, and the newer version wins.
        """
        for _ in range(LIST_TRIES):
            newest = self.store.list_publicly(code, now) if listed else self.store.unlist(code)[code]
            if listed == (_listing(code, newest) is not None):
                break
            listed = not listed

    def _read_list(self) -> list[ListedRoom]:
        """Rooms that cannot be joined are taken off the list, and others come in their place."""
        rooms: dict[str, ListedRoom] = {}
        for _ in range(LIST_PAGES):
            page = self.store.listed(LISTED_ROOMS, len(rooms))
            views = {code: _listing(code, stored) for code, stored in page.items()}
            rooms |= {code: listed for code, listed in views.items() if listed is not None}
            self._unlist([code for code, listed in views.items() if listed is None])
            if len(page) < LISTED_ROOMS or len(rooms) >= LISTED_ROOMS:
                break
        return list(rooms.values())[:LISTED_ROOMS]

    def _unlist(self, codes: list[str]) -> None:
        for code, newest in self.store.unlist(*codes).items() if codes else ():
            if _listing(code, newest) is not None:  # it can be joined again since it was looked at
                self._write_list(code, listed=True, now=self.clock())


def _listing(code: str, stored: Stored | None) -> ListedRoom | None:
    """See `listing`; None as well for a room that is gone, or that cannot be read: one such room must not
    take the list from everybody.
    """
    try:
        return listing(decode(stored.data)) if stored else None
    except (
        Exception
    ) as error:  # whatever is wrong with it: an older release, a newer one, a game that is gone
        log.warning("room %s is passed by in the list: %r", code, error)
        return None
