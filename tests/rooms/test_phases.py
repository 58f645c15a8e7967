"""From the waiting room through a game to its result and back, for stayers and leavers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cheat.engine.table import Event
from cheat.errors import CheatError, Refused
from cheat.games.cheat.rules import Cheat, CheatOptions
from cheat.rooms import lobby
from cheat.rooms.room import AnyRoom, decode, encode, join

from .room_words import NOON, SEED, do, enter, ids, names, offers, over, playing, room, see, types, win


def phases(room_) -> dict:
    """Return the phase as each viewer sees it."""
    viewers = [seat.id for seat in room_.present()]
    return {viewer: see(room_, viewer).phase for viewer in (*viewers, None)}


# Playing


def test_current_player_is_marked_for_everybody() -> None:
    """Acceptance 24: and every hand size and the pile size are visible to all."""
    running = playing()
    for viewer in ("p1", "p2", "p3", None):
        seen = see(running, viewer)
        assert [player.id for player in seen.players if player.turn] == ["p1"]
        assert {zone.id: zone.count for zone in seen.zones} == {
            "hand:p1": 18, "hand:p2": 17, "hand:p3": 17, "pile": 0,
        }  # fmt: skip


def test_only_the_own_hand_is_seen() -> None:
    running = playing()
    for viewer in ("p1", "p2", "p3", None):
        seen = see(running, viewer)
        shown = [zone.id for zone in seen.zones if isinstance(zone.cards, list)]
        assert shown == ([f"hand:{viewer}"] if viewer else [])


def test_spectator_sees_the_table_and_may_do_nothing() -> None:
    """Edge case 23 of the rules."""
    seen = see(playing(), None)
    assert (seen.you, seen.moves, seen.phase) == (None, [], "playing")
    assert seen.prompt == "Waiting for Ada to place Aces."


def test_offers_in_a_game() -> None:
    running = playing()
    assert offers(running, "p1") == ["place", "set_chat", "set_crowd", "make_host", "leave"]
    assert offers(running, "p2") == ["leave"]


def test_next_players_turn_begins_when_the_player_on_turn_leaves() -> None:
    """Acceptance 22."""
    running = playing("Ada", "Bob", "Cyd", "Dan")
    do(running, "p1", "leave")
    assert [player.id for player in see(running, "p2").players if player.turn] == ["p2"]
    assert "place" in offers(running, "p2")


def test_nobody_can_call_on_a_play_of_somebody_who_left() -> None:
    """Acceptance 23."""
    running = playing("Ada", "Bob", "Cyd", "Dan")
    do(running, "p1", "place", cards=running.table.hand("p1").cards[:1])
    assert "call_cheat" in offers(running, "p3")
    do(running, "p1", "leave")
    assert all("call_cheat" not in offers(running, player) for player in ("p2", "p3", "p4"))


def test_leaver_of_a_game_stays_in_the_list_as_gone() -> None:
    """The table mentions the seat, and all viewers see that its player has left."""
    running = playing("Ada", "Bob", "Cyd", "Dan")
    events = do(running, "p3", "leave")
    assert types(events)[0] == "left"
    assert {player.id: player.status for player in see(running, "p1").players} == {
        "p1": "here", "p2": "here", "p3": "left", "p4": "here",
    }  # fmt: skip


def test_game_ends_when_too_few_are_left() -> None:
    """Acceptance 21."""
    running = playing()
    do(running, "p2", "leave")
    assert running.phase == "over"
    seen = see(running, "p1")
    assert seen.result is not None
    assert (seen.phase, seen.result.text, seen.result.winners) == (
        "over",
        "Not enough players to continue.",
        [],
    )


def test_everybody_may_leave_a_game() -> None:
    running = playing()
    for player in ("p1", "p2", "p3"):
        do(running, player, "leave")
    assert (ids(running), running.host, running.phase) == ([], "", "lobby")
    assert enter(running, "Dan").id == running.host == "p4"
    assert see(decode(encode(running)), "p4").phase == "lobby"


def test_turn_clock_is_due_and_applied_once() -> None:
    running = playing(turn_s=10)
    assert running.next_due_at() == see(running, "p2").deadline == NOON + 10_000
    assert lobby.expire(running, NOON + 9_999) == []
    assert "timed_out" in types(lobby.expire(running, NOON + 10_000))
    assert lobby.expire(running, NOON + 10_000) == []
    assert running.next_due_at() == NOON + 20_000


def test_nothing_is_due_outside_a_game() -> None:
    for quiet in (room("Ada"), over(turn_s=10)):
        assert quiet.next_due_at() is None
        assert lobby.expire(quiet, NOON + 10**9) == []


# Over


def test_everybody_sees_the_result_and_the_winner_has_a_win() -> None:
    """Acceptance 19."""
    ended = over()
    for viewer in ("p1", "p2", "p3", None):
        seen = see(ended, viewer)
        assert seen.result is not None
        told = "You won the game." if viewer == "p1" else "Ada won the game."
        assert (seen.phase, seen.result.text, seen.result.winners) == ("over", told, ["p1"])
        assert seen.prompt == told
        assert [player.wins for player in seen.players] == [1, 0, 0]
        assert not any(player.turn for player in seen.players)
    assert offers(ended, "p2") == ["play_again", "leave"]


@pytest.mark.parametrize("order", [("p1", "p2", "p3"), ("p3", "p2", "p1"), ("p2", "p3", "p1")])
def test_play_again_in_any_order_leads_back_to_the_waiting_room(order: tuple[str, ...]) -> None:
    """The host need not be the first player."""
    ended = over()
    for number, player in enumerate(order, 1):
        (event,) = do(ended, player, "play_again")
        assert (event.type, event.by) == ("back", player)
        here = dict.fromkeys(order[:number], "lobby")
        there = dict.fromkeys([*order[number:]], "over")
        assert phases(ended) == {**here, **there, None: "lobby" if number == 3 else "over"}
    assert ended.phase == "lobby"
    assert [player.wins for player in see(ended, "p2").players] == [1, 0, 0]


def test_result_is_not_shown_to_those_who_are_back() -> None:
    ended = over()
    do(ended, "p2", "play_again")
    seen = see(ended, "p2")
    assert (seen.phase, seen.zones, seen.result) == ("lobby", [], None)
    assert [mark.label for player in seen.players for mark in player.badges] == ["at the result"] * 2
    assert see(ended, "p1").result is not None


def test_host_who_is_back_may_start_while_others_look_at_the_result() -> None:
    ended = over()
    do(ended, "p1", "play_again")
    assert "start" in offers(ended, "p1")
    do(ended, "p1", "start")
    assert (ended.phase, len(ended.table.players), ended.table.result) == ("playing", 3, None)
    assert set(phases(ended).values()) == {"playing"}


def test_host_at_the_result_cannot_start_yet() -> None:
    ended = over()
    do(ended, "p2", "play_again")
    with pytest.raises(CheatError) as caught:
        do(ended, "p1", "start")
    assert caught.value.code == "illegal_move"
    with pytest.raises(CheatError) as caught:
        do(ended, "p2", "start")
    assert caught.value.code == "not_host"


def test_play_again_twice_or_outside_a_result_is_refused() -> None:
    ended = over()
    do(ended, "p2", "play_again")
    for game_room, code in (
        (ended, "illegal_move"),
        (playing(), "game_running"),
        (room("Ada", "Bob"), "illegal_move"),
    ):
        with pytest.raises(CheatError) as caught:
            do(game_room, "p2", "play_again")
        assert caught.value.code == code


def test_deal_moves_on_in_the_next_game() -> None:
    ended = over()
    for player in ("p1", "p2", "p3"):
        do(ended, player, "play_again")
    do(ended, "p1", "start")
    assert ended.table.turn == "p2"
    assert (ended.table.last, ended.table.ranks) == (None, [0])


def test_who_joins_during_a_result_is_in_the_waiting_room() -> None:
    ended = over()
    assert enter(ended, "Dan").id == "p4"
    assert phases(ended) == {"p1": "over", "p2": "over", "p3": "over", "p4": "lobby", None: "over"}
    assert names(ended) == ["Ada", "Bob", "Cyd", "Dan"]
    for player in ("p1", "p2", "p3"):
        do(ended, player, "play_again")
    assert ended.phase == "lobby"
    do(ended, "p1", "start")
    assert [player.id for player in ended.table.players] == ["p1", "p2", "p3", "p4"]


def test_leaver_of_a_result_stays_in_it_but_not_in_the_next_game() -> None:
    ended = over("Ada", "Bob", "Cyd", "Dan")
    do(ended, "p2", "leave")
    assert {player.id: player.status for player in see(ended, "p3").players}["p2"] == "left"
    do(ended, "p1", "play_again")
    assert [player.id for player in see(ended, "p1").players] == ["p1", "p3", "p4"]
    do(ended, "p1", "start")
    assert [player.id for player in ended.table.players] == ["p1", "p3", "p4"]


def test_last_one_at_the_result_who_leaves_opens_the_waiting_room() -> None:
    ended = over()
    do(ended, "p1", "play_again")
    do(ended, "p2", "play_again")
    do(ended, "p3", "leave")
    assert (ended.phase, ids(ended)) == ("lobby", ["p1", "p2"])


def test_host_who_leaves_at_the_result_hands_over() -> None:
    ended = over()
    do(ended, "p1", "leave")
    assert ended.host == "p2"
    do(ended, "p2", "play_again")
    do(ended, "p3", "play_again")
    assert (ended.phase, ids(ended)) == ("lobby", ["p2", "p3"])


def test_wins_are_counted_over_several_games() -> None:
    ended = over()
    for wins in (2, 3):
        do(ended, "p1", "play_again")
        do(ended, "p1", "start")
        win(ended, "p1" if wins == 2 else "p2")
    assert {player.id: player.wins for player in see(ended, None).players} == {"p1": 2, "p2": 1, "p3": 0}


# Stored form


@pytest.mark.parametrize("make_room", [room, playing, over])
def test_room_survives_being_stored(make_room) -> None:
    full = make_room("Ada", "Bob", "Cyd", public=True)
    stored = encode(full)
    again = decode(stored)
    assert encode(again) == stored
    for viewer in ("p1", "p3", None):
        assert see(again, viewer) == see(full, viewer)


@pytest.mark.parametrize("name", ["{p2}", "{p1}", "{name}"])
def test_braces_in_a_name_stay_as_they_are(name: str) -> None:
    """A name is inserted into texts once, and not read as a template again."""
    running = playing(name, "Bob", "Cyd")
    assert see(running, "p2").prompt == f"Waiting for {name} to place Aces."


class Hosted(Cheat):
    """Cheat in which the host deals."""

    def deal(self, table, previous, host):
        super().deal(table, previous, host)
        table.dealer = host


def test_a_game_is_told_who_is_host(there_are: Callable[..., None]) -> None:
    there_are(Hosted())
    game_room = room("Ada", "Bob", "Cyd")
    do(game_room, "p1", "make_host", player="p2")
    do(game_room, "p2", "start")
    assert game_room.running().dealer == "p2"


def test_who_is_out_and_leaves_stays_in_the_list_as_long_as_the_game_speaks_of_them() -> None:
    running = playing("Ada", "Bob", "Cyd", "Dan")
    running.running().player("p2").active = False
    do(running, "p2", "leave")
    assert ids(running) == ["p1", "p2", "p3", "p4"]
    assert see(running, None).players[1].status == "left"
    win(running, running.running().turn)
    for player in ("p1", "p3", "p4"):
        do(running, player, "play_again")
    assert ids(running) == ["p1", "p3", "p4"]


class Countdown(Cheat):
    """Cheat that begins by itself ten seconds after the last player has joined."""

    def countdown(self, options: CheatOptions) -> int | None:
        return 10


@pytest.fixture
def counting(there_are: Callable[..., None]) -> None:
    there_are(Countdown())


def after(game_room: AnyRoom, events: list[Event], now: int = NOON) -> int | None:
    lobby.update_countdown(game_room, events, now)
    return game_room.starts_at


@pytest.mark.usefixtures("counting")
def test_countdown_starts_with_enough_players_and_afresh_with_each_who_joins() -> None:
    game_room = room("Ada", "Bob")
    assert after(game_room, []) is None
    assert after(game_room, join(game_room, "Cyd", "c")[1]) == NOON + 10_000
    assert after(game_room, do(game_room, "p1", "rename", name="Eve"), NOON + 3000) == NOON + 10_000
    assert after(game_room, join(game_room, "Dan", "d")[1], NOON + 4000) == NOON + 14_000
    assert game_room.next_due_at() == NOON + 14_000
    assert see(game_room, "p2").deadline == NOON + 14_000


@pytest.mark.usefixtures("counting")
def test_countdown_stops_when_too_few_are_left() -> None:
    game_room = room("Ada", "Bob", "Cyd")
    after(game_room, [])
    assert after(game_room, do(game_room, "p3", "leave")) is None
    assert game_room.next_due_at() is None


@pytest.mark.usefixtures("counting")
def test_countdown_begins_the_game_and_replaces_the_button() -> None:
    game_room = room("Ada", "Bob", "Cyd")
    after(game_room, [])
    assert "start" not in offers(game_room, "p1")
    with pytest.raises(Refused) as refused:
        do(game_room, "p1", "start")
    assert refused.value.code == "starts_by_itself"
    assert lobby.expire(game_room, NOON + 9999, SEED) == []
    assert types(lobby.expire(game_room, NOON + 10_000, SEED))[:2] == ["started", "dealt"]
    assert (game_room.phase, game_room.starts_at) == ("playing", None)


@pytest.mark.usefixtures("counting")
def test_the_host_stops_a_countdown_and_starts_the_game() -> None:
    game_room = room("Ada", "Bob", "Cyd")
    after(game_room, [])
    assert "stop_countdown" in offers(game_room, "p1") and "stop_countdown" not in offers(game_room, "p2")
    assert after(game_room, do(game_room, "p1", "stop_countdown")) is None
    assert after(game_room, join(game_room, "Dan", "d")[1]) is None
    assert "stop_countdown" not in offers(game_room, "p1")
    do(game_room, "p1", "start")
    assert (game_room.phase, game_room.countdown_stopped) == ("playing", False)


@pytest.mark.usefixtures("counting")
def test_a_stopped_countdown_runs_again_for_other_options() -> None:
    game_room = room("Ada", "Bob", "Cyd")
    after(game_room, [])
    after(game_room, do(game_room, "p1", "stop_countdown"))
    assert after(game_room, do(game_room, "p1", "set_options", options={"decks": 2})) == NOON + 10_000
