"""Rules become Python functions, which contain no text of their author and are never long."""

from __future__ import annotations

import gc
import linecache
import re
import traceback
from typing import Any

import pytest

from cheat.documents.check.expressions import Expressions
from cheat.documents.compile import emit
from cheat.documents.compile.emit import Expr, Writer, function_of
from cheat.documents.compile.scope import Scope
from cheat.documents.parse.diagnostics import Report
from cheat.documents.runtime.state import Run
from cheat.engine import engine

from .recorded import GAME, expressions
from .small_documents import dealt, document, evaluated, game_of


def checked(source: str) -> Expr:
    """Return a checked expression in an effect, for the first player."""
    compiled = GAME.compiled
    compiled.names.report = Report()
    reading, scope = Expressions(compiled.names), Scope(chance=True)
    expr = reading.value(reading.check(source, (), scope), scope)
    assert not compiled.names.report.failed, compiled.names.report.problems
    compiled.places = compiled.names.places
    return expr


@pytest.fixture
def sources(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that collects the source of each compiled function."""
    written: list[str] = []

    def compiled(source: str, *args: Any) -> Any:
        written.append(source)
        return compile(source, *args)

    monkeypatch.setattr(emit, "compile", compiled, raising=False)
    return written


def test_an_expression_that_cannot_be_none_is_not() -> None:
    table = dealt(GAME, 4)
    for source in expressions():
        expr = checked(source)
        value = function_of(expr, ()).run(Run(GAME.compiled, table, 0))
        assert expr.type.maybe or value is not None, source


def test_nothing_that_an_author_wrote_is_compiled() -> None:
    """This holds for texts, names and long numbers."""
    expr = checked(
        "style == 'slow' and 'import os' in ['evil()', '\\n'] and n < 123456789012 and card_held == 'AS'"
    )
    writer = Writer()
    writer.of(expr)
    written = "\n".join(writer.lines)
    assert written
    for part in ("style", "slow", "import", "evil", "123456", "card_held", "AS"):
        assert part not in written


def test_nor_anything_else_of_a_document(sources: list[str]) -> None:
    """This holds for texts, and for names of zones, variables, options, moves, phases and so on."""
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
    (form,) = engine.moves(game, table, "p1")
    card = next(card for card in table.zones["hand:p1"].cards if not card.endswith("C"))
    engine.act(game, table, "p1", "xmove", {"xpick": [card], "xto": "p2", **form.ties}, 0, [form])
    assert [card] in [zone.cards for zone in table.zones.values() if zone.id.startswith("xzone")]
    assert len(sources) > 4
    for part in ("x", "X", "slow", "clubs", "hand", "turn", "123456789", "AS"):
        words = set(re.findall(r"\w+", "\n".join(sources)))
        assert not [word for word in words if word.startswith(part)], part


SUMS = {f"s{number}": " + ".join(["sum(hand by points)"] * 15) for number in range(8)}
LOOPS = {f"l{number}": f"count(players where l{number + 1} > 0)" for number in range(15)}
IFS = {
    f"i{number}": f"if(count(hand) > {number}, if(any(stock), 1, 2), i{number + 1})" for number in range(40)
}
LONG: dict[str, tuple[dict[str, str], str, int]] = {
    "sums": (SUMS, " + ".join(SUMS), 15 * 8 * 15),
    "loops": ({**LOOPS, "l15": "count(hand where order > 0)"}, "l0", 2),
    "conditions": ({**IFS, "i40": "3"}, "i0 + i0", 2),
}


@pytest.mark.parametrize("name", LONG)
def test_a_long_or_deep_expression_becomes_several_short_functions(name: str, sources: list[str]) -> None:
    define, source, value = LONG[name]
    game = game_of(deck={"use": "french", "points": {"else": 5}}, define=define, standing=source)
    table = dealt(game)
    assert game.compiled.standing is not None
    assert game.compiled.standing.run(Run(game.compiled, table, 0), 0) == value
    assert len(sources) > 3
    assert all(len(one.splitlines()) < 1.5 * emit.MOST_LINES for one in sources)


def test_long_effects_become_several_short_functions(sources: list[str]) -> None:
    """Names that the first function binds are valid in all of them."""
    effects = [{"let": {"a": "k + 1", "b": "2"}}]
    effects += [{"if": "k < 9999", "then": [{"add": {"k": "a * b"}}]} for _ in range(300)]
    game = game_of(vars={"k": 0}, start=[{"deal": 1, "to": "hand"}, *effects, {"go": "turn"}])
    assert dealt(game).values["k"] == 600
    assert len(sources) > 4
    assert all(len(one.splitlines()) < 1.5 * emit.MOST_LINES for one in sources)


def test_a_definition_that_is_used_often_is_written_once(sources: list[str]) -> None:
    """So the code of a document does not grow faster than its text."""
    doubled = {f"d{number}(a)": f"d{number + 1}(a) + d{number + 1}(a + 1)" for number in range(10)}
    game = game_of(define={**doubled, "d10(a)": "count(hand where order > a)"}, standing="d0(1)")
    table = dealt(game)
    run = Run(game.compiled, table, 0)
    assert game.compiled.standing is not None
    in_hand = [game.compiled.deck.kinds[card].values[2] for card in table.zones["hand:p1"].cards]
    expected = sum([1 for bits in range(2**10) for order in in_hand if order > 1 + bits.bit_count()])
    assert game.compiled.standing.run(run, 0) == expected
    assert sum([len(one.splitlines()) for one in sources]) < 500


def test_an_expression_is_kept_for_the_right_loop_in_a_function_of_its_own() -> None:
    """The best card of each player is found once for each, although the definition is a function."""
    define = {
        "best": "max(hand by order)",
        "top_one(c)": "c.order == best or c.order == max(hand by order) or c.order == max(hand by order)",
    }
    game = game_of(define=define)
    table = dealt(game, 3)
    found = "sum(players by count(hand where top_one(it)))"
    again = "sum(players by count(hand where top_one(it) and top_one(it)))"
    both = evaluated(game, table, found), evaluated(game, table, again)
    orders = [
        [game.compiled.deck.kinds[card].values[2] for card in table.zones[f"hand:p{seat}"].cards]
        for seat in (1, 2, 3)
    ]
    expected = sum([sum([one == max(hand) for one in hand]) for hand in orders])
    assert both == (expected, expected)


def test_a_traceback_shows_the_place_in_the_document_and_the_generated_line() -> None:
    game = game_of(standing="sum(hand by points)")
    table = dealt(game)
    assert game.compiled.standing is not None
    run = Run(game.compiled, table, 0)
    run.zones = []
    with pytest.raises(IndexError) as caught:
        game.compiled.standing.run(run, 0)
    told = "".join(traceback.format_exception(caught.value))
    assert "<small:standing:" in told and "len(r_zones[" in told


def test_sources_of_a_document_are_gone_with_it() -> None:
    before = {*linecache.cache}
    game = game_of()
    dealt(game)
    titles = linecache.cache.keys() - before
    assert titles
    del game
    gc.collect()
    assert titles.isdisjoint(linecache.cache)
