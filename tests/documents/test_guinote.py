"""Guiñote: the numbered lines of the traditional rules."""

from __future__ import annotations

import pytest

from .scenes import Scene


def guinote(
    *hands: str, rest: str = "taken:p1", trump: str = "oros", tricks: str = "", led: str = "", **more
) -> Scene:
    """Return a scene with hands, and a trick that lacks the first player's card. All other cards are won."""
    options = {
        key: value for key, value in more.items() if key not in ("stock", "turned", "taken_p1", "taken_p2")
    }
    zones = {key: value for key, value in more.items() if key not in options}
    zones |= {f"hand_p{number}": hand for number, hand in enumerate(hands, 1)}
    lying = tricks.split()
    first = len(hands) - len(lying) + 1
    zones |= {f"trick_p{first + at}": card for at, card in enumerate(lying)}
    suits = {"O": "oros", "C": "copas", "E": "espadas", "B": "bastos"}
    scene = Scene("guinote", len(hands), **options).lay(rest, **zones)
    return scene.given(
        trump=trump, led=suits[lying[0][-1]] if lying else None, sung=[], dealer=len(hands) - 1
    )


def offered(hand: str, trick: str, trump: str = "oros") -> set[str]:
    """Return the cards that the last of four players may play in the arrastre."""
    return guinote(hand, "", "", "", tricks=trick, trump=trump).at("play").offers("p1", "play")


def test_1_who_cannot_beat_plays_any_card_of_the_suit():
    assert offered("4C 5C 1E", "11C 7C 12C") == {"4C", "5C"}


def test_the_suit_is_beaten_if_possible():
    assert offered("4C 1C 1E", "7C 5C 12C") == {"1C"}


def test_2_a_trick_that_was_trumped_is_followed_with_any_card():
    assert offered("4C 1C 1E", "7C 2O 12C") == {"4C", "1C"}


def test_3_without_the_suit_a_trump_that_is_too_low_need_not_be_played():
    assert offered("2O 4E 1E", "7C 12C 3O") == {"2O", "4E", "1E"}
    assert offered("1O 4E 1E", "7C 12C 3O") == {"1O"}


def test_4_and_5_while_the_partner_is_winning():
    assert offered("1O 4E 1E", "7C 1C 12C") == {"1O", "4E", "1E"}
    assert offered("4C 3C 1E", "7C 1C 12C") == {"4C", "3C"}
    assert offered("4C 3C 1E", "7C 12C 11C") == {"4C", "3C"}
    assert offered("4C 3C 1E", "12C 7C 11C") == {"3C"}


def test_while_there_is_a_stock_any_card_may_be_played():
    scene = guinote("4C 1E", "", "", "", tricks="7C 5C 12C", stock="2B", turned="2O").at("play")
    assert scene.offers("p1", "play") == {"4C", "1E"}


@pytest.mark.parametrize(
    ("trick", "winner"), [("1C 3C 2O 5O", "p4"), ("7C 1E 11C 10C", "p4"), ("2C 1E 1B 3E", "p1")]
)
def test_who_takes_a_trick(trick, winner):
    scene = guinote("4B", "4E", "5E", "6E", tricks=trick).at("trick_end").expire()
    assert scene.turn == winner


SONGS = "12C 10C 12O 10O"


def test_6_one_song_of_each_player_a_trick():
    scene = guinote(SONGS, "4C", "5C", "6C", trump="oros").at("after_trick").do("p1", "sing", song="copas")
    assert (scene["songs"], "sing" in scene.moves("p1")) == ([20, 0, 20, 0], False)
    scene.given(sang=[False] * 4).at("after_trick").do("p1", "sing_forty")
    assert scene["songs"][0] == 60
    assert scene.given(sang=[False] * 4).at("after_trick").moves("p1") == {"continue"}


def test_7_both_partners_sing_and_others_are_not_asked():
    scene = guinote("12C 10C", "12E 10E", "12O 10O", "6C").at("after_trick")
    assert [scene.moves(f"p{seat}") for seat in (1, 2, 3, 4)] == [
        {"continue", "sing"},
        set(),
        {"sing_forty"},
        set(),
    ]
    scene.do("p3", "sing_forty").do("p1", "sing", song="copas")
    assert scene["songs"] == [60, 0, 60, 0]
    assert {claim.zone for claim in scene.table.conclusions} == {"hand:p1", "hand:p3"}


def test_8_nobody_sings_before_a_trick_was_won():
    assert guinote(SONGS, "4C", "5C", "6C").at("play").moves("p1") == {"play"}


def test_9_and_10_the_seven_of_trumps():
    scene = (
        guinote("7O 4C", "4E", "5E", "6E", stock="2B 4B 5B", turned="1O").at("after_trick").do("p1", "swap7")
    )
    assert (scene.cards("turned"), "1O" in scene.cards("hand_p1")) == (["7O"], True)
    assert "swap7" not in guinote("7O 4C", "4E", "5E", "6E", stock="", turned="1O").at("after_trick").moves(
        "p1"
    )
    assert "swap7" not in guinote("6O 4C", "4E", "5E", "6E", stock="2B", turned="7O").at("after_trick").moves(
        "p1"
    )
    low = guinote("2O 7O", "4E", "5E", "6E", stock="2B 4B", turned="6O", swap_low=True).at("after_trick")
    assert low.do("p1", "swap7").cards("turned") == ["2O"]


def test_11_the_open_trump_is_drawn_last():
    scene = (
        guinote("4C", "4E", "5E", "6E", stock="2B 4B 5B", turned="1O")
        .at("after_trick", "p2")
        .do("p2", "continue")
    )
    assert ("1O" in scene.cards("hand_p1"), scene.count("turned"), scene.turn) == (True, 0, "p2")


def cards_worth(points: int) -> str:
    """Return cards that are worth this number of points."""
    worth = {"1": 11, "3": 10, "12": 4, "10": 3, "11": 2}
    chosen = []
    for rank, each in worth.items():
        for suit in "OCEB":
            if points >= each and points - each != 1:
                chosen.append(rank + suit)
                points -= each
    assert points == 0
    return " ".join(chosen)


def counted(points: int, songs: tuple[int, int] = (0, 0), last: int = 0, **options) -> Scene:
    scene = guinote("", "", "", "", rest="taken:p2", taken_p1=cards_worth(points), **options)
    return scene.given(last_winner=last, songs=[*songs, *songs]).at("count")


def test_12_when_both_have_101_the_last_trick_decides():
    assert counted(61, (40, 40), 1).winners == ["p2", "p4"]
    assert counted(61, (40, 40), 0).winners == ["p1", "p3"]


def test_one_side_with_101_wins_and_else_there_is_a_second_hand():
    assert counted(51, (40, 0), 0).winners == ["p1", "p3"]
    scene = counted(60)
    assert (scene.phase, scene["second"], scene["carried"], scene["dealer"]) == (
        "pause",
        True,
        [70, 60, 70, 60],
        0,
    )
    assert counted(60, vueltas=False).winners == ["p1", "p3"]
    assert counted(51, (40, 0), 0, games_to_win=2).phase == "pause"
    assert counted(15, (100, 0), 0).winners == ["p1", "p3"]
    assert counted(15, (100, 0), 0, min_card_points=30).winners == ["p2", "p4"]


def test_13_in_the_second_hand_a_song_wins_when_it_is_made():
    scene = guinote("12C 10C", "12E 10E", "4C", "6C", rest="stock", turned="5O")
    scene.given(second=True, carried=[85, 90, 85, 90]).at("after_trick").do("p1", "sing", song="copas")
    assert scene.winners == ["p1", "p3"]


def test_14_a_song_that_was_forgotten_may_come_after_a_later_trick():
    scene = guinote("12C 10C 4B", "4C", "5C", "6C").at("after_trick").do("p1", "continue")
    assert scene.moves("p1") == {"play"}
    assert "sing" in scene.at("after_trick").moves("p1")


def test_15_two_players_have_no_partners():
    scene = Scene("guinote", 2)
    assert (scene.count("stock"), scene.count("hand_p1")) == (27, 6)
    assert guinote("12C 10C", "12E 10E").at("after_trick").moves("p2") == set()


def test_16_who_leaves_has_lost():
    assert Scene("guinote", 2).leave("p1").winners == ["p2"]
    assert Scene("guinote", 4).leave("p1").winners == ["p2", "p4"]


def test_17_the_clock_plays_the_lowest_card_and_sings():
    scene = guinote("1C 4C 12E", "", "", "", tricks="7C 5C 2C", stock="2B", turned="2O").at("play").expire()
    assert scene.cards("trick_p1") == ["4C"]
    for auto in (True, False):
        scene = guinote("12C 10C", "4C", "12O 10O", "6C", auto_sing=auto).at("after_trick").expire()
        assert (scene["songs"][0], scene.phase) == (60 if auto else 0, "play")


@pytest.mark.parametrize("seats", [2, 4])
def test_a_hand_has_130_points(seats):
    scene = Scene("guinote", seats, auto_sing=False)
    while scene.phase in ("play", "trick_end", "after_trick"):
        scene.expire()
    assert (scene.phase == "pause" and sum(scene["carried"][:2]) == 130) or sum(scene.scores[:2]) == 130


@pytest.mark.parametrize(
    ("hand", "trick", "prompt"),
    [
        ("4C 1C 1E", "7C 5C 12C", "follow suit with a higher card (copas)."),
        ("4C 5C 1E", "11C 7C 12C", "follow suit (copas)."),
        ("4O 1E", "7C 5C 12C", "you have no copas, so play a trump."),
        ("4B 1E", "7C 5C 12C", "you have no copas, so play any card."),
    ],
)
def test_the_prompt_says_what_must_be_played(hand, trick, prompt):
    assert guinote(hand, "", "", "", tricks=trick).at("play").reads("p1")[0] == f"Your turn: {prompt}"
