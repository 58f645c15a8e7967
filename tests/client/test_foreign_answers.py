"""Answers of a proxy, a router or a hotspot: temporary failures that end no seat."""

from __future__ import annotations

import asyncio
import json
import subprocess
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from cheat.client import AsyncClient, Client, Refused, Unreachable
from cheat.client.bot import Bot, play
from cheat.client.calls import Request
from cheat.load.http import Answer
from cheat.load.measures import Measures
from cheat.load.seat import RunContext
from cheat.load.seat import Seat as LoadSeat
from cheat.terminal.plain_start import PlainStart
from cheat.terminal.saved_seats import SavedSeats
from cheat.terminal.server import Server
from cheat.terminal.session import SeatReport, Session
from tests.client.test_steps import HALF, Outcome, answer, place, refusal, take_seat
from tests.servers import PATIENCE_S, ROOT

FOREIGN = [
    httpx.Response(404, text="<h1>No such app</h1>"),
    httpx.Response(404, json={"message": "no Route matched with those values"}),
    httpx.Response(401, json={"code": 401, "detail": "Unauthorized"}),
    httpx.Response(404, json={"detail": "Not Found"}),
    httpx.Response(404, json=["not", "ours"]),
    httpx.Response(403, json={"code": "forbidden"}),
    httpx.Response(302, text="", headers={"Location": "http://portal.example/"}),
    httpx.Response(200, text="<h1>Please log in</h1>"),
    httpx.Response(200, json="hello"),
]
"""Answers of proxies, platforms and hotspots while the service is away.

None is the service's own.
"""


@pytest.mark.parametrize("foreign", FOREIGN, ids=lambda one: f"{one.status_code} {one.text[:24]}")
def test_poll_and_action_wait_until_the_service_itself_answers(foreign: httpx.Response) -> None:
    polled = Outcome(place().poll(25, HALF), foreign, answer(2, 2))
    assert polled.value.version == 2
    acted = Outcome(place().send("start", {}, HALF), foreign, httpx.Response(200, json={"version": 2}))
    assert acted.value == {"version": 2}
    assert acted.requests[0].body["id"] == acted.requests[1].body["id"]


def test_a_seat_that_may_have_been_given_is_not_asked_for_twice_whoever_answers() -> None:
    lost = Outcome(take_seat(), FOREIGN[0])
    assert isinstance(lost.error, Unreachable)
    assert lost.error.sent


def test_wait_that_a_proxy_asks_for_is_kept() -> None:
    busy = httpx.Response(429, text="slow down", headers={"Retry-After": "3"})
    joined = {"code": "kwzpd", "player": "p1", "token": "t", "version": 1, "cursor": "e", "table": {}}
    outcome = Outcome(take_seat(), busy, httpx.Response(200, json=joined))
    assert (outcome.pauses, outcome.value.code) == ([3.4], "kwzpd"), "429 says that nothing was done"
    away = httpx.Response(503, text="starting", headers={"Retry-After": "2"})
    assert Outcome(place().poll(25, HALF), away, answer(2, 2)).pauses == [2.4]


@pytest.mark.parametrize(
    ("code", "ends"),
    [("room_not_found", True), ("bad_token", True), ("no_token", True), ("not_found", False),
     ("game_not_found", False), ("", False)],
)  # fmt: skip
def test_only_the_service_itself_ends_a_seat(code: str, ends: bool) -> None:
    assert Refused(404, code, "No.").ends_seat is ends


class Flaky:
    """A service with one room behind a proxy, which answers the first calls itself."""

    def __init__(self, *foreign: httpx.Response, then: Callable[[httpx.Request], httpx.Response]) -> None:
        self.foreign, self.then = list(foreign), then

    def __call__(self, request: httpx.Request) -> httpx.Response:
        if self.foreign:
            return self.foreign.pop(0)
        return self.then(request)


def afresh(one: httpx.Response) -> httpx.Response:
    """The same answer in the form for another client."""
    return httpx.Response(one.status_code, content=one.content)


TABLE: dict[str, Any] = {
    "code": "kwzpd",
    "version": 2,
    "moves": [],
    "players": [{"id": "p1", "turn": False}],
    "game": "uno",
    "you": "p1",
    "now": 0,
}
SNAPSHOT: dict[str, Any] = {
    "code": "kwzpd",
    "player": "p1",
    "token": "t",
    "version": 2,
    "cursor": "e.2",
    "hold": 20,
    "table": TABLE,
}
SAVED: Any = {**SNAPSHOT, "url": "http://x"}


def there(_: httpx.Request) -> httpx.Response:
    return httpx.Response(200, json=SNAPSHOT)


def gone(_: httpx.Request) -> httpx.Response:
    return refusal(404, "room_not_found")


def test_both_clients_take_a_seat_up_again_behind_a_proxy_that_knows_nothing() -> None:
    async def awaited() -> str:
        async with httpx.AsyncClient(
            transport=httpx.MockTransport(Flaky(afresh(FOREIGN[1]), then=there))
        ) as http:
            client = AsyncClient("http://x", http=http)
            client.retry_policy = client.retry_policy._replace(chance=lambda: 0.0)
            return (await client.resume(SAVED)).code

    with httpx.Client(transport=httpx.MockTransport(Flaky(FOREIGN[1], then=there))) as http:
        client = Client("http://x", http=http)
        client.retry_policy = client.retry_policy._replace(chance=lambda: 0.0)
        assert client.resume(SAVED).code == asyncio.run(awaited()) == "kwzpd"


def entry(tmp_path: Path, serve: Callable[[httpx.Request], httpx.Response]) -> Server:
    """Return the session of a player with a seat."""
    client = Client("http://x", http=httpx.Client(transport=httpx.MockTransport(serve)), patience=0)
    kept = SavedSeats(tmp_path / "seats.json")
    kept.keep(SAVED)
    return Server(client, kept)


def test_terminal_forgets_a_seat_only_where_the_service_says_that_it_is_gone(tmp_path: Path) -> None:
    away = entry(tmp_path, Flaky(*FOREIGN[:3], then=there))
    for _ in FOREIGN[:3]:
        with pytest.raises(Unreachable):
            away.resume(SAVED)
    assert away.seat_in("kwzpd") == SAVED
    over = entry(tmp_path, gone)
    with pytest.raises(Refused):
        over.resume(SAVED)
    assert over.seat_in("kwzpd") is None


def test_terminal_asks_for_the_code_again_only_where_no_room_has_it(tmp_path: Path) -> None:
    """Another refusal leaves the code as it is."""
    taken = entry(tmp_path, lambda _: refusal(404, "game_not_found"))
    said: list[str] = []
    with pytest.raises(EOFError):
        PlainStart(taken, iter(["Bea", "Cleo"]), said.append).enter("other", "Ada")
    assert said.count("Your name (leave it empty to watch):") == 3


def test_terminal_goes_on_after_a_conflict_that_passes(tmp_path: Path) -> None:
    session: Any = Session.__new__(Session)
    session.seat, session.is_reconnecting, session.is_over = "seat", False, False
    assert session.take_report(SeatReport(session.seat, Refused(409, "busy", "Busy."))) == [
        "Connection lost. Trying again…"
    ]
    assert not session.is_over
    assert session.take_report(SeatReport(session.seat, Refused(401, "bad_token", "Gone."))) == ["Gone."]
    assert session.is_over


class Idle(Bot):
    """Do nothing."""

    def choose(self, table: Any) -> None: ...


@pytest.mark.parametrize("name", ["remember", "told"])
def test_bot_hears_news_by_the_method_of_today_and_of_before(name: str) -> None:
    heard: list[Any] = []
    bot = type("Listener", (Idle,), {name: lambda self, news: heard.append(news)})(Random(1))
    bot.remember("news")
    assert heard == ["news"]


def test_bot_plays_on_until_the_service_itself_says_that_the_room_is_gone() -> None:
    asked: list[str] = []

    def serve(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.path)
        if request.url.path == "/api/games/uno":
            return httpx.Response(200, json={"id": "uno"})
        return gone(request) if len(asked) > 2 else there(request)

    with httpx.Client(transport=httpx.MockTransport(Flaky(then=serve))) as http:
        client = Client("http://x", http=http)
        client.retry_policy = client.retry_policy._replace(chance=lambda: 0.0)
        seat = client.resume(SAVED)
        http._transport.handler.foreign = [FOREIGN[1]]  # type: ignore[attr-defined]
        play(seat, Idle(Random(1)))
    assert asked[-1] == "/api/rooms/kwzpd/events"


def test_load_does_not_take_a_proxy_for_the_loss_of_a_seat() -> None:
    class Lines:
        left = [Answer(one.status_code, b"", one.content, 0.0) for one in FOREIGN[:2]]

        async def send(self, request: Request) -> Answer:
            if not self.left:
                await asyncio.Event().wait()
            return self.left.pop(0)

    async def followed() -> Measures:
        measures, lines = Measures(), Lines()
        manner = HALF._replace(chance=lambda: 0.0, trouble=measures.count_failure)
        seat = LoadSeat(place(), RunContext(lines, manner, measures), None)  # type: ignore[arg-type]
        seat.open()
        while lines.left:
            await asyncio.sleep(0)
        await seat.close()
        assert not seat.is_over
        return measures

    measures = asyncio.run(followed())
    assert (list(measures.faults), dict(measures.failures)) == ([], {"unreachable": 2})


def test_example_without_python_waits_for_the_service_too() -> None:
    """examples/any_game.mjs gets answers of a proxy, and in the end a refusal of the service."""
    left = [httpx.Response(200, json=SNAPSHOT), *FOREIGN[:2], refusal(404, "room_not_found")]

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            given = left.pop(0)
            body = given.content
            if given.status_code == 404 and b"room_not_found" in body:
                body = json.dumps({**given.json(), "status": 404}).encode()
            self.send_response(given.status_code)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_GET  # noqa: N815  # http.server looks for it under this name

        def log_message(self, *_: Any) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}"
        calm = "data:text/javascript,Math.random=()=>0"
        done = subprocess.run(
            ["node", "--import", calm, "examples/any_game.mjs", url, "kwzpd"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
        )
        server.shutdown()
    assert (left, done.returncode) == ([], 1), done.stderr
    assert done.stderr.rstrip().endswith("No.")
