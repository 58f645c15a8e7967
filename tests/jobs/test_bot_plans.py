"""The real child process makes plans in every game, from the records of rooms."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any

import pytest

from cheat.engine import engine
from cheat.engine.forms import check
from cheat.games import GAMES
from cheat.rooms.replay_recorder import ReplayRecorder
from cheat.service.jobs.handlers import PLAN, Situation
from cheat.service.jobs.queue import Job, JobQueue
from tests.rooms.world import World, begun

WITHIN_S = 30
"""Seconds: a busy machine takes long to start the child."""


@pytest.fixture(scope="module")
def bot_state() -> Iterator[JobQueue]:
    job_queue = JobQueue(1)
    yield job_queue
    job_queue.stop()


def plan_of(bot_state: JobQueue, situation: Situation) -> Any:
    answer: Future[Any] = Future()
    due = bot_state.clock() + WITHIN_S
    bot_state.put(answer, Job(PLAN, due, lambda: situation, answer.set_result, 0.1, 0.3))
    return answer.result(WITHIN_S)


def middle(game: str, steps: int) -> World:
    """Return a game of bots and people after so many moves, with a player that may move."""
    world = begun(game, 2, 2)
    while steps or not able(world):
        if not world.play():
            world.forward()
        steps -= steps > 0
    return world


def able(world: World) -> list[str]:
    room = world.room
    return [id for id in room.table.active() if engine.moves(room.rules, room.table, id)]


@pytest.mark.parametrize("steps", [0, 40])
@pytest.mark.parametrize("game", GAMES)
def test_what_is_found_in_a_record_is_allowed_in_the_room(bot_state: JobQueue, game: str, steps: int) -> None:
    world = middle(game, steps)
    room, player = world.room, able(world)[0]
    found = plan_of(bot_state, Situation(world.blocks, room.recorder, player, "hard", "5eed" * 8))
    forms = engine.moves(room.rules, room.table, player)
    assert found is not None or any(decision.optional for decision in room.table.decisions)
    if found is not None:
        check(forms, *found, room.table.cards_of)


def test_incomplete_record_gives_no_move(bot_state: JobQueue) -> None:
    world = middle("cheat", 5)
    for blocks, tape in (([], world.room.recorder), (world.blocks, ReplayRecorder())):
        assert plan_of(bot_state, Situation(blocks, tape, "p1", "hard", "5eed" * 8)) is None
