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


def stored_by_newer(made: AnyRoom, *, table: bool = False, **options: Any) -> bytes:
    stored = json.decode(encode(made))
    stored["options"] |= options
    if table:
        stored["table"]["options"] |= options
    return json.encode(stored)


def stored_options(made: AnyRoom) -> list[dict[str, Any]]:
    """The options as they are stored: of the room, and of its table."""
    stored = json.decode(encode(made))
    return [stored["options"], stored["table"]["options"]] if stored["table"] else [stored["options"]]


def test_unknown_options_of_a_waiting_room_are_ignored_and_kept() -> None:
    made = decode(stored_by_newer(room("Ada", "Bob", rounds=2), **NEWER))
    seen = see(made, "p1")
    assert "jokers" not in seen.options
    assert (seen.options["first_rank"], seen.options["turn_s"], seen.options["rounds"]) == ("ace", 45, 2)
    enter(made, "Cyd")
    assert listing(made) is None
    do(made, "p1", "set_options", options={"rounds": 3})
    assert stored_options(decode(encode(made)))[0].items() >= {**NEWER, "rounds": 3}.items()
    do(made, "p1", "start")
    assert (made.phase, made.table.options.turn_s) == ("playing", 45)
    assert stored_options(made)[0].items() >= NEWER.items()


def test_known_option_that_the_host_sets_anew_is_no_longer_the_other_releases() -> None:
    made = decode(stored_by_newer(room("Ada"), **NEWER))
    do(made, "p1", "set_options", options={"turn_s": 30})
    assert stored_options(made)[0].items() >= {**NEWER, "turn_s": 30}.items()


def test_options_of_another_game_are_not_kept() -> None:
    made = decode(stored_by_newer(room("Ada"), **NEWER))
    do(made, "p1", "set_game", game="kittens")
    assert "jokers" not in made.options


@pytest.mark.parametrize("make", [playing, over], ids=["playing", "over"])
def test_unknown_options_of_a_table_are_ignored_and_kept(make: Any) -> None:
    made = decode(stored_by_newer(make(), table=True, **NEWER))
    assert made.table.options.turn_s == 45
    for viewer in ("p1", "p2", None):
        assert "jokers" not in see(made, viewer).options
    made = decode(encode(made))
    assert all(options.items() >= NEWER.items() for options in stored_options(made))


def test_game_with_unknown_options_is_played_on() -> None:
    made = decode(stored_by_newer(playing("Ada", "Bob", "Cyd"), table=True, **NEWER))
    for _ in range(3):
        player = made.table.turn
        do(made, player, "place", cards=made.table.hand(player).cards[:1])
        made = decode(encode(made))
        assert stored_options(made)[1].items() >= NEWER.items()
    presence.check_watching(made)
    lobby.expire(made, NOON + 10**6)
    do(made, "p2", "leave")
    assert made.phase == "over"
    assert "play_again" in offers(made, "p1")


def test_what_was_kept_for_a_table_goes_with_it() -> None:
    made = decode(stored_by_newer(over(), table=True, jokers=2))
    made.options.pop("jokers")
    do(made, "p1", "play_again")
    do(made, "p1", "start")
    assert all("jokers" not in options for options in stored_options(made))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_ignores_and_keeps_unknown_options(game: str) -> None:
    made = room("Ada", "Bob", "Cyd", game=game)
    lobby.start_game(made, lobby.ActionContext(NOON, "ab" * 16))
    again = decode(stored_by_newer(made, table=True, jokers=2))
    assert see(again, "p1") == see(made, "p1")
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


def settle(made: AnyRoom, now: int) -> AnyRoom:
    """All that is due by then is done, one step after the other, each stored and read again."""
    while (due := made.due()) is not None and due <= now:
        assert lobby.expire(made, now, SEED), "what is due is done"
        made = decode(encode(made))
    return made


@pytest.mark.parametrize("phase", OLDER)
def test_room_of_an_older_release_goes_on_or_says_that_it_cannot(phase: str) -> None:
    """The game may end, but all players see the table, and another game is played."""
    now = OLDER[phase]["table"]["now"] if OLDER[phase]["table"] else NOON
    made = settle(decode(older(phase)), now)
    for viewer in ("p1", "p2", None):
        see(made, viewer)
    if made.phase == "over" and not phase.endswith("over"):
        assert made.running().result.text == OLDER_RELEASE
    while made.phase == "playing":
        made = settle(made, max(now := now + 3_600_000, made.due() or 0))
    for id in ("p1", "p2", "p3"):
        if "play_again" in offers(made, id):
            do(made, id, "play_again")
    assert {seat.name for seat in made.present()} == {"Ada", "Ben", "Cleo"}
    do(made, made.host, "start")
    assert made.phase == "playing"
    assert made.running().game == OLDER[phase]["game"]


@pytest.mark.parametrize("phase", ["cheat reveal", "kittens nope"])
def test_polls_tell_at_once_that_a_game_of_an_older_release_is_over(phase: str) -> None:
    made = decode(older(phase))
    assert made.due() == 0
    events = lobby.expire(made, NOON)
    assert ([event.type for event in events], made.phase) == (["game_over"], "over")
    table = see(made, "p1")
    assert (table.result.reason, table.result.text) == ("rules_failed", OLDER_RELEASE)
    assert [one.name for one in table.players] == ["Ada", "Ben", "Cleo"]


def test_result_of_an_older_release_stays() -> None:
    table = see(decode(older("cheat over")), "p1")
    assert table.phase == "over"
    assert table.result.winners == OLDER["cheat over"]["table"]["result"]["winners"]


@pytest.mark.parametrize("phase", ["cheat turn", "kittens peek"])
def test_table_of_a_newer_release_is_left_to_it(phase: str) -> None:
    """The same bytes, were they of a release beside this one, are nothing to end a game for."""
    for release in (FORMAT, FORMAT + 1):
        with pytest.raises(Unreadable):
            decode(older(phase, format=release))


def test_room_is_stored_in_the_format_of_who_stores_it() -> None:
    made = decode(older("uno turn"))
    assert json.decode(encode(made))["format"] == FORMAT


def test_chosen_game_that_is_no_more_is_another_one_to_choose() -> None:
    made = decode(older("uno lobby", game="whist"))
    assert "set_game" in offers(made, "p1")
    do(made, "p1", "set_game", game="uno")
    do(made, "p1", "start")
    assert made.phase == "playing"
    with pytest.raises(Unreadable):
        decode(older("uno lobby", game="whist", format=FORMAT))
