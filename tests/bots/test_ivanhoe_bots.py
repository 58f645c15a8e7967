"""Bots for Ivanhoe: decisions and judgement of each level, and the difference between levels."""

from __future__ import annotations

from typing import Any

import pytest

from cheat.bots import LEVELS, bot_for
from cheat.bots.arena import Arena, compare
from cheat.engine import engine
from cheat.engine.forms import check
from cheat.engine.rng import Rng
from cheat.games import GAMES
from cheat.games.ivanhoe import bot as ivanhoe_bot
from cheat.games.ivanhoe import bot_judge as judge
from tests.games.ivanhoe_words import GAME, between, cards, draw, leave, play, short, table

SEED = "5eed" * 8


def choose(t, player: str, level: str, seed: str = SEED) -> Any:
    """Return the decision of a bot on this seat: a legal move, its card, and its other values."""
    forms = engine.moves(GAME, t, player)
    sight = engine.observation(GAME, t, player)
    name, args = bot_for("ivanhoe", level).choose(sight, player, forms, {}, Rng(seed))
    check(forms, name, args, t.cards_of)
    said = {key: value for key, value in args.items() if key != "moment"}
    return (name, *(short(value) if isinstance(value, list) else value for value in said.values()))


def often(t, player: str, level: str, name: str) -> float:
    """Return how often a bot decides for this move."""
    return sum(choose(t, player, level, f"{n:032x}")[0] == name for n in range(300)) / 300


def staying(t, player: str, level: str) -> list[str]:
    """Return the cards that a bot plays before it ends its turn."""
    played = []
    while (decided := choose(t, player, level))[0] == "play_value":
        played.append(decided[1])
        engine.act(GAME, t, player, "play_value", {"moment": t.moment, "card": cards(decided[1])}, t.now)
    assert decided == ("end_turn",)
    return played


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "options",
    [
        {"mass_effects": "all", "must_play_card": True, "voluntary_withdraw": True, "purple_drawer": "deals"},
        {"ties_stay": True, "maiden_penalty": False, "ivanhoe_scope": "targeted", "hand_size": 5},
        {"quick_reactions": True, "auto_draw": False, "tokens_needed": 5, "break_lance_any_colour": True},
    ],
    ids=["as printed", "mild", "long"],
)
def test_bots_play_whole_games_whatever_the_options(monkeypatch, level, options):
    monkeypatch.setattr(ivanhoe_bot, "FAST", {**ivanhoe_bot.FAST, **options})
    for seats in (2, 5):
        assert Arena(GAMES["ivanhoe"], [level] * seats, f"{seats:032x}").play()


@pytest.mark.parametrize("level", LEVELS)
def test_bots_answer_every_window_whatever_they_hold(level):
    t = table("CHW / IVA / R3", "R3 / R4 / R5", quick_reactions=False)
    play(t, "p1", "CHW", colour="blue")
    assert choose(t, "p3", level) == ("pass",)
    assert choose(t, "p2", level)[0] in ("pass", "ivanhoe")


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_card_whose_target_has_left_is_not_worth_ivanhoe(level):
    t = table("RIP / R3 / IVA R3", "R3 / R4 R5 / R4")
    play(t, "p1", "RIP", "p2")
    leave(t, "p2")
    assert choose(t, "p3", level) == ("pass",)


@pytest.mark.parametrize("level", LEVELS)
def test_who_is_highest_spends_nothing(level):
    assert staying(table("R3 R4 S2 / R5 / R4", "R5 R5 / R3 / R4", tokens={"p2": "blue"}), "p1", level) == []


@pytest.mark.parametrize("level", LEVELS)
def test_who_opens_plays_a_card(level):
    t = table("R3 R4 R5 S2 / R5 / R4", opening=True)
    assert staying(t, "p1", level) == ["R3"]


@pytest.mark.parametrize("level", LEVELS)
def test_bots_stay_in_with_the_cheapest_cards(level):
    t = table("R3 R4 R5 S3 M6 / R5 / ", "R5 / R4 R5 / ", tokens={"p1": "blue"})
    assert staying(t, "p1", level) == ["R5"]


@pytest.mark.parametrize(("tokens", "played"), [({}, "M6"), ({"p1": "blue"}, "R4 R3")])
def test_a_maiden_is_dearer_where_it_may_cost_a_token(tokens, played):
    t = table("R3 R4 S2 M6 / R5 / ", " / R5 / ", tokens=tokens)
    assert sorted(judge.cheapest_winning_cards(t, "p1")) == sorted(cards(played))


def test_a_stunned_player_counts_with_one_card():
    t = table("R3 R4 / / ", " / R5 / ", fronts="STN / / ")
    assert judge.cheapest_winning_cards(t, "p1") is None
    t = table("R3 S3 R5 / / ", "R3 / R5 / ", fronts="STN / / ")
    assert judge.cheapest_winning_cards(t, "p1") == cards("R3")
    t = table("R3 S3 R5 / / ", "R3 / R5 / ", fronts="STN / / ", added=1)
    assert judge.cheapest_winning_cards(t, "p1") is None


@pytest.mark.parametrize("level", LEVELS)
def test_where_ties_stay_they_are_broken(level):
    t = table("R3 G1 / R5 / ", "R5 / R5 / ", tokens={"p1": "red"}, ties_stay=True)
    assert staying(t, "p1", level) == ["R3"]


# Easy


def test_easy_stays_in_whatever_it_costs():
    t = table("R3 R3 R3 S2 / R5 / R4", " / R5 R4 / ", tokens={"p1": "red"})
    assert sum(int(card[1]) for card in staying(t, "p1", "easy")) > 9


def test_easy_starts_what_it_has_most_cards_of():
    t = between("B2 B2 B2 P7 P7 S2 / / ")
    draw(t, "p1")
    assert choose(t, "p1", "easy") == ("start", "blue")


def test_easy_plays_action_cards_by_chance():
    assert 0.1 < often(table("SHL R3 / / ", " / R4 / "), "p1", "easy", "play_action") < 0.2


def test_easy_cancels_one_card_of_three():
    t = table("CHW / IVA / ", "R3 / R4 / ")
    play(t, "p1", "CHW", colour="blue")
    assert 0.25 < often(t, "p2", "easy", "ivanhoe") < 0.42


# Normal


@pytest.mark.parametrize(
    ("tokens", "hand", "stays"),
    [
        ({}, "R5 R5 S3 R4", True),
        ({}, "R5 B3 B4", False),
        ({"p1": "red"}, "R5 R5 S3 R4", False),
        ({"p1": "blue green yellow purple"}, "R5 B3 B4", True),
        ({"p2": "blue green yellow purple"}, "R5 B3 B4", True),
    ],
    ids=["strong", "weak", "has the token", "its last token", "a rival's last token"],
)
def test_normal_goes_for_what_it_needs_with_a_strong_hand(tokens, hand, stays):
    t = table(f"{hand} / R5 R5 / R5", " / R4 / ", tokens=tokens)
    assert bool(staying(t, "p1", "normal")) == stays


def test_normal_starts_a_colour_that_it_lacks():
    for mine, colour in (("", "blue"), ("blue", "red")):
        t = between("B4 B5 B5 B4 R4 R5 / / ", tokens={"p1": mine})
        draw(t, "p1")
        assert choose(t, "p1", "normal") == ("start", colour)


def test_normal_plays_action_cards_that_save_a_card():
    t = table("RIP SHL R5 R4 R5 S3 / R3 / ", "R5 / R4 R5 / ")
    assert choose(t, "p1", "normal")[:2] == ("play_action", "RIP")
    t = table("RIP STN R5 / R3 / ", "R5 / R4 B4 / ", tokens={"p1": "red"})
    assert choose(t, "p1", "normal") == ("end_turn",)


@pytest.mark.parametrize(("theirs", "answer"), [("R3 IVA", "ivanhoe"), ("R3 R5 R5 IVA", "pass")])
def test_normal_cancels_what_would_make_it_withdraw(theirs, answer):
    t = table(f"OUT / {theirs} / ", "R5 R3 / R4 R4 / ")
    play(t, "p1", "OUT")
    assert choose(t, "p2", "normal") == (answer,)


# Hard


def test_hard_goes_for_cheap_wins_only():
    for others, stays in ((" / ", True), ("G1 G1 G1 G1 G1 G1 G1 G1 / G1 G1 G1 G1 G1 G1 G1 G1", False)):
        t = table(f"R3 R4 / {others}", " / R5 / ")
        assert bool(staying(t, "p1", "hard")) == stays


def test_hard_blocks_a_rival_who_needs_this_colour_only():
    for mine, stays in (("", False), ("purple blue yellow green", True)):
        hands = "R5 R4 B2 / R3 R3 R3 R3 / "
        t = table(hands, " / R4 / ", tokens={"p1": "red", "p2": mine})
        assert bool(staying(t, "p1", "hard")) == stays


def test_hard_takes_a_maiden_back_before_it_withdraws():
    t = table("RET G1 / R5 R5 R5 R5 / ", "R3 M6 / R5 R5 R5 R5 / ", tokens={"p1": "blue green"})
    assert choose(t, "p1", "hard") == ("play_action", "RET", "M6")


def test_hard_changes_to_the_colour_of_its_hand():
    t = table("CHW B5 B5 B4 R3 / / ", "R3 / R4 / ", tokens={"p1": "red"})
    assert choose(t, "p1", "hard") == ("play_action", "CHW", "blue")


def test_hard_cancels_what_costs_it_most():
    for mine, answer in (("purple blue yellow green", "ivanhoe"), ("red", "pass")):
        t = table("OUT R5 / IVA R3 / ", "R5 R3 / R4 R5 / ", tokens={"p2": mine})
        play(t, "p1", "OUT")
        assert choose(t, "p2", "hard") == (answer,)


def test_hard_knows_which_cards_are_left():
    few = table("R3 / / ", discard="R5 R5 R4 R4 R4 R4 R4 R4 R3 R3")
    many = table("R3 / / ")
    assert judge.hidden_worth(few, "p1")[0] < judge.hidden_worth(many, "p1")[0]
    assert judge.unseen_cards(few, "p1").total() == 110 - 11


@pytest.mark.long
def test_levels_differ():
    """With few games, limits are wide. docs/bots.md has the figures over 2,000 games."""
    for line_up in (["hard", "normal", "normal", "normal"], ["normal", "easy", "easy", "easy"]):
        best = compare(GAMES["ivanhoe"], line_up, 60, SEED)[0]
        assert best.wins / best.games > 0.27
