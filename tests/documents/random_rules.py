"""Random rules from costly parts, and the time of one step of them.

`python -m tests.documents.random_rules 3600 1` tries such rules for an hour of processor time, with seeds
from 1 on, and prints the slowest step and the largest version.
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any

import msgspec

from cheat.documents import DocumentGame, NotAGame
from cheat.documents.runtime import hands
from cheat.engine import engine
from cheat.engine.rng import Rng
from cheat.engine.table import Event, Table
from cheat.errors import Refused
from cheat.service.delivery.answers import LogEntry
from tests.games.walks import Moment, Start, Temper, next_step

from .small_documents import document, game_of, playing

MOST_S = 0.02
"""Seconds of the processor for a step on the slow core of a small plan."""
MOST_VERSION = 16 * 1024
"""Most bytes of a version in the log of a room."""
STEPS = 3
"""Number of steps for each game. Lists in variables grow from step to step."""
DEEPEST = 4
TELL_S = 20
"""Seconds between two reports of a hunt."""
REPEATS = 25
"""Number of repetitions of a step that seems to take too long.

The best time counts, because the machine may be busy.
"""

PARTS: dict[str, tuple[str, ...]] = {
    "number": ("n", "3", "count({numbers})", "sum({numbers})", "max({numbers})", "{numbers}[{number}]",
        "{number} + {number}", "{number} * {number}", "index({numbers}, {number})", "count({lists})",
        "count({cards})", "sum({cards} by order)", "deadwood({cards}, 3, 3)", "first(poker({cards}))",
        "count({cards} where order > {number})", "min({number}, 24)", "{number} / {number}",
        "{number} % {number}", "{number} - {number}", "-{number}", "abs({number})",
        "if({condition}, {number}, {number})", "drawable(stock)", "count({texts})", "{card}.order",
        "index({lists}, {numbers})", "index({cards}, {card})", "{player}.score", "count({players})",
        "deadwood({cards}, 3, 3, melds({cards}, 3, 3))", "min({numbers} by -it)", "twice({number})",
        "lowest({numbers})", "direction", "sum({lists} by count(it))", "{card}.points"),
    "numbers": ("r", "l", "range({number}, {number})", "{numbers} + {numbers}", "{numbers} - {numbers}",
        "sort({numbers} by -it)", "distinct({numbers})", "reverse({numbers})", "take({numbers}, {number})",
        "map({numbers} by it * {number})", "({numbers} where it > {number})", "map({lists} by count(it))",
        "map({cards} by order)", "last({lists})", "sort({numbers} by {numbers})", "poker({cards})",
        "first({lists})", "if({condition}, {numbers}, {numbers})", "players.score",
        "first(group({numbers} by it % {number}))", "sort({numbers})", "[{number}, {number}, {number}]"),
    "lists": ("held", "map({numbers} by {numbers})", "group({numbers} by it % 7)", "sort({lists})",
        "distinct({lists})", "{lists} + {lists}", "{lists} - {lists}", "[{numbers}, {numbers}]",
        "highest({lists})", "({lists} where count(it) > {number})", "reverse({lists})",
        "take({lists}, {number})",
        "map({numbers} by [it, {number}])", "group({lists} by {number})", "sort({lists} by reverse(it))",
        "lowest({lists} by count(it))", "[{lists}, {lists}]", "map({lists} by {numbers})"),
    "cards": ("pile", "cards", "hand", "players.hand", "take({cards}, {number})", "{cards} + {cards}",
        "{cards} - {cards}", "sort({cards} by order)", "reverse({cards})", "top(pile, {number})",
        "first(melds({cards}, 3, 3))", "first(group({cards} by suit))", "kept", "[bottom(pile)]",
        "({cards} where {condition})", "distinct({cards} by rank)", "highest({cards} by order)",
        "({cards} where rank == {card}.rank)", "{player}.hand", "lowest({cards} by {number})",
        "last(group({cards} by points))", "sort({cards} by [suit, {number}])",
        "({cards} where owner(it) == me)",
        "if({condition}, {cards}, {cards})", "[{card}, {card}]", "column"),
    "card": ("bottom(pile)", "top(pile)", "first({cards})", "last({cards})", "{cards}[{number}]",
        "one"),
    "player": ("me", "turn", "next", "owner({card})", "after({player})", "after({player}, {number})",
        "first({players})", "next({players})", "{players}[{number}]"),
    "players": ("players", "others", "around({player})", "(players where count(hand) > {number})",
        "sort(players by {number})", "{players} + {players}", "highest({players} by score)"),
    "texts": ("ranks", "map({cards} by rank)", "map((cards where suit == 'spades') by rank)",
        "{texts} + {texts}",
        "distinct({texts})", "sort({texts})", "reverse({texts})", "{texts} - {texts}"),
    "condition": ("{lists} == {lists}", "({numbers} in {lists})", "{numbers} == {numbers}",
        "{lists} < {lists}",
        "({number} in {numbers})", "{number} > 3", "{cards} == {cards}", "(top(pile) in {cards})",
        "any({numbers} where {condition})", "owner(bottom(pile)) == me", "{lists} != {lists}",
        "all({numbers} where {condition})", "{condition} and {condition}", "{condition} or {condition}",
        "not {condition}", "{numbers} >= {numbers}", "{card} is none", "{cards} is empty",
        "{texts} == {texts}",
        "({card} in {cards})", "{player} == {player}", "{lists} is not empty", "{number} <= {number}",
        "heavy"),
    "effect": (
        '{"let": {"x": "{lists}"}}', '{"let": {"x": "{cards}"}}', '{"set": {"n": "random(1, 600)"}}',
        '{"set": {"n": "pick({numbers})"}}',
        '{"set": {"one": "pick({cards})"}}', '{"add": {"held": "[pick({lists})]"}}',
        '{"if": "{condition}", "then": [{effect}]}',
        '{"set": {"held": "{lists}"}}', '{"set": {"l": "{numbers}"}}', '{"set": {"kept": "{cards}"}}',
        '{"add": {"l": "{numbers}"}}', '{"each": "{numbers}", "as": "x", "do": [{effect}]}',
        '{"each": "{numbers}", "as": "x", "do": [{effect}, {effect}]}', '{"say": "{{lists}} {{cards}}"}',
        '{"say": "{{numbers}}"}', '{"say": "{poker_name({cards})}"}',
        '{"move": "{cards}", "to": "pile"}', '{"move": "{cards}", "to": "stock"}',
        '{"draw": "{number}", "from": "pile", "to": "stock"}', '{"shuffle": "pile"}',
        '{"while": "{condition}", "do": [{effect}]}', '{"know": "hand", "lacks": "{condition}"}',
        '{"deal": "{number}", "from": "pile", "to": "hand"}', '{"reveal": "players.hand"}',
        '{"if": "{condition}", "then": [{effect}], "else": [{effect}, {effect}]}', '{"run": "act({number})"}',
        '{"add": {"held": "{lists}"}}', '{"add": {"n": "{number}"}}',
        '{"set": {"{player}.score": "{number}"}}',
        '{"set": {"players.score": "{number}"}}', '{"set": {"l[{number}]": "{number}"}}',
        '{"set": {"one": "{card}"}}', '{"move": "{card}", "to": "{player}.hand", "show": "all"}',
        '{"move": "{cards}", "to": "column", "at": "bottom", "say": "{{cards}}"}',
        '{"know": "hand", "has": "{condition}"}',
        '{"say": "{{texts}} {{player}} {{condition}}", "to": "{player}"}',
        '{"reveal": "hand", "to": "{player}"}',
        '{"each": "{cards}", "as": "x", "do": [{effect}]}',
        '{"each": "{lists}", "as": "x", "do": [{effect}]}',
        '{"shuffle": "stock"}', '{"draw": "{number}"}',
        '{"say": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}',
    ),
    "pick": (
        '{"from": "{cards}", "count": ["1", "{number}"]}', '{"from": "{cards}", "where": "{condition}"}',
        '{"from": "pile", "same": "{number}", "count": "{number}"}', '{"choice": "{numbers}"}',
        '{"choice": "{texts}"}', '{"number": ["{number}", "{number}"]}', '{"player": "{players}"}',
        '{"from": "hand", "same": "{lists}"}', '{"yes": "Yes"}',
    ),
    "picks": (
        '{"a": {"choice": "{numbers}"}, "b": {"choice": "range(a, a + 2) where it != {number}"}}',
        '{"a": {"from": "{cards}"}, "b": {"from": "hand", "where": "suit == a.suit and {condition}"}}',
        '{"a": {"from": "hand"}, "b": {"from": "hand", "count": [1, 2], "same": "if(it == a, 1, {number})"}}',
        '{"a": {"player": "{players}"}, "b": {"number": [0, "count(a.hand) - {number}"]}}',
        '{"a": {"yes": "Yes"}, "b": {"choice": "if(a, {numbers}, [1])"}, "c": {"choice": "[b, {number}]"}}',
    ),
    "going": (
        '{"next": "turn"}', '{"next": "turn"}', '{"go": "turn"}', '{"go": "wait"}', '{"go": "all"}',
        '{"pause": "turn"}', '{"end": "{players}"}',
    ),
}  # fmt: skip
"""Ways to write each kind of a part. The slots of a text are again parts of these kinds."""

WAYS = ({"name": "wait", "do": [{"go": "wait"}]}, {"name": "ask", "do": [{"go": "all"}]})
"""Moves to the other phases, because the check does not accept phases that are never reached."""
USED = {"if": "heavy", "then": [{"run": "act(twice(1))"}]}
"""An effect that uses all definitions, because the check does not accept unused ones."""
_SLOT = re.compile(rf"[{{]({'|'.join(PARTS)})[}}]")


def put_together(kind: str, chance: Random, depth: int = 0) -> str:
    """Return a part of this kind, made at random."""
    plain = [one for one in PARTS[kind] if _SLOT.search(one) is None] or PARTS[kind][:1]
    return _SLOT.sub(
        lambda slot: put_together(slot[1], chance, depth + 1),
        chance.choice(PARTS[kind] if depth < DEEPEST else plain),
    )


def random_rules(seed: int) -> DocumentGame | None:
    """Return a game whose rules are made at random, None if the check refuses them."""
    chance = Random(seed)

    def part(kind: str) -> str:
        return put_together(kind, chance)

    def effects(most: int = 3) -> list[Any]:
        made = [json.loads(part("effect")) for _ in range(chance.randint(1, most))]
        return made if chance.random() < 0.5 else [{"each": "r", "as": "y", "do": made}]

    def sometimes(**parts: Callable[[], Any]) -> dict[str, Any]:
        return {key.rstrip("_"): make() for key, make in parts.items() if chance.random() < 0.3}

    def move(name: str) -> dict[str, Any]:
        more_picks = sometimes(b=lambda: json.loads(part("pick")))
        picks = sometimes(pick=lambda: {"a": json.loads(part("pick")), **more_picks})
        picks |= sometimes(pick=lambda: json.loads(part("picks")))
        more = sometimes(if_=lambda: part("condition"), say=lambda: f"{{{part('lists')}}}")
        return {"name": name, "do": [*effects(), json.loads(part("going"))], **picks, **more}

    timed_turn = sometimes(time=lambda: 5, prompt=lambda: f"{{{part('numbers')}}}")
    try:
        return game_of(
            zones={
                **document()["zones"],
                "pile": {"kind": "pile", "seen": "all", **sometimes(sort=lambda: ["suit", "order"])},
                "column": {"kind": "row", "seen": "all"},
            },
            deck={"use": "french", "copies": chance.choice("15"), "points": {"else": "pips"}},
            vars={"n": 9, "l": [1, 2, 3], "held": "list", "kept": "cards", "one": "card"},
            define={"r": "range(1, 600)", "twice(x)": "x + x", "heavy": part("condition")},
            routines={"act(x)": effects(1)},
            start=[{"move": "top(stock, 200)", "to": "pile"}, {"deal": 5, "to": "hand"}, {"go": "turn"}],
            phases={
                **playing(move("go"), *WAYS, **timed_turn),
                "wait": {"time": 5, "timeout": [USED, *effects(), {"go": "turn"}]},
                "all": {"moves": [move("both")], "who": "players", "done": [{"next": "turn"}],
                    **sometimes(stuck=effects, optional=lambda: True), "time": 5},
            },
            **sometimes(
                triggers=lambda: [{"if": part("condition"), "do": effects(1)}],
                shows=lambda: [
                    {"label": "Shown", "value": part(chance.choice(("number", "lists", "cards")))}
                ],
                marks=lambda: [{"label": "Mark", "if": part("condition"), "value": part("number")}],
                standing=lambda: part(chance.choice(("number", "lists"))),
                leave=lambda: {"cards_to": "pile", "do": effects(1)},
            ),
        )  # fmt: skip
    except (NotAGame, RecursionError):
        return None


def plain() -> DocumentGame:
    """Return a game whose one move adds numbers until its steps are used up."""
    adding = [{"each": "range(1, 600)", "as": "x", "do": [{"set": {"n": "n + 1"}}] * 20}]
    return game_of(
        vars={"n": 9}, start=[{"deal": 5, "to": "hand"}, {"go": "turn"}],
        phases=playing({"name": "go", "do": [*adding, {"next": "turn"}]}),
    )  # fmt: skip


class Tried(msgspec.Struct):
    """One step of a game: its kind, seconds of the processor, and bytes of the version that it makes."""

    kind: str
    seconds: float
    size: int = 0


def timed(kind: str, do: Callable[[], Any]) -> Tried:
    """Carry out a step, again if it seems to take too long. The shortest time counts."""
    seconds, size = [], 0
    for _ in range(REPEATS):
        hands.forget_results()
        seconds_of_one, told = do()
        seconds.append(seconds_of_one)
        size = max(size, version_size(told))
        if seconds_of_one <= MOST_S:
            break
    return Tried(kind, min(seconds), size)


def taken(do: Callable[..., Any], *args: Any) -> tuple[float, Any]:
    """Return seconds of the processor, and the events; None if the rules exceed a limit."""
    began, told = time.process_time(), None
    with suppress(Refused):
        told = do(*args)
    return time.process_time() - began, told


def version_size(told: list[Event] | None) -> int:
    """Return the bytes of these events as a version in the log of a room."""
    return len(msgspec.json.encode(LogEntry(2**40, told))) if told else 0


def steps_of(game: DocumentGame, seed: int = 0) -> Iterator[Tried]:
    """Play some random steps. Yield each of them, and the making of the views after it."""
    start = Start(game, ["p1", "p2", "p3", "p4"], game.options({}), "ab" * 16)
    rng = Rng(f"{seed + 1:032x}")
    temper = Temper(rng)
    yield timed("deal", lambda: (taken(start.deal)[0], None))
    try:
        table, events = start.deal()
    except Refused:
        return
    for _ in range(STEPS):
        moment = Moment(None, events, msgspec.json.encode(table), start)
        yield timed("look", lambda: (taken(shown, game, moment.table)[0], None))  # noqa: B023
        if table.result is not None:
            return
        yield timed("forms", lambda: (taken(engine.moves, game, moment.table, "p1")[0], None))  # noqa: B023
        step = next_step(game, table, rng, temper, leaves=0.05)
        yield timed(step.kind, lambda: taken(step.take, game, moment.table))  # noqa: B023
        table = moment.table
        try:
            events = step.take(game, table)
        except Refused:
            table = moment.table


def shown(game: DocumentGame, table: Table) -> None:
    """Make the facts, marks and prompts of all players."""
    game.facts(table, None)
    for one in table.players:
        game.badges(table, one.id)
        if table.decisions:
            game.prompt(table, one.id)


class Hunt(msgspec.Struct):
    """The result of a hunt: numbers of games and steps, and the worst steps with their seeds."""

    tried: int = 0
    games: int = 0
    steps: int = 0
    slowest: tuple[float, str, int] = (0.0, "", 0)
    largest: tuple[int, str, int] = (0, "", 0)
    too_slow: list[tuple[float, str, int]] = []
    failed: list[tuple[str, int]] = []
    seconds: float = 0.0

    def note(self, one: Tried, seed: int) -> None:
        """Count a step of the game with this seed."""
        self.steps += 1
        self.slowest = max(self.slowest, (one.seconds, one.kind, seed))
        self.largest = max(self.largest, (one.size, one.kind, seed))
        if one.seconds > MOST_S:
            self.too_slow.append((one.seconds, one.kind, seed))


def hunt(seconds: float, first: int = 1, tell: Callable[[Hunt], None] = lambda found: None) -> Hunt:
    """Try rules with the seeds from `first` on, for this processor time in seconds."""
    found, began, told = Hunt(), time.process_time(), 0.0
    while found.seconds < seconds:
        seed = first + found.tried
        found.tried += 1
        game = random_rules(seed)
        if game is not None:
            found.games += 1
            try:
                for one in steps_of(game, seed):
                    found.note(one, seed)
            except Exception as error:  # rules may be refused, but never raise anything else
                found.failed.append((repr(error), seed))
        found.seconds = time.process_time() - began
        if found.seconds - told >= TELL_S:
            told = found.seconds
            tell(found)
    tell(found)
    return found


if __name__ == "__main__":
    hunt(float(sys.argv[1]), int(sys.argv[2]), lambda found: print(found, flush=True))
