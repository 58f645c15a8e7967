"""The service: seats, actions, tables, events, replays and the list of rooms.

The code in this package does not depend on how requests arrive.
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
from cheat.rooms.debug_view import Inside, debug_view
from cheat.rooms.player_names import clean_name
from cheat.rooms.room import (
    PHASES,
    UNKNOWN_NEWCOMER,
    AnyRoom,
    FinishedAction,
    Newcomer,
    Seat,
    join,
    new_room,
    remember,
)
from cheat.rooms.room_moves import ActionContext, is_all_chat, is_private
from cheat.rooms.rules_guard import seat_bounds
from cheat.rooms.tokens import hashed, short_hash
from cheat.rooms.view import ListedRoom, view
from cheat.service import room_codes
from cheat.service.delivery.answers import (
    Acted,
    EventsAnswer,
    Joined,
    PollQuery,
    Position,
    Snapshot,
    cursor_of,
    decoded_room,
    position_of,
    seat_of_caller,
)
from cheat.service.delivery.feeds import Feeds
from cheat.service.delivery.long_poll import LongPolls, Poll, Reply
from cheat.service.delivery.shared_polls import SharedPoll, SharedPolls
from cheat.service.hub.hub import Hub
from cheat.service.hub.publishing import CheckQueue
from cheat.service.jobs.queue import JobQueue
from cheat.service.jobs.search_requests import BotSearches
from cheat.service.limits.rate_limits import ActionRate, AddressLimits, GuessLimits, StoredRate
from cheat.service.limits.rules_time import RulesTime
from cheat.service.public_rooms import PublicRooms
from cheat.service.replays import ReplayFile, ReplayPage, ReplayQuery, Replays
from cheat.service.room_memory_limits import RoomMemoryLimits
from cheat.service.transactions import Transactions, room_code
from cheat.settings import Settings
from cheat.store.published import DocumentStore
from cheat.store.redis.error_messages import NO_MEMORY, NO_WAKEUPS, PART_OUT_OF_REACH
from cheat.store.room_count import RoomCount
from cheat.store.rooms import RoomStore, StoredRoom, disconnect

MOST_CODE_TRIES = 20
CHECKER_IDLE_S = 10.0
"""Seconds after which an idle check process ends, to free its memory.

A new process starts slowly, but few authors have to wait for a new one.
"""
MEET_TRIES, MEET_PAUSE_S = 40, 0.05
"""Maximum number of attempts of quick play to join a room, and the pause after each (s).

Another call may still be making the room. All attempts together take two seconds, because a busy machine may
need so long to make the room.
"""
SKIPPED_REFUSALS = {"room_not_found", "room_full", "game_running", "name_taken"}
"""Error codes after which quick play tries the next room.

The reasons for these errors lie in one room, so another room may accept the same request.
"""
UNNAMED_ROOM = "(new)"
"""The log's name for a room that could not be made because its rules failed."""
ROOM_MOVES = {*lobby.MOVES, chat.SAY}
PUBLISHED_GAMES = "published"
"""The metrics count the moves of all published games under this name."""

log = logging.getLogger(__name__)


class EntryTime(msgspec.Struct):
    """The only part of a log entry that is decoded here: its time (ms since 1970)."""

    at: int


_entry_times = msgspec.json.Decoder(EntryTime)

T = TypeVar("T")

Begin = Callable[[AnyRoom, Seat, int], list[Event]]
"""A function (new room, its host, now) -> events. It runs before other clients see the room."""


def _check_jobs(settings: Settings) -> JobQueue:
    return JobQueue(settings.check_cpu, idle_s=CHECKER_IDLE_S, restarts_at_once=True)


def _origin(epoch: str, address: str) -> str:
    """Return the hash that a room stores for an address.

    The hash shows nothing but whether two players of this room joined from the same address.
    """
    return short_hash(f"{epoch} {address}") if address else ""


class Readiness(NamedTuple):
    """The state of the service, for operators.

    `cause`: the reason if the status is not `ready`. `status`:

    - `ready`
    - `partial`: some Redis servers do not answer, so their rooms cannot be used
    - `full`: no new room can be made
    - `deaf`: this worker gets no wake-ups, so events arrive late
    - `evicting`: Redis may delete rooms to free memory
    """

    status: str
    cause: str = ""


class Service:
    """All calls that clients can make. Many threads may use the service at once.

    `draining`: whether this worker is about to exit.
    """

    def __init__(
        self,
        client: redis.Redis,
        settings: Settings,
        clock: Callable[[], int] | None = None,
        games: GameRegistry = BUILT_IN,
        search_jobs: JobQueue | None = None,
        check_jobs: JobQueue | None = None,
    ) -> None:
        self.settings = settings
        self.draining = False
        self.store = RoomStore(client, settings.log_length)
        self.clock = clock or self.store.clock
        self._estimate_time: Callable[[], int] = getattr(self.clock, "estimate", self.clock)
        self.feeds = Feeds(self.store, client, settings.sweep_s, self.clock)
        self.feeds.on_sweep, self.feeds.on_wakeup_entry = self.update_metrics, self._time_wakeup
        self.limits = AddressLimits(client, settings)
        documents = DocumentStore(client)
        self.room_count = RoomCount(
            client,
            settings.max_rooms,
            settings.max_memory_share,
            lambda: documents.drop_unneeded(self.clock()),
        )
        self.room_memory = RoomMemoryLimits(self.room_count, settings)
        self.rules_time = RulesTime(settings)
        self.hub = Hub(
            documents,
            games,
            CheckQueue(check_jobs or _check_jobs(settings), check_jobs or _check_jobs(settings)),
            self.limits,
            self.clock,
            settings.hub_mb * 1024 * 1024,
            settings.hub_key,
            self.room_count,
            self.rules_time,
        )
        self.games = self.hub.games
        self.guesses = GuessLimits(client, settings)
        self.action_rate = ActionRate(settings)
        self._talk_rate = StoredRate(settings, "talk_limit")
        self._crowd_rate = StoredRate(settings, "crowd_limit")
        self._replays = Replays(self.store, self.games, self.rules_time)
        self._search_jobs = search_jobs or JobQueue(settings.think_cpu)
        self.bot_searches = BotSearches(self._search_jobs, self.store, self.games, self.clock)
        self.public = PublicRooms(self.store, self.games, self.clock)
        self.transactions = Transactions(
            self.feeds,
            self.store,
            self.clock,
            self.hub,
            self.bot_searches,
            self.public,
            self.room_memory,
            self.rules_time,
            settings,
        )
        self.polls = LongPolls(
            self.feeds,
            settings,
            self._estimate_time,
            self.transactions.apply_due,
            self.bot_searches.start,
            self.games,
            self.rules_time,
        )
        self.shared_polls = SharedPolls(self.polls, settings)

    # Calls

    def create(
        self,
        name: str,
        game: str,
        options: dict[str, Any],
        *,
        public: bool,
        about: Newcomer = UNKNOWN_NEWCOMER,
        language: Language = ENGLISH,
    ) -> Joined:
        """Make a new room with its host.

        Raises the errors of `new_room` and `join`, and ServerFull. Raises RateLimited if too many public
        rooms of this address wait for players. `about`: data about the host's client. `language`: the
        language of the table in the answer, as in all calls.
        """

        def begin(room: AnyRoom, host: Seat, now: int) -> list[Event]:
            if public:
                self._claim_public(about.address, room.code)
            return []

        return self._create(name, self._playable(game, about), options, public, about, language, begin)

    def quick(
        self,
        name: str,
        game: str,
        *,
        lesson: bool = False,
        wait: bool = False,
        about: Newcomer = UNKNOWN_NEWCOMER,
        language: Language = ENGLISH,
    ) -> Joined:
        """Take a seat to play at once: in a waiting public room, or in a new game with bots.

        `lesson`: begin a private game with as many easy bots as the game needs. `wait`: begin a new game only
        after some seconds, so that other players can join it. Raises BadValue for a name that no room
        accepts, and RulesFailed if the rules fail to deal the cards.
        """
        clean_name(name)
        rules = self._playable(game, about)
        open_rooms = (
            [] if lesson else [room for room in self.rooms(rules.id, about.address) if room.phase == "lobby"]
        )
        for listed_room in open_rooms:
            try:
                return self.join(listed_room.code, name, about=about, language=language)
            except Refused as refusal:
                if refusal.code not in SKIPPED_REFUSALS:
                    raise
                log.debug("quick play skips room %s: %s", listed_room.code, refusal)
        if wait and not lesson and self.settings.quick_wait_s:
            return self._meet(name, rules, about, language)

        def begin(room: AnyRoom, host: Seat, now: int) -> list[Event]:
            room.solo = True
            if not lesson:
                return lobby.begin_with_bots(room, ActionContext(now, secrets.token_hex(32)))
            for _ in range(seat_bounds(room.rules, room.typed_options())[0] - 1):
                members.add_bot(room, "easy", secrets.token_hex(32))
            return lobby.start_game(room, ActionContext(now, secrets.token_hex(32)))

        options = (rules.lesson_options or {}) if lesson else rules.quick_play_options
        return self._create(name, rules, options, not lesson, about, language, begin)

    def _meet(self, name: str, rules: AnyGame, about: Newcomer, language: Language) -> Joined:
        """Take a seat in a room that waits for players of quick play, or make such a room.

        The list of rooms may be a second old, so two calls could miss each other's rooms. Therefore the store
        keeps, for each game, the code of one room in which calls meet. A call stores the code before it makes
        the room. Other calls that find the code wait until the room exists.
        """
        code, wait_ms = room_codes.new_code(), round(1000 * self.settings.quick_wait_s)
        for _ in range(MEET_TRIES):
            meeting_code = self.store.meet(rules.id, code, wait_ms)
            if meeting_code == code:
                break
            try:
                return self.join(meeting_code, name, meets=rules.id, about=about, language=language)
            except Refused as refusal:
                if refusal.code not in SKIPPED_REFUSALS:
                    raise
                if refusal.code != "room_not_found":
                    break
            time.sleep(MEET_PAUSE_S)
        self.store.meet_here(rules.id, code, wait_ms)

        def begin(room: AnyRoom, host: Seat, now: int) -> list[Event]:
            room.solo = True
            lobby.wait_for_players(room, now, wait_ms)
            return []

        return self._create(name, rules, rules.quick_play_options, True, about, language, begin, code)

    def try_alone(
        self,
        name: str,
        game: str,
        options: dict[str, Any],
        *,
        bots: int,
        seed: str = "",
        about: Newcomer = UNKNOWN_NEWCOMER,
        language: Language = ENGLISH,
    ) -> Joined:
        """Begin a trial: one person plays a document with `bots` bots.

        The same `seed` gives the same cards and the same random results. Options that the game does not have
        are ignored. Raises the errors of `create`, and Refused (`too_few_players`, `too_many_players`).
        """
        rules = self._playable(game, about)
        if not rules.source:
            raise NotFound("This game isn't a document.", "game_not_found")
        game_seed = seed or secrets.token_hex(32)

        def begin(room: AnyRoom, host: Seat, now: int) -> list[Event]:
            room.trial = True
            for number in range(bots):
                members.add_bot(room, "normal", game_seed + str(number))
            return lobby.start_game(room, ActionContext(now, game_seed))

        return self._create(name, rules, rules.known_options(options), False, about, language, begin)

    def _create(
        self,
        name: str,
        game: AnyGame,
        options: dict[str, Any],
        public: bool,
        about: Newcomer,
        language: Language,
        begin: Begin,
        wanted_code: str = "",
    ) -> Joined:
        """Make a room. `wanted_code`: its code; if another room already has it, a random code."""
        self.room_count.check(self.clock())
        is_of_users = self.games.in_catalogue(game.id) is None
        payers = self.rules_time.check_address(about.address) if is_of_users else []
        self.hub.pin(game)
        for _ in range(MOST_CODE_TRIES):
            code, wanted_code = wanted_code or room_codes.new_code(), ""
            epoch, token = secrets.token_hex(4), secrets.token_urlsafe(24)
            now = self.clock()
            try:
                room = new_room(code, epoch, game.id, options, public=public, games=self.games)
                seat, events = join(room, name, hashed(token), origin=_origin(epoch, about.address))
                seat.last_heard_at, seat.colour, seat.program = now, about.colour, about.program
                with self.rules_time.charge(payers):
                    events += begin(room, seat, now)
            except RulesFailed as failed:
                self.transactions.log_failure(UNNAMED_ROOM, failed)
                raise
            room.memory = self.room_memory.reserve(about.address, code)
            stored = self.transactions.create(room, events, now)
            if stored is not None:
                self.room_count.add(code, now, self.transactions.ttl_ms(room))
                self.transactions.update_lists(None, room, events, now)
                return self._join_answer(room, seat, token, stored, language)
        raise Busy("No free room code was found. Try again.")

    def join(
        self,
        code: str,
        name: str,
        *,
        next_game: bool = False,
        meets: str = "",
        about: Newcomer = UNKNOWN_NEWCOMER,
        language: Language = ENGLISH,
    ) -> Joined:
        """Take a new seat in a room. Raises the errors of `cheat.rooms.room.join`.

        `meets`: the id of a game, for quick play. With it, this method raises Refused (`room_full`) if the
        room is not public, or does not wait to play this game.
        """
        token = secrets.token_urlsafe(24)
        token_hash = hashed(token)

        def change(room: AnyRoom, version: int, now: int) -> list[Event]:
            if room.seat_of(token_hash):  # an earlier commit seemed to fail, but succeeded
                return []
            if meets and not lobby.is_open_for(room, meets):
                raise Refused("This room is full.", "room_full")
            origin = _origin(room.epoch, about.address)
            seat, events = join(room, name, token_hash, next_game=next_game, origin=origin, now=now)
            seat.last_heard_at, seat.colour, seat.program = now, about.colour, about.program
            return events

        stored, room = self.transactions.apply(code, change)
        seat = room.seat_of(token_hash)
        assert seat is not None, "the seat has just been made"
        return self._join_answer(room, seat, token, stored, language)

    def act(
        self, code: str, token_hash: str, action: str, move: str, args: dict[str, Any], address: str = ""
    ) -> Acted:
        """Carry out an action once, however often the client sends it.

        `token_hash`: the hash of the seat's token. Raises Refused, Unauthorized, Busy or RateLimited.
        """
        started_at, metric_names = time.perf_counter(), list[str]()
        self.action_rate.attempt(token_hash)
        if move == "set_game":
            args = self._with_game_id(args, address)
        if move == "set_public" and args.get("public") is True:
            self._claim_public(address, room_code(code))

        finished_action: FinishedAction | None = None

        def change(room: AnyRoom, version: int, now: int) -> list[Event] | FinishedAction:
            nonlocal finished_action
            finished_action = room.finished_action(token_hash, action)
            if finished_action is not None:
                return finished_action
            seat = seat_of_caller(room, token_hash)
            seat.act_rate_until = self.action_rate.next_arrival(seat.act_rate_until, now)
            seed = secrets.token_hex(32) if move in lobby.MOVES else ""
            events = lobby.act(room, seat, move, args, ActionContext(now, seed))
            metric_names[:] = [name_in_metrics(room, move)]
            if move == chat.SAY and is_all_chat(events):
                seat.chat_rate_until = self._talk_rate.next_arrival(seat.chat_rate_until, now)
            if is_private(events):
                finished_action = remember(seat, action, version)
            else:
                seat.last_heard_at = now  # not for a private version: other players could notice it
                finished_action = remember(seat, action, version + 1)
            return events

        stored, _ = self.transactions.apply(code, change)
        assert finished_action is not None, "the last change was this action"
        position = Position(stored.epoch, finished_action.version, finished_action.private_version)
        for metric_name in metric_names:  # empty for a repeated action, whose move was not checked again
            metrics.actions.add(time.perf_counter() - started_at, metric_name)
        return Acted(version=position.version, cursor=cursor_of(position))

    def cheer(self, code: str, reaction: str) -> Acted:
        """Add a spectator's cheer to a room. Raises Refused, Busy or RateLimited."""

        def change(room: AnyRoom, version: int, now: int) -> list[Event]:
            events = chat.react_as_spectator(room, reaction)
            room.reaction_rate_until = self._crowd_rate.next_arrival(room.reaction_rate_until, now)
            return events

        stored, _ = self.transactions.apply(code, change)
        return Acted(version=stored.version, cursor=cursor_of(position_of(stored, None)))

    def snapshot(self, code: str, token_hash: str | None, language: Language = ENGLISH) -> Snapshot:
        """Return the table as the player with this hashed token, or a spectator, may see it."""
        code = room_code(code)

        def draw() -> Snapshot:
            stored = self.transactions.load(code)
            room = decoded_room(stored, self.games)
            self.rules_time.check(room)
            seat = seat_of_caller(room, token_hash)
            if seat is None:
                presence.check_watching(room)
            return self._snapshot(room, seat, stored, language)

        return self._answer_or_end_game(code, token_hash, draw)

    def debug_view(self, code: str, token_hash: str | None, language: Language = ENGLISH) -> Inside:
        """Return the debug view of a trial: all cards face up, and the values of the rules."""
        code = room_code(code)

        def draw() -> Inside:
            stored = self.transactions.load(code)
            room = decoded_room(stored, self.games)
            self.rules_time.check(room)
            seat, now = seat_of_caller(room, token_hash), self.clock()
            with self.rules_time.charge_room(room):
                return debug_view(room, stored.version, seat, now, language)

        return self._answer_or_end_game(code, token_hash, draw)

    def events(
        self,
        code: str,
        token_hash: str | None,
        query: PollQuery,
        language: Language = ENGLISH,
    ) -> EventsAnswer:
        """Return the events after the cursor of `query`. Hold the poll while there are none.

        Raises NotFound (`room_not_found`), Unauthorized (`bad_token`) or StoreUnavailable.
        """
        code = room_code(code)
        self.clock()
        return self._answer_or_end_game(
            code, token_hash, lambda: self.polls.events(code, token_hash, query, language)
        )

    def follows(self, code: str) -> bool:
        """Return whether a poll of this room can begin without waiting for Redis.

        Raises NotFound for an invalid code.
        """
        return self.feeds.follows(room_code(code))

    def follow(self, code: str) -> None:
        """Follow a room, so that its next poll begins without waiting for Redis. Raises NotFound."""
        self.feeds.follow(room_code(code))
        self.clock()  # the clock may ask Redis for the time now, so that the poll need not wait for Redis

    def poll(
        self, code: str, token_hash: str | None, query: PollQuery, language: Language, reply: Reply
    ) -> Poll:
        """Return a poll, which calls `reply` instead of waiting; see `events`.

        Its method `begin` begins the poll. Later, the poll calls `reply` with the answer or with an error. If
        the error is RulesFailed, the rules could not draw the table. Call `events` then, which ends the game.
        Raises NotFound.
        """
        return Poll(self.polls, room_code(code), token_hash, query, language, reply)

    def watch(self, code: str, since: str | None, language: Language = ENGLISH) -> EventsAnswer:
        """Return the answer to a shared poll: events as spectators may see them.

        Raises NotFound (`room_not_found`), NotAllowed (`no_spectators`) or StoreUnavailable.
        """
        code = room_code(code)
        self.clock()
        return self._answer_or_end_game(code, None, lambda: self.shared_polls.events(code, since, language))

    def shared_poll(self, code: str, since: str | None, language: Language, reply: Reply) -> SharedPoll:
        """Return a shared poll, which calls `reply` instead of waiting; see `watch` and `poll`."""
        return self.shared_polls.poll(room_code(code), since, language, reply)

    def replay(self, code: str, token_hash: str | None, query: ReplayQuery, address: str = "") -> ReplayPage:
        """Return some steps of the room's last game; see `Replays.of_room`."""
        return self._replays.of_room(room_code(code), token_hash, query, address)

    def replay_file(self, code: str, token_hash: str | None) -> ReplayFile:
        """Return the room's last game; see `Replays.file_of`."""
        return self._replays.file_of(room_code(code), token_hash)

    def replay_of(self, data: bytes, query: ReplayQuery, address: str = "") -> ReplayPage:
        """Return some steps of a file; see `Replays.of_file`."""
        return self._replays.of_file(data, query, address)

    def rooms(self, game: str | None, address: str = "") -> list[ListedRoom]:
        """Return the public rooms that players can join, newest first, for a client at `address`."""
        if game is not None:
            with suppress(NotFound):
                game = self.game(game, address).id
        rooms = [room for room in self.public.rooms() if game in (None, room.game)]
        return [room for room in rooms if self.hub.is_shown(room.game)]

    def game(self, name: str, address: str = "") -> AnyGame:
        """Return the game with this id, slug, or slug and version. `address`: the client's address.

        Raises NotFound (`game_not_found`).
        """
        return self.hub.find(name, self.rules_time.payers(address))

    def _playable(self, name: str, about: Newcomer) -> AnyGame:
        return self.hub.find_playable(name, self.rules_time.payers(about.address))

    def _with_game_id(self, args: dict[str, Any], address: str) -> dict[str, Any]:
        """Return the arguments of `set_game`, with the name of the game replaced by its id.

        A game that does not exist becomes "", which the room refuses.
        """
        if isinstance(name := args.get("game"), str):
            with suppress(NotFound):
                game = self.hub.find_playable(name, self.rules_time.payers(address))
                self.hub.pin(game)
                return {**args, "game": game.id}
            return {**args, "game": ""}
        return args

    # Games whose rules cannot draw the table

    def _answer_or_end_game(self, code: str, token_hash: str | None, answer: Callable[[], T]) -> T:
        """Return an answer with a table.

        If the rules fail to draw the table, end the game and answer again.
        """
        try:
            return answer()
        except RulesFailed:
            self._end_undrawable_game(code, token_hash)
            return answer()
        except Unreadable as error:
            self.transactions.failure_log.log(code, error)
            raise

    def _end_undrawable_game(self, code: str, token_hash: str | None) -> None:
        def draw(room: AnyRoom, version: int, now: int) -> list[Event]:
            view(room, version, seat_of_caller(room, token_hash), now)
            return []

        try:
            self.transactions.apply(code, draw)
        except RulesFailed:
            log.debug("the game of room %s has ended", code)
        self.feeds.mark_stale(code)

    def drain(self) -> None:
        """Answer every poll now, so that clients go to other workers, and end all jobs."""
        self.draining = True
        self.polls.drain()
        self._search_jobs.stop()
        self.hub.stop()

    def stop(self) -> None:
        """End all background work, and close the connections to Redis."""
        self._search_jobs.stop()
        self.hub.stop()
        self.feeds.stop()
        self.store.close()
        disconnect(self.store.client)

    def _join_answer(
        self, room: AnyRoom, seat: Seat, token: str, stored: StoredRoom, language: Language
    ) -> Joined:
        try:
            snapshot = self._snapshot(room, seat, stored, language)
        except RulesFailed:
            snapshot = self.snapshot(room.code, seat.token, language)
        return Joined(
            code=room.code,
            player=seat.id,
            token=token,
            version=snapshot.version,
            cursor=snapshot.cursor,
            table=snapshot.table,
        )

    def _snapshot(self, room: AnyRoom, seat: Seat | None, stored: StoredRoom, language: Language) -> Snapshot:
        now = self.clock()
        with self.rules_time.charge_room(room):
            table = view(room, stored.version, seat, now, language)
        return Snapshot(version=stored.version, cursor=cursor_of(position_of(stored, seat)), table=table)

    # Limits and readiness

    def full(self) -> str:
        """Return the reason why no room can be made now, or "". Raises StoreUnavailable."""
        return self.room_count.full(self.clock())

    def readiness(self) -> Readiness:
        """Return whether rooms can be made, and changes arrive at once. Raises StoreUnavailable."""
        try:
            errors = self.store.test_servers()
        except StoreUnavailable as failure:
            if failure.cause == NO_MEMORY:
                return Readiness("full", NO_MEMORY)
            raise
        if errors:
            return Readiness("partial", " ".join([PART_OUT_OF_REACH, *errors]))
        if full := self.full():
            return Readiness("full", full)
        if not self.feeds.is_listening():
            return Readiness("deaf", NO_WAKEUPS)
        if self.room_count.evicts:
            return Readiness("evicting", self.room_count.evicts)
        return Readiness("ready")

    def redis_usage(self) -> dict[str, float]:
        """Return the `memory` (bytes) and number of `commands` of Redis, or {} without an answer."""
        try:
            return self.room_count.usage()
        except StoreUnavailable:
            return {}

    def _time_wakeup(self, entry: bytes) -> None:
        """Measure the time between a commit and its wake-up here. `entry`: the commit's log entry."""
        metrics.wakeups.add(max(0, self._estimate_time() - _entry_times.decode(entry).at) / 1000)

    def update_metrics(self) -> None:
        """Set the gauges, and pass on everything that this worker has counted since the last call."""
        metrics.held_polls.set(self.feeds.count_waiters() + self.shared_polls.count_joined())
        metrics.listening.set(self.feeds.is_listening())
        phases = Counter(
            stored.cache.room.phase for stored in self.feeds.followed_rooms() if stored.cache is not None
        )
        for phase in PHASES:
            metrics.rooms.labels(phase).set(phases[phase])
        metrics.flush()

    def _claim_public(self, address: str, code: str) -> None:
        self.limits.claim_public(self.room_count, address, code, self.clock())


def name_in_metrics(room: AnyRoom, move: str) -> str:
    """Return the name of a move in the metrics.

    Moves of published games share one name, because their authors may call them anything.
    """
    is_known = move in ROOM_MOVES or room.games.in_catalogue(room.dealt_game) is not None
    return move if is_known else PUBLISHED_GAMES
