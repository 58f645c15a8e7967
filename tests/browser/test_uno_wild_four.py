"""A black card asks for its colour, which everybody sees; a wild draw four is accepted or challenged."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.uno import COLOURS, WILD_FOUR, Uno
from tests.servers import Client, Web

TARGET = 500
OPTIONS = {
    "start_mode": "host", "hand_size": 10, "target_score": TARGET,
    "turn_s": 0, "challenge_s": 60, "uno_grace_s": 0,
}  # fmt: skip
MOST_MOVES = 2 * 108
"""Number of draws after which a player certainly holds a wild draw four, because no card is left."""


def begin(arrive: Arrive, service: Web) -> Uno:
    """Return Ada with a laptop and Ben with a phone, at a table where one has the card."""
    clients = [Client([service]) for _ in range(2)]
    code = clients[0].create("Ada", game="uno", options=OPTIONS)["code"]
    clients[1].join(code, "Ben")
    clients[0].act("start")
    draw_until_wild_four(clients)
    people = [arrive("Ada"), arrive("Ben", phone=True)]
    for person, client in zip(people, clients, strict=True):
        person.opens(f"/r/{code}#seat={client.token}")
        expect(person.hand).to_be_visible()
    expect(people[0].page.get_by_test_id("game-name")).to_have_text("Uno")
    game = Uno(people, 10, TARGET)
    game.take_up()
    return game


def draw_until_wild_four(clients: list[Client]) -> None:
    """Draw until the player on turn has a wild draw four and may play it."""
    for _ in range(MOST_MOVES):
        for client in clients:
            table = client.snapshot()["table"]
            moves = {form["name"] for form in table["moves"] if form["scope"] == "game"}
            hand = next(zone["cards"] for zone in table["zones"] if zone["id"] == f"hand:{client.player}")
            if "choose_colour" in moves:
                client.act("choose_colour", colour="green")
            elif "keep" in moves:
                client.act("keep")
            elif "draw" in moves and WILD_FOUR in hand:
                return
            elif "draw" in moves:
                client.act("draw")
    raise AssertionError("there is no wild draw four")


def play_wild_four(game: Uno) -> None:
    """Play the card with a new colour, after leaving the dialog once without a choice."""
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


@pytest.mark.parametrize("answer", [pytest.param("accept", marks=pytest.mark.long), "challenge"])
def test_a_wild_draw_four_is_answered(arrive: Arrive, service: Web, answer: str) -> None:
    """`challenge` looks for the verdict that the hands deserve, and for nothing shown to anybody else."""
    game = begin(arrive, service)
    play_wild_four(game)
    accused, victim = game.others(game.turn)[0], game.turn
    expect(victim.prompt).to_have_text("Draw 4 cards, or challenge the Wild Draw Four.")
    expect(accused.prompt).to_have_text(f"Waiting for {victim.name} to draw 4 cards or challenge the card.")
    before = dict(game.sizes)
    if answer == "accept":
        game.accept()
        drawn = {victim.name: 4, accused.name: 0}
    else:
        right = game.challenge()
        drawn = {victim.name: 0 if right else 6, accused.name: 4 if right else 0}
    assert {name: size - before[name] for name, size in game.sizes.items()} == drawn
