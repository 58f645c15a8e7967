"""Random walks through all games, and conditions that must hold after each step.

A walk works as the service does: each step is applied to a table that was decoded from its stored form. A
walk has its own random generator, apart from the generator of the game.
"""

from __future__ import annotations

import functools
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple
from zlib import crc32

import msgspec
import pytest

from cheat.catalogue import CATALOGUE, DOCUMENTS
from cheat.documents import DocumentGame
from cheat.documents.game.phases import MOST_STEPS_OF_GAME
from cheat.engine import engine
from cheat.engine.forms import Args, Form, OptionSpec, sample
from cheat.engine.game import AnyGame
from cheat.engine.options import Options, checked_options, spec_of
from cheat.engine.registry import DataTable
from cheat.engine.rng import Rng
from cheat.engine.table import Event, Table
from cheat.games import GAMES, AnyTable

NOON = 1_700_000_000_000
PATIENCE = 30_000
"""Maximum number of steps of a game in which no player acts: ten players, twenty rounds, two decks."""

SLEEPING = 60
"""Number of steps that a document's game has left once no player acts. Then it ends by standing."""

MOST_ROUNDS = 3
"""Maximum number of rounds in a match, if they are an option. More rounds test nothing new."""
FIRST_SEED, LONGEST = 2**64, 150
"""The seed of the start that all tests share, and the maximum length of a shared walk.

Tests that walk from this start in the same way share one walk.
"""
MANY = 2
"""Starts for each number of players: one with default options, one with random ones."""
DOCUMENTS_EACH = 5
"""Each test of the gate tries only one document in so many, because all run in the same functions."""


def seats_of(game: DocumentGame) -> list[int]:
    """Return the numbers of players that a document allows."""
    players = json.loads(game.source)["players"]  # without compiling it
    return players.get("allowed") or list(range(players["min"], players["max"] + 1))


def usual_seats(game: DocumentGame) -> int:
    """Return three players, or the next number that a document allows."""
    return min(seats_of(game), key=lambda seats: (seats < 3, seats))


Claim = Callable[["Start", Rng], None]
"""A test of one start of any game, with a random generator."""


def every_game(claim: Claim | None = None, *, plain: bool = False, also: Sequence[AnyGame] = ()) -> Any:
    """Make a test of every game: `claim(start, rng)` for some starts with several numbers of players.

    In the gate each test takes one start of each game, and one document in five; which ones
    differs from test to test. The rest is `long`. `plain`: default options. `also`: its own games.

    The starts depend on the name of the test, the game and the number of players alone, so a test that fails
    fails by itself, too. Examples of Hypothesis would also depend on the modules that happen to be loaded.
    """
    if claim is None:
        return lambda claim: every_game(claim, plain=plain, also=also)
    name = claim.__name__

    @pytest.mark.parametrize(("game", "seats", "numbers"), list(_cases(crc32(name.encode()), also)))
    def played(game: AnyGame, seats: int, numbers: Iterable[int]) -> None:
        for number in numbers:
            rng = Rng(f"{crc32(f'{name} {game.id} {seats} {number}'.encode()):032x}")
            start = some_start(game, seats, rng, plain=plain, first=number == 0)
            try:
                claim(start, rng)
            except BaseException as error:
                error.add_note(f"{game.id}: {start}")
                raise

    played.__name__, played.__doc__ = name, claim.__doc__
    return played


def _cases(turn: int, also: Sequence[AnyGame]) -> Iterator[Any]:
    """Yield (game, seats, numbers of starts), marked as `long` except for the cases of the gate."""
    for at, game in enumerate(GAMES.values()):
        min_seats, max_seats = game.seats
        usual = sorted({min_seats, 3, max_seats})
        now = (usual[(turn + at) % len(usual)], (turn // len(usual) + at) % MANY)
        for seats in range(min_seats, max_seats + 1):
            for number in range(MANY):
                id, marks = f"{game.id}-{seats}-{number}", _long_unless((seats, number) == now)
                yield pytest.param(game, seats, [number], id=id, marks=marks)
    for at, (slug, game) in enumerate(DOCUMENTS.items()):
        if (turn + at) % DOCUMENTS_EACH == 0:
            number = (turn // DOCUMENTS_EACH + at) % 2
            yield pytest.param(game, usual_seats(game), [number], id=f"{slug}-{usual_seats(game)}")
        for seats in seats_of(game):
            many = range(MANY + 1)
            yield pytest.param(game, seats, many, id=f"{slug}-{seats}-many", marks=pytest.mark.long)
    for game in also:
        yield pytest.param(game, 3, range(2), id=f"{game.id}-{game.name}")


def _long_unless(now: bool) -> Any:
    return [] if now else pytest.mark.long


_decoder = msgspec.json.Decoder(AnyTable)
encode = msgspec.json.Encoder().encode


def decode(data: bytes) -> Table:
    """Return the table from its stored form, with its options as a room decodes them."""
    table: Table = _decoder.decode(data)
    if isinstance(table, DataTable) and CATALOGUE.has(table.game):
        table.options = CATALOGUE.game_of(table).stored_options(table.options)
    return table


class Start(NamedTuple):
    """Everything that decides the deal of a game."""

    game: AnyGame
    players: list[str]
    options: Options
    seed: str

    def deal(self, previous: Table | None = None, *, follow: bool = False) -> tuple[Table, list[Event]]:
        """Return the first table and the events of the deal."""
        return engine.deal(
            self.game, self.players, self.options, self.seed, NOON, previous, track_knowledge=follow
        )


class Step(NamedTuple):
    """One step from outside: `act`, `expire` or `leave`."""

    kind: str
    now: int
    player: str = ""
    name: str = ""
    args: Args = {}

    def take(self, game: AnyGame, table: Table) -> list[Event]:
        """Apply the step in place."""
        match self.kind:
            case "act":
                return engine.act(game, table, self.player, self.name, self.args, self.now)
            case "leave":
                return engine.leave(game, table, self.player, self.now)
            case _:
                return engine.expire(game, table, self.now)


class Moment(NamedTuple):
    """The stored form of a table after a step."""

    step: Step | None
    events: list[Event]
    data: bytes
    start: Start

    @property
    def table(self) -> Table:
        """The table, newly decoded, with its options as a room decodes them."""
        table: Table = msgspec.json.decode(self.data, type=self.start.game.table_type)
        table.options = self.start.options
        return table


# Starts


def _value(spec: OptionSpec, rng: Rng) -> Any:
    """Return a random value of an option, in half of the cases one of its bounds."""
    if spec.kind == "bool":
        return rng.chance(0.5)
    if spec.kind == "choice":
        return rng.choice(spec.of).value
    low, high = int(spec.min), int(spec.max)
    if spec.name == "rounds":
        high = min(high, max(low, MOST_ROUNDS))
    value = rng.choice((low, high, rng.between(low, high), rng.between(low, high)))
    return value + 0.25 if spec.kind == "number" and value < high and rng.chance(0.25) else value


def _admitting(game: AnyGame, values: dict[str, Any], seats: int) -> dict[str, Any]:
    """Return the values; if they exclude this number of players, with one option changed."""

    def fits(candidate: dict[str, Any]) -> bool:
        options = checked_options(game.options_type, candidate)
        return game.min_players(options) <= seats <= game.max_players(options)

    specs = [spec for spec in spec_of(game.options_type) if spec.kind in ("int", "number", "choice")]
    alternatives = [{spec.name: value} for spec in specs for value in _extremes(spec)]
    return next(
        candidate
        for candidate in (values, *({**values, **alternative} for alternative in alternatives))
        if fits(candidate)
    )


def _extremes(spec: OptionSpec) -> list[Any]:
    """Return the bounds of a number, or all values of a choice."""
    return [choice.value for choice in spec.of] if spec.kind == "choice" else [spec.min, spec.max]


def random_options(game: AnyGame, rng: Rng) -> dict[str, Any]:
    """Return random values for all options except texts."""
    values: dict[str, Any] = {}
    for spec in spec_of(game.options_type):
        if spec.kind in ("bool", "choice"):
            values[spec.name] = rng.chance(0.5) if spec.kind == "bool" else rng.choice(spec.of).value
        elif spec.kind != "text":
            values[spec.name] = rng.choice([spec.min, spec.max, spec.default])
    return values


def some_start(game: AnyGame, seats: int, rng: Rng, *, plain: bool = False, first: bool = False) -> Start:
    """Make a start with this number of seats.

    `plain`: with default options as far as the seats allow it. `first`: the start that all tests share.
    """
    values: dict[str, Any] = {}
    if not (plain or first):  # what a text means only its game knows, and its own tests
        specs = [spec for spec in spec_of(game.options_type) if spec.kind != "text" and rng.chance(0.5)]
        values = {spec.name: _value(spec, rng) for spec in specs}
    options = checked_options(game.options_type, _admitting(game, values, seats))
    seed = FIRST_SEED if first else FIRST_SEED + 1 + rng.below(2**63)
    return Start(game, [f"p{seat}" for seat in range(1, seats + 1)], options, f"{seed:032x}")


# Walks


class Temper:
    """The chance of each move, by name, and of waiting. Each walk has its own habits.

    With equal chances, few games would come near their end.
    """

    def __init__(self, rng: Rng) -> None:
        self._rng = rng
        self._weights: dict[str, int] = {}
        self.idle = rng.choice((0.05, 0.2, 0.5))

    def pick(self, forms: list[tuple[str, Form]]) -> tuple[str, Form]:
        """Return a player and one of the player's forms."""
        for _, form in forms:
            if form.name not in self._weights:
                self._weights[form.name] = self._rng.choice((1, 5, 50))
        return self._rng.choice(
            [form_of_player for form_of_player in forms for _ in range(self._weights[form_of_player[1].name])]
        )


def next_step(game: AnyGame, table: Table, rng: Rng, temper: Temper, *, leaves: float = 0.0) -> Step:
    """Return a random next step. Fails if the table hangs, without moves and timeouts."""
    next_timeout = table.next_timeout()
    forms = [(id, form) for id in table.active() for form in engine.moves(game, table, id)]
    assert forms or next_timeout is not None, "the table waits for nobody and nothing"
    if rng.chance(leaves):
        return Step("leave", table.now, rng.choice(table.active()))
    if next_timeout is not None and (not forms or rng.chance(temper.idle)):
        return Step("expire", next_timeout)
    player, form = temper.pick(forms)
    now = table.now + rng.below(1500)
    args = sample(form, table.cards_of, rng)
    return Step("act", now if next_timeout is None else min(now, next_timeout), player, form.name, args)


def walk(start: Start, length: int, *, leaves: float = 0.0, follow: bool = False) -> Iterator[Moment]:
    """Yield the deal and up to `length` random steps, until the game ends.

    `follow`: the tables record the knowledge of seats.
    """
    if int(start.seed, 16) == FIRST_SEED:
        key = (id(start.game), *start.players, encode(start.options), leaves, follow)
        moments = _walked.setdefault(key, _CachedWalk(start, leaves, follow)).up_to(length)
    else:
        moments = walk_from(start, *start.deal(follow=follow), length, leaves=leaves)
    yield from moments


class _CachedWalk:
    """A walk that several tests share, and that grows as far as a test needs."""

    def __init__(self, start: Start, leaves: float, follow: bool) -> None:
        self._moments: list[Moment] = []
        self._start, self._leaves, self._follow = start, leaves, follow
        self._steps: Iterator[Moment] | None = None

    def up_to(self, length: int) -> Iterator[Moment]:
        """Yield the deal and `length` steps, from the cache as far as possible."""
        assert length <= LONGEST
        if self._steps is None:
            deal = self._start.deal(follow=self._follow)
            self._steps = walk_from(self._start, *deal, LONGEST, leaves=self._leaves)
        for number in range(length + 1):
            if number == len(self._moments):
                moment = next(self._steps, None)
                if moment is None:
                    return
                self._moments.append(moment)
            yield self._moments[number]


_walked: dict[tuple[Any, ...], _CachedWalk] = {}
"""Walks by the game, its players and options, and the settings of the walk."""


def walk_from(
    start: Start, table: Table, events: list[Event], length: int, *, leaves: float = 0.0
) -> Iterator[Moment]:
    """Yield this table, and up to `length` random steps from it."""
    yield Moment(None, events, encode(table), start)
    rng = Rng(f"{int(start.seed, 16) ^ 1:032x}")
    temper = Temper(rng)
    for _ in range(length):
        if table.result is not None:
            return
        step = next_step(start.game, table, rng, temper, leaves=leaves)
        events = step.take(start.game, table)
        moment = Moment(step, events, encode(table), start)
        yield moment
        table = moment.table


def after(start: Start, length: int, *, leaves: float = 0.0) -> Table:
    """Return the table at the end of a walk."""
    *_, last_moment = walk(start, length, leaves=leaves)
    return last_moment.table


def wait(game: AnyGame, table: Table) -> int:
    """Apply timeouts until the game ends or no timeout is left. Return the number of steps.

    A document's game gets only a few more steps, because a match without actions takes thousands.
    """
    steps = 0
    if isinstance(table, DataTable):
        table.steps_taken = max(table.steps_taken, MOST_STEPS_OF_GAME - SLEEPING)
    while table.result is None and (next_timeout := table.next_timeout()) is not None:
        assert engine.expire(game, table, next_timeout), "an expired decision is told"
        steps += 1
        assert steps < PATIENCE, "the game goes on for ever"
    return steps


# Conditions


def all_cards(table: Table) -> Counter[str]:
    """Return all cards of all zones, with their counts."""
    return Counter(card for zone in table.zones.values() for card in zone.cards)


def check_legal(game: AnyGame, table: Table) -> None:
    """Check that a table is consistent, and that the game can go on."""
    players, active = [player.id for player in table.players], table.active()
    assert table.events == []
    assert all(id == zone.id for id, zone in table.zones.items())
    assert set(all_cards(table)) <= set(game.faces)
    if table.result is not None:
        places = [line.place for line in table.result.standing]
        assert set(table.result.winners) <= set(players)
        assert sorted(line.id for line in table.result.standing) == sorted(players)
        assert places[0] == 1 and places == sorted(places)
        assert table.decisions == [] and table.next_timeout() is None
        assert all(engine.moves(game, table, id) == [] for id in players)
        return
    assert active
    assert table.turn is None or table.turn in active
    assert table.decisions, "a running game waits for something"
    if not game.facts_differ:
        assert all(game.facts(table, id) == game.facts(table, None) for id in players)
    names = [decision.name for decision in table.decisions]
    assert len(names) == len(set(names))
    for decision in table.decisions:
        assert set(decision.players) <= set(active)
        assert decision.until is None or decision.until >= table.now
    assert table.next_timeout() is not None or any(engine.moves(game, table, id) for id in active)
    assert all(engine.moves(game, table, id) == [] for id in players if id not in active)


def wire(game: AnyGame, table: Table, viewer: str | None, events: list[Event]) -> bytes:
    """Return everything that one viewer gets after a step."""
    return encode(
        {
            "zones": [zone.view(viewer) for zone in table.zones.values()],
            "events": [event.view(viewer, 7, table.now) for event in events],
            "moves": engine.moves(game, table, viewer) if viewer else [],
            "prompt": game.prompt(table, viewer) if table.result is None else "",
            "facts": game.facts(table, viewer) if table.result is None else [],
            "players": [[player, game.badges(table, player.id)] for player in table.players],
            "turn": table.turn,
            "decisions": engine.observation(game, table, viewer).decisions,
            "result": table.result,
        }
    )


def is_private(events: list[Event]) -> bool:
    """Return whether only listed players may know of a step; written again to check the code."""
    return bool(events) and not any(event.viewers == "all" for event in events)


def may_see(viewers: str | list[str], viewer: str | None) -> bool:
    """Return whether a viewer is among the viewers; written again to check the code."""
    return viewers == "all" or (isinstance(viewers, list) and viewer is not None and viewer in viewers)


def permitted(table: Table, viewer: str | None, events: list[Event]) -> set[str]:
    """Return the cards that a viewer may see: in open zones, or moved openly by this step."""
    zones = [zone.cards for zone in table.zones.values() if may_see(zone.viewers, viewer)]
    moved_faces = [
        moved.faces
        for event in events
        if may_see(event.viewers, viewer)
        for moved in event.cards
        if may_see(moved.viewers, viewer)
    ]
    return {card for cards in zones + moved_faces for card in cards}


def concluded(table: Table) -> set[str]:
    """Return the cards in public conclusions about hidden zones, which all players may know."""
    claims = table.conclusions if isinstance(table, DataTable) else []
    return {face for claim in claims for face in claim.faces}


def codes_in(game: AnyGame, data: bytes) -> set[str]:
    """Return the codes of cards anywhere in an answer, even inside a sentence."""
    return set(_pattern_of(tuple(game.faces)).findall(data.decode()))


@functools.cache
def _pattern_of(codes: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern that finds each of these codes as a word, and shares common beginnings."""
    return re.compile(rf"(?<![A-Za-z0-9_])(?:{_any_of(codes)})(?![A-Za-z0-9_])")


def _any_of(words: Iterable[str]) -> str:
    """Return a pattern that matches the longest of these words."""
    endings: dict[str, list[str]] = {}
    for word in filter(None, words):
        endings.setdefault(word[0], []).append(word[1:])
    return "|".join(
        re.escape(first) + (f"(?:{_any_of(others)})" + "?" * ("" in others) if any(others) else "")
        for first, others in endings.items()
    )


def with_hidden_cards_exchanged(table: Table, viewer: str | None, rng: Rng) -> Table:
    """Return the table with the cards that this viewer may not see shuffled among their zones."""
    copied = decode(encode(table))
    hidden = [zone for zone in copied.zones.values() if not may_see(zone.viewers, viewer)]
    cards = [card for zone in hidden for card in zone.cards]
    rng.shuffle(cards)
    for zone in hidden:
        zone.cards, cards = cards[: len(zone.cards)], cards[len(zone.cards) :]
    return copied
