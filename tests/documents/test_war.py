"""War: the numbered lines of the traditional rules."""

from __future__ import annotations

import pytest

from .scenes import Scene


def war(p1: str, p2: str, seats: int = 2, rest: str = "", **options) -> Scene:
    """Return a scene with these packets, top card last. Further players have the other cards."""
    scene = Scene("war", seats, **options)
    others = {"packet_p3": rest} if seats > 2 else {}
    return scene.lay("packet:p2" if not rest else "packet:p3", packet_p1=p1, packet_p2=p2, **others)


def flip(scene: Scene, *players: str) -> Scene:
    for player in players or scene.asked:
        scene.do(player, "flip")
    return scene


@pytest.mark.parametrize(("seats", "each"), [(2, 26), (3, 17), (4, 13)])
def test_the_deck_is_dealt_evenly(seats, each):
    scene = Scene("war", seats)
    assert [scene.count(f"packet_p{seat + 1}") for seat in range(seats)] == [each] * seats
    assert all(scene.seen(viewer, "packet_p1") is None for viewer in ("p1", "p2", None))


def test_the_highest_takes_all():
    scene = flip(war("2C 2D KH", "3C QS").at("flip"), "p1", "p2")
    assert (scene.cards("laid_p1"), scene.cards("laid_p2")) == (["KH"], ["QS"])
    flip(scene, "p2")
    assert scene.count("packet_p1") == 4
    assert set(scene.cards("packet_p1")[:2]) == {"KH", "QS"}


def test_the_cards_of_a_battle_lie_there_until_the_next_card_is_turned():
    scene = war("2C 2D KH", "3C QS").at("flip")
    before = scene.game.facts(scene.table, None)
    assert [fact.label for fact in before] == ["Round"]
    flip(scene)
    assert [scene.count(f"laid_p{seat}") for seat in (1, 2)] == [1, 1]
    assert scene.game.facts(scene.table, None) == before
    assert [mark.kind for mark in scene.game.badges(scene.table, "p1")] == ["wins"]
    assert not scene.game.badges(scene.table, "p2")
    flip(scene, "p1")
    assert [scene.count(f"laid_p{seat}") for seat in (1, 2)] == [1, 0]
    assert [fact.label for fact in scene.game.facts(scene.table, None)] == ["Round", "Cards at stake"]


@pytest.mark.parametrize("leaver", ["p1", "p2"])
def test_cards_of_a_battle_that_nobody_has_taken_yet_stay_in_the_game(leaver):
    scene = flip(war("2H 2D KH", "3C QS", 3, "4S 4C 4H JH").at("flip")).leave(leaver)
    flip(scene, "p3")
    zones = ("pot", *(f"{zone}_p{seat}" for zone in ("packet", "laid", "down") for seat in (1, 2, 3)))
    assert sum(scene.count(zone) for zone in zones) == 51
    assert scene.count(f"laid_{leaver}") == 0


def test_1_who_has_fewer_cards_lays_what_is_left():
    scene = flip(war("5C 9H KH", "KS").at("flip"))
    assert scene.phase == "war"
    flip(scene, "p1")
    assert (scene.cards("down_p1"), scene.cards("laid_p1")) == (["9H"], ["KH", "5C"])


def test_2_who_has_no_card_has_lost_the_war():
    scene = war("KH", "KS").at("flip")
    flip(scene)
    assert scene.winners == ["p2"]


def test_3_nobody_has_cards_in_a_war_a_draw():
    scene = Scene("war")
    scene.lay("pot", packet_p1="KH", packet_p2="KS").at("flip")
    assert flip(scene).winners == ["p1", "p2"]


@pytest.mark.parametrize(
    ("short_war", "left"), [("last_card", ""), ("lose", "2C 2D 2H ")], ids=["last_card", "lose"]
)
def test_3_the_cards_of_a_war_without_a_winner_wait_for_the_next_battle(short_war, left):
    """The two tied players are out. The two others go on, and play for those cards, too."""
    scene = Scene("war", 4, short_war=short_war)
    scene.lay("packet:p1", packet_p1="AD 4D", packet_p2="5D 5C 9H", packet_p3=f"{left}KH", packet_p4="KS")
    flip(scene.at("flip"))
    assert (scene.phase, scene.asked, scene.count("pot")) == ("flip", ["p1", "p2"], 4 + len(left.split()))
    flip(flip(scene), "p1")
    assert (scene.count("pot"), scene.count("packet_p1"), scene.count("packet_p2")) == (0, 50, 1)


def test_3_a_war_without_a_winner_is_won_by_the_last_other_player_with_cards():
    scene = flip(war("2D 2H 3H KH", "KS", 3, "QH 4S", short_war="lose").at("flip"))
    assert scene.winners == ["p3"]


def test_4_who_has_too_few_loses_by_option():
    scene = flip(war("5C 9H 2C KH", "KS", short_war="lose").at("flip"))
    assert scene.winners == ["p2"]


def test_5_a_second_tie_is_another_war():
    scene = war("5C 5D 5H 2S 3S 4S QH 2H 3H 4H KH", "QS 2D 3D 4D KS").at("flip")
    flip(scene)
    flip(scene)
    assert (scene.phase, scene.count("laid_p1"), scene.count("down_p1")) == ("war", 2, 3)
    flip(flip(scene), "p2")
    assert (scene.phase, scene.count("laid_p1")) == ("flip", 0)


def test_6_only_those_who_tie_go_to_war():
    scene = war("2H 2D KH", "3C 3D KS", 3, "4S 4C 4H QH").at("flip")
    flip(scene)
    assert (scene.phase, scene.asked, scene.cards("laid_p3")) == ("war", ["p1", "p2"], ["QH"])
    flip(flip(scene), "p3")
    assert scene.count("packet_p2") == 7


def test_7_all_who_tie_go_to_war():
    scene = flip(war("3H 2D KH", "3C 3D KS", 3, "4S 4C 4H KC").at("flip"))
    assert scene.asked == ["p1", "p2", "p3"]


def test_8_who_has_no_cards_is_out():
    scene = flip(war("3H 2D KH", "QS", 3, "4S 4C 4H JH").at("flip"))
    assert (scene.asked, scene.marks("p2")) == (["p1", "p3"], ["Out"])
    assert flip(scene, "p3").count("packet_p1") == 5


def test_9_the_last_round_goes_to_the_larger_packet():
    scene = war("2C 2D KH", "QS").given(rounds_played=1000).at("flip")
    assert scene.winners == ["p2"]


def test_10_a_leaver_leaves_the_win_or_the_cards():
    assert Scene("war").leave("p1").winners == ["p2"]
    scene = Scene("war", 3).leave("p1")
    assert sorted(scene.count(f"packet_p{seat}") for seat in (1, 2, 3)) == [0, 25, 26]
    assert flip(scene).phase == "flip"


def test_11_cards_turn_by_themselves():
    scene = war("2C 2D KH", "QS").at("flip")
    scene.do("p1", "flip").expire()
    assert (scene.phase, flip(scene, "p2").count("packet_p1")) == ("flip", 4)


def test_12_the_order_of_what_is_won_comes_from_the_seed():
    def played(seed: str) -> list[str]:
        scene = Scene("war", 2, seed).lay("packet:p2", packet_p1="2C KH 5S QH", packet_p2="3C JH 4S 10H")
        return flip(flip(flip(scene.at("flip")))).cards("packet_p1")

    assert played("ab" * 16) == played("ab" * 16)


@pytest.mark.parametrize("shown", [False, True])
def test_what_was_won_face_down_is_shown_by_option(shown):
    scene = flip(war("2C 2D 9H 8H 7H KH", "3C KS", show_won=shown).at("flip"))
    flip(flip(scene), "p2")
    faces = [
        face for event in scene.events for moved in event.view(None, 1, 0).cards for face in moved.faces or []
    ]
    assert ("9H" in faces) == shown


def test_who_is_at_war_is_marked_until_the_cards_are_taken():
    scene = war("3C 4C 5C KH", "3D 4D 5D KD", seats=3, rest="3S 4S 5S").at("flip")
    flip(scene, "p1", "p2")
    assert [scene.marks(player) for player in ("p1", "p2")] == [[], []]
    flip(scene, "p3")
    assert [scene.marks(player) for player in ("p1", "p2", "p3")] == [["At war"], ["At war"], []]
    flip(scene)
    assert "At war" not in scene.marks("p1")
