"""Servers that the tests share. If a test fails, the output of its servers is shown."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from cheat.catalogue import CATALOGUE
from cheat.engine.game import AnyGame
from cheat.engine.registry import GameRegistry
from cheat.games import BUILT_IN
from cheat.ops.gc_tuning import collect_rarely
from cheat.rooms import room_moves
from tests.games.failing_game import Shaky
from tests.servers import RedisServer, Server, SharedWebs, Web, redis_in

QUICK = {"HOLD_MIN_S": 1.5, "HOLD_MAX_S": 2, "SWEEP_S": 1}
"""Times of holds and sweeps: short enough for tests, and long enough to differ from an immediate answer."""

hypothesis.settings.register_profile("gate", derandomize=True, deadline=None, database=None)
hypothesis.settings.load_profile("gate")
"""Each run draws the same examples, so that no test fails by chance after an unrelated change."""

room_moves.CHECK_EVERY_GAME = True

gc.disable()
"""The garbage collector is off until all tests are collected: it takes a quarter of the time of imports."""

YOUNG = 20_000
"""Number of new objects after which Python looks for garbage."""

_shown = pytest.StashKey[list[Server]]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    report = yield
    if report.failed:
        for server in item.stash.get(_shown, []):
            report.sections.append((f"printed by {server.log.name}", server.printed()[-4000:]))
    return report


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--mutants", action="store_true", help="try every mutant of the documents, not a sample")


def pytest_collection_finish() -> None:
    """Keep all tests and imported modules out of garbage collection, because they stay to the end."""
    collect_rarely(YOUNG)


@pytest.fixture
def there_are(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Sets the built-in games: `there_are(game, ...)`."""

    def only(*games: AnyGame) -> None:
        for name, value in vars(GameRegistry(games)).items():
            for library in (BUILT_IN, CATALOGUE):
                monkeypatch.setattr(library, name, value)

    return only


@pytest.fixture
def shaky(there_are: Callable[..., None]) -> Shaky:
    """Another game, `toy`, whose methods raise on command."""
    game = Shaky()
    there_are(*BUILT_IN, game)
    return game


@pytest.fixture(scope="session")
def _redis_of_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    with redis_in(tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture
def redis_server(_redis_of_all: RedisServer, request: pytest.FixtureRequest) -> RedisServer:
    """A real, empty Redis."""
    request.node.stash.setdefault(_shown, []).append(_redis_of_all)
    with _redis_of_all.client() as client:
        client.flushall()
    return _redis_of_all


@pytest.fixture(scope="session")
def _webs_of_all(
    _redis_of_all: RedisServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[SharedWebs]:
    shared = SharedWebs(tmp_path_factory.mktemp("web"), REDIS_URL=_redis_of_all.url, **QUICK)
    try:
        yield shared
    finally:
        shared.stop()


@pytest.fixture
def share_webs(
    redis_server: RedisServer, _webs_of_all: SharedWebs, request: pytest.FixtureRequest
) -> Callable[..., list[Web]]:
    """Returns gunicorns that share an empty Redis: `share_webs(2, HOLD_MIN_S=20)`.

    Tests with the same settings share them, so a test must leave them running.
    """

    def share(count: int, **environment: object) -> list[Web]:
        servers = _webs_of_all.get(count, **environment)
        request.node.stash.setdefault(_shown, []).extend(servers)
        return servers

    return share


@pytest.fixture
def two_workers(share_webs: Callable[..., list[Web]]) -> list[Web]:
    """Two gunicorns with one worker each and one empty Redis.

    So a test can choose the worker for a request.
    """
    return share_webs(2)


@pytest.fixture
def start_web(
    redis_server: RedisServer, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Web]]:
    """Starts a gunicorn for one test, which may kill it: `start_web(HOLD_MIN_S=1)`."""
    started: list[Web] = []

    def start(**environment: object) -> Web:
        server = Web(tmp_path, **{"REDIS_URL": redis_server.url, **QUICK, **environment})
        started.append(server)
        request.node.stash.setdefault(_shown, []).append(server)
        return server.start()

    yield start
    for server in started:
        if server.running():
            server.kill()


@pytest.fixture
def start_redis(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Callable[..., RedisServer]]:
    """Starts a Redis for one test, which may stop it."""
    started: list[RedisServer] = []

    def start(*, durable: bool = False) -> RedisServer:
        server = RedisServer(tmp_path, durable=durable)
        started.append(server)
        request.node.stash.setdefault(_shown, []).append(server)
        return server.start()

    yield start
    for server in started:
        if server.running():
            server.kill()
