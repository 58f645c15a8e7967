"""The documents of the project have no mistakes, and all their texts are in two languages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import cheat.documents
from cheat.catalogue import DOCUMENTS
from cheat.documents import check
from cheat.documents.check.texts import languages_of
from tests.documents.test_diagnostics import keys_of

FILES = sorted(Path(cheat.documents.__file__).parent.glob("bundled/*.json"))
TOLD = {"name", "summary", "rules", "label", "help", "say", "prompt", "situation", "text", "confirm", "yes"}
"""Keys with texts for people."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_shipped_document_is_without_fault_and_known_by_its_content(path):
    game, told = check(path.read_bytes())
    assert told == []
    assert DOCUMENTS[game.slug].id == game.id


@pytest.mark.parametrize("slug", sorted(DOCUMENTS))
def test_everything_is_said_in_english_and_in_spanish(slug):
    doc = DOCUMENTS[slug].compiled.doc
    assert languages_of(doc) == ["en", "es"]
    for path in keys_of(doc):
        if path[-1] in TOLD and path[-2:-1] not in (("options",), ("pick",)):
            words = at(doc, path)
            if isinstance(words, dict):
                assert all(words.get(tag) for tag in ("en", "es")), path
            elif words and not isinstance(words, list):  # a list is of sentences, whose texts follow
                assert path == ("name",) or path[-3:-2] == ("moves",), (path, words)


@pytest.mark.parametrize("slug", sorted(DOCUMENTS))
def test_no_sentence_names_the_top_card_of_a_pile_that_has_just_lost_it(slug):
    """A sentence is made after the move, when the top card is another one, or none: “Ada takes –.”"""
    doc = DOCUMENTS[slug].doc
    for path in keys_of(doc):
        effect = at(doc, path[:-1])
        if path[-1] == "move" and isinstance(effect, dict) and str(effect["move"]).startswith("top("):
            assert f"{{{effect['move']}}}" not in str(effect.get("say")), path


@pytest.mark.parametrize("slug", sorted(DOCUMENTS))
def test_facts_and_marks_begin_with_a_capital(slug):
    doc = DOCUMENTS[slug].doc
    labels = [words for part in (*doc.get("shows", ()), *doc.get("marks", ())) if (words := part["label"])]
    assert all(words[tag][0].isupper() for words in labels for tag in ("en", "es"))


def at(part: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        part = part[key]
    return part


def test_the_facts_of_a_game_are_told_in_the_language_of_the_reader():
    game = DOCUMENTS["cinquillo"]
    spanish = game.in_language("es")
    assert spanish.summary.startswith("Construye") and game.summary.startswith("Build")
    assert [spec.label for spec in spanish.specs()][:2] == ["Cartas", "Pasar"]
    assert (spanish.id, spanish.compiled, game.in_language("fr")) == (game.id, game.compiled, game)
