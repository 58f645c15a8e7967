"""Mus: the numbered lines of the traditional rules, and its rankings compared with brute force."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from cheat.i18n.messages import ENGLISH

from .scenes import Scene

WEAK, KINGS, ACES, MIDDLE = "4O 5C 6E 7B", "12O 12C 3E 11B", "1O 2C 1E 7C", "4C 6O 10E 11E"


def mus(*hands: str, lance: int = 1, **options) -> Scene:
    """Return a scene with four hands (or two), mano first, before the bets of one of the four lances."""
    zones = {f"hand_p{number}": hand for number, hand in enumerate(hands, 1)}
    scene = Scene("mus", len(hands), **options).lay("stock", **zones)
    scene.given(mano=0, hands=2, lance=0, punto=False, muses=0, asked_mus=0).at("mus")
    scene.do("p1", "no_mus")
    for _ in range(20):
        if scene.phase != "bet" or scene["lance"] >= lance:
            return scene
        scene.do(scene.turn, "pass")
    return scene


def four(**options) -> Scene:
    return mus(KINGS, ACES, WEAK, MIDDLE, **options)


def test_everybody_is_asked_for_mus_in_turn():
    scene = Scene("mus", 4).given(mano=2).at("mus", "p3")
    for player in ("p3", "p4", "p1", "p2"):
        assert scene.turn == player
        scene.do(player, "mus")
    assert (scene.phase, scene.asked) == ("discard", ["p1", "p2", "p3", "p4"])


def discarding(*hands: str) -> Scene:
    zones = {f"hand_p{number}": hand for number, hand in enumerate(hands, 1)}
    return Scene("mus", len(hands)).lay("stock", **zones).given(mano=0).at("discard")


def test_1_one_card_at_least_is_discarded():
    scene = discarding(KINGS, ACES)
    assert scene.refuses("p1", "discard", chosen="")
    scene.do("p1", "discard", chosen="12O 12C 3E 11B").do("p2", "discard", chosen="7C")
    assert (scene.phase, scene.count("hand_p1"), scene.count("discards")) == ("mus", 4, 5)


def test_2_discards_of_earlier_rounds_fill_the_stock():
    scene = discarding(KINGS, ACES)
    scene.table.zones["discards"].cards, scene.table.zones["stock"].cards = scene.cards("stock"), []
    scene.do("p1", "discard", chosen="12O").do("p2", "discard", chosen="7C")
    assert "12O" not in scene.cards("hand_p1") + scene.cards("hand_p2")
    assert (scene.count("hand_p1"), scene.cards("discards")) == (4, ["12O", "7C"])


def test_3_mano_wins_between_equals():
    scene = mus("12O 11O 6O 4O", "12C 11C 6C 4C", "12E 11E 6E 4E", "12B 11B 6B 4B")
    assert [scene.given(lance=lance, mano=2).value("winner") for lance in (1, 2)] == [2, 2]


def value(hand: str, expression: str, **options) -> object:
    scene = mus(hand, WEAK if not set(hand.split()) & set(WEAK.split()) else KINGS, **options)
    return scene.value(expression)


@pytest.mark.parametrize(
    ("hand", "pairs"),
    [
        ("12O 12C 3E 3B", [3, 10, 10, 10, 10]),
        ("12O 3C 1E 2B", [3, 10, 10, 1, 1]),
        ("11O 11C 11E 5B", [2, 9, 9, 9]),
        ("11O 11C 4E 5B", [1, 9, 9]),
        ("12O 11C 4E 5O", [0]),
    ],
)
def test_4_and_5_pairs(hand, pairs):
    assert value(hand, "pairs") == pairs
    assert [3, 10, 10, 1, 1] > [3, 9, 9, 9, 9]


def test_6_and_7_one_side_alone_has_pairs():
    scene = mus("11O 11C 4E 5B", "12O 11E 6C 4B", "12C 10E 7C 1C", "12E 7B 6B 5C", lance=3)
    assert scene["lance"] == 4 and scene["punto"]
    for player in ("p1", "p2", "p3", "p4"):
        scene.do(player, "pass")
    assert (scene.phase, scene.scores) == ("pause", [1 + 1, 1 + 1, 1 + 1, 1 + 1])


def test_the_count_of_hands_that_nobody_bet_on():
    scene = mus("12O 12C 12E 1B", "11O 10C 7E 6B", "4O 5C 6E 7B", "5O 4C 7C 10B", lance=5)
    assert (scene.phase, scene.scores) == ("pause", [1 + 1 + 2 + 3, 0, 1 + 1 + 2 + 3, 0])


def test_8_raises_that_are_declined_bring_what_was_accepted():
    scene = four().do("p1", "bet_two").do("p2", "raise", number=3).do("p1", "raise", number=2)
    scene.do("p2", "decline").do("p4", "decline")
    assert (scene.scores, scene["lance"]) == ([5, 0, 5, 0], 2)


@pytest.mark.parametrize("bet", ["bet_two", "ordago"])
def test_9_and_10_a_first_bet_that_is_declined_brings_one(bet):
    scene = four().do("p1", bet).do("p2", "decline")
    assert (scene.turn, scene.scores) == ("p4", [0, 0, 0, 0])
    assert scene.do("p4", "decline").scores == [1, 0, 1, 0]


def test_11_an_answer_binds_the_side():
    scene = four().do("p1", "bet_two").do("p2", "accept")
    assert (scene["stakes"], scene["lance"], scene.turn) == ([2, 0, 0, 0], 2, "p1")


def test_12_the_last_point_of_a_declined_bet_wins_the_game():
    scene = four().given(score=[39, 39, 39, 39]).do("p1", "bet_two").do("p2", "decline").do("p4", "decline")
    assert (scene.phase, scene["won"], scene.scores) == ("pause", [1, 0, 1, 0], [0] * 4)


def test_13_the_order_of_the_lances_decides():
    scene = mus(KINGS, ACES, "4O 5C 6E 7B", "4C 6O 10E 11E", games=1).given(score=[39] * 4, stakes=[0] * 4)
    for _ in range(30):
        if scene.phase == "bet":
            scene.do(scene.turn, "pass")
    assert scene.winners == ["p1", "p3"]


def test_14_a_bet_above_what_is_missing_is_settled_in_the_end():
    scene = four(games=1).given(score=[30] * 4).do("p1", "bet", number=20).do("p2", "accept")
    assert scene["stakes"] == [20, 0, 0, 0]
    while scene.phase == "bet":
        scene.do(scene.turn, "pass")
    assert scene.winners == ["p1", "p3"]


def test_15_who_has_no_pairs_does_not_speak():
    scene = mus("11O 11C 4E 5B", "12O 12C 4B 5C", "7O 6C 5E 4O", "1E 4C 6B 7E", lance=3)
    assert [scene["talks"][seat] for seat in range(4)] == [True, True, False, False]
    scene.do("p1", "bet_two").do("p2", "decline")
    assert scene["took"][0][2] == 1


def test_16_the_clock():
    assert Scene("mus", 4).expire()["asked_mus"] == 1
    assert Scene("mus", 4, max_mus=1).given(muses=1).at("mus").expire().phase == "bet"
    scene = discarding("12O 4C 5E 1B", "12C 3C 1E 2B")
    scene.expire()
    assert {"12O", "1B"} <= set(scene.cards("hand_p1")) and scene.count("discards") == 3
    scene = four().expire()
    assert scene.turn == "p2"
    scene = four().do("p1", "bet_two").expire(2)
    assert scene.scores == [1, 0, 1, 0]


def test_17_a_side_without_a_player_has_lost():
    assert four().leave("p2").winners == ["p1", "p3"]


def test_an_ordago_that_is_accepted_decides_the_game():
    scene = four(games=1).do("p1", "ordago").do("p2", "accept")
    assert scene.winners == ["p1", "p3"]
    scene = four(games=1, lance=2).do("p1", "ordago").do("p2", "decline").do("p4", "accept")
    assert scene.winners == ["p2", "p4"]


@pytest.mark.parametrize(
    ("plays", "gain"), [(("pass", "pass"), 1), (("bet_two", "accept"), 3), (("bet_two", "decline"), 2)]
)
def test_punto(plays, gain):
    scene = mus("12O 10C 7E 1B", "11O 10E 6B 1C", lance=4, games=1)
    assert (scene["lance"], scene["punto"]) == (4, True)
    before = scene.scores[0]
    scene.do("p1", plays[0]).do("p2", plays[1])
    assert scene.scores[0] - before == gain + 1  # and grande


def test_mus_corrido():
    scene = Scene("mus", 4, mus_corrido=True).given(mano=0).at("mus", "p1").do("p1", "mus").do("p2", "no_mus")
    assert (scene["mano"], scene.turn) == (1, "p2")


# Brute force


def strengths(hand: list[str], eight: bool) -> dict[str, object]:
    """Return the worth of a hand in each lance: more is better."""
    alike = {"3": "12", "2": "1"} if eight else {}
    ranks = [alike.get(card[:-1], card[:-1]) for card in hand]
    order = ["1", "2", "3", "4", "5", "6", "7", "10", "11", "12"]
    heights = sorted(order.index(rank) for rank in ranks)
    counts = sorted(((count, height) for height, count in Counter(heights).items()), reverse=True)
    shape = tuple(count for count, _ in counts)
    groups = [height for count, height in counts if count > 1]
    if shape == (4,):
        pairs = (3, groups[0], groups[0])
    elif shape == (2, 2):
        pairs = (3, max(groups), min(groups))
    elif groups:
        pairs = (shape[0] - 1, groups[0], groups[0])
    else:
        pairs = (0, 0, 0)
    points = sum(10 if rank in ("10", "11", "12") else int(rank) for rank in ranks)
    juego = [33, 34, 35, 36, 37, 40, 32, 31].index(points) + 1 if points >= 31 else 0
    return {"1": heights[::-1], "2": [-one for one in heights], "3": pairs, "4": juego, "punto": points}


@pytest.mark.parametrize("kings", ["eight", "four"])
def test_every_lance_is_won_as_by_brute_force(kings):
    chance = random.Random(7)
    scene = mus(KINGS, ACES, WEAK, MIDDLE, kings=kings)
    winner = scene.asking("winner")
    cards = sorted(card for zone in scene.table.zones.values() for card in zone.cards)
    for _ in range(120):
        chance.shuffle(cards)
        hands = [cards[4 * seat : 4 * seat + 4] for seat in range(4)]
        mano = chance.randrange(4)
        for seat, hand in enumerate(hands):
            scene.table.zones[f"hand:p{seat + 1}"].cards = hand
        worth = [strengths(hand, kings == "eight") for hand in hands]
        punto = not any(one["4"] for one in worth)
        for lance in ("1", "2", "3", "4"):
            key = "punto" if lance == "4" and punto else lance
            if key == "3" and not any(one["3"][0] for one in worth):
                continue
            best = max(one[key] for one in worth)
            expected = next(seat % 4 for seat in range(mano, mano + 4) if worth[seat % 4][key] == best)
            scene.given(lance=int(lance), punto=punto, mano=mano)
            assert winner() == expected, (lance, hands, mano)


def test_18_no_hand_is_worth_38_or_39():
    values = {1, 4, 5, 6, 7, 10}
    sums = {a + b + c + d for a in values for b in values for c in values for d in values}
    assert not sums & {38, 39}


def test_players_read_the_points_of_both_sides_and_what_is_accepted():
    scene = four().given(score=[3, 12, 3, 12])
    scene.do("p1", "bet_two")
    assert scene.reads("p2")[0] == "Your turn: p1 bets 2 on Grande."
    scene.do("p2", "accept")
    shown = {fact.label: ENGLISH.say(fact.text, {}) for fact in scene.game.facts(scene.table, None)}
    assert shown == {
        "Points at stake": "",
        "Grande, accepted": "2",
        "Now: Chica": "0",
        "Pares: pairs": "1–3",
        "Juego: 31 or more": "2–3",
    }
    assert scene.reads("p1")[1] == "Your cards make 40. The game goes to 40."
    assert "Points of the game: 12/40" in scene.marks("p2")
    assert scene.reads("p1")[0] == "Your turn: bet on chica (lowest cards), or pass."


def test_a_raise_says_the_new_stake_and_the_table_who_won_what_was_declined():
    scene = four()
    scene.do("p1", "bet_two").do("p2", "raise", number=3)
    assert scene.reads("p1")[0] == "Your turn: p2 raises to 5 on Grande."
    scene.do("p1", "decline").do("p3", "decline")
    shown = {fact.label: ENGLISH.say(fact.text, {}) for fact in scene.game.facts(scene.table, None)}
    assert shown == {
        "Points at stake": "",
        "Grande, won by": "p2",
        "Now: Chica": "0",
        "Pares: pairs": "1–3",
        "Juego: 31 or more": "2–3",
    }
