"""Cinquillo: the numbered lines of the traditional rules."""

from __future__ import annotations

import pytest

from .scenes import Scene


def cinquillo(*hands: str, seats: int = 0, rest: str = "absent", laid: str = "5O", **options) -> Scene:
    """Return a scene with these hands and laid cards; all other cards are out of play."""
    zones = {f"hand_p{number}": hand for number, hand in enumerate(hands, 1)}
    suits = {"O": "oros", "C": "copas", "E": "espadas", "B": "bastos"}
    for card in laid.split():
        column = f"column_{suits[card[-1]]}"
        zones[column] = f"{zones.get(column, '')} {card}".strip()
    return Scene("cinquillo", seats or len(hands), **options).lay(rest, **zones)


def test_the_holder_of_the_five_of_oros_begins():
    scene = Scene("cinquillo", 4)
    assert "5O" in scene.cards(f"hand_{scene.turn}")


def test_1_the_first_card_is_the_five_of_oros():
    scene = Scene("cinquillo", 4)
    assert scene.offers(scene.turn, "play") == {"5O"}
    other = next(card for card in scene.cards(f"hand_{scene.turn}") if card != "5O")
    assert scene.refuses(scene.turn, "play", card=other)
    assert scene.refuses(scene.turn, "pass")


def test_2_who_can_play_may_not_pass():
    scene = cinquillo("6O 1C", "7O 2C", rest="hand:p2").at("turn")
    assert scene.refuses("p1", "pass")
    assert scene.offers("p1", "play") == {"6O"}


def test_2_free_passing_is_not_for_who_could_play_when_all_others_passed():
    scene = cinquillo("6O 1C", "4O 2C", "4C 1E 5C", pass_rule="free", rest="hand:p3", laid="5O").at("turn")
    assert scene.moves("p1") == {"play", "pass"}
    scene.do("p1", "pass").do("p2", "pass")
    assert scene.moves("p3") == {"play"}


def test_3_the_sota_follows_the_seven():
    scene = cinquillo("10O 1C", "2C", rest="hand:p2", laid="5O 6O 7O").at("turn")
    assert scene.offers("p1", "play") == {"10O"}
    scene = cinquillo("10O 8O 1C", "2C", rest="hand:p2", laid="5O 6O 7O", deck="forty_eight").at("turn")
    assert scene.offers("p1", "play") == {"8O"}


def test_4_below_the_1_there_is_nothing():
    scene = cinquillo("6O 12C", "2C", rest="hand:p2", laid="1O 2O 3O 4O 5O").at("turn")
    assert scene.offers("p1", "play") == {"6O"}


def test_5_a_five_may_be_the_last_card():
    scene = cinquillo("5C", "2C", rest="hand:p2").at("turn").do("p1", "play", card="5C")
    assert (scene.winners, scene.scores) == (["p1"], [1, 0])


@pytest.mark.parametrize("auto", [True, False])
def test_6_who_cannot_play_passes(auto):
    scene = cinquillo("1C", "6O 2C", rest="hand:p2", auto_pass=auto).at("turn")
    assert scene.moves("p1") == (set() if auto else {"pass"})
    if auto:
        scene.expire()
    else:
        scene.do("p1", "pass")
    assert scene.turn == "p2"
    assert {claim.zone for claim in scene.table.conclusions} == {"hand:p1"}


def test_7_with_a_stock_the_first_five_begins():
    seeds = [Scene("cinquillo", 2, f"{seed:032x}", two_player_stock=True) for seed in range(12)]
    firsts = set()
    for scene in seeds:
        fives = [
            card
            for suit in "OCEB"
            for seat in "12"
            for card in scene.cards(f"hand_p{seat}")
            if card == f"5{suit}"
        ]
        if fives:
            assert scene.offers(scene.turn, "play") == {fives[0]}
            firsts.add(fives[0])
    assert len(firsts) > 1
    scene = cinquillo("1C 2C", "1E 2E", rest="stock", laid="", two_player_stock=True)
    stock = scene.table.zones["stock"].cards
    stock.sort(key=lambda card: (card == "5E") - 2 * (card in ("5O", "5B", "5C")))
    scene.given(opening=None).at("turn")
    assert (scene.phase, scene["drawn"][0], scene.moves("p1")) == ("drawn", "5E", {"play"})


def test_8_without_a_stock_left_who_cannot_play_passes():
    scene = cinquillo("1C", "6O 2C", rest="absent", two_player_stock=True)
    scene.lay("hand:p2", hand_p1="1C", column_oros="5O").at("turn")
    assert scene.phase == "passing"


def test_a_drawn_card_that_fits_may_be_kept():
    scene = cinquillo("1C", "2C", rest="stock", two_player_stock=True)
    stock = scene.table.zones["stock"].cards
    stock.remove("6O")
    stock.append("6O")
    scene.at("turn")
    assert (scene.phase, scene.moves("p1")) == ("drawn", {"play", "keep"})
    scene.do("p1", "play")
    assert scene.cards("column_oros") == ["5O", "6O"]


@pytest.mark.parametrize(("seats", "hands"), [(3, [14, 13, 13]), (6, [7, 7, 7, 7, 6, 6])])
def test_9_uneven_hands(seats, hands):
    scene = Scene("cinquillo", seats)
    assert [scene.count(f"hand_p{seat + 1}") for seat in range(seats)] == hands


def test_10_the_cards_of_a_leaver_are_laid_as_soon_as_they_fit():
    scene = cinquillo("7O 1C", "6O 4O", "5E", rest="hand:p3").at("turn", "p2")
    scene.leave("p1").do("p2", "play", card="6O")
    assert scene.cards("column_oros") == ["5O", "6O", "7O"]
    assert scene.cards("absent") == ["1C"]


def test_10_no_card_of_a_leaver_is_laid_before_the_first_card():
    """A five waits, too: otherwise the player with the five of oros need not begin with it (1)."""
    scene = cinquillo("5C 6C 1E", "5O 5E 7O", "6O 2C", rest="hand:p3", laid="").given(opening="oros")
    scene.at("turn", "p2").leave("p1")
    assert scene.cards("column_copas") == []
    assert (scene.moves("p2"), scene.offers("p2", "play")) == ({"play"}, {"5O"})
    scene.do("p2", "play", card="5O")
    assert (scene.cards("column_oros"), scene.cards("column_copas")) == (["5O"], ["5C", "6C"])
    assert scene.cards("absent") == ["1E"]


def test_11_a_starters_five_is_laid_when_they_leave():
    scene = (
        cinquillo("5O 1C", "6O 2C", "5E", rest="hand:p3", laid="")
        .given(opening="oros")
        .at("turn")
        .leave("p1")
    )
    assert (scene.cards("column_oros"), scene.turn) == (["5O"], "p2")
    assert "6O" in scene.offers("p2", "play")


def test_12_the_clock_plays_the_card_farthest_from_the_five():
    scene = cinquillo("6C 3O 1C", "2C", rest="hand:p2", laid="5O 4O 5C").at("turn").expire()
    assert scene.cards("column_oros") == ["3O", "4O", "5O"]


def test_points_by_cards_and_a_bonus():
    options = {"score_mode": "cards", "oro_bonus": True, "target_score": 50}
    scene = cinquillo("1O", "2C 3C", rest="absent", laid="2O 3O 4O 5O", **options)
    scene.lay("hand:p2", hand_p1="1O", column_oros="2O 3O 4O 5O").given(hands=3).at("turn")
    scene.do("p1", "play", card="1O")
    assert (scene.phase, scene.scores) == ("pause", [6 + 5 + 35, 0])


def test_partners_win_together():
    scene = cinquillo("6O", "1C", "2C", "3C", rest="hand:p4", partners=True).at("turn")
    assert scene.do("p1", "play", card="6O").winners == ["p1", "p3"]
    scene = cinquillo("6O", "1C", "2C", "3C", rest="hand:p4", partners=True).at("turn").leave("p2")
    assert scene.do("p1", "play", card="6O").winners == ["p1", "p3"]


def test_drawing_in_turn_takes_a_step_each():
    """Two players draw a whole stock without a card that fits."""
    scene = cinquillo("1C", "2C", rest="stock", laid="5O", two_player_stock=True)
    stock = scene.table.zones["stock"].cards
    scene.table.zones["stock"].cards = [card for card in stock if card not in ("4O", "6O", "5C", "5E", "5B")]
    scene.at("turn")
    while scene.count("stock"):
        assert scene.phase == "passing"
        scene.expire()


def test_playing_on_for_the_places():
    scene = cinquillo("6O", "4O", "2C 5E", rest="hand:p3", play_on=True).at("turn")
    scene.do("p1", "play", card="6O").do("p2", "play", card="4O")
    assert scene.places == {"p1": 1, "p2": 2, "p3": 3}


def test_playing_on_ends_when_the_last_player_with_cards_leaves():
    scene = cinquillo("6O", "4O", "2C 5E", "1C 1E", play_on=True, target_score=5).at("turn")
    scene.do("p1", "play", card="6O").do("p2", "play", card="4O").leave("p3").leave("p4")
    assert (scene.phase, scene.asked, scene.scores) == ("pause", ["p1", "p2"], [1, 0, 0, 0])
