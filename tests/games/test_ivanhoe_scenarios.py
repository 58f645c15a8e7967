"""Ivanhoe: the scenarios of the acceptance list, by their numbers."""

from __future__ import annotations

from collections import Counter

import pytest

from cheat.engine import engine
from cheat.games.ivanhoe.deck import COLOURS, DECK, FACES, VALUES

from .cheat_words import ending, facts, labels, one, refused, texts, types, winners
from .ivanhoe_words import (
    ALL,
    GAME,
    act,
    actions,
    add,
    between,
    cards,
    choices,
    dealt,
    discard,
    display,
    displays,
    draw,
    end,
    forms,
    front,
    hand,
    ivanhoe,
    let,
    offered,
    phase,
    play,
    start,
    table,
    targets,
    tokens,
    values,
)

# Winning a tournament


def won(colour="red", mine="", seats=3, **values):
    """p1 is ahead, and all others end their turns."""
    hands = " / ".join([""] * seats)
    displays = " / ".join(["R3", *[""] * (seats - 1)])
    t = table(hands, displays, colour=colour, tokens={"p1": mine}, turn="p2", **values)
    events = []
    for seat in range(2, seats + 1):
        if seat > 2:
            draw(t, f"p{seat}")
        events += end(t, f"p{seat}")
    return t, events


@pytest.mark.parametrize("seats", [2, 3])
def test_five_tokens_win_with_fewer_than_four_players(seats):
    """Scenario 1: with fewer than four players five tokens win the game."""
    t, _ = won("red", "purple blue yellow green", seats)
    assert (winners(t), tokens(t, "p1")) == (["p1"], "purple red blue yellow green")
    assert ending(t) == "p1 has 5 tokens and wins."
    t, _ = won("red", "purple blue yellow", seats)
    assert winners(t) is None


@pytest.mark.parametrize("seats", [4, 5])
def test_four_tokens_win_with_four_or_more_players(seats):
    """Scenario 2: with four or more players four tokens win the game."""
    t, _ = won("red", "purple blue yellow", seats)
    assert (winners(t), tokens(t, "p1")) == (["p1"], "purple red blue yellow")
    t, _ = won("red", "purple blue", seats)
    assert winners(t) is None


@pytest.mark.parametrize("colour", ["red", "blue", "yellow", "green"])
def test_winner_receives_the_token_of_the_colour(colour):
    """Scenario 3: who is left in a tournament that is not purple receives its token, without having it."""
    t, events = won(colour, "purple")
    assert Counter(t.tokens["p1"]) == Counter(["purple", colour])
    assert {"won_tournament", "took_token"} <= set(types(events))


@pytest.mark.parametrize("colour", ["red", "blue", "yellow", "green"])
def test_winner_who_has_the_token_receives_none(colour):
    """Scenario 4: who has won that colour before receives no token."""
    t, events = won(colour, colour)
    assert (tokens(t, "p1"), phase(t)) == (colour, ("draw", "p1"))
    assert "p1 already has that token." in texts(events)


def test_purple_winner_takes_any_token_that_is_lacking():
    """Scenario 5: who wins a purple tournament without the purple token takes any that is lacking."""
    t, _ = won("purple", "red")
    assert phase(t) == ("token_choice", "p1")
    assert choices(t, "p1", "take_token") == ["purple", "blue", "yellow", "green"]
    act(t, "p1", "take_token", colour="green")
    assert (tokens(t, "p1"), phase(t)) == ("red green", ("draw", "p1"))


def test_purple_winner_with_the_purple_token_takes_another_one():
    """Scenario 6: who has the purple token takes any other that is lacking."""
    t, _ = won("purple", "purple blue")
    assert choices(t, "p1", "take_token") == ["red", "yellow", "green"]
    with refused(t, "illegal_move"):
        act(t, "p1", "take_token", colour="purple")
    act(t, "p1", "take_token", colour="red")
    assert tokens(t, "p1") == "purple red blue"


# Starting a tournament


def startable(held, last=""):
    """The colours that p1, who draws a Riposte, may start."""
    t = between(f"{held} / /", last=last, deck="G1 RIP")
    draw(t, "p1")
    return choices(t, "p1", "start") if t.turn == "p1" else phase(t)


def test_all_colours_held_any_may_be_started():
    """Scenario 7: cards of every colour, no supporter, the last tournament not purple: any colour."""
    assert startable("P3 R3 B2 Y2 G1", "red") == ALL


def test_all_colours_held_after_purple_any_other_may_be_started():
    """Scenario 8: the same after a purple tournament: any colour but purple."""
    assert startable("P3 R3 B2 Y2 G1", "purple") == ALL[1:]


def test_only_colours_that_are_held_may_be_started():
    """Scenario 9: some colours, no supporter, the last tournament not purple: these colours."""
    assert startable("P3 P7 Y2 UNH", "blue") == ["purple", "yellow"]


def test_only_colours_that_are_held_but_not_purple_after_purple():
    """Scenario 10: some colours, no supporter, after a purple tournament: these but purple."""
    assert startable("P3 P7 Y2 UNH", "purple") == ["yellow"]


def test_only_purple_cards_after_purple_cannot_start():
    """Scenario 11: only purple cards, no supporter, after a purple tournament: the next player starts."""
    assert startable("P3 P7 UNH", "purple") == ("draw", "p2")
    assert startable("P3 P7 UNH", "red") == ["purple"]


def test_supporter_lets_any_colour_be_started():
    """Scenario 12: a supporter, the last tournament not purple: any colour."""
    assert startable("S2 R3", "green") == ALL
    assert startable("M6", "") == ALL


def test_supporter_lets_any_colour_but_purple_be_started_after_purple():
    """Scenario 13: a supporter, after a purple tournament: any colour but purple."""
    assert startable("S2 P3", "purple") == ALL[1:]


def test_without_value_cards_nobody_starts():
    """Scenario 14: neither colour cards nor supporters: the next player starts."""
    assert startable("UNH CHG IVA") == ("draw", "p2")
    assert startable("") == ("draw", "p2")


# Starting a new game


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_purple_token_decides_who_starts(seats):
    """Scenarios 15 and 16: who draws another token does not start; who draws purple does; all go back."""
    starters = set()
    for number in range(40):
        players = [f"p{seat}" for seat in range(1, seats + 1)]
        seed = f"{number + 1:032x}"
        t, events = engine.deal(GAME, players, GAME.options({}), seed, 0, None)
        drawn = [(event.by, event.args["colour"].template) for event in events if event.type == "drew_token"]
        assert [by for by, _ in drawn] == players * (len(drawn) // seats)
        *others, last = (drawn[at : at + seats] for at in range(0, len(drawn), seats))
        assert all("Purple" not in [colour for _, colour in one] for one in others)
        assert all(len({colour for _, colour in one}) == seats for one in (*others, last))
        assert [by for by, colour in last if colour == "Purple"] == [t.turn]
        assert all(t.tokens[id] == [] for id in players)
        starters.add(t.turn)
    assert starters == set(players)


# Action cards


def test_unhorse_changes_a_purple_tournament():
    """Scenario 17: in a purple tournament Unhorse changes it to red, yellow or blue."""
    t = table("UNH / ", "P3 / P4", colour="purple")
    assert choices(t, "p1", "play_action") == ["red", "blue", "yellow"]
    play(t, "p1", "UNH", colour="blue")
    assert (t.colour, discard(t), displays(t)) == ("blue", "UNH", "P3 / P4")


@pytest.mark.parametrize("colour", ["red", "blue", "yellow"])
def test_change_weapon_changes_to_another_weapon(colour):
    """Scenario 18: in a red, yellow or blue tournament Change Weapon makes it another of these three."""
    t = table("CHW / ", "S2 / S3", colour=colour)
    others = [one for one in ("red", "blue", "yellow") if one != colour]
    assert choices(t, "p1", "play_action") == others
    play(t, "p1", "CHW", colour=others[1])
    assert (t.colour, discard(t)) == (others[1], "CHW")


@pytest.mark.parametrize("colour", ["red", "blue", "yellow"])
def test_drop_weapon_makes_it_green_and_counts_anew(colour):
    """Scenario 19: Drop Weapon makes a red, yellow or blue tournament green; all totals are computed anew."""
    t = table("DRW / ", "R5 / S2 S2", colour=colour)
    assert [t.total(id) for id in ("p1", "p2")] == [5, 4]
    play(t, "p1", "DRW")
    assert t.colour == "green"
    assert [t.total(id) for id in ("p1", "p2")] == [1, 2]
    assert [t.display(id).note for id in ("p1", "p2")] == ["1", "2"]


def test_break_lance_discards_all_purple_cards():
    """Scenario 20: in a purple tournament an unshielded opponent discards all purple cards."""
    t = table("BRL / / ", "S2 / P3 S3 P7 / P3 P4", colour="purple", fronts=" / / SHL")
    assert targets(t, "p1", "BRL") == ["p2"]
    play(t, "p1", "BRL", "p2")
    assert (displays(t), discard(t)) == ("S2 / S3 / P3 P4", "BRL P3 P7")


def test_riposte_takes_the_last_card():
    """Scenario 21: the card that an unshielded opponent played last moves to the actor's display."""
    t = table("RIP / / ", "R3 / R4 S3 R5 / R3 R3", fronts=" / / SHL")
    assert targets(t, "p1", "RIP") == ["p2"]
    play(t, "p1", "RIP", "p2")
    assert (displays(t), t.total("p1"), discard(t)) == ("R3 R5 / R4 S3 / R3 R3", 8, "RIP")


def test_dodge_discards_a_card_of_the_actors_choice():
    """Scenario 22: the card that the actor chooses is discarded from an unshielded opponent's display."""
    t = table("DOD / / ", "R3 / R4 S3 R5 / R3 R3", fronts=" / / SHL")
    assert targets(t, "p1", "DOD") == ["p2"]
    play(t, "p1", "DOD", "p2", taken="S3")
    assert (displays(t), discard(t)) == ("R3 / R4 R5 / R3 R3", "DOD S3")


def test_retreat_takes_a_card_of_ones_choice_back():
    """Scenario 23: with more than one card in the display one of one's choice returns to the hand."""
    t = table("RET / ", "R3 M6 S2 / R5 R5")
    play(t, "p1", "RET", own="M6")
    assert (display(t, "p1"), hand(t, "p1"), discard(t)) == ("R3 S2", "M6", "RET")


def test_knock_down_takes_a_random_card_unseen():
    """Scenario 24: a random card of an unshielded opponent's hand moves, shown to nobody else."""
    taken = set()
    for number in range(30):
        t = table("KND / B2 Y3 G1 / B5", "R3 / R4 / R5", fronts=" / / SHL", seed=f"{number:032x}")
        assert targets(t, "p1", "KND") == ["p2"]
        events = play(t, "p1", "KND", "p2")
        (moved,) = one(events, "stole").cards
        assert sorted(moved.viewers) == ["p1", "p2"]
        assert len(t.hand("p2").cards) == 2
        taken.add(hand(t, "p1"))
    assert taken == {"B2", "Y3", "G1"}


def test_outmaneuver_takes_the_last_card_of_all():
    """Scenario 25: every unshielded opponent loses the card played last."""
    t = table("OUT / / / / ", "R3 R4 / R4 R5 / S2 S3 M6 / R3 / R3 R3", fronts=" / / / / SHL")
    play(t, "p1", "OUT")
    assert displays(t) == "R3 R4 / R4 / S2 S3 / R3 / R3 R3"


def test_charge_takes_the_lowest_value():
    """Scenario 26: all cards of the lowest value leave the displays of unshielded opponents."""
    t = table("CHG / / / ", "R3 R4 / S2 R4 S2 / S3 R3 / S2 S2 R5", fronts=" / / / SHL")
    play(t, "p1", "CHG")
    assert displays(t) == "R3 R4 / R4 / S3 R3 / S2 S2 R5"


def test_countercharge_takes_the_highest_value():
    """Scenario 27: all cards of the highest value leave them."""
    t = table("CTR / / / ", "R3 R5 / R5 R4 R5 / S3 R3 / R5 R3", fronts=" / / / SHL")
    play(t, "p1", "CTR")
    assert displays(t) == "R3 R5 / R4 / S3 R3 / R5 R3"


def test_disgrace_takes_all_supporters():
    """Scenario 28: all supporters leave the displays of unshielded opponents."""
    t = table("DIS / / / ", "S2 / M6 R3 S2 / R3 R3 / S2 R3", fronts=" / / / SHL")
    play(t, "p1", "DIS")
    assert displays(t) == "S2 / R3 / R3 R3 / S2 R3"


def test_adapt_leaves_one_card_of_each_value():
    """Scenario 29: every unshielded opponent keeps one card of each value and discards the others."""
    t = table("ADA / / / ", "R3 R3 / R3 S3 R4 S3 R4 / R5 R3 / R3 S3", fronts=" / / / SHL")
    play(t, "p1", "ADA")
    assert phase(t) == ("adapt", "p1")
    assert [offered(t, id) for id in ("p1", "p2", "p3", "p4")] == [set(), {"keep"}, set(), set()]
    act(t, "p2", "keep", value_3=cards("R3"))
    assert displays(t) == "R3 R3 / R3 R4 / R5 R3 / R3 S3"
    assert phase(t) == ("turn", "p1")


def test_outwit_exchanges_cards():
    """Scenario 30: one's own face-up card goes to an opponent, and one of his comes back."""
    t = table("OWT / ", "R3 S2 / R5 R4")
    play(t, "p1", "OWT", "p2", own="S2", taken="R5")
    assert (displays(t), discard(t)) == ("R3 R5 / R4 S2", "OWT")


# Special cards


def test_shield_keeps_all_action_cards_but_outwit_away():
    """Scenario 31: a Shield lies apart from the display, and nothing but Outwit affects its owner."""
    t = table("SHL / BRL RIP DOD KND OUT CHG CTR DIS ADA OWT P7", "S2 P3 S2 / P4", colour="purple")
    play(t, "p1", "SHL")
    assert (front(t, "p1"), display(t, "p1"), t.total("p1"), discard(t)) == ("SHL", "S2 P3 S2", 7, "")
    end(t, "p1")
    draw(t, "p2")
    assert actions(t, "p2") == {"OWT"}
    add(t, "p2", "P7")
    assert actions(t, "p2") == {"OWT"}
    with refused(t, "not_playable"):
        play(t, "p2", "RIP", "p1")


def test_stunned_allows_one_card_in_a_turn():
    """Scenario 32: Stunned lies before its target, who adds one card at most; only Outwit removes it."""
    t = table("STN OWT / R3 S3 RET / ", "R3 S3 / R5 R4 / S2")
    play(t, "p1", "STN", "p2")
    assert (front(t, "p2"), display(t, "p2"), t.total("p2")) == ("STN", "R5 R4", 9)
    act(t, "p1", "play_action", card=cards("OWT"), target="p2", own=cards("S3"), taken=cards("STN"))
    assert (front(t, "p2"), front(t, "p1")) == ("", "STN")
    t = table("R3 S3 / ", "R5 R4 / S2", fronts="STN / ")
    add(t, "p1", "R3")
    assert values(t, "p1") == ""
    with refused(t, "one_card_only"):
        add(t, "p1", "S3")


def test_ivanhoe_cancels_an_action_card():
    """Scenario 33: against an action card IVANHOE can be played at once, and the card has no effect."""
    t = table("RIP / IVA / ", "R3 / R4 R5 / ")
    play(t, "p1", "RIP", "p2")
    assert (phase(t), displays(t)) == (("reaction", "p1"), "R3 / R4 R5 / ")
    assert offered(t, "p2") == {"ivanhoe", "pass"}
    ivanhoe(t, "p2")
    assert (phase(t), displays(t)) == (("turn", "p1"), "R3 / R4 R5 / ")
    assert (discard(t), hand(t, "p1"), hand(t, "p2")) == ("RIP IVA", "", "")


# Colour and supporter cards


def test_cards_of_the_colour_may_be_played():
    """Scenario 34: cards of the colour, not stunned: one or more may be played in a turn."""
    t = table("R3 R4 B2 / ", " / R5")
    assert values(t, "p1") == "R3 R4"
    add(t, "p1", "R3 R4")
    assert (display(t, "p1"), t.stays("p1")) == ("R3 R4", True)
    with refused(t, "wrong_colour"):
        add(t, "p1", "B2")
    end(t, "p1")
    assert phase(t) == ("draw", "p2")


def test_supporters_may_be_played():
    """Scenario 35: supporters, no Maiden in the display, not stunned: any number may be played."""
    t = table("S2 S3 M6 / ", " / R5")
    add(t, "p1", "S2 S3 M6")
    assert (display(t, "p1"), t.total("p1"), t.stays("p1")) == ("S2 S3 M6", 11, True)


def test_second_maiden_is_refused():
    """Scenario 36: with a Maiden in the display only other supporters may be played."""
    t = table("S2 M6 / ", "M6 / R5")
    assert values(t, "p1") == "S2"
    with refused(t, "second_maiden"):
        add(t, "p1", "M6")
    add(t, "p1", "S2")


def test_stunned_player_stays_with_one_card():
    """Scenario 37: stunned, with one card that makes him highest: he plays it, no second, and stays."""
    t = table("R5 R3 / ", "R3 / R5", fronts="STN / ")
    add(t, "p1", "R5")
    with refused(t, "one_card_only"):
        add(t, "p1", "R3")
    end(t, "p1")
    assert (phase(t), t.withdrawn_players) == (("draw", "p2"), [])


def test_stunned_player_without_such_a_card_withdraws():
    """Scenario 38: stunned, and no single card makes him highest: he withdraws."""
    t = table("R3 R3 R3 / / ", "R3 / R5 R5 / ", fronts="STN / / ")
    add(t, "p1", "R3")
    assert forms(t, "p1", "end_turn")[0].label == "End the turn: you withdraw"
    end(t, "p1")
    assert t.withdrawn_players == ["p1"]


def test_who_is_not_highest_withdraws_and_loses_the_display():
    """Scenario 39: cards played, but the total is below the highest: he withdraws, the display is lost."""
    t = table("R3 R4 / / ", "S2 / R5 R5 / ")
    add(t, "p1", "R3 R4")
    end(t, "p1")
    assert (t.withdrawn_players, display(t, "p1"), phase(t)) == (["p1"], "", ("draw", "p2"))
    assert discard(t) == "S2 R3 R4"


def test_who_can_play_nothing_withdraws():
    """Scenario 40: no card of the colour, no supporter, no playable action card: he withdraws."""
    t = table("B2 UNH IVA / / ", " / R5 / ")
    assert offered(t, "p1") == {"end_turn"}
    end(t, "p1")
    assert (t.withdrawn_players, hand(t, "p1")) == (["p1"], "B2 UNH IVA")


# Being hit


def test_card_that_does_not_empty_a_display_works():
    """Scenario 41: an action card that removes cards but does not empty the display works normally."""
    t = table("DIS / ", "R3 / S2 R3 S3")
    play(t, "p1", "DIS")
    assert display(t, "p2") == "R3"


@pytest.mark.parametrize(
    ("word", "theirs", "left"), [("DIS", "S3 S2 M6", "S3"), ("CHG", "R3 S3 R3", "R3"), ("BRL", "P4 P7", "P4")]
)
def test_card_that_would_empty_a_display_leaves_the_earliest(word, theirs, left):
    """Scenario 42: an action card that would empty the display leaves the earliest card."""
    t = table(f"{word} / ", f"P5 / {theirs}", colour="purple")
    play(t, "p1", word, "p2" if word == "BRL" else "")
    assert display(t, "p2") == left


def test_outwit_exchanges_the_only_card_of_a_display_for_a_value_card():
    """Scenario 43: a single card of a display is exchanged for a value card."""
    t = table("OWT / ", "R3 / R5")
    play(t, "p1", "OWT", "p2", own="R3", taken="R5")
    assert displays(t) == "R5 / R3"


def test_outwit_does_not_exchange_the_only_card_for_another_one():
    """Scenario 44: a single card of a display is not exchanged for a Shield or a Stunned."""
    t = table("OWT / ", "R3 R4 / R5", fronts="SHL / ")
    with refused(t, "card_not_there"):
        play(t, "p1", "OWT", "p2", own="SHL", taken="R5")
    play(t, "p1", "OWT", "p2", own="R3", taken="R5")


# Further required behaviour

COPIES = {
    "P3": 4, "P4": 4, "P5": 4, "P7": 2, "R3": 6, "R4": 6, "R5": 2, "B2": 4, "B3": 4, "B4": 4, "B5": 2,
    "Y2": 4, "Y3": 8, "Y4": 2, "G1": 14, "S2": 8, "S3": 8, "M6": 4,
}  # fmt: skip


def test_deck_has_the_cards_of_the_list():
    """Scenario 45: 110 cards, 70 of them coloured, 20 supporters, 20 action cards."""
    sums = Counter(VALUES[card].colour for card in DECK if card in VALUES)
    assert len(DECK) == 110
    assert sums == {"purple": 14, "red": 14, "blue": 14, "yellow": 14, "green": 14, "white": 20}
    counts = Counter(card.removeprefix("I") for card in DECK)
    assert {word: counts[word] for word in COPIES} == COPIES
    others = {word: count for word, count in counts.items() if f"I{word}" not in VALUES}
    assert sum(others.values()) == 20
    assert {word for word, count in others.items() if count > 1} == {"RIP", "KND"}
    assert (others["RIP"], others["KND"], len(others)) == (3, 2, 17)
    assert len(COLOURS) == 5


def test_status_is_shown_to_all():
    """Scenario 46: tokens, Shield and Stunned, hands, totals, the last discarded card, and a log."""
    t = table("R5 / / ", "R3 / R4 R3 / ", fronts=" / STN SHL / ", tokens={"p2": "red green"}, discard="B2 B3")
    assert labels(GAME.badges(t, "p2")) == ["Red", "Green", "Shield", "Stunned"]
    assert [mark.kind for mark in GAME.badges(t, "p2")] == ["token_red", "token_green", "shield", "stunned"]
    assert (t.display("p2").view(None).note, t.discard.view(None).cards) == ("7", ["IB3"])
    assert facts(t, GAME, None) == {"Tournament": "Red", "Highest total": "7", "Tokens to win": "5"}
    assert texts(add(t, "p1", "R5")) == ["p1 plays Red 5: 8 in total."]
    assert [player.score for player in t.players] == [0, 2, 0]
    assert all(face.text for code, face in FACES.items() if code not in VALUES)


def test_nothing_is_possible_before_the_draw():
    """Scenario 47: as long as a draw is due no other move is accepted."""
    t = table("R3 UNH / ", "R5 / R3", phase="draw")
    assert offered(t, "p1") == {"draw"}
    for name, args in {"play_value": {"card": cards("R3")}, "end_turn": {}, "withdraw": {}}.items():
        with refused(t, "draw_first", "Draw a card first."):
            act(t, "p1", name, **args)
    t = between("R3 / ")
    with refused(t, "draw_first"):
        start(t, "p1", "red")
    draw(t, "p1")
    with refused(t, "already_drawn"):
        draw(t, "p1")
    with refused(t, "colour_first"):
        add(t, "p1", "R3")


def test_there_is_a_pause_after_each_action_card():
    """Scenario 48: everyone sees the pause; only who holds IVANHOE gets a button."""
    t = table("SHL / IVA / ", "R3 / R4 R5 / ", quick_reactions=False)
    play(t, "p1", "SHL")
    assert [offered(t, id) for id in ("p1", "p2", "p3")] == [set(), {"ivanhoe", "pass"}, {"pass"}]
    assert (t.phase, t.next_timeout() is not None, front(t, "p1")) == ("reaction", True, "")
    let(t, "p2", "p3")
    assert front(t, "p1") == "SHL"


def test_choices_stay_until_they_are_made_or_time_is_up():
    """Scenario 49: while somebody chooses, nothing else is possible; each choice has an end."""
    t = between("R3 B2 / ")
    draw(t, "p1")
    assert (offered(t, "p1"), offered(t, "p2"), t.next_timeout() is not None) == ({"start"}, set(), True)
    t, _ = won("purple")
    assert (offered(t, "p1"), offered(t, "p2"), t.next_timeout() is not None) == ({"take_token"}, set(), True)


def test_maiden_purple_piles_and_ties_go_by_the_strict_rules():
    """Scenario 50: a Maiden costs a token, purple is banned after purple, piles are refilled, ties go."""
    t = table(" / P3 R3 / ", "P4 M6 / P5 P5 / P7 P3", colour="purple", tokens={"p1": "red"}, discard="B2")
    end(t, "p1")
    assert (t.withdrawn_players, tokens(t, "p1"), discard(t)) == (["p1"], "", "B2 P4 M6")
    t.deck.cards = []
    draw(t, "p2")
    assert (len(t.deck.cards), discard(t), len(t.hand("p2").cards)) == (2, "", 3)
    end(t, "p2")
    assert (t.withdrawn_players, phase(t)) == (["p1", "p2"], ("token_choice", "p3"))
    act(t, "p3", "take_token", colour="red")
    t.hand("p3").cards = cards("S2")
    draw(t, "p3")
    assert set(choices(t, "p3", "start")) == set(ALL) - {"purple"}


def test_everybody_is_dealt_eight_cards():
    """Scenario 45, the deal: eight cards for each, the rest in the draw pile."""
    t = dealt(5)
    assert [len(t.hand(id).cards) for id in t.active()] == [8] * 5
    assert (len(t.deck.cards), t.last_colour, t.colour) == (70, "", "")
