"""The texts of an event for the player that it is about."""

from __future__ import annotations

import re

import pytest
from babel.messages.pofile import read_po

from cheat.engine.table import Event
from cheat.i18n.addressed import BY, BY_SLOT, variants
from cheat.i18n.languages import LANGUAGES
from scripts.catalogues import POT

SPOKEN = ("cheat/games/", "cheat/engine/", "cheat/rooms/")
"""Folders with events about a player, which need a template for that player."""
NOT_EVENTS = {
    *("{count} × {rank} by {player}", "{by} believes it.", "{by} lets this happen.", "{by} has chosen."),
}
"""Templates of facts, and of a replay's answers about a player."""


def templates() -> dict[str, set[str]]:
    """Return all templates of the project, with the folders that use them."""
    with POT.open("rb") as file:
        found = [one for one in read_po(file) if one.id]
    return {id: {place for place, _ in one.locations}
        for one in found for id in ([one.id] if isinstance(one.id, str) else one.id)}  # fmt: skip


def test_every_event_of_a_game_speaks_to_the_player_that_does_it() -> None:
    acts = {
        template
        for template, places in templates().items()
        if "{by}" in template and any(place.startswith(SPOKEN) for place in places)
    }
    assert acts - NOT_EVENTS - BY.keys() == set()


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
