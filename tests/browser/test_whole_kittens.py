"""Three people, one of them with a phone, play Exploding Kittens from the start page to the second deal.

The deck is the host's own: ten cards of two kinds, of which everybody gets three and a Defuse. So the first
hand has a pair, somebody else has a Nope, the others hold cards to play alone, and nobody explodes before
their first turn; whatever the shuffle is.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.kittens import FUTURE, KITTEN, NOPE, Kittens
from tests.browser.person import Person

DECK = json.dumps({"name": "Small", "cards": {"NOPE": 5, "SEE_THE_FUTURE": 5}}, separators=(",", ":"))
DEALT = 4
PILE = 1 + 2 + 2
"""The card that is left, two Defuses and two kittens."""
MOST_TURNS = 3 + 5 + 2
"""A turn takes a card out of the pile, uses up a Defuse, or is the end of somebody."""


@pytest.mark.long
def test_three_people_play_a_game_and_begin_another(arrive: Arrive) -> None:
    people = [arrive("Ada"), arrive("Ben", phone=True), arrive("Cleo")]
    code = meet(people)
    agree_on_options(people)
    game = begin(people)
    steal_with_a_pair(game)
    play_to_the_end(game)
    look_at_the_result(game, code)
    return_to_the_room(game)
    begin(people)


def meet(people: list[Person]) -> str:
    ada, ben, cleo = people
    code = ada.creates_room()
    ben.joins_with_link(code)
    cleo.joins_with_code(code)
    for one in people:
        one.sees_listed("Ada", "Ben", "Cleo")
        one.plays("Cheat")
    return code


def agree_on_options(people: list[Person]) -> None:
    ada, *others = people
    ada.chooses_game("Exploding Kittens")
    ada.chooses_preset("First printing")
    for one in others:
        one.plays("Exploding Kittens")
        expect(one.page.locator(".preset-name")).to_have_text("Rules: First printing")
    ada.sets_options(
        deal_size=3,
        extra_defuses=2,
        start_player="host",
        turn_s=0,
        choice_s=120,
        nope_window_s=15,
        custom_deck=DECK,
    )
    for one in others:
        expect(one.page.locator(".options > .pairs > div").filter(has_text="Custom deck")).to_contain_text(
            DECK
        )


def begin(people: list[Person]) -> Kittens:
    people[0].starts()
    for one in people:
        expect(one.hand).to_be_visible()
    return Kittens(people, DEALT, PILE)


def pair_in(hand: list[str]) -> list[str]:
    return next([card] * 2 for card in (FUTURE, NOPE) if hand.count(card) > 1)


def steal_with_a_pair(game: Kittens) -> None:
    """The first pair is let happen by all who could say Nope."""
    ada, ben, _ = game.people
    game.play(*pair_in(ada.cards()))
    assert game.holders(ada)
    game.let_it_happen(ada)
    game.steal(ben, 2)


def play_to_the_end(game: Kittens) -> None:
    drawn, cancelled = [], 0
    for _ in range(MOST_TURNS):
        seen: list[str] = []
        while FUTURE in game.turn.cards():
            game.play(FUTURE)
            holders = game.holders(game.turn)
            if holders and not cancelled:
                cancel(game, holders[0])
                cancelled += 1
            else:
                game.let_it_happen(game.turn)
                seen = game.look()
        drawn.append(draw(game, seen))
        if len(game.alive) == 1:
            break
    assert len(game.alive) == 1
    assert cancelled == 1
    assert game.placed > 0
    assert set(drawn) > {KITTEN}


def cancel(game: Kittens, by: Person) -> None:
    player = game.turn
    game.nope(by, player)
    game.let_it_happen(by)
    for one in game.people:
        one.reads("Cancelled: See the Future.")
    game.all_see_it()


def draw(game: Kittens, seen: list[str]) -> str:
    """The first kitten goes to the bottom of the pile, the others beneath one card."""
    player = game.turn
    card = game.draw()
    assert not seen or card == seen[-1]
    if card == KITTEN and player in game.alive:
        game.put_back(min(1, game.pile) if game.placed else game.pile)
    elif card == KITTEN and len(game.alive) > 1:
        watches_on(player, game)
    return card


def watches_on(player: Person, game: Kittens) -> None:
    expect(player.prompt).to_have_text(f"Waiting for {game.turn.name} to take a turn.")
    expect(player.me).to_contain_text("exploded")
    expect(player.page.get_by_test_id("result")).to_have_count(0)


def look_at_the_result(game: Kittens, code: str) -> None:
    """Check the result: players that exploded later are better."""
    (winner,) = game.alive
    order = [winner, *reversed(game.exploded)]
    rows = [
        [str(place + 1), one.name, str(game.sizes[one.name]), str(2 - place)]
        for place, one in enumerate(order)
    ]
    for one in game.people:
        told = f"{winner.name} is the last player alive and wins."
        one.sees_result("You won!" if one is winner else told)
        expect(one.page.locator(".result-kicker")).to_contain_text("Game over")
        assert one.standing() == [row[:2] for row in rows]  # the other columns would say nothing new
        is_told_by_the_file(one.downloads_result(), rows, code)
    game.people[1].needs_no_sideways_scrolling()


def is_told_by_the_file(result: dict[str, Any], rows: list[list[str]], code: str) -> None:
    assert (result["room"], result["game"], result["game_name"]) == (
        code.lower(), "kittens", "Exploding Kittens",
    )  # fmt: skip
    assert [[str(line["place"]), line["name"], str(line["score"])] for line in result["standing"]] == [
        [place, name, score] for place, name, _, score in rows
    ]
    assert result["winners"] == [rows[0][1]]
    assert (result["options"]["custom_deck"], result["options"]["attack_mode"]) == (DECK, "reset")


def return_to_the_room(game: Kittens) -> None:
    for one in game.people:
        one.does("play_again")
        one.waits_in_lobby()
    for one in game.people:
        one.sees_listed("Ada", "Ben", "Cleo")
        expect(one.page.get_by_text("at the result")).to_have_count(0)
        expect(one.listed(game.alive[0].name).locator(".badge.wins")).to_contain_text("1 win")
