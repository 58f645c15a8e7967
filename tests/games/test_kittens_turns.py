"""Exploding Kittens: drawing, kittens, Defuses, turns and Attacks, and the end (rules 3.4, 3.6, 3.7, 4)."""

from __future__ import annotations

import pytest

from .cheat_words import english, one, refused, texts, types, winners
from .kittens_words import (
    GAME,
    act,
    cards,
    discard,
    draw,
    hand,
    let,
    nope,
    offered,
    on_turn,
    pile,
    play,
    playable,
    range_of,
    short,
    table,
    wait,
)

# Drawing


def test_a_drawn_card_goes_into_the_hand_and_the_turn_passes():
    # acceptance 2
    t = table("DEF / DEF / DEF", deck="TAC SKI")
    events = draw(t, "p1")
    assert (hand(t, "p1"), pile(t)) == ("DEF SKI", "TAC")
    assert on_turn(t) == ("p2", 1)
    drew = one(events, "drew")
    assert drew.cards[0].view("p1").faces == ["K-SKI"]
    assert drew.cards[0].viewers == ["p1"]


def test_a_player_without_cards_can_only_draw():
    # edge 37
    t = table(" / DEF")
    assert offered(t, "p1") == {"draw"}
    draw(t, "p1")
    assert hand(t, "p1") == "MEL"


def test_nobody_draws_out_of_turn():
    t = table("DEF / DEF")
    with refused(t, "not_your_turn"):
        draw(t, "p2")


def test_a_late_draw_does_not_draw_in_the_next_turn():
    t = table("DEF / DEF", turns=2)
    moment = t.moment
    draw(t, "p1")
    assert on_turn(t) == ("p1", 1)
    with refused(t, "stale_move"):
        act(t, "p1", "draw", moment=moment)


def test_an_empty_pile_ends_the_turn_without_a_card():
    # edge 36
    t = table("DEF / DEF", deck="")
    assert types(draw(t, "p1")) == ["nothing_left"]
    assert (hand(t, "p1"), on_turn(t)) == ("DEF", ("p2", 1))


def test_when_time_is_up_a_card_is_drawn():
    # edge 38
    t = table("DEF / DEF", turn_s=30)
    assert wait(t, 29.9) == []
    assert types(wait(t, 0.1)) == ["timed_out", "drew"]
    assert (hand(t, "p1"), t.turn) == ("DEF MEL", "p2")


def test_no_turn_clock_means_no_limit():
    t = table("DEF / DEF", turn_s=0)
    assert t.next_timeout() is None
    draw(t, "p1")
    assert t.next_timeout() is None


def test_each_play_gives_a_whole_turn_again():
    t = table("SHU / DEF", turn_s=30)
    wait(t, 20)
    play(t, "p1", "SHU")
    assert t.next_timeout() == t.now + 30_000


# Kittens


def defused(**values):
    """p1 has drawn a kitten and defused it; two cards are left in the pile."""
    t = table("DEF SKI / DEF / DEF", deck="TAC BEA EXP", **values)
    return t, draw(t, "p1")


def test_a_defuse_plays_itself_and_the_kitten_goes_where_the_player_wants():
    # acceptance 3
    t, events = defused()
    assert types(events) == ["kitten", "defused"]
    assert (hand(t, "p1"), discard(t)) == ("SKI", "DEF")
    assert offered(t, "p1") == {"insert"}
    assert range_of(t, "p1", "insert") == (0, 2)
    act(t, "p1", "insert", position=1)
    assert pile(t) == "TAC EXP BEA"
    assert on_turn(t) == ("p2", 1)
    assert t.active() == ["p1", "p2", "p3"]
    assert "kitten" not in t.zones


@pytest.mark.parametrize(("position", "after"), [(0, "TAC BEA EXP"), (1, "TAC EXP BEA"), (2, "EXP TAC BEA")])
def test_positions_count_from_the_top(position, after):
    t, _ = defused()
    act(t, "p1", "insert", position=position)
    assert pile(t) == after


@pytest.mark.parametrize("position", [-1, 3, 99])
def test_a_kitten_goes_nowhere_else(position):
    t, _ = defused()
    with refused(t, "illegal_move"):
        act(t, "p1", "insert", position=position)


def test_everybody_sees_a_drawn_kitten():
    t, events = defused()
    assert t.zones["kitten"].view("p3").cards == ["K-EXP"]
    assert one(events, "kitten").cards[0].viewers == "all"


def test_the_only_card_of_the_pile_can_only_go_back_on_top():
    # edge 15
    t = table("DEF / ", deck="EXP")
    draw(t, "p1")
    assert range_of(t, "p1", "insert") == (0, 0)
    act(t, "p1", "insert", position=0)
    draw(t, "p2")
    assert winners(t) == ["p1"]


def test_a_kitten_on_top_is_drawn_by_the_next_player():
    # edge 16
    t, _ = defused()
    act(t, "p1", "insert", position=0)
    assert types(draw(t, "p2"))[0] == "kitten"


def test_a_player_who_does_not_say_where_leaves_it_to_chance():
    places = set()
    for seconds in range(20):
        t, _ = defused(seed=f"{seconds:032x}", choice_s=20)
        wait(t, 19)
        assert t.phase == "insert"
        wait(t, 1)
        assert on_turn(t) == ("p2", 1)
        places.add(t.deck.cards.index("K-EXP"))
    assert places == {0, 1, 2}


def test_defusing_by_hand():
    t = table("DEF SKI / DEF / DEF", deck="TAC EXP", defuse_mode="manual", defuse_s=10)
    assert types(draw(t, "p1")) == ["kitten"]
    assert offered(t, "p1") == {"defuse", "explode"}
    act(t, "p1", "defuse")
    assert (hand(t, "p1"), discard(t), offered(t, "p1")) == ("SKI", "DEF", {"insert"})


def test_exploding_by_hand():
    t = table("DEF SKI / DEF / DEF", deck="TAC EXP", defuse_mode="manual")
    draw(t, "p1")
    act(t, "p1", "explode")
    assert t.active() == ["p2", "p3"]


def test_who_does_not_defuse_in_time_explodes():
    t = table("DEF SKI / DEF / DEF", deck="TAC EXP", defuse_mode="manual", defuse_s=10)
    draw(t, "p1")
    wait(t, 9.9)
    assert t.phase == "defuse"
    assert "exploded" in types(wait(t, 0.1))
    assert t.active() == ["p2", "p3"]


def test_by_hand_who_has_no_defuse_explodes_at_once():
    t = table("SKI / DEF / DEF", deck="TAC EXP", defuse_mode="manual")
    assert "exploded" in types(draw(t, "p1"))


def exploded(**values):
    t = table("SKI TAC / DEF / DEF", deck="BEA EXP", turns=2, attack=2, **values)
    return t, draw(t, "p1")


def test_without_a_defuse_a_player_explodes():
    # acceptance 4, edge 23
    t, events = exploded()
    assert "{by} explodes." in [event.text for event in events]
    assert (t.active(), t.exploded_players) == (["p2", "p3"], ["p1"])
    assert on_turn(t) == ("p2", 1)
    assert t.attack_turns == 0
    assert short(t.zones["exploded:p1"].cards) == "EXP"
    assert t.zones["exploded:p1"].view(None).cards == ["K-EXP"]
    assert (hand(t, "p1"), short(t.zones["removed"].cards), discard(t)) == ("", "SKI TAC", "")
    assert t.zones["removed"].view("p1").count == 2
    assert t.zones["removed"].viewers == "nobody"
    assert [mark.label for mark in GAME.badges(t, "p1")] == ["exploded"]


def test_in_the_first_printing_the_hand_of_the_exploded_is_discarded():
    t, _ = exploded(exploded_hand="discard")
    assert discard(t) == "SKI TAC"
    assert short(t.zones["exploded:p1"].cards) == "EXP"
    assert "removed" not in t.zones


def test_the_exploded_only_watch():
    t, _ = exploded()
    assert offered(t, "p1") == set()
    with refused(t, "not_playing"):
        draw(t, "p1")


def test_turns_go_round_those_who_are_alive():
    t, _ = exploded()
    t.deck.cards = cards("TAC BEA RAI")
    for player in ("p2", "p3"):
        draw(t, player)
    assert t.turn == "p2"


# Skip and Attack


def test_skip_ends_a_turn_without_drawing():
    # acceptance 5
    t = table("SKI / DEF", deck="TAC")
    play(t, "p1", "SKI")
    assert (hand(t, "p1"), pile(t), discard(t)) == ("", "TAC", "SKI")
    assert on_turn(t) == ("p2", 1)


def test_skip_under_attack_ends_one_of_the_turns():
    # acceptance 5, edge 20
    t = table("SKI SKI / DEF", turns=4, attack=4)
    play(t, "p1", "SKI")
    assert on_turn(t) == ("p1", 3)
    play(t, "p1", "SKI")
    assert on_turn(t) == ("p1", 2)


def test_attack_gives_the_next_player_two_turns():
    # edge 17, acceptance 6
    t = table("ATT SKI / DEF / DEF", deck="TAC BEA RAI POT")
    events = play(t, "p1", "ATT")
    assert one(events, "attacked").args["turns"] == 2
    assert (on_turn(t), hand(t, "p1")) == (("p2", 2), "SKI")
    draw(t, "p2")
    assert on_turn(t) == ("p2", 1)
    draw(t, "p2")
    assert on_turn(t) == ("p3", 1)


@pytest.mark.parametrize("mode", ["until_draw", "stack", "reset"])
def test_attack_after_cards_of_a_normal_turn_gives_two(mode):
    t = table("SHU ATT / DEF / DEF", attack_mode=mode)
    play(t, "p1", "SHU")
    play(t, "p1", "ATT")
    assert on_turn(t) == ("p2", 2)


@pytest.mark.parametrize(("mode", "turns"), [("until_draw", 4), ("stack", 4), ("reset", 2)])
def test_attack_answered_at_once(mode, turns):
    # edge 18, acceptance 6
    t = table("ATT / ATT / DEF", attack_mode=mode)
    play(t, "p1", "ATT")
    play(t, "p2", "ATT")
    assert on_turn(t) == ("p3", turns)


@pytest.mark.parametrize(("mode", "turns"), [("until_draw", 6), ("stack", 6), ("reset", 2)])
def test_attack_answered_twice(mode, turns):
    t = table("ATT / ATT / ATT", attack_mode=mode)
    for player in ("p1", "p2", "p3"):
        play(t, player, "ATT")
    assert on_turn(t) == ("p1", turns)


@pytest.mark.parametrize(("mode", "turns"), [("until_draw", 2), ("stack", 3), ("reset", 2)])
@pytest.mark.parametrize("first", ["draw", "skip"])
def test_attack_after_one_of_the_turns(mode, turns, first):
    # edge 19, edge 21, acceptance 6
    t = table("ATT / ATT SKI / DEF", attack_mode=mode)
    play(t, "p1", "ATT")
    if first == "draw":
        draw(t, "p2")
    else:
        play(t, "p2", "SKI")
    play(t, "p2", "ATT")
    assert on_turn(t) == ("p3", turns)


@pytest.mark.parametrize(("mode", "turns"), [("until_draw", 2), ("stack", 2), ("reset", 2)])
def test_the_attack_is_over_with_its_turns(mode, turns):
    t = table("ATT / DEF / ATT", attack_mode=mode)
    play(t, "p1", "ATT")
    draw(t, "p2")
    draw(t, "p2")
    play(t, "p3", "ATT")
    assert on_turn(t) == ("p1", turns)


def test_with_two_players_an_attack_comes_back_after_two_turns():
    # edge 24
    t = table("ATT / DEF")
    play(t, "p1", "ATT")
    assert on_turn(t) == ("p2", 2)
    draw(t, "p2")
    draw(t, "p2")
    assert on_turn(t) == ("p1", 1)


def test_a_noped_attack_is_spent_and_the_turn_goes_on():
    # edge 22
    t = table("ATT / NOP / DEF", turns=3, attack=4)
    play(t, "p1", "ATT")
    nope(t, "p2")
    assert on_turn(t) == ("p1", 3)
    assert t.attack_turns == 4
    assert (hand(t, "p1"), discard(t)) == ("", "ATT NOP")


def test_a_defuse_under_attack_counts_as_one_of_the_turns():
    # edge 25
    t = table("DEF / DEF / DEF", deck="TAC EXP", turns=2, attack=2)
    draw(t, "p1")
    act(t, "p1", "insert", position=1)
    assert on_turn(t) == ("p1", 1)
    draw(t, "p1")
    assert on_turn(t) == ("p2", 1)


# The end


def test_the_last_one_alive_wins():
    t = table(" / TAC / ", deck="EXP SKI EXP")
    draw(t, "p1")
    assert winners(t) is None
    draw(t, "p2")
    draw(t, "p3")
    assert winners(t) == ["p2"]


def test_the_ranking_is_the_winner_and_then_who_was_out_last():
    # acceptance 4, acceptance 20
    t = table(" / DEF /  / ", deck="EXP EXP EXP")
    draw(t, "p1")
    draw(t, "p2")
    act(t, "p2", "insert", position=0)
    draw(t, "p3")
    events = draw(t, "p4")
    assert winners(t) == ["p2"]
    standing = [(line.id, line.place, line.score) for line in t.result.standing]
    assert standing == [("p2", 1, 3), ("p4", 2, 2), ("p3", 3, 1), ("p1", 4, 0)]
    assert t.result.reason == "last_alive"
    assert texts(events)[-1] == "p2 is the last player alive and wins."
    assert t.next_timeout() is None
    assert offered(t, "p2") == set()


def test_points_are_the_number_outlived():
    t = table(" / DEF / DEF", deck="TAC EXP")
    draw(t, "p1")
    assert [player.score for player in t.players] == [0, 1, 1]


def test_with_time_up_in_every_turn_a_game_ends():
    t = table("DEF / DEF / DEF", deck="TAC EXP BEA RAI EXP POT MEL")
    wait(t, 3600)
    assert t.result is not None
    assert len(winners(t)) == 1
    assert len(t.result.standing) == 3


def test_nobody_passes_in_a_turn():
    t = table("SKI / DEF")
    with refused(t, "illegal_move"):
        let(t, "p1")
    assert playable(t, "p1") == ["Play a card"]


def test_the_prompt_says_which_of_several_turns_it_is():
    t = table("SKI TAC / DEF", deck="TAC BEA RAI", turns=2, attack=2)
    assert english(GAME.prompt(t, "p1")) == "Your turn, 1 of 2: play cards, then draw one."
    draw(t, "p1")
    assert english(GAME.prompt(t, "p1")) == "Your turn, 2 of 2: play cards, then draw one."
    draw(t, "p1")
    assert english(GAME.prompt(t, "p2")) == "Your turn: play cards, then draw one."
