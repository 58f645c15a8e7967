"""Uno: empty piles, the end of a round, points, and the match (rules 3.7, 4)."""

from __future__ import annotations

from collections import Counter

import pytest

from cheat.engine import engine
from cheat.games.uno.rules import GAME

from .cheat_words import english
from .uno_words import (
    accept,
    act,
    draw,
    hand,
    offered,
    one,
    options,
    play,
    prompt,
    refused,
    scores,
    sizes,
    table,
    texts,
    top,
    types,
    wait,
    winners,
)


def ready(t, *players):
    return [event for id in players for event in act(t, id, "ready")]


# Empty piles


def test_the_discard_pile_is_shuffled_when_the_draw_pile_is_empty():  # edge 1
    t = table("WF G7 Y1 / G5 / B5", under="R1 R2 R4 WW", top="R3", deck="Y7")
    play(t, "p1", "WF", "blue")
    events = accept(t, "p2")
    assert types(events) == ["accepted", "reshuffled", "drew"]
    assert top(t) == "WF blue"
    assert len(t.hand("p2").cards) == 5
    assert Counter(t.deck.cards + t.hand("p2").cards) == Counter(["R1", "R2", "R3", "R4", "WW", "Y7", "G5"])


def test_reshuffled_cards_come_in_another_order():
    orders = set()
    for seed in range(5):
        t = table("G5 / B5", under="R1 R2 R4 R5 R6 R7 R8 R9", top="R3", deck="")
        t.rng.blocks_used = seed * 1000
        draw(t, "p1")
        orders.add(tuple(t.deck.cards))
    assert len(orders) > 1


def test_what_is_not_there_is_forgiven():  # edge 2
    t = table("RD G7 Y1 / G5 / B5", under="", top="R3", deck="")
    play(t, "p1", "RD")  # the only other card is the Red 3
    assert (hand(t, "p2"), t.turn) == ("R3 G5", "p3")


def test_an_empty_table_gives_nothing():  # edge 2
    t = table("G7 Y1 / G5 / B5", deck="")
    events = draw(t, "p1")
    assert texts(events) == ["p1 passes: there is nothing to draw."]
    assert t.turn == "p2"


def test_the_move_is_called_pass_when_nothing_is_left():
    def labels(t):
        return [form.label for form in engine.moves(GAME, t, "p1")]

    assert labels(table("G7 Y1 / G5", deck="")) == ["Pass"]
    assert labels(table("G7 Y1 / G5", deck="", under="R1")) == ["Draw a card"]


def test_a_round_in_which_nobody_plays_or_draws_is_over():  # edge 3
    t = table("G7 Y1 / G5 / B9 BS", deck="")
    draw(t, "p1")
    draw(t, "p2")
    assert t.phase == "turn"
    events = draw(t, "p3")
    assert types(events) == ["passed", "blocked", "round_over"]
    assert scores(t) == f"0 {(8 - 5) + (29 - 5)} 0"


def test_a_tie_for_the_lowest_hand_scores_nothing():  # edge 3
    t = table("G4 Y1 / G5 / B9 BS", deck="")
    events = [event for id in ("p1", "p2", "p3") for event in draw(t, id)]
    assert (scores(t), t.phase) == ("0 0 0", "next_round")
    assert one(events, "round_over").by is None
    assert "No player won" in prompt(t, "p1")


def test_a_play_in_between_starts_the_count_of_passes_afresh():  # edge 3
    t = table("G7 Y1 / R5 G5 G6 / B9 BS", deck="")
    draw(t, "p1")
    play(t, "p2", "R5")
    assert t.passed_in_a_row == []
    draw(t, "p3")  # the Red 3 below the top
    assert (t.phase, t.turn) == ("keep", "p3")


# The end of a round: acceptance 4


def test_an_empty_hand_ends_the_round_and_scores_all_others():  # acceptance 4
    t = table("R5 / G5 GS / WW B1")
    events = play(t, "p1", "R5")
    assert texts(events)[-1] == "p1 wins the round and scores 76."
    assert (scores(t), t.turn, t.phase, winners(t)) == ("76 0 0", None, "next_round", None)


def test_a_last_draw_two_still_hits():  # edge 10
    t = table("RD / G5 / B1", deck="Y7 Y8 Y9")
    play(t, "p1", "RD")
    assert (sizes(t), scores(t)) == ("0 3 1", "21 0 0")


def test_a_last_wild_draw_four_still_hits_and_is_not_challenged():  # edge 11
    t = table("WF / G5 / B1", deck="Y0 Y1 Y1 Y2 Y9")
    play(t, "p1", "WF", "red")
    assert (sizes(t), scores(t), t.phase) == ("0 5 1", "10 0 0", "next_round")


def test_the_colour_of_a_last_black_card_may_be_left_out():  # edge 11
    t = table("WF / G5 / B1")
    play(t, "p1", "WF")
    assert t.phase == "next_round"


def test_a_last_card_needs_no_uno():
    t = table("R5 / G5 / B1", uno_window_s=10)
    play(t, "p1", "R5")
    assert (t.forgot_uno, t.said_uno, [d.name for d in t.decisions]) == (None, [], ["next_round"])


def test_all_hands_are_open_at_the_end_of_a_round():  # acceptance 4
    t = table("R5 / G5 GS / WW B1")
    play(t, "p1", "R5")
    for viewer in ("p1", "p2", None):
        assert t.hand("p3").view(viewer).cards == ["WW", "B1"]


# The next round


def ended(**values):
    t = table("R5 / G5 GS / WW B1", **values)
    play(t, "p1", "R5")
    return t


def test_the_next_round_begins_when_all_are_ready():
    t = ended()
    ready(t, "p1", "p2")
    assert (t.phase, offered(t, "p1"), offered(t, "p3")) == ("next_round", set(), {"ready"})
    events = ready(t, "p3")
    assert "dealt" in types(events)
    assert t.phase in ("turn", "drawn")
    assert scores(t) == "76 0 0"


def test_who_is_ready_is_no_longer_waited_for():
    t = ended()
    ready(t, "p2")
    assert [decision.players for decision in t.decisions] == [["p1", "p3"]]


def test_the_next_round_begins_after_20_seconds():
    t = ended()
    assert t.decisions[0].optional
    wait(t, 19)
    assert t.phase == "next_round"
    wait(t, 1)
    assert t.phase == "turn"


def test_a_round_that_began_early_is_not_cut_off():
    """The 20 seconds are over when all are ready: they must not deal again, into the running round."""
    t = ended(turn_s=0)
    ready(t, "p1", "p2", "p3")
    assert [decision.name for decision in t.decisions] == ["turn"]
    assert wait(t, 60) == []


def test_hands_are_closed_again_in_the_next_round():
    t = ended()
    wait(t, 20)
    assert [t.hand(id).viewers for id in t.active()] == [["p1"], ["p2"], ["p3"]]
    assert sum(len(zone.cards) for zone in t.zones.values()) == 3 + 1 + len(t.deck.cards) + 18


def test_the_deal_passes_clockwise():
    t = ended()
    assert t.dealer == "p3"
    ready(t, "p1", "p2", "p3")
    assert t.dealer == "p1"


def test_nothing_else_is_possible_between_rounds():
    t = ended()
    for move in ("play", "draw", "catch_uno", "say_uno"):
        with refused(t, "round_over"):
            act(t, "p2", move)


# The match: acceptance 4


@pytest.mark.parametrize(("before", "won"), [(424, ["p1"]), (423, None)])
def test_the_target_score_wins_the_match(before, won):  # acceptance 4
    t = ended(scores=f"{before} 490 0")
    assert winners(t) == won


@pytest.mark.parametrize(("target", "won"), [(0, ["p1"]), (76, ["p1"]), (77, None), (1000, None)])
def test_target_score_is_what_has_to_be_reached(target, won):
    assert winners(ended(target_score=target)) == won


def test_the_result_has_points_and_places():  # acceptance 4
    t = ended(scores="450 100 200")
    assert [(line.id, line.place, line.score) for line in t.result.standing] == [
        ("p1", 1, 526),
        ("p3", 2, 200),
        ("p2", 3, 100),
    ]
    assert english(t.result.text) == "p1 won the match."
    assert t.hand("p2").view(None).cards == ["G5", "GS"]


def test_a_single_blocked_round_with_a_tie_is_shared():
    t = table("G4 Y1 / G5 / B9 BS", deck="", target_score=0)
    events = [event for id in ("p1", "p2", "p3") for event in draw(t, id)]
    assert winners(t) == ["p1", "p2"]
    assert texts(events)[-1] == "p1 and p2 won the match."


def test_with_penalty_scoring_everybody_counts_their_own():
    t = ended(scoring="penalty")
    assert scores(t) == "0 25 51"


def test_with_penalty_scoring_the_fewest_points_win():
    t = ended(scoring="penalty", scores="300 200 449")
    assert (scores(t), winners(t)) == ("300 225 500", ["p2"])
    assert [line.id for line in t.result.standing] == ["p2", "p1", "p3"]


def test_with_penalty_scoring_equal_fewest_points_share():
    t = ended(scoring="penalty", scores="225 200 449")
    assert winners(t) == ["p1", "p2"]


def test_winner_takes_is_the_default():
    assert (options().scoring, options().target_score) == ("winner_takes", 500)


def test_a_new_match_begins_with_no_points():
    previous = ended(scores="450 0 0")
    again, _ = engine.deal(GAME, ["p1", "p2"], options(), "ab" * 16, 0, previous)
    assert scores(again) == "0 0"
