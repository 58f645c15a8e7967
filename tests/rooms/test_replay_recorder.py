"""The record of a room that anything happens to: played again it ends at the very table."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import to_builtins

from cheat.engine.table import Event
from cheat.games import GAMES
from cheat.rooms import playback
from cheat.rooms.playback import ReplayStep
from cheat.rooms.replay_recorder import (
    MOST_BYTES,
    MOST_TAIL,
    RecordedSeat,
    ReplayRecorder,
    Start,
    read_recording,
)
from tests.sampling import pairs

from .world import World, begun, waiting_room

STEPS = 80


def wander(world: World, steps: int) -> None:
    """Moves, clocks, and people who come, go away, leave, and take their seats back."""
    for number in range(steps):
        if world.room.phase != "playing":
            return
        match world.rng.between(0, 19):
            case 0 if len(world.people()) > 1:
                world.act(world.rng.choice(world.people()).id, "leave", {})
            case 1:
                world.join(f"Guest{number}", next_game=True)
            case 2:
                world.absent = set() if world.absent else {world.rng.choice(world.room.people()).id}
            case 3 | 4 | 5:
                world.forward()
            case 6:
                for seat in world.room.seats:
                    world.act(seat.id, "take_over", {})
            case _:
                if not world.play():
                    world.forward()


def scenes(world: World) -> list[ReplayStep]:
    recording = read_recording(world.blocks, world.room.recorder)
    assert recording is not None
    rules = GAMES[recording.start.game]
    found = [playback.first_step(rules, recording.start)]
    for step in recording.inputs:
        found.append(playback.next_step(rules, found[-1], step))
    return found


@pytest.mark.parametrize(("game", "seed"), pairs(list(GAMES), range(4), every=4))
@pytest.mark.parametrize("on_leave", ["rules", "bot"])
def test_record_ends_at_the_table_of_the_room(game: str, seed: int, on_leave: str) -> None:
    world = begun(game, 3, 2, on_leave=on_leave)
    world.rng.blocks_used += 1000 * seed
    wander(world, STEPS)
    assert to_builtins(scenes(world)[-1].table) == to_builtins(world.room.table)


def test_leaver_is_told_of_and_has_left() -> None:
    world = begun("cheat", 4, on_leave="rules", turn_s=0)
    assert world.act("p2", "leave", {}) is None
    last = scenes(world)[-1]
    assert last.events[0].type == "left"
    assert last.left == {"p2"}


def test_stand_in_is_told_of_though_nothing_happens_in_the_game() -> None:
    world = begun("cheat", 4, on_leave="bot", turn_s=0)
    before = len(scenes(world))
    assert world.act("p2", "leave", {}) is None
    *_, last = scenes(world)
    assert (len(scenes(world)), last.left) == (before + 1, frozenset())
    assert [event.type for event in last.events] == ["left", "stand_in"]


def test_who_is_there_is_no_part_of_the_game() -> None:
    world = begun("cheat", 4, turn_s=0)
    before = len(scenes(world))
    world.absent = {"p3"}
    world.now += 50_000
    world.settle()
    assert world.history[-1] == "away"
    assert len(scenes(world)) == before


def test_next_deal_begins_another_record() -> None:
    world = begun("cheat", 3)
    world.play()
    world.end()
    for seat in world.room.people():
        world.act(seat.id, "play_again", {})
    assert world.act(world.room.host, "start", {}) is None
    only = scenes(world)
    assert (len(world.blocks), len(only)) == (1, 1)
    assert only[0].table.dealer == "p1", "after p3, who dealt the game before"


def test_waiting_room_records_nothing() -> None:
    world = waiting_room("cheat")
    assert (world.blocks, world.room.recorder) == ([], ReplayRecorder())


def test_what_was_said_stands_around_what_the_game_said() -> None:
    before, game, after = (Event(type=type) for type in ("before", "game", "after"))
    start = Start(game="cheat", seats=[RecordedSeat("p1", "Ada")], seed="", now=1)
    tape = ReplayRecorder(at=1, start=start)
    tape.add_events([game])
    tape.close([before, game, after], 1, running=True)
    assert (start.room_events, start.room_events_before) == ([before, after], 1)
    tape.add_input(5, "p1")
    tape.add_events([game])
    tape.close([game, after], 5, running=True)
    tape.add_input(6)
    tape.add_events([game])
    tape.close([game], 6, running=False)
    said = to_builtins(after)
    assert [*map(msgspec.json.decode, tape.tail)] == [[4, "p1", "", {}, [said], 0], [1]]


def noisy(size: int, seed: int) -> dict[str, Any]:
    """Arguments that can hardly be packed."""
    return {"text": Random(seed).randbytes(size // 2).hex()}


def recorded() -> ReplayRecorder:
    recorder = ReplayRecorder(
        at=1, start=Start(game="cheat", seats=[RecordedSeat("p1", "Ada")], seed="ab", now=1)
    )
    assert recorder.close([], 1, running=True).first
    return recorder


def test_long_inputs_do_not_pile_up_in_the_room() -> None:
    recorder, blocks = recorded(), 0
    for number in range(2, 42):
        recorder.add_input(number, "p1", "play", noisy(2000, number))
        blocks += bool(recorder.close([], number, running=True).data)
        assert sum(map(len, recorder.tail)) < MOST_TAIL
    assert blocks == 8


def test_record_that_grows_too_large_is_dropped() -> None:
    recorder, stored = recorded(), 0
    for number in range(2, 202):
        recorder.add_input(number, "p1", "play", noisy(2000, number))
        chunk = recorder.close([], number, running=True)
        stored = len(chunk.data) if chunk.first else stored + len(chunk.data)
        assert stored < MOST_BYTES
    assert (stored, recorder.at, recorder.tail, recorder.size) == (0, 0, [], 0)
