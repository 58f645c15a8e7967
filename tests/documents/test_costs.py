"""Rules pay for their work: no document gets much more work for its steps than another."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from cheat.documents import DocumentGame, check
from cheat.documents.compile.legal_moves import MOST_OFFERED, first_values
from cheat.documents.game.game import MOST_SHOWN, MOST_SHOWN_OF_ONE
from cheat.documents.game.phases import MOST_EVENT_BYTES
from cheat.documents.parse.descriptions import FUNCTIONS
from cheat.documents.parse.schema import CHOICE_KINDS, EFFECT_KINDS
from cheat.documents.runtime import hands
from cheat.documents.runtime.state import Broken, Run
from cheat.engine import engine
from cheat.engine.forms import Form
from cheat.engine.registry import DataTable
from cheat.errors import Refused
from tests.sampling import sampled

from . import random_rules
from .random_rules import MOST_VERSION
from .small_documents import act, dealt, document, evaluated, evaluator, game_of, playing, written

LONG_S = 2.0
"""Maximum processor time of an action on any machine.

Without limits, these rules took from 4 s to for ever.
"""
GROWTH = 4
"""Maximum ratio of the work of a step with large lists to that with small ones."""
MOST_WORK = 130
"""Maximum number of instructions for a step, as the mean of an expression or effect.

Each look at a face takes ten instructions, because it is counted.
"""
MOST_WORK_OF_LITTLE = 45
"""The same with lists of at most one item.

The list of all cards is left out, because it looks at each face.
"""
MOST_WORK_OF_CHOICE = 200
"""The same for a choice, which an action offers and checks once."""
BESIDE = 4
"""Steps that stand for the uncounted work of each effect."""
SMALL, LARGE = 6, 120

# Each of these rows once held a worker for seconds or for ever

R = "range(1, 600)"
LISTS = {"r": R, "aa": "map(r by r)", "aaa": "map(r by aa)", "aaaa": "map(r by aaa)"}
EQUAL_CARDS = {"suits": {"R": "red"}, "ranks": ["1", "2"], "count": {"1": 24}}
TWO_OF_A_KIND = {"suits": {"R": "red", "B": "blue"}, "ranks": ["1", "2"], "count": {"1": 12}}

HARD: dict[str, tuple[dict[str, Any], ...]] = {
    "fewer than no cards are dealt": (
        {"each": R, "as": "x", "do": [{"each": R, "as": "y", "do": [{"each": R, "as": "z", "do": [
            {"deal": "-1000", "from": "stock", "to": "hand"},
        ]}]}]},
    ),
    "nested lists are compared": ({"if": "aa == aa", "then": []},),
    "nested lists are compared three deep": ({"if": "aaa == aaa", "then": []},),
    "nested lists are compared four deep": ({"if": "aaaa == aaaa", "then": []},),
    "nested lists are put in order": ({"let": {"x": "sort(aaa)"}},),
    "nested lists are told apart": ({"let": {"x": "distinct(aaa)"}},),
    "nested lists are looked for": ({"let": {"x": "aa in aaa"}},),
    "nested lists grow in a variable": (
        {"set": {"held": "r"}}, *({"set": {"held": "map(r by held)"}} for _ in range(3)),
        {"if": "held == held", "then": []},
    ),
    "nested lists are chosen among": ({"let": {"x": "highest(r by aa)"}},),
    "lists are taken away": (
        {"each": "range(1, 40)", "as": "n", "do": [{"let": {"x": "r - reverse(r)"}}]},
    ),
    "a list is multiplied": ({"set": {"held": "[r]"}}, {"let": {"x": "first(held) * 1000000000000"}}),
    "lists hold themselves": ({"each": "r", "as": "n", "do": [{"set": {"held": "[held]"}}]},),
    "melds of equal cards": (
        {"each": "range(1, 24)", "as": "n", "do": [{"let": {"x": "deadwood(take(cards, n), 3, 3)"}}]},
    ),
    "the best five of many": (
        {"each": "range(6, 24)", "as": "n", "do": [{"let": {"x": "poker(take(cards, n))"}}]},
    ),
    "what is told grows when it is encoded": (
        {"each": "range(1, 17)", "as": "n", "do": [{"say": '"' * 390}]},
    ),
    "nested lists are told": ({"say": "{aa}"},),
    "large lists are told": ({"each": "r", "as": "n", "do": [{"say": "{r} {r} {r}"}]},),
    "much is told": ({"each": "r", "as": "n", "do": [{"say": "x" * 390}]},),
}  # fmt: skip


def hard(name: str, **changes: Any) -> DocumentGame:
    """Return a game with one move, which does one of these things."""
    moves = [{"name": "go", "do": [*HARD[name], {"next": "turn"}]}]
    return game_of(
        phases={"turn": {"moves": moves}}, define=LISTS, vars={"held": "list"}, start=[{"go": "turn"}],
        deck=EQUAL_CARDS, **changes,
    )  # fmt: skip


def took(do: Callable[[], Any]) -> float:
    """Return the processor time of a call in seconds."""
    began = time.process_time()
    do()
    return time.process_time() - began


@pytest.fixture(autouse=True)
def nothing_known() -> None:
    """Empty the caches, so that everything is computed again."""
    hands.forget_results()


def play_only_move(game: DocumentGame, table: DataTable) -> list[Any]:
    """Make the only move, which is carried out or refused. Return its events."""
    try:
        return act(game, table, "p1", "go")
    except Refused as refused:
        expect_broken(refused)
        return []


def expect_broken(refused: Refused) -> None:
    """Check that the offered move is refused for a single reason."""
    assert refused.code == "rules_broken"


@pytest.mark.parametrize("name", HARD)
def test_no_action_takes_long_or_tells_much(name):
    game = hard(name)
    table, told = dealt(game), list[Any]()
    assert took(lambda: told.extend(play_only_move(game, table))) < LONG_S
    assert len(msgspec.json.encode(told)) <= MOST_EVENT_BYTES


@pytest.mark.parametrize("name", ["nested lists are compared four deep", "melds of equal cards"])
def test_nor_does_what_is_looked_at_when_somebody_polls(name):
    """This holds for facts, marks, and for finding players that can act when time is up."""
    (effect,) = HARD[name]
    condition = effect.get("if", "any(range(1, 24) where deadwood(take(cards, it), 3, 3) < 0)")
    moves = {"moves": [{"name": "go", "if": condition, "do": [{"next": "turn"}]}]}
    game = game_of(
        phases={"turn": moves, "wait": {"time": 5, "timeout": [{"go": "turn"}]}}, define=LISTS,
        start=[{"go": "wait"}], deck=EQUAL_CARDS, shows=[{"label": "x", "value": condition}],
        marks=[{"label": "x", "if": condition}],
    )  # fmt: skip
    table = dealt(game)

    def look() -> None:
        for player in ("p1", "p2"):
            game.badges(table, player)
        game.facts(table, None)

    assert took(look) < LONG_S
    assert took(lambda: engine.expire(game, table, table.next_timeout())) < LONG_S
    assert table.result.reason == "rules_broken"


def test_who_asks_round_and_round_whether_anybody_can_do_something_is_refused():
    """A limit for each player's forms is not enough: a game could ask players without a move for ever."""
    dear = "count(cards where count(cards where order > 0) > 999) > 0"
    asking = {"who": "players", "moves": [{"name": "no", "if": dear, "do": [{"next": "turn"}]}]}
    moves = [{"name": "go", "do": [{"go": "one"}]}]
    game = game_of(
        phases={"turn": {"moves": moves}, "one": {**asking, "stuck": [{"go": "other"}]},
            "other": {**asking, "stuck": [{"go": "one"}]}},
        players={"min": 2, "max": 8},
    )  # fmt: skip
    table = dealt(game, 8)
    assert took(lambda: play_only_move(game, table)) < LONG_S


def test_forms_are_not_made_before_they_are_counted():
    same = {"from": "pile", "same": "it", "count": 1}
    moves = [{"name": "go", "pick": dict.fromkeys("abc", same), "do": [{"next": "turn"}]}]
    zones = {**document()["zones"], "pile": {"kind": "pile", "seen": "all"}}
    start = [{"move": "cards", "to": "pile"}, {"go": "turn"}]
    game = game_of(phases={"turn": {"moves": moves}}, zones=zones, start=start)
    table = dealt(game)
    assert took(lambda: engine.moves(game, table, "p1")) < LONG_S
    assert len(engine.moves(game, table, "p1")) == 64


def test_what_is_offered_and_shown_is_bounded_in_letters():
    labels = ["x" * 390] * 64
    pick = {"n": {"choice": "range(1, 64)", "labels": labels}}
    moves = [{"name": f"m{at}", "pick": pick, "do": [{"next": "turn"}]} for at in range(2)]
    shown = [{"label": f"{at} {'x' * 35}", "value": "range(1, 200)"} for at in range(20)]
    game = game_of(phases={"turn": {"moves": moves}}, shows=shown, marks=shown)
    table = dealt(game)
    assert len(msgspec.json.encode(engine.moves(game, table, "p1"))) < MOST_OFFERED
    for most, views in ((MOST_SHOWN, game.facts(table, None)), (MOST_SHOWN_OF_ONE, game.badges(table, "p1"))):
        assert most / 3 < len(msgspec.json.encode(views)) < 2 * most


def test_where_nobody_can_be_refused_little_is_told_of_what_was_too_much():
    phases = playing({"name": "go", "do": [{"next": "turn"}]})
    phases["turn"]["timeout"] = [*HARD["much is told"], {"next": "turn"}]
    game = game_of(phases=phases, define=LISTS)
    table = dealt(game)
    told = engine.expire(game, table, table.next_timeout())
    assert table.result.reason == "rules_broken"
    assert len(msgspec.json.encode(told)) < 16_384


def test_nested_lists_are_values_as_long_as_they_are_not_too_large():
    """Lists in a list with all cards of a game, and tables of numbers, are far below the limit."""
    effects = [{"set": {"held": "map(range(1, 70) by range(1, 70))"}}, {"set": {"held": "[[[[[[r]]]]]]"}}]
    for effect in effects:
        r = run_of(
            game_of(define=LISTS, vars={"held": "list"}, phases=playing({"name": "go", "do": [effect]}))
        )
        r.game.phases["turn"].moves[0].carry_out.run(r)
    for effect in (
        {"set": {"held": "map(range(1, 80) by range(1, 80))"}},
        {"set": {"held": "[[[[[[[[[1]]]]]]]]]"}},
    ):
        r = run_of(
            game_of(define=LISTS, vars={"held": "list"}, phases=playing({"name": "go", "do": [effect]}))
        )
        with pytest.raises(Broken):
            r.game.phases["turn"].moves[0].carry_out.run(r)


def run_of(game: DocumentGame) -> Run:
    return Run(game.compiled, dealt(game), 0)


def test_a_value_of_which_nobody_knew_the_type_becomes_none_where_it_does_not_belong():
    game = game_of(
        vars={"held": "list", "k": 7, "l": [1], "p": "player", "c": "card"},
        phases=playing({"name": "go", "do": [
            {"add": {"held": "['x']"}}, {"add": {"held": "[[1, 2]]"}}, {"add": {"held": "[99]"}},
            {"set": {"k": "held[1]", "l": "held[0]", "p": "held[2]", "c": "held[0]"}},
            {"add": {"k": "held[0]", "l": "held[2]"}}, {"next": "turn"}]}),
    )  # fmt: skip
    table = dealt(game)
    act(game, table, "p1", "go")
    assert table.values["k"] == 7
    assert table.values["l"] == [1, 99]
    assert (table.values["p"], table.values["c"]) == (None, None)


VAGUE = """
    l where hand is empty | count(l where score > 1) | l where rank == 'A' | map(l by rank) | l.rank | l.hand | l.score
    first(l).hand | first(l).score | first(l).rank | top(first(l).hand) | owner(first(l)) | after(first(l))
    around(first(l)) | next(l) | l where mine | map(l by worth) | count(first(l)) | sum(l) | count(first(l).hand)
    drawable(first(l).hand) | first(l).team | first(l).members | abs(first(l)) | poker(l) | poker_name(l) | deadwood(l, 3, 3)
    melds(l, 3, 3) | first(l) in l | hand - l | l + hand | top(l) | range(1, first(l)) | take(l, first(l))
    index(l, first(l)) | [1, 2][first(l)] | first(l)[0] | highest(l by rank) | sort(l) | max(l) | min(first(l), 2)
    random(1, first(l)) | any(first(l)) | all(first(l)) | first(l) is empty | first(l) < 2 | -first(l) | not first(l)
    first(l) + 1 | first(l) and true | reverse(first(l)) | first(first(l)) | distinct(first(l)) | group(l by hand)
    if(first(l), first(l), 1) | first(l) == hand | l where next.hand is empty | l.taken
"""  # noqa: E501 - one expression after the other


TEAMS: dict[str, Any] = {
    "players": {"min": 2, "max": 2, "team_size": 1},
    "zones": {**document()["zones"], "taken": {"kind": "pile", "seen": "all", "per": "team"}},
}
"""Parts of a document with two teams of one player, each of which has a pile."""


@pytest.mark.parametrize("items", ["[1, 2]", "[-5, 99]", "['a', 'b']", "[[1], [2]]", "[none, 1]", "hand"])
def test_an_item_of_which_nobody_knew_the_type_is_none_where_it_does_not_belong(items: str) -> None:
    game = game_of(
        **TEAMS,
        vars={"l": "list"},
        define={"mine": "hand is empty", "worth": "count(hand)"},
        start=[{"deal": 3, "to": "hand"}, {"set": {"l": items}}, {"go": "turn"}],
    )
    table = dealt(game)
    for expression in expressions(VAGUE):
        if "random" not in expression:
            evaluated(game, table, expression)
    is_seat = items in ("[1, 2]", "[none, 1]")
    assert evaluated(game, table, "count(l where count(hand) == 3)") == (1 if is_seat else 0)
    assert evaluated(game, table, "count(l where score == 0)") == (1 if is_seat else 0)
    assert evaluated(game, table, "count(l where order > 0)") == 0


KEYS = """
    score | team | goods | kept | top(kept_cards) | count(hand) | count(taken) | top(hand) | after(it) | order | rank
    points | -it | it + 1 | [score] | hand is empty | count(owner(top(discard)).hand) | owner(top(discard)).score
"""  # noqa: E501 - one expression after the other
OF_KEYS = """
    sort({s} by {k}) | sum({s} by {k}) | min({s} by {k}) | max({s} by {k}) | highest({s} by {k}) | lowest({s} by {k})
    group({s} by {k}) | sort(map({s} by {k})) | sum(map({s} by {k})) | max(map({s} by {k}))
"""  # noqa: E501


@pytest.mark.parametrize("values", ["[owner(top(discard)), me]", "[top(discard), first(hand)]", "l"])
def test_items_that_are_missing_have_keys_that_can_be_compared(values: str) -> None:
    game = game_of(
        **TEAMS,
        vars={"l": "list"},
        player_vars={"score": 0, "kept": "card", "kept_cards": "cards"},
        team_vars={"goods": 0},
    )
    table = dealt(game)
    table.values["l"] = ["a", 99, None, [1], -3, 1]
    tried = 0
    for key in expressions(KEYS):
        for template in expressions(OF_KEYS):
            with suppress(AssertionError):  # not an expression of this type
                asked = evaluator(game, table, template.format(s=values, k=key))
                asked()
                tried += 1
    assert tried > 60
    if values.startswith("[owner"):
        assert evaluated(game, table, f"sum({values} by count(hand))") == 3
        assert evaluated(game, table, f"sort({values} by score)") == [None, 0]


def test_items_of_a_variable_may_be_missing_although_it_begins_with_numbers() -> None:
    table = dealt(game := game_of(vars={"l": [1, 2]}))
    table.values["l"] = [3, None]
    assert evaluated(game, table, "sum(l)") == 3
    assert evaluated(game, table, "map(l by it % 2)") == evaluated(game, table, "[1, none]")
    assert evaluated(game, table, "sort(l)") == [None, 3]


@pytest.mark.parametrize(
    ("pick", "values"),
    [
        ({"from": "[top(discard), first(hand)]"}, 1),
        ({"from": "[top(discard), first(hand)] + hand", "where": "order > 0"}, 1),
        ({"from": "[top(discard), first(hand)]", "same": "rank"}, 1),
        ({"from": "[top(discard)]"}, 0),
        ({"choice": "[owner(top(discard)), me]"}, 1),
        ({"player": "[owner(top(discard)), me]"}, 1),
        ({"choice": "[owner(top(discard))]"}, 0),
    ],
)
def test_missing_cards_and_players_are_not_offered(pick: dict[str, Any], values: int) -> None:
    moves = [{"name": "go", "pick": {"a": pick}, "do": [{"next": "turn"}]}, {"name": "ok", "do": []}]
    game = game_of(phases={"turn": {"moves": moves}})
    offered = [form for form in engine.moves(game, dealt(game), "p1") if form.name == "go"]
    assert len(offered) == values


def test_an_effect_does_nothing_with_an_item_that_does_not_belong_there() -> None:
    effects = [
        {"each": "first(l)", "as": "x", "do": [{"draw": 1}]},
        {"move": "l", "to": "discard"},
        {"move": "hand", "to": "first(l)"},
        {"draw": "first(l)"},
        {"set": {"first(l).score": 5}},
        {"add": {"l[0]": 1}},
        {"say": "{l} {first(l)}"},
        {"reveal": "first(l)"},
        {"next": "turn"},
    ]
    for items in ("['a', 'b']", "[-5, 99]"):
        start = [{"deal": 3, "to": "hand"}, {"set": {"l": items}}, {"go": "turn"}]
        game = game_of(vars={"l": "list"}, start=start, phases=playing({"name": "go", "do": effects}))
        table = dealt(game)
        act(game, table, "p1", "go")
        assert [len(zone.cards) for zone in table.zones.values()] == [46, 0, 3, 3]
        assert table.values["score"] == [0, 0]


# What a step is worth


class Counted(int):
    """A number that counts its comparisons."""

    def __eq__(self, other: object) -> bool:
        return int.__eq__(self, other) is True

    def __lt__(self, other: int) -> bool:
        return int.__lt__(self, other)

    def __gt__(self, other: int) -> bool:
        return int.__gt__(self, other)

    def __hash__(self) -> int:
        return int.__hash__(self)


class Face(str):
    """A face of a card that counts its comparisons."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return str.__eq__(self, other) is True

    def __lt__(self, other: str) -> bool:
        return str.__lt__(self, other)

    def __hash__(self) -> int:
        return str.__hash__(self)


def instructions(do: Callable[[], Any]) -> int:
    """Return the number of Python instructions of a call: the same on every machine."""
    count = 0

    def trace(frame: Any, event: str, arg: Any) -> Any:
        nonlocal count
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        if event == "opcode":
            count += 1
        return trace

    sys.settrace(trace)
    try:
        do()
    finally:
        sys.settrace(None)
    return count


EXPRESSIONS = """
    l == m | l != m | aa == bb | aa < bb | l < m | near in aa | 0 in l | l + m | l - m | aa - bb | aa + bb | -n | n + 2
    n - 1 | n * 2 | n / 3 | n % 4 | n < 3 and n > 1 or not n == 2 | n <= 3 | n >= 3 | [l, m] | l[n] | l is empty
    c is none | any(l where it > 0) | all(l where it > 0) | count(l) | count(pile) | sum(l) | sum(l by it)
    min(l) | max(l) | max(aa) | min(n, 3) | highest(l) | lowest(aa) | highest(l by [it, it]) | sort(m) | sort(aa)
    sort(l by [it, it]) | group(l by 1) | group(l by it) | group(aa by it) | distinct(l) | distinct(aa) | map(l by n)
    map(aa by it) | reverse(l) | first(l) | last(l) | take(l, 2) | take(l, 600) | index(l, n) | index(aa, near)
    range(1, count(l)) | top(pile) | top(pile, 1) | top(pile, 600) | bottom(pile) | pile[0] | drawable(stock)
    owner(c) | owner(top(pile)) | owner(bottom(pile)) | after(me) | after(me, n) | around(me) | next(seats)
    if(n > 2, l, m) | abs(-n) | pick(l) | random(1, 600) | poker(take(pile, 24)) | poker_name(take(pile, 24)) | pile == pile | pile - pile
    pile + pile | bottom(pile) in pile | sort(pile by order) | group(pile by suit) | distinct(pile by rank)
    count(pile where suit == 'hearts') | cs | cs == cs | c | seats.score | seats.hand | players.hand | cards
    suits | ranks | others | turn | next | direction | players where count(hand) > n | column | count(column)
    deadwood(take(pile, 20), 3, 3) | melds(take(pile, 20), 3, 3) | deadwood(take(pile, 9), 3, 3, melds(pile, 3, 3))
    map(l by [it, it, it]) | sum(aa by count(it)) | first(aa) == last(bb) | any(aa where it == near) | aa - [near]
"""  # noqa: E501 - one expression after the other
EFFECTS: dict[str, list[Any]] = {
    "move": [{"move": "top(pile)", "to": "laid"}],
    "move the lowest": [{"move": "bottom(pile)", "to": "laid"}],
    "move all": [{"move": "pile", "to": "laid"}],
    "move all in another order": [{"move": "reverse(pile)", "to": "laid", "show": "all", "at": "bottom"}],
    "draw": [{"draw": 1, "from": "pile", "to": "laid"}],
    "draw all": [{"draw": "count(pile)", "from": "pile", "to": "laid", "as": "x", "say": "{me} draws."}],
    "deal": [{"deal": 1, "from": "pile", "to": "hand"}],
    "deal all": [{"deal": "all", "from": "pile", "to": "hand"}],
    "shuffle": [{"shuffle": "pile"}],
    "reveal": [{"reveal": "pile"}],
    "reveal hands": [{"reveal": "seats.hand"}],
    "set": [{"set": {"n": "n + 1", "c": "bottom(pile)"}}],
    "set lists": [{"set": {"l": "m"}}, {"set": {"any": "aa"}}, {"set": {"cs": "pile"}}],
    "set one item": [{"set": {"l[0]": "n"}}],
    "set of each": [{"set": {"seats.score": "n"}}],
    "add": [{"add": {"n": 1}}],
    "add to a list": [{"add": {"l": "m"}}],
    "add a list to a list": [{"add": {"any": "[m]"}}],
    "let": [{"let": {"x": "n"}}],
    "if": [{"if": "n > 1", "then": [{"let": {"x": "n"}}], "else": []}],
    "each": [{"each": "l", "as": "x", "do": []}],
    "while": [{"while": "n < 200", "do": [{"add": {"n": 1}}]}],
    "run": [{"run": "act(l)"}],
    "say": [{"say": "{me} has {n}, {c} and {l}."}],
    "say cards": [{"say": "{pile}"}],
    "say lists": [{"say": "{aa}", "to": "me"}],
    "know": [{"know": "hand", "lacks": "order > n"}, {"know": "hand", "has": "order > n"}],
    "go": [{"go": "turn"}],
    "next": [{"next": "turn"}],
    "pause": [{"pause": "turn"}],
    "end": [{"end": "players"}],
}
OF_TEAMS = {"team", "teams", "members", "leaver", "leave", "it"}


def expressions(listed: str) -> Iterator[str]:
    for one in listed.replace("\n", "|").split("|"):
        if one.strip():
            yield one.strip()


def priced(effects: list[Any]) -> DocumentGame:
    """Return a game with one move, with lists and piles of any sizes."""
    return game_of(
        deck={"use": "french", "copies": "5", "points": {"else": "pips"}, "attributes": {"wild": {"AS": 1}}},
        players={"min": 2, "max": 8},
        zones={
            **document()["zones"],
            "pile": {"kind": "pile", "seen": "all"},
            "laid": {"kind": "pile", "seen": "all"},
            "column": {"kind": "row", "seen": "all", "per": "suit"},
        },
        vars={"n": 2, "l": [0], "m": [0], "aa": "list", "bb": "list", "near": "list", "any": "list"}
        | {"cs": "cards", "c": "card"},
        define={"each_twice": "players + players", "seats": "take(each_twice + each_twice, count(l))"},
        routines={"act(x)": [{"let": {"y": "x"}}]},
        start=[{"shuffle": "stock"}, {"go": "turn"}],
        phases=playing({"name": "go", "do": effects or [{"next": "turn"}]}),
    )  # fmt: skip


def laid_out(game: DocumentGame, size: int) -> Run:
    """Return a table of four with lists and piles of this size, whose contents count the looks at them."""
    table = dealt(game, 4)
    every = [Face(card) for zone in table.zones.values() for card in zone.cards]
    for zone in table.zones.values():
        zone.cards = []
    table.zones["pile"].cards, table.zones["stock"].cards = every[:size], every[size:]
    side = round(size**0.5)
    ascending = [Counted(number) for number in range(size)]
    nested = [[Counted(number) for number in range(side)] for _ in range(side)]
    pile = table.zones["pile"].id
    at = list(table.zones).index(pile)
    table.values |= {
        "l": ascending, "m": [Counted(number) for number in range(size)], "aa": nested,
        "bb": [list(map(Counted, one)) for one in nested], "any": [[Counted(1)]],
        "near": [*map(Counted, range(side - 1)), Counted(-1)],
        "cs": [[face, at] for face in every[:size]], "c": [every[0], at],
    }  # fmt: skip
    r = Run(game.compiled, table, 0)
    r.fuel = r.words_left = 10**9
    return r


@pytest.fixture(autouse=True)
def no_end_of_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cheat.engine.table.MOST_STEPS", 10**9)


def worth(game: DocumentGame, size: int) -> tuple[float, int]:
    """Return the instructions of the one move for each of its steps, and the number of its steps."""
    r = laid_out(game, size)
    effects = game.compiled.phases["turn"].moves[0].carry_out
    effects.run(laid_out(game, 4))  # generated now
    count = instructions(lambda: effects.run(r))
    steps = 10**9 - r.fuel
    return count / max(1, steps), steps


CASES: dict[str, list[Any]] = {
    **{f"let {one}": [{"let": {"x": one}}] for one in expressions(EXPRESSIONS)},
    **EFFECTS,
}


@pytest.mark.parametrize("name", CASES)
def test_a_step_is_worth_the_same_work_however_large_lists_are(name):
    game = priced(CASES[name])
    small, _ = worth(game, SMALL)
    large, steps = worth(game, LARGE)
    assert large <= GROWTH * small, (small, large, steps)
    assert large * steps <= MOST_WORK * (steps + BESIDE), (small, large, steps)


PICKS: dict[str, dict[str, Any]] = {
    "cards": {"from": "pile", "count": [1, "n"]},
    "cards of a list": {"from": "cs", "count": [1, 600]},
    "cards where": {"from": "pile", "where": "order > n"},
    "cards alike": {"from": "pile", "same": "suit"},
    "cards alike by numbers": {"from": "cs", "same": "order % 5"},
    "cards alike by lists": {"from": "pile", "same": "near"},
    "cards of a list alike by lists": {"from": "cs", "same": "[near, [order % 2]]"},
    "player": {"player": "players where count(hand) < n"},
    "number among": {"choice": "take(l, 60)"},
    "card among": {"choice": "take(cs, 60)"},
    "list among": {"choice": "aa"},
    "number": {"number": ["min(l)", "max(l)"]},
    "yes": {"yes": "Yes"},
}
"""Choices of a move."""
DEPENDENT_PICKS: dict[str, dict[str, Any]] = {
    "a card after a card": {"a": {"from": "pile"}, "b": {"from": "pile", "where": "order != a.order"}},
    "cards after a card": {"a": {"from": "pile"}, "b": {"from": "cs", "where": "suit == a.suit", "count": 2}},
    "alike after a number": {"a": {"number": [1, "min(n, 60)"]}, "b": {"from": "pile", "same": "order % a"}},
    "a number after a value": {"a": {"choice": "take(l, 60)"}, "b": {"number": [0, "a"]}},
    "a value after a player": {"a": {"player": "players"}, "b": {"choice": "take(l, count(a.hand) + 50)"}},
    "three numbers": {
        "a": {"number": [1, "min(n, 20)"]}, "b": {"number": ["a", "min(n, 20)"]}, "c": {"number": ["b", 20]},
    },
}  # fmt: skip
"""Choices of a move that depend on each other."""


@pytest.mark.parametrize("name", [*PICKS, *DEPENDENT_PICKS])
def test_more_to_choose_from_costs_as_many_steps_as_it_is_work(name: str) -> None:
    """This holds for finding the legal moves, and for checking what was chosen."""
    pick = DEPENDENT_PICKS.get(name) or {"a": PICKS[name]}
    go = {"name": "go", "pick": pick, "do": [{"next": "turn"}]}
    wait = {"name": "wait", "do": [{"next": "turn"}]}
    game = game_of(**{**json.loads(priced([]).source), "phases": playing(go, wait)})
    moves = game.compiled.phases["turn"].moves_when_asked

    def work(size: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return instructions and steps, of finding and of checking."""
        r, forms, values = laid_out(game, size), list[Form](), dict[str, Any]()
        finding = instructions(lambda: moves.find.run(r, forms, 0)), 10**9 - r.fuel
        values |= first_values(r, forms[0])
        fuel = r.fuel
        return finding, (instructions(lambda: moves.accept["go"].run(r, values, 0)), fuel - r.fuel)

    work(SMALL)  # the functions are generated now
    for (small, few_steps), (large, many_steps) in zip(work(SMALL), work(LARGE), strict=True):
        assert large - small <= MOST_WORK_OF_CHOICE * (many_steps - few_steps + BESIDE)


@pytest.mark.parametrize("name", sampled(sorted({*CASES} - {"let cards"}), every=8))
def test_a_step_is_worth_no_more_work_where_lists_are_empty(name: str) -> None:
    """Each effect stands there five times, so that the work of the list itself hardly counts."""
    game = priced(CASES[name] * 5)
    for size in (0, 1):
        work, steps = worth(game, size)
        assert work * steps <= MOST_WORK_OF_LITTLE * (steps + BESIDE), (work, steps)


def test_everything_of_the_language_has_its_price_tried():
    words = set(re.findall(r"[a-z_]+", EXPRESSIONS))
    assert FUNCTIONS.keys() - words == set()
    assert {effect for effects in EFFECTS.values() for one in effects for effect in one} >= set(EFFECT_KINDS)
    operators = "== != < <= > >= in + - * / % and or not is where by"
    for operator in operators.split():
        assert f" {operator}" in EXPRESSIONS or f"{operator} " in EXPRESSIONS, operator


# The check itself

ONE_PHASE = {"moves": [{"name": "go", "do": [{"go": "p0"}]}]}
LARGER: dict[str, Callable[[int], dict[str, Any]]] = {
    "variables": lambda n: {"vars": {f"v{at}": at for at in range(n)}},
    "unknown names": lambda n: {
        "vars": {f"count{at}": 0 for at in range(n)},
        "define": {f"d{at}": f"count{at} + cuont{at}x" for at in range(n)},
    },
    "definitions": lambda n: {"define": {f"d{at}": f"count(hand) + {at}" for at in range(n)}},
    "definitions of definitions": lambda n: {
        "define": {f"d{at}": f"d{at + 1} + 1" for at in range(n)} | {f"d{n}": "1"}
    },
    "phases": lambda n: {
        "phases": {"turn": ONE_PHASE}
        | {f"p{at}": {"start": [{"go": f"p{at + 1}" if at + 1 < n else "turn"}]} for at in range(n)}
    },
    "moves": lambda n: {
        "phases": playing(*({"name": f"go{at}", "do": [{"next": "turn"}]} for at in range(n)))
    },
    "effects": lambda n: {"start": [*[{"let": {"x": "count(stock)"}}] * n, {"go": "turn"}]},
    "long expressions": lambda n: {
        "start": [{"let": {"x": "+".join(["count(hand)"] * (n // 3))}}, {"go": "turn"}]
    },
    "nested expressions": lambda n: {
        "start": [{"let": {"x": "(" * (n // 5) + "1" + ")" * (n // 5)}}, {"go": "turn"}]
    },
    "wrong shapes": lambda n: {"vars": {f"v{at}": {"no": at} for at in range(n)}},
    "routines": lambda n: {
        "routines": {f"r{at}": [{"run": f"r{at + 1}"}] if at + 1 < n else [] for at in range(n)}
    },
}  # fmt: skip
"""Parts of a document, by their size."""


@pytest.mark.parametrize("part", LARGER)
def test_check_takes_the_same_work_for_each_byte_however_large_a_document_is(part: str) -> None:
    def per_byte(size: int) -> float:
        data = written(document(**LARGER[part](size)))
        return instructions(lambda: check(data)) / len(data)

    assert per_byte(96) <= GROWTH * per_byte(24)


# Random rules, and processor time

HUNT_S = 3600
"""Processor time for which random rules are tried, in seconds."""
PLAIN_TIMES = GROWTH
"""Maximum ratio of the time of a slow step to the time of a plain one with as many steps."""


def test_random_rules_use_everything_of_the_language() -> None:
    words = set(
        re.findall(r"[a-z_]+", " ".join(part for parts in random_rules.PARTS.values() for part in parts))
    )
    assert FUNCTIONS.keys() - words == set()
    assert set(EFFECT_KINDS) - words == set()
    assert set(CHOICE_KINDS) - words == set()


@pytest.mark.parametrize("seed", range(0, 24, 3))
def test_rules_that_are_put_together_by_chance_come_to_an_end(seed: int) -> None:
    """The gate tries a few seeds. The test below tries random rules for an hour."""
    for number in range(seed, seed + 3):
        game = random_rules.random_rules(number)
        for step in () if game is None else random_rules.steps_of(game, number):
            assert step.seconds < LONG_S
            assert step.size <= MOST_VERSION


@pytest.mark.long
def test_no_rules_by_chance_take_long_or_tell_much() -> None:
    found = random_rules.hunt(HUNT_S)
    assert found.failed == []
    assert found.largest[0] <= MOST_VERSION, found
    for _, _, seed in found.too_slow:  # if the machine was slow, a plain step is slow, too
        assert times_as_slow(seed) <= PLAIN_TIMES, seed


def times_as_slow(seed: int) -> float:
    """Return how many times as long the slowest step takes as a plain one, measured in turns."""
    game, plain = random_rules.random_rules(seed), random_rules.plain()
    assert game is not None

    def once() -> float:
        slowest = max(step.seconds for step in random_rules.steps_of(game, seed))
        return slowest / took(lambda: play_only_move(plain, dealt(plain)))

    return min(once() for _ in range(3))


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
def test_a_step_takes_the_same_time_however_large_lists_are(name):
    """This uses processor time, which also counts the work within instructions.

    The sizes take turns, so that a slow phase of the machine slows all of them.
    """
    game = priced(CASES[name])
    do = game.compiled.phases["turn"].moves[0].carry_out.run
    best = dict.fromkeys((SMALL, LARGE, 2 * LARGE), 1.0)
    for _ in range(25):
        for size in best:
            r = laid_out(game, size)
            hands.forget_results()
            began = time.process_time()
            do(r)
            best[size] = min(best[size], (time.process_time() - began) / (10**9 - r.fuel + BESIDE))
    assert max(best.values()) <= GROWTH * best[SMALL], best
