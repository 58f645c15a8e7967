"""Connections of real workers: clients see no difference between the fast path and gunicorn's."""

from __future__ import annotations

import gzip
import os
import re
import socket
import subprocess
import time
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
import requests

from tests.conftest import QUICK
from tests.servers import PATIENCE_S, ROOT, RUN, Client, RedisServer, Web, in_background, wait_until

from .raw_requests import action, answer, connected, poll, rename, request, statuses, until_the_end
from .test_request_head import NOT_PLAIN

SHORT_S = 2
"""Seconds: enough for a busy machine to send the rest of a head."""
SHORT = {"HEAD_TIMEOUT_S": SHORT_S, "BODY_TIMEOUT_S": SHORT_S, "SEND_TIMEOUT_S": SHORT_S}
OF_ADDRESS, MOST = 6, 8
"""Maximum number of connections of an address, and of a worker."""
BLOCKING = "Impossible to call blocking function"
"""gevent's message about a callback that waits."""
ORDINARY = "TE: trailers"
"""A request with this field is not plain, so gunicorn answers it."""


@pytest.fixture(scope="module")
def both(_redis_of_all: RedisServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Web, Web]]:
    """A worker with the fast path, and one without."""
    folder = tmp_path_factory.mktemp("both")
    long_holds = {**QUICK, "HOLD_MIN_S": 20, "HOLD_MAX_S": 20, "REDIS_URL": _redis_of_all.url}
    servers = [Web(folder, FAST_PATH=way, **long_holds) for way in ("on", "off")]
    try:
        yield servers[0].start(), servers[1].start()
    finally:
        for server in servers:
            server.stop()


@pytest.fixture
def fast(both: tuple[Web, Web]) -> Web:
    return both[0]


@pytest.fixture
def ada(fast: Web) -> Client:
    """The host of a room."""
    client = Client([fast])
    client.create("Ada")
    return client


def once(web: Web, data: bytes) -> bytes:
    """Return the answer to a single request."""
    with connected(web) as client:
        client.sendall(data)
        return answer(client)[0]


def steady(data: bytes) -> bytes:
    """Return an answer without the parts that change with time."""
    if b"\r\nContent-Encoding: gzip\r\n" in data:
        head, _, body = data.partition(b"\r\n\r\n")
        data = head + b"\r\n\r\n" + gzip.decompress(body)
    data = re.sub(rb"\r\nDate: [^\r]+", b"", data)
    data = re.sub(rb"\r\nContent-Length: \d+", b"", data)
    return re.sub(rb'"(now|hold|retry_after)":[\d.]+', b"", data)


# The same bytes


def test_fast_path_and_flask_answer_with_the_same_bytes(ada: Client, fast: Web) -> None:
    """Clients cannot tell the fast path from gunicorn's own."""
    ada.act("rename", name="Bea")
    code, token = ada.code, f"Authorization: Bearer {ada.token}"
    long = "x" * 300
    targets = [
        lambda *more: poll(ada, *more, since=ada.cursor),
        lambda *more: poll(ada, *more, since=""),
        lambda *more: poll(ada, *more, since="junk"),
        lambda *more: poll(ada, *more, "Accept-Language: es-MX, en;q=0.5", since=""),
        lambda *more: poll(ada, *more, "X-Forwarded-Proto: https", "X-Forwarded-For: 1.2.3.4"),
        lambda *more: request("GET", f"/api/rooms/{code}/events?lang=es&past=1", *more),
        lambda *more: poll(ada, *more, "Accept-Encoding: br, gzip", since=""),
        lambda *more: rename(ada, "Cyd", "Accept-Encoding: gzip", *more),
        lambda *more: request("GET", f"/api/rooms/{code.upper()}/events?since=%7B%22&wait=0", token, *more),
        lambda *more: request("GET", f"/api/rooms/{code}/events?wait=soon", token, *more),
        lambda *more: request("GET", f"/api/rooms/{code}/events", "Authorization: Basic x", *more),
        lambda *more: request("GET", f"/api/rooms/{code}/events", f"Authorization: Bearer {long}", *more),
        lambda *more: request("GET", f"/api/rooms/{code}/events?wait=0", "Authorization: Bearer no", *more),
        lambda *more: request("GET", "/api/rooms/zzzzz/events", *more),
        lambda *more: request("GET", "/api/rooms/abc/events", token, *more),
        lambda *more: rename(ada, "Cyd", *more),
        lambda *more: rename(ada, "Cyd", "Accept-Language: es", *more),
        lambda *more: rename(ada, long, *more),
        lambda *more: rename(ada, long, "Accept-Language: es", *more),
        lambda *more: action(ada, b"", *more),
        lambda *more: action(ada, b"{", *more),
        lambda *more: action(ada, b" " * 20_000, *more),
        lambda *more: action(ada, b'{"id":"12345678","move":"dance"}', *more),
        lambda *more: request("POST", f"/api/rooms/{code}/actions", token, *more),
        lambda *more: request("POST", f"/api/rooms/{code}/events", token, "Content-Length: 0", *more),
        lambda *more: request("GET", f"/api/rooms/{code}/actions", *more),
        lambda *more: request("GET", "/healthz", *more),
        lambda *more: request("GET", "/api/nothing", *more),
    ]  # fmt: skip
    for make in targets:
        short, long_way = once(fast, make()), once(fast, make(ORDINARY))
        assert steady(short) == steady(long_way), make()
        assert statuses(short), make()


def test_both_ways_answer_a_client_that_remembers_with_the_same_bytes(ada: Client, fast: Web) -> None:
    """Apart from two headers of gunicorn's own, both workers send the same. Each also knows the other's
    answers.
    """
    target = f"/api/rooms/{ada.code}/events?since=junk&wait=0&client=a"
    token, last_digest = f"Authorization: Bearer {ada.token}", ""
    answers, tables = [], []
    for fields in ([], [ORDINARY], [], [ORDINARY]):
        head, _, body = once(fast, request("GET", f"{target}&known={last_digest}", token, *fields)).partition(
            b"\r\n\r\n"
        )
        head = re.sub(rb"\r\n(Server|Connection): [^\r]+", b"", head)
        if digest := re.search(rb"\r\nDeflated: ([0-9a-f]{8})", head):
            body = zlib.decompressobj(-15, zdict=tables[-1]).decompress(body)
            assert f"{zlib.crc32(body):08x}".encode() == digest[1]
        answers.append(re.sub(rb"Deflated: \w+", b"Deflated", steady(head)) + b"\r\n\r\n" + steady(body))
        tables.append(body)
        last_digest = f"{zlib.crc32(body):08x}"
    assert b"Deflated" not in answers[0]
    assert b"Deflated" in answers[1]
    assert answers[1] == answers[2] == answers[3]


def test_both_ways_answer_a_shared_poll_with_the_same_bytes(ada: Client, fast: Web) -> None:
    """Apart from two headers of gunicorn's own, and the slot in the cursor."""
    watch, code = f"/api/rooms/{ada.code}/watch", ada.code
    targets = [
        (watch, 200, b"max-age=1"),
        (f"{watch}?lang=es&since=", 200, b"max-age=1"),
        (f"{watch}?since=junk&lang=xx", 200, b"max-age=1"),
        (f"{watch}?since={ada.cursor}", 200, b"max-age=1"),
        (f"{watch}?since={ada.cursor}&wait=1", 422, b"max-age=1"),
        (f"/api/rooms/{code.upper()}/watch", 200, b"max-age=1"),
        ("/api/rooms/zzzzz/watch?lang=es", 404, b"max-age=1"),
        ("/api/rooms/abc/watch", 404, b"max-age=1"),
    ]
    fields = ("Accept-Language: es", "Cookie: language=es", "X-Forwarded-Proto: https")
    for target, status, life in targets:
        for more in ((), (*fields, f"Authorization: Bearer {ada.token}"), ("Accept-Encoding: gzip",)):
            answers = []
            for way in ((), (ORDINARY,)):
                data = steady(once(fast, request("GET", target, *more, *way)))
                data = re.sub(rb"\r\n(Server|Connection): [^\r]+", b"", data)
                answers.append(re.sub(rb'("cursor":"[^-"]+-)\d+"', rb"\1", data))
            assert answers[0] == answers[1], target
            assert statuses(answers[0]) == [status]
            assert b"\r\nCache-Control: public, " + life + b"\r\n" in answers[0]
    assert statuses(once(fast, request("POST", watch, "Content-Length: 0"))) == [405]


@pytest.mark.parametrize("way", ["fast path", "Flask"])
def test_spectators_that_share_a_poll_get_the_news(ada: Client, both: tuple[Web, Web], way: str) -> None:
    web, path = both[way == "Flask"], f"/api/rooms/{ada.code}/watch"
    since = web_get(web, path)["cursor"]
    held = [in_background(lambda: web_get(web, f"{path}?since={since}")) for _ in range(3)]
    wait_until(lambda: web.held_polls() >= 3, "they wait")
    version = ada.act("rename", name="Bea")["version"]
    answers = [poll.value() for poll in held]
    assert all(answer == answers[0] for answer in answers)
    assert (answers[0]["version"], answers[0]["events"][0]["type"]) == (version, "renamed")


def web_get(web: Web, path: str) -> Any:
    return requests.get(f"http://127.0.0.1:{web.port}{path}", timeout=PATIENCE_S).json()


def test_shared_poll_on_a_half_closed_connection_is_answered(ada: Client, fast: Web) -> None:
    path = f"/api/rooms/{ada.code}/watch"
    since = web_get(fast, path)["cursor"]
    other = in_background(lambda: web_get(fast, f"{path}?since={since}"))
    wait_until(lambda: fast.held_polls() >= 1, "the other waits")
    with connected(fast) as client:
        client.sendall(request("GET", f"{path}?since={since}"))
        client.shutdown(socket.SHUT_WR)
        assert statuses(until_the_end(client)) == [200]
    assert not other.done
    ada.act("rename", name="Bea")
    assert other.value()["version"] == 2


def test_unusual_requests_are_judged_by_gunicorn(both: tuple[Web, Web]) -> None:
    """Each case is followed by a request that must not be answered if the case is read differently."""

    def verdict(web: Web, data: bytes) -> list[int]:
        with connected(web) as client:
            client.sendall(data)
            client.shutdown(socket.SHUT_WR)
            return statuses(until_the_end(client))

    after = request("GET", "/healthz", "Connection: close")
    for what, data in NOT_PLAIN.items():
        if what != "half a head":
            assert verdict(both[0], data + after) == verdict(both[1], data + after), what


def test_worker_without_the_fast_path_delivers(ada: Client, both: tuple[Web, Web]) -> None:
    ada.servers = list(both)
    polls = [in_background(lambda at=at: ada.events(at, wait=25, client=f"{at}")) for at in (0, 1)]
    held = [f"cheat_held_polls {number}.0" for number in (1, 0)]
    for web in both:
        wait_until(lambda web=web: held[0] in once(web, request("GET", "/metrics")).decode(), "held")
    version = ada.act("rename", at=1, name="Bea")
    assert [poll.value()["cursor"] for poll in polls] == [version["cursor"]] * 2
    for web in both:
        wait_until(lambda web=web: held[1] in once(web, request("GET", "/metrics")).decode(), "answered")


@pytest.mark.long
def test_delivery_tests_pass_without_the_fast_path() -> None:
    command = [str(ROOT / ".venv/bin/pytest"), "-q", "-p", "no:cacheprovider", "-m", "not long"]
    environment = {**os.environ, "FAST_PATH": "off"}
    process = subprocess.run(
        [*command, "tests/delivery"], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert process.returncode == 0, process.stdout[-8000:]


# Bytes in pieces


def test_requests_in_pieces_and_in_a_row_are_answered_in_order(ada: Client, fast: Web) -> None:
    both_calls = (
        rename(ada, "Kim") + poll(ada, since=ada.cursor, wait=25) + rename(ada, "Cyd") + poll(ada, since="")
    )
    home = request("GET", "/healthz")
    with connected(fast) as client:
        for at in range(len(both_calls)):
            client.sendall(both_calls[at : at + 1])
        client.sendall(home + both_calls.replace(b"Kim", b"Lou").replace(b"Cyd", b"Eve") + home)
        unread, bodies = b"", []
        for _ in range(10):
            complete, unread = answer(client, unread)
            assert statuses(complete) == [200]
            bodies.append(complete.partition(b"\r\n\r\n")[2])
    versions = [int(found[1]) for body in bodies if (found := re.search(rb'^{"version":(\d+)', body))]
    assert versions == [2, 2, 3, 3, 4, 4, 5, 5]


def test_half_closed_connection_is_answered(ada: Client, fast: Web) -> None:
    """The end of input ends a held poll, too, because the client may be gone."""
    for data in (rename(ada, "Bea"), poll(ada, wait=25, since=""), request("GET", "/healthz")):
        with connected(fast) as client:
            client.sendall(data)
            client.shutdown(socket.SHUT_WR)
            assert statuses(until_the_end(client)) == [200]
    cursor = ada.snapshot()["cursor"]
    with connected(fast) as client:
        client.sendall(poll(ada, wait=25, since=cursor))
        wait_until(lambda: "cheat_held_polls 1.0" in once(fast, request("GET", "/metrics")).decode(), "held")
        client.shutdown(socket.SHUT_WR)
        assert b'"events":[]' in until_the_end(client)


def test_a_further_request_ends_a_held_poll(ada: Client, fast: Web) -> None:
    other = in_background(lambda: ada.events(wait=25, client="other page"))
    wait_until(lambda: fast.held_polls() == 1, "another poll is held")
    with connected(fast) as client:
        client.sendall(poll(ada, wait=25))
        wait_until(lambda: fast.held_polls() == 2, "held")
        client.sendall(rename(ada, "Bea"))
        first, unread = answer(client)
        second, _ = answer(client, unread)
    assert b'"events":[]' in first
    assert b'"version":2' in second
    assert [event["v"] for event in other.value()["events"]] == [2], "its time is not over yet"


def test_closed_connection_leaves_nothing_behind(ada: Client, fast: Web) -> None:
    with ExitStack() as stack:
        for number in range(20):
            client = stack.enter_context(connected(fast))
            client.sendall(poll(ada, wait=25).replace(b"&wait", b"&client=%d&wait" % number))
    wait_until(
        lambda: "cheat_held_polls 0.0" in once(fast, request("GET", "/metrics")).decode(), "all are gone"
    )


# Limits of time and number


@pytest.fixture(scope="module")
def strict(_redis_of_all: RedisServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    """A worker without a proxy, with short limits."""
    limits = {
        **SHORT,
        "ADDRESS_CONNECTIONS": OF_ADDRESS,
        "TRUSTED_PROXIES": 0,
        "REDIS_URL": _redis_of_all.url,
    }
    line = f"gunicorn --worker-connections {MOST} app:app"
    web = Web(tmp_path_factory.mktemp("strict"), line, **QUICK, **limits)
    try:
        yield web.start()
    finally:
        web.stop()


def test_incomplete_requests_do_not_delay_the_end(strict: Web) -> None:
    ada = Client([strict])
    ada.create("Ada")
    complete, join = rename(ada, "Bea"), request("POST", "/api/quick", "Content-Length: 50")
    halves = (b"GET /api/ro", complete[:60], complete[:-5], b"GET / HTTP/1.1\r\nHost: a\r\n", join + b"{")
    with ExitStack() as stack:
        clients = [stack.enter_context(connected(strict)) for _ in halves]
        for client, half in zip(clients, halves, strict=True):
            client.sendall(half)
        for client in clients:
            assert statuses(until_the_end(client)) in ([], [400])
    with connected(strict) as client:
        client.sendall(b"GET /api/rooms/")
        assert ends_while_sending(client, b"a"), "a byte now and then does not help"
    assert ada.snapshot()["version"] == 1


def test_the_time_for_a_head_begins_with_its_first_byte(strict: Web) -> None:
    """A connection that has been open for longer than that can still be used, on both paths."""
    ada = Client([strict])
    ada.create("Ada")
    with ExitStack() as stack:
        clients = [stack.enter_context(connected(strict)) for _ in range(2)]
        for client, data in zip(clients, (request("GET", "/healthz"), poll(ada, since="")), strict=True):
            client.sendall(data)
            answer(client)
        time.sleep(1.5 * SHORT_S)
        for client, data in zip(clients, (request("GET", "/healthz"), poll(ada, since="")), strict=True):
            client.sendall(data[:9])
            time.sleep(0.1)
            client.sendall(data[9:])
            assert statuses(answer(client)[0]) == [200]


def test_slow_reader_is_disconnected_and_delays_no_other(strict: Web) -> None:
    ada = Client([strict])
    ada.create("Ada")
    with connected(strict, SO_RCVBUF=4096) as client:
        client.settimeout(0.5)
        assert send_what_fits(client, poll(ada, since="") * 400)
        ada.act("rename", name="Bea")
        assert ends_while_sending(client, b"x"), "it is closed"


def ends_while_sending(client: socket.socket, piece: bytes) -> bool:
    """Return whether the server ends the connection although bytes keep arriving."""
    end = time.monotonic() + PATIENCE_S
    client.setblocking(False)
    while time.monotonic() < end:
        try:
            client.send(piece)
        except BlockingIOError:
            pass
        except OSError:
            return True
        time.sleep(0.1)
    return False


def send_what_fits(client: socket.socket, data: bytes) -> bool:
    """Send until the server takes no more bytes. Return whether that happens."""
    for _ in range(200):
        try:
            client.sendall(data)
        except TimeoutError:
            return True
    return False


def test_connections_of_an_address_are_limited(strict: Web) -> None:
    def refused() -> bool:
        return statuses(once(strict, request("GET", "/healthz"))) == [429]

    with ExitStack() as stack:
        for _ in range(OF_ADDRESS):
            client = stack.enter_context(connected(strict))
            client.sendall(request("GET", "/healthz"))
            answer(client)
        answer_bytes = once(strict, b"")
        assert statuses(answer_bytes) == [429]
        assert b'"code":"rate_limited"' in answer_bytes
        assert b"Retry-After" in answer_bytes
    wait_until(lambda: not refused(), "there is room again")


def test_full_worker_accepts_when_a_connection_closes(strict: Web) -> None:
    with ExitStack() as stack:
        for number in range(MOST):
            client = stack.enter_context(connected(strict, address=f"127.0.0.{number + 2}"))
            client.sendall(b"GET /api/rooms/")
        waiting = in_background(lambda: once(strict, request("GET", "/healthz")))
        assert statuses(waiting.value()) == [200]


# The event loop never waits


def test_no_callback_waits(both: tuple[Web, Web]) -> None:
    """gevent would report it loudly. This runs after all other tests of this file."""
    printed = both[0].printed()
    assert "Traceback" not in printed
    assert BLOCKING not in printed


def test_a_callback_that_waits_would_be_seen() -> None:
    """The negative control."""
    lines = [
        "from gevent import monkey, get_hub, sleep",
        "monkey.patch_all()",
        "import threading",
        "lock = threading.Lock()",
        "lock.acquire()",
        "get_hub().loop.run_callback(lock.acquire)",
        "sleep(0.1)",
    ]
    process = subprocess.run(
        [str(RUN / "python"), "-c", "; ".join(lines)], capture_output=True, text=True, timeout=PATIENCE_S
    )
    assert BLOCKING in process.stderr
    assert "Traceback" in process.stderr
