"""Bots for Uno: decisions of each level with several options, and the difference between levels."""

from __future__ import annotations

from typing import Any

import pytest

from cheat.bots import LEVELS, bot_for
from cheat.bots.arena import compare
from cheat.engine import engine
from cheat.engine.forms import check
from cheat.engine.rng import Rng
from cheat.games.uno import bot as uno_bot
from cheat.games.uno.rules import GAME, UnoTable
from tests.games.uno_words import deal, draw, play, table

SEED = "5eed" * 8
TIMES = 300


def choose(
    t: UnoTable, player: str, level: str, seed: str = SEED, memory: dict[str, Any] | None = None
) -> Any:
    """Return the decision of a bot on this seat. The decision is legal."""
    forms = engine.moves(GAME, t, player)
    sight = engine.observation(GAME, t, player)
    memory = {} if memory is None else memory
    decided = bot_for("uno", level).choose(sight, player, forms, memory, Rng(seed))
    if decided is not None:
        check(forms, *decided, t.cards_of)
    return decided


def often(t: UnoTable, player: str, level: str) -> list[Any]:
    """Return the decisions of many bots of this level."""
    return [choose(t, player, level, f"{number:032x}") for number in range(TIMES)]


def share(decided: list[Any], name: str) -> float:
    """Return the share of decisions for this move."""
    return sum(one is not None and one[0] == name for one in decided) / len(decided)


def playing(t: UnoTable, level: str, seed: str) -> None:
    """Let bots of this level play a whole match, as fast as they can."""
    rng, memories = Rng(seed), {player.id: {} for player in t.players}
    for _ in range(5000):
        if t.result is not None:
            return
        acted = False
        for player in t.active():
            decided = None
            if engine.moves(GAME, t, player):
                decided = choose(t, player, level, f"{rng.below(2**63):032x}", memories[player])
            if decided is not None:
                acted = True
                events = engine.act(GAME, t, player, *decided, t.now)
                for id, memory in memories.items():
                    bot_for("uno", level).remember(memory, id, [event.view(id, 0, 0) for event in events])
                break
        if not acted:
            due = t.next_timeout()
            assert due is not None, "nobody acts and nothing is timed"
            engine.expire(GAME, t, due)
    raise AssertionError("the match does not end")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "values",
    [
        {"stacking": "any", "seven_zero": True, "jump_in": True},
        {"stacking": "same", "draw_rule": "until_playable", "forced_play": True},
        {"wd4_strict": True, "draw_rule": "one_pass", "uno_grace_s": 1.5, "uno_window_s": 3},
        {"start_wild": "first_player_chooses", "scoring": "penalty", "false_catch_penalty": 2},
        {"auto_uno": True, "challenge_wd4": False, "forced_play": True},
    ],
    ids=lambda values: next(iter(values)),
)
def test_bots_finish_matches_under_any_options(level, values):
    t = deal(["p1", "p2", "p3"], seed="01" * 16, target_score=60, turn_s=0, **values)
    playing(t, level, "01" * 16)
    assert t.result is not None


@pytest.mark.parametrize("level", LEVELS)
def test_bots_draw_only_if_nothing_fits(level):
    assert share(often(table("R5 G7 Y1 / G5 / B5"), "p1", level), "play") == 1
    assert share(often(table("G5 G7 Y1 / G5 / B5"), "p1", level), "draw") == 1


def test_easy_plays_anything_that_fits():
    cards = {decided[1]["cards"][0] for decided in often(table("R5 R6 WW Y1 / G5 / B5"), "p1", "easy")}
    assert cards == {"R5", "R6", "WW"}


def test_easy_chooses_any_colour():
    t = table("WW G7 G8 / G5 / B5")
    colours = {decided[1]["colour"] for decided in often(t, "p1", "easy")}
    assert colours == {"red", "yellow", "green", "blue"}


def test_easy_forgets_uno_three_times_in_ten():
    said = [decided[1]["uno"] for decided in often(table("R5 R6 / G5 / B5"), "p1", "easy")]
    assert 0.2 < said.count("no") / TIMES < 0.4


def test_a_forgotten_uno_stays_forgotten():
    said = {"yes": 0, "no": 0}
    for number in range(30):
        memory: dict[str, Any] = {}
        t = table("R5 R6 / G5 / B5")
        name, args = choose(t, "p1", "easy", f"{number:032x}", memory)
        engine.act(GAME, t, "p1", name, args, t.now)
        said[args["uno"]] += 1
        if args["uno"] == "no":
            for again in range(5):
                assert choose(t, "p1", "easy", f"{number + 99 + again:032x}", memory) is None
    assert all(said.values())


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_the_others_always_say_uno(level):
    assert {decided[1]["uno"] for decided in often(table("R5 R6 / G5 / B5"), "p1", level)} == {"yes"}


def test_easy_never_challenges():
    t = table("WF R6 R7 R8 R9 R1 / G5 / B5")
    play(t, "p1", "WF", "blue")
    assert share(often(t, "p2", "easy"), "accept") == 1


def test_normal_prefers_the_colour_it_holds_most_and_keeps_black_cards():
    for hand, expected in (("R5 G3 G7 WW", "G3"), ("R5 R1 G3 WF WW", "R5")):
        name, args = choose(table(f"{hand} / G5 / B5"), "p1", "normal")
        assert (name, args["cards"][0]) == ("play", expected)


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_black_cards_choose_the_colour_held_most(level):
    _, args = choose(table("WW G7 G8 B1 / Y5 Y6 Y7 / B5 B6 B7"), "p1", level)
    assert (args["cards"], args["colour"]) == (["WW"], "green")


@pytest.mark.parametrize(
    ("cards", "low", "high"), [("R1 R2 R4 R5 R6 R7", 0.12, 0.28), ("R1 R2 R4 R5 R6", 0, 0)]
)
def test_normal_challenges_one_time_in_five_if_more_than_five_cards_are_left(cards, low, high):
    t = table(f"WF {cards} / G5 / B5")
    play(t, "p1", "WF", "blue")
    assert low <= share(often(t, "p2", "normal"), "challenge") <= high


def test_normal_catches_six_times_in_ten_and_hard_always():
    t = table("R5 R6 / G5 G6 / B5")
    play(t, "p1", "R5")
    assert 0.5 < share(often(t, "p3", "normal"), "catch_uno") < 0.7
    assert share(often(t, "p3", "hard"), "catch_uno") == 1
    assert share(often(t, "p3", "easy"), "catch_uno") < 0.4


def test_a_chance_to_catch_is_judged_once():
    t = table("R5 R6 / G5 G6 / B5")
    play(t, "p1", "R5")
    for number in range(60):
        memory: dict[str, Any] = {}
        if choose(t, "p3", "normal", f"{number:032x}", memory) is None:
            assert choose(t, "p3", "normal", f"{number + 999:032x}", memory) is None


def test_hard_hits_who_is_about_to_finish():
    close = "G5"
    name, args = choose(table(f"RS R6 R7 Y1 / {close} / B5 B6 B7"), "p1", "hard")
    assert (name, args["cards"]) == ("play", ["RS"])
    name, args = choose(table(f"RD R6 R7 Y1 / {close} / B5 B6 B7"), "p1", "hard")
    assert (name, args["cards"]) == ("play", ["RD"])


def known(cards: list[list[str]], **more: Any) -> dict[str, Any]:
    """Return the memory of a hard bot with this knowledge of p2's cards."""
    return {"cards": {"p2": cards}, "colour": "red", "sign": "5", **more}


def test_hard_chooses_the_colour_that_the_next_player_lacks():
    t = table("WW G7 B7 / Y5 Y6 Y7 / B5 B6 B1")
    for colour in ("green", "blue"):
        memory = known([[colour, "black"]] * 3)
        assert choose(t, "p1", "hard", memory=memory)[1]["colour"] == colour


def test_hard_plays_what_the_next_player_cannot_follow():
    t = table("R1 R2 G5 Y1 / B5 B6 B7 / B1 B2 B4", top="R5")
    assert choose(t, "p1", "hard", memory=known([["green", "5", "black"]] * 3))[1]["cards"] == ["G5"]


def test_hard_does_not_challenge_who_has_just_shown_to_lack_the_colour():
    t = table("G5 / WF R6 R7 R8 R9 R1 R2 R4 Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 / B5", turn="p2")
    play(t, "p2", "WF", "blue")
    assert choose(t, "p3", "hard", memory={"before": "red"})[0] == "challenge"
    assert choose(t, "p3", "hard", memory=known([["red"]] * 15, before="red"))[0] == "accept"


def test_hard_challenges_a_big_hand_and_accepts_from_a_small_one():
    big = table("WF " + "R1 R2 R4 R5 R6 R7 R8 R9 Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8" + " / G5 / B5")
    play(big, "p1", "WF", "blue")
    small = table("WF R1 R2 / G5 / B5")
    play(small, "p1", "WF", "blue")
    assert choose(big, "p2", "hard", memory={"before": "red"})[0] == "challenge"
    assert choose(small, "p2", "hard", memory={"before": "red"})[0] == "accept"


def test_hard_keeps_black_cards_until_somebody_is_about_to_finish():
    for others, expected in (("G1 G2 G4 / B5 B6 B7 B8", "R1"), ("G1 G2 G4 / B5", "WW")):
        t = table(f"WW R1 G7 G8 / {others}", top="R3")
        assert choose(t, "p1", "hard")[1]["cards"] == [expected]


def test_hard_plays_a_black_card_if_nothing_else_fits():
    assert choose(table("WW G7 G8 B1 B2 / Y5 Y6 Y7 / B5 B6 B7"), "p1", "hard")[0] == "play"


def test_hard_keeps_a_black_card_that_it_drew_while_nobody_is_close():
    for others, expected in (("G1 G2 G4 G5 / B5 B6 B7 B8", "keep"), ("G1 G2 G4 / B5 B6 B7 B8", "play")):
        t = table(f"G7 G8 / {others}", top="R3", deck="WW Y9")
        draw(t, "p1")
        assert choose(t, "p1", "hard")[0] == expected


def test_hard_plays_a_black_card_that_it_drew_if_it_has_to():
    t = table("G7 G8 / G1 G2 G4 G5 / B5 B6 B7 B8", top="R3", deck="WW Y9", forced_play=True)
    draw(t, "p1")
    assert choose(t, "p1", "hard")[0] == "play"


def test_hard_sheds_points_when_somebody_has_few_cards():
    t = table("R9 R1 Y3 / G1 G2 G4 / B5 B6 B7", top="R3")
    assert choose(t, "p1", "hard")[1]["cards"] == ["R9"]


def test_hard_prefers_a_sign_that_it_can_follow_itself():
    for hand, expected in (("R9 R1 Y9", "R9"), ("R9 R1 Y1", "R1")):
        t = table(f"{hand} / G1 G2 G4 G5 / B5 B6 B7 B8", top="R3")
        assert choose(t, "p1", "hard")[1]["cards"] == [expected]


def test_hard_turns_away_from_who_is_about_to_finish():
    for others, expected in (("G5 / B5 B6 B7", "RR"), ("G5 G6 G7 / B5", "R1")):
        assert choose(table(f"RR R1 R2 Y1 / {others}", top="R3"), "p1", "hard")[1]["cards"] == [expected]


@pytest.mark.long
def test_easy_is_the_weakest(monkeypatch):
    """Single rounds are enough here. The figures in docs/bots.md come from whole matches."""
    monkeypatch.setattr(uno_bot, "FAST", {**uno_bot.FAST, "target_score": 0})
    for level, rounds in (("normal", 160), ("hard", 80)):
        assert compare(GAME, [level, "easy", "easy", "easy"], rounds, SEED)[0].low > 0.25


@pytest.mark.long
def test_hard_wins_more_matches_than_normal():
    assert compare(GAME, ["hard", "normal", "normal", "normal"], 1000, SEED)[0].low > 0.25
