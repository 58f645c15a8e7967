"""The API in the test's process, with rooms in memory and a clock that the test sets."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

import jsonschema
import jsonschema_rs
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from cheat import create_app
from cheat.errors import CheatError
from cheat.rooms.lobby import moves
from cheat.rooms.room import decode
from cheat.settings import Settings
from cheat.store.redis import subscriber
from cheat.web import assets
from cheat.web.openapi import document
from tests.cached_routes import compile_rules_once

compile_rules_once()
assets.Assets = functools.cache(assets.Assets)  # type: ignore[misc, assignment]  # made in 0.3 s

NOON = 1_700_000_000_000


class Clock:
    """A clock in ms since 1970 that the test sets."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> int:
        return self.now


class Api:
    """A test client. The OpenAPI document must describe every answer."""

    def __init__(self, client: FlaskClient, service: Any, clock: Clock) -> None:
        self.client = client
        self.service = service
        self.clock = clock
        self.made = 0

    def call(self, method: str, path: str, token: str | None = None, **more: Any) -> TestResponse:
        headers = {"Authorization": f"Bearer {token}"} if token is not None else {}
        response = self.client.open(
            path, method=method, headers={**headers, **more.pop("headers", {})}, **more
        )
        if path.startswith("/api/"):
            check_described(method, path, response)
        return response

    def create(self, name: str = "Ada", **body: Any) -> dict[str, Any]:
        return self.made_by(self.call("POST", "/api/rooms", json={"name": name, **body}))

    def join(self, code: str, name: str) -> dict[str, Any]:
        return self.made_by(self.call("POST", f"/api/rooms/{code}/players", json={"name": name}))

    def made_by(self, response: TestResponse) -> dict[str, Any]:
        assert response.status_code == 201, response.text
        joined: dict[str, Any] = response.get_json()
        return joined

    def try_act(self, who: dict[str, Any], move: str, /, action_id: str = "", **args: Any) -> TestResponse:
        self.made += 1
        args = {**self.moment(who, move), **args}
        body = {"id": action_id or f"action-{self.made:04}", "move": move, "args": args}
        return self.call("POST", f"/api/rooms/{who['code']}/actions", who["token"], json=body)

    def act(self, who: dict[str, Any], move: str, /, action_id: str = "", **args: Any) -> dict[str, Any]:
        response = self.try_act(who, move, action_id, **args)
        assert response.status_code == 200, response.text
        answer: dict[str, Any] = response.get_json()
        return answer

    def moment(self, player: dict[str, Any], move: str) -> dict[str, Any]:
        """Return the moment in which the game offers this move now, without a request."""
        try:
            room = decode(self.service.store.load(player["code"]).data)
            ties = [one.ties for one in moves(room, room.seat(player["player"])) if one.name == move]
        except (CheatError, KeyError, AttributeError):
            return {}
        return ties[0] if ties and "moment" in ties[0] else {}

    def snapshot(self, player: dict[str, Any], *, spectator: bool = False) -> dict[str, Any]:
        token = None if spectator else player["token"]
        response = self.call("GET", f"/api/rooms/{player['code']}", token)
        assert response.status_code == 200, response.text
        answer: dict[str, Any] = response.get_json()
        return answer

    def events(
        self, player: dict[str, Any], since: str | None = None, *, spectator: bool = False, wait: float = 0
    ) -> dict[str, Any]:
        token = None if spectator else player["token"]
        query = {"wait": wait, **({"since": since} if since else {})}
        response = self.call("GET", f"/api/rooms/{player['code']}/events", token, query_string=query)
        assert response.status_code == 200, response.text
        answer: dict[str, Any] = response.get_json()
        return answer

    def game(self, *names: str, **options: Any) -> list[dict[str, Any]]:
        """Return players of a game that has just begun."""
        quick = {"min_call_window_s": 0, "reveal_s": 0, "turn_s": 0}
        host = self.create(names[0] if names else "Ada", options={**quick, **options})
        players = [host, *(self.join(host["code"], name) for name in (names[1:] or ("Bob", "Cyd")))]
        self.act(host, "start")
        return players


def check_described(method: str, path: str, response: TestResponse) -> None:
    """Fail unless the document has this call, status and shape, and the code of a refusal."""
    spec = document()
    parts = path.partition("?")[0].split("/")
    if path == "/api/openapi.json" or response.status_code in (304, 405):
        return
    if len(parts) > 3 and parts[2] == "rooms":
        parts[3] = "{code}"
    elif len(parts) > 3 and parts[2] == "games":
        parts[3] = "{id}"
    elif len(parts) > 3 and parts[2] == "pictures":
        parts[3] = "{picture}"
    elif len(parts) > 3 and parts[2] == "documents" and parts[3] not in ("check", "compare", "read", "try"):
        ending = next((one for one in (".zip", ".json") if parts[3].endswith(one)), "")
        parts[3] = "{name}" + ending
    operation = spec["paths"].get("/".join(parts), {}).get(method.lower())
    if operation is None:
        assert response.status_code == 404, f"{method} {path} is not described"
        return
    assert str(response.status_code) in operation["responses"], f"{response.status_code} of {method} {path}"
    described = operation["responses"][str(response.status_code)]
    if response.status_code >= 400:
        assert response.get_json(force=True)["code"] in described["x-codes"], f"{response.text} of {path}"
    assert response.mimetype in described["content"]
    if response.mimetype in ("application/zip", "application/octet-stream", "image/webp"):
        return
    content = described["content"][response.mimetype]
    answer = response.get_json(force=True)
    if not validator("/".join(parts), method.lower(), str(response.status_code)).is_valid(answer):
        jsonschema.Draft202012Validator({**content["schema"], "components": spec["components"]}).validate(
            answer
        )
        raise AssertionError(f"{answer} of {path} is not described")


@functools.cache
def validator(path: str, method: str, status: str) -> jsonschema_rs.Draft202012Validator:
    """Return a check of answers. It is far faster than a validator that reports the faults."""
    spec = document()
    content, *_ = spec["paths"][path][method]["responses"][status]["content"].values()
    return jsonschema_rs.Draft202012Validator({**content["schema"], "components": spec["components"]})


@pytest.fixture
def make_api(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Api]]:
    """Makes an API with settings of the test's own."""
    monkeypatch.setattr(subscriber, "TICK_S", 0.05)
    apis: list[Api] = []

    def make(**settings: Any) -> Api:
        clock = Clock()
        app = create_app(
            Settings(**{"hold_min_s": 0.2, "hold_max_s": 0.3, "rate_limits": "off", **settings}), clock
        )
        api = Api(app.test_client(), app.extensions["cheat"], clock)
        apis.append(api)
        return api

    yield make
    for api in apis:
        api.service.stop()


@pytest.fixture
def api(make_api: Callable[..., Api]) -> Api:
    return make_api()
