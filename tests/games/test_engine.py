"""The four steps of a game: the players that may act, and the effects on time and events."""

from __future__ import annotations

import pytest

from cheat.engine import engine
from cheat.errors import Refused
from cheat.games.cheat.rules import GAME

from .cheat_words import NOON, dealt, encoded, leave, place, refused, table, wait, winners

THREE = "AC 2C / 6C 7C / 8C 9C"


def ended():
    """p1 has won."""
    t = table("AC / 6C 7C / 8C 9C")
    place(t, "p1", "AC")
    place(t, "p2", "6C")
    assert winners(t) == ["p1"]
    return t


def test_the_deal_says_what_happened():
    t, events = engine.deal(GAME, ["p1", "p2", "p3"], GAME.options_type(), "ab" * 16, NOON, None)
    assert [event.type for event in events] == ["dealt"]
    assert (t.now, t.events) == (NOON, [])


def test_events_are_given_away_once():
    t = table(THREE)
    assert [event.type for event in place(t, "p1", "AC")] == ["placed"]
    assert [event.type for event in place(t, "p2", "6C")] == ["placed"]
    assert t.events == []


def test_a_step_takes_place_at_its_time():
    t = table(THREE)
    engine.act(GAME, t, "p1", "place", {"cards": ["AC"], "moment": t.moment}, NOON + 700)
    assert (t.now, t.next_timeout()) == (NOON + 700, NOON + 45_700)


def test_only_what_is_offered_can_be_done():
    t = table(THREE)
    args = {"cards": ["AC"], "moment": t.moment}
    before = encoded(t)
    for offered in ([], engine.moves(GAME, t, "p2")):
        with pytest.raises(Refused):
            engine.act(GAME, t, "p1", "place", args, t.now, offered)
    assert encoded(t) == before
    assert engine.act(GAME, t, "p1", "place", args, t.now, engine.moves(GAME, t, "p1"))


def test_strangers_have_no_moves():
    t = table(THREE)
    for id in ("p9", "", "hand:p1"):
        assert engine.moves(GAME, t, id) == []
        with pytest.raises(Refused) as caught:
            engine.act(GAME, t, id, "place", {"cards": ["AC"]}, NOON)
        assert caught.value.code == "not_playing"


def test_a_leaver_has_no_moves():
    t = dealt(4)
    leave(t, "p1")
    assert engine.moves(GAME, t, "p1") == []
    with refused(t, "not_playing"):
        place(t, "p1", "AC")


def test_after_the_end_every_move_is_refused():
    t = ended()
    for id in ("p1", "p2", "p9"):
        with refused(t, "game_over"):
            place(t, id, "6C")
        assert engine.moves(GAME, t, id) == []


def test_after_the_end_nothing_expires_and_nobody_leaves():
    t = ended()
    before = encoded(t)
    assert t.next_timeout() is None
    assert engine.expire(GAME, t, NOON + 10**9) == []
    assert engine.leave(GAME, t, "p1", NOON + 10**9) == []
    assert encoded(t) == before


def test_the_end_is_not_awaited():
    assert ended().decisions == []


def test_nothing_expires_before_its_time():
    t = table(THREE)
    before = encoded(t)
    assert engine.expire(GAME, t, t.next_timeout() - 1) == []
    assert encoded(t) == before


def test_one_decision_expires_at_a_time_the_earliest_first():
    t = table("AC / 6C 7C / 8C 9C", min_call_window_s=2, final_call_window_s=3)
    place(t, "p1", "AC")
    late = NOON + 60_000
    assert [event.type for event in engine.expire(GAME, t, late)] == ["window_closed"]
    assert [event.type for event in engine.expire(GAME, t, late)] == ["game_over"]
    assert engine.expire(GAME, t, late) == []


def test_a_decision_expires_once():
    t = table(THREE, min_call_window_s=2)
    place(t, "p1", "AC")
    assert [event.type for event in wait(t, 2)] == ["window_closed"]
    assert wait(t, 2) == []


def test_a_stranger_who_leaves_changes_nothing():
    t = table(THREE)
    before = encoded(t)
    assert engine.leave(GAME, t, "p9", NOON + 5) == []
    assert encoded(t) == before
