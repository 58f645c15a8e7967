"""Go Fish: the numbered lines of the traditional rules."""

from __future__ import annotations

import pytest

from cheat.i18n.messages import ENGLISH, Text

from .scenes import Scene


def fish(*hands: str, pool: str = "", rest: str = "books:p3", **options) -> Scene:
    """Return a scene with three hands and a pool, top card last. All others are the third player's books."""
    hands = (*hands, *[""] * (3 - len(hands)))
    zones = {f"hand_p{number}": hand for number, hand in enumerate(hands, 1)}
    return (
        Scene("go-fish", 3, **options)
        .lay(rest, pool=pool, **zones)
        .given(score=[0, 0, 0], hands=1)
        .at("turn")
    )


def ask_for(scene: Scene, whom: str, wanted: str) -> Scene:
    """Ask a player for a rank by choosing a card of it."""
    card = next(card for card in scene.cards(f"hand_{scene.turn}") if card[:-1] == wanted)
    return scene.do(scene.turn, "ask", whom=whom, card=card)


def test_cards_are_handed_over_and_the_asker_goes_on():
    scene = ask_for(fish("2C 3C", "2D 2H 4C", "5C"), "p2", "2")
    assert (sorted(scene.cards("hand_p1")), scene.turn) == (["2C", "2D", "2H", "3C"], "p1")
    assert sorted(ask_for(fish("2C 3C", "2D 2H 4C", "5C", ask_one=True), "p2", "2").cards("hand_p2")) == [
        "2H",
        "4C",
    ]


def test_the_button_names_the_rank_of_the_chosen_card():
    (form,) = fish("2C QC", "2D 2H 4C", "5C").forms("p1", "ask")
    assert (form.label, form.fields[1].labels) == ("Ask", {"2C": "for 2s", "QC": "for queens"})


def test_1_and_2_what_may_not_be_asked():
    scene = fish("2C 3C", "2D 2H 4C", "")
    assert scene.refuses("p1", "ask", whom="p2", card="4C")
    assert scene.refuses("p1", "ask", whom="p3", card="2C")
    assert scene.refuses("p1", "ask", whom="p1", card="2C")


def test_3_with_an_empty_pool_the_turn_passes():
    assert ask_for(fish("2C 3C", "4C", "5C"), "p2", "2").turn == "p2"


@pytest.mark.parametrize("goes_on", [True, False])
def test_4_a_fished_card_that_completes_another_book(goes_on):
    scene = fish("2C 3C 3D 3H", "4C", "5C", pool="9C 3S", book_goes_on=goes_on)
    ask_for(scene, "p2", "2")
    assert (scene.turn, scene.scores[0]) == ("p1" if goes_on else "p2", 1)


@pytest.mark.parametrize("goes_on", [True, False])
def test_fishing_what_was_asked_for(goes_on):
    scene = ask_for(fish("2C 3C", "4C", "5C", pool="9C 2S", fish_goes_on=goes_on), "p2", "2")
    assert scene.turn == ("p1" if goes_on else "p2")


def test_5_and_6_an_empty_hand_after_a_book():
    scene = ask_for(fish("2C 2D 2H", "2S 4C", "5C", pool="9C"), "p2", "2")
    assert (scene.turn, scene.cards("hand_p1")) == ("p1", ["9C"])
    assert ask_for(fish("2C 2D 2H", "2S 4C", "5C"), "p2", "2").turn == "p2"


def test_7_a_target_without_cards_draws_at_the_next_turn():
    scene = ask_for(fish("2C 3C", "2D", "5C", pool="9C 10C 4C"), "p2", "2")
    assert (scene.count("hand_p2"), scene.turn) == (0, "p1")
    ask_for(scene, "p3", "3")
    assert (scene.turn, scene.count("hand_p2")) == ("p2", 1)


def test_8_when_nobody_else_has_cards():
    scene = fish("2C 3C", "", "", pool="9C 10C 4C")
    assert (scene.turn, "4C" in scene.cards("hand_p1")) == ("p2", True)
    assert fish("2C 3C", "", "").phase == "over"


def test_9_a_leavers_cards_go_to_the_pool_and_the_books_stay():
    scene = fish("2C 3C", "4C", "5C", pool="9C").given(score=[2, 1, 0]).leave("p1")
    assert (scene.count("pool") + scene.count("hand_p2"), scene.turn) == (4, "p2")
    scene.leave("p3")
    assert scene.winners == ["p2"] and scene.places["p1"] > 1


def test_10_two_players():
    scene = Scene("go-fish", 2)
    (form,) = scene.forms(scene.turn)
    assert len(form.fields[0].of) == 1 and scene.count("hand_p1") + 4 * scene.count("books_p1") >= 7


def test_11_the_clock_asks():
    scene = fish("2C 3C", "4C", "5C", pool="9C 10C").expire()
    assert scene.turn == "p2"


def test_12_equal_books_share_the_win():
    scene = fish("2C", "", "").given(score=[5, 5, 3]).at("turn")
    assert scene.winners == ["p1", "p2"]


def test_all_may_conclude_who_has_and_who_lacks():
    scene = ask_for(fish("2C 3C", "4C", "5C", pool="9C"), "p2", "2")
    assert {(claim.zone, claim.is_there) for claim in scene.table.conclusions} == {
        ("hand:p1", True),
        ("hand:p2", False),
    }


@pytest.mark.parametrize(
    ("seats", "option", "cards"), [(3, "auto", 7), (4, "auto", 5), (4, "seven", 7), (2, "five", 5)]
)
def test_cards_at_the_start(seats, option, cards):
    scene = Scene("go-fish", seats, hand_size=option)
    assert scene.count("hand_p1") + 4 * (scene.count("books_p1") // 4) == cards


def test_pairs_and_several_hands():
    scene = ask_for(fish("2C 3C", "2D 4C", "5C", book_size="two", rounds=2), "p2", "2")
    assert scene.scores == [1, 0, 0]
    assert fish("2C", "", "", rounds=2).phase == "pause"


def test_ranks_are_named_in_the_plural():
    scene = ask_for(fish("KC 3C", "KD KH 4C", "5C"), "p2", "K")
    values = [value for event in scene.events for value in event.args.values()]
    assert "kings" in [ENGLISH.say(value) for value in values if isinstance(value, Text)]
