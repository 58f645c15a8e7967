"""The host brings a deck along as a file, and what it makes possible is possible."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.kittens import NOPE, Kittens
from tests.browser.person import Person

PILE = 1 + 1
"""Of seven Nopes everybody gets three, beside a Defuse; the last one and a kitten are left."""


def loads(host: Person, text: str) -> None:
    host.page.get_by_test_id("file-custom_deck").set_input_files(
        {"name": "deck.json", "mimeType": "application/json", "buffer": text.encode()}
    )


@pytest.mark.long
def test_a_deck_from_a_file_is_played_and_a_nope_lets_happen_what_a_nope_had_stopped(arrive: Arrive) -> None:
    ada, ben = arrive("Ada"), arrive("Ben", phone=True)
    code = ada.creates_room("kittens")
    ada.sets_options(
        deal_size=3, extra_defuses=0, start_player="host", turn_s=0, choice_s=120, nope_window_s=15
    )
    ada.will_be_refused(422)
    ada.types_options()
    loads(ada, '{"cards": {"DOG": 20}}')
    problem = ada.page.get_by_test_id("options-error")
    expect(problem).to_have_text("“DOG” isn't a card of this game.")
    loads(ada, json.dumps({"name": "Seven Nopes", "cards": {"NOPE": 7}}))
    expect(problem).to_have_count(0)
    expect(ada.page.get_by_test_id("options")).to_have_count(0)
    ben.joins_with_link(code)
    ada.sees_listed("Ada", "Ben")
    ada.starts()
    game = Kittens([ada, ben], 4, PILE)
    game.play(NOPE, NOPE)
    game.nope(ben, ada)
    game.nope(ada, ben)
    game.let_it_happen(ada)
    game.steal(ben, 3)
    assert game.sizes == {"Ada": 2, "Ben": 2}
