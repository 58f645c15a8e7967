"""Cursors, and events as a viewer sees them."""

from __future__ import annotations

from itertools import permutations

import pytest
from msgspec import json

from cheat.engine.table import Event, Moved
from cheat.i18n.messages import Language
from cheat.rooms.room import Seat, new_room
from cheat.service.delivery.answers import (
    DecodedVersion,
    LogEntry,
    Position,
    cursor_of,
    position_of,
    position_of_cursor,
    views_of_entries,
)
from cheat.store.rooms import LoggedRoom, StoredRoom

PUBLIC = Event(type="noped", text="{by} says Nope.", by="p1")
PRIVATE = Event(type="placed", text="Only you know.", by="p1", viewers=["p1"])


def test_cursor_has_no_private_part_without_private_acts() -> None:
    assert cursor_of(Position("e1", 7)) == "e1.7"
    assert cursor_of(Position("e1", 7, 3)) == "e1.7.3"


@pytest.mark.parametrize("at", [Position("e1", 0), Position("e1", 12, 3), Position("", 1)])
def test_a_cursor_is_read_as_it_was_written(at: Position) -> None:
    assert position_of_cursor(cursor_of(at)) == at


@pytest.mark.parametrize(
    "junk", ["", "e1", "e1.", "e1.1.", "e1.1.x", "e1.1.-1", "e1.1.1.1", "e1.1." + "9" * 16]
)
def test_junk_is_no_position(junk: str) -> None:
    assert position_of_cursor(junk) is None


def test_only_the_own_seat_has_a_private_position() -> None:
    stored = StoredRoom("e1", 7, b"{}", private=5)
    assert position_of(stored, None) == position_of(stored, Seat("p1", "Ada", "")) == Position("e1", 7)
    assert position_of(stored, Seat("p2", "Bob", "", private_version=2)) == Position("e1", 7, 2)


@pytest.mark.parametrize(
    ("at", "ahead"),
    [((7, 2), False), ((7, 1), False), ((6, 2), False), ((8, 2), True), ((7, 3), True), ((6, 3), True)],
)
def test_a_position_is_ahead_by_its_version_or_by_private_acts(at: tuple[int, int], ahead: bool) -> None:
    assert Position("e1", *at).is_ahead_of(Position("e1", 7, 2)) is ahead
    assert not Position("e2", *at).is_ahead_of(Position("e1", 7, 2))


def views_of(viewer: str | None, *versions: list[Event]) -> list[tuple[int, str]]:
    entries = [json.encode(LogEntry(99, events)) for events in versions]
    seat = Seat(viewer, viewer, "") if viewer else None
    return [(event.v, event.type) for event in views_of_entries(entries, 5, seat)]


@pytest.mark.parametrize("viewer", ["p2", None])
def test_others_get_only_what_they_may_know(viewer: str | None) -> None:
    assert views_of(viewer, [PRIVATE, PUBLIC], [PUBLIC, PRIVATE]) == [(5, "noped"), (6, "noped")]
    assert views_of("p1", [PRIVATE, PUBLIC]) == [(5, "placed"), (5, "noped")]


def test_every_version_gives_at_least_one_event() -> None:
    """Logs of an earlier release have such versions."""
    assert views_of("p2", [PRIVATE, PRIVATE], [PUBLIC]) == [(5, "hidden"), (6, "noped")]


SHOWN = Event(
    type="given",
    by="p1",
    cards=[
        Moved(source="a", target="b", faces=["QH"], viewers=["p1", "p2"]),
        Moved(source="a", target="c", faces=["2S"], viewers=["p1"]),
    ],
)


@pytest.mark.parametrize("order", [*permutations(("p1", "p2", "p3", None))], ids=str)
def test_events_do_not_depend_on_earlier_readers(order: tuple[str | None, ...]) -> None:
    """Viewers that see the same share their views."""
    opened, language = DecodedVersion(new_room("bcdfg", "e1", "cheat", {}, public=False), 6), Language()
    entries = [json.encode(LogEntry(99, events)) for events in ([PUBLIC], [SHOWN, PRIVATE])]
    for viewer in order:
        seat = Seat(viewer, viewer, "") if viewer else None
        for known in (4, 5):
            shared = opened.events_since(LoggedRoom(StoredRoom("e1", 6, b""), entries), known, seat, language)
            assert shared == views_of_entries(entries[known - 4 :], known + 1, seat, language)
