"""Tables: the order of turns, visibility, and moving cards."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from msgspec import UNSET

from cheat.engine.options import Options
from cheat.engine.rng import Rng
from cheat.engine.table import (
    MOST_STEPS,
    Badge,
    Decision,
    Event,
    Fact,
    FactView,
    MarkView,
    Moved,
    OutOfSteps,
    Player,
    Table,
    Zone,
    following,
    ranking,
    sees,
)
from cheat.i18n.messages import plural
from tests.games.shortest_game import Show, SimpleTable

SEATS = ["p1", "p2", "p3", "p4"]


class Sorted(Table):
    hand_order = staticmethod(str)


def table(*gone: str, kind: type[Table] = Table) -> Table:
    return kind(players=[Player(id, active=id not in gone) for id in SEATS], rng=Rng("00" * 16), now=1000)


# Seats


@pytest.mark.parametrize(
    ("start", "present", "steps", "expected"),
    [
        ("p1", "p1 p2 p3 p4", 1, "p2"),
        ("p4", "p1 p2 p3 p4", 1, "p1"),
        ("p1", "p1 p2 p3 p4", -1, "p4"),
        ("p1", "p1 p3 p4", 1, "p3"),
        ("p2", "p1 p3 p4", 1, "p3"),
        ("p2", "p1 p3 p4", -1, "p1"),
        ("p4", "p2 p4", 1, "p2"),
        ("p3", "p2 p4", 2, "p2"),
        ("p3", "p2 p4", -2, "p4"),
        ("p1", "p1 p2 p3 p4", 5, "p2"),
        ("p2", "p2", 1, "p2"),
        ("p1", "p3", 3, "p3"),
        ("p1", "p1 p2", 0, "p1"),
    ],
)
def test_following_skips_those_who_left(start, present, steps, expected):
    assert following(SEATS, start, set(present.split()), steps) == expected


def test_nobody_follows_at_an_empty_table():
    with pytest.raises(ValueError, match="no player is left"):
        following(SEATS, "p1", set())
    with pytest.raises(ValueError, match="no player is left"):
        following(SEATS, "p1", {"p9"})


def test_after_a_leaver_comes_the_next_who_is_there():
    t = table("p2", "p3")
    assert t.active() == ["p1", "p4"]
    assert (t.player_after("p1"), t.player_after("p2"), t.player_after("p4"), t.player_after("p4", -1)) == (
        "p4",
        "p4",
        "p1",
        "p1",
    )


def test_a_player_is_found_by_id():
    t = table("p2")
    assert (t.player("p2").active, t.player("p3").active) == (False, True)
    with pytest.raises(KeyError):
        t.player("p9")


def test_equal_results_share_a_place_and_the_next_is_skipped():
    players = [Player("p1", score=5), Player("p2", score=9), Player("p3", score=5), Player("p4", score=1)]
    standing = ranking(players, lambda player: (-player.score,))
    assert [(line.id, line.place, line.score) for line in standing] == [
        ("p2", 1, 9),
        ("p1", 2, 5),
        ("p3", 2, 5),
        ("p4", 4, 1),
    ]


def test_a_ranking_goes_by_the_second_key_where_the_first_is_equal():
    players = [Player("p1", score=2), Player("p2", score=1), Player("p3", active=False, score=0)]
    standing = ranking(players, lambda player: (not player.active, player.score))
    assert [(line.id, line.place) for line in standing] == [("p2", 1), ("p1", 2), ("p3", 3)]


def test_a_ranking_of_equals_keeps_the_seats():
    standing = ranking([Player(id) for id in SEATS], lambda player: (0,))
    assert [(line.id, line.place) for line in standing] == [(id, 1) for id in SEATS]


def test_a_side_takes_one_place_and_shares_it():
    sides = {"p1": "a", "p2": "b", "p3": "a", "p4": "b", "p5": "c", "p6": ""}
    points = {"a": 5, "b": 30, "c": 5, "": 1}
    players = [Player(id, side=side) for id, side in sides.items()]
    standing = ranking(players, lambda player: (-points[player.side],))
    assert [(line.id, line.place) for line in standing] == [
        ("p2", 1),
        ("p4", 1),
        ("p1", 2),
        ("p3", 2),
        ("p5", 2),
        ("p6", 4),
    ]


def test_partners_are_those_of_the_same_side():
    players = [
        Player("p1", side="a"),
        Player("p2", side="b"),
        Player("p3", side="a"),
        Player("p4"),
        Player("p5"),
    ]
    table = Table(players=players, rng=Rng("00" * 16))
    assert [table.partners(one.id) for one in players] == [
        ["p1", "p3"],
        ["p2"],
        ["p1", "p3"],
        ["p4"],
        ["p5"],
    ]


# Who sees what


@pytest.mark.parametrize(
    ("seen", "viewer", "expected"),
    [
        ("all", "p1", True),
        ("all", None, True),
        ("nobody", "p1", False),
        ("nobody", None, False),
        (["p1"], "p1", True),
        (["p1"], "p2", False),
        (["p1"], None, False),
        (["p1", "p2"], "p2", True),
        ([], "p1", False),
        ([], None, False),
        ("nobody", "nobody", False),
        ("nobody", "all", False),
        (["p10"], "p1", False),
    ],
)
def test_who_sees_what(seen, viewer, expected):
    assert sees(seen, viewer) == expected


def test_a_zone_is_a_number_to_those_who_may_not_see_it():
    zone = Zone(id="hand:p1", kind="hand", viewers=["p1"], owner="p1", label="Hand", cards=["QH", "2C"])
    assert zone.view("p1").cards == ["QH", "2C"]
    for viewer in ("p2", None):
        view = zone.view(viewer)
        assert (view.cards, view.count, view.owner, view.label) == (UNSET, 2, "p1", "Hand")


def test_a_view_does_not_change_with_its_zone():
    zone = Zone(id="row", kind="row", viewers="all", cards=["QH"])
    view = zone.view(None)
    zone.cards.append("2C")
    assert view.cards == ["QH"]


def test_an_event_shows_faces_to_those_who_may_see_them():
    moved = Moved(source="a", target="b", faces=["QH"], viewers=["p1"])
    event = Event(type="placed", by="p1", args={"count": 1}, cards=[moved])
    assert event.view("p1", 3, 9).cards[0].faces == ["QH"]
    other = event.view("p2", 3, 9)
    assert (other.cards[0].faces, other.cards[0].count, other.args) == (UNSET, 1, {"count": 1})
    assert (other.v, other.at) == (3, 9)


def test_an_event_for_one_player_is_empty_for_the_others():
    event = Event(type="peeked", text="You saw {card}", by="p1", args={"card": "QH"}, viewers=["p1"])
    assert event.view("p1", 3, 9).args == {"card": "QH"}
    for viewer in ("p2", None):
        view = event.view(viewer, 3, 9)
        assert (view.type, view.by, view.text, view.args, view.v, view.at) == ("hidden", None, "", {}, 3, 9)


# Cards


def zones(one="nobody", other="nobody", cards="QH 2C QH 3C"):
    t = table()
    return (
        t,
        t.add(Zone(id="a", kind="pile", viewers=one, cards=cards.split())),
        t.add(Zone(id="b", kind="pile", viewers=other, cards=["KS"])),
    )


def test_cards_move_on_top_in_the_given_order():
    t, a, b = zones()
    moved = t.move(["3C", "2C"], a, b)
    assert (a.cards, b.cards) == (["QH", "QH"], ["KS", "3C", "2C"])
    assert (moved.source, moved.target, moved.faces) == ("a", "b", ["3C", "2C"])


def test_cards_can_move_beneath():
    t, a, b = zones()
    t.move(["3C", "2C"], a, b, at=0)
    assert b.cards == ["3C", "2C", "KS"]


def test_of_equal_cards_the_topmost_goes():
    t, a, b = zones()
    t.move(["QH"], a, b)
    assert a.cards == ["QH", "2C", "3C"]
    t.move(["QH"], a, b)
    assert (a.cards, b.cards) == (["2C", "3C"], ["KS", "QH", "QH"])


@pytest.mark.parametrize("cards", [["9S"], ["QH", "QH", "QH"], ["2C", "2C"], ["QH", "9S"]])
def test_cards_that_are_not_there_do_not_move(cards):
    t, a, b = zones()
    with pytest.raises(ValueError, match="not all of"):
        t.move(cards, a, b)
    assert (a.cards, b.cards) == (["QH", "2C", "QH", "3C"], ["KS"])


def test_everything_moves_in_its_order():
    t, a, b = zones()
    moved = t.move_all(a, b)
    assert (a.cards, b.cards) == ([], ["KS", "QH", "2C", "QH", "3C"])
    assert moved.faces == ["QH", "2C", "QH", "3C"]


def test_moving_nothing_moves_nothing():
    t, a, b = zones()
    assert t.move([], a, b).faces == []
    assert (len(a.cards), b.cards) == (4, ["KS"])


@pytest.mark.parametrize(
    ("one", "other", "seen"),
    [
        ("nobody", "nobody", []),
        ("all", "nobody", "all"),
        ("nobody", "all", "all"),
        (["p1"], "all", "all"),
        (["p1"], "nobody", ["p1"]),
        ("nobody", ["p2"], ["p2"]),
        (["p1"], ["p2"], ["p1", "p2"]),
        (["p1"], ["p1"], ["p1"]),
    ],
)
def test_who_sees_a_card_before_or_after_knows_that_it_moved(one, other, seen):
    t, a, b = zones(one, other)
    assert t.move(["2C"], a, b).viewers == seen


def test_zones_keep_the_order_in_which_they_were_added():
    t = table()
    for id in ("z", "a", "hand:p1"):
        t.add(Zone(id=id, kind="hand", viewers="all"))
    assert list(t.zones) == ["z", "a", "hand:p1"]
    assert t.hand("p1").id == "hand:p1"


def test_all_cards_are_gathered_and_shuffled():
    t = table()
    t.add_hand("p1", ["a", "b"])
    t.add_piles(["c", "d", "e"])
    t.discard.cards = ["f"]
    t.gather()
    assert (t.hand("p1").cards, t.discard.cards) == ([], [])
    assert sorted(t.deck.cards) == list("abcdef") != t.deck.cards


def test_an_empty_draw_pile_is_refilled_from_below_the_top_of_the_discard_pile():
    t = table()
    t.add_piles([])
    assert not t.refill()
    t.discard.cards = ["a", "b", "c"]
    assert t.refill()
    assert (sorted(t.deck.cards), t.discard.cards) == (["a", "b"], ["c"])
    assert [event.type for event in t.events] == ["reshuffled"]


def test_a_draw_pile_may_be_refilled_with_the_whole_discard_pile():
    t = table()
    t.add_piles([])
    assert not t.refill(keep=0)
    t.discard.cards = ["a", "b", "c"]
    assert t.refill(keep=0)
    assert (sorted(t.deck.cards), t.discard.cards) == (["a", "b", "c"], [])


def test_a_draw_pile_with_cards_is_left_as_it_is():
    t = table()
    t.add_piles(["a"])
    t.discard.cards = ["b", "c"]
    assert t.refill()
    assert (t.deck.cards, t.discard.cards, t.events) == (["a"], ["b", "c"], [])


def test_a_hand_keeps_the_order_of_its_table():
    assert table().add_hand("p1", ["c", "a", "b"]).cards == ["c", "a", "b"]
    assert table(kind=Sorted).add_hand("p1", ["c", "a", "b"]).cards == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("kind", "hands"), [(Table, ["bd", "ca", "", "fe"]), (Sorted, ["bd", "ac", "", "ef"])]
)
def test_cards_are_dealt_one_at_a_time_from_the_left_of_the_dealer(kind, hands):
    t = table("p3", kind=kind)
    for id in SEATS:
        t.add_hand(id)
    t.deal_hands(["f", "b", "c", "e", "d", "a"], "p2")
    assert ["".join(t.hand(id).cards) for id in SEATS] == hands


def test_a_share_goes_to_those_only_who_take_part():
    assert table().dealt_shares(["a", "b", "c"], "p1", ["p1", "p4"]) == {"p1": ["b"], "p4": ["a", "c"]}


def drawing(deck: str, discard: str) -> Table:
    t = table()
    t.add_hand("p1")
    t.add_piles(list(deck))
    t.discard.cards = list(discard)
    return t


@pytest.mark.parametrize(
    ("deck", "discard", "count", "enough", "hand"),
    [
        ("abc", "", 2, None, "cb"),
        ("abc", "", 5, None, "cba"),
        ("abc", "", 3, "b", "cb"),
        ("c", "bt", 3, None, "cb"),
        ("", "t", 1, None, ""),
    ],
)
def test_cards_are_drawn_until_there_are_enough_or_none_left(deck, discard, count, enough, hand):
    t = drawing(deck, discard)
    assert t.can_draw() == bool(hand)
    moved = t.draw("p1", count, enough and enough.__eq__)
    assert ("".join(t.hand("p1").cards), [one.faces for one in moved]) == (hand, [[card] for card in hand])


def test_hands_are_passed_as_a_whole():
    t = table()
    for id, cards in zip(SEATS, ("ab", "", "c", "d"), strict=True):
        t.add_hand(id, list(cards))
    moved = t.pass_hands({"p1": "p3", "p2": "p1", "p3": "p2"})
    assert ["".join(t.hand(id).cards) for id in SEATS] == ["", "c", "ab", "d"]
    assert [(one.source, one.target, one.faces) for one in moved] == [
        ("hand:p1", "hand:p3", ["a", "b"]),
        ("hand:p2", "hand:p1", []),
        ("hand:p3", "hand:p2", ["c"]),
    ]


def test_hand_of_a_leaver_is_shuffled_into_the_draw_pile():
    t = drawing("abcd", "")
    t.hand("p1").cards = ["e", "f"]
    t.return_hand("p1")
    assert sorted(t.deck.cards) == list("abcdef") != t.deck.cards
    assert ([event.type for event in t.events], t.hand("p1").cards) == (["hand_returned"], [])


def test_two_tables_do_not_share_their_lists():
    one, other = table(), table()
    one.add(Zone(id="a", kind="pile", viewers="all")).cards.append("QH")
    one.decisions.append(Decision("turn", ["p1"]))
    one.tell("x")
    assert (other.zones, other.decisions, other.events) == ({}, [], [])
    assert Zone(id="b", kind="pile", viewers="all").cards == []


# Decisions and news


def test_due_is_the_earliest_decision_that_is_timed():
    t = table()
    assert t.next_timeout() is None
    t.decisions = [Decision("turn", ["p1"], None)]
    assert t.next_timeout() is None
    t.decisions += [Decision("a", [], 3000), Decision("b", [], 2000)]
    assert t.next_timeout() == 2000
    t.close_decisions("b", "no such")
    assert (t.next_timeout(), t.decision("b"), t.decision("a").until) == (3000, None, 3000)


def test_seconds_are_counted_from_the_step():
    assert (table().in_seconds(2), table().in_seconds(0.25), table().in_seconds(0)) == (3000, 1250, 1000)


def test_news_leave_out_movements_of_nothing():
    t, a, b = zones()
    t.tell("x", "{by} did {n}", by="p1", cards=[t.move([], a, b), t.move(["2C"], a, b)], n=3)
    (event,) = t.events
    assert ([moved.faces for moved in event.cards], event.args, event.by) == ([["2C"]], {"n": 3}, "p1")


# What is told besides


def test_pile_may_show_its_top_card_and_size_only():
    discard = Zone(id="discard", kind="pile", viewers="all", shows="top", cards=["QH", "3S", "AC"])
    assert (discard.view(None).cards, discard.view(None).count) == (["AC"], 3)
    discard.cards.clear()
    assert (discard.view(None).cards, discard.view(None).count) == ([], 0)
    hidden = Zone(id="hidden", kind="pile", viewers="nobody", shows="top", cards=["QH"])
    assert hidden.view(None).cards is UNSET


def test_note_of_a_zone_is_said_to_its_reader():
    row = Zone(id="row", kind="row", viewers="all", note=plural("{count} point", "{count} points", count=2))
    assert row.view(None).note == "2 points"
    assert Zone(id="row", kind="row", viewers="all").view(None).note is UNSET


def test_what_a_zone_does_not_have_is_not_stored():
    assert b"note" not in msgspec.json.encode(Zone(id="deck", kind="pile", viewers="nobody"))


def test_kind_and_value_of_a_fact_are_the_same_in_every_language():
    fact = Fact("Colour", "Red", "colour", "red")
    assert fact.view(str.upper) == FactView("COLOUR", "RED", "colour", "red")
    assert Badge("ready", "good", "ready").view(str.upper) == MarkView("READY", "good", "ready")


@pytest.mark.parametrize("endless", ["moves", "asks", "tells"])
def test_what_rules_do_in_one_call_is_bounded(endless):
    table = SimpleTable(players=[Player("p1")], rng=Rng("00" * 16), options=Options())
    one, other = table.add_hand("p1", ["AC"]), table.add(Zone(id="shown", kind="row", viewers="all"))

    def there_and_back() -> None:
        table.move_all(one, other)
        table.move_all(other, one)

    act = {
        "moves": there_and_back,
        "asks": lambda: table.open_decision(Show, "p1"),
        "tells": lambda: table.tell("on"),
    }
    with pytest.raises(OutOfSteps, match="toy"):
        repeat(act[endless], MOST_STEPS + 1)
    assert table.steps_spent - MOST_STEPS in (1, 2)


def repeat(act: Callable[[], object], times: int) -> None:
    for _ in range(times):
        act()
