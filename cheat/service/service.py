"""The service: seats, actions, tables, events, replays and the list of rooms.

It does not depend on how requests arrive.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

import msgspec
import redis

from cheat.engine.game import AnyGame
from cheat.engine.registry import GameRegistry
from cheat.engine.table import Event
from cheat.errors import Busy, NotFound, Refused, RulesFailed, StoreUnavailable, Unreadable
from cheat.games import BUILT_IN
from cheat.i18n.messages import ENGLISH, Language
from cheat.ops import metrics
from cheat.rooms import chat, lobby, members, presence
from cheat.rooms.debug_view import Inside, inside
from cheat.rooms.player_names import clean_name
from cheat.rooms.room import (
    NOTHING_KNOWN,
    PHASES,
    About,
    AnyRoom,
    Done,
    Seat,
    join,
    new_room,
    remember,
)
from cheat.rooms.room_moves import Step, is_aside, is_private
from cheat.rooms.rules_guard import bounds
from cheat.rooms.view import ListedRoom, view
from cheat.service import room_codes
from cheat.service.delivery.answers import (
    Acted,
    EventsAnswer,
    Joined,
    PollQuery,
    Position,
    Snapshot,
    cursor,
    decoded,
    position_of,
    seat_by,
    seat_for,
)
from cheat.service.delivery.feeds import Feeds
from cheat.service.delivery.long_poll import LongPolls, Poll, Reply
from cheat.service.delivery.rules_time import RulesTime
from cheat.service.hub.hub import Hub
from cheat.service.hub.publishing import CheckQueue
from cheat.service.jobs.bot_search import BotSearches
from cheat.service.jobs.queue import JobQueue
from cheat.service.limits.rate_limits import Actions, Guesses, Limits, Paced
from cheat.service.public_rooms import PublicRooms
from cheat.service.replays import ReplayFile, ReplayPage, Replays, Wish
from cheat.service.room_memory import RoomMemoryLimits
from cheat.service.tokens import hashed, short_hash
from cheat.service.transactions import Transactions, room_code
from cheat.settings import Settings
from cheat.store.published import DocumentStore
from cheat.store.redis.error_messages import DEAF, NO_MEMORY, PART_OUT_OF_REACH
from cheat.store.room_count import RoomCount
from cheat.store.rooms import RoomStore, Stored, disconnect

CREATE_TRIES = 20
CHECKER_IDLE_S = 10.0
"""Seconds after which an idle process for checks ends.

It takes memory, and few people have to wait until the next one starts.
"""
QUICK_BOTS = 3
"""Bots of a quick game, if the game allows as many.

Four players are enough for every game, and turns come soon.
"""
NEXT_ROOM = {"room_not_found", "room_full", "game_running", "name_taken"}
"""Refusals of one room after which quick play tries the next.

The room is at fault, not the request.
"""
NEW_ROOM = "(new)"
"""The name in the log for a room that could not be made."""
ROOM_MOVES = {*lobby.MOVES, chat.SAY}
PUBLISHED = "published"
"""The name in the metrics for the moves of all published games."""

log = logging.getLogger(__name__)


class Made(msgspec.Struct):
    """The part of a log entry that says when its version was made (ms since 1970)."""

    at: int


_made = msgspec.json.Decoder(Made)

T = TypeVar("T")

Begin = Callable[[AnyRoom, Seat, int], list[Event]]
"""(new room, its host, now) -> events before any other client sees the room."""


def _checker(settings: Settings) -> JobQueue:
    return JobQueue(settings.check_cpu, idle_s=CHECKER_IDLE_S, at_once=True)


def _origin(epoch: str, address: str) -> str:
    """Return the text that a room stores for an address.

    It tells whether two players of this room joined from the same address, and nothing else.
    """
    return short_hash(f"{epoch} {address}") if address else ""


class Readiness(NamedTuple):
    """The state of the service for operators. `cause`: the reason, "" if there is none.

    `status`: ready, partial (some rooms are out of reach), full (no new room can be made), deaf (news come
    late) or evicting (Redis may lose rooms).
    """

    status: str
    cause: str = ""


class Service:
    """The service: all calls of the web layer. Safe to use from many threads.

    `draining`: this worker is going to end.
    """

    def __init__(
        self,
        client: redis.Redis,
        settings: Settings,
        clock: Callable[[], int] | None = None,
        games: GameRegistry = BUILT_IN,
        thinker: JobQueue | None = None,
        checker: JobQueue | None = None,
    ) -> None:
        self.settings = settings
        self.draining = False
        self.store = RoomStore(client, settings.log_length)
        self.clock = clock or self.store.clock
        self._at_once: Callable[[], int] = getattr(self.clock, "at_once", self.clock)
        self.feeds = Feeds(self.store, client, settings.sweep_s, self.clock)
        self.feeds.swept, self.feeds.on_heard = self.count_now, self._time_wakeup
        self.limits = Limits(client, settings)
        documents = DocumentStore(client)
        self._census = RoomCount(
            client,
            settings.max_rooms,
            settings.max_memory_share,
            lambda: documents.drop_unneeded(self.clock()),
        )
        self._memory = RoomMemoryLimits(self._census, settings)
        self._rules_time = RulesTime(settings)
        self.hub = Hub(
            documents,
            games,
            CheckQueue(checker or _checker(settings), checker or _checker(settings)),
            self.limits,
            self.clock,
            settings.hub_mb * 1024 * 1024,
            settings.hub_key,
            self._census,
        )
        self.games = self.hub.games
        self.guesses = Guesses(client, settings)
        self._actions = Actions(settings)
        self._talk = Paced(settings, "talk_limit")
        self._crowd = Paced(settings, "crowd_limit")
        self._replays = Replays(self.store, self.games, self._rules_time)
        self._thinker = thinker or JobQueue(settings.think_cpu)
        self._thoughts = BotSearches(self._thinker, self.store, self.games, self.clock)
        self.public = PublicRooms(self.store, self.games, self.clock)
        self.changes = Transactions(
            self.feeds,
            self.store,
            self.clock,
            self.hub,
            self._thoughts,
            self.public,
            self._memory,
            self._rules_time,
            settings,
        )
        self._waiting = LongPolls(
            self.feeds,
            settings,
            self._at_once,
            self.changes.settle,
            self._thoughts.consider,
            self.games,
            self._rules_time,
        )

    # Calls

    def create(
        self,
        name: str,
        game: str,
        options: dict[str, Any],
        *,
        public: bool,
        about: About = NOTHING_KNOWN,
        language: Language = ENGLISH,
    ) -> Joined:
        """Make a new room with its host.

        Raises Refused as `new_room` and `join` do, ServerFull, or RateLimited for one public room too many.
        `about`: facts about the host. `language`: the language of the table in the answer, as in all calls.
        """

        def begin(room: AnyRoom, host: Seat, now: int) -> list[Event]:
            if public:
                self._claim_public(about.address, room.code)
            return []

        return self._create(name, self.hub.opened(game), options, public, about, language, begin)

    def quick(
        self,
        name: str,
        game: str,
        *,
        lesson: bool = False,
        about: About = NOTHING_KNOWN,
        language: Language = ENGLISH,
    ) -> Joined:
        """Take a seat to play at once: in a waiting public room, or in a new game with bots.

        `lesson`: a private game with as many easy bots as it needs. Raises BadValue for a name that no room
        accepts, RulesFailed if the game cannot be dealt.
        """
        clean_name(name)
        rules = self.hub.opened(game)
        waiting = [] if lesson else [one for one in self.rooms(rules.id) if one.phase == "lobby"]
        for listed in waiting:
            try:
                return self.join(listed.code, name, about=about, language=language)
            except Refused as refusal:
                if refusal.code not in NEXT_ROOM:
                    raise
                log.debug("quick play skips room %s: %s", listed.code, refusal)

        def begin(room: AnyRoom, host: Seat, now: int) -> list[Event]:
            room.solo = True
            least, most = bounds(room.rules, room.typed_options())
            seats = least if lesson else max(least, min(QUICK_BOTS + 1, most))
            for _ in range(seats - 1):
                members.add_bot(room, "easy" if lesson else "normal", secrets.token_hex(32))
            return lobby.begin(room, Step(now, secrets.token_hex(32)))

        options = (rules.lesson or {}) if lesson else rules.quick
        return self._create(name, rules, options, not lesson, about, language, begin)

    def try_alone(
        self,
        name: str,
        game: str,
        options: dict[str, Any],
        *,
        bots: int,
        seed: str = "",
        about: About = NOTHING_KNOWN,
        language: Language = ENGLISH,
    ) -> Joined:
        """Begin a trial: one person plays a document with `bots` bots.

        The same `seed` gives the same cards, and the same random results. Options that the game does not
        have, or no longer has, are left out. Raises the errors of `create`, and Refused (`too_few_players`,
        `too_many_players`).
        """
        rules = self.hub.opened(game)
        if not rules.source:
            raise NotFound("This game isn't a document.", "game_not_found")
        chance = seed or secrets.token_hex(32)

        def begin(room: AnyRoom, host: Seat, now: int) -> list[Event]:
            room.trial = True
            for number in range(bots):
                members.add_bot(room, "normal", chance + str(number))
            return lobby.begin(room, Step(now, chance))

        return self._create(name, rules, rules.known(options), False, about, language, begin)

    def _create(
        self,
        name: str,
        game: AnyGame,
        options: dict[str, Any],
        public: bool,
        about: About,
        language: Language,
        begin: Begin,
    ) -> Joined:
        self._census.check(self.clock())
        self.hub.pin(game)
        for _ in range(CREATE_TRIES):
            code, epoch, token = room_codes.new_code(), secrets.token_hex(4), secrets.token_urlsafe(24)
            now = self.clock()
            try:
                room = new_room(code, epoch, game.id, options, public=public, games=self.games)
                seat, events = join(room, name, hashed(token), origin=_origin(epoch, about.address))
                seat.heard, seat.colour, seat.program = now, about.colour, about.program
                events += begin(room, seat, now)
            except RulesFailed as failed:
                self.changes.note(NEW_ROOM, failed)
                raise
            room.memory = self._memory.reserve(about.address, code)
            stored = self.changes.begin(room, events, now)
            if stored is not None:
                self._census.add(code, now, self.changes.ttl_ms(room))
                self.changes.make_known(None, room, events, now)
                return self._joined(room, seat, token, stored, language)
        raise Busy("No free room code was found. Try again.")

    def join(
        self,
        code: str,
        name: str,
        *,
        next_game: bool = False,
        about: About = NOTHING_KNOWN,
        language: Language = ENGLISH,
    ) -> Joined:
        """Take a new seat in a room. Raises Refused as `cheat.rooms.room.join` does."""
        token = secrets.token_urlsafe(24)

        def change(room: AnyRoom, version: int, now: int) -> list[Event]:
            if room.seat_of(hashed(token)):  # an earlier commit seemed to fail, but was carried out
                return []
            whence = _origin(room.epoch, about.address)
            seat, events = join(room, name, hashed(token), next_game=next_game, origin=whence, now=now)
            seat.heard, seat.colour, seat.program = now, about.colour, about.program
            return events

        stored, room = self.changes.apply(code, change)
        seat = room.seat_of(hashed(token))
        assert seat is not None, "the seat has just been made"
        return self._joined(room, seat, token, stored, language)

    def act(
        self, code: str, secret: str, action: str, move: str, args: dict[str, Any], address: str = ""
    ) -> Acted:
        """Carry out an action once, however often it arrives.

        `secret`: the hash of the seat's token. Raises Refused, Unauthorized, Busy or RateLimited.
        """
        began, carried_out = time.perf_counter(), list[str]()
        self._actions.attempt(secret)
        if move == "set_game":
            args = self._named(args)
        if move == "set_public" and args.get("public") is True:
            self._claim_public(address, room_code(code))

        def change(room: AnyRoom, version: int, now: int) -> list[Event] | Done:
            if done := room.done_by(secret, action):
                return done
            seat = seat_by(room, secret)
            seat.paced = self._actions.after(seat.paced, now)
            seed = secrets.token_hex(32) if move in lobby.MOVES else ""
            events = lobby.act(room, seat, move, args, Step(now, seed))
            carried_out[:] = [self._told_as(room, move)]
            if move == chat.SAY and is_aside(events):
                seat.talked = self._talk.after(seat.talked, now)
            if is_private(events):
                remember(room, secret, action, version)
            else:
                seat.heard = now  # not after a private act: others could see when it happened
                remember(room, secret, action, version + 1)
            return events

        stored, room = self.changes.apply(code, change)
        done = room.done_by(secret, action)
        assert done is not None, "what was carried out is remembered"
        made = Position(stored.epoch, done.version, done.private)
        for called in carried_out:  # empty for a repeated action, which may name any move
            metrics.actions.add(time.perf_counter() - began, called)
        return Acted(version=made.version, cursor=cursor(made))

    def _told_as(self, room: AnyRoom, move: str) -> str:
        """Return the name of a move in the metrics.

        Moves of published games share one name, since their authors may call them anything.
        """
        known = move in ROOM_MOVES or self.games.named(room.dealt_game) is not None
        return move if known else PUBLISHED

    def cheer(self, code: str, reaction: str) -> Acted:
        """Let a spectator react. Raises Refused, Busy or RateLimited."""

        def change(room: AnyRoom, version: int, now: int) -> list[Event]:
            events = chat.cheer(room, reaction)
            room.cheered = self._crowd.after(room.cheered, now)
            return events

        stored, _ = self.changes.apply(code, change)
        return Acted(version=stored.version, cursor=cursor(position_of(stored, None)))

    def snapshot(self, code: str, token: str | None, language: Language = ENGLISH) -> Snapshot:
        """Return the table as the player with this token sees it; without a token, as a spectator."""
        code = room_code(code)

        def look() -> Snapshot:
            stored = self.changes.load(code)
            room = decoded(stored, self.games)
            self._rules_time.check(room)
            seat = seat_for(room, token)
            if seat is None:
                presence.check_watching(room)
            return self._seen(room, seat, stored, language)

        return self._shown(code, token, look)

    def inside(self, code: str, token: str | None, language: Language = ENGLISH) -> Inside:
        """Return the debug view of a trial; see `cheat.rooms.debug_view`."""
        code = room_code(code)

        def look() -> Inside:
            stored = self.changes.load(code)
            room = decoded(stored, self.games)
            self._rules_time.check(room)
            seat, now = seat_for(room, token), self.clock()
            with self._rules_time.of(room):
                return inside(room, stored.version, seat, now, language)

        return self._shown(code, token, look)

    def events(
        self,
        code: str,
        token: str | None,
        ask: PollQuery,
        language: Language = ENGLISH,
    ) -> EventsAnswer:
        """Return the events after the cursor `ask.since`; hold the call while there are none.

        Raises NotFound (`room_not_found`), Unauthorized (`bad_token`) or StoreUnavailable.
        """
        code = room_code(code)
        self.clock()
        return self._shown(code, token, lambda: self._waiting.events(code, token, ask, language))

    def follows(self, code: str) -> bool:
        """Return whether a poll of this room can begin without waiting for Redis.

        Raises NotFound for an invalid code.
        """
        return self.feeds.follows(room_code(code))

    def follow(self, code: str) -> None:
        """Follow a room, so that its next poll begins without waiting for Redis. Raises NotFound."""
        self.feeds.follow(room_code(code))
        self.clock()  # polls read the clock without waiting

    def poll(self, code: str, secret: str | None, ask: PollQuery, language: Language, reply: Reply) -> Poll:
        """Return a poll for a caller that does not wait; see `events`.

        `reply` is called with the answer, or with the error, once the poll has begun. `secret`: the hashed
        token. RulesFailed means that the rules could not draw the table: the caller then asks `events`, which
        ends the game. Raises NotFound.
        """
        return self._waiting.poll(room_code(code), secret, ask, language, reply)

    def replay(self, code: str, token: str | None, wish: Wish, address: str = "") -> ReplayPage:
        """Return some steps of the room's last game; see `Replays.of_room`."""
        return self._replays.of_room(room_code(code), token, wish, address)

    def replay_file(self, code: str, token: str | None) -> ReplayFile:
        """Return the room's last game; see `Replays.file_of`."""
        return self._replays.file_of(room_code(code), token)

    def replay_of(self, data: bytes, wish: Wish, address: str = "") -> ReplayPage:
        """Return some steps of a file; see `Replays.of_file`."""
        return self._replays.of_file(data, wish, address)

    def rooms(self, game: str | None) -> list[ListedRoom]:
        """Return the public rooms that can be joined, newest first."""
        if game is not None:
            with suppress(NotFound):
                game = self.hub.called(game).id
        rooms = [room for room in self.public.rooms() if game in (None, room.game)]
        return [room for room in rooms if self.hub.is_shown(room.game)]

    def game(self, name: str) -> AnyGame:
        """Return the game with this id, slug, or slug and version.

        Raises NotFound (`game_not_found`).
        """
        return self.hub.called(name)

    def _named(self, args: dict[str, Any]) -> dict[str, Any]:
        """Return the arguments of `set_game`, with the name of the game replaced by its id.

        A game that does not exist becomes "", which the room refuses.
        """
        if isinstance(name := args.get("game"), str):
            with suppress(NotFound):
                game = self.hub.opened(name)
                self.hub.pin(game)
                return {**args, "game": game.id}
            return {**args, "game": ""}
        return args

    # Tables that their rules cannot draw

    def _shown(self, code: str, token: str | None, answer: Callable[[], T]) -> T:
        """Return an answer with a table.

        If the rules fail to draw the table, end the game, and answer again.
        """
        try:
            return answer()
        except RulesFailed:
            self._draw_or_end(code, token)
            return answer()
        except Unreadable as error:
            self.changes.failures.note(code, error)
            raise

    def _draw_or_end(self, code: str, token: str | None) -> None:
        def draw(room: AnyRoom, version: int, now: int) -> list[Event]:
            view(room, version, seat_for(room, token), now)
            return []

        try:
            self.changes.apply(code, draw)
        except RulesFailed:
            log.debug("the game of room %s has ended", code)
        self.feeds.doubt(code)

    def drain(self) -> None:
        """Answer every poll now, so that its client goes to another worker, and end all jobs."""
        self.draining = True
        self._waiting.drain()
        self._thinker.stop()
        self.hub.stop()

    def stop(self) -> None:
        """End all work beside the requests, and close the connections to Redis."""
        self._thinker.stop()
        self.hub.stop()
        self.feeds.stop()
        self.store.close()
        disconnect(self.store.client)

    def _joined(self, room: AnyRoom, seat: Seat, token: str, stored: Stored, language: Language) -> Joined:
        try:
            seen = self._seen(room, seat, stored, language)
        except RulesFailed:
            seen = self.snapshot(room.code, token, language)
        return Joined(
            code=room.code,
            player=seat.id,
            token=token,
            version=seen.version,
            cursor=seen.cursor,
            table=seen.table,
        )

    def _seen(self, room: AnyRoom, seat: Seat | None, stored: Stored, language: Language) -> Snapshot:
        now = self.clock()
        with self._rules_time.of(room):
            table = view(room, stored.version, seat, now, language)
        return Snapshot(version=stored.version, cursor=cursor(position_of(stored, seat)), table=table)

    # Limits and readiness

    def full(self) -> str:
        """Return the reason why no room can be made now, "" if one can. Raises StoreUnavailable."""
        return self._census.full(self.clock())

    def readiness(self) -> Readiness:
        """Check that rooms can be made, and that news arrive at once. Raises StoreUnavailable."""
        try:
            lost = self.store.try_out()
        except StoreUnavailable as failure:
            if failure.cause == NO_MEMORY:
                return Readiness("full", NO_MEMORY)
            raise
        if lost:
            return Readiness("partial", " ".join([PART_OUT_OF_REACH, *lost]))
        if full := self.full():
            return Readiness("full", full)
        if not self.feeds.is_listening():
            return Readiness("deaf", DEAF)
        if self._census.evicts:
            return Readiness("evicting", self._census.evicts)
        return Readiness("ready")

    def redis_taken(self) -> dict[str, float]:
        """Return the numbers of `RoomCount.taken`; {} if Redis cannot be reached."""
        try:
            return self._census.taken()
        except StoreUnavailable:
            return {}

    def _time_wakeup(self, entry: bytes) -> None:
        """Count how long after a commit this worker heard of it. `entry`: the entry of the log."""
        metrics.wakeups.add(max(0, self._at_once() - _made.decode(entry).at) / 1000)

    def count_now(self) -> None:
        """Update gauges, and write the counts of this worker."""
        metrics.held.set(self.feeds.waiting())
        metrics.listening.set(self.feeds.is_listening())
        phases = Counter(
            stored.cache.room.phase for stored in self.feeds.followed() if stored.cache is not None
        )
        for phase in PHASES:
            metrics.rooms.labels(phase).set(phases[phase])
        metrics.flush()

    def _claim_public(self, address: str, code: str) -> None:
        self.limits.claim_public(self._census, address, code, self.clock())
