"""The log has one line when a cause begins to fail Redis commands, and one when it ends."""

from __future__ import annotations

import json
import logging

import pytest
import redis

from cheat import create_app
from cheat.errors import StoreUnavailable
from cheat.ops.logs import JsonLines
from cheat.settings import Settings
from cheat.store import rooms
from cheat.store.redis import outages
from cheat.store.redis.outages import OVER_S, Outages
from cheat.store.rooms import reachable
from tests.servers import free_port

GONE = redis.ConnectionError("Error 111 connecting to redis:6379.")
REFUSED = redis.exceptions.NoPermissionError("this user has no permissions to run the 'evalsha' command")


class Now:
    def __init__(self) -> None:
        self.at = 100.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> Now:
    now = Now()
    monkeypatch.setattr(rooms, "OUTAGES", Outages(now))
    return now


def fail(error: redis.RedisError) -> None:
    with pytest.raises(StoreUnavailable), reachable():
        raise error


def work() -> None:
    with reachable():
        pass


def test_each_cause_is_logged_at_its_beginning_and_end(now: Now, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(100):
        fail(GONE)
        now.at += 0.3
    assert caplog.messages == [f"Redis cannot be reached. Requests that need it get 503. ({GONE})"]
    caplog.clear()
    work()
    now.at += OVER_S
    work()
    work()
    assert caplog.messages == ["Over after 30 s and 100 failures: Redis cannot be reached."]
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    caplog.clear()
    fail(GONE)
    assert len(caplog.messages) == 1, "it begins anew"


def test_success_of_other_commands_does_not_end_an_outage(now: Now, caplog: pytest.LogCaptureFixture) -> None:
    """For example, an account may read but not run scripts."""
    for _ in range(50):
        fail(REFUSED)
        work()
        now.at += 1
    assert len(caplog.messages) == 1


def test_every_cause_is_logged(now: Now, caplog: pytest.LogCaptureFixture) -> None:
    for error in (GONE, REFUSED, redis.ReadOnlyError("x"), redis.TimeoutError("y"), REFUSED, GONE):
        fail(error)
    messages = [line.partition(" Requests")[0] for line in caplog.messages]
    assert messages == [
        "Redis cannot be reached.",
        "This account may not run a command that the server needs.",
        "Redis accepts no writes because it is a replica.",
        "Redis does not answer in time.",
    ]


def test_other_errors_are_not_logged_as_outages(now: Now, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(KeyError), reachable():
        raise KeyError("QS")
    assert caplog.messages == []


def test_json_log_line_has_the_cause_and_the_message_of_redis(
    now: Now, caplog: pytest.LogCaptureFixture
) -> None:
    fail(GONE)
    line = json.loads(JsonLines().format(caplog.records[0]))
    assert line["level"] == "error"
    assert "Redis cannot be reached." in line["message"] and str(GONE) in line["message"]


@pytest.mark.parametrize("path", ["/api/rooms", "/readyz"])
def test_service_logs_a_missing_redis(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    monkeypatch.setattr(rooms, "OUTAGES", outages.Outages())
    client = create_app(Settings(redis_url=f"redis://127.0.0.1:{free_port()}")).test_client()
    with caplog.at_level(logging.WARNING):
        assert [client.get(path).status_code for _ in range(3)] == [503, 503, 503]
    assert ["cannot be reached" in line for line in caplog.messages] == [True]
