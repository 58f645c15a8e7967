"""Cheat: placing cards, the order of turns and ranks, the turn clock (rules 3.1, 3.2, 3.5)."""

from __future__ import annotations

import pytest

from cheat.engine import engine
from cheat.engine.rng import Rng
from cheat.errors import CheatError
from cheat.games.cheat.rules import GAME

from . import walks
from .cheat_words import (
    NOON,
    act,
    call,
    copy_of,
    dealt,
    doubtful,
    due_ranks,
    encoded,
    english,
    facts,
    hand,
    leave,
    look,
    offer,
    offered,
    one,
    pass_turn,
    pile,
    place,
    prompt,
    refused,
    table,
    texts,
    wait,
)

THREE = "AC 2C 3C 4C 5C / 6C 7C 8C / 9C TC JC"


def test_placed_cards_go_from_the_hand_onto_the_pile():
    # acceptance 12
    t = table(THREE, pile="KH KD")
    place(t, "p1", "2C AC")
    assert hand(t, "p1") == "3C 4C 5C"
    assert pile(t) == "KH KD 2C AC"


def test_the_next_player_is_on_turn_and_the_first_one_may_place_no_more():
    # acceptance 12
    t = table(THREE)
    place(t, "p1", "AC")
    assert t.turn == "p2"
    assert "place" in offered(t, "p2")
    with refused(t, "not_your_turn"):
        place(t, "p1", "2C")


def test_the_play_is_told_with_its_number_and_the_rank_that_was_due():
    # acceptance 25
    t = table(THREE, rank="9")
    events = place(t, "p1", "2C 4C")
    assert texts(events) == ["p1 placed 2 × Nines."]
    assert facts(t, GAME, None) == {
        "Just played": "2 × Nines by p1",
        "Next": "Tens",
    }


def test_the_claim_disappears_after_a_pickup_and_the_due_rank_stays():
    # acceptance 25
    t = table(THREE, rank="9")
    place(t, "p1", "2C 4C")
    call(t, "p3")
    look(t)
    assert facts(t, GAME, None) == {"Next": "Tens"}


def test_each_play_may_be_doubted_in_a_moment_of_its_own():
    t = table(THREE)
    place(t, "p1", "AC")
    first = doubtful(t)
    place(t, "p2", "6C")
    assert first < doubtful(t)
    assert (t.last.player, t.last.count) == ("p2", 1)


def test_the_rank_goes_up_through_the_whole_order():
    t = dealt(3)
    claimed = []
    for _ in range(14):
        claimed.append(due_ranks(t))
        place(t, t.turn, hand(t, t.turn)[:2])
    assert claimed == ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]


def test_after_kings_come_aces():
    # edge 25
    t = table(THREE, rank="K")
    place(t, "p1", "AC")
    assert due_ranks(t) == "A"


def test_after_the_last_seat_the_first_is_on_turn():
    # acceptance 15
    t = table(THREE, turn="p3")
    place(t, "p3", "9C")
    assert t.turn == "p1"


@pytest.mark.parametrize("cards", ["AC", "AC 2C", "AC 2C 3C", "AC 2C 3C 4C"])
def test_one_to_four_cards_may_be_placed(cards):
    t = table(THREE)
    place(t, "p1", cards)
    assert pile(t) == cards


def test_lying_is_allowed_even_when_the_truth_was_possible():
    t = table(THREE)
    place(t, "p1", "5C")
    assert t.last.rank == 0


def test_placing_nothing_is_refused_with_its_sentence():
    # edge 3, acceptance 13
    t = table(THREE)
    with refused(t, "no_cards", "You have to place a card to end your turn."):
        place(t, "p1", "")


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ("AC 2C 3C 4C 5C", "card_count"),
        ("6C", "card_not_there"),
        ("AC KH", "card_not_there"),
        ("AC AC", "card_not_there"),
        ("XX", "card_not_there"),
    ],
)
def test_five_cards_foreign_cards_and_duplicates_are_refused(cards, code):
    # edge 4
    t = table(THREE)
    with refused(t, code):
        place(t, "p1", cards)


def test_cards_of_the_pile_cannot_be_placed():
    # edge 4
    t = table(THREE, pile="KH")
    with refused(t, "card_not_there"):
        place(t, "p1", "KH")


def test_equal_cards_of_two_decks_may_be_placed_as_often_as_held():
    t = table("AC AC 2C / 3C / 4C", decks=2)
    with refused(t, "card_not_there"):
        place(t, "p1", "AC AC AC")
    place(t, "p1", "AC AC")
    assert (hand(t, "p1"), pile(t)) == ("2C", "AC AC")


@pytest.mark.parametrize("player", ["p2", "p3"])
def test_placing_out_of_turn_is_refused(player):
    # edge 5, acceptance 14
    t = table(THREE)
    assert "place" not in offered(t, player)
    with refused(t, "not_your_turn"):
        place(t, player, hand(t, player)[:2])


@pytest.mark.parametrize("stranger", ["p9", "", "spectator"])
def test_who_is_not_in_the_game_may_do_nothing(stranger):
    t = table(THREE)
    assert offered(t, stranger) == set()
    with refused(t, "not_playing"):
        place(t, stranger, "AC")


def test_the_rank_cannot_be_chosen_by_default():
    t = table(THREE)
    with refused(t, "bad_field"):
        place(t, "p1", "AC", rank="A")


def test_on_an_empty_pile_one_must_still_place():
    # edge 27
    t = table(THREE)
    assert offered(t, "p1") == {"place"}
    assert offer(t, "p1", "place").fields[0].min == 1
    with refused(t, "illegal_move"):
        pass_turn(t, "p1")


def test_no_more_cards_are_asked_for_than_are_held():
    t = table("AC 2C / 3C / 4C")
    assert offer(t, "p1", "place").fields[0].max == 2


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("place", {}),
        ("place", {"cards": None}),
        ("place", {"cards": "AC"}),
        ("place", {"cards": {"AC": 1}}),
        ("place", {"cards": [["AC"]]}),
        ("place", {"cards": [1]}),
        ("place", {"cards": ["AC"], "rank": 3}),
        ("place", {"cards": ["AC"], "player": "p2"}),
        ("call_cheat", {}),
        ("call_cheat", {"moment": "1"}),
        ("call_cheat", {"moment": [1]}),
        ("trust", {"moment": None}),
        ("ready", {}),
        ("no_such_move", {"x": {}}),
        ("", {}),
    ],
)
def test_malformed_moves_never_stop_a_game(name, args):
    # acceptance 31
    t = table(THREE)
    before = encoded(t)
    for id in ("p1", "p2", "p3", "p9"):
        with pytest.raises(CheatError):
            act(t, id, name, **args)
        assert encoded(t) == before
    place(t, "p1", "AC")
    assert pile(t) == "AC"


def test_two_games_do_not_influence_each_other():
    # acceptance 29
    mine, yours = dealt(3), dealt(3, seed="ff" * 16)
    before = encoded(yours)
    place(mine, "p1", hand(mine, "p1")[:2])
    call(mine, "p2")
    look(mine)
    leave(mine, "p3")
    assert encoded(yours) == before


# The turn clock


def test_a_turn_has_forty_five_seconds():
    t = dealt(3)
    assert t.next_timeout() == NOON + 45_000
    wait(t, 44.9)
    assert t.turn == "p1"
    wait(t, 0.1)
    assert t.turn == "p2"


def test_the_clock_starts_when_the_player_may_place():
    t = table(THREE, min_call_window_s=2)
    place(t, "p1", "AC")
    wait(t, 46.9)
    assert t.turn == "p2"
    wait(t, 0.1)
    assert t.turn == "p3"


def test_at_timeout_one_true_card_is_placed():
    t = table("2C 7C 7D 9C / 3C / 4C", rank="7")
    events = wait(t, 45)
    assert (pile(t), hand(t, "p1")) == ("7C", "2C 7D 9C")
    assert (t.last.count, t.turn, due_ranks(t)) == (1, "p2", "8")
    assert one(events, "timed_out").by == "p1"


def test_at_timeout_without_the_rank_the_first_card_of_the_hand_is_placed():
    t = table("2C 7C 9C / 3C / 4C", rank="8")
    wait(t, 45)
    assert (pile(t), t.last.rank) == ("2C", 7)


def test_a_play_of_the_clock_can_be_called():
    t = table("2C 7C 9C / 3C / 4C", rank="8")
    wait(t, 45)
    call(t, "p2")
    look(t)
    assert hand(t, "p1") == "2C 7C 9C"


def test_a_refused_move_does_not_stop_the_clock():
    t = table(THREE)
    wait(t, 30)
    with refused(t, "card_not_there"):
        place(t, "p1", "KH")
    wait(t, 15)
    assert t.turn == "p2"


def test_nobody_acts_and_the_game_is_still_won():
    t = dealt(4, min_call_window_s=2)
    plays = 0
    while t.result is None:
        plays += sum(event.type == "placed" for event in wait(t, 47))
        assert plays <= 52
    assert t.result.reason == "won"
    assert plays >= 13 * 4 - 3


@pytest.mark.parametrize("seats", [2, 3, 5, 10])
@pytest.mark.parametrize("number", range(4))
def test_with_a_turn_clock_every_game_ends_by_itself(seats, number):
    start = walks.some_start(GAME, seats, Rng(f"{number + 1:032x}"))
    t = walks.after(start, 40, leaves=0.02)
    walks.wait(GAME, t)
    assert t.result is not None or start.options.turn_s == 0
    if t.result is None:
        assert "place" in offered(t, t.turn)


def test_nobody_has_to_be_there_for_an_expired_step():
    t = table(THREE)
    assert engine.expire(GAME, t, NOON + 44_999) == []
    late = copy_of(t)
    engine.expire(GAME, late, NOON + 3_600_000)
    assert (late.turn, late.next_timeout()) == ("p2", NOON + 3_600_000 + 45_000)


# What everybody sees


def test_turn_due_rank_and_sizes_are_visible_to_all():
    # acceptance 24, edge 28
    t = table(THREE, rank="J", pile="KH KD")
    place(t, "p1", "AC 2C")
    for viewer in ("p1", "p2", "p3", None):
        sizes = {zone.id: zone.view(viewer).count for zone in t.zones.values()}
        assert sizes == {"hand:p1": 3, "hand:p2": 3, "hand:p3": 3, "pile": 4}
    assert t.turn == "p2"
    assert prompt(t, "p2") == "Your turn: call Cheat on p1, or place 1 to 3 cards as Queens."
    assert prompt(t, "p3") == prompt(t, None) == "Waiting for p2 to place Queens."


def test_spectators_also_read_who_may_call():
    t = table(THREE, rank="J", pile="KH KD")
    assert GAME.situation(t, None) == ""
    place(t, "p1", "AC 2C")
    assert english(GAME.situation(t, None)) == "Any other player may call Cheat on p1."
    assert GAME.situation(t, "p3") == ""


def test_spectators_read_once_who_may_call_a_last_play():
    t = table("AC / 6C 7C / 9C TC", rank="J")
    place(t, "p1", "AC")
    assert prompt(t, None) == "p1 has no cards left and wins if no player calls Cheat."
    assert GAME.situation(t, None) == ""


def test_the_sizes_are_told_to_all_after_a_leave():
    # edge 14: "pile size is broadcast"
    t = table(THREE + " / QC KC", turn="p2")
    leave(t, "p4")
    assert t.pile.view("p1").count == 2
    assert t.hand("p4").view("p1").count == 0
