"""Parts of a language beside its catalogue: lists, numbers, and sounds."""

from __future__ import annotations

import pytest

from cheat.i18n.languages import LANGUAGES
from cheat.i18n.messages import CACHED, ENGLISH, Language, Text, Words, all_of, any_of, text

SPANISH = LANGUAGES["es"]
NAMES = {"p1": "Ada", "p2": "Inés", "p3": "Hugo", "p4": "Hielo", "p5": "Óscar", "p6": "Yves"}
RANKS = [Text("Aces"), Text("Sevens"), Text("Eights")]


@pytest.mark.parametrize(
    ("words", "english", "spanish"),
    [
        (all_of(["p1"]), "Ada", "Ada"),
        (all_of(["p1", "p3"]), "Ada and Hugo", "Ada y Hugo"),
        (all_of(["p2", "p1", "p3"]), "Inés, Ada and Hugo", "Inés, Ada y Hugo"),
        (any_of(RANKS[:2]), "Aces or Sevens", "Ases o Sietes"),
        (any_of(RANKS), "Aces, Sevens or Eights", "Ases, Sietes u Ochos"),
        (any_of([Text("Red"), "8"]), "Red or 8", "Rojo u 8"),
        (any_of([Text("Red"), "11"]), "Red or 11", "Rojo u 11"),
        (any_of([Text("Red"), "110"]), "Red or 110", "Rojo o 110"),
        (all_of(["p1", "p2"]), "Ada and Inés", "Ada e Inés"),
        (all_of(["p1", "p4"]), "Ada and Hielo", "Ada y Hielo"),
        (all_of(["p1", "p6"]), "Ada and Yves", "Ada y Yves"),
        (any_of(["p1", "p5"]), "Ada or Óscar", "Ada u Óscar"),
        (text("{sides}", sides=["p1", "p2"]), "Ada and Inés", "Ada e Inés"),
        (text("{sides}", sides=["p3", "p1", "p4"]), "Hugo, Ada and Hielo", "Hugo, Ada y Hielo"),
        (text("{sides}", sides=["p3"]), "Hugo", "Hugo"),
        (text("{mixed}", mixed=["p1", "Ases"]), "Ada, Ases", "Ada, Ases"),
        (text("{cards}", cards=RANKS), "Aces, Sevens, Eights", "Ases, Sietes, Ochos"),
        (text("{low} {high}", low=0.5, high=15), "0.5 15", "0,5 15"),
    ],
)
def test_lists_and_numbers_read_as_people_say_them(words: Words, english: str, spanish: str) -> None:
    sentence = text("{words}", words=words)
    assert (ENGLISH.say(sentence, NAMES), SPANISH.say(sentence, NAMES)) == (english, spanish)


def test_little_words_within_a_name_stay() -> None:
    assert SPANISH.say(text("{by} passes.", by="p1"), {"p1": "o {by} y Inés"}) == "o {by} y Inés pasa."


def test_a_sentence_is_said_the_same_again() -> None:
    """Cached sentences contain no names, belong to one language, and are dropped in time."""
    english = Language()
    brought = english.with_terms({"Draw": "Take one"})
    for _ in range(2):
        assert (english.say("Draw"), brought.say("Draw")) == ("Draw", "Take one")
        assert [english.say("{p1} wins", {"p1": name}) for name in ("Ada", "Ben")] == ["Ada wins", "Ben wins"]
    for number in range(CACHED + 1):
        english.say(f"{number} cards")
    assert len(english.plain) <= CACHED
