"""Results of rules, recorded once: values, costs, events and errors of documents.

`recorded.json` has the value and the cost of expressions. For random documents, and for the documents of the
project, it has a digest of the diagnostics and of each step of a game. A digest stands for everything that
players see, the stored table, the steps that the action cost, and the limit that it exceeded. So a new way to
run rules must not change any result.

`python -m tests.documents.recorded` records them again. Do so only after changing a rule on purpose.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from cheat.bots.search import SimulatedGame
from cheat.catalogue import DOCUMENTS
from cheat.documents import DocumentGame, check
from cheat.documents.check.expressions import Expressions
from cheat.documents.compile.emit import function_of
from cheat.documents.compile.scope import Scope
from cheat.documents.parse.diagnostics import Report
from cheat.documents.runtime.state import Broken, Card, Run
from cheat.documents.runtime.trial_notes import TrialNotes
from cheat.engine.registry import DataTable
from cheat.engine.rng import Rng
from cheat.errors import Refused
from tests.games import golden
from tests.games.walks import Moment, Start, Temper, encode, next_step, usual_seats

from .random_documents import Author
from .small_documents import dealt, document, game_of

FILE = Path(__file__).with_name("recorded.json")
STEPS, STEPS_AHEAD, STEPS_OF_OURS = 20, 15, 25
SEEDS = range(120)

GAME = game_of(
    players={"min": 4, "max": 4, "team_size": 2},
    options={
        "size": {"label": "Size", "number": [1, 9], "default": 4},
        "style": {"label": "Style", "choice": {"fast": "Fast", "slow": "Slow"}, "default": "slow"},
    },
    deck={"use": "french_jokers", "points": {"else": "pips"}, "attributes": {"wild": {"X1": 1, "X2": 1}}},
    zones={**document()["zones"], "column": {"kind": "row", "seen": "all", "per": "suit"},
        "taken": {"kind": "pile", "seen": "all", "per": "team"}},
    vars={"card_held": "card", "pile_held": "cards", "n": 7, "nothing": "number", "listed": [3, 1, 2],
        "mixed": "list"},
    player_vars={"score": 0, "bid": "number"},
    team_vars={"won": 2},
    define={"twice(a)": "a + a", "worth": "sum(hand by points)",
        "high(c)": "c.order > 6 and c.suit != 'clubs'", "best(p)": "max(p.hand by order)"},
    start=[{"shuffle": "stock"}, {"deal": 5, "to": "hand"}, {"draw": 3, "to": "discard"},
        {"draw": 2, "to": "column['spades']"}, {"move": "top(stock, 3)", "to": "me.taken"},
        {"set": {"card_held": "top(discard)", "pile_held": "top(stock, 2)", "players.score": "4",
            "mixed": "[listed, [1, 2]]"}},
        {"go": "turn"}],
)  # fmt: skip

EXPRESSIONS = """
    1 + 2 * n - 7 / 2 % 3 | -n | abs(-n) | abs(n - 9) | n / 0 | n % (n - 7) | nothing + 1 | 999999999 + n
    n > 6 and n < 8 | n > 8 or n == 7 | not n == 7 | n != 7 | nothing is none | n is not none | nothing < 3 | n <= 7
    [1, 2] < [1, 3] | 3 in listed | 'AS' in hand | card_held in discard | listed[1] | listed[9] | listed + 4
    listed - 1 | hand - top(hand) | hand + discard | count(hand - hand) | count(cards) | count(column)
    count(column['spades']) | column['hearts'] is empty | hand is not empty | any(hand) | discard is empty
    me | turn | players | others | next | direction | teams | team | members | suits | ranks | size | style == 'slow'
    card_held | card_held.rank | card_held == 'AS' | card_held != top(discard) | pile_held | top(taken).points
    players.score | players.hand | players.bid | next.hand | next.score | teams.won | top(column['clubs']).rank
    count(hand where suit == 'spades') | count(hand where high(it)) | players where count(hand where high(it)) > 1
    any(hand where order == max(hand by order)) | all(hand where points > 0) | all(players where any(hand where wild > 0))
    sum(hand by points) | sum(players by worth) | min(hand by order) | max(discard by points) | min(n, 3) | max(1, n, 2)
    highest(hand by order) | lowest(players by worth) | sort(hand by points) | sort(listed) | group(hand by suit)
    distinct(hand by suit) | map(hand by order) | reverse(listed) | first(listed) | last(listed) | take(listed, 2)
    first(hand where order > 99) | index(listed, 2) | index(listed, 5) | range(2, n) | range(n, 2) | count(range(1, size))
    top(stock) | top(stock, 2) | bottom(stock) | drawable(stock) | owner(top(hand)) | after(me) | after(me, n)
    around(next) | next(players where score > 3) | if(n > 8, 1, n > 6, 2, 3) | if(n > 9, n, nothing) | twice(n)
    twice(twice(n)) | worth | next.worth | poker(hand) | deadwood(hand, 3, 3) | melds(hand + discard, 2, 2)
    deadwood(hand, 3, 3, melds(discard, 2, 2)) | group(hand by suit) where count(it) > 1
    sum(group(hand by suit) by max(it by points)) | players where it != me and next.hand is not empty
    max(players by count(hand where suit == card_held.suit or rank == card_held.rank)) | map(players by team)
    pick(hand) | random(1, n) | ['a', 'b'] | true and false | best(me) | best(next) + best(me)
    hand where order == best(me) | players where best(it) == max(players by best(it)) | sum(players by twice(worth))
    count(hand where best(owner(it)) > best(next)) | mixed | count(mixed[0]) | mixed == [[3, 1, 2], [1, 2]]
    mixed[0][1] + n | sort(mixed) | listed in mixed | index(mixed, [1, 2]) | distinct(mixed) | mixed + listed
    mixed - listed | max(mixed) | players where worth > sum(players by worth) / count(players)
    sum(range(1, 9) by if(it > 6, it + 1, it + 2)) | range(1, 3) where it < count(hand where high(it))
    sum(players by count(hand where order == max(hand by order) and suit == card_held.suit))
"""  # noqa: E501 - one expression after the other
"""Expressions with all operators and functions."""


def expressions() -> list[str]:
    """Return the expressions, one by one."""
    return [one.strip() for one in EXPRESSIONS.replace("\n", "|").split("|") if one.strip()]


def digest(*parts: object) -> str:
    """Return eight hex digits that stand for these values."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:8]


def bare(value: Any) -> Any:
    """Return a value with the faces of cards in their places."""
    if isinstance(value, list):
        return [bare(one) for one in value]
    return (value.face, value.zone) if isinstance(value, Card) else value


def of_expression(source: str, *, hushed: bool = False, fuel: int = 50_000) -> list[Any]:
    """Return the digest of the value of an expression in an effect, and its cost."""
    compiled = GAME.compiled
    compiled.names.report = Report()
    reading, scope = Expressions(compiled.names), Scope(chance=True)
    typed = reading.value(reading.check(source, (), scope), scope)
    assert not compiled.names.report.failed, compiled.names.report.problems
    compiled.places = compiled.names.places
    table = dealt(GAME, 4)
    table.rng = Rng("07" * 16)
    r = Run(compiled, table, 0, hushed=hushed)
    r.fuel = fuel
    return [digest(bare(function_of(typed, ()).run(r))), fuel - r.fuel]


def of_game(game: DocumentGame, seats: int, seed: int, steps: int, **options: Any) -> Iterator[str]:
    """Yield a digest of the deal and of each step of a random game."""
    watch = TrialNotes()
    watched = game.with_trial_notes(watch)
    rng = Rng(f"{seed + 1:032x}")
    players = [f"p{seat + 1}" for seat in range(seats)]
    start = Start(watched, players, watched.options(options), f"{seed:032x}")
    try:
        table, events = start.deal()
    except Refused as refused:
        yield digest(refused.code, watch.cause)
        return
    yield digest(golden.digest(watched, table, events), encode(table), watch.cost, watch.cause)
    temper = Temper(rng)
    for _ in range(steps):
        if table.result is not None:
            return
        watch.clear()
        before = Moment(None, events, encode(table), start)
        step = next_step(watched, table, rng, temper, leaves=0.02)
        try:
            events = step.take(watched, table)
        except Refused as refused:
            table = before.table
            yield digest(refused.code, watch.cause)
        else:
            seen = golden.digest(watched, table, events)
            yield digest(seen, encode(table), watch.cost, watch.cause, sorted(watch.begun_phases))
            table = Moment(step, events, encode(table), start).table


def ahead(game: DocumentGame, seats: int, seed: int, steps: int, **options: Any) -> Iterator[str]:
    """Yield a digest of each step of a simulation."""
    try:
        table = dealt(game, seats, f"{seed:032x}", **options)
    except Refused:
        return
    chance = table.options
    copy = msgspec.json.decode(encode(table), type=DataTable)
    copy.options = chance
    world = SimulatedGame(game, copy, copy.rng, None, {})
    step: Any = world.simulation
    for _ in range(steps):
        can = step.legal_moves()
        offers = {id: msgspec.json.encode(list(forms)).decode() for id, forms in can.items()}
        following = world.next_actor()
        try:
            action = world.choose_at_random(*following) if following is not None else None
            if following is not None:
                world.carry_out(following[0], action, following[1])
            elif not world.pass_time():
                return
        except (Refused, Broken) as error:
            yield digest(sorted(offers.items()), type(error).__name__, str(error))
            return
        cost = 0 if action is None else step.step.r.fuel
        yield digest(sorted(offers.items()), encode(copy), cost)
        if copy.result is not None:
            return


def of_random(seed: int) -> list[str]:
    """Return the digests of a random document: its diagnostics, its game, its simulation."""
    data = json.dumps(Author(Random(seed)).document()).encode()
    game, told = check(data)
    found = [digest([(one.code, one.path, one.text, one.line, one.column) for one in told])]
    if game is None:
        return found
    found += of_game(game, 2 + seed % 3, seed, STEPS)
    return [*found, "ahead", *ahead(game, 2 + seed % 3, seed, STEPS_AHEAD)]


def of_ours(slug: str) -> list[str]:
    """Return the digests of a document of the project: a game of its last preset, and a simulation."""
    game, seats = DOCUMENTS[slug], usual_seats(DOCUMENTS[slug])
    options = game.presets[-1].options
    found = [*of_game(game, seats, 7, STEPS_OF_OURS, **options)]
    return [*found, "ahead", *ahead(game, seats, 11, STEPS_OF_OURS, **options)]


def record(seeds: range = SEEDS) -> dict[str, Any]:
    """Return all results."""
    return {
        "expressions": {source: of_expression(source) for source in expressions()},
        "random": {str(seed): of_random(seed) for seed in seeds},
        "ours": {slug: of_ours(slug) for slug in sorted(DOCUMENTS)},
    }


if __name__ == "__main__":
    if len(sys.argv) > 2:
        made = {str(seed): of_random(seed) for seed in range(int(sys.argv[1]), int(sys.argv[2]))}
        print(json.dumps(made, indent=0))
    else:
        lines = json.dumps(record(), indent=0, ensure_ascii=False)
        FILE.write_text(lines.replace('",\n"', '", "') + "\n", encoding="utf-8")
