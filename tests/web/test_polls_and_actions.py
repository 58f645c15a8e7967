"""Actions and polls, as the Flask views answer them. tests/server compares them with the fast path."""

from __future__ import annotations

import re
from typing import Any

import pytest
from werkzeug.test import TestResponse

from .conftest import Api

JSON = {"Content-Type": "application/json"}


def comparable(response: TestResponse) -> tuple[int, dict[str, str], str]:
    """Return status, headers and body, without the clock and the length of the next hold."""
    body = re.sub(r'"(now|hold)":[\d.]+', "", response.text)
    return response.status_code, dict(response.headers), body


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b"null", b"\xff{}", b'{"id":"12345678"}', b'{"id":"1","move":"place"}',
        b'{"id":"12345678","move":"dance"}', b'{"id":"12345678","move":"place","args":{"cards":[]}}',
        b'{"id":"12345678","move":"place","args":{"cards":["QX"]},"more":1}', b"[" * 5000,
        b'{"id":"12345678","move":"start"}', b" " * 16385,
    ],
)  # fmt: skip
def test_strange_actions_are_refused(api: Api, body: bytes) -> None:
    player = api.game()[0]
    path = f"/api/rooms/{player['code']}/actions"
    for token in (player["token"], "wrong", None):
        header = {"Authorization": f"Bearer {token}"} if token else {}
        assert 400 <= api.client.post(path, data=body, headers={**JSON, **header}).status_code < 500


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("zzzzz", 404), ("abc", 404), ("toolong", 404), ("%20{code}%20", 200), ("{CODE}", 200),
        ("{code}x", 404), ("%C3%A4bcde", 404),
    ],
)  # fmt: skip
def test_codes_are_read_with_blanks_and_in_capitals(api: Api, code: str, status: int) -> None:
    player = api.game()[0]
    where = code.format(code=player["code"], CODE=player["code"].upper())
    header = {"Authorization": f"Bearer {player['token']}"}
    assert api.client.get(f"/api/rooms/{where}/events", headers=header).status_code == status


def test_an_action_is_carried_out_once(api: Api) -> None:
    player = api.game()[0]
    (hand,) = [zone for zone in api.snapshot(player)["table"]["zones"] if "cards" in zone]
    moment = api.moment(player, "place")

    def call() -> TestResponse:
        body = {"id": "only-once", "move": "place", "args": {"cards": hand["cards"][:1], **moment}}
        header = {"Authorization": f"Bearer {player['token']}"}
        return api.client.post(f"/api/rooms/{player['code']}/actions", json=body, headers=header)

    first = comparable(call())
    assert first[0] == 200
    assert comparable(call()) == first


def test_other_methods_are_refused(api: Api) -> None:
    code = api.game()[0]["code"]
    assert api.client.post(f"/api/rooms/{code}/events").status_code == 405
    assert api.client.get(f"/api/rooms/{code}/actions").status_code == 405
    assert api.client.head(f"/api/rooms/{code}/events").data == b""


def test_unexpected_error_is_reported_and_logged(api: Api, monkeypatch: Any, caplog: Any) -> None:
    player = api.game()[0]
    monkeypatch.setattr(api.service, "act", lambda *args: 1 / 0)
    response = api.try_act(player, "start")
    assert (response.status_code, response.get_json()["code"]) == (500, "internal_error")
    assert "ZeroDivisionError" in caplog.text
