"""The look of a document's table: colours, sizes, backs, and nothing that a style sheet could run."""

from __future__ import annotations

import re

import pytest

from cheat.documents import check
from cheat.documents.parse.colours import COLOUR_NAMES, colour
from cheat.documents.parse.looks import BACKS, COLOURS, FONTS, LOOK_KEYS, OLDER_KEYS, OUR_FONTS
from cheat.documents.parse.pictures import PICTURE_KEYS

from .small_documents import document, game_of, written

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


@pytest.mark.parametrize("key", FONTS)
def test_a_font_is_one_of_ours_as_style_sheets_may_call_it(key: str) -> None:
    others = {
        "Luckiest Guy": "luckiest-guy",
        "'Patrick Hand', cursive": "patrick-hand",
        "Arial, CINZEL": "cinzel",
    }
    for stated, shown in {**{name: name for name in OUR_FONTS}, **others}.items():
        assert game_of(style={key: stated}).look == {key: shown}
    _, told = check(written(document(style={key: "bangrs"})))
    assert [(one.path, one.hint) for one in told] == [(f"style.{key}", "bangers")]


@pytest.mark.parametrize("key", [*COLOURS, *FONTS, "card_back"])
def test_whatever_could_be_more_than_a_colour_is_no_look(key: str) -> None:
    for hostile in HOSTILE:
        game, told = check(written(document(style={"help": "navy", key: hostile})))
        assert game is not None, "the rules are as they were"
        assert game.look == {}
        assert [(one.code, one.severity, one.path) for one in told] == [("shape", "warning", f"style.{key}")]


def test_a_look_that_is_none_is_told_with_what_was_meant() -> None:
    _, told = check(written(document(style={"tabel": "navy", "highlight": "firebrik", "help": "anything"})))
    assert [(one.path, one.hint) for one in told] == [
        ("style.tabel", "table"),
        ("style.highlight", "firebrick"),
    ]


@pytest.mark.parametrize(
    ("key", "stated", "shown"),
    [("card_width", 64, "64"), ("card_width", "64", "64"), ("card_width", 3, "40"),
        ("card_width", 10**6 - 1, "120"), ("card_height", 92, "92"), ("card_height", "0", "60"),
        ("card_height", 181, "180"), ("card_separation", 0, "0"), ("card_separation", "999", "180")],
)  # fmt: skip
def test_cards_are_as_large_as_an_author_wants_them_within_bounds(
    key: str, stated: object, shown: str
) -> None:
    assert game_of(style={key: stated}).look == {key: shown}
    for hostile in ("64px", "calc(9px)", "-64", "٦٤", " 64", "1e3", "", -64, 10**9):
        game, told = check(written(document(style={key: hostile})))
        assert game is not None and game.look == {}
        assert [(one.severity, one.path) for one in told] == [("warning", f"style.{key}")]


def test_an_author_may_call_looks_as_the_older_format_does() -> None:
    theirs = {"tableColor": "navy", "cardFrontColor": "white", "cardWidth": 64, "cardHeight": 92}
    game, told = check(written(document(style={**theirs, "cardBackImgName": "cardBack_green2.png"})))
    assert (game and game.look, told) == (
        {"table": "#000080", "card_front": "#ffffff", "card_width": "64", "card_height": "92",
            "card_back": "shields"}, [],
    )  # fmt: skip
    assert set(OLDER_KEYS.values()) == set(LOOK_KEYS) - set(PICTURE_KEYS)


def test_there_are_the_148_names_of_css() -> None:
    assert len(COLOUR_NAMES) == 148
    assert all(SAFE.fullmatch(f"#{value}") for value in COLOUR_NAMES.values())
