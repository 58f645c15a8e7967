"""Bots in a room: added and removed by the host, planning, acting, and stepping in for people."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import json

from cheat.engine import engine
from cheat.engine.forms import sample
from cheat.engine.rng import Rng
from cheat.errors import CheatError
from cheat.rooms import bots, lobby
from cheat.rooms.room import AnyRoom, decode, encode, join
from cheat.rooms.room_moves import ActionContext

from .room_words import NOON, SEED, do, form_of, moment, names, offers, room, see, types

DEFAULTS = {"min_call_window_s": 2, "reveal_s": 4, "turn_s": 45}


def change(room: AnyRoom, player: str, move: str, now: int = NOON, /, **args: Any) -> list[Any]:
    """A move and what the bots think of it, as the service does it."""
    args = {**moment(room, player, move), **args}
    events = lobby.act(room, room.seat(player), move, args, ActionContext(now, SEED))
    bots.update_plans(room, events, now)
    return events


def tick(room: AnyRoom, now: int) -> list[Any]:
    """The first due step, as the service does it."""
    events = lobby.expire(room, now)
    bots.update_plans(room, events, now)
    return events


def with_bots(*levels: str, **options: Any) -> AnyRoom:
    """Ada and bots, started."""
    made = room("Ada", **options)
    for number, level in enumerate(levels):
        lobby.act(made, made.seat("p1"), "add_bot", {"level": level}, ActionContext(NOON, f"{number:032x}"))
    change(made, "p1", "start")
    return made


def play_on(made: AnyRoom, now: int, until: Any, limit: int = 3000) -> int:
    """Let time pass from one due step to the next until a condition holds."""
    for _ in range(limit):
        if until(made):
            return now
        due = made.due()
        assert due is not None, "the room stands still"
        now = max(now, due)
        tick(made, now)
    raise AssertionError("it never happened")


def test_host_adds_bots_with_names_and_a_mark():
    made = room("Ada", "Bob")
    for level in ("easy", "normal", "hard"):
        lobby.act(made, made.seat("p1"), "add_bot", {"level": level}, ActionContext(NOON, SEED))
    assert [player.bot for player in see(made, "p2").players] == [None, None, "easy", "normal", "hard"]
    assert len(set(names(made))) == 5
    assert [choice.value for choice in form_of(made, "p1", "add_bot").fields[0].of] == [
        "easy",
        "normal",
        "hard",
    ]


def test_only_the_host_adds_and_removes_bots():
    made = room("Ada", "Bob")
    do(made, "p1", "add_bot", level="easy")
    for move, args in (("add_bot", {"level": "easy"}), ("remove_bot", {"player": "p3"})):
        assert move not in offers(made, "p2")
        with pytest.raises(CheatError) as refused:
            do(made, "p2", move, **args)
        assert refused.value.code == "not_host"
    do(made, "p1", "remove_bot", player="p3")
    assert names(made) == ["Ada", "Bob"]
    assert "remove_bot" not in offers(made, "p1")


def test_bots_fill_seats_but_no_more():
    made = room("Ada")
    for number in range(9):
        lobby.act(made, made.seat("p1"), "add_bot", {"level": "easy"}, ActionContext(NOON, f"{number:032x}"))
    assert len(set(names(made))) == 10
    assert "add_bot" not in offers(made, "p1")
    with pytest.raises(CheatError) as refused:
        do(made, "p1", "add_bot", level="easy")
    assert refused.value.code == "room_full"
    with pytest.raises(CheatError):
        join(made, "Bob", "token")


def test_one_person_and_two_bots_may_start():
    made = room("Ada")
    assert "start" not in offers(made, "p1")
    do(made, "p1", "add_bot", level="easy")
    do(made, "p1", "add_bot", level="hard")
    assert "start" in offers(made, "p1")


def test_bots_are_never_host_and_leave_with_the_last_person():
    made = room("Ada", "Bob")
    do(made, "p1", "add_bot", level="easy")
    do(made, "p1", "leave")
    assert made.host == "p2"
    do(made, "p2", "leave")
    assert (made.host, made.seats) == ("", [])
    seat, _ = join(made, "Cyd", "token")
    assert made.host == seat.id


def test_bot_plans_between_one_and_four_seconds_ahead():
    delays = set()
    for number in range(40):
        made = room("Ada")
        for index in range(2):
            seed = f"{number * 2 + index:032x}"
            lobby.act(made, made.seat("p1"), "add_bot", {"level": "normal"}, ActionContext(NOON, seed))
        change(made, "p1", "start")
        made.table.turn = "p2"
        made.table.decisions[0].players = ["p2"]
        bots.update_plans(made, [], NOON)
        plan = made.seat("p2").bot_state.plan
        assert plan.move == "place"
        delays.add(plan.at - NOON)
    assert min(delays) >= 1000
    assert max(delays) <= 4000
    assert len(delays) > 30


def test_plan_is_carried_out_when_its_time_has_come_and_not_before():
    made = with_bots("normal", "normal", first_player="random")
    now = play_on(made, NOON, lambda one: one.table.turn != "p1" and one.seat(one.table.turn).bot_state.plan)
    bot = made.table.turn
    plan = made.seat(bot).bot_state.plan
    assert made.due() == plan.at
    assert lobby.expire(made, plan.at - 1) == []
    events = tick(made, max(now, plan.at))
    assert "placed" in types(events)
    assert events[0].by == bot


def test_plan_that_is_no_longer_allowed_is_dropped():
    made = with_bots("normal", "normal")
    change(made, "p1", "place", cards=made.table.hand("p1").cards[:1])
    caller = made.seat("p3")
    late = moment(made, "p3", "call_cheat")
    caller.bot_state.plan = bots.Plan("call_cheat", late, NOON + 4000)
    now = play_on(made, NOON, lambda one: one.table.last.player == "p2")
    assert caller.bot_state.plan is None or caller.bot_state.plan.args.get("moment") != late["moment"]
    assert now < NOON + 4001


def test_plan_that_time_has_overtaken_is_replaced_by_what_is_allowed_now():
    made = with_bots("normal", "normal")
    made.table.turn = "p2"
    made.table.decisions[0].players = ["p2"]
    made.seat("p2").bot_state.plan = bots.Plan("call_cheat", {"play": 7}, NOON)
    events = tick(made, NOON)
    assert (types(events), events[0].by) == (["placed"], "p2")


def test_plan_of_a_bot_that_may_do_nothing_any_more_is_dropped_in_silence():
    made = with_bots("normal", "normal")
    made.seat("p2").bot_state.plan = bots.Plan("call_cheat", {"play": 7}, NOON)
    (event,) = tick(made, NOON)
    assert [event.view(viewer, 1, NOON).type for viewer in ("p1", "p3", None)] == ["hidden"] * 3
    assert made.seat("p2").bot_state.plan is None
    assert made.phase == "playing"


def test_game_of_one_silent_person_and_three_hard_bots_ends():
    """The clock plays for Ada, then a bot does."""
    made = with_bots(
        "hard", "hard", "hard", min_call_window_s=2, reveal_s=4, turn_s=45, final_call_window_s=10
    )
    play_on(made, NOON, lambda one: one.phase == "over")
    assert made.table.result.reason == "won"


def test_after_three_timeouts_in_a_row_a_bot_plays_until_the_player_acts():
    made = with_bots("normal", "normal", turn_s=45)
    now = play_on(made, NOON, lambda one: one.seat("p1").timeouts == 2)
    assert made.seat("p1").bot_state is None
    now = play_on(made, now, lambda one: one.seat("p1").bot_state is not None)
    marks = [mark.label for mark in see(made, "p2").players[0].badges]
    assert marks == ["bot playing"]
    assert see(made, "p1").players[0].bot is None
    assert "take_over" in offers(made, "p1")
    events = change(made, "p1", "take_over", now)
    assert types(events) == ["returned"]
    assert (made.seat("p1").bot_state, made.seat("p1").timeouts) == (None, 0)


def test_any_move_takes_the_seat_back_and_timeouts_must_be_in_a_row():
    made = with_bots("normal", "normal", turn_s=45)
    now = play_on(made, NOON, lambda one: one.seat("p1").timeouts == 2)
    now = play_on(made, now, lambda one: one.table.turn == "p1" and "place" in offers(one, "p1"))
    change(made, "p1", "place", now, cards=made.table.hand("p1").cards[:1])
    assert made.seat("p1").timeouts == 0
    now = play_on(made, now, lambda one: one.seat("p1").bot_state is not None)
    now = play_on(made, now, lambda one: one.table.turn == "p1" and "place" in offers(one, "p1"))
    events = change(made, "p1", "place", now, cards=made.table.hand("p1").cards[:1])
    assert types(events)[:2] == ["returned", "placed"]


def test_letting_a_call_window_pass_is_no_absence():
    made = room("Ada", "Bob", "Cyd", min_call_window_s=2, turn_s=0)
    do(made, "p1", "start")
    do(made, "p1", "place", cards=made.table.hand("p1").cards[:1])
    lobby.expire(made, NOON + 2000)
    assert [seat.timeouts for seat in made.seats] == [0, 0, 0]


def test_leaver_whose_seat_a_bot_takes_may_take_it_back():
    made = room("Ada", "Bob", "Cyd", on_leave="bot")
    do(made, "p1", "start")
    hand = list(made.table.hand("p2").cards)
    events = do(made, "p2", "leave")
    assert types(events)[:2] == ["left", "stand_in"]
    assert made.phase == "playing"
    assert made.table.hand("p2").cards == hand
    assert [player.status for player in see(made, "p1").players] == ["here", "left", "here"]
    assert made.seat_of("token of Bob") is made.seat("p2")
    assert offers(made, "p2") == ["take_over"]
    with pytest.raises(CheatError):
        do(made, "p2", "place", cards=hand[:1])
    do(made, "p2", "take_over")
    assert [player.status for player in see(made, "p1").players] == ["here", "here", "here"]
    assert made.table.hand("p2").cards == hand


def test_leaver_is_out_by_the_rules_unless_the_option_says_otherwise():
    made = room("Ada", "Bob", "Cyd", "Dan")
    do(made, "p1", "start")
    do(made, "p2", "leave")
    assert made.table.active() == ["p1", "p3", "p4"]
    assert made.seat_of("token of Bob") is None


def test_the_last_person_who_leaves_to_a_bot_is_host_again_on_return():
    made = room("Ada", on_leave="bot")
    for number in range(2):
        lobby.act(made, made.seat("p1"), "add_bot", {"level": "easy"}, ActionContext(NOON, f"{number:032x}"))
    do(made, "p1", "start")
    do(made, "p1", "leave")
    assert made.host == ""
    do(made, "p1", "take_over")
    assert made.host == "p1"


def test_bots_options_and_order_stay_for_the_next_game():
    made = with_bots("hard", "easy", turn_s=0, decks=2)
    made.seat("p1").bot_state = bots.new_bot_state("hard", "secret")
    bots.update_plans(made, [], NOON)
    play_on(made, NOON, lambda one: one.phase == "over")
    assert made.seat("p1").bot_state is None
    before = names(made)
    do(made, "p1", "play_again")
    assert made.phase == "lobby"
    assert names(made) == before
    assert made.options["decks"] == 2
    change(made, "p1", "start")
    assert made.phase == "playing"
    assert made.seat("p2").bot_state.memory.get("judged") is None


def test_minds_survive_storage_and_are_never_shown():
    made = with_bots("hard", "hard")
    change(made, "p1", "place", cards=made.table.hand("p1").cards[:1])
    again = decode(encode(made))
    assert encode(again) == encode(made)
    mind = made.seat("p2").bot_state
    for viewer in ("p1", "p2", None):
        body = json.encode(see(made, viewer)).decode()
        assert mind.rng.seed not in body
        assert '"memory"' not in body
        assert '"plan"' not in body


@pytest.mark.parametrize(("moves", "rounds"), [(0, 1), (3, 1), (8, 1), (21, 2), (34, 1), (55, 1)])
def test_from_every_decision_point_the_game_ends_though_nobody_acts(moves, rounds):
    """Random play first, then only the clock: turns, windows, reveals, rounds, stand-ins, in any order."""
    made = room("Ada", "Bob", "Cyd", "Dan", **DEFAULTS, rounds=rounds)
    chance, now = Rng(f"{moves:032x}"), NOON
    change(made, "p1", "start")
    for _ in range(moves):
        able = [(p, one) for p in made.table.active() for one in engine.moves(made.rules, made.table, p)]
        if not able or chance.chance(0.3):
            now = max(now, made.due() or now)
            tick(made, now)
        else:
            player, one = chance.choice(able)
            change(made, player, one.name, now, **sample(one, made.table.cards_of, chance))
    play_on(made, now, lambda one: one.phase == "over")
    assert made.table.result.reason == "won"
