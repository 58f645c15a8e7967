"""The host chooses another game while others see a result: a table keeps the rules of its deal."""

from __future__ import annotations

from itertools import permutations

import pytest

from cheat.games import GAMES
from cheat.rooms import bots, lobby
from cheat.rooms.room import AnyRoom, decode, encode
from cheat.rooms.room_moves import finish_step

from .room_words import NOON, do, enter, form_of, offers, room, see

BY_HOST = {"uno": {"start_mode": "host"}}
PAIRS = list(permutations(GAMES, 2))


def at_result(game: str) -> AnyRoom:
    """Return a room in which Bob and Cyd see a result, and Ada, the host, is back."""
    game_room = room("Ada", "Bob", "Cyd", game=game, **BY_HOST.get(game, {}))
    do(game_room, "p1", "start")
    game_room.table.decisions = []
    game_room.table.finish(["p1"], "won", "{p1} won.", lambda one: (one.id != "p1",))
    finish_step(game_room, game_room.table.events)
    game_room.table.events = []
    do(game_room, "p1", "play_again")
    return game_room


@pytest.mark.parametrize(("dealt", "chosen"), PAIRS)
def test_who_is_at_the_result_sees_the_game_that_was_played(dealt: str, chosen: str) -> None:
    game_room = at_result(dealt)
    before = {viewer: see(game_room, viewer) for viewer in ("p2", None)}
    do(game_room, "p1", "set_game", game=chosen)
    for viewer, seen in before.items():
        after = see(game_room, viewer)
        assert (after.game, after.options, after.phase) == (dealt, seen.options, "over")
        assert (after.zones, after.result, after.prompt) == (seen.zones, seen.result, seen.prompt)
        assert [player.badges for player in after.players] == [player.badges for player in seen.players]


@pytest.mark.parametrize(("dealt", "chosen"), PAIRS)
def test_who_is_back_sees_the_game_that_is_chosen(dealt: str, chosen: str) -> None:
    game_room = at_result(dealt)
    do(game_room, "p1", "set_game", game=chosen)
    enter(game_room, "Dan")
    for viewer in ("p1", "p4"):
        seen = see(game_room, viewer)
        assert (seen.game, seen.phase, seen.result) == (chosen, "lobby", None)
        assert seen.options == game_room.options


@pytest.mark.parametrize(("dealt", "chosen"), PAIRS)
def test_result_is_left_and_the_other_game_begins(dealt: str, chosen: str) -> None:
    game_room = at_result(dealt)
    do(game_room, "p1", "set_game", game=chosen)
    enter(game_room, "Dan")
    assert offers(game_room, "p2") == ["play_again", "leave"]
    assert lobby.expire(game_room, NOON + 10**9) == []
    bots.update_plans(game_room, [], NOON)
    do(game_room, "p2", "leave")
    do(game_room, "p1", "set_options", options=BY_HOST.get(chosen, {}))
    do(game_room, "p1", "start")
    assert (game_room.phase, game_room.dealt_game) == ("playing", chosen)
    assert see(decode(encode(game_room)), "p4").game == chosen


def test_leaving_follows_the_options_that_were_dealt() -> None:
    game_room = room("Ada", "Bob", "Cyd", on_leave="bot")
    do(game_room, "p1", "start")
    game_room.options["on_leave"] = "rules"
    assert "A bot will play for you" in form_of(game_room, "p2", "leave").confirm
    assert [event.type for event in do(game_room, "p2", "leave")][:2] == ["left", "stand_in"]
