"""Expressions are written as Python functions that say, and cost, what the closures do."""

from __future__ import annotations

import re
from contextlib import nullcontext
from typing import Any

import pytest

from cheat.documents.check.expressions import Expressions
from cheat.documents.check.typed_tree import Scope, Typed
from cheat.documents.compile import emit
from cheat.documents.compile.emit import Allowance, Writer, to_be_written
from cheat.documents.parse.diagnostics import Report
from cheat.documents.runtime.state import Broken, Run, ordered
from cheat.engine.rng import Rng

from .vocabulary import dealt, document, game_of

GAME = game_of(
    players={"min": 4, "max": 4, "team_size": 2},
    options={
        "size": {"label": "Size", "number": [1, 9], "default": 4},
        "style": {"label": "Style", "choice": {"fast": "Fast", "slow": "Slow"}, "default": "slow"},
    },
    deck={"use": "french_jokers", "points": {"else": "pips"}, "attributes": {"wild": {"X1": 1, "X2": 1}}},
    zones={**document()["zones"], "column": {"kind": "row", "seen": "all", "per": "suit"},
        "taken": {"kind": "pile", "seen": "all", "per": "team"}},
    vars={"card_held": "card", "pile_held": "cards", "n": 7, "nothing": "number", "listed": [3, 1, 2]},
    player_vars={"score": 0, "bid": "number"},
    team_vars={"won": 2},
    define={"twice(a)": "a + a", "worth": "sum(hand by points)",
        "high(c)": "c.order > 6 and c.suit != 'clubs'"},
    start=[{"shuffle": "stock"}, {"deal": 5, "to": "hand"}, {"draw": 3, "to": "discard"},
        {"draw": 2, "to": "column['spades']"}, {"move": "top(stock, 3)", "to": "me.taken"},
        {"set": {"card_held": "top(discard)", "pile_held": "top(stock, 2)", "players.score": "4"}},
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
    pick(hand) | random(1, n) | ['a', 'b'] | true and false
"""  # noqa: E501 - one expression after the other


def checked(source: str, *, rooms: bool = False) -> Typed:
    """A whole expression in an effect, for the first player; for `rooms` without how it is written."""
    compiled = GAME.compiled
    compiled.names.report = Report()
    expressions, scope = Expressions(compiled.names), Scope(chance=True)
    with nullcontext() if rooms else to_be_written():
        typed = expressions.value(expressions.whole(source, (), scope), scope)
    assert not compiled.names.report.failed, compiled.names.report.problems
    compiled.places = compiled.names.places
    return typed


def outcome(typed: Typed, *, hushed: bool, fuel: int = 50_000) -> tuple[Any, int]:
    """What an expression is, and what is left to spend."""
    table = dealt(GAME, 4)
    table.rng = Rng("07" * 16)
    r = Run(GAME.compiled, table, 0, hushed=hushed)
    r.fuel = fuel
    with to_be_written() if hushed else nullcontext():
        root = typed.charged()
    return ordered(root(r)), r.fuel


@pytest.mark.parametrize(
    "source", [one.strip() for one in EXPRESSIONS.replace("\n", "|").split("|") if one.strip()]
)
def test_what_is_written_is_what_closures_say(source):
    """The value, and the cost to the last step: with one less to spend both ways are broken."""
    typed = checked(source)
    writer = Writer(Allowance())
    writer.of(typed)
    assert not writer.calls, "all of it is written"
    value, left = outcome(typed, hushed=False)
    assert outcome(checked(source, rooms=True), hushed=False) == (value, left)
    assert typed.type.maybe or value != ordered(None), "what cannot be none is not"
    assert outcome(typed, hushed=True) == (value, left)
    assert outcome(typed, hushed=True, fuel=50_000 - left) == (value, 0)
    for hushed in (False, True):
        with pytest.raises(Broken):
            outcome(typed, hushed=hushed, fuel=50_000 - left - 1)


def test_nothing_that_an_author_wrote_is_compiled():
    """Neither texts nor names nor numbers that are long."""
    typed = checked(
        "style == 'slow' and 'import os' in ['evil()', '\\n'] and n < 123456789012 and card_held == 'AS'"
    )
    writer = Writer(Allowance())
    writer.of(typed)
    written = "\n".join(writer.lines)
    assert written
    for part in ("style", "slow", "import", "evil", "123456", "card_held", "AS"):
        assert part not in written
    assert outcome(typed, hushed=True) == outcome(typed, hushed=False)


def test_nor_anything_else_of_a_document(monkeypatch):
    """Names of zones, variables, options, moves, choices, phases, routines, definitions, and what is said."""
    written: list[str] = []

    def compiled(source: str, *args: Any) -> Any:
        written.append(source)
        return compile(source, *args)

    monkeypatch.setattr(emit, "compile", compiled, raising=False)
    game = game_of(
        options={
            "xopt": {"label": "Xlabel", "choice": {"xfast": "Fast", "xslow": "Slow"}, "default": "xslow"}
        },
        zones={**document()["zones"], "xzone": {"kind": "row", "seen": "all", "per": "suit"}},
        vars={"xvar": "card", "xnumber": 5, "xlist": [1, 2]},
        player_vars={"xmine": 0},
        define={"xdef(xa)": "xa.suit != 'clubs' and xopt == 'xslow'"},
        routines={"xrun(xb)": [
            {"move": "xb", "to": "xzone[xb.suit]", "say": "Xsaid {xb}."}, {"set": {"xvar": "xb"}}]},
        phases={
            "turn": {"moves": [{
                "name": "xmove", "if": "xnumber < 123456789",
                "pick": {"xpick": {"from": "hand", "where": "xdef(it)"}, "xto": {"player": "others"}},
                "do": [
                    {"let": {"xlet": "xnumber + 1"}},
                    {"each": "players", "as": "xp", "do": [{"add": {"xp.xmine": "xlet"}}]},
                    {"while": "xnumber > 3", "do": [{"add": {"xnumber": -1}}]},
                    {"set": {"xlist[0]": 7}}, {"run": "xrun(xpick)"}, {"draw": 2, "as": "xdrawn"},
                    {"know": "xto.hand", "lacks": "rank == 'A'"}, {"go": "xphase"}],
            }], "timeout": [{"next": "turn"}]},
            "xphase": {"start": [{"next": "turn"}]},
        },
    )  # fmt: skip
    table = dealt(game)
    ahead = game.quick_simulation(table)
    (form,) = ahead.legal_moves()["p1"]
    card = next(card for card in table.zones["hand:p1"].cards if not card.endswith("C"))
    ahead.act("p1", "xmove", {"xpick": [card], "xto": "p2"}, [form])
    assert [card] in [zone.cards for zone in table.zones.values() if zone.id.startswith("xzone")]
    assert len(written) > 4
    for part in ("x", "X", "slow", "clubs", "hand", "turn", "123456789", "AS"):
        words = set(re.findall(r"\w+", "\n".join(written)))
        assert not [word for word in words if word.startswith(part)], part


def test_what_would_be_too_long_stays_a_closure():
    doubled = {f"d{number}": f"d{number + 1} + d{number + 1}" for number in range(11)} | {
        "d11": "count(hand)"
    }
    game = game_of(define={**doubled, "all_of_it": "d0"}, standing="all_of_it")
    table = dealt(game)
    left = []
    for compiled in (game.compiled, game.written):
        of, place = compiled.standing
        r = Run(compiled, table, 0, hushed=compiled is game.written)
        r.v[place] = 0
        left.append((of(r), r.fuel))
    assert left[0] == left[1] == (3 * 2**11, left[0][1])


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many lines each function has that is written."""
    written: list[int] = []

    def counted(source: str, *args: Any) -> Any:
        written.append(len(source.splitlines()))
        return compile(source, *args)

    monkeypatch.setattr(emit, "compile", counted, raising=False)
    return written


def test_a_document_is_written_to_the_last_line_that_it_may_have(lines, monkeypatch):
    """What comes later stays a closure, and rules say and cost the same."""
    typed = checked("sum(range(1, 9) by if(it > 6, it + 1, it + 2))")
    monkeypatch.setattr(GAME.compiled, "allowed", Allowance())
    outcomes = [outcome(typed, hushed=True)]
    (needed,) = lines
    for left, functions in ((needed, 2), (needed - 1, 2), (0, 2)):
        GAME.compiled.allowed = Allowance(left)
        outcomes.append(outcome(typed, hushed=True))
        assert len(lines) == functions
    assert outcomes == [outcomes[0]] * 4


def test_no_document_is_written_beyond_what_it_may_have(lines):
    """Many functions of which each would be short enough; those who look ahead see no difference."""
    doubled = {f"d{number}": f"d{number + 1} + d{number + 1}" for number in range(6)} | {
        "d6": "count(hand where order > k)"
    }
    numbers = range(12)
    phases = {
        f"p{number}": {"moves": [{"name": "go", "do": [{"set": {"k": f"d0 % {number + 3}"}}, {"go": after}]}]}
        for number, after in zip(numbers, [*(f"p{number}" for number in numbers[1:]), "p0"], strict=True)
    }
    start = [{"deal": 3, "to": "hand"}, {"go": "p0"}]
    ends = []
    for allowed in (emit.MOST_WRITTEN, 2000):
        game = game_of(define=doubled, vars={"k": 0}, phases=phases, start=start, turn="p0")
        game.written.allowed = Allowance(allowed)
        lines.clear()
        table = dealt(game)
        ahead = game.quick_simulation(table)
        for _ in numbers:
            (form,) = ahead.legal_moves()["p1"]
            ahead.act("p1", "go", {}, [form])
        ends.append((table.values, ahead.step.r.fuel, sum(lines) > 2000))
    assert ends == [(ends[0][0], ends[0][1], True), (ends[0][0], ends[0][1], False)]
