"""As, dos, tres: the numbered lines of the traditional rules."""

from __future__ import annotations

import pytest

from cheat.i18n.messages import ENGLISH

from .scenes import Scene


def count(*packets: str, centre: str = "", word: int = 0, **options) -> Scene:
    """Return a scene with these packets, top card last, and a pile.

    `word`: the place of the next word in the count.
    """
    zones = {f"packet_p{number}": packet for number, packet in enumerate(packets, 1)}
    scene = Scene("as-dos-tres", len(packets), **options)
    scene.lay("under", centre=centre, **zones)
    scene.table.zones["under"].cards = []  # all other cards are out of play
    return scene.given(word=word, matched=False, flipper=None).at("turn")


def test_1_a_match_with_the_last_card_keeps_the_player_in():
    scene = count("1O", "2C 3C", "4C 5C").do("p1", "flip")
    assert (scene.cards("packet_p1"), scene.turn, scene["word"]) == (["1O"], "p1", 0)


def test_2_the_last_card_without_a_match_puts_out():
    scene = count("4O", "2C 3C", "4C 5C").do("p1", "flip").do("p2", "flip").do("p3", "flip")
    assert scene.turn == "p2"


def test_3_the_only_one_with_cards_wins():
    assert count("4O", "2C 3C").do("p1", "flip").winners == ["p2"]


def test_4_the_very_first_card_may_match():
    scene = count("3O 1O", "2C 3C").do("p1", "flip")
    assert (scene.count("packet_p1"), scene.count("centre")) == (2, 0)


def test_5_after_rey_comes_as():
    scene = count("3O 2O", "2C 1C", word=9).do("p1", "flip")
    assert scene["word"] == 0
    assert scene.do("p2", "flip").count("packet_p2") == 3


def test_6_the_first_slap_takes_the_pile():
    scene = count("3O 1O", "2C 3C", "4C 5C", mode="slap").do("p1", "flip")
    assert (scene.phase, scene.asked) == ("slap", ["p1", "p2", "p3"])
    scene.do("p3", "slap")
    assert (scene.count("packet_p3"), scene.turn) == (3, "p3")
    assert scene.refuses("p2", "slap")


@pytest.mark.parametrize(("collect", "mine", "centre"), [("good", 1, 1), ("bad", 3, 0)])
def test_7_a_slap_without_a_match_costs(collect, mine, centre):
    scene = count("3O 6O", "2C 3C", mode="slap", collect=collect).do("p1", "flip").do("p2", "slap_now")
    assert (scene.count("packet_p2"), scene.count("centre")) == (mine, centre)


def test_8_a_false_slap_without_cards_costs_nothing():
    scene = count("6O", "2C 3C", "4C 5C", mode="slap").do("p1", "flip")
    assert scene.moves("p1") == set()


def test_9_nobody_slaps():
    bad = count("3O 1O", "2C 3C", mode="slap", collect="bad").do("p1", "flip").expire()
    assert bad.count("packet_p1") == 2
    good = count("3O 1O", "2C 3C", mode="slap").do("p1", "flip").expire()
    assert (good.count("centre"), good["word"], good.turn) == (1, 1, "p2")


def test_9_where_cards_are_bad_the_last_slap_takes_the_pile():
    scene = count("3O 1O", "2C 3C", "4C 5C", mode="slap", collect="bad").do("p1", "flip")
    scene.do("p1", "slap").do("p3", "slap").do("p2", "slap")
    assert scene.count("packet_p2") == 3


def test_10_an_uneven_deal():
    scene = Scene("as-dos-tres", 3)
    assert [scene.count(f"packet_p{seat}") for seat in (1, 2, 3)] == [14, 13, 13]


def test_11_a_leavers_packet_goes_under_the_pile():
    scene = count("3O 6O", "2C 3C", "4C 5C").leave("p2")
    assert (scene.cards("under"), scene.seen("p1", "under")) == (["2C", "3C"], None)


def test_12_after_many_cards_the_packets_are_compared():
    assert count("3O 6O", "2C 3C 4C").given(flips=1000).at("turn").winners == ["p2"]
    assert count("3O 6O", "2C 3C 4C", collect="bad").given(flips=1000).at("turn").winners == ["p1"]


def test_where_cards_are_bad_the_first_without_wins_after_the_next_card():
    scene = count("6O", "2C 3C", "4C 5C", collect="bad").do("p1", "flip")
    assert scene.phase == "turn"
    assert scene.do("p2", "flip").winners == ["p1"]
    scene = count("6O", "3C", "4C 5C", collect="bad", play_on=True)
    scene.do("p1", "flip").do("p2", "flip").do("p3", "flip")
    assert scene.places == {"p1": 1, "p2": 2, "p3": 3}


def test_the_next_player_notices_a_match_or_takes_the_pile():
    scene = count("3O 1O", "2C 3C", mode="notice").do("p1", "flip")
    assert scene.do("p2", "point").count("packet_p1") == 2
    scene = count("3O 1O", "2C 3C", mode="notice").do("p1", "flip").expire()
    assert (scene.count("packet_p2"), scene.turn) == (3, "p2")
    scene = count("3O 6O", "2C 3C", mode="notice").do("p1", "flip").do("p2", "point")
    assert scene.count("packet_p2") == 3


def facts(scene: Scene) -> dict[str, str]:
    return {fact.label: ENGLISH.say(fact.text) for fact in scene.game.facts(scene.table, None)}


def test_the_word_just_said_stands_beside_the_next_word():
    scene = count("4O 5O", "1C 2C 3C", mode="slap").do("p1", "flip")
    assert facts(scene) == {"Said": "As", "Next word": "Dos"}
    assert facts(scene.do("p2", "flip")) == {"Said": "Dos", "Next word": "Tres"}
    scene = count("4O 1O", "2C 3C", mode="slap").do("p1", "flip")
    assert (scene.phase, facts(scene)) == ("slap", {"Said": "As"})
