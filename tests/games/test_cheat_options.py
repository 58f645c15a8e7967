"""Cheat: what each option changes (rules 7): players, decks, first player, ranks, turn after a call."""

from __future__ import annotations

from collections import Counter

import pytest

from cheat.games.cheat.rules import GAME
from cheat.games.french_deck import FRENCH_DECK
from cheat.i18n.messages import ENGLISH

from .cheat_words import (
    call,
    dealt,
    due_ranks,
    ending,
    english,
    hand,
    leave,
    look,
    offer,
    offered,
    options,
    place,
    refused,
    table,
    wait,
    winners,
)

FOUR = "AC 2C 3C 4C 5C 6D 7D 8D 9D / 6C 7C KC / 8C 9C QC / TC JC QD"
ALL = "A 2 3 4 5 6 7 8 9 T J Q K"


# min_players


@pytest.mark.parametrize("least", range(2, 11))
def test_min_players_is_needed_to_start(least):
    assert GAME.min_players(options(min_players=least)) == least


def test_min_players_is_named_in_the_refusal():
    assert (
        ENGLISH.say(GAME.too_few(options(min_players=2))) == "Two or more people required to start the game."
    )
    assert (
        ENGLISH.say(GAME.too_few(options(min_players=5))) == "Five or more people required to start the game."
    )


def test_with_min_players_two_a_game_of_two_goes_on():
    t = table("AC 2C / 3C 4C / 5C", min_players=2)
    leave(t, "p3")
    assert (winners(t), t.turn) == (None, "p1")
    place(t, "p1", "2C")
    call(t, "p2")
    look(t)
    assert (hand(t, "p1"), t.turn) == ("AC 2C 5C", "p2")
    leave(t, "p2")
    assert winners(t) == []


def test_with_min_players_four_a_game_of_four_ends_with_the_first_leave():
    t = table(FOUR, min_players=4)
    leave(t, "p4")
    assert (winners(t), ending(t)) == ([], "Not enough players to continue.")


# decks


@pytest.mark.parametrize("decks", [1, 2])
def test_decks_are_dealt(decks):
    t = dealt(7, decks=decks)
    cards = Counter(card for zone in t.zones.values() for card in zone.cards)
    assert cards == Counter(list(FRENCH_DECK) * decks)


def test_two_decks_let_five_of_a_kind_be_true():
    t = table("QC QC QD QH QS 2C / 3C / 4C", rank="Q", decks=2, max_cards_per_play=8)
    place(t, "p1", "QC QC QD QH QS")
    call(t, "p2")
    assert not t.last.lie


# max_cards_per_play


@pytest.mark.parametrize("most", range(1, 9))
def test_max_cards_per_play_limits_a_play(most):
    t = table(FOUR, max_cards_per_play=most)
    cards = hand(t, "p1").split()
    assert offer(t, "p1", "place").fields[0].max == most
    with refused(t, "card_count"):
        place(t, "p1", " ".join(cards[: most + 1]))
    place(t, "p1", " ".join(cards[:most]))
    assert t.last.count == most


# first_player


def won(winner, seats=4, **values):
    """Return a finished game that `winner` has won, with the last seat as dealer."""
    t = dealt(seats, **values)
    t.hand(winner).cards, rest = t.hand(winner).cards[:1], t.hand(winner).cards[1:]
    t.pile.cards += rest
    while t.result is None:
        place(t, t.turn, t.hand(t.turn).cards[0])
    assert winners(t) == [winner]
    return t


def test_the_player_left_of_the_dealer_is_first():
    previous = won("p4")
    t = dealt(4, previous=previous, first_player="left_of_dealer")
    assert (t.dealer, t.turn) == ("p1", "p2")


def test_the_last_winner_is_first():
    for winner in ("p1", "p3", "p4"):
        t = dealt(4, previous=won(winner), first_player="last_winner")
        assert (t.dealer, t.turn) == ("p1", winner)


def test_without_a_last_winner_the_player_left_of_the_dealer_is_first():
    assert dealt(4, first_player="last_winner").turn == "p1"
    previous = won("p4")
    assert dealt(3, previous=previous, first_player="last_winner").turn == "p2"


def test_a_random_player_is_first():
    firsts = Counter(dealt(4, seed=f"{seed:032x}", first_player="random").turn for seed in range(80))
    assert set(firsts) == {"p1", "p2", "p3", "p4"}
    assert min(firsts.values()) >= 8


def test_who_is_first_at_random_changes_no_hand():
    plain, random = dealt(4), dealt(4, first_player="random")
    assert [zone.cards for zone in plain.zones.values()] == [zone.cards for zone in random.zones.values()]


# first_rank


def test_the_first_rank_is_the_ace():
    t = dealt(3, first_rank="ace")
    assert due_ranks(t) == "A"
    assert [field.name for field in offer(t, "p1", "place").fields] == ["cards"]


@pytest.mark.parametrize("rank", ALL.split())
def test_the_first_rank_is_free(rank):
    t = dealt(3, first_rank="free")
    assert due_ranks(t) == ALL
    with refused(t, "bad_field"):
        place(t, "p1", hand(t, "p1")[:2])
    with refused(t, "illegal_move"):
        place(t, "p1", hand(t, "p1")[:2], "1")
    place(t, "p1", hand(t, "p1")[:2], rank)
    order = ALL.split()
    assert due_ranks(t) == order[(order.index(rank) + 1) % 13]


# rank_step


@pytest.mark.parametrize(
    ("step", "claim", "allowed"),
    [
        ("up", "7", "8"),
        ("up", "K", "A"),
        ("up_or_same", "7", "7 8"),
        ("up_or_same", "K", "A K"),
        ("up_or_down", "7", "6 8"),
        ("up_or_down", "A", "2 K"),
        ("up_or_down", "K", "A Q"),
        ("up_same_down", "7", "6 7 8"),
        ("up_same_down", "A", "A 2 K"),
    ],
)
def test_rank_step_limits_the_next_claim(step, claim, allowed):
    t = table(FOUR, rank=claim, rank_step=step)
    place(t, "p1", "AC")
    assert set(due_ranks(t).split()) == set(allowed.split())
    for rank in ALL.split():
        if rank not in allowed.split() and step != "up":
            with refused(t, "illegal_move"):
                place(t, "p2", "6C", rank)


def test_the_claimed_rank_is_the_one_that_is_judged():
    for rank, lie in (("6", True), ("7", False), ("8", True)):
        t = table(FOUR, rank="7", rank_step="up_same_down")
        place(t, "p1", "AC")
        events = place(t, "p2", "7C", rank)
        assert t.last.rank == ALL.split().index(rank)
        assert english(events[0].args["rank"]) == {"6": "Sixes", "7": "Sevens", "8": "Eights"}[rank]
        call(t, "p3")
        assert t.last.lie == lie


def test_the_next_step_goes_from_the_claimed_rank():
    t = table(FOUR, rank="7", rank_step="up_or_down")
    place(t, "p1", "AC")
    place(t, "p2", "6C", "6")
    assert due_ranks(t) == "5 7"


def test_the_clock_claims_the_truth_where_the_rank_can_be_chosen():
    t = table("AC 2C / 3C 9C KC / 8C", rank="9", rank_step="up_same_down")
    place(t, "p1", "AC")
    wait(t, 45)
    assert (t.pile.cards, t.last.rank) == (["AC", "9C"], 8)


def test_the_clock_lies_within_the_allowed_ranks():
    t = table("AC 2C / 3C KC / 8C", rank="9", rank_step="up_or_down")
    place(t, "p1", "AC")
    wait(t, 45)
    assert t.pile.cards == ["AC", "3C"]
    assert t.last.rank in (7, 9)


# rank_after_pickup


@pytest.mark.parametrize(("value", "ranks"), [("continue", "6"), ("ace", "A"), ("free", ALL)])
def test_rank_after_pickup(value, ranks):
    t = table(FOUR, rank="5", rank_after_pickup=value)
    place(t, "p1", "AC")
    assert due_ranks(t) == "6"
    call(t, "p3")
    look(t)
    assert due_ranks(t) == ranks


def test_a_free_rank_is_free_for_one_play():
    t = table(FOUR, rank="5", rank_after_pickup="free")
    place(t, "p1", "AC")
    call(t, "p3")
    look(t)
    place(t, "p2", "KC", "K")
    assert due_ranks(t) == "A"


# turn_after_call


@pytest.mark.parametrize(
    ("value", "after_a_lie", "after_the_truth"),
    [
        ("after_challenged", "p2", "p2"),
        ("after_picker", "p2", "p4"),  # p1 takes a lie, p3 the truth
        ("winner_of_call", "p3", "p1"),
    ],
)
def test_turn_after_call(value, after_a_lie, after_the_truth):
    for card, turn in (("2C", after_a_lie), ("AC", after_the_truth)):
        t = table(FOUR, turn_after_call=value)
        place(t, "p1", card)
        call(t, "p3")
        look(t)
        assert t.turn == turn
        assert offered(t, turn) == {"place"}


@pytest.mark.parametrize(
    ("value", "leaver", "turn"), [("after_picker", "p4", "p1"), ("winner_of_call", "p1", "p2")]
)
def test_a_leaver_never_gets_the_turn_after_a_call(value, leaver, turn):
    t = table(FOUR, turn_after_call=value)
    place(t, "p1", "AC")
    call(t, "p3")
    leave(t, leaver)
    assert t.turn == turn
