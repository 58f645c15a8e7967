"""Exploding Kittens: deck, deal, first player, and public views (rules 1, 2, 7)."""

from __future__ import annotations

from collections import Counter

import pytest

from cheat.engine import engine
from cheat.games.kittens.deck import CARDS, FACES

from . import walks
from .cheat_words import english, labels
from .kittens_words import GAME, dealt, leave, options, pile, table


def counted(t, *zones):
    """Return the number of cards of each kind in these zones, by default in all zones."""
    shown = zones or t.zones
    return Counter(card.removeprefix("K-") for zone in shown for card in t.zones[zone].cards)


def test_a_deck_has_56_cards():
    # acceptance 1
    copies = {card.name: card.copies for card in CARDS.values()}
    assert sum(copies.values()) == 56
    assert copies == {
        "Exploding Kitten": 4, "Defuse": 6, "Nope": 5, "Attack": 4, "Skip": 4, "Favor": 4, "Shuffle": 4,
        "See the Future": 5, "Tacocat": 4, "Beard Cat": 4, "Rainbow Cat": 4, "Potato Cat": 4,
        "Cattermelon": 4,
    }  # fmt: skip


def test_every_card_has_a_face_that_says_what_it_does():
    assert len(FACES) == len(CARDS) == 13
    assert all(face.kind == "kittens" and face.name and face.symbol and face.text for face in FACES.values())


@pytest.mark.parametrize(
    ("seats", "defuses", "kittens", "size"), [(2, 2, 1, 35), (3, 2, 2, 29), (4, 2, 3, 23), (5, 1, 4, 16)]
)
def test_piles_after_the_deal(seats, defuses, kittens, size):
    # acceptance 1
    t = dealt(seats)
    assert len(t.deck.cards) == size
    assert counted(t, "deck")["DEF"] >= defuses
    assert counted(t, "deck")["EXP"] == kittens == seats - 1
    assert t.discard.cards == []
    for id in t.active():
        assert len(t.hand(id).cards) == 8
        assert "K-DEF" in t.hand(id).cards
        assert "K-EXP" not in t.hand(id).cards
    assert counted(t)["DEF"] == seats + defuses
    assert sum(counted(t).values()) == 46 + seats + defuses + kittens


@pytest.mark.parametrize(("seats", "kittens", "size"), [(6, 5, 92 - 42 + 2 + 5), (9, 8, 92 - 63 + 2 + 8)])
def test_two_decks_serve_up_to_nine(seats, kittens, size):
    t = dealt(seats, decks=2)
    assert len(t.deck.cards) == size
    assert counted(t)["EXP"] == kittens
    assert counted(t)["NOP"] == 10


@pytest.mark.parametrize(("decks", "most"), [(1, 5), (2, 9)])
def test_the_number_of_seats_depends_on_the_decks(decks, most):
    assert GAME.max_players(options(decks=decks)) == most
    assert GAME.min_players(options(decks=decks)) == 2


@pytest.mark.parametrize("size", [3, 8])
def test_so_many_cards_are_dealt_besides_the_defuse(size):
    t = dealt(4, deal_size=size)
    assert {len(t.hand(id).cards) for id in t.active()} == {size + 1}


@pytest.mark.parametrize(("extra", "seats", "total"), [(0, 3, 3), (2, 3, 5), (3, 3, 6), (6, 3, 6), (6, 5, 6)])
def test_extra_defuses_go_into_the_pile_as_far_as_there_are_any(extra, seats, total):
    t = dealt(seats, extra_defuses=extra)
    assert counted(t)["DEF"] == total


def test_a_faster_game_takes_a_third_of_the_pile_out_but_no_kitten():
    t = dealt(4, faster_game=True)
    assert len(t.zones["removed"].cards) == 20 // 3
    assert len(t.deck.cards) == 20 - 6 + 3
    assert counted(t, "deck")["EXP"] == 3
    assert counted(t, "removed")["EXP"] == 0
    assert t.zones["removed"].viewers == "nobody"


def test_the_pile_is_shuffled_by_the_seed():
    piles = {pile(dealt(4, seed=f"{seed:032x}")) for seed in range(1, 9)}
    assert len(piles) == 8
    assert pile(dealt(4)) == pile(dealt(4))


def test_kittens_lie_anywhere():
    places = {dealt(2, seed=f"{seed:032x}").deck.cards.index("K-EXP") for seed in range(1, 200)}
    assert min(places) < 3 and max(places) > 31 and len(places) > 30


def test_anybody_may_begin_at_random():
    assert {dealt(4, seed=f"{seed:032x}").turn for seed in range(1, 40)} == {"p1", "p2", "p3", "p4"}


def test_the_host_begins():
    for seed in range(1, 9):
        assert dealt(4, seed=f"{seed:032x}", host="p3", start_player="host").turn == "p3"
    assert dealt(4, host="p9", start_player="host").turn in ("p1", "p2", "p3", "p4")


def test_the_last_loser_begins():
    before = table(" / / ")
    for player in ("p2", "p1"):
        leave(before, player)
    assert [line.id for line in before.result.standing] == ["p3", "p1", "p2"]
    for seed in range(1, 9):
        again = dealt(3, seed=f"{seed:032x}", previous=before, start_player="last_loser")
        assert again.turn == "p2"
    before.result.standing[-1].id = "p7"
    assert dealt(3, previous=before, start_player="last_loser").turn in ("p1", "p2", "p3")


def test_everybody_sees_whose_turn_it_is_and_how_many_cards_there_are():
    # acceptance 21
    t = table("DEF TAC / NOP", deck="POT MEL", discard="SKI", turn="p2", turns=3, attack=4)
    for viewer in ("p1", "p2", None):
        views = {zone.id: zone.view(viewer) for zone in t.zones.values()}
        assert {id: view.count for id, view in views.items()} == {
            "hand:p1": 2, "hand:p2": 1, "deck": 2, "discard": 1,
        }  # fmt: skip
        assert views["discard"].cards == ["K-SKI"]
        assert ("Turns to take", "3") in [(one.label, one.text) for one in GAME.facts(t, viewer)]
    assert labels(GAME.badges(t, "p2")) == ["3 turns"]
    assert GAME.badges(t, "p1") == []
    assert t.hand("p1").view("p1").cards == ["K-DEF", "K-TAC"]


def danger(t):
    return [english(fact.text) for fact in GAME.facts(t, "p1") if fact.label == "Kitten on top"]


def test_the_danger_is_shown_to_all_alike():
    t = table("DEF / DEF / DEF", deck="EXP POT MEL EXP TAC")
    assert danger(t) == ["40% (2 of 5)"]
    assert GAME.facts(t, "p1") == GAME.facts(t, "p2") == GAME.facts(t, None)


def test_the_danger_is_not_shown_where_the_options_say_so_or_the_pile_is_empty():
    assert danger(table("DEF / DEF", deck="EXP POT", show_probability=False)) == []
    assert danger(table("DEF / DEF", deck="")) == []


def test_the_first_printing_has_hands_of_five_and_all_defuses():
    (preset,) = [one for one in GAME.presets if one.name == "First printing"]
    for seats in (3, 4, 5):
        t = dealt(seats, **preset.options)
        assert {len(t.hand(id).cards) for id in t.active()} == {5}
        assert counted(t)["DEF"] == 6


def test_hands_lie_in_the_order_of_the_cards():
    order = list(FACES)
    for id in (t := dealt(5)).active():
        places = [order.index(card) for card in t.hand(id).cards]
        assert places == sorted(places)


def test_the_deal_names_no_card():
    _, events = engine.deal(GAME, ["p1", "p2"], options(), "ab" * 16, 0, None)
    assert [event.type for event in events] == ["dealt"]
    assert walks.codes_in(GAME, walks.encode([event.view("p1", 1, 0) for event in events])) == set()
