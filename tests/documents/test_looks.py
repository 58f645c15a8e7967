"""The look of a document's table: colours, sizes, backs, and nothing that a style sheet could run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

from cheat.catalogue import DOCUMENTS
from cheat.documents import check
from cheat.documents.parse.colours import COLOUR_NAMES, colour
from cheat.documents.parse.default_looks import KINDS, kind_of, look_with_defaults
from cheat.documents.parse.looks import (
    BACKS,
    COLOURS,
    FONTS,
    LOOK_KEYS,
    OLDER_KEYS,
    OUR_FONTS,
    SIGNS,
    look_of,
)
from cheat.documents.parse.pictures import PICTURE_KEYS
from cheat.i18n.messages import ENGLISH

from .small_documents import dealt, document, game_of, written

SAFE = re.compile(r"#[0-9a-f]{6}")
HOSTILE = (
    "red;}body{display:none", "url(//example.org/a)", "var(--ink)", "#12", "#12345g", "rgb(1,2,3)", "inherit",
    "expression(1)", "\\72 ed", "red\n", " red", "＃ffffff", "</style>", "image-set(x)", "٣٣٣",
)  # fmt: skip


def own_look(**changes: Any) -> dict[str, str]:
    """Return the part of a look that the author states."""
    return look_of(document(**changes))


@pytest.mark.parametrize(
    ("stated", "shown"),
    [("firebrick", "#b22222"), ("#FA0", "#ffaa00"), ("#0af8", "#00aaff"), ("#102030", "#102030"),
        ("#10203040", "#102030"), ("White", "#ffffff")],
)  # fmt: skip
def test_colours_are_told_by_name_or_number(stated: str, shown: str) -> None:
    assert colour(stated) == shown
    assert own_look(style={"table": stated}) == {"table": shown}


def test_a_back_is_one_of_ours_also_by_its_older_name() -> None:
    for stated, shown in {**{name: name for name in BACKS}, "blue5": "discs", "red1": "wink"}.items():
        assert own_look(style={"card_back": stated}) == {"card_back": shown}


@pytest.mark.parametrize("key", FONTS)
def test_a_font_is_one_of_ours_as_style_sheets_may_call_it(key: str) -> None:
    others = {
        "Luckiest Guy": "luckiest-guy",
        "'Patrick Hand', cursive": "patrick-hand",
        "Arial, CINZEL": "cinzel",
    }
    for stated, shown in {**{name: name for name in OUR_FONTS}, **others}.items():
        assert own_look(style={key: stated}) == {key: shown}
    _, told = check(written(document(style={key: "bangrs"})))
    assert [(one.path, one.hint) for one in told] == [(f"style.{key}", "bangers")]


@pytest.mark.parametrize("key", [*COLOURS, *FONTS, "card_back"])
def test_whatever_could_be_more_than_a_colour_is_no_look(key: str) -> None:
    for hostile in HOSTILE:
        game, told = check(written(document(style={"help": "navy", key: hostile})))
        assert game is not None, "the rules are as they were"
        assert look_of(game.doc) == {}
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
    assert own_look(style={key: stated}) == {key: shown}
    for hostile in ("64px", "calc(9px)", "-64", "٦٤", " 64", "1e3", "", -64, 10**9):
        game, told = check(written(document(style={key: hostile})))
        assert game is not None and look_of(game.doc) == {}
        assert [(one.severity, one.path) for one in told] == [("warning", f"style.{key}")]


def test_an_author_may_call_looks_as_the_older_format_does() -> None:
    theirs = {"tableColor": "navy", "cardFrontColor": "white", "cardWidth": 64, "cardHeight": 92}
    game, told = check(written(document(style={**theirs, "cardBackImgName": "cardBack_green2.png"})))
    assert (game and look_of(game.doc), told) == (
        {"table": "#000080", "card_front": "#ffffff", "card_width": "64", "card_height": "92",
            "card_back": "shields"}, [],
    )  # fmt: skip
    assert set(OLDER_KEYS.values()) < set(LOOK_KEYS) - set(PICTURE_KEYS)


def test_there_are_the_148_names_of_css() -> None:
    assert len(COLOUR_NAMES) == 148
    assert all(SAFE.fullmatch(f"#{value}") for value in COLOUR_NAMES.values())


def test_no_document_has_the_back_of_another_game_by_chance() -> None:
    games = {slug: game.look for slug, game in DOCUMENTS.items()}
    assert {look["card_back"] for look in games.values()} == {"lattice", "tiles", "stars"}
    assert {games[slug]["card_back"] for slug in ("hearts", "poker")} == {"lattice"}
    assert games["mus"]["card_back"] == "tiles"
    assert not {look["theme"] for look in games.values()} & {"linen", "sky"}
    alike = {(look["card_back"], look["card_back_colour"]) for look in games.values()}
    assert len(alike) >= 8


@pytest.mark.parametrize(
    ("changes", "back", "theme"),
    [
        ({"deck": {"suits": {"r": "red", "b": "Blue"}, "ranks": ["1", "2"]}}, "bars", "petrol"),
        ({"deck": {"suits": {"o": "owls", "b": "blue"}, "ranks": ["1", "2"]}}, "stars", "petrol"),
        ({"deck": {"use": "spanish48"}, "tags": ["Luck"]}, "tiles", "plum"),
        ({"tags": ["mine", "poker"]}, "lattice", "forest"),
        ({"tags": ["shedding"], "style": {"card_back": "paws", "theme": "sky"}}, "paws", "sky"),
    ],
)
def test_deck_and_kind_of_game_decide_the_default_look(
    changes: dict[str, Any], back: str, theme: str
) -> None:
    look = look_with_defaults(document(**changes))
    assert (look["card_back"], look["theme"]) == (back, theme)


def test_rules_show_the_kind_of_a_game_without_tags() -> None:
    row = {"trick": {"kind": "row", "seen": "all", "per": "player"}}
    zones = document()["zones"]
    assert kind_of(document(zones={**zones, **row})) == KINDS["tricks"]
    assert kind_of(document(define={"worth": "poker(hand)"})) == KINDS["betting"]
    assert kind_of(document(define={"worth": "deadwood(hand, 3, 3)"})) == KINDS["rummy"]


def test_emblems_are_ours_or_two_letters() -> None:
    for stated, shown in {"anchor": "anchor", "A7": "A7", "ñ": "ñ", "abc": "", "<b": "", "": ""}.items():
        assert own_look(style={"emblem": stated}).get("emblem", "") == shown


def test_there_is_a_drawing_for_each_sign() -> None:
    view = Path(__file__).parents[2] / "static/js/shared/views/emblem_view.js"
    assert sorted(re.findall(r'^  (\w+): "M', view.read_text(), re.M)) == [*SIGNS]
    assert {kind.sign for kind in KINDS.values()} <= {*SIGNS}


def test_zones_at_the_side_are_named_in_the_look() -> None:
    assert DOCUMENTS["poker"].look["aside"] == "stock gone away"
    assert DOCUMENTS["poker"].look["score"] == "chips"
    assert "aside" not in game_of().look


def test_only_numbers_are_chips() -> None:
    shows = [
        {"label": "Pot", "value": "count(hand)", "kind": "chips"},
        {"label": "Turn", "value": "me", "kind": "chips"},
    ]
    game, told = check(written(document(shows=shows, marks=[{"label": "Ready", "kind": "chips"}])))
    assert game is not None
    assert [(one.code, one.severity, one.path) for one in told] == [
        ("type", "warning", "shows[1].kind"),
        ("type", "warning", "marks[0].kind"),
    ]
    table = dealt(game)
    assert [(fact.kind, fact.value) for fact in game.facts(table, None)] == [
        ("chips", len(table.zones["hand:p1"].cards)),
        ("", UNSET),
    ]
    assert [badge.kind for badge in game.badges(table, "p1")] == [""]


def test_marks_have_signs_and_numbers_to_reach() -> None:
    marks = [
        {"label": "Tricks", "value": "score", "of": "count(players)", "kind": "tally"},
        {"label": "Dealer", "if": "me == first(players)", "kind": "disc"},
        {"label": "", "value": "score + 1", "kind": "shown"},
    ]
    game = game_of(marks=marks)
    badges = game.badges(dealt(game, 3), "p1")
    assert [ENGLISH.say(badge.label) for badge in badges] == ["Tricks: 0/3", "Dealer", "1"]
    assert [(badge.kind, badge.value, badge.of) for badge in badges] == [
        ("tally", 0, 3),
        ("disc", UNSET, UNSET),
        ("shown", UNSET, UNSET),
    ]


def test_a_mark_shows_the_sign_of_a_suit() -> None:
    marks = [{"label": "Last", "value": "first(suits)", "kind": "suit"}]
    game = game_of(marks=marks)
    [badge] = game.badges(dealt(game), "p1")
    assert (badge.kind, badge.value) == ("suit", game.compiled.deck.suits[0])


def test_a_direction_is_shown_in_words() -> None:
    values = ("direction", "-direction", "direction + 1", "first(suits)")
    shows = [{"label": "Turns", "value": value, "kind": "direction"} for value in values]
    game, told = check(written(document(shows=shows)))
    assert game is not None
    assert [(one.code, one.path) for one in told] == [("type", "shows[3].kind")]
    facts = game.facts(dealt(game), None)
    assert [(ENGLISH.say(fact.text), fact.kind, fact.value) for fact in facts] == [
        ("Clockwise", "direction", 1),
        ("Counter-clockwise", "direction", -1),
        ("2", "", UNSET),
        ("clubs", "", UNSET),
    ]


def test_a_suit_is_shown_with_its_sign_and_nothing_else_is() -> None:
    shows = [
        {"label": "Trump", "value": "first(suits)", "kind": "suit"},
        {"label": "Most", "value": "count(players)", "kind": "suit"},
    ]
    game, told = check(written(document(shows=shows)))
    assert game is not None
    assert [(one.code, one.path) for one in told] == [("type", "shows[1].kind")]
    facts = game.facts(dealt(game), None)
    assert [(fact.kind, fact.value) for fact in facts] == [("suit", "clubs"), ("", UNSET)]


def test_a_card_is_told_by_its_face_and_nothing_else_is() -> None:
    shows = [
        {"label": "Laid", "value": "top(discard)", "kind": "card"},
        {"label": "Most", "value": "count(players)", "kind": "card"},
    ]
    start = [{"deal": 3, "to": "hand"}, {"draw": 1, "to": "discard"}, {"go": "turn"}]
    game, told = check(written(document(shows=shows, start=start)))
    assert game is not None
    assert [(one.code, one.path) for one in told] == [("type", "shows[1].kind")]
    table = dealt(game)
    facts = game.facts(table, None)
    assert [(fact.kind, fact.value) for fact in facts] == [
        ("card", table.zones["discard"].cards[0]),
        ("", UNSET),
    ]


def test_facts_say_what_they_should_reach() -> None:
    game = game_of(shows=[{"label": "Hand", "value": "count(players)", "of": "count(players) + 3"}])
    assert [ENGLISH.say(fact.text, {}) for fact in game.facts(dealt(game), None)] == ["2/5"]


def test_seats_stand_around_the_tables_of_some_kinds() -> None:
    looks = [look_with_defaults(document(tags=[tag])) for tag in ("tricks", "betting", "shedding")]
    assert [look.get("seats", "row") for look in looks] == ["around", "around", "row"]
    assert look_with_defaults(document(tags=["tricks"], style={"seats": "row"}))["seats"] == "row"
