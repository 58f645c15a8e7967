"""A black card asks for its colour, which everybody sees; a wild draw four is accepted or challenged."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.uno import COLOURS, WILD_FOUR, Uno

TARGET = 500
MOST_DRAWS = 108
"""By then every card has been drawn, so somebody holds a wild draw four."""


def begin(arrive: Arrive) -> Uno:
    """Ada with a laptop and Ben with a phone have ten cards each."""
    ada, ben = arrive("Ada"), arrive("Ben", phone=True)
    code = ada.creates_room("uno")
    ada.sets_options(
        start_mode="host", hand_size=10, target_score=TARGET, turn_s=0, challenge_s=60, uno_grace_s=0
    )
    ben.joins_with_link(code)
    ada.sees_listed("Ada", "Ben")
    ada.starts()
    game = Uno([ada, ben], 10, TARGET)
    game.deal()
    return game


def draw_until_wild_four(game: Uno) -> None:
    """Who is on turn has one and may play it."""
    for _ in range(2 * MOST_DRAWS):
        if game.drawn and game.drawn != WILD_FOUR:
            game.keep()
        elif WILD_FOUR in game.turn.cards():
            return
        else:
            game.draw()
    raise AssertionError("there is no wild draw four")


def play_wild_four(game: Uno) -> None:
    """In a colour other than the one in force, after the dialog was left once without choosing."""
    player = game.turn
    player.picks(WILD_FOUR)
    player.does("play")
    for colour in COLOURS.values():
        expect(player.dialog.get_by_role("button", name=colour)).to_be_visible()
    player.press(player.page.get_by_test_id("confirm-no"))
    expect(player.dialog).to_have_count(0)
    assert player.selected() == [WILD_FOUR]
    player.page.keyboard.press("Escape")
    assert player.selected() == []
    game.all_see_it()
    game.play(WILD_FOUR, next(colour for colour in COLOURS.values() if colour != game.colour))


@pytest.mark.parametrize("answer", ["accept", "challenge"])
def test_a_wild_draw_four_is_answered(arrive: Arrive, answer: str) -> None:
    """`challenge` looks for the verdict that the hands deserve, and for nothing shown to anybody else."""
    game = begin(arrive)
    draw_until_wild_four(game)
    play_wild_four(game)
    accused, victim = game.others(game.turn)[0], game.turn
    expect(victim.prompt).to_have_text("Draw 4 cards, or challenge the Wild Draw Four.")
    expect(accused.prompt).to_have_text(f"Waiting for {victim.name} to draw 4 cards or challenge.")
    before = dict(game.sizes)
    if answer == "accept":
        game.accept()
        drawn = {victim.name: 4, accused.name: 0}
    else:
        right = game.challenge()
        drawn = {victim.name: 0 if right else 6, accused.name: 4 if right else 0}
    assert {name: size - before[name] for name, size in game.sizes.items()} == drawn
