"""The cards in the pictures of games."""

from __future__ import annotations

from cheat.catalogue import CATALOGUE
from cheat.web.fans import fan_of


def fans() -> dict[str, list[str]]:
    return {game.name: fan_of(CATALOGUE.game(game.id)) for game in CATALOGUE}


def test_games_with_the_same_deck_have_different_pictures() -> None:
    by_game = fans()
    assert all(len(set(cards)) == 3 for cards in by_game.values())
    pictures = [tuple(cards) for cards in by_game.values()]
    assert sorted(pictures) == sorted(set(pictures))


def test_the_kind_of_game_decides_what_is_shown() -> None:
    by_game = fans()
    assert {card[:-1] for card in by_game["Hearts"]} == {"J", "Q", "K"}
    assert {card[:-1] for card in by_game["Poker"]} == {"A"}
    assert len({card[-1] for card in by_game["Harbour Rummy"]}) == 1
