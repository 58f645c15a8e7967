"""Explanations of rules in plain words, for the whole language and every document of the project."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from functools import reduce
from typing import Any

import pytest

from cheat.catalogue import DOCUMENTS
from cheat.documents import read_through
from cheat.documents.check.builtins import ARGUMENTS, BY
from cheat.documents.check.declarations import expression
from cheat.documents.check.expressions import Expressions
from cheat.documents.compile.scope import Names
from cheat.documents.explain import phrases
from cheat.documents.explain import rules as echo
from cheat.documents.parse.descriptions import STANDARD_NAMES
from cheat.documents.parse.printing import LEVELS
from cheat.documents.parse.schema import CARD_ATTRIBUTES, CHOICE_KINDS, EFFECT_KINDS
from cheat.documents.trials.examination import drafted
from cheat.i18n.languages import LANGUAGES
from cheat.i18n.messages import ENGLISH, Text
from tests.documents.small_documents import document, written

SPANISH = LANGUAGES["es"]
MOST_TRIED = 5
"""Number of values for a function that takes any number of values."""
RAW = re.compile(r"[{}\[\]]|==|!=|[<>]=?")
"""Text that occurs in documents but not in sentences. Texts of a document may have quotes."""
OWN: dict[str, Any] = {
    "options": {"rich": {"default": True}},
    "vars": {"led": "suit", "piles": "list"},
    "player_vars": {"score": 0},
    "define": {"fits(c)": "c.suit == led"},
}


def names() -> Names:
    found = read_through(written(document(**OWN))).names
    assert found is not None
    return found


def told(source: object, language: Any = ENGLISH) -> str:
    """Return an expression in plain words."""
    return str(language.say(echo.RulesWriter(names(), language).plainly(source)))


def happens(effect: dict[str, Any]) -> str:
    return ENGLISH.say(echo.RulesWriter(names(), ENGLISH).effect((), effect))


def test_all_that_the_language_has_has_words() -> None:
    assert phrases.STANDARD_NAMES.keys() == STANDARD_NAMES.keys()
    assert phrases.ATTRIBUTES.keys() == set(CARD_ATTRIBUTES)
    assert {*phrases.COMPARISONS, *phrases.OPERATORS, *phrases.UNARY_OPERATORS} == LEVELS.keys()
    assert phrases.CALLS.keys() == ARGUMENTS.keys()
    assert phrases.KEYED.keys() == BY
    assert phrases.EFFECTS.keys() == EFFECT_KINDS.keys()
    assert phrases.CHOICES.keys() == CHOICE_KINDS.keys()
    for kind in EFFECT_KINDS:
        assert hasattr(echo.RulesWriter, f"on_{kind}")


@pytest.mark.parametrize("name", sorted(ARGUMENTS))
def test_a_function_tells_all_its_values(name: str) -> None:
    least, most = ARGUMENTS[name]
    for count in range(least, min(most, MOST_TRIED) + 1):
        if name == "if" and count % 2 == 0:
            continue
        values = [f"value_{at}" for at in range(count)]
        sentence = told(f"{name}({', '.join(values)})")
        assert all(f"“{value}”" in sentence for value in values), sentence
        assert name == "if" or re.sub(r"“\w+”", "", sentence).strip(), sentence


def templates() -> Iterator[str]:
    """Yield all templates of the tables that have letters beside their slots."""

    def within(value: object) -> Iterator[str]:
        if isinstance(value, dict | tuple):
            for one in value.values() if isinstance(value, dict) else value:
                yield from within(one)
        elif isinstance(value, str | Text):
            yield value.template if isinstance(value, Text) else value

    for name, value in vars(phrases).items():
        if name.isupper():
            yield from (one for one in within(value) if re.search(r"[a-z]{2}", re.sub(r"\{\w+\}", "", one)))


def test_all_words_are_said_in_spanish() -> None:
    same = {one for one in templates() if SPANISH.translated(one) == one}
    assert len(set(templates())) > 100 and same == {"no"}


def parts_of(doc: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield all parts of a document with their paths."""
    yield path, doc
    if isinstance(doc, dict | list):
        for key, one in doc.items() if isinstance(doc, dict) else enumerate(doc):
            yield from parts_of(one, (*path, key))


def expressions_of(doc: Any) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield all plain values of a document. Seconds are not expressions."""
    for path, part in parts_of(doc):
        is_seconds = path[-1:] == ("time",) and not isinstance(part, str)
        if not isinstance(part, dict | list) and not is_seconds:
            yield path, part


@pytest.mark.parametrize("slug", sorted(DOCUMENTS))
def test_every_expression_that_is_checked_is_told_without_a_word_of_json(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: set[tuple[Any, ...]] = set()
    whole = Expressions.check

    def noted(self: Expressions, source: Any, path: Any, scope: Any) -> Any:
        checked.add((path, expression(source)))
        return whole(self, source, path, scope)

    monkeypatch.setattr(Expressions, "check", noted)
    found = read_through(DOCUMENTS[slug].source)
    assert found.names and found.doc
    english = {tuple(one.path): one.text for one in echo.echoes(found.doc, found.names)}
    asked = {path for path, one in expressions_of(found.doc) if (path, expression(one)) in checked}
    asked |= {("define", head) for head in found.doc.get("define", {})}
    assert len(asked) > 5 and asked - english.keys() == set()
    assert [(path, text) for path, text in english.items() if RAW.search(text) or not text] == []
    spanish = {tuple(one.path): one.text for one in echo.echoes(found.doc, found.names, SPANISH)}
    assert spanish.keys() == english.keys()
    assert not [text for text in spanish.values() if RAW.search(text)]


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("hand where suit == led", "the cards in your “hand” whose suit is “led”"),
        ("count(hand) > 1", "whether the number of cards in your “hand” is more than 1"),
        (
            "any(players where hand is empty)",
            "whether there is a player for whom their “hand” is empty",
        ),
        ("top(discard).suit", "the suit of the top card of “discard”"),
        (
            "not (rich and fits(top(discard)))",
            "whether it is not true that (the option “rich” is on and"
            " “fits” is true for the top card of “discard”)",
        ),
        (
            "if(rich, score * (2 + 3), -1)",
            "(your “score” times (2 plus 3)) if the option “rich” is on, else minus 1",
        ),
        ("me == turn", "whether the player who acts is the player on turn"),
        ("highest(players by score)", "those of all players with the highest “score”"),
        ("hand - it", "your “hand” without it"),
        ("players where it != turn", "all players except the player on turn"),
        ("hand where fits(it)", "the cards in your “hand” for which “fits” is true for that card"),
        ("first(players where score > count(players))",
         "the first player among all players for whom their “score” is more than the number of players"),
        ("not (led in suits)", "whether “led” is not among all suits"),
        ("led is none", "whether “led” has no value"),
        ("not any(hand where suit == led)", "whether there is no card in your “hand” whose suit is “led”"),
        ("any(hand where fits(it))",
         "whether there is a card in your “hand” for which “fits” is true for that card"),
        ("all(players where hand is empty)", "whether for every player, their “hand” is empty"),
        (True, "yes"),
    ],
)  # fmt: skip
def test_an_expression_in_plain_words(source: object, sentence: str) -> None:
    assert told(source) == sentence


@pytest.mark.parametrize(
    ("effect", "sentence"),
    [
        ({"move": "hand", "to": "discard", "show": "all", "say": "{me} shows {count(hand)}."},
         "Move the cards in your “hand” to “discard”, showing the faces to everybody,"
         " and say: “‹the player who acts› shows ‹the number of cards in your “hand”›.”"),
        ({"draw": 2, "as": "out"}, "Draw 2 cards from “stock” to your “hand”, called “out” from then on"),
        ({"deal": "all", "to": "hand"}, "Deal each player all cards from “stock” to their “hand”"),
        ({"know": "next.hand", "lacks": "suit == led"},
         "Everybody knows about the “hand” of the next player:"
         " there is no card for which its suit is “led”"),
        ({"go": "turn", "turn": "next"}, "Go on to the phase “turn”, and the turn goes to the next player"),
        ({"if": "all(players where hand is empty) and stock is empty", "then": []},
         "If (for every player, their “hand” is empty) and “stock” is empty:"),
        ({"each": "players", "as": "p", "do": []}, "For every player, called “p”:"),
        ({"end": True}, "The game is over, and the players who stand best win"),
    ],
)  # fmt: skip
def test_an_effect_in_plain_words(effect: dict[str, Any], sentence: str) -> None:
    assert happens(effect) == sentence


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("hand where fits(it)", "las cartas de tu “hand” para las que “fits” se cumple para esa carta"),
        ("players where hand is empty", "todos los jugadores para quienes no hay nada en su “hand”"),
        ("top(discard).suit", "el palo de la carta de arriba de “discard”"),
        ("first(players)", "el primer jugador entre todos los jugadores"),
    ],
)
def test_an_expression_as_it_is_spoken_in_spanish(source: str, sentence: str) -> None:
    assert told(source, SPANISH) == sentence


def test_spanish_words_that_meet_become_one() -> None:
    doc = document(start=[{"draw": 1, "to": "discard"}, {"go": "turn", "turn": "first(players)"}])
    found = read_through(written(doc))
    assert found.doc and found.names
    told = {tuple(one.path): one.text for one in echo.echoes(found.doc, found.names, SPANISH)}
    assert told["start", 0] == "Robar una carta del mazo “stock” para “discard”"


def test_what_cannot_be_read_has_no_echo_and_everything_else_has() -> None:
    doc = document(define={"bad": "count(", "good": "count(hand)"})
    found = read_through(written(doc))
    assert found.doc and found.names
    paths = [one.path for one in echo.echoes(found.doc, found.names)]
    assert ["define", "good"] in paths and ["define", "bad"] not in paths


BROKEN = ([], {}, None, 5, "any()", "if(led)", "((", [None])
"""Values that may occur anywhere while an author writes."""


@pytest.mark.parametrize("broken", BROKEN, ids=str)
def test_whatever_is_being_written_is_answered(broken: object) -> None:
    doc = json.loads(DOCUMENTS["hearts"].source)
    rules = ("define", "routines", "start", "phases", "triggers", "leave", "standing")
    places = [path for path, _ in parts_of(doc) if path and path[0] in rules][BROKEN.index(broken) :: 40]
    for path in places:
        changed = copy.deepcopy(doc)
        above = reduce(lambda part, key: part[key], path[:-1], changed)
        above[path[-1]] = broken
        drafted(written(changed), echo=True)
