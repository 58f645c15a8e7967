"""The service is ready if Redis can do all that a commit needs. Otherwise it names the cause."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from cheat import create_app
from cheat.settings import Settings
from cheat.store.redis.error_messages import EVICTION, NO_MEMORY, NO_RIGHTS, REPLICA
from tests.secured_redis import MAY
from tests.servers import RedisServer, free_port, redis_in

READY: dict[str, Any] = {"status": "ready"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    with redis_in(tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture
def admin(server: RedisServer) -> Iterator[Any]:
    """Restore the Redis after the test."""
    with server.client() as client:
        yield client
        client.replicaof("NO", "ONE")
        client.config_set("maxmemory", 0)
        client.config_set("maxmemory-policy", "noeviction")


def readiness(server: RedisServer, login: str = "") -> tuple[int, str | None, str | None]:
    """Return the status and the body."""
    url = f"redis://{login}127.0.0.1:{server.port}/0"
    app = create_app(Settings(redis_url=url))
    answer = app.test_client().get("/readyz")
    app.extensions["cheat"].stop()
    body = answer.get_json(force=True)
    return (
        answer.status_code,
        body["status"] if answer.status_code == 200 else body["code"],
        body.get("cause"),
    )


def test_replica_takes_no_rooms(server: RedisServer, admin: Any) -> None:
    admin.replicaof("127.0.0.1", free_port())
    assert readiness(server) == (503, "store_unavailable", REPLICA)
    admin.replicaof("NO", "ONE")
    assert readiness(server) == (200, "ready", None)


RIGHTS = {
    "the smallest that is enough": (MAY, None),
    "no announcing": (f"{MAY} -publish", None),
    "reading": ("~* &* +@read +@connection +info +time +@scripting", NO_RIGHTS),
    "no scripts": ("~* &* +@all -@scripting", NO_RIGHTS),
    "other keys": ("~other:* &* +@all", NO_RIGHTS),
    "nothing": ("~* &* +@connection", NO_RIGHTS),
}


@pytest.mark.parametrize(("rights", "cause"), RIGHTS.values(), ids=RIGHTS.keys())
def test_missing_rights_for_commits_are_reported(
    server: RedisServer, admin: Any, rights: str, cause: str | None
) -> None:
    admin.execute_command("ACL", "SETUSER", "some", "reset", "on", ">secret", *rights.split())
    report = readiness(server, "some:secret@")
    assert report == ((503, "store_unavailable", cause) if cause else (200, "ready", None))


def test_evicting_redis_is_reported(
    server: RedisServer, admin: Any, caplog: pytest.LogCaptureFixture
) -> None:
    admin.config_set("maxmemory-policy", "volatile-lru")
    assert readiness(server) == (200, "ready", None), "without a limit nothing is dropped"
    admin.config_set("maxmemory", "1gb")
    assert readiness(server) == (200, "evicting", EVICTION.format("volatile-lru"))
    messages = [
        line for line in caplog.messages if not line.startswith("Over after")
    ]  # from an earlier failure
    assert messages == [EVICTION.format("volatile-lru")]
    admin.config_set("maxmemory-policy", "noeviction")
    assert readiness(server) == (200, "ready", None)


def test_redis_without_memory_is_full(server: RedisServer, admin: Any) -> None:
    """A new process would have no more memory, so this is no 503."""
    admin.config_set("maxmemory", "1mb")
    admin.config_set("maxmemory-policy", "noeviction")
    admin.config_set("maxmemory", 1)
    assert readiness(server) == (200, "full", NO_MEMORY)


def test_readiness_check_leaves_no_key(server: RedisServer, admin: Any) -> None:
    admin.flushall()
    readiness(server)
    assert [key for key in admin.keys("*") if admin.pttl(key) < 0] == []


def test_redis_that_has_lost_its_scripts_is_ready(server: RedisServer, admin: Any) -> None:
    app = create_app(Settings(redis_url=server.url))
    client = app.test_client()
    assert client.get("/readyz").get_json() == READY
    admin.script_flush()
    admin.flushall()
    assert client.get("/readyz").get_json() == READY
    assert client.post("/api/rooms", json={"name": "Ada"}).status_code == 201
    app.extensions["cheat"].stop()
