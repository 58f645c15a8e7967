"""What asks say of themselves is there: forms, the clock's choice, pauses and options that they name."""

from __future__ import annotations

from typing import Any

import pytest

from cheat.engine.decisions import DecisionKind, Delay, ReactionWindow
from cheat.engine.forms import form
from cheat.engine.game import AnyGame
from cheat.games import BUILT_IN
from tests.games.toy import GAME as TOY

every_ask = pytest.mark.parametrize(
    ("game", "ask"),
    [(game, ask) for game in (*BUILT_IN, TOY) for ask in game.asks],
    ids=lambda one: one.id,
)


@every_ask
def test_an_ask_that_is_no_pause_offers_something(game: AnyGame, ask: DecisionKind[Any]) -> None:
    offers = bool(ask.always) or type(ask).forms is not DecisionKind.forms
    assert offers != isinstance(ask, Delay)


@every_ask
def test_what_an_ask_names_is_there(game: AnyGame, ask: DecisionKind[Any]) -> None:
    options = {spec.name for spec in game.specs()}
    assert {ask.clock} - {""} <= options
    assert {ask.behind} - {""} <= {one.id for one in game.asks if isinstance(one, Delay)}
    assert bool(ask.held) <= bool(ask.behind)
    for name in {ask.by_clock, *(one.name for one in ask.always)} - {""}:
        assert callable(getattr(ask, name))


def test_passing_is_carried_out_by_the_name_that_a_window_gives_it() -> None:
    class Named(ReactionWindow[Any]):
        id, way, answer = "named", "believe", form("object", "Object")

        def asked(self, t: Any) -> list[str]:
            return ["p1"]

        def pass_(self, t: Any, player: str) -> None:
            t.append(player)

        def close(self, t: Any) -> None:
            raise AssertionError

    passed: list[str] = []
    Named().carry_out(passed, "p1", "believe", {})
    assert passed == ["p1"]
