"""Moves of a bot that looks ahead, made only from the record of a game."""

from __future__ import annotations

import pytest
from msgspec import UNSET

from cheat.bots import search_for
from cheat.engine import engine
from cheat.engine.determinize import determinize
from cheat.engine.forms import check
from cheat.engine.rng import Rng
from cheat.errors import NotFound
from cheat.games import BUILT_IN, GAMES
from cheat.rooms import bot_plans
from cheat.rooms.bot_plans import plan_from_recording
from cheat.rooms.playback import first_step, next_step
from cheat.rooms.replay_recorder import Recording, read_recording

from .test_replay_recorder import wander
from .world import World, begun

SEED = "5eed" * 8
SOON = 0.05


def played(game: str, steps: int = 39) -> tuple[World, Recording]:
    world = begun(game, 3, 2)
    wander(world, steps)
    recording = read_recording(world.blocks, world.room.recorder)
    assert recording is not None
    return world, recording


def plan(recording: Recording, player: str, seconds: float = SOON) -> object:
    return plan_from_recording(BUILT_IN, *recording, player, "hard", SEED, seconds)


@pytest.mark.parametrize("game", GAMES)
def test_a_plan_is_a_move_of_that_seat_on_the_table_of_the_room(game: str) -> None:
    world, recording = played(game)
    rules, table, planned = GAMES[game], world.room.table, 0
    assert table is not None
    for player in table.active():
        decided = plan(recording, player)
        if decided is not None:
            check(engine.moves(rules, table, player), *decided, table.cards_of)
            planned += 1
    assert planned or table.result is not None


@pytest.mark.parametrize("game", GAMES)
def test_the_table_that_is_followed_is_that_of_the_room_and_the_room_keeps_no_knowledge(game: str) -> None:
    world, recording = played(game)
    table, _ = bot_plans.play_back(BUILT_IN, *recording, "p1", search_for(GAMES[game]))
    assert table.knowledge is not UNSET
    table.knowledge = UNSET
    assert table == world.room.table


def test_a_bot_gets_the_sight_of_its_seat_and_what_that_seat_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search does the same in another world that the seat cannot tell from this one."""
    world, recording = played("kittens")
    rules, table = GAMES["kittens"], world.room.table
    assert table is not None
    player, seen = next(iter(engine.legal_moves(rules, table))), []

    class Watched:
        def remember(self, *told: object) -> None:
            pass

        def choose(self, sight: object, *more: object) -> None:
            seen.append(sight)

    monkeypatch.setattr(bot_plans, "search_for", lambda *args, **more: Watched())
    plan(recording, player)
    (sight,) = seen
    scene = first_step(rules, recording.start, track_knowledge=True)
    for step in recording.inputs:
        scene = next_step(rules, scene, step)
    other = determinize(rules, scene.table, player, Rng(SEED))
    other.knowledge = scene.table.knowledge
    assert engine.observation(rules, other, player) == sight
    assert set(sight.knowledge.seats) <= {player}


def test_nobody_plans_who_has_nothing_to_do() -> None:
    world, recording = played("uno", 0)
    table = world.room.table
    assert table is not None
    for player in table.others(table.actor):
        assert plan(recording, player) is None
    assert plan(recording, "p99") is None


def test_a_game_that_is_not_there_is_told() -> None:
    _, recording = played("uno", 0)
    recording.start.game = "doc:none"
    with pytest.raises(NotFound):
        plan(recording, "p1")
