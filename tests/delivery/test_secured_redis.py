"""Redis servers with TLS, and with an account that has few rights."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from cheat import create_app
from cheat.settings import Settings, from_environment
from cheat.store.redis.error_messages import PART_OUT_OF_REACH
from tests.clusters import ClusterOfServers, answer_of
from tests.delivery.machines import balanced, load
from tests.secured_redis import ACCOUNT, Secured, certificate
from tests.servers import PATIENCE_S, RedisServer, SentinelServer, Web, in_background, wait_until


@pytest.fixture(scope="module")
def secured(tmp_path_factory: pytest.TempPathFactory) -> Secured:
    return Secured(tmp_path_factory.mktemp("secured"))


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory, secured: Secured) -> Iterator[ClusterOfServers]:
    """Three masters."""
    cluster = ClusterOfServers(tmp_path_factory.mktemp("cluster"), secured=secured)
    try:
        yield cluster.start()
    finally:
        cluster.stop()


def test_games_on_a_cluster(servers: ClusterOfServers, start_web: Callable[..., Web]) -> None:
    """Connect with an account that has only the rights of docs/deploy.md."""
    assert load(start_web(REDIS_URL=servers.url).url, 1, tables=2) == 0
    assert refused(servers.masters) == []


def refused(servers: list[RedisServer]) -> list[str]:
    """Return the commands that the account was refused."""
    logs = [answer_of(server, "ACL", "LOG") for server in servers]
    return [f"{entry}" for log in logs for entry in log]


CAUSES = {
    "password": "Redis refuses the password.",
    "account": "Redis refuses the password.",
    "certificate": "The TLS certificate of Redis is not trusted, or is for another host name.",
    "authorities": "The TLS certificate of Redis is not trusted, or is for another host name.",
    "name": "The TLS certificate of Redis is not trusted, or is for another host name.",
    "file": "A file named in REDIS_URL does not exist.",
    "plain": "Redis cannot be reached.",
}


def readiness(url: str) -> TestResponse:
    app = create_app(Settings(redis_url=url))
    answer = app.test_client().get("/readyz")
    app.extensions["cheat"].stop()
    return answer


@pytest.mark.parametrize("wrong", CAUSES)
def test_cause_of_an_outage_is_reported(
    servers: ClusterOfServers, secured: Secured, tmp_path: Path, wrong: str
) -> None:
    right = servers.url
    url = {
        "password": right.replace(secured.login(), secured.login(password="other")),
        "account": right.replace(f"{ACCOUNT}:", "nobody:"),
        "certificate": right.replace(secured.query(), secured.query(certificate(tmp_path, "other")[0])),
        "authorities": right.replace(secured.query(), ""),
        "name": right.replace("127.0.0.1", "localhost"),
        "file": right.replace(secured.query(), secured.query(tmp_path / "none")),
        "plain": right.replace("rediss", "redis").replace(secured.query(), ""),
    }[wrong]
    answer = readiness(url)
    assert (answer.status_code, answer.get_json()["cause"]) == (503, CAUSES[wrong])
    assert "s3cret" not in answer.get_data(as_text=True)


@pytest.mark.parametrize("kind", ["cluster", "server"])
def test_heroku_is_served_though_its_redis_signs_its_certificate_itself(
    servers: ClusterOfServers, secured: Secured, tmp_path: Path, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    """The service runs as in the README: REDIS_URL as the add-on sets it, and nothing else."""
    with ExitStack() as until_then:
        url = servers.url.replace(secured.query(), "")
        if kind == "server":
            server = RedisServer(tmp_path, secured=secured).start()
            until_then.callback(server.kill)
            url = f"rediss://{secured.login()}127.0.0.1:{server.port}"
        app = create_app(from_environment({"REDIS_URL": url, "DYNO": "web.1"}))
        until_then.callback(app.extensions["cheat"].stop)
        client = app.test_client()
        assert client.get("/readyz").get_json() == {"status": "ready"}
        assert client.post("/api/rooms", json={"name": "Ada"}).status_code == 201
        warnings = [line for line in caplog.messages if "not verified" in line]  # other services log, too
        assert len(warnings) == 1
        create_app(from_environment({"REDIS_URL": "redis://h", "DYNO": "web.1"}))
        create_app(from_environment({"REDIS_URL": url}))
        assert [line for line in caplog.messages if "not verified" in line] == warnings


def test_cause_is_reported_if_one_of_three_servers_refuses(servers: ClusterOfServers) -> None:
    """For example, Redis does not know the account yet."""
    server = servers.masters[1]
    answer_of(server, "ACL", "SETUSER", ACCOUNT, "off")
    try:
        answer = readiness(servers.url)
    finally:
        answer_of(server, "ACL", "SETUSER", ACCOUNT, "on")
    report = {"status": "partial", "cause": f"{PART_OUT_OF_REACH} Redis refuses the password."}
    assert (answer.status_code, answer.get_json()) == (200, report)


def test_missing_client_certificate_is_reported(servers: ClusterOfServers) -> None:
    """A sentinel needs a login unless its settings say otherwise."""
    for server in servers.masters:
        answer_of(server, "CONFIG", "SET", "tls-auth-clients", "yes")
    try:
        answer = readiness(servers.url)
    finally:
        for server in servers.masters:
            answer_of(server, "CONFIG", "SET", "tls-auth-clients", "no")
    assert (answer.status_code, answer.get_json()["cause"]) == (
        503,
        "Redis refuses the TLS settings in REDIS_URL.",
    )


@pytest.fixture
def replicated(tmp_path: Path, secured: Secured) -> Iterator[tuple[list[RedisServer], SentinelServer]]:
    """A master, its replica, and a sentinel that knows both."""
    first = RedisServer(tmp_path, secured=secured)
    second = RedisServer(tmp_path, secured=secured, replica_of=first.port)
    sentinel = SentinelServer(tmp_path, first.port, secured)
    try:
        yield [first.start(), second.start()], sentinel.start()
    finally:
        for server in (sentinel, first, second):
            if server.running():
                server.kill()


@pytest.mark.long
def test_games_behind_a_sentinel(
    replicated: tuple[list[RedisServer], SentinelServer], start_web: Callable[..., Web]
) -> None:
    """This happens while the master is being replaced."""
    (first, second), sentinel = replicated
    wait_until(lambda: sentinel.good_replicas() == [second.port], "the replica is known and up to date")
    balancer = balanced(*(start_web(REDIS_URL=sentinel.url) for _ in range(2)))
    running = in_background(lambda: load(balancer.url, 12))
    wait_until(lambda: sum(balancer.sent.values()) > 100, "games are played")
    assert refused([first]) == []
    first.stop()
    wait_until(lambda: sentinel.master() == second.port, "the replica has taken over")
    assert running.value(10 * PATIENCE_S) == 0
    assert refused([second]) == []
