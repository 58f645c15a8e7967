"""Names that are also functions, names or operators of the language: what it gets later breaks no game."""

from __future__ import annotations

from typing import Any

import pytest

from cheat.documents import compiled, read_through
from cheat.documents.check import builtins, declarations
from cheat.documents.check.builtins import ARGUMENTS
from cheat.documents.explain.rules import RulesWriter
from cheat.documents.parse import expressions
from cheat.documents.parse.default_looks import kind_of
from cheat.documents.parse.descriptions import FUNCTIONS, STANDARD_NAMES
from cheat.documents.trials.examination import examined
from cheat.documents.trials.reports import no_time_limit
from cheat.i18n.messages import ENGLISH

from .small_documents import dealt, document, doing, evaluated, found, game_of, playing, written

DEFINABLE = [name for name in ARGUMENTS if name not in STANDARD_NAMES]
"""All functions but `next`, which is also the name of a player, and always was."""


def with_own(name: str, **more: Any) -> dict[str, Any]:
    """Return a document in which `name` adds one to a number, and a game ends when it has done so."""
    moves = [
        {
            "name": "play",
            "if": f"{name}(1) == 2",
            "pick": {"card": {"from": "hand", "where": f"{name}(order) > 1"}},
            "do": [{"add": {"score": f"{name}(0)"}}, {"if": "score == 1", "then": [{"end": "me"}]}],
        }
    ]
    return document(define={f"{name}(a)": "a + 1"}, phases={"turn": {"moves": moves}}, **more)


@pytest.mark.parametrize("name", DEFINABLE)
def test_a_definition_hides_the_function_of_its_name_with_a_warning(name: str) -> None:
    doc = with_own(name)
    assert [(one.severity, one.code, one.path) for one in found(doc)] == [
        ("warning", "shadow", f"define.{name}(a)")
    ]
    game = compiled(written(doc))
    assert evaluated(game, dealt(game), f"{name}({name}(5))") == 7
    result = examined(written(doc), no_time_limit, 2)
    assert (result.is_sound, result.games) == (True, 2)
    names = read_through(written(doc)).names
    assert names is not None
    writer = RulesWriter(names, ENGLISH)
    assert ENGLISH.say(writer.plainly(f"{name}(5)")) == f"“{name}” for 5"
    assert ENGLISH.say(writer.condition_of(f"{name}(5)")) == f"“{name}” is true for 5"
    assert ENGLISH.say(writer.condition_of(f"not {name}(5)")) == f"“{name}” is not true for 5"
    assert kind_of(doc) == kind_of(document())


def test_a_definition_without_parameters_hides_a_function_too() -> None:
    game = game_of(define={"sum": "4"})
    assert evaluated(game, dealt(game), "sum + 1") == 5
    codes = {one.code for one in found(document(define={"sum": "4", "other": "sum(players)"}))}
    assert codes == {"shadow", "unused", "type"}, "no name means two things in one document"


def test_a_definition_cannot_use_the_function_that_it_hides() -> None:
    codes = [one.code for one in found(document(define={"count(a)": "count(a) + 1"}))]
    assert "recursion" in codes


def test_a_function_that_is_new_in_a_release_changes_no_published_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = written(with_own("doubled"))
    before = compiled(data)
    assert found(with_own("doubled")) == []
    help = FUNCTIONS["abs"]
    monkeypatch.setitem(ARGUMENTS, "doubled", (2, 2))  # type: ignore[index]
    monkeypatch.setattr(declarations, "FUNCTIONS", {**FUNCTIONS, "doubled": help})
    monkeypatch.setattr(
        builtins.Functions, "on_doubled", lambda *_: pytest.fail("the definition is meant"), raising=False
    )
    after = compiled(data)
    assert (after.id, evaluated(after, dealt(after), "doubled(5)")) == (before.id, 6)
    assert [one.code for one in found(with_own("doubled"))] == ["shadow"]


# Names that all documents have


DECLARING = {
    "vars": lambda name: {"vars": {name: 1}},
    "player_vars": lambda name: {"player_vars": {name: 1}},
    "define": lambda name: {"define": {name: "1"}},
    "options": lambda name: {"options": {name: {"number": [0, 9], "default": 1}}},
}


@pytest.mark.parametrize("part", DECLARING)
@pytest.mark.parametrize("name", STANDARD_NAMES)
def test_a_declared_name_hides_the_standard_name_with_a_warning(part: str, name: str) -> None:
    stop = playing(doing({"end": True}))
    doc = document(**DECLARING[part](name), phases=stop, standing=f"{name} + 1")
    shadows = [(one.severity, one.code, one.path) for one in found(doc)]
    assert shadows == [("warning", "shadow", f"{part}.{name}")]
    game = compiled(written(doc))
    assert evaluated(game, dealt(game), f"{name} + 1") == 2
    names = read_through(written(doc)).names
    assert names is not None
    assert f"“{name}”" in ENGLISH.say(RulesWriter(names, ENGLISH).plainly(f"{name} + 1"))


def test_a_variable_can_be_set_if_it_hides_a_standard_name() -> None:
    start = [{"deal": 3, "to": "hand"}, {"set": {"direction": 7}}, {"go": "turn"}]
    game = game_of(vars={"direction": 1}, start=start)
    assert evaluated(game, dealt(game), "direction") == 7


def test_a_choice_keeps_its_meaning_for_later_choices() -> None:
    pick = {"leaver": {"player": "others"}, "card": {"from": "hand", "where": "leaver != me"}}
    doc = document(phases={"turn": {"moves": [{"name": "play", "pick": pick, "do": [{"end": "leaver"}]}]}})
    assert [(one.severity, one.code) for one in found(doc)] == [("warning", "shadow")]


def test_an_operator_that_is_new_in_a_release_changes_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expressions, "COMPARISONS", expressions.COMPARISONS | {"beats"})
    tree = expressions.parse("beats beats beats(hand) and not beats")
    assert isinstance(tree, expressions.Binary)
    assert isinstance(tree.left, expressions.Binary)
    assert (tree.left.op, tree.left.left) == ("beats", expressions.Name(0, 5, "beats"))
    assert isinstance(tree.left.right, expressions.Call)
