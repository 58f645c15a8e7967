"""Load with Locust: each user takes a seat, and four users play a game at each table.

locust -f examples/locustfile.py --host http://localhost:8000

Locust gets a report of each call. Held polls have their own name there, because they are not slow calls.
"""

from __future__ import annotations

import logging
import re
from contextlib import suppress
from random import Random
from time import perf_counter
from typing import Any

import gevent
import httpx
from gevent.lock import BoundedSemaphore
from locust import User, between, task  # type: ignore[import-not-found]  # not a dependency of the project

from cheat.client import Client, ClientError, Seat
from cheat.load.choice import choose

GAME = "uno"
PLAYERS = 4
LOST_RACE = 409
"""The status of a move that came too late: another player was faster. This is no failure."""

logging.getLogger("httpx").setLevel(logging.WARNING)  # otherwise, httpx logs every call


class ReportingTransport(httpx.HTTPTransport):
    """A transport that reports each call and its duration to Locust."""

    def __init__(self, events: Any) -> None:
        super().__init__()
        self._request_event = events.request

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request and report it. httpx calls this."""
        path = re.sub(r"/rooms/\w+", "/rooms/CODE", request.url.path)
        facts = {
            "request_type": request.method,
            "name": f"{path} (held)" if path.endswith("/events") else path,
        }
        began = perf_counter()
        try:
            response = super().handle_request(request)
            size = len(response.read())
        except httpx.TransportError as error:
            self._report(facts, began, 0, error)
            raise
        failed = response.status_code >= 400 and response.status_code != LOST_RACE
        self._report(facts, began, size, RuntimeError(f"status {response.status_code}") if failed else None)
        return response

    def _report(self, facts: dict[str, str], began: float, size: int, error: Exception | None) -> None:
        response_ms = (perf_counter() - began) * 1000
        self._request_event.fire(
            **facts, response_time=response_ms, response_length=size, exception=error, context={}
        )


class Player(User):  # type: ignore[misc]  # see above
    """A user that takes a free seat, holds a poll, and fills in forms at random."""

    wait_time = between(2, 8)
    joining = BoundedSemaphore()
    last_code, free_seats = "", 0
    """The room in which the next user takes a seat, and its number of free seats."""

    def on_start(self) -> None:
        """Take a seat at the last table, or at a new one, and hold a poll."""
        self.chance = Random()
        http = httpx.Client(transport=ReportingTransport(self.environment.events))
        self.client = Client(self.host, program="locust", language="en", http=http)
        with Player.joining:
            self.seat = self._sit_down()
        self.polling = gevent.spawn(self._follow)

    def _sit_down(self) -> Seat:
        name = f"L{self.chance.randrange(10**9)}"
        if Player.free_seats:
            Player.free_seats -= 1
            return self.client.join(Player.last_code, name)
        seat = self.client.create(name, GAME)
        Player.last_code, Player.free_seats = seat.code, PLAYERS - 1
        return seat

    def _follow(self) -> None:
        for _ in self.seat.follow():
            pass

    @task  # type: ignore[untyped-decorator]
    def move(self) -> None:
        """Make a move, once all players of the table are there."""
        if len(self.seat.table["players"]) < PLAYERS or self.polling.dead:
            return
        choice = choose([self.seat.table], self.chance)
        if choice is not None:
            with suppress(ClientError):  # the transport has reported the failure
                self.seat.send(choice.form, **choice.values)

    def on_stop(self) -> None:
        """Leave the room."""
        self.polling.kill()
        with suppress(ClientError):
            self.seat.send("leave")
        self.client.http.close()
