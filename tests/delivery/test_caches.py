"""Caches of docs/deploy.md turn a crowd of spectators into one poll. The programs are the real ones."""

from __future__ import annotations

import gzip
import json
import shutil
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import requests

from tests.servers import PATIENCE_S, Client, Web, wait_until

from .test_proxies import Proxy, blocks_of

pytestmark = pytest.mark.long
"""The gate installs no caches."""

PROGRAMS = {"nginx": "nginx", "varnish": "varnishd"}
CROWD = 40
LIFE_S = 2
"""Seconds after which nginx, which counts whole seconds, has dropped an answer that may be stored for one."""


class Cache(Proxy):
    """A cache with its configuration of docs/deploy.md, in front of one service."""

    def configuration(self, program: str) -> str:
        """Return the whole configuration. nginx gets its lines at the places that they name."""
        if program == "varnish":
            return blocks_of("vcl")[0].replace('.port = "8000"', f'.port = "{self.web.port}"')
        beside, within = blocks_of("nginx")[1].split('# within "server"\n')
        server = blocks_of("nginx")[0].replace("    location / {", f"{within}\nlocation / {{")
        told = "add_header X-Cache $upstream_cache_status always;\n    proxy_cache watch;"
        return (beside + server).replace("proxy_cache watch;", told).replace("/var/cache", str(self.place))

    def __init__(self, folder: Path, program: str, web: Web) -> None:
        self.web, self.place = web, folder
        (folder / "nginx").mkdir()
        super().__init__(folder, program, web, {})


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def asked_the_worker(self) -> bool:
        """True if the worker made this answer for this request.

        In a stored answer, Varnish also names the request for which the worker made it.
        """
        if "x-cache" in self.headers:
            return self.headers["x-cache"] != "HIT"
        return " " not in self.headers["x-varnish"]


class Room:
    """A room behind a cache, and its host, who is not."""

    def __init__(self, cache: Cache, web: Web, **body: Any) -> None:
        self.cache, self.web = cache, web
        self.host = Client([web])
        self.host.create("Ada", **body)

    def watch(self, since: str = "", *headers: str) -> list[Answer]:
        return self.crowd(since, 1, lambda: None, *headers)

    def crowd(self, since: str, count: int, meanwhile: Callable[[], Any], *headers: str) -> list[Answer]:
        """Let a crowd ask the same, then do something meanwhile. Return what each of them gets."""
        query = f"?lang=en&since={since}" if since else "?lang=en"
        lines = [f"GET /api/rooms/{self.host.code}/watch{query} HTTP/1.1", "Host: cards.lan", *headers]
        with ExitStack() as stack:
            sockets = []
            for number in range(count):
                encoding = ["Accept-Encoding: gzip, br", "Accept-Encoding: gzip", "Accept: */*"][number % 3]
                client = stack.enter_context(socket.create_connection(("127.0.0.1", self.cache.port)))
                client.settimeout(PATIENCE_S)
                client.sendall("\r\n".join([*lines, encoding, "Connection: close", "\r\n"]).encode())
                sockets.append(client)
            meanwhile()
            return [read(client) for client in sockets]

    def news(self, since: str, meanwhile: Callable[[], Any]) -> list[Answer]:
        """Let a crowd ask the same, also in the next slot if this one ends. Return what all get then."""
        answers = self.crowd(since, CROWD, meanwhile)
        assert sum(answer.asked_the_worker for answer in answers) <= 2
        empty = [answer for answer in answers if answer.status == 200 and not answer.body["events"]]
        return self.news(empty[0].body["cursor"], lambda: None) if empty else answers

    def held(self) -> None:
        wait_until(lambda: self.web.held_polls() >= 1, "a poll of the crowd waits")


def read(client: socket.socket) -> Answer:
    data = b""
    while piece := client.recv(65536):
        data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    if headers.get("transfer-encoding") == "chunked":
        whole = b""
        while body:
            size, _, body = body.partition(b"\r\n")
            whole, body = whole + body[: int(size, 16)], body[int(size, 16) + 2 :]
        body = whole
    if headers.get("content-encoding") == "gzip":
        body = gzip.decompress(body)
    return Answer(int(first.split()[1]), headers, json.loads(body))


@pytest.fixture(params=PROGRAMS)
def behind(
    request: pytest.FixtureRequest, start_web: Callable[..., Web], tmp_path: Path
) -> Iterator[Callable[..., Room]]:
    """Makes a room behind a cache."""
    started: list[Cache] = []

    def start(body: dict[str, Any] | None = None, **settings: Any) -> Room:
        program = PROGRAMS[request.param]
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed; Debian has it in the package {request.param}")
        web = start_web(TRUSTED_PROXIES=1, **settings)
        started.append(Cache(tmp_path, request.param, web))
        started[-1].start()
        return Room(started[-1], web, **(body or {}))

    yield start
    for cache in started:
        if cache.running():
            cache.kill()


def test_crowd_costs_one_poll_for_each_version(behind: Callable[..., Room]) -> None:
    room = behind(HOLD_MIN_S=15, HOLD_MAX_S=15)
    (first,) = room.watch()
    since = first.body["cursor"]
    for number in range(3):

        def rename(name: str = f"Ada {number}") -> None:
            room.held()
            room.host.act("rename", name=name)

        answers = room.news(since, rename)
        assert {answer.body["version"] for answer in answers} == {number + 2}
        assert all(answer.body["events"] == answers[0].body["events"] for answer in answers)
        assert answers[0].body["events"][0]["type"] == "renamed"
        since = answers[0].body["cursor"]


def test_crowd_without_news_goes_on_to_the_next_address(behind: Callable[..., Room]) -> None:
    room = behind()
    cursors = [room.watch()[0].body["cursor"]]
    for _ in range(3):
        answers = room.crowd(cursors[-1], 10, lambda: None)
        assert sum(answer.asked_the_worker for answer in answers) <= 2
        cursors += {answer.body["cursor"] for answer in answers}
    assert len(cursors) == len(set(cursors)) == 4


def test_token_and_language_of_a_browser_change_nothing(behind: Callable[..., Room]) -> None:
    room = behind()
    headers = (f"Authorization: Bearer {room.host.token}", "Cookie: language=es", "Accept-Language: es")
    (own,) = room.watch("", *headers)
    (other,) = room.watch()
    assert own.body == other.body
    assert own.body["table"]["you"] is None
    assert not other.asked_the_worker


def test_refusal_is_forgotten_soon(behind: Callable[..., Room]) -> None:
    room = behind({"options": {"spectators": False}}, HOLD_MIN_S=15, HOLD_MAX_S=15)
    for name in ("Bob", "Cyd"):
        Client([room.web]).join(room.host.code, name)
    (first,) = room.watch()

    def begin() -> None:
        room.held()
        room.host.act("start")

    answers = room.news(first.body["cursor"], begin)
    assert {(answer.status, answer.body["code"]) for answer in answers} == {(403, "no_spectators")}
    time.sleep(LIFE_S)
    assert room.watch(first.body["cursor"])[0].asked_the_worker


def test_refusal_of_one_address_is_not_stored(behind: Callable[..., Room]) -> None:
    room = behind(RATE_LIMITS="on", MISS_LIMIT="1/minute")
    guesses = [f"{room.web.url}/api/rooms/zzzz{letter}/watch" for letter in "bc"]
    statuses = [
        requests.get(url, headers={"X-Forwarded-For": "192.0.2.1"}, timeout=PATIENCE_S).status_code
        for url in guesses
    ]
    assert statuses == [404, 429]
    blocked = room.web.url, {"X-Forwarded-For": "192.0.2.1"}
    assert requests.get(f"{blocked[0]}/api/rooms/{room.host.code}/watch?lang=en", headers=blocked[1],
                        timeout=PATIENCE_S).headers["Cache-Control"] == "no-store"  # fmt: skip
    assert room.watch()[0].status == 200
    answers = room.crowd(room.watch()[0].body["cursor"], 10, room.held)
    assert sum(answer.asked_the_worker for answer in answers) <= 2


def test_players_pass_through_the_cache(behind: Callable[..., Room]) -> None:
    room = behind()
    player = requests.get(
        f"{room.cache.url}/api/rooms/{room.host.code}",
        headers={"Authorization": f"Bearer {room.host.token}"},
        timeout=PATIENCE_S,
    )
    assert player.json()["table"]["you"] == "p1"
    assert player.headers["Cache-Control"] == "no-store"
