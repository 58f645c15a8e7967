"""The log as JSON lines: its fields for requests, and that it has no secrets."""

from __future__ import annotations

import hashlib
import json
import logging
import re
import sys
import types
from collections.abc import Callable
from typing import Any

import pytest
import redis

from cheat import create_app
from cheat.ops import logs
from cheat.settings import Settings, SettingsError
from tests.servers import Client, RedisServer, Web, request, wait_until


def line_of(
    *args: Any, error: BaseException | None = None, words: str = "%s", **extra: Any
) -> dict[str, Any]:
    """Return the formatter's output for one logging call."""
    exc_info = (type(error), error, error.__traceback__) if error else None
    record = logging.LogRecord("cheat.tests", logging.WARNING, __file__, 1, words, args, exc_info)
    vars(record).update(extra)
    line: dict[str, Any] = json.loads(logs.JsonLines().format(record))
    return line


def test_line_has_the_ids_of_request_and_room() -> None:
    with logs.about(request="r1", room="kwzpt"):
        line = line_of("it", words="%s failed")
        inner = line_of(room="bcdfg", words="done")
    assert (line["message"], line["level"], line["request"], line["room"]) == (
        "it failed", "warning", "r1", "kwzpt"
    )  # fmt: skip
    assert (inner["request"], inner["room"]) == ("r1", "bcdfg")
    assert "request" not in line_of("afterwards")


def test_only_network_errors_are_logged_in_full() -> None:
    try:
        try:
            {}["hand: A♠"]
        except KeyError as cause:
            raise ValueError("token s3cret") from cause
    except ValueError as error:
        line = line_of(error, error=error, words="it failed: %r")
    assert line["message"] == "it failed: ValueError"
    assert [error["kind"] for error in line["errors"]] == ["ValueError", "KeyError"]
    assert line["errors"][0]["places"][0].startswith("tests/web/test_logs.py:")
    assert "A♠" not in json.dumps(line, ensure_ascii=False)
    assert (
        line_of(redis.ConnectionError("Connection reset"))["message"] == "ConnectionError: Connection reset"
    )


def lines(web: Web) -> list[dict[str, Any]]:
    return [json.loads(line) for line in web.printed().splitlines()]


@pytest.mark.parametrize("fast", ["on", "off"])
def test_game_leaves_no_token_and_no_card_in_the_log(
    start_web: Callable[..., Web], start_redis: Callable[..., RedisServer], fast: str
) -> None:
    store = start_redis()
    web = start_web(REDIS_URL=store.url, LOG_FORMAT="json", LOG_REQUESTS="on", FAST_PATH=fast)
    players = [Client([web]) for _ in range(3)]
    players[0].create("Ada", game="cheat", options={"min_call_window_s": 0})
    for number, player in enumerate(players[1:]):
        player.join(players[0].code, f"B{number}")
    players[0].act("start")
    code, tokens = players[0].code, [str(player.token) for player in players]
    cards = {card for player in players for card in player.hand()}
    for player in players:
        player.act("place", cards=player.hand()[:1])
        player.events(wait=0)
    assert players[0].try_act("place", cards=["no card"]).status_code == 409
    headers = {"Authorization": f"Bearer {tokens[0]}", "X-Request-Id": "from-the-router.1"}
    body = {"id": "with-an-id", "move": "say", "args": {"reaction": "heart"}}
    request("POST", f"{web.url}/api/rooms/{code}/actions", headers=headers, json=body)
    request("GET", f"{web.url}/api/rooms/{code}/{tokens[0]}", headers={"X-Request-Id": "no { id"})
    request("GET", f"{web.url}/api/rooms/{code}/events", headers={"Authorization": "Bearer junk"})
    store.kill()
    assert players[0].try_act("rename", name="Cyd").status_code == 503
    web.stop()
    log_lines = lines(web)
    actions = [line for line in log_lines if line.get("call") == "POST actions"]
    assert [line["status"] for line in actions] == [200] * 4 + [409, 200, 503]
    assert all(line["room"] == code and line["ms"] > 0 and line["request"] for line in actions)
    assert actions[-2]["request"] == "from-the-router.1"
    assert len({line["request"] for line in actions}) == len(actions)
    polls = [line for line in log_lines if line.get("call") == "GET events"]
    assert [line["status"] for line in polls] == [401]
    assert "POST /api/rooms" in {line.get("call") for line in log_lines}
    (unknown_call,) = (line for line in log_lines if line.get("call") == "GET (unknown)")
    assert re.fullmatch("[0-9a-f]{16}", unknown_call["request"])
    printed = web.printed()
    for token in tokens:
        assert token not in printed
        assert hashlib.sha256(token.encode()).hexdigest() not in printed
    assert {card for card in cards if re.search(rf"(?<![\w-]){re.escape(card)}(?![\w-])", printed)} == set()


def test_traces_without_their_packages_are_refused_by_name() -> None:
    with pytest.raises(SettingsError, match="TRACES=on needs packages: pip install opentelemetry-sdk"):
        create_app(Settings(traces="on"))


class Spans:
    """A stand-in for the tracer of OpenTelemetry."""

    def __init__(self) -> None:
        self.ended: list[tuple[str, dict[str, Any]]] = []

    def start_as_current_span(self, name: str, attributes: dict[str, Any]) -> Any:
        spans = self

        class Span:
            def __enter__(self) -> Any:
                self.name, self.attributes = name, dict(attributes)
                return self

            def __exit__(self, *error: Any) -> None:
                spans.ended.append((self.name, self.attributes))

            def update_name(self, name: str) -> None:
                self.name = name

            def set_attribute(self, name: str, value: Any) -> None:
                self.attributes[name] = value

        return Span()


def test_every_request_is_a_span_if_traces_are_on(monkeypatch: pytest.MonkeyPatch) -> None:
    spans = Spans()
    provider = types.SimpleNamespace(add_span_processor=lambda one: None, get_tracer=lambda name: spans)
    parts = {
        "opentelemetry.sdk.trace": {"TracerProvider": lambda: provider},
        "opentelemetry.sdk.trace.export": {"BatchSpanProcessor": lambda exporter: None},
        "opentelemetry.exporter.otlp.proto.http.trace_exporter": {"OTLPSpanExporter": lambda: None},
    }
    for name, what in parts.items():
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
        vars(sys.modules[name]).update(what)
    app = create_app(Settings(traces="on", rate_limits="off"))
    client = app.test_client()
    joined = client.post("/api/rooms", json={"name": "Ada"}).get_json()
    client.get(
        f"/api/rooms/{joined['code']}/events?wait=0", headers={"Authorization": f"Bearer {joined['token']}"}
    )
    app.extensions["cheat"].stop()
    assert [
        (name, attributes["http.response.status_code"], attributes.get("room"))
        for name, attributes in spans.ended
    ] == [
        ("POST /api/rooms", 201, None),
        ("GET events", 200, joined["code"]),
    ]


def test_unready_worker_says_why(
    start_web: Callable[..., Web], start_redis: Callable[..., RedisServer]
) -> None:
    store = start_redis()
    web = start_web(REDIS_URL=store.url)
    ready = f"{web.url}/readyz"
    Client([web]).create("Ada")
    with store.client() as client:
        client.config_set("requirepass", "other")
        client.client_kill_filter(skipme=False, _type="normal")

    def refused() -> Any:
        answer = request("GET", ready)
        return answer.status_code == 503 and answer.json()

    report = wait_until(refused, "Redis wants a password")
    assert (report["code"], report["cause"]) == (
        "store_unavailable",
        "This account may not run a command that the server needs.",
    ) or (report["cause"] == "Redis refuses the password.")
    store.kill()
    assert request("GET", ready).json()["cause"] == "Redis cannot be reached."
