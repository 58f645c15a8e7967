"""Rooms that another release has stored: its options are ignored and kept, its tables unreadable."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import json

from cheat.engine.retired import OLDER_RELEASE
from cheat.errors import StoreUnavailable, Unreadable
from cheat.games import GAMES
from cheat.rooms import lobby, presence
from cheat.rooms.room import FORMAT, AnyRoom, decode, encode
from cheat.rooms.view import listing

from .older import OLDER
from .room_words import NOON, SEED, do, enter, offers, over, playing, room, see

NEWER: dict[str, Any] = {"jokers": 2, "first_rank": "king", "turn_s": 600}
"""A name, a value of a choice, and a number beyond the bounds of this release."""


def stored_by_newer(game_room: AnyRoom, *, table: bool = False, **options: Any) -> bytes:
    stored = json.decode(encode(game_room))
    stored["options"] |= options
    if table:
        stored["table"]["options"] |= options
    return json.encode(stored)


def stored_options(game_room: AnyRoom) -> list[dict[str, Any]]:
    """Return the stored options of the room, and of its table."""
    stored = json.decode(encode(game_room))
    return [stored["options"], stored["table"]["options"]] if stored["table"] else [stored["options"]]


def test_unknown_options_of_a_waiting_room_are_ignored_and_kept() -> None:
    game_room = decode(stored_by_newer(room("Ada", "Bob", rounds=2), **NEWER))
    seen = see(game_room, "p1")
    assert "jokers" not in seen.options
    assert (seen.options["first_rank"], seen.options["turn_s"], seen.options["rounds"]) == ("ace", 45, 2)
    enter(game_room, "Cyd")
    assert listing(game_room) is None
    do(game_room, "p1", "set_options", options={"rounds": 3})
    assert stored_options(decode(encode(game_room)))[0].items() >= {**NEWER, "rounds": 3}.items()
    do(game_room, "p1", "start")
    assert (game_room.phase, game_room.table.options.turn_s) == ("playing", 45)
    assert stored_options(game_room)[0].items() >= NEWER.items()


def test_known_option_that_the_host_sets_anew_is_no_longer_the_other_releases() -> None:
    game_room = decode(stored_by_newer(room("Ada"), **NEWER))
    do(game_room, "p1", "set_options", options={"turn_s": 30})
    assert stored_options(game_room)[0].items() >= {**NEWER, "turn_s": 30}.items()


def test_options_of_another_game_are_not_kept() -> None:
    game_room = decode(stored_by_newer(room("Ada"), **NEWER))
    do(game_room, "p1", "set_game", game="kittens")
    assert "jokers" not in game_room.options


@pytest.mark.parametrize("make", [playing, over], ids=["playing", "over"])
def test_unknown_options_of_a_table_are_ignored_and_kept(make: Any) -> None:
    game_room = decode(stored_by_newer(make(), table=True, **NEWER))
    assert game_room.table.options.turn_s == 45
    for viewer in ("p1", "p2", None):
        assert "jokers" not in see(game_room, viewer).options
    game_room = decode(encode(game_room))
    assert all(options.items() >= NEWER.items() for options in stored_options(game_room))


def test_game_with_unknown_options_is_played_on() -> None:
    game_room = decode(stored_by_newer(playing("Ada", "Bob", "Cyd"), table=True, **NEWER))
    for _ in range(3):
        player = game_room.table.turn
        do(game_room, player, "place", cards=game_room.table.hand(player).cards[:1])
        game_room = decode(encode(game_room))
        assert stored_options(game_room)[1].items() >= NEWER.items()
    presence.check_watching(game_room)
    lobby.expire(game_room, NOON + 10**6)
    do(game_room, "p2", "leave")
    assert game_room.phase == "over"
    assert "play_again" in offers(game_room, "p1")


def test_what_was_kept_for_a_table_goes_with_it() -> None:
    game_room = decode(stored_by_newer(over(), table=True, jokers=2))
    game_room.options.pop("jokers")
    do(game_room, "p1", "play_again")
    do(game_room, "p1", "start")
    assert all("jokers" not in options for options in stored_options(game_room))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_ignores_and_keeps_unknown_options(game: str) -> None:
    game_room = room("Ada", "Bob", "Cyd", game=game)
    lobby.start_game(game_room, lobby.ActionContext(NOON, "ab" * 16))
    again = decode(stored_by_newer(game_room, table=True, jokers=2))
    assert see(again, "p1") == see(game_room, "p1")
    assert [options["jokers"] for options in stored_options(again)] == [2, 2]


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{", b"[]", b"null", b"{}", b"\xff", b"[" * 10_000,
        encode(playing()).replace(b'"table":{"game":"cheat"', b'"table":{"game":"whist"'),
        encode(playing()).replace(b'"phase":"playing"', b'"phase":"paused"'),
        encode(playing()).replace(b'"turn":"p1"', b'"turn":1'),
        encode(room("Ada")).replace(b'"game":"cheat"', b'"game":"whist"'),
        stored_by_newer(playing(), table=True, jokers=2).replace(b'"turn":"p1"', b'"turn":1'),
    ],
)  # fmt: skip
def test_what_is_no_room_of_this_release_is_told_in_one_way(data: bytes) -> None:
    with pytest.raises(Unreadable) as caught:
        decode(data)
    assert isinstance(caught.value, StoreUnavailable)
    assert (caught.value.status, caught.value.code) == (503, "room_unreadable")


def older(phase: str, **changes: Any) -> bytes:
    return json.encode({**OLDER[phase], **changes})


def settle(game_room: AnyRoom, now: int) -> AnyRoom:
    """Carry out everything that is due by a time, storing and loading the room after each step."""
    while (due := game_room.next_due_at()) is not None and due <= now:
        assert lobby.expire(game_room, now, SEED), "what is due is done"
        game_room = decode(encode(game_room))
    return game_room


@pytest.mark.parametrize("phase", OLDER)
def test_room_of_an_older_release_goes_on_or_says_that_it_cannot(phase: str) -> None:
    """The game may end, but all players see the table, and another game is played."""
    now = OLDER[phase]["table"]["now"] if OLDER[phase]["table"] else NOON
    game_room = settle(decode(older(phase)), now)
    for viewer in ("p1", "p2", None):
        see(game_room, viewer)
    if game_room.phase == "over" and not phase.endswith("over"):
        assert game_room.running().result.text == OLDER_RELEASE
    while game_room.phase == "playing":
        game_room = settle(game_room, max(now := now + 3_600_000, game_room.next_due_at() or 0))
    for id in ("p1", "p2", "p3"):
        if "play_again" in offers(game_room, id):
            do(game_room, id, "play_again")
    assert {seat.name for seat in game_room.present()} == {"Ada", "Ben", "Cleo"}
    do(game_room, game_room.host, "start")
    assert game_room.phase == "playing"
    assert game_room.running().game == OLDER[phase]["game"]


@pytest.mark.parametrize("phase", ["cheat reveal", "kittens nope"])
def test_polls_tell_at_once_that_a_game_of_an_older_release_is_over(phase: str) -> None:
    game_room = decode(older(phase))
    assert game_room.next_due_at() == 0
    events = lobby.expire(game_room, NOON)
    assert ([event.type for event in events], game_room.phase) == (["game_over"], "over")
    table = see(game_room, "p1")
    assert (table.result.reason, table.result.text) == ("rules_failed", OLDER_RELEASE)
    assert [one.name for one in table.players] == ["Ada", "Ben", "Cleo"]


def test_result_of_an_older_release_stays() -> None:
    table = see(decode(older("cheat over")), "p1")
    assert table.phase == "over"
    assert table.result.winners == OLDER["cheat over"]["table"]["result"]["winners"]


@pytest.mark.parametrize("phase", ["cheat turn", "kittens peek"])
def test_table_of_a_newer_release_is_left_to_it(phase: str) -> None:
    """The game goes on if the bytes come from another release that still runs."""
    for release in (FORMAT, FORMAT + 1):
        with pytest.raises(Unreadable):
            decode(older(phase, format=release))


def test_room_is_stored_in_the_format_of_who_stores_it() -> None:
    game_room = decode(older("uno turn"))
    assert json.decode(encode(game_room))["format"] == FORMAT


def test_chosen_game_that_is_no_more_is_another_one_to_choose() -> None:
    game_room = decode(older("uno lobby", game="whist"))
    assert "set_game" in offers(game_room, "p1")
    do(game_room, "p1", "set_game", game="uno")
    do(game_room, "p1", "start")
    assert game_room.phase == "playing"
    with pytest.raises(Unreadable):
        decode(older("uno lobby", game="whist", format=FORMAT))
