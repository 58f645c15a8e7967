"""Texts of Ivanhoe besides its rules: the situation, announcements for all, and awards."""

from __future__ import annotations

from .cheat_words import english
from .ivanhoe_words import GAME, IvanhoeTable, act, add, end, ivanhoe, play, start, table


def stands(t: IvanhoeTable, viewer: str | None) -> str:
    """Return the prompt of a viewer."""
    return english(GAME.situation(t, viewer))


def test_everybody_reads_who_leads_and_what_withdrawing_costs() -> None:
    t = table("R3/R4/B2", "R3 R4/R5/", tokens={"p2": "green"}, voluntary_withdraw=True)
    assert stands(t, "p1") == "You lead with 7. Withdrawing costs you 2 cards."
    assert stands(t, "p2") == "You have 5; p1 leads with 7."
    assert stands(t, "p3") == "You have 0; p1 leads with 7."
    assert stands(t, None) == "p1 leads with 7."


def test_a_maiden_costs_a_token_where_there_is_one() -> None:
    for turn, cost in (("p1", "2 cards and a token"), ("p2", "1 card and a token"), ("p3", "1 card")):
        t = table("R3/R4/B2", "R3 M6/M6/M6", tokens={"p1": "green", "p2": "red"}, turn=turn,
            voluntary_withdraw=True)  # fmt: skip
        assert stands(t, turn).endswith(f"Withdrawing costs you {cost}.")
    free = table("R3/R4", "M6/", tokens={"p1": "green"}, maiden_penalty=False, voluntary_withdraw=True)
    assert stands(free, "p1").endswith("Withdrawing costs you 1 card.")


def test_costs_of_withdrawing_are_told_only_to_players_who_can_withdraw_now() -> None:
    behind = "You have 3; p2 leads with 5."
    assert stands(table("R3/R4", "R3/R5"), "p1") == f"{behind} Withdrawing costs you 1 card."
    assert stands(table("R3/R4", "R3/R5"), "p2") == "You lead with 5."
    assert stands(table("R3/R4", "R5/R3"), "p1") == "You lead with 5.", "the end of the turn keeps p1 in"
    assert stands(table("R3/R4", "R3/R5", phase="draw"), "p1") == behind


def test_equal_totals_withdrawn_players_and_no_cards_are_told() -> None:
    t = table("R3/R4/B2", "R3/R3/", withdrawn="p3")
    assert stands(t, "p1") == "You are tied at 3 with p2. Withdrawing costs you 1 card."
    assert stands(t, "p3") == "Tied at 3: p1, p2. You have withdrawn."
    behind = table("R3/R4/B2", "R3/R3/B2")
    assert stands(behind, "p3") == "You have 2; p1, p2 are tied at 3."
    nothing = table("R3/R4", "/")
    assert stands(nothing, "p1") == "No card has been played yet. Withdrawing costs you nothing."
    assert stands(table("R3/R4", colour=""), "p1") == ""
    assert stands(table("R3/R4", "R3/", withdrawn="p2"), "p1") == ""


def test_colours_cancelled_cards_and_won_tournaments_are_moments() -> None:
    t = table("UNH R3/IVA/B2", "P4/P5/P3", colour="purple")
    play(t, "p1", "UNH", colour="red")
    assert [one.kind for one in ivanhoe(t, "p2") if one.kind] == ["nope"]
    other = table("DRW/R4", "R4/R5")
    assert "colour" in [one.kind for one in play(other, "p1", "DRW")]
    won = table("R3/R4", "R3/R5")
    assert [one.kind for one in end(won, "p1") if one.kind] == ["round"]


def test_tournaments_deeds_cancelled_cards_and_withdrawals_are_counted() -> None:
    t = table("UNH R3/IVA B2", "P4/P5", colour="purple")
    play(t, "p1", "UNH", colour="red")
    ivanhoe(t, "p2")
    end(t, "p1")
    assert [one.tally for one in t.players] == [
        {"deeds": 1, "withdrawals": 1},
        {"cancelled": 1, "tournaments": 1},
    ]
    assert {one.kind for one in GAME.awards(t)} == {"deeds", "withdrawals", "cancelled", "tournaments"}


def test_what_starts_a_tournament_is_a_moment() -> None:
    t = table("R3 R4/B2", colour="", phase="draw")
    act(t, "p1", "draw")
    assert [one.kind for one in start(t, "p1", "red") if one.kind] == ["colour"]
    assert [one.kind for one in add(t, "p1", "R3") if one.kind] == []
