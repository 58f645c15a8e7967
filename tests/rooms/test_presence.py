"""Presence: away after 40 s, back at the first poll, the host handed on, watchers counted."""

from __future__ import annotations

import pytest
from msgspec import UNSET

from cheat.errors import CheatError
from cheat.rooms import bots, lobby, presence
from cheat.rooms.room import AnyRoom, join

from .room_words import NOON, do, over, playing, room, see, types


def polls_of(made: AnyRoom, now: int = NOON, *players: str) -> dict[str, int]:
    """Polls of these players (of all) at a time."""
    return dict.fromkeys(players or [seat.id for seat in made.seats], now)


def statuses(made: AnyRoom) -> list[str]:
    return [player.status for player in see(made, None).players]


def test_silent_player_is_away_after_forty_seconds_and_back_at_the_first_poll():
    made = playing()
    seen = polls_of(made)
    assert presence.update(made, seen, NOON + 40_000) == []
    seen |= polls_of(made, NOON + 30_000, "p1", "p3")
    events = presence.update(made, seen, NOON + 40_001)
    assert [(event.type, event.by) for event in events] == [("away", "p2")]
    assert statuses(made) == ["here", "away", "here"]
    seen["p2"] = NOON + 50_000
    assert types(presence.update(made, seen, NOON + 50_000)) == ["here"]
    assert statuses(made) == ["here", "here", "here"]


def test_who_is_back_is_not_away_for_those_who_have_not_heard_of_it():
    """Two workers that have heard of different people do not take turns to say so."""
    made = playing()
    seen = {**polls_of(made, NOON + 50_000), "p2": NOON}
    assert types(presence.update(made, seen, NOON + 50_000)) == ["away"]
    assert types(presence.update(made, {**seen, "p2": NOON + 51_000}, NOON + 51_000)) == ["here"]
    assert presence.update(made, seen, NOON + 51_000) == []
    assert presence.due(made, seen, NOON + 51_000) == NOON + 90_001
    assert types(
        presence.update(made, {**seen, **polls_of(made, NOON + 91_001)} | {"p2": 0}, NOON + 91_001)
    ) == ["away"]


def test_actions_and_joining_are_signs_of_life_too():
    made = room("Ada", "Bob")
    for seat in made.seats:
        seat.last_heard_at = NOON
    assert presence.update(made, {}, NOON + 40_000) == []
    assert types(presence.update(made, {}, NOON + 40_001)) == ["away", "away"]


def test_bots_and_leavers_are_never_away():
    made = playing("Ada", "Bob", "Cyd", "Dan")
    do(made, "p2", "leave")
    made.seat("p3").bot = True
    events = presence.update(made, {}, NOON)
    assert [event.by for event in events if event.type == "away"] == ["p1", "p4"]


@pytest.mark.parametrize("make", [lambda: room("Ada", "Bob", "Cyd"), over], ids=["lobby", "over"])
def test_absent_host_is_replaced_after_sixty_seconds(make):
    made = make()
    seen = polls_of(made)
    seen |= polls_of(made, NOON + 59_000, "p2", "p3")
    presence.update(made, seen, NOON + 60_000)
    assert made.host == "p1"
    events = presence.update(made, seen, NOON + 60_001)
    assert [(event.type, event.by) for event in events] == [("host", "p2")]
    assert made.host == "p2"


def test_host_keeps_the_role_in_a_running_game_and_where_all_are_away():
    made = playing()
    presence.update(made, polls_of(made, NOON + 100_000, "p2"), NOON + 100_000)
    assert made.host == "p1"
    alone = room("Ada", "Bob")
    presence.update(alone, polls_of(alone), NOON + 100_000)
    assert alone.host == "p1"


def test_watchers_are_counted_and_forgotten():
    made = playing()
    seen = {**polls_of(made), "~one": NOON, "~two": NOON - 30_000}
    events = presence.update(made, seen, NOON)
    assert [(event.type, event.args) for event in events] == [("watchers", {"count": 2})]
    assert see(made, "p1").watchers == 2
    later = {**seen, **polls_of(made, NOON + 20_000)}
    assert presence.update(made, later, NOON + 20_000)[0].args == {"count": 1}


def test_due_tells_when_update_has_something_to_say():
    """At every moment: nothing before `due`, something at it."""
    made = playing()
    seen = {**polls_of(made), "p2": NOON - 10_000, "~one": NOON - 5_000}
    now = NOON
    said = []
    for _ in range(10):
        due = presence.due(made, seen, now)
        if due is None:
            break
        if due > now:
            assert presence.update(made, seen, due - 1) == []
        now = max(now, due)
        events = presence.update(made, seen, now)
        assert events
        said += types(events)
    assert sorted(said) == ["away", "away", "away", "stand_in", "watchers", "watchers"]
    assert presence.due(made, seen, now) is None


def test_due_of_an_absent_host_is_a_minute():
    made = room("Ada", "Bob")
    seen = {"p1": NOON, "p2": NOON + 50_000}
    presence.update(made, seen, NOON + 50_000)
    assert presence.due(made, seen, NOON + 50_000) == NOON + 60_001


TURNS = [
    pytest.param("cheat", {"turn_s": 0}, id="cheat"),
    pytest.param("cheat", {"turn_s": 180}, id="cheat with a clock"),
    pytest.param("kittens", {"turn_s": 0}, id="kittens"),
    pytest.param("ivanhoe", {"turn_s": 0}, id="ivanhoe"),
    pytest.param("uno", {"turn_s": 0, "start_mode": "host"}, id="uno"),
]


@pytest.mark.parametrize(("game", "options"), TURNS)
def test_bot_stands_in_for_who_is_awaited_and_gone_for_a_minute(game, options):
    made = room("Ada", "Bob", "Cyd", game=game, **options)
    do(made, "p1", "start")
    awaited = made.table.decisions[0].players[0]
    (others, seen) = [one.id for one in made.seats if one.id != awaited], polls_of(made)
    seen |= polls_of(made, NOON + 50_000, *others)
    presence.update(made, seen, NOON + 60_000)
    assert made.seat(awaited).bot_state is None
    assert presence.due(made, seen, NOON + 60_000) == NOON + 60_001
    (event,) = presence.update(made, seen, NOON + 60_001)
    assert (event.type, event.by) == ("stand_in", awaited)
    assert [mark.label for mark in see(made, None).players[int(awaited[1]) - 1].badges][-1] == "bot playing"
    bots.update_plans(made, [event], NOON + 60_001)
    assert made.due() <= NOON + 64_001
    assert "take_over" in [move.name for move in see(made, awaited).moves]
    assert types(do(made, awaited, "take_over")) == ["returned"]
    assert made.seat(awaited).bot_state is None


def test_game_without_a_clock_waits_for_who_is_here_and_for_nobody_else():
    made = playing(turn_s=0)
    seen = {**polls_of(made), **polls_of(made, NOON + 500_000, "p1")}
    assert "stand_in" not in types(presence.update(made, seen, NOON + 500_000))
    assert [seat.bot_state for seat in made.seats] == [None, None, None]
    do(made, "p1", "place", cards=made.table.hand("p1").cards[:1])
    events = presence.update(made, seen, NOON + 500_001)
    assert [(event.type, event.by) for event in events] == [("stand_in", "p2")]
    assert presence.update(made, seen, NOON + 500_002) == []


def test_nobody_is_stood_in_for_only_because_they_let_others_act():
    """A player that may call, but need not, is not awaited."""
    made = playing("Ada", "Bob", "Cyd", "Dan", min_call_window_s=5)
    do(made, "p1", "place", cards=made.table.hand("p1").cards[:1])
    presence.update(made, polls_of(made, NOON, "p2"), NOON + 60_000)
    assert all(seat.bot_state is None for seat in made.seats)


def test_game_that_nobody_is_left_in_ends_all_the_same():
    made, now = playing(turn_s=0), NOON
    for _ in range(3000):
        if made.phase == "over":
            break
        now = min(at for at in (made.due(), presence.due(made, {}, now)) if at is not None)
        events = lobby.expire(made, now) or presence.update(made, {}, now)
        bots.update_plans(made, events, now)
    assert made.table.result.reason == "won"


def test_watching_may_be_forbidden():
    made = playing(spectators=False)
    with pytest.raises(CheatError) as refused:
        presence.check_watching(made)
    assert (refused.value.status, refused.value.code) == (403, "no_spectators")
    presence.check_watching(room("Ada", spectators=False))


def test_fifty_watchers_count_until_they_are_gone():
    seen = {**{f"~{number}": NOON for number in range(50)}, "p1": NOON}
    assert presence.may_count(seen, "~7", NOON)
    assert not presence.may_count(seen, "~50", NOON)
    assert presence.may_count(seen, "~50", NOON + 40_001)
    del seen["~8"]
    assert presence.may_count(seen, "~50", NOON)


def test_no_more_than_fifty_are_counted_although_each_worker_has_its_own():
    made = room("Ada")
    seen = {**polls_of(made), **{f"~{number}": NOON for number in range(80)}}
    assert presence.update(made, seen, NOON)[0].args == {"count": 50}
    assert presence.due(made, seen, NOON) == NOON + 40_001
    assert presence.update(made, seen, NOON) == []


def test_who_joins_for_the_next_game_watches_this_one():
    made = playing()
    seat, _ = join(made, "Dan", "token", next_game=True)
    view = see(made, seat.id)
    assert view.phase == "playing"
    assert [move.name for move in view.moves] == ["leave"]
    assert [zone.id for zone in view.zones if zone.cards is not UNSET] == []
    assert [mark.label for mark in view.players[3].badges] == ["next game"]
    do(made, "p2", "leave")
    assert made.phase == "over"
    assert see(made, seat.id).phase == "lobby"
    for player in ("p1", "p3"):
        do(made, player, "play_again")
    do(made, "p1", "start")
    assert made.table.active() == ["p1", "p3", seat.id]


def test_joining_for_the_next_game_needs_spectators_allowed():
    made = playing(spectators=False)
    with pytest.raises(CheatError) as refused:
        join(made, "Dan", "token", next_game=True)
    assert refused.value.code == "game_running"
