"""How a document wants its table to look: colours and backs, and nothing that a style sheet could run."""

from __future__ import annotations

import re

import pytest

from cheat.documents import check
from cheat.documents.colours import NAMED, colour
from cheat.documents.looks import BACKS, COLOURS

from .vocabulary import document, game_of, written

SAFE = re.compile(r"#[0-9a-f]{6}")
HOSTILE = (
    "red;}body{display:none", "url(//example.org/a)", "var(--ink)", "#12", "#12345g", "rgb(1,2,3)", "inherit",
    "expression(1)", "\\72 ed", "red\n", " red", "＃ffffff", "</style>", "image-set(x)", "٣٣٣",
)  # fmt: skip


@pytest.mark.parametrize(
    ("stated", "shown"),
    [("firebrick", "#b22222"), ("#FA0", "#ffaa00"), ("#0af8", "#00aaff"), ("#102030", "#102030"),
        ("#10203040", "#102030"), ("White", "#ffffff")],
)  # fmt: skip
def test_colours_are_told_by_name_or_number(stated: str, shown: str) -> None:
    assert colour(stated) == shown
    assert game_of(style={"table": stated}).look == {"table": shown}


def test_a_back_is_one_of_ours_also_by_its_older_name() -> None:
    for stated, shown in {**{name: name for name in BACKS}, "blue5": "discs", "red1": "wink"}.items():
        assert game_of(style={"card_back": stated}).look == {"card_back": shown}


@pytest.mark.parametrize("key", [*COLOURS, "card_back"])
def test_whatever_could_be_more_than_a_colour_is_no_look(key: str) -> None:
    for hostile in HOSTILE:
        game, told = check(written(document(style={"title": "navy", key: hostile})))
        assert game is not None, "the rules are as they were"
        assert game.look == {}
        assert [(one.code, one.severity, one.path) for one in told] == [("shape", "warning", f"style.{key}")]


def test_a_look_that_is_none_is_told_with_what_was_meant() -> None:
    _, told = check(written(document(style={"tabel": "navy", "highlight": "firebrik", "title": "anything"})))
    assert [(one.path, one.hint) for one in told] == [
        ("style.tabel", "table"),
        ("style.highlight", "firebrick"),
    ]


def test_there_are_the_148_names_of_css() -> None:
    assert len(NAMED) == 148
    assert all(SAFE.fullmatch(f"#{value}") for value in NAMED.values())
