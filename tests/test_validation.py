"""Messages about wrong values are our own, never those of a library."""

from __future__ import annotations

from typing import Any

import pytest

from cheat.engine.options import checked_options
from cheat.errors import BadRequest, BadValue
from cheat.games import GAMES
from cheat.web.schemas import Action, Body, CreateRoom, body_of


@pytest.mark.parametrize(
    ("game", "values", "sentence"),
    [
        ("cheat", {"min_players": 1}, "“Players needed” must be a whole number from 2 to 10."),
        ("cheat", {"min_players": "3"}, "“Players needed” must be a whole number from 2 to 10."),
        ("kittens", {"nope_window_s": 1}, "“Time for a Nope” must be a number from 2 to 15."),
        ("kittens", {"decks": 3}, "“Decks” must be one of these: One deck, Two decks."),
        ("kittens", {"faster_game": 1}, "“Faster game” must be true or false."),
        ("kittens", {"custom_deck": {}}, "“Custom deck” must be a text."),
        ("kittens", {"x" * 99: 1}, f"“{'x' * 40}” is unknown."),
        ("kittens", {"decks": 2, "faster_game": 1, "more": 2}, "“Faster game” must be true or false."),
    ],
)
def test_wrong_option_is_named_as_people_know_it(game: str, values: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadValue) as caught:
        checked_options(GAMES[game].options_type, values)
    assert (str(caught.value), caught.value.code) == (sentence, "bad_field")


@pytest.mark.parametrize(
    ("kind", "body", "sentence"),
    [
        (CreateRoom, b"{}", "“name” is missing."),
        (CreateRoom, b'{"name":5}', "“name” must be a text."),
        (CreateRoom, b'{"name":"Ada","public":"no"}', "“public” must be true or false."),
        (CreateRoom, b'{"name":"Ada","options":[1]}', "“options” must be an object."),
        (CreateRoom, b'{"name":"Ada","nam":1}', "“nam” is unknown."),
        (CreateRoom, b'{"name":"Ada","game":null}', "“game” must be a text of at most 64 characters."),
        (Action, b'{"id":"1","move":"x"}', "“id” must be a text of 8 to 64 characters."),
    ],
)
def test_wrong_field_of_a_body_is_named(kind: type[Body], body: bytes, sentence: str) -> None:
    with pytest.raises(BadValue) as caught:
        body_of(body, kind)
    assert (str(caught.value), caught.value.code) == (sentence, "bad_field")


@pytest.mark.parametrize(
    "body", [b"[]", b"5", b'"x"', b"", b'{"name":5,', b'{"name":5}}', b"\xff", b"[" * 9999]
)
def test_body_that_is_no_object_is_bad_json(body: bytes) -> None:
    with pytest.raises(BadRequest) as caught:
        body_of(body, CreateRoom)
    assert caught.value.code == "bad_json"


def refusal_of(game: Any, values: dict[str, Any]) -> str:
    """Return the message that refuses these options, "" if they are accepted."""
    try:
        checked_options(game.options_type, values)
    except BadValue as refusal:
        return str(refusal)
    return ""


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_no_english_of_a_library_is_told(game: Any) -> None:
    for name in game.options_type.__struct_fields__:
        for value in (None, [], {}, "no such value", -1, 10**30, float("nan"), True):
            if sentence := refusal_of(game, {name: value}):
                assert not set("`$") & set(sentence)
