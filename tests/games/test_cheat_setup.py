"""Cheat: components, deal, first player, and the next game in the same room (rules 1, 2 and 4)."""

from __future__ import annotations

from collections import Counter

import pytest

from cheat.games.cheat.rules import GAME
from cheat.games.french_deck import FRENCH_DECK, FRENCH_FACES, by_rank
from cheat.i18n.messages import ENGLISH

from .cheat_words import (
    call,
    deal,
    dealt,
    ending,
    hand,
    leave,
    look,
    offered,
    options,
    pile,
    place,
    table,
    wait,
    winners,
)

SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def test_the_deck_has_thirteen_ranks_in_four_suits():
    faces = {(FRENCH_FACES[code].rank, FRENCH_FACES[code].suit) for code in FRENCH_DECK}
    assert len(FRENCH_DECK) == 52
    assert faces == {(rank, suit) for rank in RANKS for suit in SUITS}


def test_a_card_is_named_by_rank_and_suit():
    assert FRENCH_FACES["TD"].name == "Ten of diamonds"
    assert FRENCH_FACES["AS"].name == "Ace of spades"
    assert (FRENCH_FACES["QH"].colour, FRENCH_FACES["QC"].colour) == ("red", "black")


def test_fewer_than_three_cannot_start():
    # edge 1
    assert GAME.min_players(options()) == 3
    assert ENGLISH.say(GAME.too_few(options())) == "Three or more people required to start the game."


def test_ten_can_play():
    t = dealt(10)
    assert sorted(len(t.hand(f"p{seat}").cards) for seat in range(1, 11)) == [5] * 8 + [6] * 2


@pytest.mark.parametrize("seats", range(3, 11))
def test_the_whole_deck_is_dealt(seats):
    t = dealt(seats)
    cards = [card for id in t.active() for card in t.hand(id).cards]
    assert Counter(cards) == Counter(FRENCH_DECK)
    assert pile(t) == ""


def test_cards_are_dealt_one_at_a_time_from_the_left_of_the_dealer():
    # 52 = 5 * 10 + 2: the two seats next to the dealer (the last seat) get one card more
    t = dealt(5)
    assert [len(t.hand(id).cards) for id in t.active()] == [11, 11, 10, 10, 10]
    shuffled = list(FRENCH_DECK)
    rng = dealt(5).rng.__class__(t.rng.seed)
    rng.shuffle(shuffled)
    for seat, id in enumerate(t.active()):
        assert t.hand(id).cards == sorted(shuffled[seat::5], key=by_rank)


def test_every_seed_deals_other_cards():
    hands = {hand(dealt(seed=f"{seed:032x}"), "p1") for seed in range(50)}
    assert len(hands) == 50


def test_the_same_seed_deals_the_same_cards():
    assert dealt() == dealt()


def test_hands_are_sorted_by_rank_then_suit():
    t = dealt(3)
    for id in t.active():
        order = [("A23456789TJQK".index(card[0]), card[1]) for card in t.hand(id).cards]
        assert order == sorted(order)


def test_the_first_game_begins_left_of_the_last_seat_with_aces():
    t = dealt(4)
    assert (t.dealer, t.turn, t.ranks) == ("p4", "p1", [0])
    assert t.last is None
    assert offered(t, "p1") == {"place"}
    assert offered(t, "p2") == set()


def _finished(t):
    for id in t.active()[:-1]:
        leave(t, id)
    assert t.result is not None
    return t


def test_in_a_rematch_the_deal_moves_one_seat_clockwise():
    first = _finished(dealt(4))
    second = _finished(dealt(4, previous=first))
    third = dealt(4, previous=second)
    assert [t.dealer for t in (first, second, third)] == ["p4", "p1", "p2"]
    assert third.turn == "p3"


def test_the_deal_skips_a_dealer_who_is_gone():
    first = _finished(dealt(4))
    second = deal(["p2", "p3", "p5"], previous=_finished(dealt(4, previous=first)))
    assert (second.dealer, second.turn) == ("p2", "p3")


def test_strangers_start_like_a_first_game():
    t = deal(["p7", "p8", "p9"], previous=_finished(dealt(3)))
    assert (t.dealer, t.turn) == ("p9", "p7")


def test_a_new_game_forgets_the_old_one():
    # edge 26
    t = table("2C 3C / 4C / 5C", rank="K", pile="6C 7C")
    place(t, "p1", "2C")
    leave(t, "p3")
    fresh = dealt(3, previous=t)
    assert (pile(fresh), fresh.last, fresh.ranks) == ("", None, [0])
    assert (fresh.result, [one.name for one in fresh.decisions]) == (None, ["turn"])
    assert [(player.active, player.score) for player in fresh.players] == [(True, 0)] * 3
    assert [fact.label for fact in GAME.facts(fresh, None)] == ["Next"]


def test_only_a_winner_is_determined_and_the_rest_ordered_by_cards():
    t = table("2C / 3C 4C 5C / 6C / 7C 8C")
    place(t, "p1", "2C")
    wait(t, 10)
    assert winners(t) == ["p1"]
    assert ending(t) == "p1 won the game."
    assert [(line.id, line.place) for line in t.result.standing] == [
        ("p1", 1),
        ("p3", 2),
        ("p4", 3),
        ("p2", 4),
    ]


def test_equal_hands_share_a_place():
    t = table("2C / 3C 4C / 6C 7C / 8C 9C TC")
    place(t, "p1", "2C")
    wait(t, 10)
    assert [(line.id, line.place) for line in t.result.standing] == [
        ("p1", 1),
        ("p2", 2),
        ("p3", 2),
        ("p4", 4),
    ]


def test_the_finished_game_accepts_nothing():
    t = table("AC / 3C 4C / 6C 7C")
    place(t, "p1", "AC")
    call(t, "p2")
    look(t)
    assert winners(t) == ["p1"]
    assert all(offered(t, id) == set() for id in ("p1", "p2", "p3"))
    assert (t.decisions, t.next_timeout(), t.turn) == ([], None, None)
