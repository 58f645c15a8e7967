"""Actions and polls, as the Flask views answer them. tests/server compares them with the fast path."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from werkzeug.test import TestResponse

from cheat.server.fast_path import Call, FastPath, call_of
from cheat.server.request_head import Fields, Head
from cheat.service.delivery import answers
from cheat.service.limits.rules_time import PAUSE_S
from tests.servers import in_background, wait_until

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


def counted_hashes(monkeypatch: pytest.MonkeyPatch, token: str) -> list[bytes]:
    """Return a list that gets an entry for each hash of this token from now on."""
    hashes: list[bytes] = []
    sha256 = hashlib.sha256

    def counting(data: bytes = b"", **more: Any) -> Any:
        if data == token.encode():
            hashes.append(data)
        return sha256(data, **more)

    monkeypatch.setattr(hashlib, "sha256", counting)
    return hashes


RENAME = b'{"id":"action-%d","move":"rename","args":{"name":"%b"}}'


def test_flask_views_hash_a_token_once(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = api.create("Ada")
    hashes = counted_hashes(monkeypatch, ada["token"])
    room = f"/api/rooms/{ada['code']}"
    header = {"Authorization": f"Bearer {ada['token']}"}
    for path in (room, f"{room}/events", f"{room}/events?known="):
        hashes.clear()
        assert api.client.get(path, headers=header).status_code == 200
        assert len(hashes) == 1, path
    hashes.clear()
    body = RENAME % (10000001, b"Bea")
    assert api.client.post(f"{room}/actions", data=body, headers={**JSON, **header}).status_code == 200
    assert len(hashes) == 1


def test_fast_path_hashes_a_token_once(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = api.create("Ada")
    hashes = counted_hashes(monkeypatch, ada["token"])
    extensions = api.client.application.extensions
    fast_path = FastPath(api.service, extensions["cheat.requests"], extensions["cheat.sent"])

    def call(method: bytes, target: str, length: int | None = None) -> Call:
        hashes.clear()
        fields = Fields(b"", length, {b"authorization": f"Bearer {ada['token']}".encode()})
        caller = fast_path.caller(fields, "192.0.2.1")
        assert caller is not None
        made = call_of(Head(method, f"/api/rooms/{ada['code']}/{target}".encode(), fields, 0), caller)
        assert made is not None
        return made

    for query in ("", "?known="):
        poll = call(b"GET", f"events{query}")
        assert fast_path.events(poll).startswith(b"HTTP/1.1 200")
        assert len(hashes) == 1
        poll, answers = call(b"GET", f"events{query}"), list[Any]()
        assert fast_path.follow(poll)
        fast_path.poll(poll, answers.append).begin()
        assert fast_path.poll_answer(poll, answers[0]).startswith(b"HTTP/1.1 200")
        assert len(hashes) == 1
    body = RENAME % (10000002, b"Cyd")
    assert fast_path.act(call(b"POST", "actions", len(body)), body).startswith(b"HTTP/1.1 200")
    assert len(hashes) == 1


ENDS: dict[str, Callable[[Api, dict[str, Any], Any], Any]] = {
    "the worker ends": lambda api, ada, poll: api.service.polls.drain(),
    "the seat has too many polls": lambda api, ada, poll: in_background(
        lambda: api.events(ada, ada["cursor"])
    ),
    "the hold is over": lambda api, ada, poll: setattr(poll, "_hold_until", time.monotonic()),
}


@pytest.mark.parametrize("end", ENDS)
def test_empty_answer_leaves_news_to_the_next_poll(
    make_api: Callable[..., Api], monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    """A held poll knows of a version, but its table waits for processor time. Then the poll has to end.

    Its answer must not name the version, because the client has not been told of it.
    """
    monkeypatch.setattr(answers, "rules_payers", lambda room: ["the address of the room"])
    api = make_api(hold_min_s=20, hold_max_s=20, rate_limits="on", seat_polls=1)
    ada, waiting = api.create("Ada"), list[float]()

    def pause(payers: Any) -> float:
        waiting.append(PAUSE_S)
        return PAUSE_S

    held = in_background(lambda: api.events(ada, ada["cursor"], wait=20))
    wait_until(lambda: api.service.polls.limits.count() == 1, "the poll has come")
    (poll,) = api.service.feeds.feed(ada["code"]).waiters
    wait_until(lambda: poll._hold_until, "the poll is held")
    with monkeypatch.context() as busy:
        busy.setattr(api.service.polls.rules_time, "pause", pause)
        api.act(ada, "rename", name="Bea")
        wait_until(lambda: waiting and poll._position != poll._client_position, "it knows of the version")
        ENDS[end](api, ada, poll)
        answer = held.value()
    assert (answer["events"], answer["cursor"], answer["version"]) == ([], ada["cursor"], 1)
    assert "table" not in answer
    again = api.events(ada, answer["cursor"])
    assert ([event["type"] for event in again["events"]], again["reset"]) == (["renamed"], False)
