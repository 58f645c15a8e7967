"""Every limit is reached with every call that it counts, and gives a proper refusal."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any

import pytest
from werkzeug.test import TestResponse

from cheat.ops import metrics
from cheat.settings import Settings
from cheat.web.openapi import CALLS, Call
from tests.documents.small_documents import document, written

from .conftest import Hub

OF_ADDRESSES = {
    "post /api/rooms": "room_limit",
    "post /api/quick": "room_limit",
    "post /api/trials": "room_limit",
    "post /api/rooms/{code}/players": "join_limit",
    "post /api/documents/read": "draft_limit",
    "post /api/documents/try": "check_limit",
    "post /api/documents/check": "check_limit",
    "post /api/documents": "check_limit",
    "post /api/pictures": "check_limit",
    "get /api/pictures/{picture}": "picture_limit",
    "post /api/documents/{name}/report": "check_limit",
    "post /api/documents/{name}/changes": "check_limit",
    "post /api/documents/compare": "check_limit",
    "post /api/documents/{name}/restore": "check_limit",
}
"""All other calls, except polls and actions, count for `call_limit`."""
HOT = {
    "get /api/rooms/{code}/events",
    "get /api/rooms/{code}/watch",
    "post /api/rooms/{code}/actions",
}
ELSEWHERE = {"poll_limit", "watch_limit"}
"""A poll beyond these limits waits instead of being refused: see `tests/web/test_limits.py`."""
HIGH = {
    "room_limit": "99/minute",
    "join_limit": "99/minute",
    "call_limit": "99/second",
    "check_limit": "99/minute",
}

Make = Callable[..., Hub]


def named(call: Call) -> str:
    return f"{call.method} {call.path}"


def call_without_target(
    hub: Hub, call: Call, number: int, token: str | None = None, **more: Any
) -> TestResponse:
    """A call that names a missing thing is counted all the same."""
    path = call.path.format(code="zzzzz", id="none", name="none", picture="none")
    body = {} if call.body is None else {"json": {"id": f"action-{number}", "move": "leave"}}
    return hub.call(call.method.upper(), path, token, **body, **more)


def refused(limit: str) -> float:
    return metrics.registry.get_sample_value("cheat_limited_total", {"limit": limit}) or 0


def is_limited(answer: TestResponse) -> bool:
    code = answer.get_json(force=True).get("code") if answer.status_code >= 400 else ""
    assert (answer.status_code == 429) == (code == "rate_limited")
    assert (answer.status_code == 429) == ("Retry-After" in answer.headers)
    return answer.status_code == 429


def reaches(limit: str, attempt: Callable[[int], TestResponse]) -> None:
    """The limit refuses the second attempt, but not the first."""
    before = refused(limit)
    assert [is_limited(attempt(number)) for number in range(2)] == [False, True]
    assert refused(limit) == before + 1


def other_address(number: int = 1) -> dict[str, Any]:
    return {"headers": {"X-Forwarded-For": f"203.0.113.{number}"}}


@pytest.mark.parametrize("call", [call for call in CALLS if named(call) not in HOT], ids=named)
def test_calls_of_an_address(make_hub: Make, call: Call) -> None:
    limit = OF_ADDRESSES.get(named(call), "call_limit")
    hub = make_hub(rate_limits="on", **{**HIGH, limit: "1/minute"})
    reaches(limit, lambda number: call_without_target(hub, call, number))
    assert not is_limited(call_without_target(hub, call, 3, **other_address()))


@pytest.mark.parametrize("call", [call for call in CALLS if "{code}" in call.path], ids=named)
def test_guesses_of_codes(make_hub: Make, call: Call) -> None:
    hub = make_hub(rate_limits="on", **HIGH, miss_limit="1/minute")
    body = {"name": "Ada"} if call.path.endswith("players") else {"reaction": "heart"}
    if call.path.endswith("actions"):
        body = {"id": "action-1", "move": "leave"}
    path, more = call.path.format(code="zzzzz"), {"json": body} if call.body else {}
    reaches("miss_limit", lambda number: hub.call(call.method.upper(), path, "none", **more))


@pytest.mark.parametrize("path", ["", "/small/fork"])
@pytest.mark.parametrize("by", ["address", "author"])
def test_publications(make_hub: Make, path: str, by: str) -> None:
    hub = make_hub(rate_limits="on", **HIGH, publish_limit="1/day")
    key = hub.published(address="198.51.100.1")["key"]

    def publish(number: int) -> TestResponse:
        slug = f"other-{number}"
        body = {"slug": slug} if path else {"document": document(id=slug, name=f"{slug} Small")}
        author = None if by == "address" else f"{key[:-1]}!"
        more = other_address(1 if by == "address" else number)
        return hub.call("POST", f"/api/documents{path}", author, json=body, **more)

    reaches("publish_limit", publish)


@pytest.mark.parametrize("path", ["", "/try", "/small/fork"])
def test_kilobytes_of_documents(make_hub: Make, path: str) -> None:
    hub = make_hub(rate_limits="on", **HIGH, store_limit="1/day")
    hub.published(address="198.51.100.1")

    def store(number: int) -> TestResponse:
        slug = f"other-{number}"
        body = (
            {"slug": slug} if path.endswith("fork") else {"document": document(id=slug, name=f"{slug} Small")}
        )
        return hub.call("POST", f"/api/documents{path}", json=body, **other_address())

    reaches("store_limit", store)


@pytest.mark.parametrize("path", ["", "/try", "/small/fork"])
def test_share_of_a_network(make_hub: Make, path: str) -> None:
    hub = make_hub(rate_limits="on", **HIGH)
    size = len(zlib.compress(written(document(id="other-0", name="other-0 Small"))))
    hub.published(address="198.51.100.1")
    hub.service.hub.most_bytes = 15 * size

    def store(number: int) -> TestResponse:
        slug = f"other-{number}"
        game = (
            {"slug": slug} if path.endswith("fork") else {"document": document(id=slug, name=f"{slug} Small")}
        )
        return hub.call("POST", f"/api/documents{path}", json=game, **other_address(number + 1))

    reaches("hub_share", store)


def test_actions_words_and_reactions(make_hub: Make) -> None:
    hub = make_hub(rate_limits="on", **HIGH, action_limit="1/minute")
    host = hub.create()
    reaches("action_limit", lambda number: hub.try_act(host, "rename", name=f"N{number}"))

    hub = make_hub(rate_limits="on", **HIGH, talk_limit="1/minute", crowd_limit="1/minute")
    host = hub.create()
    reaches("talk_limit", lambda number: hub.try_act(host, "say", reaction="heart"))
    hub.act(host, "set_crowd", crowd=True)
    path = f"/api/rooms/{host['code']}/cheers"
    reaches("crowd_limit", lambda number: hub.call("POST", path, json={"reaction": "heart"}))


def test_each_limit_that_can_be_set_is_tried() -> None:
    tested_limits = {*OF_ADDRESSES.values(), "call_limit", "miss_limit", "publish_limit", "store_limit"}
    tested_limits |= {"action_limit", "talk_limit", "crowd_limit"}
    limits = {name for name in Settings.__struct_fields__ if name.endswith("_limit")}
    assert tested_limits | ELSEWHERE == limits
