"""Forms, the clock's choice, pauses and options that decision kinds name exist."""

from __future__ import annotations

from typing import Any

import pytest

from cheat.engine.decisions import DecisionKind, Delay, ReactionWindow
from cheat.engine.forms import form
from cheat.engine.game import AnyGame
from cheat.games import BUILT_IN
from tests.games.toy_game import GAME as TOY

every_kind = pytest.mark.parametrize(
    ("game", "kind"),
    [(game, kind) for game in (*BUILT_IN, TOY) for kind in game.decision_kinds],
    ids=lambda one: one.id,
)


@every_kind
def test_every_decision_but_a_delay_has_forms(game: AnyGame, kind: DecisionKind[Any]) -> None:
    offers = bool(kind.fixed_forms) or type(kind).forms is not DecisionKind.forms
    assert offers != isinstance(kind, Delay)


@every_kind
def test_names_in_a_decision_kind_exist(game: AnyGame, kind: DecisionKind[Any]) -> None:
    options = {spec.name for spec in game.specs()}
    assert {kind.clock} - {""} <= options
    assert {kind.after_delay} - {""} <= {one.id for one in game.decision_kinds if isinstance(one, Delay)}
    assert bool(kind.delay_prompt) <= bool(kind.after_delay)
    for name in {kind.timeout_form, *(one.name for one in kind.fixed_forms)} - {""}:
        assert callable(getattr(kind, name))


def test_window_may_rename_its_form_of_passing() -> None:
    class Named(ReactionWindow[Any]):
        id, passing_name, reaction = "named", "believe", form("object", "Object")

        def possible_reactors(self, t: Any) -> list[str]:
            return ["p1"]

        def pass_(self, t: Any, player: str) -> None:
            t.append(player)

        def close(self, t: Any) -> None:
            raise AssertionError

    passed: list[str] = []
    Named().carry_out(passed, "p1", "believe", {})
    assert passed == ["p1"]
