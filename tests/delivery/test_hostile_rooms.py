"""A server with two workers answers everybody else beside sixty rooms whose game does all that it may."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.hostile_rooms import LIMITS, ROOMS, HealthChecks, HonestRoom, HostileRooms
from tests.servers import RedisServer, Web

ACTIONS = 10


@pytest.mark.long
def test_sixty_rooms_that_use_all_their_steps_keep_nobody_waiting_for_good(
    start_web: Callable[..., Web], redis_server: RedisServer
) -> None:
    """The seconds are measured by `bench/hostile.py`, on a quiet machine."""
    web = start_web(WEB_CONCURRENCY=2, **LIMITS)
    rooms, honest, health = HostileRooms([web], redis_server.url), HonestRoom([web]), HealthChecks(web)
    rooms.open()
    with rooms.attack(), health.running():
        for number in range(ACTIONS):
            honest.act(number)
    assert len(honest.seconds) == ACTIONS
    assert not health.failed
    assert len(health.seconds) >= 3
    assert set(rooms.answers) <= {200, 409, 429, 503}, rooms.answers
    assert rooms.results() == {"playing": ROOMS}
    assert "Traceback" not in web.printed()
