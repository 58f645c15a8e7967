"""Random games of a document, and a second account of its rules that has to agree after every step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import combinations, product
from types import SimpleNamespace
from typing import Any

from cheat.catalogue import DOCUMENTS
from cheat.engine import engine
from cheat.engine.forms import CardsField, NumberField
from cheat.engine.options import checked_options, spec_of
from cheat.engine.registry import DataTable
from cheat.engine.rng import Rng
from cheat.engine.rounds import BetweenRounds

from .base import Model, NotShuffled

Move = tuple[Any, ...]
Offered = dict[str, dict[Move, tuple[str, dict[str, Any]]]]
"""By player and move: the name and the values that are sent."""


@dataclass(frozen=True)
class Case:
    """How a document and its second account are connected.

    `seats`: for how many it is played; `options`: what the account calls the options of the document;
    `begin`: tells it what was dealt; `move`: a move of the document, its name and values, as the account
    has it; `state`: of the table what `Model.state` says. `values`: options that are drawn from these
    values; `weights`: how often moves are made that are not made as often as others; `sense`: how often the
    clock's move is made; `steps`: how long a game is followed; `sample`: how many games the gate follows.
    """

    slug: str
    model: type[Model]
    seats: tuple[int, ...]
    options: Callable[[Any, int], SimpleNamespace]
    begin: Callable[[Any, DataTable], None]
    move: Callable[[DataTable, str, dict[str, Any]], Move]
    state: Callable[[DataTable], dict[str, Any]]
    values: dict[str, list[Any]] = field(default_factory=dict)
    weights: dict[str, int] = field(default_factory=dict)
    sense: float = 0
    steps: int = 300
    sample: int = 5


def plain(options: Any, seats: int) -> SimpleNamespace:
    """The options by the names that they have in the document."""
    return SimpleNamespace(**{spec.name: getattr(options, spec.name) for spec in spec_of(type(options))})


def cards(table: DataTable, zone: str) -> list[str]:
    """What lies in a zone, the top card last."""
    return list(table.zones[zone].cards)


def each(table: DataTable, zone: str) -> dict[str, list[str]]:
    """What lies in the zones of this name of those who are still in the game."""
    return {id: cards(table, f"{zone}:{id}") for id in table.active()}


@contextmanager
def shuffles() -> Iterator[list[list[str]]]:
    """The orders in which cards come to lie when they are shuffled meanwhile."""
    orders: list[list[str]] = []
    shuffle = Rng.shuffle

    def noted(rng: Rng, items: Any) -> None:
        shuffle(rng, items)
        orders.append(list(items))

    Rng.shuffle = noted  # type: ignore[method-assign]
    try:
        yield orders
    finally:
        Rng.shuffle = shuffle  # type: ignore[method-assign]


class Game:
    """One random game, its options and players by a number, and the account that follows it."""

    def __init__(self, case: Case, number: int) -> None:
        self.case, self.chance = case, Rng(f"{number + 1:032x}")
        self.rules = DOCUMENTS[case.slug]
        self.trail: list[Any] = []
        self.seen: dict[str, Any] = {}
        self.may: Offered = {}
        players = [f"p{seat + 1}" for seat in range(self.chance.choice(case.seats))]
        options = checked_options(self.rules.options_type, self._values())
        self.trail.append((len(players), options))
        with shuffles():
            table, _ = engine.deal(self.rules, players, options, f"{number + 99:032x}", 0, None)
            assert isinstance(table, DataTable)
            self.table = table
            self.look_on()
        self.model = case.model(players, case.options(options, len(players)))
        case.begin(self.model, self.table)

    def _values(self) -> dict[str, Any]:
        """Any options, many of them as they are by default."""
        values: dict[str, Any] = {}
        for spec in spec_of(self.rules.options_type):
            if spec.name in self.case.values:
                values[spec.name] = self.chance.choice(self.case.values[spec.name])
            elif spec.kind == "bool":
                values[spec.name] = self.chance.chance(0.4)
            elif spec.kind == "choice" and spec.name not in ("on_leave", "language"):
                values[spec.name] = self.chance.choice(spec.of).value  # type: ignore[arg-type]
        return values

    # What the document offers

    def offered(self) -> Offered:
        """Everything that those who are asked may do, as the account has it, and what is sent for it."""
        found: Offered = {}
        for player in self.table.active():
            for form in engine.moves(self.rules, self.table, player):
                names = [one.name for one in form.fields]
                for way in product(*(self._ways(one) for one in form.fields)):
                    values = dict(zip(names, way, strict=True))
                    move = self.case.move(self.table, form.name, values)
                    found.setdefault(player, {})[move] = (form.name, {**form.ties, **values})
        return found

    def _ways(self, one: Any) -> list[Any]:
        if isinstance(one, CardsField):
            there = [card for zone in one.zones for card in self.table.cards_of(zone)]
            picked = there if not isinstance(one.of, list) else [card for card in there if card in one.of]
            return [
                list(some)
                for size in range(one.min, one.max + 1)
                for some in combinations(sorted(picked), size)
            ]
        if isinstance(one, NumberField):
            return list(range(one.min, one.max + 1))
        return [getattr(choice, "value", choice) for choice in one.of]

    # Step by step

    def follow(self) -> None:
        """Play, and compare after every step. Raises AssertionError."""
        try:
            self.agree(self.model)
            for _ in range(self.case.steps):
                if self.table.result is not None:
                    break
                self.step()
        except Exception as error:
            error.add_note(f"{self.case.slug}: " + "\n".join(map(str, [self.trail[0], *self.trail[-12:]])))
            raise

    def step(self) -> None:
        """Something happens, to the table and to the account."""
        asked = self.table.decisions[0]
        if asked.name == BetweenRounds.id:
            self.next_hand()
        elif self.chance.chance(0.01) and (leaver := self.leaver()):
            self.leave(leaver)
        elif asked.until is not None and self.chance.chance(0.05):
            self.time_is_up()
        else:
            self.somebody_moves()

    def next_hand(self) -> None:
        """All have seen the result of a hand."""
        self.trail.append("next hand")
        with shuffles():
            self.expire()
        self.case.begin(self.model, self.table)
        self.agree(self.model)

    def somebody_moves(self) -> None:
        """One of those who are asked does something."""
        player = self.chance.choice(sorted(self.may))
        move = self.chosen(player)
        sent, args = self.may[player][move]
        self.trail.append((player, move))
        with shuffles() as self.model.orders:
            engine.act(self.rules, self.table, player, sent, args, self.table.now)
            self.look_on()
        self.settle([[(player, move, way)] for way in range(self.model.ways(player, move))])

    def chosen(self, player: str) -> Move:
        """A move by chance, or what the clock would do: each kind of move as often as its weight says."""
        may: Iterable[Move] = self.may[player]
        if self.chance.chance(self.case.sense) and not {move[0] for move in may} & set(self.case.weights):
            may = self.model.late(player)
        weights = self.case.weights
        names = [name for name in sorted({move[0] for move in may}) for _ in range(weights.get(name, 1))]
        name = self.chance.choice(names)
        return self.chance.choice(sorted((move for move in may if move[0] == name), key=str))

    def leaver(self) -> str | None:
        """Who may leave now, if anybody; two always stay."""
        player = self.chance.choice(self.model.here)
        return player if len(self.model.here) > 2 and self.model.can_leave(player) else None

    def leave(self, player: str) -> None:
        """A player is gone for good."""
        self.trail.append((player, "leaves"))
        held = cards(self.table, f"hand:{player}")
        with shuffles() as self.model.orders:
            engine.leave(self.rules, self.table, player, self.table.now)
            self.look_on()
        self.model.leave(player, held)
        self.agree(self.model)

    def time_is_up(self) -> None:
        """The clock decides for all who are asked."""
        asked = self.table.decisions[0].waits_for()
        late = {player: sorted(self.model.late(player), key=str) for player in asked}
        self.trail.append(("late", late))
        with shuffles() as self.model.orders:
            self.expire()
        chosen = product(*late.values())
        self.settle(
            [[(player, move, 0) for player, move in zip(late, moves, strict=True)] for moves in chosen]
        )

    def settle(self, possible: list[list[tuple[str, Move, int]]]) -> None:
        """One of these is what happened: moves of players, each in one of its ways."""
        models = [self.model, *(deepcopy(self.model) for _ in possible[1:])]
        both = zip(models, possible, strict=True)
        self.model = next((model for model, moves in both if self.comes_of(model, moves)), self.model)
        self.agree(self.model)

    def comes_of(self, model: Model, moves: list[tuple[str, Move, int]]) -> bool:
        """Whether what is on the table comes of these moves, by the account."""
        try:
            for player, move, way in moves:
                model.way_shown = way
                model.act(player, *move)
        except NotShuffled:
            return False
        return not self.differences(model)

    def expire(self) -> None:
        """The time of what is asked is up."""
        until = self.table.decisions[0].until
        assert until is not None
        engine.expire(self.rules, self.table, until)
        self.look_on()

    def look_on(self) -> None:
        """Nobody is asked while something is shown; then it goes on."""
        while self.table.result is None and not self.table.decisions[0].players:
            until = self.table.decisions[0].until
            assert until is not None
            engine.expire(self.rules, self.table, until)
        self.look()

    # Whether both agree

    def agree(self, model: Model) -> None:
        """Raises AssertionError where what lies where, what is offered, or the end differ."""
        differences = self.differences(model)
        assert not differences, "\n".join(differences)

    def differences(self, model: Model) -> list[str]:
        """What of the table is not as the account has it."""
        seen, told = self.seen, dict(self.comparable(model))
        return [
            f"{name}: {seen.get(name)!r}, and by the account {told.get(name)!r}"
            for name in seen | told
            if seen.get(name) != told.get(name)
        ]

    def look(self) -> None:
        """What there is to see on the table now."""
        self.seen, self.may = self.case.state(self.table), {}
        result = self.table.result
        self.seen["winners"] = result and sorted(result.winners)
        if result is None:
            self.seen["pausing"] = self.table.decisions[0].name == BetweenRounds.id
            if not self.seen["pausing"]:
                self.may = self.offered()
                self.seen["moves"] = {id: set(moves) for id, moves in self.may.items()}

    def comparable(self, model: Model) -> Iterator[tuple[str, Any]]:
        """What the account says."""
        yield from model.state().items()
        yield "winners", model.winners and sorted(model.winners)
        if model.winners is None:
            yield "pausing", model.pausing
            if not model.pausing:
                yield "moves", {id: moves for id, moves in model.legal().items() if moves}
