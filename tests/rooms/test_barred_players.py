"""A player that the host has removed cannot come back at once."""

from __future__ import annotations

import pytest

from cheat.errors import CheatError, Unauthorized
from cheat.i18n.messages import ENGLISH
from cheat.rooms.room import BARRED_MS, AnyRoom, decode, encode, join
from cheat.rooms.tokens import hashed
from cheat.service.delivery.answers import seat_of_caller

from .room_words import NOON, do, names, room


def of(*people: tuple[str, str]) -> AnyRoom:
    """Return a room with these people, each with the origin from which they joined."""
    game_room = room()
    for name, origin in people:
        join(game_room, name, f"token of {name}", origin=origin)
    return game_room


def come(game_room: AnyRoom, name: str, origin: str = "", now: int = NOON) -> str:
    """Let a player join. Return `in`, or the code of the refusal."""
    game_room = decode(encode(game_room))
    try:
        join(game_room, name, "another token", origin=origin, now=now)
    except CheatError as refusal:
        assert names(game_room).count(name) == 0
        return f"{refusal.status} {refusal.code}"
    return "in"


def test_removed_player_does_not_come_back_under_the_same_name() -> None:
    game_room = of(("Ada", ""), ("Bob", ""))
    do(game_room, "p1", "kick", player="p2")
    assert come(game_room, "Bob") == come(game_room, " BOB ") == "403 kicked"
    assert come(game_room, "Cyd") == "in"


def test_removed_player_does_not_come_back_under_a_name_that_looks_the_same() -> None:
    game_room = of(("Ada", ""), ("Ann", ""), ("Il", ""))
    for player in ("p2", "p3"):
        do(game_room, "p1", "kick", player=player)
    assert come(game_room, "Аnn") == come(game_room, "ΑNN") == come(game_room, "ll") == "403 kicked"
    assert come(game_room, "Anna") == "in"


def test_removed_player_does_not_come_back_under_another_name_from_the_same_place() -> None:
    game_room = of(("Ada", "home"), ("Bob", "cafe"))
    do(game_room, "p1", "kick", player="p2")
    assert come(game_room, "Rob", "cafe") == "403 kicked"
    assert come(game_room, "Rob", "elsewhere") == come(game_room, "Rob") == "in"


def test_place_that_somebody_else_in_the_room_shares_is_not_barred() -> None:
    game_room = of(("Ada", "school"), ("Bob", "school"))
    do(game_room, "p1", "kick", player="p2")
    assert come(game_room, "Cyd", "school") == "in"
    assert come(game_room, "Bob", "school") == "403 kicked"


def test_who_was_removed_may_come_back_after_ten_minutes() -> None:
    game_room = of(("Ada", "home"), ("Bob", "cafe"))
    do(game_room, "p1", "kick", player="p2")
    assert come(game_room, "Bob", "cafe", NOON + 599_999) == "403 kicked"
    assert come(game_room, "Bob", "cafe", NOON + BARRED_MS) == "in"
    assert BARRED_MS == 600_000


def test_who_left_may_come_back_at_once() -> None:
    game_room = of(("Ada", "home"), ("Bob", "cafe"))
    do(game_room, "p2", "leave")
    assert come(game_room, "Bob", "cafe") == "in"


def test_room_remembers_the_last_twenty() -> None:
    game_room = of(("Ada", "home"))
    for number in range(30):
        seat, _ = join(game_room, f"N{number}", f"t{number}", origin=f"place {number}", now=NOON)
        do(game_room, "p1", "kick", player=seat.id)
    assert [one.name for one in game_room.barred] == [f"N{number}" for number in range(10, 30)]


@pytest.mark.parametrize("now", [NOON, NOON + 60_000])
def test_nobody_unknown_is_barred_because_no_place_is_known(now: int) -> None:
    game_room = of(("Ada", "home"), ("Bob", ""))
    do(game_room, "p1", "kick", player="p2")
    assert come(game_room, "Cyd", "", now) == "in"


def test_who_was_removed_is_told_why() -> None:
    game_room = room("Ada")
    for name in ("Bob", "Cyd"):
        join(game_room, name, hashed(name))
    (event,) = do(game_room, "p1", "kick", player="p2", reason="idle")
    told_to_all = event.view(None, 1, NOON).args
    assert (told_to_all["reason"], told_to_all["why"]) == ("not playing", "idle")
    do(game_room, "p1", "kick", player="p3")
    told = []
    for name in ("Bob", "Cyd", "Dan"):
        with pytest.raises(Unauthorized) as refused:
            seat_of_caller(decode(encode(game_room)), hashed(name))
        told.append(ENGLISH.say(refused.value.detail))
    assert told == [
        "The host removed you: not playing. You can come back after ten minutes.",
        "The host removed you. You can come back after ten minutes.",
        "You aren't in this room. Join it first.",
    ]
