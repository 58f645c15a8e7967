"""Rooms walked over in pairs: each move of a room in each phase and after each other, each game after each
other at the result, each option with each number of players and with a player who is gone.

After each step nothing may have failed, nobody may see what is hidden, and the game may not wait for ever.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from cheat.games import GAMES
from cheat.rooms import chat, lobby
from tests.sampling import pairs, sampled

from .world import World, begun, every_args, offered, option_values, waiting_room

GAME_IDS = sorted(GAMES)
MOVES = [move for move in lobby.MOVES if move not in chat.MOVES or move == "set_chat"]
"""One of those that are about talk stands for all: they change nothing that the others look at."""
MOST_VALUES = 2
"""About so many of all that may be said with a move are tried."""
PLAYED_ON = 2
"""Moves after each pair, so that what it broke shows."""


class Faults:
    """The faults of a walk, collected so that one walk reports all of them."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}

    def watch(self, pair: str, walk: Callable[[], None]) -> None:
        """Note what `walk` raises: a refusal is no fault, and returned, not raised."""
        try:
            walk()
        except Exception as error:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{frame.filename.rpartition('/')[2]}:{frame.lineno}"
            self.found.setdefault(f"{type(error).__name__} {error} ({place})"[:300], pair)

    def check(self) -> None:
        """Fails with each fault once, and the first pair that shows it."""
        assert not self.found, "\n".join(f"{pair}: {fault}" for fault, pair in self.found.items())


def play_on(world: World, moves: int = PLAYED_ON) -> None:
    """Go on with whatever is possible, and look for endless waits."""
    for _ in range(moves):
        world.check_waits()
        if not world.play():
            world.forward()


# Each move of a room in each phase


def waiting(game: str) -> World:
    return waiting_room(game, people=3, bots=1)


def alone(game: str) -> World:
    return waiting_room(game, people=1)


def playing(game: str) -> World:
    return begun(game, people=3, bots=1)


def playing_and_watched(game: str) -> World:
    world = begun(game)
    assert world.join("Late", next_game=True) is None
    return world


def stood_in(game: str) -> World:
    """p2 has left a game in which bots play for those who leave."""
    world = begun(game, on_leave="bot")
    assert world.act("p2", "leave", {}) is None
    return world


def host_left(game: str) -> World:
    world = begun(game)
    world.act("p1", "leave", {})
    return world


def at_the_result(game: str) -> World:
    world = playing(game)
    world.end()
    return world


def host_back(game: str) -> World:
    world = at_the_result(game)
    assert world.act("p1", "play_again", {}) is None
    return world


def result_with_leaver(game: str) -> World:
    world = at_the_result(game)
    assert world.act("p3", "leave", {}) is None
    assert world.act("p2", "play_again", {}) is None
    return world


def host_gone(game: str) -> World:
    world = waiting_room(game)
    world.absent.add("p1")
    for _ in range(4):
        world.forward()
    return world


PHASES = [
    *(waiting, alone, playing, playing_and_watched, stood_in, host_left, at_the_result, host_back),
    *(result_with_leaver, host_gone),
]


def attempts(world: World, player: str, move: str) -> Iterator[dict[str, object]]:
    """Yield values that the form offers; without a form, args that an older page may send."""
    form = offered(world, player).get(move)
    if form is not None:
        return every_args(form)
    guesses = [{}, {"player": "p2"}, {"name": "Zed"}, {"game": "uno"}, {"level": "easy"}, {"options": {}}]
    return iter(guesses)


@pytest.mark.parametrize(("phase", "game"), pairs(PHASES, GAME_IDS, every=6))
def test_every_move_of_a_room_in_every_phase(phase: Callable[[str], World], game: str) -> None:
    faults = Faults()
    start = phase(game)
    for player in [seat.id for seat in start.room.seats if not seat.bot]:
        for move in MOVES:
            every = list(attempts(start, player, move))
            for args in every[:: max(1, len(every) // MOST_VALUES)]:
                world = start.copy()

                def walk(
                    world: World = world, player: str = player, move: str = move, args: dict = args
                ) -> None:
                    world.act(player, move, args)
                    play_on(world, 2)

                faults.watch(f"{player} {move} {args}", walk)
    for next_game in (False, True):
        world = start.copy()
        faults.watch(
            f"join {next_game}", lambda world=world, late=next_game: world.join("New", next_game=late)
        )
        faults.watch(f"after join {next_game}", lambda world=world: play_on(world))
    faults.check()


@pytest.mark.parametrize(("first", "game"), pairs(MOVES, GAME_IDS, every=6))
def test_every_move_of_a_room_after_every_other(first: str, game: str) -> None:
    """In the waiting room and at the result, by the host and by somebody else."""
    faults = Faults()
    for start in (waiting_room(game, people=2, bots=1), host_back(game)):
        for args in attempts(start, "p1", first):
            after = start.copy()
            faults.watch(f"{first} {args}", lambda after=after, args=args: after.act("p1", first, args))
            for player in [seat.id for seat in after.room.people()][:2]:
                for second in MOVES:
                    more = next(attempts(after, player, second))
                    world = after.copy()
                    pair = f"{first} {args}, {player} {second} {more}"
                    faults.watch(pair, lambda w=world, p=player, s=second, m=more: w.act(p, s, m))
    faults.check()


# Each game after each other


@pytest.mark.parametrize(("before", "after"), pairs(GAME_IDS, GAME_IDS, every=2))
def test_every_game_after_every_other(before: str, after: str) -> None:
    """Some still look at the result of the one while the host chooses, and starts, the other."""
    faults = Faults()
    for with_leaver in (False, True):
        world = begun(before, people=4)
        if with_leaver:
            world.act("p4", "leave", {})
        if world.room.phase == "playing":
            world.end()

        def walk(world: World = world) -> None:
            world.act("p1", "play_again", {})
            if "set_game" in offered(world, "p1"):
                assert world.act("p1", "set_game", {"game": after}) is None
            world.join("New", next_game=True)
            world.act("p2", "play_again", {})
            if "start" in offered(world, "p1"):
                world.act("p1", "start", {})
            for _ in range(6):
                if world.room.phase != "playing":
                    world.forward()
            play_on(world, 8)
            if world.room.phase == "playing":
                world.end()

        faults.watch(f"{before}, {after}, leaver {with_leaver}", walk)
    faults.check()


# Each option, each number of players, with somebody gone


@pytest.mark.parametrize(("people", "game"), pairs(range(1, 11), GAME_IDS, every=6))
def test_every_number_of_players_with_every_option(people: int, game: str) -> None:
    """Every allowed number of players may start, with the options of that moment."""
    faults = Faults()
    start = waiting_room("cheat", people=1)
    for number in range(1, people):
        start.join(f"Name{number}")
    if "set_game" in offered(start, "p1"):
        faults.watch("", lambda: start.act("p1", "set_game", {"game": game}))
    for name, value in [("", None), *option_values(GAMES[game])]:
        world = start.copy()

        def walk(world: World = world, name: str = name, value: object = value) -> None:
            if name:
                world.act("p1", "set_options", {"options": {name: value}})
            if "start" in offered(world, "p1"):
                world.act("p1", "start", {})
                assert world.room.phase == "playing", "what is offered can be done"

        faults.watch(f"{name}={value!r}", walk)
    faults.check()


OPTIONS = [(game, *option) for game in GAME_IDS for option in option_values(GAMES[game])]


class Way(NamedTuple):
    """The players that are gone, and the clocks that are set besides the tested option."""

    gone: str
    clocks: dict[str, int]


WAYS = [Way(gone, clocks) for gone in ("p1", "p2") for clocks in ({}, {"turn_s": 0})]
OPTION_NAMES = list(dict.fromkeys((game, name) for game, name, _ in OPTIONS))


@pytest.mark.parametrize(("named", "way"), pairs(OPTION_NAMES, WAYS, every=4))
def test_every_option_with_an_absent_player(named: tuple[str, str], way: Way) -> None:
    """One of three is gone without a word, whether or not it is their turn; the others play on."""
    (game, option), faults = named, Faults()
    for value in [value for one, name, value in OPTIONS if (one, name) == (game, option)]:
        options = {**way.clocks, option: value}
        world = begun(game, **{name: one for name, one in options.items() if is_option(game, name)})
        world.absent.add(way.gone)
        faults.watch(f"{options} without {way.gone}", lambda world=world: play_on(world))
    faults.check()


def is_option(game: str, name: str) -> bool:
    return name in GAMES[game].options_type.__struct_fields__


@pytest.mark.parametrize("seed", sampled(range(12), every=3))
def test_random_walk(seed: int) -> None:
    """Anybody does anything that is offered, comes, goes, or is silent for a while."""
    game = GAME_IDS[seed % len(GAME_IDS)]
    world = waiting_room(game, people=3, bots=seed % 2)
    world.rng = type(world.rng)(f"{seed + 1:032x}")
    faults = Faults()

    def walk() -> None:
        for number in range(40):
            stroll(world, number)
            world.check_waits()

    faults.watch(f"seed {seed}", walk)
    faults.check()


def stroll(world: World, number: int) -> None:
    """One random thing."""
    people, rng = [seat.id for seat in world.people()], world.rng
    if not people or rng.chance(0.1):
        world.join(f"New{number}", next_game=rng.chance(0.5))
    elif rng.chance(0.1):
        world.absent = {rng.choice(people)} if rng.chance(0.5) else set()
        world.forward()
    elif rng.chance(0.5) and world.play():
        pass
    elif rng.chance(0.3):
        world.forward()
    else:
        player = rng.choice(people)
        forms = [form for name, form in offered(world, player).items() if name in lobby.MOVES]
        if forms:
            form = rng.choice(forms)
            world.act(player, form.name, rng.choice(list(every_args(form))))
