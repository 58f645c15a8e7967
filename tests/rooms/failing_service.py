"""A service whose store fails on command, with rooms that a `World` has brought to a phase."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec
import redis

from cheat.engine.forms import Form, sample
from cheat.engine.rng import Rng
from cheat.errors import CheatError
from cheat.rooms import lobby
from cheat.rooms.room import AnyRoom, decode, encode
from cheat.rooms.tokens import hashed
from cheat.service import room_codes
from cheat.service.delivery.answers import EventsAnswer, PollQuery, Snapshot
from cheat.service.service import Service
from cheat.settings import Settings
from cheat.store.in_memory import embedded
from cheat.store.rooms import StoredRoom
from tests.servers import wait_until

from .world import HOUR_MS, World, begun, faces_in, faces_of, visible, waiting_room

PEOPLE = ("p1", "p2", "p3")
MANY = "100000/second"
STEPS = 40
"""Maximum number of steps after which a healthy room must have played moves of a game."""
PLAYED = 3
DANGEROUS = {"leave", "kick", "make_host", "set_game", "set_options", "set_public", "remove_bot"}
"""Moves that end the phase, or take a player out of it."""


# Phases


def lobby_of(game: str, **options: Any) -> World:
    return waiting_room(game, people=3, bots=1, **options)


def decided(game: str, decision: str, **options: Any) -> World:
    """Play a game at random until this decision is open."""
    world = begun(game, people=3, bots=1, **options)
    for _ in range(3000):
        if world.room.phase == "playing" and any(
            open_decision.name == decision for open_decision in world.room.running().decisions
        ):
            return world
        if not world.play():
            world.forward()
    raise AssertionError(f"{game} never came to {decision}")


def result(game: str, *back: str) -> World:
    """Return a room at the result of a game, with some players back in the waiting room."""
    world = begun(game, people=3, bots=1)
    world.end()
    for player in back:
        assert world.act(player, "play_again", {}) is None
    return world


PHASES: dict[str, Callable[[], World]] = {
    "cheat waits": lambda: lobby_of("cheat"),
    "cheat turn": lambda: decided("cheat", "turn"),
    "cheat window": lambda: decided("cheat", "window"),
    "cheat reveal": lambda: decided("cheat", "reveal"),
    "cheat between rounds": lambda: decided("cheat", "next_round", rounds=2),
    "cheat result": lambda: result("cheat"),
    "cheat host back": lambda: result("cheat", "p1"),
    "cheat all back": lambda: result("cheat", *PEOPLE),
    "uno countdown": lambda: lobby_of("uno", start_mode="countdown"),
    "uno turn": lambda: decided("uno", "turn"),
    "uno challenge": lambda: decided("uno", "challenge"),
    "uno between rounds": lambda: decided("uno", "next_round"),
    "uno result": lambda: result("uno"),
    "uno all back": lambda: result("uno", *PEOPLE),
    "kittens waits": lambda: lobby_of("kittens"),
    "kittens turn": lambda: decided("kittens", "turn"),
    "kittens nope": lambda: decided("kittens", "nope"),
    "kittens give": lambda: decided("kittens", "give"),
    "kittens result": lambda: result("kittens"),
    "ivanhoe waits": lambda: lobby_of("ivanhoe"),
    "ivanhoe turn": lambda: decided("ivanhoe", "turn"),
    "ivanhoe reaction": lambda: decided("ivanhoe", "reaction"),
    "ivanhoe result": lambda: result("ivanhoe"),
}


@cache
def reached(phase: str) -> tuple[bytes, int]:
    """Return the stored room in this phase, and the time."""
    world = PHASES[phase]()
    return world.data, world.now


# The store


class Flaky:
    """The Redis of a service, whose command number `at` fails before or after it is carried out."""

    def __init__(self, client: Any) -> None:
        self.at: int | None = None
        self.after = False
        self.count = 0
        client.execute_command = self._failing(client.execute_command)
        pipeline = client.pipeline

        def make(*args: Any, **named: Any) -> Any:
            pipe = pipeline(*args, **named)
            pipe.execute = self._failing(pipe.execute)
            return pipe

        client.pipeline = make

    @contextlib.contextmanager
    def failing(self, at: int | None, *, after: bool = False) -> Iterator[None]:
        """Let the command number `at` fail within this context; 0 for all commands, None for none."""
        self.at, self.after, self.count = at, after, 0
        try:
            yield
        finally:
            self.at = None

    def _failing(self, run: Callable[..., Any]) -> Callable[..., Any]:
        def command(*args: Any, **named: Any) -> Any:
            self.count += 1
            fails = self.at in (0, self.count)
            if fails and not self.after:
                raise redis.ConnectionError("on command")
            answer = run(*args, **named)
            if fails:
                raise redis.ConnectionError("on command, afterwards")
            return answer

        return command


class Site:
    """One worker and its clock."""

    def __init__(self) -> None:
        self.now = 0
        self.client: Any = embedded()
        self.store = Flaky(self.client)
        settings = Settings(
            hold_min_s=20,
            hold_max_s=20,
            sweep_s=3600,
            action_limit=MANY,
            poll_limit=MANY,
            watch_limit=MANY,
            miss_limit="100000/minute",
        )
        self.service = Service(self.client, settings, lambda: self.now)
        self._ids = itertools.count()

    def open(self, phase: str, change: Callable[[Any], None] = lambda stored: None) -> Place:
        """Store a new room in this phase, after `change` has changed its stored form."""
        data, self.now = reached(phase)
        room = decode(data)
        room.code, room.epoch, room.public = room_codes.new_code(), f"e{next(self._ids)}", True
        for seat in room.seats:
            seat.token = hashed(f"{seat.id} of {room.code}") if not seat.bot else ""
        stored = msgspec.json.decode(encode(room))
        change(stored)
        entry = b'{"at":0,"events":[{"type":"opened"}]}'
        data = msgspec.json.encode(stored)
        assert self.service.store.create(room.code, room.epoch, data, entry, HOUR_MS)
        self.service.store.list_publicly(room.code, self.now)
        return Place(self, room.code)

    def new_id(self) -> str:
        return f"action-{next(self._ids):06}"

    def close(self) -> None:
        self.service.stop()


class Place:
    """A room of a site, and the players in it."""

    def __init__(self, site: Site, code: str) -> None:
        self.site, self.service, self.code = site, site.service, code
        self.rng = Rng(f"{1:032x}")
        self.since = self.shown("p1").cursor

    def room(self) -> AnyRoom:
        """Return the stored room."""
        return decode(self._stored().data)

    def version(self) -> int:
        """Return the version of the stored room."""
        return self._stored().version

    def _stored(self) -> StoredRoom:
        stored = self.service.store.load(self.code)
        assert stored is not None
        return stored

    def token_hash(self, player: str | None) -> str | None:
        return hashed(f"{player} of {self.code}") if player else None

    def people(self) -> list[str]:
        return [seat.id for seat in self.room().people()]

    # Calls of players

    def shown(self, player: str | None) -> Snapshot:
        return self.service.snapshot(self.code, self.token_hash(player))

    def poll(self, player: str | None, since: str | None = None, wait: float = 0) -> EventsAnswer:
        """Poll, each player from a separate page: a page that gets a seat no longer counts as a watcher."""
        return self.service.events(
            self.code, self.token_hash(player), PollQuery(since, wait, f"page of {player}")
        )

    def act(self, player: str, move: str, /, action: str = "", **args: Any) -> Any:
        token_hash = self.token_hash(player)
        assert token_hash is not None
        return self.service.act(self.code, token_hash, action or self.site.new_id(), move, args)

    def look(self) -> None:
        """Check that all viewers get the table without hidden cards, by snapshot and by poll."""
        for player in (*self.people(), None):
            for answer in (self.shown(player), self.poll(player)):
                stored = self._stored()
                if answer.version == stored.version:  # what a feed has may be a moment old
                    check_hidden(decode(stored.data), player, answer.table)
        answer = self.poll("p1", self.since)
        versions = list(dict.fromkeys(event.v for event in answer.events))
        first_version = int(self.since.split(".")[1]) + 1
        assert answer.reset or versions == list(range(first_version, answer.version + 1)), (
            "no version is missing"
        )
        self.since = answer.cursor

    def pass_time(self) -> None:
        """Let time pass until something is due, and apply it as a poll does."""
        next_due = self.room().next_due_at()
        self.site.now = max(self.site.now + 1, next_due or self.site.now + HOUR_MS)
        self.service.transactions.apply_due(self.code)

    def a_move(self, player: str) -> tuple[str, dict[str, Any]] | None:
        """Return a move of the player: one of the game, if possible."""
        table = self.shown(player).table
        cards = {zone.id: zone.cards for zone in table.zones}
        forms = sorted(table.moves, key=lambda form: form.name in lobby.MOVES)
        for form in (form for form in forms if form.name not in DANGEROUS):
            return form.name, self._args(form, lambda zone: cards[zone] or [])
        return None

    def _args(self, form: Form, cards_of: Callable[[str], list[str]]) -> dict[str, Any]:
        if form.name == "rename":
            return {"name": f"N{self.rng.between(1, 10**6)}"}
        return sample(form, cards_of, self.rng)

    def try_all(self) -> list[CheatError]:
        """Let each player make a move. Return the refusals."""
        refusals = []
        for player in self.people():
            try:
                if move := self.a_move(player):
                    self.act(player, move[0], **move[1])
            except CheatError as refusal:
                refusals.append(refusal)
        return refusals

    def go_on(self) -> None:
        """Check that a game can be played, after starting a new game if needed."""
        played_steps = 0
        for _ in range(STEPS):
            self.look()
            before = self.room()
            refusals = self.try_all()
            assert all(refusal.status < 500 for refusal in refusals), refusals
            after = self.room()
            played_steps += before.phase == after.phase == "playing" and before.table != after.table
            if played_steps >= PLAYED:
                break
            self.pass_time()
        assert played_steps >= PLAYED, f"nobody can play: {self.room().phase}"

    def check_kept(self) -> None:
        """Check that the service holds nothing for polls that were answered."""
        assert self.service.feeds.count_waiters() == 0
        assert not self.service.polls.limits.count()
        feed = self.service.feeds.feed(self.code)
        if feed is not None:
            assert not (feed.waiters or feed.newest_by_page)
            wait_until(
                lambda: not (feed.read_lock.locked() or feed.due_lock.locked()), "what was begun is done", 60
            )


def check_hidden(room: AnyRoom, player: str | None, table: Any) -> None:
    """Fail if the table of a player, or of a spectator (None), contains a card that is hidden."""
    leaked = faces_in(faces_of(room) - visible(room, room.seat(player) if player else None), table)
    assert not leaked, f"{player} sees {leaked}"
