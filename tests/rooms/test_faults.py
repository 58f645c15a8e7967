"""Each fault in each phase of a room: wrong rules, bots and stored rooms, a store and a listener that fail.

The fault is nobody else's, no wait is endless, nothing is kept, and when it is over the room goes on.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any
from unittest import mock

import msgspec
import pytest
import redis

from cheat.bots import GENERIC
from cheat.bots.bot import Bot
from cheat.errors import CheatError, StoreUnavailable, Unreadable
from cheat.games import GAMES
from cheat.rooms import bots
from cheat.service.delivery import feeds, long_poll
from cheat.store.redis import subscriber
from tests.sampling import pairs, sampled, seeded
from tests.servers import Running, in_background, wait_until

from .failing_service import PHASES, Place, Site
from .older import OLDER

PLACES = [
    *("moves", "play", "timeout", "leave", "refusal", "deal"),
    *("prompt", "situation", "groups", "facts", "badges", "conceal"),
    *("min_players", "max_players", "too_few", "settle_options", "countdown", "ends_without"),
]
"""Methods of a game."""

OF_ANOTHER_RELEASE: dict[str, Callable[[dict[str, Any]], None]] = {
    "game": lambda stored: stored.update(game="whist"),
    "field": lambda stored: stored.update(seats="two"),
    "table": lambda stored: stored.update(table={"game": "whist", "options": {}}),
}


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    for module, name in (
        *((subscriber, "TICK_S"), (subscriber, "RECONNECT_S"), (feeds, "CONFIRM_S")),
        *((long_poll, "EMPTY_ANSWER_S"), (long_poll, "CHECK_PAUSE_S")),
    ):
        monkeypatch.setattr(module, name, 0.01)
    seeded(monkeypatch)
    made = Site()
    yield made
    made.close()


def fails(*args: Any, **named: Any) -> Any:
    raise ZeroDivisionError("on command")


class Confused(Bot):
    choose = remember = fails


@contextlib.contextmanager
def broken(game: str, place: str) -> Iterator[None]:
    """Let the game's rules, or its bots, raise an error in this place."""
    if place == "bot":
        with mock.patch.object(bots, "bot_for", return_value=Confused()):
            yield
    elif place == "every bot":
        with mock.patch.object(type(GENERIC), "choose", fails), broken(game, "bot"):
            yield
    else:
        with mock.patch.object(type(GAMES[game]), place, fails):
            yield


@pytest.mark.parametrize(("phase", "place"), pairs(PHASES, [*PLACES, "bot", "every bot"], every=35))
def test_rules_that_raise_in_any_place(
    site: Site, phase: str, place: str, caplog: pytest.LogCaptureFixture
) -> None:
    game, room = phase.split()[0], site.open(phase)
    caplog.clear()
    with broken(game, place):
        for _ in range(3):
            room.look()
            assert all(one.status < 500 for one in room.try_all())
            room.pass_time()
        for _ in range(2):
            with contextlib.suppress(CheatError):
                room.act("p3", "leave")
        assert "p3" not in room.people(), "who wants to go is let go"
        room.look()
    logged = [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR]
    assert len(logged) == len(set(logged)), "a failure is told once"
    room.go_on()
    room.check_kept()


EVERY_CALL: list[Callable[[Place], Any]] = [
    lambda room: room.shown("p1"),
    lambda room: room.shown(None),
    lambda room: room.poll("p1"),
    lambda room: room.poll("p2", room.since, 20),
    lambda room: room.act("p1", "leave"),
    lambda room: room.service.join(room.code, "Dan"),
    lambda room: room.service.transactions.apply_due(room.code),
]


@pytest.mark.parametrize("phase", sampled(list(PHASES), every=5))
def test_room_of_another_release(site: Site, phase: str) -> None:
    other = site.open(phase)
    for change in OF_ANOTHER_RELEASE.values():
        room = site.open(phase)
        key = f"cheat:{{{room.code}}}:room"
        data = site.client.hget(key, "data")
        stored = msgspec.json.decode(data)
        change(stored)
        site.client.hset(key, "data", msgspec.json.encode(stored))
        site.service.feeds.mark_stale(room.code)
        for call in EVERY_CALL:
            with pytest.raises(Unreadable):
                call(room)
        assert room.code not in [one.code for one in site.service.public.read()]
        other.look()
        site.client.hset(key, "data", data)
        site.service.feeds.mark_stale(room.code)
        room.go_on()
        room.check_kept()
    other.go_on()


@pytest.mark.parametrize("phase", sampled([one for one in OLDER if not one.endswith("lobby")], every=3))
def test_game_that_an_older_release_has_stored(site: Site, phase: str) -> None:
    """If the table can no longer be read, the next poll shows this, and people can play again."""

    def change(stored: dict[str, Any]) -> None:
        older = OLDER[phase]
        stored.update({part: older[part] for part in ("game", "options", "phase", "table")})
        del stored["format"]

    room = site.open(f"{phase.split()[0]} turn", change)
    room.look()
    room.go_on()
    room.check_kept()


@pytest.mark.parametrize("phase", sampled(list(PHASES), every=3))
def test_option_that_this_release_does_not_know(site: Site, phase: str) -> None:
    def change(stored: dict[str, Any]) -> None:
        stored["options"]["jokers"] = 2
        if stored["table"]:
            stored["table"]["options"]["jokers"] = 2

    room = site.open(phase, change)
    room.go_on()
    room.check_kept()
    assert room.room().options["jokers"] == 2


KINDS_OF_PHASE = [one for one in PHASES if one.startswith("cheat")] + ["uno countdown", "kittens nope"]
"""All calls that matter to a store, which knows no game."""
CALLS: dict[str, Callable[[Place, str, Any], Any]] = {
    "look": lambda room, id, move: room.shown("p2"),
    "watch": lambda room, id, move: room.shown(None),
    "poll": lambda room, id, move: room.poll("p2"),
    "act": lambda room, id, move: room.act(move[0], move[1], id, **move[2]),
    "leave": lambda room, id, move: room.act("p3", "leave", id),
    "settle": lambda room, id, move: room.service.transactions.apply_due(room.code),
    "list": lambda room, id, move: room.service.public.read(),
}


def a_move(room: Place) -> tuple[str, str, dict[str, Any]]:
    """Return a move that a player can make now."""
    for player in ("p1", "p2", "p3"):
        if move := room.a_move(player):
            return player, *move
    return "p1", "make_host", {"player": "p2"}


def done(site: Site, phase: str, call: str, at: int | None, *, after: bool) -> tuple[int, int]:
    """A call whose command number `at` fails, and which is made again then: the version that the room has in
    the end, and how many commands there were.
    """
    room, id = site.open(phase), site.new_id()
    move = a_move(room)
    if call == "settle":
        site.now = room.room().next_due_at() or site.now
    with site.store.failing(at, after=after):
        try:
            CALLS[call](room, id, move)
        except StoreUnavailable:
            assert at is not None
    count = site.store.count
    if at is not None:
        room.poll("p1")
        CALLS[call](room, id, move)
    version = room.version()
    room.look()
    room.check_kept()
    if at is not None and version > 1:
        room.go_on()
    return version, count


@pytest.mark.parametrize(("phase", "call"), pairs(KINDS_OF_PHASE, list(CALLS), every=10))
def test_store_that_fails_at_each_command_of_each_call(site: Site, phase: str, call: str) -> None:
    """A call that is sent again takes effect once, and the room goes on."""
    meant, commands = done(site, phase, call, None, after=False)
    for at in range(1, commands + 1):
        for after in (False, True):
            version, _ = done(site, phase, call, at, after=after)
            assert version == meant, f"command {at} of {commands}, after {after}"


def held_polls(site: Site, room: Place) -> list[Running]:
    """Return the polls of two players and of a spectator."""
    since = {player: room.shown(player).cursor for player in ("p1", "p2", None)}
    polls = [in_background(partial(room.poll, player, at, 20)) for player, at in since.items()]
    wait_until(lambda: site.service.feeds.count_waiters() == 3, "all wait", 60)
    return polls


@pytest.mark.parametrize("phase", sampled(list(PHASES), every=3))
def test_wakeup_that_is_lost_comes_with_the_sweep(site: Site, phase: str) -> None:
    room = site.open(phase)
    room.look()
    polls = held_polls(site, room)
    with mock.patch.object(site.service.feeds, "on_wakeup"):
        room.act("p3", "leave")
    site.service.feeds.sweep()
    assert len({poll.value().version for poll in polls}) == 1
    room.check_kept()


@pytest.mark.parametrize("phase", sampled(list(PHASES), every=5))
def test_listener_that_dies_comes_back(site: Site, phase: str) -> None:
    room = site.open(phase)
    room.look()
    listener = site.service.feeds.subscriber
    polls = held_polls(site, room)

    def dies(seconds: float) -> Any:
        raise redis.ConnectionError("on command")

    wait_until(lambda: listener.subscription is not None, "the listener hears", 60)
    dead = listener.subscription
    dead.receive = dies
    wait_until(lambda: listener.subscription is not dead, "the listener has noticed", 60)
    room.act("p3", "leave")
    assert len({poll.value().version for poll in polls}) == 1
    room.check_kept()
    room.go_on()
