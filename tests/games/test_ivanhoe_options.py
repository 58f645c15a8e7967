"""Ivanhoe: what each option changes."""

from __future__ import annotations

import pytest

from .cheat_words import english, one, refused, texts, winners
from .ivanhoe_words import (
    GAME,
    act,
    actions,
    add,
    between,
    cards,
    choices,
    dealt,
    display,
    displays,
    draw,
    end,
    forms,
    hand,
    let,
    offered,
    phase,
    play,
    table,
    targets,
    tokens,
)


def test_purple_drawer_may_deal():
    for number in range(20):
        seed = f"{number:032x}"
        drawer = dealt(4, seed=seed).turn
        assert dealt(4, seed=seed, purple_drawer="deals").turn == f"p{int(drawer[1]) % 4 + 1}"


@pytest.mark.parametrize("size", [5, 10])
def test_hand_size(size):
    t = dealt(5, hand_size=size)
    assert {len(t.hand(id).cards) for id in t.active()} == {size}


def test_who_is_highest_may_withdraw_where_that_is_free():
    t = table("R3 / / ", "R5 / R4 / ", voluntary_withdraw=True)
    assert offered(t, "p1") == {"play_value", "end_turn", "withdraw"}
    act(t, "p1", "withdraw")
    assert t.withdrawn_players == ["p1"]


@pytest.mark.parametrize(("opening", "free"), [(True, True), (False, False)])
def test_nobody_withdraws_freely_else(opening, free):
    t = table("R3 / / ", "R5 / R4 / ", voluntary_withdraw=free, opening=opening)
    with refused(t, "no_withdrawing"):
        act(t, "p1", "withdraw")


@pytest.mark.parametrize(
    ("word", "before", "after"),
    [
        ("CHG", "S2 R3 S2 / S2 R4", "R3 / R4"),
        ("CTR", "S2 R4 / S2 R4", "S2 / S2"),
        ("DIS", "S2 R3 S2 / S2 S3", "R3 / S2"),
        ("ADA", "R3 R3 / R4 R4", "R3 / R4"),
    ],
)
def test_mass_effects_may_hit_everybody(word, before, after):
    t = table(f"{word} / ", before, fronts="SHL / ", mass_effects="all")
    play(t, "p1", word)
    assert displays(t) == after


def test_mass_effects_may_hit_the_actor_alone():
    t = table("CHG / ", "S2 R4 / R3 R4", mass_effects="all")
    assert actions(t, "p1") == {"CHG"}
    t = table("CHG / ", "S2 R4 / S2 R4", fronts=" / SHL", mass_effects="all")
    play(t, "p1", "CHG")
    assert displays(t) == "R4 / S2 R4"


def test_outmaneuver_never_hits_the_actor():
    t = table("OUT / ", "S2 R4 / R3 R4", mass_effects="all")
    play(t, "p1", "OUT")
    assert displays(t) == "S2 R4 / R3"


def test_the_actor_chooses_with_the_others():
    t = table("ADA / ", "R3 S3 / R4 R4", mass_effects="all")
    play(t, "p1", "ADA")
    act(t, "p1", "keep", value_3=cards("R3"))
    assert displays(t) == "R3 / R4"


def test_break_lance_in_any_colour():
    assert actions(table("BRL / ", "R3 / P3 R4"), "p1") == set()
    t = table("BRL / ", "R3 / P3 R4", break_lance_any_colour=True)
    play(t, "p1", "BRL", "p2")
    assert display(t, "p2") == "R4"


def test_shield_and_knock_down():
    assert targets(table("KND / R3", "R3 / R4", fronts=" / SHL"), "p1", "KND") == []
    t = table("KND / R3", "R3 / R4", fronts=" / SHL", shield_blocks_knock_down=False)
    play(t, "p1", "KND", "p2")
    assert hand(t, "p1") == "R3"


def test_shield_and_outwit():
    t = table("OWT / ", "R3 R4 / R5 B4", fronts=" / SHL STN", shield_blocks_outwit_display=True)
    assert set(choices(t, "p1", "play_action", "taken")) == {"ISHL", "ISTN"}
    with refused(t, "card_not_there"):
        play(t, "p1", "OWT", "p2", own="R3", taken="R5")
    play(t, "p1", "OWT", "p2", own="R3", taken="SHL")
    assert displays(t) == "R4 / R5 B4 R3"


ASKED = {
    "RIP": ["p2"], "DOD": ["p2"], "KND": ["p2"], "STN": ["p2"], "OWT": ["p2"], "BRL": ["p2"], "SHL": [],
    "RET": [], "UNH": [], "OUT": ["p2", "p3"], "CHG": ["p2"], "CTR": ["p3"], "DIS": ["p2", "p3"],
    "ADA": ["p3"],
}  # fmt: skip


@pytest.mark.parametrize(("word", "asked"), ASKED.items())
def test_ivanhoe_may_answer_only_cards_that_hit_its_holder(word, asked):
    args = {
        "DOD": {"taken": "P3"}, "OWT": {"own": "S3", "taken": "P3"}, "RET": {"own": "S3"},
        "UNH": {"colour": "red"},
    }.get(word, {})  # fmt: skip
    t = table(
        f"{word} / P3 / P3 / IVA",
        "S3 P5 / S2 P3 / P7 S3 P7 / P5",
        colour="purple",
        ivanhoe_scope="targeted",
        quick_reactions=False,
    )
    play(t, "p1", word, "p2" if asked == ["p2"] and word not in ("CHG",) else "", **args)
    assert (t.decisions[0].players if t.phase == "reaction" else []) == asked


def test_maiden_costs_nothing_where_there_is_no_price():
    t = table(" / / ", "M6 / R5 R5 / ", tokens={"p1": "blue"}, maiden_penalty=False)
    end(t, "p1")
    assert (tokens(t, "p1"), phase(t)) == ("blue", ("draw", "p2"))


def test_ties_stay():
    t = table("R3 / / ", " / R3 / ", ties_stay=True)
    add(t, "p1", "R3")
    end(t, "p1")
    assert (t.withdrawn_players, phase(t)) == ([], ("draw", "p2"))


def test_who_plays_no_card_withdraws_where_one_must():
    t = table("R3 SHL / / ", "R5 / R4 / ", must_play_card=True)
    assert forms(t, "p1", "end_turn")[0].label == "End the turn: you withdraw"
    play(t, "p1", "SHL")
    end(t, "p1")
    assert t.withdrawn_players == []
    t = table("R3 / / ", "R5 / R4 / ", must_play_card=True)
    end(t, "p1")
    assert t.withdrawn_players == ["p1"]
    t = table("R3 / / ", "R5 / R4 / ")
    end(t, "p1")
    assert t.withdrawn_players == []


@pytest.mark.parametrize("shown", [True, False])
def test_a_hand_that_cannot_start_is_shown_only_where_it_has_to_be(shown):
    t = between("UNH P3 / / ", last="purple", deck="G1 RIP", reveal_unable_hand=shown)
    events = draw(t, "p1")
    words = "p1 can't start a tournament and shows Purple 3, Unhorse, Riposte."
    assert (words in texts(events)) == shown
    assert ("hand" in one(events, "unable").args) == shown


@pytest.mark.parametrize(("needed", "seats"), [(3, 2), (4, 3), (5, 4), ("auto", 4)])
def test_tokens_that_win(needed, seats):
    count = 4 if needed == "auto" else needed
    t = table(" / " * (seats - 1), "R3" + " / " * (seats - 1), turn="p2", tokens_needed=needed)
    assert t.needed() == count
    t.tokens["p1"] = ["purple", "blue", "yellow", "green"][: count - 1]
    for seat in range(2, seats + 1):
        if seat > 2:
            draw(t, f"p{seat}")
        end(t, f"p{seat}")
    assert winners(t) == ["p1"]


def test_a_turn_may_begin_with_its_card_drawn():
    t = table("R3 / ", "R5 / R4", auto_draw=True)
    end(t, "p1")
    assert (phase(t), hand(t, "p2")) == (("turn", "p2"), "G1")
    assert dealt(3, auto_draw=True).phase in ("start", "draw")


@pytest.mark.parametrize("seconds", [2, 3.5, 20])
def test_time_for_ivanhoe(seconds):
    t = table("SHL / IVA / ", "R3 / R4 / ", reaction_s=seconds)
    play(t, "p1", "SHL")
    assert t.next_timeout() == t.now + seconds * 1000


def test_quick_reactions_close_at_once():
    t = table("SHL / R3 / IVA", "R3 / R4 / ", withdrawn="p3")
    play(t, "p1", "SHL")
    assert phase(t) == ("turn", "p1")
    t = table("SHL / R3 / IVA", "R3 / R4 / ")
    play(t, "p1", "SHL")
    let(t, "p3")
    assert phase(t) == ("turn", "p1")


def test_clocks():
    t = table("R3 / ", "M6 / R5 R5", turn_s=10, choice_s=7, tokens={"p1": "red blue"})
    assert t.next_timeout() == t.now + 10_000
    end(t, "p1")
    assert t.next_timeout() == t.now + 7_000
    assert table("R3 / ", "R5 / R4", turn_s=0).next_timeout() is None


def test_every_option_has_a_test():
    tested = {name for name in GAME.options_type.__struct_fields__ if name in SOURCE}
    assert tested >= {spec.name for spec in GAME.specs()} - {"on_leave", "spectators"}


with open(__file__, encoding="utf-8") as _file:
    SOURCE = _file.read()


def test_end_of_turn_says_what_it_means():
    t = table("R3 / / ", "R5 / R4 / ")
    assert [english(form.label) for form in forms(t, "p1", "end_turn")] == ["End the turn: you stay in"]
