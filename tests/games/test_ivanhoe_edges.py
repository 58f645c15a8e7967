"""Ivanhoe: the edge cases of the rules, by their numbers."""

from __future__ import annotations

import pytest

from .cheat_words import refused, types, winners
from .ivanhoe_words import (
    ALL,
    act,
    actions,
    add,
    between,
    cards,
    choices,
    discard,
    display,
    displays,
    draw,
    end,
    front,
    hand,
    ivanhoe,
    leave,
    let,
    offered,
    phase,
    play,
    start,
    table,
    targets,
    tokens,
    values,
    wait,
)


def test_equal_totals_withdraw():
    # edge 1
    t = table("R3 / / ", " / R3 / ")
    add(t, "p1", "R3")
    end(t, "p1")
    assert t.withdrawn_players == ["p1"]


def test_purple_stays_banned_for_the_next_who_tries():
    # edge 2
    t = between("P3 UNH / P4 R3 / ", last="purple", deck="G1 CHG")
    draw(t, "p1")
    assert phase(t) == ("draw", "p2")
    t.deck.cards = cards("DRW")
    draw(t, "p2")
    assert choices(t, "p2", "start") == ["red"]


def won_purple(mine=""):
    """p1 has won a purple tournament."""
    t = table("R3 P3 / ", "P5 / ", colour="purple", turn="p2", tokens={"p1": mine}, deck="G1 DRW")
    end(t, "p2")
    return t


def test_purple_is_banned_after_a_purple_tournament_whatever_token_was_taken():
    # edge 3
    t = won_purple()
    act(t, "p1", "take_token", colour="red")
    draw(t, "p1")
    assert choices(t, "p1", "start") == ["red"]


@pytest.mark.parametrize("colour", ALL)
def test_no_card_changes_to_purple(colour):
    # edge 4
    t = table("UNH CHW DRW / ", "S2 / S2", colour=colour)
    assert "purple" not in choices(t, "p1", "play_action")


def test_purple_that_turned_red_is_red():
    # edge 5
    t = table("UNH P3 / ", "P5 / ", colour="purple", deck="G1 DRW")
    play(t, "p1", "UNH", colour="red")
    end(t, "p1")
    draw(t, "p2")
    end(t, "p2")
    assert (tokens(t, "p1"), t.last_colour) == ("red", "red")
    draw(t, "p1")
    assert choices(t, "p1", "start") == ["purple", "green"]


def test_only_supporters_start_with_a_supporter():
    # edge 6
    t = between("S2 S3 / ", deck="UNH")
    draw(t, "p1")
    start(t, "p1", "blue")
    assert (offered(t, "p1"), values(t, "p1")) == ({"play_value"}, "S2 S3")


def test_opening_with_an_action_card_is_refused():
    # edge 7
    t = between("S2 SHL / ", deck="UNH")
    draw(t, "p1")
    start(t, "p1", "blue")
    with refused(t, "value_card_first"):
        play(t, "p1", "SHL")
    with refused(t, "value_card_first"):
        end(t, "p1")
    add(t, "p1", "S2")
    assert {"SHL"} == actions(t, "p1")


def test_of_a_display_of_the_charge_value_the_earliest_stays():
    # edge 8
    t = table("CHG / ", "R4 / S3 R3 S3")
    play(t, "p1", "CHG")
    assert display(t, "p2") == "S3"


def test_charge_goes_by_printed_values_in_a_green_tournament():
    # edge 9
    t = table("CHG / / ", "G1 G1 / R3 G1 G1 / B4", colour="green")
    play(t, "p1", "CHG")
    assert displays(t) == "G1 G1 / R3 / B4"


def test_charge_needs_an_opponents_card():
    # edge 10
    t = table("CHG / ", "S2 / R3 R4")
    assert "CHG" not in actions(t, "p1")
    with refused(t, "not_playable"):
        play(t, "p1", "CHG")


@pytest.mark.parametrize("word", ["RIP", "DOD"])
def test_single_card_is_not_taken(word):
    # edge 11
    t = table(f"{word} / ", "S2 / R3")
    with refused(t, "not_playable"):
        play(t, "p1", word, "p2", **({"taken": "R3"} if word == "DOD" else {}))


def test_riposte_takes_a_card_of_another_colour():
    # edge 12
    t = table("RIP / ", "S2 / R3 P7")
    play(t, "p1", "RIP", "p2")
    assert (display(t, "p1"), t.total("p1")) == ("S2 P7", 9)


def test_no_second_maiden_by_riposte_or_outwit():
    # edge 13
    t = table("RIP OWT / ", "M6 S2 / R3 M6")
    assert actions(t, "p1") == {"OWT"}
    with refused(t, "card_not_there"):
        play(t, "p1", "OWT", "p2", own="S2", taken="M6")
    with refused(t, "card_not_there"):
        play(t, "p1", "OWT", "p2", own="M6", taken="R3")
    play(t, "p1", "OWT", "p2", own="S2", taken="R3")


def test_break_lance_leaves_the_earliest_of_purple_cards():
    # edge 14
    t = table("BRL / ", "P3 / P4 P4 P7", colour="purple")
    play(t, "p1", "BRL", "p2")
    assert (display(t, "p2"), t.discard.cards[1:]) == ("P4", cards("P4 P7"))


def test_disgrace_leaves_the_earliest_of_supporters():
    # edge 15
    t = table("DIS / ", "P3 / M6 S2 S3", colour="purple")
    play(t, "p1", "DIS")
    assert display(t, "p2") == "M6"


@pytest.mark.parametrize(("kept", "left"), [("S3", "R4 S3"), ("R3", "R4 R3"), ("B3", "R4 B3")])
def test_adapt_keeps_one_of_three_equal_values(kept, left):
    # edge 16
    t = table("ADA / ", "R5 / R3 R4 S3 B3")
    play(t, "p1", "ADA")
    act(t, "p2", "keep", value_3=cards(kept))
    assert sorted(display(t, "p2").split()) == sorted(left.split())


def test_adapt_keeps_the_latest_when_time_is_up():
    # edge 16
    t = table("ADA / ", "R5 / R3 R4 S3 R3 B3 R4")
    play(t, "p1", "ADA")
    wait(t, 20)
    assert (display(t, "p2"), phase(t)) == ("B3 R4", ("turn", "p1"))


def test_adapt_asks_nobody_whose_equal_cards_are_alike():
    t = table("ADA / ", "R5 / R3 R4 R3")
    play(t, "p1", "ADA")
    assert (display(t, "p2"), phase(t)) == ("R4 R3", ("turn", "p1"))


def test_the_only_card_cannot_retreat():
    # edge 17
    t = table("RET / ", "R3 / R4")
    with refused(t, "not_playable"):
        play(t, "p1", "RET", own="R3")


def test_a_maiden_that_retreated_costs_nothing():
    # edge 18
    t = table("RET / / ", "R3 M6 / R5 R5 / ", tokens={"p1": "red"})
    play(t, "p1", "RET", own="M6")
    end(t, "p1")
    assert (t.withdrawn_players, tokens(t, "p1")) == (["p1"], "red")


def test_a_maiden_without_a_token_costs_nothing():
    # edge 19
    t = table(" / / ", "M6 / R5 R5 / ")
    end(t, "p1")
    assert (phase(t), tokens(t, "p1")) == (("draw", "p2"), "")


def test_a_maiden_costs_the_only_token():
    # edge 20
    t = table(" / / ", "M6 / R5 R5 / ", tokens={"p1": "blue"})
    assert "returned_token" in types(end(t, "p1"))
    assert (phase(t), tokens(t, "p1"), t.player("p1").score) == (("draw", "p2"), "", 0)


def test_a_maiden_costs_one_of_several_tokens():
    t = table(" / / ", "M6 / R5 R5 / ", colour="green", tokens={"p1": "purple blue green"})
    t.display("p2").cards += cards("R5")
    end(t, "p1")
    assert (phase(t), choices(t, "p1", "return_token")) == (
        ("token_loss", "p1"),
        ["purple", "blue", "green"],
    )
    act(t, "p1", "return_token", colour="blue")
    assert (tokens(t, "p1"), phase(t)) == ("purple green", ("draw", "p2"))


def test_the_winners_maiden_costs_nothing():
    t = table(" / ", " / M6", tokens={"p2": "blue"})
    end(t, "p1")
    assert (tokens(t, "p2"), phase(t)) == ("red blue", ("draw", "p2"))


def test_knock_down_needs_a_hand():
    # edge 21
    t = table("KND KND / / R3", "R3 / R4 / R5")
    assert targets(t, "p1", "KND") == ["p3"]
    with refused(t, "illegal_move"):
        play(t, "p1", "KND", "p2")


def test_shield_is_named_as_the_reason():
    t = table("RIP / / ", "R3 / R4 R5 / R3 S2", fronts=" / SHL / ")
    with refused(t, "shielded_player", "A Shield protects that player."):
        play(t, "p1", "RIP", "p2")


def test_knock_down_may_hit_who_has_withdrawn():
    t = table("KND / R5 / ", "R3 / / R5", withdrawn="p2")
    play(t, "p1", "KND", "p2")
    assert hand(t, "p1") == "R5"


def test_knock_down_may_take_ivanhoe_which_may_be_used_before():
    # edge 22
    t = table("KND / IVA / ", "R3 / R4 / ")
    play(t, "p1", "KND", "p2")
    let(t, "p2")
    assert (hand(t, "p1"), phase(t)) == ("IVA", ("turn", "p1"))
    t = table("KND / IVA / ", "R3 / R4 / ")
    play(t, "p1", "KND", "p2")
    ivanhoe(t, "p2")
    assert (hand(t, "p1"), discard(t)) == ("", "KND IVA")


def test_stunned_player_still_plays_actions():
    # edge 23
    t = table("R3 S3 RET CHW / ", "R4 / R5", fronts="STN / ")
    add(t, "p1", "R3")
    assert (values(t, "p1"), actions(t, "p1")) == ("", {"RET", "CHW"})


@pytest.mark.parametrize("first", ["RIP", "R3"])
def test_stunned_player_adds_by_riposte_or_by_a_card(first):
    # edge 24
    t = table("R3 RIP / ", "R4 / R5 R4", fronts="STN / ")
    if first == "RIP":
        play(t, "p1", "RIP", "p2")
        with refused(t, "one_card_only"):
            add(t, "p1", "R3")
    else:
        add(t, "p1", "R3")
        with refused(t, "not_playable"):
            play(t, "p1", "RIP", "p2")


@pytest.mark.parametrize("first", ["OWT", "R3"])
def test_stunned_player_exchanges_value_cards_and_adds_one(first):
    # edge 25
    t = table("R3 OWT / ", "R4 / R5 R4", fronts="STN / ")
    steps = [
        lambda: play(t, "p1", "OWT", "p2", own="R4", taken="R5"),
        lambda: add(t, "p1", "R3"),
    ]
    for step in steps if first == "OWT" else steps[::-1]:
        step()
    assert sorted(display(t, "p1").split()) == ["R3", "R5"]


def test_stunned_player_who_has_added_takes_no_card_for_a_shield():
    t = table("R3 OWT / ", "R4 / R5 B4", fronts="STN SHL / ")
    assert "SHL" in choices_of_own(t)
    add(t, "p1", "R3")
    assert choices_of_own(t) == {"R4", "R3"}


def choices_of_own(t):
    """Return the cards that p1 may give away by Outwit."""
    return {card.removeprefix("I") for card in choices(t, "p1", "play_action", "own")}


def test_outwit_does_not_give_the_only_card_for_a_shield():
    # edge 26
    t = table("OWT / ", "R3 / R4 R5", fronts=" / SHL")
    with refused(t, "card_not_there"):
        play(t, "p1", "OWT", "p2", own="R3", taken="SHL")


def test_outwit_brings_who_has_no_display_into_the_tournament():
    # edge 27
    t = table("OWT / ", " / R4 R5", fronts="SHL / ")
    play(t, "p1", "OWT", "p2", own="SHL", taken="R5")
    assert (displays(t), front(t, "p2"), t.cards_added) == ("R5 / R4", "SHL", 1)


def test_outwit_gives_stunned_away():
    # edge 28
    t = table("OWT / R4 R5", "R3 S2 / R4 R5", fronts="STN / ")
    play(t, "p1", "OWT", "p2", own="STN", taken="R5")
    assert (front(t, "p2"), t.is_stunned("p1")) == ("STN", False)
    end(t, "p1")
    draw(t, "p2")
    add(t, "p2", "R4")
    assert values(t, "p2") == ""


def test_shield_and_stunned_are_both_in_force():
    # edge 29
    t = table("SHL R3 / STN DIS / ", "R4 S2 / R3 R5 / ", fronts="STN / / ")
    play(t, "p1", "SHL")
    add(t, "p1", "R3")
    assert (front(t, "p1"), values(t, "p1")) == ("STN SHL", "")
    t = table("STN DIS / / ", "R4 S2 / R3 S2 / ", fronts=" / SHL / ")
    play(t, "p1", "STN", "p2")
    assert (front(t, "p2"), "DIS" in actions(t, "p1")) == ("SHL STN", False)


def test_when_drop_weapon_is_cancelled_the_old_colour_counts():
    # edge 30
    t = table("DRW / IVA / ", "S2 S2 S2 / R4 R4 / ")
    play(t, "p1", "DRW")
    ivanhoe(t, "p2")
    assert (t.colour, t.total("p1"), offered(t, "p1")) == ("red", 6, {"end_turn"})
    end(t, "p1")
    assert t.withdrawn_players == ["p1"]


def test_second_action_card_waits_for_the_first():
    # edge 31
    t = table("SHL CHW / IVA / ", "S2 / R4 / ")
    play(t, "p1", "SHL")
    for name in ("play_action", "end_turn", "play_value"):
        with refused(t, "not_settled"):
            act(t, "p1", name, card=cards("CHW"))
    let(t, "p2")
    play(t, "p1", "CHW", colour="blue")


def test_holder_who_has_withdrawn_cannot_answer():
    # edge 32
    t = table("SHL / IVA / ", "R3 / / R5", withdrawn="p2", quick_reactions=False)
    play(t, "p1", "SHL")
    assert t.decisions[0].players == ["p3"]
    with refused(t, "no_ivanhoe"):
        ivanhoe(t, "p2")


def test_the_discard_pile_becomes_the_draw_pile():
    # edge 33
    t = table(" / ", "R3 R3 / R5 R4", deck="", discard="B2 Y3 P4", fronts="SHL / STN", phase="draw")
    draw(t, "p1")
    assert (len(t.deck.cards), discard(t), front(t, "p1"), display(t, "p2")) == (2, "", "SHL", "R5 R4")


def test_nothing_is_drawn_when_nothing_is_left():
    t = table("R5 / ", "R3 / R4", deck="", discard="", turn="p1")
    add(t, "p1", "R5")
    end(t, "p1")
    assert phase(t) == ("turn", "p2")


def test_of_two_players_the_other_wins():
    # edge 34
    t = table(" / ", "R3 / R5")
    end(t, "p1")
    assert (tokens(t, "p2"), phase(t)) == ("red", ("draw", "p2"))


def test_winner_who_has_the_colour_starts_the_next_tournament():
    # edge 35
    t = table(" / ", "R3 / R5", tokens={"p2": "red"})
    end(t, "p1")
    assert (tokens(t, "p2"), phase(t), t.tournaments_won) == ("red", ("draw", "p2"), {"p1": 0, "p2": 1})


def test_player_on_turn_leaves():
    # edge 36
    t = table("R3 / / ", "R4 / R5 / ", fronts="SHL / / ", tokens={"p1": "blue"})
    leave(t, "p1")
    assert (phase(t), discard(t), tokens(t, "p1")) == (("draw", "p2"), "R3 R4 SHL", "")
    t = table("R3 / / ", "R4 / R5 / ", withdrawn="p3")
    leave(t, "p1")
    assert (tokens(t, "p2"), phase(t)) == ("red", ("draw", "p2"))


def test_leaver_who_was_the_last_but_one_gives_the_tournament_away():
    # edge 36
    t = table("CHW / IVA / R3", "R4 / R5 / ", withdrawn="p3")
    play(t, "p1", "CHW", colour="blue")
    leave(t, "p2")
    assert (tokens(t, "p1"), phase(t), t.pending_action) == ("red", ("draw", "p1"), None)
    assert "CHW" in discard(t)


def test_who_leaves_instead_of_choosing_a_colour_is_followed_by_the_next():
    # edge 37
    t = between("R3 / / ")
    draw(t, "p1")
    leave(t, "p1")
    assert phase(t) == ("draw", "p2")


def test_when_the_actor_leaves_the_action_is_dropped():
    # edge 38
    t = table("DIS / IVA / ", "R4 / S2 S3 / ")
    play(t, "p1", "DIS")
    leave(t, "p1")
    assert (displays(t), phase(t), t.pending_action) == (" / S2 S3 / ", ("draw", "p2"), None)
    assert discard(t) == "R4 DIS"


def test_a_reactor_who_leaves_has_passed():
    # edge 39
    t = table("DIS / IVA / R3", "R4 / S2 S3 / S2 R3")
    play(t, "p1", "DIS")
    leave(t, "p2")
    assert (displays(t), phase(t)) == ("R4 /  / R3", ("turn", "p1"))


def test_when_the_target_leaves_the_card_has_no_effect():
    t = table("RIP / R3 / IVA", "R4 / S2 S3 / S2 R3")
    play(t, "p1", "RIP", "p2")
    assert "no_effect" not in types(leave(t, "p2"))
    assert "no_effect" in types(let(t, "p3"))
    assert (display(t, "p1"), discard(t), phase(t)) == ("R4", "R3 S2 S3 RIP", ("turn", "p1"))


def adapting():
    """p1 has played Adapt; p2 and p3 choose."""
    t = table("ADA / / / ", "R5 / R3 S3 / S2 B2 / ")
    play(t, "p1", "ADA")
    assert t.decisions[0].players == ["p2", "p3"]
    return t


def test_who_leaves_instead_of_keeping_loses_all_cards():
    # edge 40
    t = adapting()
    leave(t, "p2")
    assert (display(t, "p2"), phase(t)) == ("", ("adapt", "p1"))
    act(t, "p3", "keep", value_2=cards("S2"))
    assert (displays(t), phase(t)) == ("R5 /  / S2 / ", ("turn", "p1"))


def test_when_the_actor_leaves_nobody_has_to_choose():
    t = adapting()
    leave(t, "p1")
    assert (displays(t), phase(t)) == (" / R3 S3 / S2 B2 / ", ("draw", "p2"))


def test_who_leaves_instead_of_taking_a_token_takes_none():
    # edge 41
    t = table(" / / ", "P3 / / ", colour="purple", turn="p3", withdrawn="p2")
    end(t, "p3")
    assert phase(t) == ("token_choice", "p1")
    leave(t, "p1")
    assert (phase(t), t.last_colour, t.withdrawn_players, tokens(t, "p1")) == (
        ("draw", "p2"),
        "purple",
        [],
        "",
    )


def test_others_may_leave_while_a_token_is_chosen():
    t = table(" / / ", "P3 / / ", colour="purple", turn="p3", withdrawn="p2")
    end(t, "p3")
    leave(t, "p2")
    assert phase(t) == ("token_choice", "p1")
    act(t, "p1", "take_token", colour="red")
    assert (tokens(t, "p1"), t.tournaments_won["p1"]) == ("red", 1)


def test_who_leaves_instead_of_returning_a_token_returns_all():
    # edge 42
    t = table(" / / ", "M6 / R5 R5 / ", tokens={"p1": "red blue"})
    end(t, "p1")
    leave(t, "p1")
    assert (tokens(t, "p1"), phase(t)) == ("", ("draw", "p2"))


def test_others_may_leave_while_a_token_is_returned():
    t = table(" / / ", "M6 / R5 R5 / ", tokens={"p1": "red blue"})
    end(t, "p1")
    leave(t, "p3")
    assert phase(t) == ("token_loss", "p1")
    act(t, "p1", "return_token", colour="red")
    assert (tokens(t, "p1"), tokens(t, "p2"), phase(t)) == ("blue", "red", ("draw", "p2"))


def test_nobody_wins_a_tournament_in_which_nobody_is_left():
    t = table(" / / / ", "M6 / R5 R5 / / ", tokens={"p1": "red blue"}, withdrawn="p4")
    end(t, "p1")
    leave(t, "p2")
    leave(t, "p3")
    assert phase(t) == ("token_loss", "p1")
    act(t, "p1", "return_token", colour="red")
    assert (phase(t), t.last_colour, t.withdrawn_players) == (("draw", "p4"), "red", [])
    assert t.tournaments_won == {"p1": 0, "p2": 0, "p3": 0, "p4": 0}


def test_last_one_in_the_game_wins():
    # edge 43
    t = table(" / / ", "M6 / R5 R5 / ", tokens={"p2": "red", "p1": "blue green"})
    leave(t, "p1")
    leave(t, "p2")
    assert (winners(t), t.result.reason) == (["p3"], "last_left")
    assert [(line.id, line.place) for line in t.result.standing] == [("p3", 1), ("p1", 2), ("p2", 2)]


def test_clock_draws_starts_and_plays_for_who_opens():
    # edge 44
    t = between("R3 R4 B5 B4 S3 / / ", deck="G1 B2")
    events = wait(t, 90)
    assert (t.colour, displays(t), phase(t)) == ("blue", "B5 /  / ", ("draw", "p2"))
    assert types(events)[:3] == ["timed_out", "drew", "started"]


def test_clock_opens_with_a_supporter_where_there_is_no_colour():
    # edge 44
    t = between("S2 M6 S3 / / ", deck="G1 UNH", last="purple")
    wait(t, 90)
    assert (t.colour, display(t, "p1")) == ("red", "M6")


def test_clock_ends_a_turn():
    # edge 44
    t = table("R3 / / ", "R4 / R5 / ", phase="draw")
    wait(t, 90)
    assert (t.withdrawn_players, phase(t)) == (["p1"], ("draw", "p2"))
    t = table("R3 / / ", "R4 / R3 / ")
    wait(t, 90)
    assert (t.withdrawn_players, phase(t)) == ([], ("draw", "p2"))


def test_game_ends_when_nobody_can_start_and_nothing_can_be_drawn():
    # edge 45
    t = between("UNH / CHG / P3", last="purple", deck="IVA", tokens={"p1": "red", "p2": "blue green"})
    draw(t, "p1")
    assert (winners(t), t.result.reason) == (["p2"], "stuck")


def test_who_has_as_many_tokens_shares_the_victory():
    # edge 45
    t = between("UNH / CHG / P3", last="purple", deck="IVA", tokens={"p1": "red", "p2": "blue"})
    draw(t, "p1")
    assert winners(t) == ["p1", "p2"]


def test_game_ends_that_brings_no_token_any_more():
    """Nobody acts, and who always wins has that token: no card is left that could change it."""
    t = table("G1 / ", "G1 / ", colour="green", turn="p2", deck="", tokens={"p1": "green"})
    wait(t, 10_000)
    assert (winners(t), t.result.reason) == (["p1"], "stuck")
    assert t.tournaments_won["p1"] == 30
