"""Poker: the numbered lines of the traditional rules; ranking and side pots against brute force."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from cheat.engine.forms import sample
from cheat.engine.rng import Rng
from cheat.i18n.languages import LANGUAGES
from cheat.i18n.messages import ENGLISH

from .scenes import Scene

ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def poker(seats: int = 3, /, *, stacks: list[int] = [], **options) -> Scene:  # noqa: B006 - only read
    """Return a scene after the deal. The last player, p`seats`, has the button."""
    scene = Scene("poker", seats, **options).given(button=seats - 1, hands=0)
    return scene.given(score=list(stacks) or [options.get("stack", 1000)] * seats).at("deal")


def chips(scene: Scene) -> int:
    return sum(scene["score"]) + sum(scene["paid"]) + sum(scene["dead"])


def after_bets(scene: Scene, *hands: str, board: str = "", **more) -> Scene:
    """Return the scene of a showdown of these hands."""
    zones = {f"hand_p{number}": hand for number, hand in enumerate(hands, 1) if hand}
    return scene.lay("stock", board=board, **zones).given(**more).at("showdown")


def bounds(scene: Scene, name: str) -> tuple[int, int]:
    (form,) = scene.forms(scene.turn, name)
    return form.fields[0].min, form.fields[0].max


def test_the_ante_is_paid_and_the_next_after_the_button_begins():
    scene = poker()
    assert (scene["score"], scene["paid"], scene.turn) == ([990] * 3, [10] * 3, "p1")
    assert [scene.count(f"hand_p{seat}") for seat in (1, 2, 3)] == [5, 5, 5]


def test_1_nobody_checks_facing_a_bet():
    scene = poker().do("p1", "bet", amount=50)
    assert scene.refuses("p2", "check")
    assert scene.moves("p2") == {"call", "raise", "all_in", "fold"}


def test_2_nobody_bets_more_than_the_stack():
    scene = poker(3, stacks=[100, 1000, 1000])
    assert bounds(scene, "bet") == (20, 90)
    assert scene.refuses("p1", "bet", amount=91)


def play(scene: Scene, *moves: tuple) -> Scene:
    """Make moves of the players on turn. A number is a bet, or the new bet after a raise."""
    for move in moves:
        name, *number = move if isinstance(move, tuple) else (move,)
        args = {"bet": "amount", "raise": "to"}
        scene.do(scene.turn, name, **({args[name]: number[0]} if number else {}))
    return scene


def test_3_when_all_check_the_antes_are_played_for():
    scene = play(poker(), *["check"] * 3, *["keep"] * 3, *["check"] * 3)
    assert (scene.phase, sum(scene["score"])) == ("pause", 3000)
    assert all(scene.seen("p1", f"hand_p{seat}") for seat in (1, 2, 3))


def test_4_who_is_left_alone_wins_without_showing():
    scene = play(poker(), ("bet", 50), "fold", "fold")
    assert (scene.phase, scene["score"]) == ("pause", [1020, 990, 990])
    assert scene.seen("p2", "hand_p1") is None


def test_5_and_6_three_sizes_of_all_in_make_three_pots():
    scene = poker(4)
    scene.given(score=[0, 0, 0, 500], paid=[100, 300, 600, 600])
    after_bets(scene, "AC AD AH AS KC", "KD KH KS QC QD", "QH QS JC JD 9D", "2C 3D 4H 5S 7C")
    assert scene["score"] == [400, 600, 600, 500]


def test_7_a_short_all_in_does_not_let_others_raise_again():
    scene = poker(3, stacks=[1000, 170, 1000])
    play(scene, ("bet", 100))
    assert scene.moves("p2") == {"call", "all_in", "fold"}
    play(scene, "all_in")
    assert scene.moves("p3") == {"call", "raise", "all_in", "fold"}
    play(scene, "call")
    assert (scene.turn, scene.moves("p1")) == ("p1", {"call", "fold"})


def test_8_an_odd_chip_goes_to_the_first_winner_after_the_button():
    scene = poker(3).given(score=[0, 0, 0], paid=[25, 25, 25], button=0)
    after_bets(scene, "2C 3D 4H 5S 7C", "AC AD KH QS JC", "AH AS KC QD JD")
    assert scene["score"] == [0, 38, 37]


@pytest.mark.parametrize(
    ("hand", "worth"), [("AC 2D 3H 4S 5C", [4, 5]), ("QC KD AH 2S 3C", [0, 14, 13, 12, 3, 2])]
)
def test_9_and_10_the_ace_in_straights(hand, worth):
    scene = poker().lay("stock", hand_p1=hand)
    assert scene.value("worth") == worth


def test_11_an_ante_above_the_stack_is_all_in():
    scene = poker(3, stacks=[4, 1000, 1000])
    assert (scene["score"][0], scene["paid"][0], scene.turn) == (0, 4, "p2")
    play(scene, "check", "check", "keep", "keep", "keep", "check", "check")
    assert sum(scene["score"]) == 2004 and scene["score"][0] in (0, 12, 6, 4)


def test_12_the_cards_of_others_fill_the_stock():
    scene = poker(2)
    play(scene, "check", "check")
    scene.table.zones["gone"].cards, scene.table.zones["stock"].cards = scene.cards("stock")[:3], []
    spare = set(scene.cards("gone"))
    mine = scene.cards("hand_p1")[:3]
    scene.do("p1", "draw", given=" ".join(mine))
    assert spare <= set(scene.cards("hand_p1"))
    assert scene.cards("gone") == mine


def test_13_of_two_the_other_one_begins():
    scene = poker(2)
    assert scene.turn == "p1"
    play(scene, "check", "check", "keep", "keep")
    assert scene.turn == "p1"


def test_14_a_leaver_folds_and_what_was_paid_stays():
    scene = play(poker(), ("bet", 50)).leave("p1")
    assert (chips(scene), scene.turn, scene["dead"]) == (3000 - 940, "p2", [60])
    play(scene, "fold")
    assert scene["score"] == [0, 990, 990 + 80]


def test_16_the_clock_checks_folds_and_keeps_the_cards():
    scene = poker().expire()
    assert scene["acted"] == [True, False, False] and not any(scene["folded"])
    play(scene, ("bet", 50)).expire()
    assert scene["folded"] == [False, False, True]
    scene = play(poker(2), "check", "check")
    before = list(scene.cards("hand_p1"))
    assert scene.expire().cards("hand_p1") == before


def test_17_of_two_who_bust_the_larger_stack_ranks_higher():
    scene = poker(3).given(score=[0, 0, 0], paid=[100, 200, 300], stack_before=[100, 200, 300])
    after_bets(scene, "2C 3D 4H 5S 7C", "2D 3H 4S 5C 7D", "AC AD AH KC QD")
    assert scene.places == {"p3": 1, "p2": 2, "p1": 3}


@pytest.mark.parametrize(
    ("options", "least", "most"),
    [
        ({}, 150, 990),
        ({"betting": "pot_limit"}, 150, 100 + 130 + 50 - 30 + 0),
        ({"betting": "fixed"}, None, None),
    ],
)
def test_limits_of_raises(options, least, most):
    scene = poker(3, **options)
    if options.get("betting") == "fixed":
        assert bounds(scene, "bet") == (20, 20)
        play(scene, ("bet", 20))
        assert bounds(scene, "raise") == (40, 40)
        play(scene, ("raise", 40), ("raise", 60), ("raise", 80))
        assert "raise" not in scene.moves(scene.turn)
        return
    play(scene, ("bet", 30) if options else ("bet", 75))
    low, high = bounds(scene, "raise")
    assert (low, high) == ((60, 30 + 60 + 30) if options else (least, most))


def test_more_cards_may_be_changed_by_option():
    scene = play(poker(2, max_draw="four_with_ace"), "check", "check")
    scene.lay("stock", hand_p1="AC 2D 3H 4S 6C", hand_p2="2C 3D 4H 5S 7C")
    assert [(field.min, field.max) for form in scene.forms("p1") for field in form.fields] == [(1, 3), (4, 4)]
    scene.do("p1", "draw", given="2D 3H 4S 6C")
    assert "AC" in scene.cards("hand_p1")


def test_holdem_blinds_board_and_the_order_of_two():
    scene = poker(2, variant="holdem", ante=0)
    assert (scene["bet_now"], scene.turn) == ([20, 10], "p2")
    play(scene, "call", "check")
    assert (scene.count("board"), scene.turn) == (3, "p1")
    play(scene, "check", "check", "check", "check")
    assert scene.count("board") == 5
    play(scene, "check", "check")
    assert (scene.phase, sum(scene["score"]), scene.count("gone")) == ("pause", 2000, 3)
    three = poker(3, variant="holdem", ante=0)
    assert (three["bet_now"], three.turn) == ([10, 20, 0], "p3")


def test_all_in_deals_to_the_end():
    scene = poker(2, variant="holdem", ante=0)
    play(scene, ("raise", 1000), "call")
    assert (scene.phase, scene.count("board")) in (("over", 5), ("pause", 5))


def test_losing_hands_are_hidden_by_option():
    scene = poker(3, muck=True).given(aggressor=1, paid=[50, 50, 50])
    after_bets(scene, "2C 3D 4H 5S 7C", "AC AD AH KC QD", "9C 9D 4C 5D 7H")
    assert [scene.seen("p1", f"hand_p{seat}") is not None for seat in (1, 2, 3)] == [True, True, False]
    assert scene.seen("p3", "hand_p1") is None


def test_hands_at_most_growing_antes_and_new_chips():
    scene = play(poker(2, max_hands=1), ("bet", 50), "fold")
    assert scene.winners == ["p1"]
    scene = poker(2, ante_growth=2).given(hands=2, growth=1, score=[1000] * 2).at("deal")
    assert scene["paid"] == [20, 20]
    scene = poker(2, rebuy=True).given(score=[0, 0], paid=[1000, 1000])
    after_bets(scene, "2C 3D 4H 5S 7C", "AC AD AH KC QD")
    assert (scene["score"], scene.phase) == ([1000, 2000], "pause")


# Cases of docs/poker.md; `make referees` compares the document with PokerKit


def holdem(*stacks: int, **options) -> Scene:
    """Return hold'em with blinds of 10 and 20. The small blind is p1's, with two players p2's."""
    return poker(len(stacks), variant="holdem", stacks=list(stacks), ante=0, **options)


def test_no_raise_is_offered_when_all_others_are_all_in():
    scene = play(holdem(500, 1000), ("raise", 60), ("raise", 500))
    assert scene.moves("p2") == {"call", "fold"}
    scene = play(poker(3, stacks=[1000, 110, 60]), "check", ("bet", 100), "call")
    assert (scene.turn, scene.moves("p1")) == ("p1", {"call", "fold"})


def test_no_raise_is_offered_that_no_other_player_can_call():
    """The first player is all-in with 500, and the third, who is still to act, has only 300."""
    scene = play(poker(3, stacks=[510, 1010, 310]), ("bet", 500))
    assert (scene.turn, scene.moves("p2")) == ("p2", {"call", "fold"})
    scene = play(poker(3, stacks=[510, 1010, 520]), ("bet", 500))
    assert (scene.turn, bounds(scene, "raise")) == ("p2", (1000, 1000))


def test_chips_that_no_other_player_paid_are_taken_back():
    scene = poker(3).given(score=[0, 0, 0], paid=[300, 100, 0], folded=[False, False, True])
    after_bets(scene, "2C 3D 4H 5S 7C", "AC AD AH KC QD")
    assert scene["score"] == [200, 200, 0]
    assert [text for text in scene.said() if "chips" in text] == [
        "{a0} wins {a1} chips with {a2}.",
        "{a0} takes back {a1} chips.",
    ]


@pytest.mark.parametrize(
    ("hand", "english", "spanish"),
    [("KC KD 4H 4S 2C", "two pairs, kings and fours", "dobles parejas, reyes y cuatros"),
        ("AC KC QC JC 10C", "a royal flush", "escalera real"),
        ("AC 2D 3H 4S 5C", "a straight up to the five", "escalera hasta cinco"),
        ("6C 6D 6H QS QC", "a full house, sixes and queens", "full, seises y damas"),
        ("JC KD AH 2S 3C", "ace high", "carta alta (as)")],
)  # fmt: skip
def test_the_showdown_names_the_hands(hand, english, spanish):
    scene = poker(2).given(score=[0, 0], paid=[100, 100])
    after_bets(scene, hand, "2D 3D 4D 5D 6D" if english == "a royal flush" else "7C 5D 4C 3S 2H")
    shown = [event for event in scene.events if event.text == "{a0} has {a1}."]
    assert english in [ENGLISH.say(event.args["a1"], {}) for event in shown]
    assert spanish in [LANGUAGES["es"].say(event.args["a1"], {}) for event in shown]


def test_seats_show_the_hands_and_the_chips_won():
    scene = poker(2).given(score=[900, 900], paid=[100, 100])
    after_bets(scene, "KC KD 4H 4S 2C", "7C 5D 4C 3S 2H")
    marks = {player: scene.game.badges(scene.table, player) for player in ("p1", "p2")}
    shown = {
        player: [ENGLISH.say(mark.label) for mark in marks[player] if mark.kind == "shown"]
        for player in marks
    }
    assert shown == {"p1": ["two pairs, kings and fours"], "p2": ["seven high"]}
    assert [mark.value for mark in marks["p1"] if mark.kind == "points"] == [200]


def test_players_read_what_their_own_hands_are():
    scene = poker(2).lay("stock", hand_p1="KC KD 4H 4S 2C", hand_p2="7C 5D 4C 3S 2H")
    assert scene.reads("p1")[1] == "Your hand: two pairs, kings and fours."
    assert scene.reads("p2") == ("Waiting for p1.", "Your hand: seven high.")
    assert scene.reads("p2", "es")[1] == "Tu mano: carta alta (siete)."
    assert scene.game.situation(scene.table, None) == ""


def test_a_call_of_all_chips_says_so():
    scene = play(holdem(1000, 500, 1000), ("raise", 600))
    assert scene.labels("p1", "call") == {"Call 590"}
    assert scene.do("p1", "call").labels("p2", "call") == {"Call 480 (all in)"}
    assert scene.do("p2", "call").scores == [400, 0, 400]


def test_first_bet_is_called_a_bet_and_a_higher_one_a_raise():
    scene = poker().do("p1", "bet", amount=20)
    assert scene.said()[0] == "{by} bets {a0}."
    assert play(scene, ("raise", 40)).said()[0] == "{by} raises to {a0}."
    scene = play(holdem(1000, 1000, 1000, language="es"), ("raise", 60))
    assert scene.said()[0] == "{by} sube a {a0}."


def test_likely_bets_are_parts_of_the_pot_and_within_the_bounds():
    scene = play(holdem(1000, 1000, 1000), "call")
    (form,) = scene.forms(scene.turn, "raise")
    assert form.fields[0].likely == [40, 50, 80]
    scene = play(holdem(1000, 1000, 1000, betting="fixed"), "call")
    (form,) = scene.forms(scene.turn, "raise")
    assert form.fields[0].likely == [40]


def test_a_player_who_covers_all_that_are_all_in_is_not_asked():
    """The big blind is 4 of 20, and the small blind is 10: the rest is dealt, and the clock folds no one."""
    scene = holdem(4, 196)
    assert (scene.count("board"), sum(scene["score"]), any(scene["folded"])) == (5, 200, False)
    assert scene["score"][1] in (192, 200, 196)
    scene = play(holdem(1000, 1000, 15, 15), "call", "call", "fold")
    assert (scene.count("board"), scene.phase) == (5, "pause")


def test_of_two_players_a_call_is_what_the_other_can_match():
    scene = holdem(15, 1000)
    assert scene.moves("p2") == {"call", "fold"}
    scene.do("p2", "call")
    assert sum(scene["score"]) == 1015 and scene["score"][1] in (985, 1000, 1015)


def test_others_pay_the_whole_big_blind_that_is_short():
    scene = play(holdem(1000, 4, 1000), "call")
    assert scene["paid"] == [10, 4, 20]
    assert bounds(scene, "raise") == (40, 1000)
    play(scene, "call")
    assert (scene["paid"], scene.count("board"), scene.turn) == ([20, 4, 20], 3, "p1")


def test_several_short_all_ins_let_a_player_raise_who_faces_a_full_raise():
    """A bets 100, B is all-in with 150, C calls, D is all-in with 210: A faces 110, C only 60."""
    stacks = [1010, 160, 1010, 220]
    scene = play(poker(4, stacks=stacks), ("bet", 100), "all_in", "call", "all_in")
    assert (scene.turn, scene.moves("p1")) == ("p1", {"call", "raise", "all_in", "fold"})
    assert bounds(scene, "raise") == (310, 1000)
    play(scene, "call")
    assert (scene.turn, scene.moves("p3")) == ("p3", {"call", "fold"})


def test_after_an_all_in_below_the_least_bet_a_raise_adds_the_least_bet():
    scene = play(poker(3, stacks=[1010, 15, 1010]), "check", "all_in")
    assert (scene.turn, bounds(scene, "raise")) == ("p3", (25, 1000))
    play(scene, "call")
    assert (scene.turn, scene.moves("p1")) == ("p1", {"call", "fold"})


def test_after_a_short_all_in_a_raise_adds_the_last_full_raise():
    scene = play(poker(3, stacks=[1010, 150, 1010]), ("bet", 100), "all_in")
    assert bounds(scene, "raise") == (240, 1000)


def test_with_a_small_pot_the_least_bet_is_allowed():
    scene = poker(2, betting="pot_limit", ante=1)
    assert bounds(scene, "bet") == (20, 20)
    assert bounds(play(scene, ("bet", 20)), "raise") == (40, 62)
    scene = poker(2, betting="pot_limit", ante=1, stacks=[13, 1000])
    assert scene.moves("p1") == {"check", "all_in"}


def test_with_fixed_bets_two_players_raise_three_times_and_half_a_bet_is_no_raise():
    scene = play(poker(2, betting="fixed"), ("bet", 20), ("raise", 40), ("raise", 60), ("raise", 80))
    assert scene.moves(scene.turn) == {"call", "fold"}
    scene = play(poker(3, betting="fixed", stacks=[1000, 42, 1000]), ("bet", 20), "all_in", "call")
    assert (scene["open_bet"], scene.turn, scene.moves("p1")) == (32, "p1", {"call", "fold"})


def test_a_player_that_leaves_all_in_has_folded():
    scene = play(poker(3, stacks=[60, 1000, 1000]), ("bet", 50), "call", "call")
    scene.lay("stock", hand_p1="AC AD AH AS KC").leave("p1")
    play(scene, "keep", "keep", "check", "check")
    assert (scene["score"][0], chips(scene), scene.phase) == (0, 2060, "pause")


def test_after_a_checked_last_round_the_first_left_of_the_dealer_shows_first():
    cards = {"hand_p1": "2C 3D 4H 5S 7C", "hand_p2": "AC AD AH KC QD", "hand_p3": "9C 9D 4C 5D 7H"}
    before = [*["check"] * 2, ("bet", 50), "call", "call", "keep", "keep", "keep"]
    scene = play(poker(3, muck=True), *before)
    assert scene["aggressor"] is None
    play(scene.lay("stock", **cards), *["check"] * 3)
    assert [scene.seen(None, f"hand_p{seat}") is not None for seat in (1, 2, 3)] == [True, True, False]
    scene = play(play(poker(3, muck=True), *before).lay("stock", **cards), "check", "check", ("bet", 50))
    play(scene, "call", "call")
    assert [scene.seen(None, f"hand_p{seat}") is not None for seat in (1, 2, 3)] == [False, True, True]


def test_all_hands_are_shown_by_default_and_when_a_player_is_all_in():
    for options, shown in (({}, True), ({"muck": True}, False)):
        scene = poker(2, **options).given(score=[100, 100], paid=[50, 50])
        after_bets(scene, "AC AD AH KC QD", "2C 3D 4H 5S 7C")
        assert (scene.seen(None, "hand_p2") is not None) == shown
    scene = poker(2, muck=True).given(score=[100, 0], paid=[50, 50])
    after_bets(scene, "AC AD AH KC QD", "2C 3D 4H 5S 7C")
    assert scene.seen(None, "hand_p2") is not None


# Brute force


def worth(hand: tuple[str, ...]) -> tuple:
    """Return the rank of five cards, computed in another way: a category, then ranks by frequency."""
    ranks = sorted((ORDER.index(card[:-1]) for card in hand), reverse=True)
    counts = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    flush = len({card[-1] for card in hand}) == 1
    wheel = ranks == [12, 3, 2, 1, 0]
    straight = len(set(ranks)) == 5 and (ranks[0] - ranks[4] == 4 or wheel)
    shape = [count for count, _ in counts]
    by_shape = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}
    category = by_shape[tuple(shape)]
    category = 8 if straight and flush else 5 if flush else 4 if straight else category
    return (category, [3] if wheel else [ranks[0]] if straight else [rank for _, rank in counts])


def split(paid: list[int], folded: list[bool], hands: list[tuple], button: int) -> list[int]:
    """Divide the pot chip by chip: each chip goes to the best hands of the players that paid it."""
    seats = len(paid)
    won = [0] * seats
    eligible: list[int] = []
    pots: dict[tuple[int, ...], int] = {}
    for chip in range(max(paid)):
        here = [seat for seat in range(seats) if paid[seat] > chip and not folded[seat]]
        eligible = here or eligible
        pots[tuple(eligible)] = pots.get(tuple(eligible), 0) + sum(one > chip for one in paid)
    for among, size in pots.items():
        best = max(hands[seat] for seat in among)
        winners = [seat for seat in among if hands[seat] == best]
        for seat in winners:
            won[seat] += size // len(winners)
        first = next(
            seat % seats for seat in range(button + 1, button + 1 + seats) if seat % seats in winners
        )
        won[first] += size % len(winners)
    return won


@pytest.mark.parametrize("variant", ["draw5", "holdem"])
def test_hands_and_pots_are_as_by_brute_force(variant):
    chance = random.Random(11)
    for _ in range(40):
        seats = chance.randrange(2, 7)
        scene = poker(seats, variant=variant, ante=0, muck=chance.random() < 0.5)
        cards = (
            [rank + suit for rank in ORDER[-6:] for suit in "CDHS"]
            if chance.random() < 0.5
            else [rank + suit for rank in ORDER for suit in "CDHS"]
        )
        if len(cards) < 5 * seats:
            cards = [rank + suit for rank in ORDER for suit in "CDHS"]
        chance.shuffle(cards)
        each = 2 if variant == "holdem" else 5
        hands = [[cards.pop() for _ in range(each)] for _ in range(seats)]
        board = [cards.pop() for _ in range(5)] if variant == "holdem" else []
        paid = [chance.choice([7, 20, 33, 50]) for _ in range(seats)]
        folded = [chance.random() < 0.3 for _ in range(seats)]
        folded[chance.randrange(seats)] = False
        button = chance.randrange(seats)
        most = max(paid[seat] for seat in range(seats) if not folded[seat])
        paid = [min(one, most) if folded[seat] else one for seat, one in enumerate(paid)]
        scene.given(
            score=[100] * seats, paid=list(paid), folded=folded, in_hand=[True] * seats, button=button
        )
        shown = {f"hand_p{seat + 1}": " ".join(hand) for seat, hand in enumerate(hands) if not folded[seat]}
        scene.lay("stock", board=" ".join(board), **shown).at("showdown")
        best = [max(worth(five) for five in combinations(hand + board, 5)) for hand in hands]
        assert scene["score"] == [100 + won for won in split(paid, folded, best, button)]


@pytest.mark.parametrize(
    ("seats", "options"), [(5, {}), (4, {"variant": "holdem"}), (3, {"betting": "pot_limit"})]
)
def test_chips_are_conserved_and_hands_end(seats, options):
    scene, chance = poker(seats, **options), Rng("5eed" * 8)
    hands = 0
    for _ in range(250):
        if scene.phase == "over":
            break
        assert chips(scene) == 1000 * seats
        player = scene.asked[0]
        form = chance.choice(scene.forms(player))
        scene.do(
            player,
            form.name,
            **{
                key: " ".join(value) if isinstance(value, list) else value
                for key, value in sample(form, scene.table.cards_of, chance).items()
                if key != "moment" and key not in form.ties
            },
        )
        hands = max(hands, scene["hands"])
    assert hands > 3 or scene.phase == "over"
