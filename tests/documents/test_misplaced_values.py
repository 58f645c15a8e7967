"""A value of the wrong shape is reported at its place or nearby, and nothing breaks."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from cheat.documents import check

from .small_documents import SMALL, document, doing, found, written

EVERYTHING = document(
    version="1.0.0", summary={"en": "Small", "es": "Pequeño"}, minutes="5", rules="None.", tags=["a"],
    author="A", licence="CC0", players={"min": 2, "max": 4, "team_size": 2, "allowed": [2, 4]},
    options={"many": {"label": "Many", "number": [1, 9], "default": 3},
        "way": {"label": "Way", "help": "Which", "choice": {"up": "Up", "down": "Down"}, "default": "up"}},
    presets=[{"name": "Usual", "options": {"many": 4}}],
    deck={"suits": {"R": "red", "B": "blue"}, "ranks": ["1", "2", "3"], "names": {"red": "Red"},
        "count": {"1": 20}, "extra": {"W": {"name": "Wild", "count": 2, "text": "Any"}}, "copies": "1",
        "remove": "points > 99", "order": ["1", "2", "3"], "points": {"W": 50, "else": "pips"},
        "attributes": {"wild": {"W": 1}}},
    zones={**SMALL["zones"], "hand": {**SMALL["zones"]["hand"], "label": "Hand", "sort": ["suit", "order"]},
        "aside": {"kind": "row", "seen": "team", "per": "team", "refill_all": "stock"}},
    vars={"held": "card", "row": [1, 2], "secret": {"start": 0, "seen": "all"}}, team_vars={"won": 0},
    define={"fits(c)": "c.suit == 'red'"}, routines={"grow(n)": [{"add": {"row": "n"}}]},
    phases={
        "turn": {"who": "turn", "prompt": "Play.", "time": "9", "timeout": "go", "stuck": [{"next": "turn"}],
            "start": [{"run": "grow(1)"}], "moves": [doing(
                {"let": {"a": "1"}}, {"if": "a == 1", "then": [{"shuffle": "stock"}], "else": []},
                {"each": "players", "as": "p", "do": [{"know": "p.hand", "has": "fits(it)"}]},
                {"while": "false", "do": []}, {"reveal": "hand", "to": "owner"},
                {"move": "some", "to": "discard", "at": "bottom", "show": "all"}, {"draw": 1, "as": "got"},
                {"set": {"row[0]": 2}}, {"say": "{me}", "tone": "good", "to": "next"},
                {"go": "on", "turn": "me"},
                label="Go", tone="primary", help="Do", confirm="Sure?", say="Done.", **{"if": "true"}, pick={
                    "some": {"from": "hand", "where": "fits(it)", "count": [1, 2], "same": "rank"},
                    "to": {"player": "others"}, "n": {"number": [1, "many"]}, "ok": {"yes": "Yes"},
                    "v": {"choice": "[1, 2]", "labels": ["One", "Two"]}})]},
        "on": {"time": 1.5, "timeout": [{"pause": "last"}]},
        "last": {"who": "players", "optional": True, "moves": [doing(name="by", by="others")],
            "done": [{"end": "players"}]},
    },
    turn="turn", triggers=[{"if": "count(stock) == 0", "do": [{"end": True}]}],
    leave={"cards_to": "stock", "shuffle": True, "keep": ["aside"], "do": [], "bot": False},
    standing="[score, won]", shows=[{"label": "Row", "value": "row[0]", "if": "true"}],
    marks=[{"label": "Won", "value": "won", "tone": "good"}],
    bots={"weights": {"go": 2}, "good": "score"}, style={"table": "navy", "card_width": 64},
)  # fmt: skip
OTHERS = (
    None, True, -1, 10**12, 1.5, "", "x", "none", "hand where", "{", [], [[]], [0], {}, {"x": 1}, {"en": ""},
    [{"say": "{hand}"}],
)  # fmt: skip
"""Values of other shapes."""


def places(part: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the paths of all parts of a document."""
    items = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for key, value in items:
        yield (*path, key)
        yield from places(value, (*path, key))


def test_the_document_that_has_everything_is_a_game() -> None:
    assert [one for one in found(EVERYTHING) if one.severity == "error"] == []


def test_whatever_stands_anywhere_breaks_nothing(request: pytest.FixtureRequest) -> None:
    """The gate tries one value at each place, `make mutants` all values at every place."""
    every = request.config.getoption("mutants")
    for number, path in enumerate(places(EVERYTHING)):
        for other in OTHERS if every else OTHERS[number % len(OTHERS) :][:1]:
            doc = copy.deepcopy(EVERYTHING)
            part = doc
            for key in path[:-1]:
                part = part[key]
            part[path[-1]] = other
            game, told = check(written(doc))
            assert game is not None or any(one.severity == "error" for one in told), (path, other)


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"options": {"n": {"number": ["1", 2], "default": 1}}}, "options.n.number[0]"),
        ({"zones": {**SMALL["zones"], "a": {"kind": "row", "seen": "all", "sort": [1]}}}, "zones.a.sort[0]"),
        ({"players": {"min": 2, "max": 3, "allowed": [2, "3"]}}, "players.allowed[1]"),
        ({"summary": {"en": 1}}, "summary.en"),
        ({"deck": {"use": "french", "order": ["2", 3]}}, "deck.order[1]"),
    ],
)
def test_what_is_wrong_within_a_list_or_a_text_is_told_at_its_place(changes: Any, path: str) -> None:
    assert ("shape", path) in [(one.code, one.path) for one in found(document(**changes))]
