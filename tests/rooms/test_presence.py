"""Presence: away after 40 s, back at the first poll, the host handed on, watchers counted."""

from __future__ import annotations

import pytest
from msgspec import UNSET

from cheat.errors import CheatError
from cheat.rooms import bots, lobby, presence
from cheat.rooms.room import AnyRoom, join

from .room_words import NOON, do, over, playing, room, see, types


def polls_of(game_room: AnyRoom, now: int = NOON, *players: str) -> dict[str, int]:
    """Polls of these players (of all) at a time."""
    return dict.fromkeys(players or [seat.id for seat in game_room.seats], now)


def statuses(game_room: AnyRoom) -> list[str]:
    return [player.status for player in see(game_room, None).players]


def test_silent_player_is_away_after_forty_seconds_and_back_at_the_first_poll():
    game_room = playing()
    seen = polls_of(game_room)
    assert presence.update(game_room, seen, NOON + 40_000) == []
    seen |= polls_of(game_room, NOON + 30_000, "p1", "p3")
    events = presence.update(game_room, seen, NOON + 40_001)
    assert [(event.type, event.by) for event in events] == [("away", "p2")]
    assert statuses(game_room) == ["here", "away", "here"]
    seen["p2"] = NOON + 50_000
    assert types(presence.update(game_room, seen, NOON + 50_000)) == ["here"]
    assert statuses(game_room) == ["here", "here", "here"]


def test_who_is_back_is_not_away_for_those_who_have_not_heard_of_it():
    """Two workers that have heard of different people do not take turns to say so."""
    game_room = playing()
    seen = {**polls_of(game_room, NOON + 50_000), "p2": NOON}
    assert types(presence.update(game_room, seen, NOON + 50_000)) == ["away"]
    assert types(presence.update(game_room, {**seen, "p2": NOON + 51_000}, NOON + 51_000)) == ["here"]
    assert presence.update(game_room, seen, NOON + 51_000) == []
    assert presence.next_due_at(game_room, seen, NOON + 51_000) == NOON + 90_001
    assert types(
        presence.update(game_room, {**seen, **polls_of(game_room, NOON + 91_001)} | {"p2": 0}, NOON + 91_001)
    ) == ["away"]


def test_actions_and_joining_are_signs_of_life_too():
    game_room = room("Ada", "Bob")
    for seat in game_room.seats:
        seat.last_heard_at = NOON
    assert presence.update(game_room, {}, NOON + 40_000) == []
    assert types(presence.update(game_room, {}, NOON + 40_001)) == ["away", "away"]


def test_bots_and_leavers_are_never_away():
    game_room = playing("Ada", "Bob", "Cyd", "Dan")
    do(game_room, "p2", "leave")
    game_room.seat("p3").bot = True
    events = presence.update(game_room, {}, NOON)
    assert [event.by for event in events if event.type == "away"] == ["p1", "p4"]


@pytest.mark.parametrize("make", [lambda: room("Ada", "Bob", "Cyd"), over], ids=["lobby", "over"])
def test_absent_host_is_replaced_after_sixty_seconds(make):
    game_room = make()
    seen = polls_of(game_room)
    seen |= polls_of(game_room, NOON + 59_000, "p2", "p3")
    presence.update(game_room, seen, NOON + 60_000)
    assert game_room.host == "p1"
    events = presence.update(game_room, seen, NOON + 60_001)
    assert [(event.type, event.by) for event in events] == [("host", "p2")]
    assert game_room.host == "p2"


def test_host_keeps_the_role_in_a_running_game_and_where_all_are_away():
    game_room = playing()
    presence.update(game_room, polls_of(game_room, NOON + 100_000, "p2"), NOON + 100_000)
    assert game_room.host == "p1"
    alone = room("Ada", "Bob")
    presence.update(alone, polls_of(alone), NOON + 100_000)
    assert alone.host == "p1"


def test_watchers_are_counted_and_forgotten():
    game_room = playing()
    seen = {**polls_of(game_room), "~one": NOON, "~two": NOON - 30_000}
    events = presence.update(game_room, seen, NOON)
    assert [(event.type, event.args) for event in events] == [("watchers", {"count": 2})]
    assert see(game_room, "p1").watchers == 2
    later = {**seen, **polls_of(game_room, NOON + 20_000)}
    assert presence.update(game_room, later, NOON + 20_000)[0].args == {"count": 1}


def test_due_tells_when_update_has_something_to_say():
    """At every moment: nothing before `due`, something at it."""
    game_room = playing()
    seen = {**polls_of(game_room), "p2": NOON - 10_000, "~one": NOON - 5_000}
    now = NOON
    said = []
    for _ in range(10):
        due = presence.next_due_at(game_room, seen, now)
        if due is None:
            break
        if due > now:
            assert presence.update(game_room, seen, due - 1) == []
        now = max(now, due)
        events = presence.update(game_room, seen, now)
        assert events
        said += types(events)
    assert sorted(said) == ["away", "away", "away", "stand_in", "watchers", "watchers"]
    assert presence.next_due_at(game_room, seen, now) is None


def test_due_of_an_absent_host_is_a_minute():
    game_room = room("Ada", "Bob")
    seen = {"p1": NOON, "p2": NOON + 50_000}
    presence.update(game_room, seen, NOON + 50_000)
    assert presence.next_due_at(game_room, seen, NOON + 50_000) == NOON + 60_001


TURNS = [
    pytest.param("cheat", {"turn_s": 0}, id="cheat"),
    pytest.param("cheat", {"turn_s": 180}, id="cheat with a clock"),
    pytest.param("kittens", {"turn_s": 0}, id="kittens"),
    pytest.param("ivanhoe", {"turn_s": 0}, id="ivanhoe"),
    pytest.param("uno", {"turn_s": 0, "start_mode": "host"}, id="uno"),
]


@pytest.mark.parametrize(("game", "options"), TURNS)
def test_bot_stands_in_for_who_is_awaited_and_gone_for_a_minute(game, options):
    game_room = room("Ada", "Bob", "Cyd", game=game, **options)
    do(game_room, "p1", "start")
    awaited = game_room.table.decisions[0].players[0]
    (others, seen) = [one.id for one in game_room.seats if one.id != awaited], polls_of(game_room)
    seen |= polls_of(game_room, NOON + 50_000, *others)
    presence.update(game_room, seen, NOON + 60_000)
    assert game_room.seat(awaited).bot_state is None
    assert presence.next_due_at(game_room, seen, NOON + 60_000) == NOON + 60_001
    (event,) = presence.update(game_room, seen, NOON + 60_001)
    assert (event.type, event.by) == ("stand_in", awaited)
    assert [mark.label for mark in see(game_room, None).players[int(awaited[1]) - 1].badges][
        -1
    ] == "bot playing"
    bots.update_plans(game_room, [event], NOON + 60_001)
    assert game_room.next_due_at() <= NOON + 64_001
    assert "take_over" in [move.name for move in see(game_room, awaited).moves]
    assert types(do(game_room, awaited, "take_over")) == ["returned"]
    assert game_room.seat(awaited).bot_state is None


def test_game_without_a_clock_waits_for_who_is_here_and_for_nobody_else():
    game_room = playing(turn_s=0)
    seen = {**polls_of(game_room), **polls_of(game_room, NOON + 500_000, "p1")}
    assert "stand_in" not in types(presence.update(game_room, seen, NOON + 500_000))
    assert [seat.bot_state for seat in game_room.seats] == [None, None, None]
    do(game_room, "p1", "place", cards=game_room.table.hand("p1").cards[:1])
    events = presence.update(game_room, seen, NOON + 500_001)
    assert [(event.type, event.by) for event in events] == [("stand_in", "p2")]
    assert presence.update(game_room, seen, NOON + 500_002) == []


def test_nobody_is_stood_in_for_only_because_they_let_others_act():
    """A player that may call, but need not, is not awaited."""
    game_room = playing("Ada", "Bob", "Cyd", "Dan", min_call_window_s=5)
    do(game_room, "p1", "place", cards=game_room.table.hand("p1").cards[:1])
    presence.update(game_room, polls_of(game_room, NOON, "p2"), NOON + 60_000)
    assert all(seat.bot_state is None for seat in game_room.seats)


def test_game_that_nobody_is_left_in_ends_all_the_same():
    game_room, now = playing(turn_s=0), NOON
    for _ in range(3000):
        if game_room.phase == "over":
            break
        now = min(
            at for at in (game_room.next_due_at(), presence.next_due_at(game_room, {}, now)) if at is not None
        )
        events = lobby.expire(game_room, now) or presence.update(game_room, {}, now)
        bots.update_plans(game_room, events, now)
    assert game_room.table.result.reason == "won"


def test_watching_may_be_forbidden():
    game_room = playing(spectators=False)
    with pytest.raises(CheatError) as refused:
        presence.check_watching(game_room)
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
    game_room = room("Ada")
    seen = {**polls_of(game_room), **{f"~{number}": NOON for number in range(80)}}
    assert presence.update(game_room, seen, NOON)[0].args == {"count": 50}
    assert presence.next_due_at(game_room, seen, NOON) == NOON + 40_001
    assert presence.update(game_room, seen, NOON) == []


def test_who_joins_for_the_next_game_watches_this_one():
    game_room = playing()
    seat, _ = join(game_room, "Dan", "token", next_game=True)
    view = see(game_room, seat.id)
    assert view.phase == "playing"
    assert [move.name for move in view.moves] == ["leave"]
    assert [zone.id for zone in view.zones if zone.cards is not UNSET] == []
    assert [mark.label for mark in view.players[3].badges] == ["next game"]
    do(game_room, "p2", "leave")
    assert game_room.phase == "over"
    assert see(game_room, seat.id).phase == "lobby"
    for player in ("p1", "p3"):
        do(game_room, player, "play_again")
    do(game_room, "p1", "start")
    assert game_room.table.active() == ["p1", "p3", seat.id]


def test_joining_for_the_next_game_needs_spectators_allowed():
    game_room = playing(spectators=False)
    with pytest.raises(CheatError) as refused:
        join(game_room, "Dan", "token", next_game=True)
    assert refused.value.code == "game_running"
