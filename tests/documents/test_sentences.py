"""Prompts and situations: sentences for one player, with conditions, and names of cards and suits."""

from __future__ import annotations

from typing import Any

import pytest

from cheat.documents import DocumentGame
from cheat.engine import engine
from cheat.engine.registry import DataTable
from cheat.i18n.messages import ENGLISH, Text

from .small_documents import FIVE, act, dealt, document, doing, found, game_of, playing


def told_to(game: DocumentGame, table: DataTable) -> list[list[str]]:
    """Return the prompt and the situation of each of two players, and of a spectator."""
    names, readers = {"p1": "Ada", "p2": "Ben"}, ("p1", "p2", None)
    return [
        [ENGLISH.say(words, names) for words in (game.prompt(table, id), game.situation(table, id))]
        for id in readers
    ]


def test_each_reader_gets_the_first_sentence_that_holds() -> None:
    parts = [
        {"if": "score > 5", "text": "You have many."},
        {"if": "me == turn", "text": "{next} has {next.score}."},
    ]
    game = game_of(
        phases=playing(doing({"add": {"score": 9}}), who="players", prompt=parts), situation=parts[:1]
    )
    table = dealt(game)
    assert told_to(game, table) == [
        ["Ben has 0.", ""],
        ["It is your turn.", ""],
        ["Waiting for Ada and Ben.", ""],
    ]
    act(game, table, "p1", "go")
    assert [words for words, _ in told_to(game, table)][:2] == ["You have many.", "It is your turn."]
    assert [words for _, words in told_to(game, table)] == ["You have many.", "", ""]


def test_a_text_for_one_reader_names_the_cards_that_this_reader_sees() -> None:
    start = [{"move": "cards where it == 'QH'", "to": "hand"}, {"set": {"kept": "top(hand)"}}, {"go": "turn"}]
    game = game_of(
        phases=playing(doing({"say": "{first(hand)} it is."}), prompt="You have {first(hand)}."),
        vars={"kept": "card"},
        start=start,
        situation="{kept} is yours, {next}.",
    )
    table = dealt(game)
    assert told_to(game, table)[:2] == [
        ["You have Queen of hearts.", "Queen of hearts is yours, Ben."],
        ["Waiting for Ada.", "a card is yours, Ada."],
    ]
    (told,) = act(game, table, "p1", "go")
    assert ENGLISH.say(Text(told.text, told.args)) == "a card it is."


def test_a_departed_player_has_no_situation() -> None:
    game = game_of(situation="You are in.", leave={"bot": False})
    table = dealt(game, 3)
    engine.leave(game, table, "p2", table.now)
    assert [game.situation(table, id) for id in ("p2", "p9")] == ["", ""]
    assert game.situation(table, "p3") != ""


def test_suits_and_ranks_are_told_by_the_names_of_the_deck() -> None:
    names = {"red": {"en": "Fire", "es": "Fuego"}, "10": "ten"}
    words = "{first(suits)} {last(ranks)}, {last(suits)} {first(ranks)}."
    game = game_of(
        deck={**FIVE, "names": names}, situation=words, name={"en": "A", "es": "B"}, phases=playing(doing())
    )
    table = dealt(game)
    assert ENGLISH.say(game.situation(table, "p1")) == "Fire ten, blue 1."
    table = dealt(game, language="es")
    assert ENGLISH.say(game.situation(table, "p1")) == "Fuego ten, blue 1."
    assert game.compiled.lexicon["es"]["Fire"] == "Fuego"


@pytest.mark.parametrize(
    ("sentences", "paths"),
    [
        ([{"text": "It is {next.hand}."}], ["[0].text"]),
        ([{"text": "Yes.", "if": "any(next.hand where rank == 'A')"}], ["[0].if"]),
        ([{"text": "Yes.", "if": "3"}], ["[0].if"]),
        ([{"if": "true"}], ["[0]"]),
        ([{"text": "Yes.", "iff": "true"}], ["[0].iff"]),
        ([], [""]),
        (7, [""]),
    ],
)
def test_wrong_sentences_are_told_with_their_places(sentences: Any, paths: list[str]) -> None:
    doc = document(
        situation=sentences, phases={"turn": {**document()["phases"]["turn"], "prompt": sentences}}
    )
    assert sorted(one.path for one in found(doc) if one.severity == "error") == sorted(
        f"{place}{path}" for place in ("phases.turn.prompt", "situation") for path in paths
    )
