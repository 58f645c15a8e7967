"""The cards in the pictures of games."""

from __future__ import annotations

from cheat.catalogue import CATALOGUE
from cheat.documents.covers import cover_of, fan_of


def fans() -> dict[str, list[str]]:
    return {game.name: fan_of(CATALOGUE.game(game.id)) for game in CATALOGUE}


def test_games_with_the_same_deck_have_different_pictures() -> None:
    by_game = fans()
    assert all(len(set(cards)) == 3 for cards in by_game.values())
    pictures = [tuple(cards) for cards in by_game.values()]
    assert sorted(pictures) == sorted(set(pictures))


def test_the_rank_that_rules_name_is_shown() -> None:
    by_game = fans()
    assert {card[:-1] for card in by_game["Crazy Eights"]} == {"8"}
    assert {card[0] for card in by_game["Cinquillo"]} == {"5"}
    assert {card[-1] for card in by_game["Hearts"]} == {"H"}


def test_a_cover_has_cards_without_effects_and_only_looks_of_cards() -> None:
    cover = cover_of(CATALOGUE.game("kittens"))
    assert len(cover.faces) == 3 and not any(face.text for face in cover.faces.values())
    assert set(cover_of(CATALOGUE.game("poker")).look) <= {"card_back", "card_back_colour", "table"}


def test_the_kind_of_game_decides_what_is_shown() -> None:
    by_game = fans()
    assert {card[:-1] for card in by_game["Hearts"]} == {"J", "Q", "K"}
    assert {card[:-1] for card in by_game["Poker"]} == {"A"}
    assert len({card[-1] for card in by_game["Harbour Rummy"]}) == 1
