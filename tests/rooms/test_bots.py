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
    """Carry out a move and let the bots update their plans, as the service does."""
    args = {**moment(room, player, move), **args}
    events = lobby.act(room, room.seat(player), move, args, ActionContext(now, SEED))
    bots.update_plans(room, events, now)
    return events


def tick(room: AnyRoom, now: int) -> list[Any]:
    """Carry out the first due step, as the service does."""
    events = lobby.expire(room, now)
    bots.update_plans(room, events, now)
    return events


def with_bots(*levels: str, **options: Any) -> AnyRoom:
    """Return a room in which Ada plays with bots."""
    game_room = room("Ada", **options)
    for number, level in enumerate(levels):
        lobby.act(
            game_room,
            game_room.seat("p1"),
            "add_bot",
            {"level": level},
            ActionContext(NOON, f"{number:032x}"),
        )
    change(game_room, "p1", "start")
    return game_room


def play_on(game_room: AnyRoom, now: int, until: Any, limit: int = 3000) -> int:
    """Let time pass from one due step to the next until a condition holds."""
    for _ in range(limit):
        if until(game_room):
            return now
        due = game_room.next_due_at()
        assert due is not None, "the room stands still"
        now = max(now, due)
        tick(game_room, now)
    raise AssertionError("it never happened")


def test_host_adds_bots_with_names_and_a_mark():
    game_room = room("Ada", "Bob")
    for level in ("easy", "normal", "hard"):
        lobby.act(game_room, game_room.seat("p1"), "add_bot", {"level": level}, ActionContext(NOON, SEED))
    assert [player.bot for player in see(game_room, "p2").players] == [None, None, "easy", "normal", "hard"]
    assert len(set(names(game_room))) == 5
    assert [choice.value for choice in form_of(game_room, "p1", "add_bot").fields[0].of] == [
        "easy",
        "normal",
        "hard",
    ]


def test_only_the_host_adds_and_removes_bots():
    game_room = room("Ada", "Bob")
    do(game_room, "p1", "add_bot", level="easy")
    for move, args in (("add_bot", {"level": "easy"}), ("remove_bot", {"player": "p3"})):
        assert move not in offers(game_room, "p2")
        with pytest.raises(CheatError) as refused:
            do(game_room, "p2", move, **args)
        assert refused.value.code == "not_host"
    do(game_room, "p1", "remove_bot", player="p3")
    assert names(game_room) == ["Ada", "Bob"]
    assert "remove_bot" not in offers(game_room, "p1")


def test_bots_fill_seats_but_no_more():
    game_room = room("Ada")
    for number in range(9):
        lobby.act(
            game_room,
            game_room.seat("p1"),
            "add_bot",
            {"level": "easy"},
            ActionContext(NOON, f"{number:032x}"),
        )
    assert len(set(names(game_room))) == 10
    assert "add_bot" not in offers(game_room, "p1")
    with pytest.raises(CheatError) as refused:
        do(game_room, "p1", "add_bot", level="easy")
    assert refused.value.code == "room_full"
    with pytest.raises(CheatError):
        join(game_room, "Bob", "token")


def test_one_person_and_two_bots_may_start():
    game_room = room("Ada")
    assert "start" not in offers(game_room, "p1")
    do(game_room, "p1", "add_bot", level="easy")
    do(game_room, "p1", "add_bot", level="hard")
    assert "start" in offers(game_room, "p1")


def test_bots_are_never_host_and_leave_with_the_last_person():
    game_room = room("Ada", "Bob")
    do(game_room, "p1", "add_bot", level="easy")
    do(game_room, "p1", "leave")
    assert game_room.host == "p2"
    do(game_room, "p2", "leave")
    assert (game_room.host, game_room.seats) == ("", [])
    seat, _ = join(game_room, "Cyd", "token")
    assert game_room.host == seat.id


def test_bot_plans_between_one_and_four_seconds_ahead():
    delays = set()
    for number in range(40):
        game_room = room("Ada")
        for index in range(2):
            seed = f"{number * 2 + index:032x}"
            lobby.act(
                game_room, game_room.seat("p1"), "add_bot", {"level": "normal"}, ActionContext(NOON, seed)
            )
        change(game_room, "p1", "start")
        game_room.table.turn = "p2"
        game_room.table.decisions[0].players = ["p2"]
        bots.update_plans(game_room, [], NOON)
        plan = game_room.seat("p2").bot_state.plan
        assert plan.move == "place"
        delays.add(plan.at - NOON)
    assert min(delays) >= 1000
    assert max(delays) <= 4000
    assert len(delays) > 30


def test_plan_is_carried_out_when_its_time_has_come_and_not_before():
    game_room = with_bots("normal", "normal", first_player="random")
    now = play_on(
        game_room, NOON, lambda one: one.table.turn != "p1" and one.seat(one.table.turn).bot_state.plan
    )
    bot = game_room.table.turn
    plan = game_room.seat(bot).bot_state.plan
    assert game_room.next_due_at() == plan.at
    assert lobby.expire(game_room, plan.at - 1) == []
    events = tick(game_room, max(now, plan.at))
    assert "placed" in types(events)
    assert events[0].by == bot


def test_plan_that_is_no_longer_allowed_is_dropped():
    game_room = with_bots("normal", "normal")
    change(game_room, "p1", "place", cards=game_room.table.hand("p1").cards[:1])
    caller = game_room.seat("p3")
    late = moment(game_room, "p3", "call_cheat")
    caller.bot_state.plan = bots.Plan("call_cheat", late, NOON + 4000)
    now = play_on(game_room, NOON, lambda one: one.table.last.player == "p2")
    assert caller.bot_state.plan is None or caller.bot_state.plan.args.get("moment") != late["moment"]
    assert now < NOON + 4001


def test_plan_that_time_has_overtaken_is_replaced_by_what_is_allowed_now():
    game_room = with_bots("normal", "normal")
    game_room.table.turn = "p2"
    game_room.table.decisions[0].players = ["p2"]
    game_room.seat("p2").bot_state.plan = bots.Plan("call_cheat", {"play": 7}, NOON)
    events = tick(game_room, NOON)
    assert (types(events), events[0].by) == (["placed"], "p2")


def test_plan_of_a_bot_that_may_do_nothing_any_more_is_dropped_in_silence():
    game_room = with_bots("normal", "normal")
    game_room.seat("p2").bot_state.plan = bots.Plan("call_cheat", {"play": 7}, NOON)
    (event,) = tick(game_room, NOON)
    assert [event.view(viewer, 1, NOON).type for viewer in ("p1", "p3", None)] == ["hidden"] * 3
    assert game_room.seat("p2").bot_state.plan is None
    assert game_room.phase == "playing"


def test_game_of_one_silent_person_and_three_hard_bots_ends():
    """The clock plays for Ada, then a bot does."""
    game_room = with_bots(
        "hard", "hard", "hard", min_call_window_s=2, reveal_s=4, turn_s=45, final_call_window_s=10
    )
    play_on(game_room, NOON, lambda one: one.phase == "over")
    assert game_room.table.result.reason == "won"


def test_after_three_timeouts_in_a_row_a_bot_plays_until_the_player_acts():
    game_room = with_bots("normal", "normal", turn_s=45)
    now = play_on(game_room, NOON, lambda one: one.seat("p1").timeouts == 2)
    assert game_room.seat("p1").bot_state is None
    now = play_on(game_room, now, lambda one: one.seat("p1").bot_state is not None)
    marks = [mark.label for mark in see(game_room, "p2").players[0].badges]
    assert marks == ["bot playing"]
    assert see(game_room, "p1").players[0].bot is None
    assert "take_over" in offers(game_room, "p1")
    events = change(game_room, "p1", "take_over", now)
    assert types(events) == ["returned"]
    assert (game_room.seat("p1").bot_state, game_room.seat("p1").timeouts) == (None, 0)


def test_any_move_takes_the_seat_back_and_timeouts_must_be_in_a_row():
    game_room = with_bots("normal", "normal", turn_s=45)
    now = play_on(game_room, NOON, lambda one: one.seat("p1").timeouts == 2)
    now = play_on(game_room, now, lambda one: one.table.turn == "p1" and "place" in offers(one, "p1"))
    change(game_room, "p1", "place", now, cards=game_room.table.hand("p1").cards[:1])
    assert game_room.seat("p1").timeouts == 0
    now = play_on(game_room, now, lambda one: one.seat("p1").bot_state is not None)
    now = play_on(game_room, now, lambda one: one.table.turn == "p1" and "place" in offers(one, "p1"))
    events = change(game_room, "p1", "place", now, cards=game_room.table.hand("p1").cards[:1])
    assert types(events)[:2] == ["returned", "placed"]


def test_letting_a_call_window_pass_is_no_absence():
    game_room = room("Ada", "Bob", "Cyd", min_call_window_s=2, turn_s=0)
    do(game_room, "p1", "start")
    do(game_room, "p1", "place", cards=game_room.table.hand("p1").cards[:1])
    lobby.expire(game_room, NOON + 2000)
    assert [seat.timeouts for seat in game_room.seats] == [0, 0, 0]


def test_leaver_whose_seat_a_bot_takes_may_take_it_back():
    game_room = room("Ada", "Bob", "Cyd", on_leave="bot")
    do(game_room, "p1", "start")
    hand = list(game_room.table.hand("p2").cards)
    events = do(game_room, "p2", "leave")
    assert types(events)[:2] == ["left", "stand_in"]
    assert game_room.phase == "playing"
    assert game_room.table.hand("p2").cards == hand
    assert [player.status for player in see(game_room, "p1").players] == ["here", "left", "here"]
    assert game_room.seat_of("token of Bob") is game_room.seat("p2")
    assert offers(game_room, "p2") == ["take_over"]
    with pytest.raises(CheatError):
        do(game_room, "p2", "place", cards=hand[:1])
    do(game_room, "p2", "take_over")
    assert [player.status for player in see(game_room, "p1").players] == ["here", "here", "here"]
    assert game_room.table.hand("p2").cards == hand


def test_leaver_is_out_by_the_rules_unless_the_option_says_otherwise():
    game_room = room("Ada", "Bob", "Cyd", "Dan")
    do(game_room, "p1", "start")
    do(game_room, "p2", "leave")
    assert game_room.table.active() == ["p1", "p3", "p4"]
    assert game_room.seat_of("token of Bob") is None


def test_the_last_person_who_leaves_to_a_bot_is_host_again_on_return():
    game_room = room("Ada", on_leave="bot")
    for number in range(2):
        lobby.act(
            game_room,
            game_room.seat("p1"),
            "add_bot",
            {"level": "easy"},
            ActionContext(NOON, f"{number:032x}"),
        )
    do(game_room, "p1", "start")
    do(game_room, "p1", "leave")
    assert game_room.host == ""
    do(game_room, "p1", "take_over")
    assert game_room.host == "p1"


def test_bots_options_and_order_stay_for_the_next_game():
    game_room = with_bots("hard", "easy", turn_s=0, decks=2)
    game_room.seat("p1").bot_state = bots.new_bot_state("hard", "secret")
    bots.update_plans(game_room, [], NOON)
    play_on(game_room, NOON, lambda one: one.phase == "over")
    assert game_room.seat("p1").bot_state is None
    before = names(game_room)
    do(game_room, "p1", "play_again")
    assert game_room.phase == "lobby"
    assert names(game_room) == before
    assert game_room.options["decks"] == 2
    change(game_room, "p1", "start")
    assert game_room.phase == "playing"
    assert game_room.seat("p2").bot_state.memory.get("judged") is None


def test_minds_survive_storage_and_are_never_shown():
    game_room = with_bots("hard", "hard")
    change(game_room, "p1", "place", cards=game_room.table.hand("p1").cards[:1])
    again = decode(encode(game_room))
    assert encode(again) == encode(game_room)
    mind = game_room.seat("p2").bot_state
    for viewer in ("p1", "p2", None):
        body = json.encode(see(game_room, viewer)).decode()
        assert mind.rng.seed not in body
        assert '"memory"' not in body
        assert '"plan"' not in body


@pytest.mark.parametrize(("moves", "rounds"), [(0, 1), (3, 1), (8, 1), (21, 2), (34, 1), (55, 1)])
def test_from_every_decision_point_the_game_ends_though_nobody_acts(moves, rounds):
    """Play at random at first, then let only the clock act: turns, windows, rounds, stand-ins."""
    game_room = room("Ada", "Bob", "Cyd", "Dan", **DEFAULTS, rounds=rounds)
    chance, now = Rng(f"{moves:032x}"), NOON
    change(game_room, "p1", "start")
    for _ in range(moves):
        able = [
            (p, one)
            for p in game_room.table.active()
            for one in engine.moves(game_room.rules, game_room.table, p)
        ]
        if not able or chance.chance(0.3):
            now = max(now, game_room.next_due_at() or now)
            tick(game_room, now)
        else:
            player, one = chance.choice(able)
            change(game_room, player, one.name, now, **sample(one, game_room.table.cards_of, chance))
    play_on(game_room, now, lambda one: one.phase == "over")
    assert game_room.table.result.reason == "won"
