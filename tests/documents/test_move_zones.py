"""The zone that a move takes cards from: a press on it means the move."""

from __future__ import annotations

import pytest

from cheat.catalogue import DOCUMENTS
from cheat.documents.check.document import pile_of

PILES = {
    "chinchon": {"take_stock": ("stock", False), "take_discard": ("discard", False)},
    "crazy-eights": {"draw": ("stock", False)},
    "scat": {"take_stock": ("stock", False), "take_discard": ("discard", False)},
    "war": {"flip": ("packet", True)},
    "hearts": {},
    "poker": {},
}


@pytest.mark.parametrize("slug", PILES)
def test_a_move_without_choices_that_begins_with_taking_cards_names_their_zone(slug: str) -> None:
    phases = DOCUMENTS[slug].compiled.phases.values()
    piles = {move.name: move.pile for phase in phases for move in phase.moves if move.pile}
    assert piles == PILES[slug]


@pytest.mark.parametrize(
    ("effects", "pile"),
    [
        ([{"set": {"a": 1}}, {"draw": 1}], "stock"),
        ([{"draw": 1, "from": "well"}], "well"),
        ([{"move": "top(discard)", "to": "hand"}], "discard"),
        ([{"move": "card", "to": "discard"}, {"draw": 1}], ""),
        ([{"run": "some(1)"}], "stock"),
        ([{"run": "again"}], ""),
        ([{"draw": 1, "to": "silent.hand"}], ""),
        ([{"say": "Nothing."}, {"draw": 1}], ""),
    ],
)
def test_effects_that_begin_with_anything_else_name_none(effects: object, pile: str) -> None:
    assert pile_of(effects, {"some(n)": [{"draw": "n"}], "again": [{"run": "again"}]}) == pile
