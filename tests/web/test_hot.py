"""The calls that are answered in front of Flask are answered as Flask would."""

from __future__ import annotations

import re
from typing import Any

import pytest
from werkzeug.test import TestResponse

from cheat.web.hot import HotCalls

from .conftest import Api

JSON = {"Content-Type": "application/json"}


def plain(api: Api, call: Any) -> TestResponse:
    """The answer of the Flask views alone."""
    app = api.client.application
    hot = app.wsgi_app
    assert isinstance(hot, HotCalls)
    app.wsgi_app = hot._wsgi
    try:
        return call()
    finally:
        app.wsgi_app = hot


def told(response: TestResponse) -> tuple[int, dict[str, str], str]:
    """Status, headers and body, but for the clock and the length of the next hold."""
    body = re.sub(r'"(now|hold)":[\d.]+', "", response.text)
    return response.status_code, dict(response.headers), body


@pytest.mark.parametrize(
    ("path", "token"),
    [
        ("events?since={start}&wait=0", True),
        ("events?since={start}&wait=0", False),
        ("events?since={now}&wait=0&client=page", True),
        ("events", True),
        ("events?since=junk&since={now}", True),
        ("events?since={now}&wait=", True),
        ("events?since=%7B%22&wait=1e3", True),
        ("events?wait=soon", True),
        ("events?wait=-1&since={now}", True),
        ("events?since={start}", "wrong"),
        ("events?since={start}", " "),
    ],
)
def test_polls_are_answered_as_by_flask(api: Api, path: str, token: Any) -> None:
    players = api.game()
    epoch, version = api.snapshot(players[0])["cursor"].split(".")
    where = path.format(start=f"{epoch}.1", now=f"{epoch}.{version}")
    header = {"Authorization": f"Bearer {players[0]['token'] if token is True else token}"} if token else {}

    def call() -> TestResponse:
        return api.client.get(f"/api/rooms/{players[0]['code']}/{where}", headers=header)

    assert told(call()) == told(plain(api, call))


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b"null", b"\xff{}", b'{"id":"12345678"}', b'{"id":"1","move":"place"}',
        b'{"id":"12345678","move":"dance"}', b'{"id":"12345678","move":"place","args":{"cards":[]}}',
        b'{"id":"12345678","move":"place","args":{"cards":["QX"]},"more":1}', b"[" * 5000,
        b'{"id":"12345678","move":"start"}', b" " * 16385,
    ],
)  # fmt: skip
def test_refused_actions_are_answered_as_by_flask(api: Api, body: bytes) -> None:
    player = api.game()[0]
    path = f"/api/rooms/{player['code']}/actions"
    for token in (player["token"], "wrong", None):
        header = {"Authorization": f"Bearer {token}"} if token else {}

        def call(header: dict[str, str] = header) -> TestResponse:
            return api.client.post(path, data=body, headers={**JSON, **header})

        assert told(call()) == told(plain(api, call))
        assert call().status_code >= 400


@pytest.mark.parametrize(
    "code", ["zzzzz", "abc", "toolong", "%20{code}%20", "{CODE}", "{code}x", "%C3%A4bcde"]
)
def test_codes_are_read_as_by_flask(api: Api, code: str) -> None:
    player = api.game()[0]
    where = code.format(code=player["code"], CODE=player["code"].upper())

    def call() -> TestResponse:
        header = {"Authorization": f"Bearer {player['token']}"}
        return api.client.get(f"/api/rooms/{where}/events", headers=header)

    assert told(call()) == told(plain(api, call))


def test_an_action_is_carried_out_once_whichever_way_it_comes(api: Api) -> None:
    player = api.game()[0]
    (hand,) = [zone for zone in api.snapshot(player)["table"]["zones"] if "cards" in zone]
    moment = api.moment(player, "place")

    def call() -> TestResponse:
        body = {"id": "only-once", "move": "place", "args": {"cards": hand["cards"][:1], **moment}}
        header = {"Authorization": f"Bearer {player['token']}"}
        return api.client.post(f"/api/rooms/{player['code']}/actions", json=body, headers=header)

    first = told(call())
    assert first[0] == 200
    assert told(plain(api, call)) == first
    assert told(call()) == first


def test_other_methods_go_to_flask(api: Api) -> None:
    code = api.game()[0]["code"]
    assert api.client.post(f"/api/rooms/{code}/events").status_code == 405
    assert api.client.get(f"/api/rooms/{code}/actions").status_code == 405
    assert api.client.head(f"/api/rooms/{code}/events").data == b""


def test_unforeseen_error_is_told_as_one_and_logged(api: Api, monkeypatch: Any, caplog: Any) -> None:
    player = api.game()[0]
    monkeypatch.setattr(api.service, "act", lambda *args: 1 / 0)
    response = api.try_act(player, "start")
    assert (response.status_code, response.get_json()["code"]) == (500, "internal_error")
    assert "ZeroDivisionError" in caplog.text
