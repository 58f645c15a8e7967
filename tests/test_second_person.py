"""Sentences of documents for the player that they are about."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import cheat.documents
from cheat.engine.table import Event
from cheat.i18n.languages import LANGUAGES
from cheat.i18n.second_person import second_person

FILES = sorted(Path(cheat.documents.__file__).parent.glob("bundled/*.json"))
PLAYERS = re.compile(
    r"\{(me|p|winner|whom|silent|flipper|closer|shooter|heir|chain_owner|skipped|small|big|scum|vice"
    r"|vice_scum|president|side\(p\)|first\(ranked\)|last\(ranked\))\}"
)
"""Slots of the bundled documents that are always one player, or one side."""
SAID = (
    ("en", "{by} has chosen.", {"by": "You have chosen."}),
    ("es", "{by} ha elegido.", {"by": "Has elegido."}),
    ("en", "{by} slaps without a match and pays a card.", {"by": "You slap without a match and pay a card."}),
    ("es", "{by} da sus peores cartas.", {"by": "Das tus peores cartas."}),
    ("es", "¡{by} se lleva la captura con {a0}!", {"by": "¡Te llevas la captura con {a0}!"}),
    ("en", "{by} catches {a0}, who draws one.",
        {"by": "You catch {a0}, who draws one.", "a0": "{by} catches you: you draw one."}),
    ("es", "{by} pilla a {a0}, que roba una.",
        {"by": "Pillas a {a0}, que roba una.", "a0": "{by} te pilla: robas una."}),
    ("en", "{a0} is President, {a1} is the Scum.",
        {"a0": "You are President, {a1} is the Scum.", "a1": "{a0} is President, you are the Scum."}),
    ("es", "{a0} y {a1} ponen las ciegas.",
        {"a0": "Tú y {a1} ponéis las ciegas.", "a1": "{a0} y tú ponéis las ciegas."}),
    ("en", "The ship of {a0} sails!", {"a0": "Your ship sails!"}),
    ("es", "¡Zarpa el barco de {a0}!", {"a0": "¡Zarpa tu barco!"}),
    ("es", "Lo que queda es para {a0}.", {"a0": "Lo que queda es para ti."}),
    ("es", "A {a0} le quedan {a1} vidas.", {"a0": "Te quedan {a1} vidas."}),
    ("es", "Gana la mano {a0}.", {"a0": "Ganas la mano."}),
    ("en", "{by}: mus.", {"by": "You: mus."}),
    # A document in another language than its reader's
    ("es", "{by} plays a joker.", {"by": "You play a joker."}),
    # Sentences of which no form is known stay as they are.
    ("en", "{by} frobnicates the pile.", {}),
    ("es", "Elige tres cartas para pasar a {a0}.", {}),
)  # fmt: skip


def sentences(part: Any) -> Iterator[dict[str, str]]:
    """Yield all texts that a document says, by language."""
    if isinstance(part, dict):
        if "say" in part:
            yield part["say"]
        for inner in part.values():
            yield from sentences(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from sentences(inner)


@pytest.mark.parametrize(("tag", "template", "said"), SAID)
def test_reader_becomes_you(tag: str, template: str, said: dict[str, str]) -> None:
    found = second_person(template, tag)
    assert {slot: words for slot, words in found.items() if slot in said} == said
    assert said or not found


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_sentence_of_a_bundled_document_speaks_to_the_player_it_is_about(file: Path) -> None:
    for texts in sentences(json.loads(file.read_bytes())):
        for tag, words in texts.items():
            names = [match[1] for match in re.finditer(r"\{([^{}]*)\}", words)]
            template = words
            for nth, name in enumerate(names):
                template = template.replace(f"{{{name}}}", "{by}" if name == "me" else f"{{a{nth}}}", 1)
            about = {
                "by" if name == "me" else f"a{nth}"
                for nth, name in enumerate(names)
                if PLAYERS.match(f"{{{name}}}")
            }
            assert about <= second_person(template, tag).keys(), words


def test_event_of_a_document_is_addressed_to_its_players_only() -> None:
    names = {"p1": "Ada", "p2": "Ben"}
    wins = Event(
        type="said", text="{a0} wins {a1} chips with {a2}.", args={"a0": ["p2"], "a1": 5, "a2": "a pair"}
    )
    seen = wins.view(None, 1, 0, LANGUAGES["en"], names)
    assert seen.args["a0"] == "p2"
    assert seen.addressed == {"a0": "You win {a1} chips with {a2}."}


@pytest.mark.parametrize("words", ["a" * 300 + "{a0}", "{a0} wins. " * 7])
def test_text_with_an_unusual_length_stays_as_it_is(words: str) -> None:
    """The patterns would take seconds for a text that was written to slow down a server."""
    assert not second_person(words, "en")
