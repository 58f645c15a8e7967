"""Playing documents in the older format: every rule of it, on tables of the converted document."""

from __future__ import annotations

from typing import Any

import pytest

from cheat.documents.trials.examination import examined
from cheat.documents.trials.reports import no_time_limit

from .older_documents import PILES, PLAY, TAKE, TURN_UP, Played, converted, older, ours, playing

DOWN = {"behaviour": "stack", "face": "down"}
UP = {"behaviour": "stack", "face": "up"}
ANY = playing()
"""Any card is played."""


def acting(*actions: dict[str, Any], loop: str = "1", config: Any = None, **changes: Any) -> dict[str, Any]:
    """A document with these actions and no set-up."""
    return older(config, actions=[*actions], gameLoop=loop, round0=None, **changes)


def zoned(**zones: Any) -> dict[str, Any]:
    return {**PILES, **zones}


# Actions


@pytest.mark.parametrize(
    ("conditions", "top", "cards"),
    [
        ([], "5O", "4O 5C 6E 10O"),
        ([("==", "suit")], "5O", "4O 10O"),
        ([("!=", "suit")], "5O", "5C 6E"),
        ([("===", "value")], "5O", "5C"),
        ([("==", "rank")], "5O", "5C"),
        ([(">", "rank")], "5O", "6E 10O"),
        ([(">=", "rank")], "5O", "5C 6E 10O"),
        ([("<", "rank")], "5O", "4O"),
        ([("<=", "value")], "5O", "4O 5C"),
        ([(">", "value")], "7C", "10O"),
        ([("+1", "value")], "7C", "10O"),
        ([("+1", "rank")], "5O", "6E"),
        ([("-1", "rank")], "5O", "4O"),
        ([("==", "suit"), (">", "rank")], "5O", "10O"),
        ([("==", "points")], "5O", "4O 5C 6E 10O"),
        ([("==", "isWildcard")], "5O", "6E"),
        ([("!=", "isWildcard")], "5O", "4O 5C 10O"),
        ([("==", "isWildcard")], "", "6E"),
        ([("==", "empty")], "", "4O 5C 6E 10O"),
        ([("==", "empty")], "5O", ""),
        ([("!=", "empty")], "5O", "4O 5C 6E 10O"),
        ([("!=", "empty")], "", ""),
        ([("==", "suit")], "", ""),
        ([("!=", "suit")], "", ""),
        ([("<=", "rank")], "", ""),
        ([(None, "suit")], "5O", "4O 5C 6E 10O"),
        ([("==", None)], "5O", "4O 5C 6E 10O"),
    ],
)  # fmt: skip
def test_a_precondition_compares_the_moved_card_with_the_top_one(conditions, top, cards):
    wild = [{"value": "6", "suits": ["Espadas"]}]
    table = Played(acting(playing(*conditions), TAKE, loop="1 OR 2", wildcards=wild))
    table.laid("4O 5C 6E 10O", "1B", discard0=f"2B {top}" if top else "")
    assert table.playable() == set(cards.split())


def test_several_cards_are_compared_with_the_card_that_was_on_top_before():
    table = Played(acting(playing((">", "rank"), numCards=2))).laid("4O 6C 7E", "1B", discard0="5O")
    assert table.playable() == {"6C", "7E"}
    table.do("p1", "act_1", chosen="7E 6C")
    assert table.cards("discard0") == ["5O", "7E", "6C"], "the first chosen moves first"
    assert Played(acting(playing((">", "rank"), numCards=2), TAKE, loop="1 OR 2")).laid(
        "4O 6C", "1B", discard0="5O"
    ).moves("p1") == {"act_2"}, "fewer than two that fit are none"


def test_a_label_is_the_description_or_tells_from_where_to_where():
    table = Played(acting({**ANY, "description": None}, TAKE, loop="1 OR 2")).laid("4O", "1B")
    assert table.labels() == {"From the hand to the discard pile", "Draw"}
    (move,) = ours(acting({**ANY, "description": ""}))["phases"]["block0"]["moves"]
    assert move["label"]["es"] == "Origen: la mano; destino: el montón de descartes"


def test_the_same_card_to_the_same_place_is_offered_once_under_the_first_label():
    high, suit = playing((">", "rank"), id=1), playing(("==", "suit"), id=2)
    table = Played(acting(high, suit, loop="1 OR 2")).laid("4O 6O 7C", "1B", discard0="5O")
    assert (table.offers("p1", "act_1"), table.offers("p1", "act_2")) == ({"6O", "7C"}, {"4O"})
    table = Played(acting(high, suit, loop="2 OR 1")).laid("4O 6O 7C", "1B", discard0="5O")
    assert (table.offers("p1", "act_1"), table.offers("p1", "act_2")) == ({"7C"}, {"4O", "6O"})
    assert Played(acting(ANY, {**ANY, "id": 2}, loop="1 OR 2")).laid("4O", "1B").moves("p1") == {"act_1"}


def test_a_hidden_card_is_moved_only_if_it_fits_and_nobody_is_told_before():
    turn = {**TURN_UP, "AI": False, "preconditions": [{"condition": "==", "compareBy": "suit"}]}
    doc = acting(ANY, turn, loop="3 OR 1")
    for top, lies in (("7O", ["5O", "7O"]), ("7C", ["5O"])):
        table = Played(doc).laid("4O", "1B", discard0="5O", rest="hand_p2", draw0=top)
        assert table.moves("p1") == {"act_1", "act_3"}
        assert table.do("p1", "act_3").cards("discard0") == lies
    assert (table.turn, table.moves("p1")) == ("p1", {"act_1"}), "it is tried once in a turn"
    assert "does not fit" in " ".join(table.said())


# Piles


def test_of_a_stack_only_the_top_card_is_taken_and_of_an_array_any():
    take = {**TAKE, "origin": "DISCARD"}
    table = Played(acting(take, loop="2")).laid("1B", "2B", discard0="4O 5O 6O")
    assert table.do("p1", "act_2").cards("hand_p1") == ["1B", "6O"]
    spread = zoned(discardPiles=[{"behaviour": "array"}])
    table = Played(acting(take, loop="2", zones=spread)).laid("1B", "2B", discard0="4O 5O 6O")
    assert table.playable() == {"4O", "5O", "6O"}
    assert table.do("p1", "act_2", chosen="4O").cards("hand_p1") == ["1B", "4O"]


def test_a_hand_may_be_a_stack_or_hidden():
    stack = zoned(hands=[{"behaviour": "stack", "face": "up"}])
    table = Played(acting(ANY, zones=stack)).laid("4O 5O", "1B 2B", discard0="1C")
    assert table.do("p1", "act_1").cards("discard0") == ["1C", "5O"]
    hidden = Played(acting(ANY, zones=zoned(hands=[{"face": "down"}]))).laid("4O 5O", "1B 2B")
    assert hidden.seen("p1", "hand_p1") is None
    assert hidden.do("p1", "act_1").count("hand_p1") == 1


def test_from_a_hidden_array_a_random_card_is_taken():
    doc = acting(TAKE, loop="2", zones=zoned(drawPiles=[{"behaviour": "array", "face": "down"}]))
    drawn = set()
    for seed in range(8):
        table = Played(doc, 2, f"{seed:032x}").laid("1B", "2B", rest="discard0", draw0="4O 5O 6O")
        drawn.add(table.do("p1", "act_2").cards("hand_p1")[-1])
    assert len(drawn) > 1


def test_with_several_piles_each_is_a_move_of_its_own():
    doc = acting(ANY, {**TAKE, "origin": "DISCARD"}, loop="1 AND 2", zones=zoned(discardPiles=[UP, UP]))
    table = Played(doc).laid("4O 5O", "1B 2B", discard0="1C", discard1="2C")
    assert table.labels() == {"Play the same suit on pile 1", "Play the same suit on pile 2"}
    table.do("p1", "act_1_on2", chosen="4O")
    assert table.cards("discard1") == ["2C", "4O"]
    assert table.labels() == {"Draw from pile 1", "Draw from pile 2"}
    assert table.do("p1", "act_2_from1").cards("hand_p1") == ["5O", "1C"]


def test_between_piles_of_a_kind_cards_move_but_never_to_where_they_lie():
    shift = {"id": 1, "origin": "DISCARD", "destination": "DISCARD", "description": "Shift"}
    table = Played(acting(shift, zones=zoned(discardPiles=[UP, UP]))).laid("1B", "2B", discard0="1C")
    assert table.labels() == {"Shift from pile 1 on pile 2"}
    (warning,) = converted(acting(shift, {**ANY, "id": 2}, loop="1 OR 2")).diagnostics
    assert (warning.severity, warning.code, warning.path) == ("warning", "unreached", "actions[0]")


@pytest.mark.parametrize("piles", [[], [{}], None])
def test_without_a_draw_pile_the_rest_is_set_aside_and_can_be_drawn(piles):
    table = Played(older(zones=zoned(drawPiles=piles)))
    assert (table.count("draw0"), table.table.zones["draw0"].label) == (40 - 8 - 1, "Set aside")
    assert table.seen("p1", "draw0") is None
    assert "act_2" in table.moves(table.turn or "")


def test_with_several_draw_piles_all_cards_lie_on_the_first():
    table = Played(older(zones=zoned(drawPiles=[DOWN, DOWN])))
    assert (table.count("draw0"), table.count("draw1")) == (40 - 8 - 1, 0)
    assert table.labels(table.turn or "") >= {"Draw from pile 1"}


def test_an_empty_draw_pile_is_made_of_the_first_discards_but_their_top_card():
    doc = acting(TAKE, loop="2", zones=zoned(discardPiles=[UP, UP]))
    table = Played(doc).laid("1B", "2B", rest="discard1", discard0="4O 5O 6O").do("p1", "act_2")
    assert (table.cards("discard0"), table.count("draw0"), table.count("hand_p1")) == (["6O"], 1, 2)
    table = Played(acting(ANY, TAKE, loop="2 OR 1")).laid("1B", "2B", rest="hand_p2", discard0="4O")
    assert table.moves("p1") == {"act_1"}, "with nothing to shuffle nothing is drawn"


def test_an_open_draw_pile_is_filled_up_before_somebody_looks():
    take = {**TAKE, "preconditions": [{"condition": "==", "compareBy": "isWildcard"}]}
    doc = acting(ANY, take, loop="2 OR 1", zones=zoned(drawPiles=[UP]),
        wildcards=[{"values": ["4"]}])  # fmt: skip
    table = Played(doc).laid("1B", "2B", rest="hand_p2", discard0="4O 6O")
    assert (table.seen("p2", "draw0"), table.moves("p1")) == (["4O"], {"act_1", "act_2"})
    assert table.do("p1", "act_2").cards("hand_p1") == ["1B", "4O"]


# Set-up


@pytest.mark.parametrize(
    ("cards", "seats", "hands", "left"),
    [("6", 2, [6, 6], 28), (5, 3, [5, 5, 5], 25), ("ALL", 3, [14, 13, 13], 0), ("all", 2, [20, 20], 0),
        (0, 2, [0, 0], 40), ("18", 3, [14, 13, 13], 0)],
)  # fmt: skip
def test_dealing(cards, seats, hands, left):
    doc = older(
        {"startCardsPerPlayer": cards}, round0=None, winConditions=[{"type": "numCards", "numCards": 39}]
    )
    table = Played(doc, seats)
    assert [table.count(f"hand_p{seat + 1}") for seat in range(seats)] == hands
    assert table.count("draw0") == left


def test_a_start_with_another_number_of_players_is_refused():
    doc = older({"numPlayers": [2, 4]})
    assert [Played(doc, seats).count("hand_p1") for seats in (2, 4)] == [4, 4]
    with pytest.raises(Exception, match="cannot be played by 3"):
        Played(doc, 3)


def test_who_starts_is_random():
    assert {Played(older(), 2, f"{seed:032x}").turn for seed in range(12)} == {"p1", "p2"}


STARTS = {"type": "card", "cardValue": "5", "cardSuit": "Oros"}


def test_the_holder_of_the_card_starts_with_it_and_with_nothing_else():
    doc = older({"whoStarts": STARTS, "startCardsPerPlayer": "ALL"}, round0=None)
    for seed in range(4):
        table = Played(doc, 2, f"{seed:032x}")
        starter, other = (table.turn, "p2" if table.turn == "p1" else "p1")
        assert "5O" in table.cards(f"hand_{starter}")
        assert (table.phase, table.moves(starter)) == ("first", {"begin"})
        table.do(starter, "begin")
        assert (table.cards("discard0"), table.turn, table.phase) == (["5O"], other, "block0")


def test_who_holds_nothing_of_the_kind_starts_at_random_with_an_ordinary_turn():
    doc = older({"whoStarts": STARTS, "startCardsPerPlayer": 1}, round0=None)
    tables = [Played(doc, 2, f"{seed:032x}") for seed in range(12)]
    without = [one for one in tables if "5O" in one.cards("draw0")]
    assert {one.phase for one in without} == {"block0"}
    assert {one.turn for one in without} == {"p1", "p2"}


def test_the_clock_begins_for_who_must():
    table = Played(older({"whoStarts": STARTS, "startCardsPerPlayer": "ALL"}, round0=None))
    assert table.expire().cards("discard0") == ["5O"]


@pytest.mark.parametrize(
    ("round0", "discards"),
    [
        ({"loop": "3{2}"}, 2), ({"loop": "3"}, 1), ({"loop": "3{1} AND 3{2}"}, 3), ({"loop": "3 3{4}"}, 5),
        ({"loop": 3}, 1), ({"loop": "3{2}", "perPlayer": True}, 6), ({}, 0), ({"loop": ""}, 0), ("", 0),
        ("3{2}", 2), (None, 0), ({"loop": None, "perPlayer": True}, 0), ({"loop": "3{0}"}, 0),
    ],
)  # fmt: skip
def test_steps_before_the_first_turn(round0, discards):
    assert Played(older(round0=round0), 3).count("discard0") == discards


def test_a_step_that_does_not_hold_is_skipped_with_a_line_in_the_log():
    once = {**TURN_UP, "preconditions": [{"condition": "==", "compareBy": "empty"}]}
    doc = older(actions=[PLAY, TAKE, once], round0={"loop": "3{3}"})
    table = Played(doc)
    assert table.count("discard0") == 1
    lines = [str(one.view(None, 1, 0).text) for one in table.events]
    assert sum("Nothing could be done: First card" in line for line in lines) == 2


def test_a_step_per_player_is_for_the_hand_of_each():
    deal_more = {**TAKE, "id": 3}
    table = Played(older(actions=[PLAY, TAKE, deal_more], round0={"loop": "3{2}", "perPlayer": True}), 3)
    assert [table.count(f"hand_{id}") for id in ("p1", "p2", "p3")] == [6, 6, 6]
    table = Played(older(actions=[PLAY, TAKE, deal_more], round0={"loop": "3{2}"}), 3)
    assert sorted(table.count(f"hand_{id}") for id in ("p1", "p2", "p3")) == [4, 4, 6]


def test_a_step_from_the_hand_is_asked_as_a_turn_of_its_own():
    doc = older(actions=[ANY, TAKE, TURN_UP], round0={"loop": "3 AND 1{2} AND 2", "perPlayer": True})
    table = Played(doc, 2)
    starter = table.turn
    for player in (starter, "p2" if starter == "p1" else "p1"):
        for _ in range(2):
            assert (table.turn, table.moves(player), table.phase) == (player, {"act_1"}, "round0_1")
            table.do(player, "act_1", chosen=table.cards(f"hand_{player}")[0])
        assert table.count(f"hand_{player}") == 3
    assert (table.phase, table.turn, table.count("discard0")) == ("block0", starter, 6)


# Turns


def test_a_turn_is_one_action_of_each_block_in_order():
    doc = acting(ANY, TAKE, {**ANY, "id": 3, "origin": "DISCARD", "destination": "OWN-HAND"},
        loop="2 and 1 or 3 AND 2")  # fmt: skip
    table = Played(doc).laid("4O", "1B", discard0="1C")
    assert table.moves("p1") == {"act_2"}
    assert table.do("p1", "act_2").moves("p1") == {"act_1", "act_3"}
    table.do("p1", "act_3")
    assert (table.moves("p1"), table.turn) == ({"act_2"}, "p1")
    assert table.do("p1", "act_2").turn == "p2"


@pytest.mark.parametrize("loop", ["1OR2", "1 or 2", " 1  Or\n2 ", "1 OR 2 OR 1"])
def test_a_loop_is_read_in_any_case_and_with_any_blanks(loop):
    table = Played(acting(ANY, TAKE, loop=loop)).laid("4O", "1B")
    assert table.moves("p1") == {"act_1", "act_2"}


def test_who_can_do_nothing_ends_the_turn():
    doc = acting(playing(("==", "suit")))
    table = Played(doc).laid("4O 7O", "1C", discard0="5O").do("p1", "act_1", chosen="4O")
    assert table.turn == "p1", "the other cannot move"
    assert any("cannot move" in line for line in table.said())
    closable = acting(playing(("==", "suit")), config={"canClose": True})
    assert Played(closable).laid("7C", "2O 3O", discard0="5O").turn == "p2", "though one may close"


def test_who_may_pass_does_so_or_the_clock_does():
    doc = acting(playing(("==", "suit")), config={"canPass": True})
    table = Played(doc).laid("7C", "2O", discard0="5O")
    assert (table.turn, table.moves("p1")) == ("p1", {"pass"})
    assert table.expire().turn == "p2"
    assert table.do("p2", "pass").turn == "p1"


def test_a_pass_ends_the_turn_in_any_block():
    doc = acting(ANY, TAKE, loop="2 AND 1", config={"canPass": True})
    assert Played(doc).laid("4O", "1B").do("p1", "act_2").do("p1", "pass").turn == "p2"


@pytest.mark.parametrize("config", [{}, {"canPass": True}, {"canClose": True}])
def test_a_block_in_which_nothing_is_ever_possible_ends_the_turn(config):
    nowhere = {**PLAY, "destination": "OWN-HAND", "preconditions": []}
    doc = acting(nowhere, {**TAKE, "preconditions": []}, loop="2 AND 1", config=config)
    assert [one.code for one in converted(doc).diagnostics] == ["unreached"]
    table = Played(doc).laid("4O", "1B").do("p1", "act_2")
    assert (table.turn, table.moves("p1")) == (("p1", {"pass"}) if "canPass" in config else ("p2", set()))


def test_what_only_the_machine_does_it_does_by_itself_or_not_at_all():
    table = Played(acting(ANY, TURN_UP, loop="3 AND 1")).laid("4O", "1B", discard0="")
    assert (table.count("discard0"), table.phase, table.turn) == (1, "block1", "p1")
    table = Played(acting(ANY, TURN_UP, loop="3 OR 1")).laid("4O", "1B", discard0="")
    assert (table.moves("p1"), table.count("discard0")) == ({"act_1"}, 0), "beside others it is left out"
    discard = {**PLAY, "id": 3, "AI": True}
    table = Played(acting(TAKE, discard, loop="2 AND 3")).laid("4O 6C", "1B", discard0="5O")
    table.do("p1", "act_2")
    assert (table.cards("discard0")[1][-1], table.turn) == ("O", "p2")


# The end


def test_a_number_of_cards_wins_when_the_turn_ends():
    doc = acting(ANY, TAKE, loop="1 AND 2", winConditions=[{"type": "numCards", "numCards": "1"}])
    table = Played(doc).laid("4O", "1B 2B", discard0="5O").do("p1", "act_1", chosen="4O")
    assert table.phase == "block1", "never in the middle of a turn"
    assert table.do("p1", "act_2").winners == ["p1"]


def test_a_flush_wins():
    doc = acting(ANY, TAKE, loop="2", winConditions=[{"type": "flush", "numCards": 3}])
    table = Played(doc).laid("4O 5O", "1B 2B 3B", rest="hand_p2", draw0="7C 6O")
    assert table.do("p1", "act_2").winners == ["p1"]
    table = Played(doc).laid("4O 5O", "1B 2B", rest="discard0", draw0="6O 7C").do("p1", "act_2")
    assert table.turn == "p2"


def test_the_first_condition_that_holds_ends_the_game():
    wins = [{"type": "flush", "numCards": "2"}, {"type": "numCards", "numCards": 0}]
    assert Played(acting(ANY, winConditions=wins)).laid("4O", "1B").do(
        "p1", "act_1", chosen="4O"
    ).winners == ["p1"]


POINTED = {"decks": [{"id": 9, "suits": ["S", "T"], "values": ["1", "2", "3"], "points": [1, 2, 3]}]}


@pytest.mark.parametrize(
    ("order", "winner"), [("ASC", ["p2"]), (None, ["p2"]), ("DSC", ["p1"]), ("desc", ["p1"])]
)
def test_points_decide_when_the_game_was_closed(order, winner):
    wins = [{"type": "points", "order": order}]
    doc = acting(TAKE, loop="2", config={"canClose": True, "startCardsPerPlayer": 1}, deckId=9,
        winConditions=wins)  # fmt: skip
    table = Played(doc, decks=POINTED).laid("1a", "3a", rest="discard0", draw0="1b")
    table.do("p1", "close")
    assert (table.turn, table.phase) == ("p1", "block0"), "it takes effect when the turn ends"
    assert table.moves("p1") == {"act_2", "reopen"}
    table.do("p1", "reopen").do("p1", "close").do("p1", "act_2")
    assert table.winners == winner


def test_equal_sums_share_the_win_and_hands_are_shown():
    doc = acting(TAKE, loop="2", config={"canClose": True, "startCardsPerPlayer": 1}, deckId=9,
        winConditions=[{"type": "points"}])  # fmt: skip
    table = Played(doc, decks=POINTED).laid("1a", "3a", rest="discard0", draw0="2b")
    assert table.seen("p1", "hand_p2") is None
    table.do("p1", "close").do("p1", "act_2")
    assert (table.winners, table.seen("p1", "hand_p2")) == (["p1", "p2"], ["3a"])
    assert table.table.result is not None and table.table.result.standing is not None
    assert [line.score for line in table.table.result.standing] == [3, 3], "the result shows points"
    sums = [
        event.view(None, 1, 0).args for event in table.events if "worth" in str(event.view(None, 1, 0).text)
    ]
    assert [list(one.values())[-1] for one in sums] == [3, 3], "and what they are worth is told"


@pytest.mark.parametrize(("wins", "scores"), [
    ([{"type": "points"}], [3, 1]),
    ([{"type": "numCards", "numCards": 0}, {"type": "points"}], [0, 0]),
])  # fmt: skip
def test_without_a_close_the_result_shows_points_if_they_decide_it(wins, scores):
    doc = acting(ANY, config={"canPass": True, "startCardsPerPlayer": 1}, deckId=9, winConditions=wins)
    table = Played(doc, decks=POINTED).laid("1a", "3a", rest="discard0")
    for player in ("p1", "p2", "p1", "p2"):
        table.do(player, "pass")
    assert table.table.result is not None and table.table.result.standing is not None
    assert [line.score for line in table.table.result.standing] == scores


def test_a_close_that_is_taken_back_and_again_comes_to_its_end():
    table = Played(acting(ANY, config={"canClose": True})).laid("4O 5O", "1B")
    for _ in range(3):
        table.do("p1", "close").do("p1", "reopen")
    assert table.moves("p1") == {"act_1"}


def test_the_clock_keeps_what_was_closed():
    doc = acting(ANY, config={"canClose": True}, winConditions=[{"type": "numCards", "numCards": 9}])
    table = Played(doc).laid("4O 5O", "1B 2B 3B", discard0="1C").do("p1", "close").expire()
    assert table.winners == ["p2"], "without points the hand that is nearer to nine"


def test_a_game_in_which_nobody_moves_is_over():
    doc = acting(playing(("==", "suit")), config={"canPass": True})
    table = Played(doc).laid("7C", "2C 3C", discard0="5O")
    for player in ("p1", "p2", "p1"):
        table.do(player, "pass")
    assert table.phase == "block0"
    assert table.do("p2", "pass").winners == ["p1"], "one card is nearer to none"
    assert table.places == {"p1": 1, "p2": 2}


def test_a_game_has_500_turns_for_each():
    table = Played(acting(TAKE, {**ANY, "id": 3}, loop="2 OR 3")).laid("4O", "1B 2B").given(turns=998)
    assert table.do("p1", "act_2").phase == "block0"
    assert table.do("p2", "act_2").phase == "over"


def test_the_clock_does_the_first_legal_action_of_the_document_with_the_first_card():
    doc = acting(playing(("==", "suit")), TAKE, {**ANY, "id": 3}, loop="2 OR 3 OR 1")
    assert Played(doc).laid("4C 6O 7O", "1B", discard0="5O").expire().cards("discard0")[-1] == "6O"
    table = Played(doc).laid("4C", "1B", discard0="5O")
    assert table.expire().cards("hand_p1")[0] == "4C", "it draws"
    passing = acting(ANY, TAKE, loop="2", config={"canPass": True})
    assert Played(passing).laid("4C", "1B").expire().count("hand_p1") == 1, "it passes rather than draws"


def test_a_turn_has_thirty_seconds():
    table = Played(older())
    assert table.table.next_timeout() == 30_000
    assert Played(older(), turn_s=0).table.next_timeout() is None


def test_a_leavers_cards_go_under_the_draw_pile():
    table = Played(acting(ANY), 3).laid("4O 5O", "1B", "2B", discard0="1C")
    table.leave("p1")
    assert (set(table.cards("draw0")[:2]), table.turn) == ({"4O", "5O"}, "p2")
    assert table.cards("discard0") == ["1C"]


# Who sees what


def test_a_hand_is_seen_by_its_owner_and_piles_follow_their_face():
    hands = [{"face": "up"}, {"face": "down"}]
    table = Played(older(zones=zoned(hands=hands, drawPiles=[UP], discardPiles=[UP])))
    assert table.seen("p2", "hand_p2") == table.cards("hand_p2"), "the first hand counts for all"
    assert table.seen("p1", "hand_p2") is None
    assert table.seen("p1", "draw0") == table.cards("draw0")
    hidden = Played(
        older(zones=zoned(hands=[{"face": "down"}, {"face": "up"}]), actions=[ANY, TAKE, TURN_UP])
    )
    assert hidden.seen("p2", "hand_p2") is None


# Whole games

VARIED = {
    "small": older(),
    "passing": older({"canPass": True, "numPlayers": [2, 4]}),
    "points": older({"canClose": True}, deckId=3, winConditions=[{"type": "points", "order": "ASC"}]),
    "card starts": older({"whoStarts": STARTS, "startCardsPerPlayer": "ALL"}, actions=[ANY, TAKE],
        round0=None),
    "flush": older(winConditions=[{"type": "flush", "numCards": "4"}]),
    "hidden hands": older(zones=zoned(hands=[{"face": "down"}], discardPiles=[UP, UP])),
    "asked before": older(actions=[ANY, TAKE, TURN_UP], round0={"loop": "3 1{2}", "perPlayer": True}),
    "two blocks": older(actions=[ANY, TAKE, TURN_UP, {**TAKE, "id": 4, "origin": "DISCARD"}],
        gameLoop="2 OR 4 AND 1"),
}  # fmt: skip


@pytest.mark.parametrize("name", VARIED)
def test_games_come_to_their_end(name):
    made = converted(VARIED[name])
    found = examined(made.document, no_time_limit, 1)
    assert [one.text for one in found.diagnostics if one.severity == "error"] == []
    assert found.games == 1


def test_bots_go_by_the_priorities_of_the_document():
    doc = older(AIPriorities={"1": {"priorities": ["1", "2"], "name": "A"}, "2": {"priorities": [1]}})
    assert ours(doc)["bots"]["weights"] == {"act_1": 16.0, "act_2": 4.0}
    weights = ours(older({"canPass": True, "canClose": True}))["bots"]["weights"]
    assert (weights["pass"], weights["act_2"] < weights["act_1"]) == (0, True)
    assert 0 < weights["close"] < 0.1
