"""The texts of an event for the player that it is about."""

from __future__ import annotations

import re
from functools import cache

import pytest
from babel.messages.pofile import read_po

from cheat.documents.addressed import ADDRESSED as OF_DOCUMENTS
from cheat.engine.table import Event
from cheat.games import GAMES
from cheat.games.addressed import ADDRESSED as SHARED
from cheat.i18n.addressed import BY_SLOT, Addressed, addressed_to, variants
from cheat.i18n.languages import LANGUAGES
from cheat.i18n.messages import text
from cheat.rooms.addressed import ADDRESSED as OF_ROOMS
from scripts.catalogues import POT

SPOKEN = ("cheat/games/", "cheat/engine/", "cheat/rooms/")
"""Folders with events about a player, which need a template for that player."""
NOT_EVENTS = {
    *("{count} × {rank} by {player}", "{by} believes it.", "{by} lets this happen.", "{by} has chosen."),
}
"""Templates of facts, and of a replay's answers about a player."""


@cache
def templates() -> dict[str, set[str]]:
    """Return all templates of the project, with the files that use them, without `addressed.py`."""
    with POT.open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    return {
        id: {place for place, _ in message.locations if not place.endswith("/addressed.py")}
        for message in messages
        for id in ([message.id] if isinstance(message.id, str) else message.id)
    }


def test_every_event_of_a_game_speaks_to_the_player_that_does_it() -> None:
    acts = {
        template
        for template, places in templates().items()
        if "{by}" in template and any(place.startswith(SPOKEN) for place in places)
    }
    assert acts - NOT_EVENTS - BY_SLOT["by"].keys() == set()


def places_of(addressed: Addressed) -> dict[str, set[str]]:
    """The files that tell each template for which there is an addressed one."""
    return {template: templates()[template] for by_template in addressed for template in by_template}


@pytest.mark.parametrize("game", GAMES)
def test_game_has_the_sentences_that_only_its_own_folder_tells(game: str) -> None:
    for template, places in places_of(GAMES[game].addressed).items():
        assert all(place.startswith(f"cheat/games/{game}/") for place in places), template


def test_shared_sentences_are_told_by_the_engine_or_several_games() -> None:
    for template, places in places_of(SHARED).items():
        folders = {place.rpartition("/")[0] for place in places}
        assert "cheat/engine" in folders or len(folders) > 1, template


def test_rooms_have_the_sentences_that_rooms_tell() -> None:
    for template, places in places_of(OF_ROOMS).items():
        assert {place.rpartition("/")[0] for place in places} == {"cheat/rooms"}, template


def test_documents_have_the_sentences_that_the_engine_of_documents_tells() -> None:
    for template, places in places_of(OF_DOCUMENTS).items():
        assert all(place.startswith("cheat/documents/") for place in places), template


def test_no_template_is_addressed_in_two_files() -> None:
    files = [SHARED, OF_ROOMS, OF_DOCUMENTS, *(game.addressed for game in GAMES.values())]
    for slot, by_template in BY_SLOT.items():
        assert sum(len(getattr(file, slot)) for file in files) == len(by_template)


@pytest.mark.parametrize("slot", BY_SLOT)
def test_each_variant_belongs_to_a_template_and_names_all_but_its_reader(slot: str) -> None:
    known = templates()
    slots = re.compile(r"\{(\w+)\}")
    for template, said in BY_SLOT[slot].items():
        assert template in known, template
        assert {*slots.findall(said)} == {*slots.findall(template)} - {slot}, said


def test_the_reader_is_told_in_their_language_and_by_the_number() -> None:
    lied = Event(type="verdict", text="{player} lied!", by="p2", args={"player": "p1"})
    assert lied.view(None, 1, 0).addressed == {"player": "You lied!"}
    assert lied.view(None, 1, 0, LANGUAGES["es"]).addressed == {"player": "¡Has mentido!"}
    drew = Event(type="drew", text="{by} draws a card.", many="{by} draws {count} cards.", by="p1")
    for count, told in ((1, "You draw a card."), (3, "You draw {count} cards.")):
        drew.args["count"] = count
        assert drew.view(None, 1, 0).addressed == {"by": told}
    assert variants("{by} plays a tune.") == {}


def test_a_prompt_speaks_to_the_player_that_it_names() -> None:
    play = text("{by} plays {what}. {player} says Nope.", by="p1", what="Favor", player="p2")
    prompt = text("{play} Do you let this happen?", play=play)
    names = {"p1": "Ada", "p2": "Ben", "p3": "Cleo"}
    read = {
        "p1": "You play Favor. Ben says Nope. Do you let this happen?",
        "p2": "Ada plays Favor. You say Nope. Do you let this happen?",
        "p3": "Ada plays Favor. Ben says Nope. Do you let this happen?",
    }
    for reader, words in read.items():
        assert LANGUAGES["en"].say(addressed_to(prompt, reader), names) == words
    play.args["player"] = "p1"
    own = "You play Favor. You say Nope. Do you let this happen?"
    assert LANGUAGES["en"].say(addressed_to(prompt, "p1"), names) == own
    assert addressed_to("Bet.", "p1") == "Bet."
