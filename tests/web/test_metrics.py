"""Metrics for Prometheus."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from cheat.errors import StoreUnavailable
from cheat.service.service import name_in_metrics

from .conftest import Api
from .test_refusals import problem


def value(api: Api, name: str) -> float:
    """Return the value of a metric, or 0 before it is first counted."""
    found = re.search(rf"^{re.escape(name)} (\S+)$", api.client.get("/metrics").text, re.M)
    return float(found[1]) if found else 0


def test_changes_deliveries_and_refusals_are_counted(api: Api) -> None:
    names = ["cheat_changes_total", "cheat_deliveries_total", 'cheat_refusals_total{code="not_host"}']
    before = [value(api, name) for name in names]
    players = api.game()
    api.events(players[0], f"{players[0]['cursor']}")
    api.try_act(players[1], "set_public", public=True)
    after = [value(api, name) for name in names]
    assert [new - old for new, old in zip(after, before, strict=True)] == [3, 1, 1]


def test_actions_are_timed_by_move_and_rooms_counted_by_phase(api: Api) -> None:
    """Authors may give moves any names, so moves of unknown games are no labels."""
    ended = 'cheat_action_seconds_bucket{le="+Inf",move="start"}'
    playing, before = 'cheat_rooms{phase="playing"}', value(api, ended)
    players = api.game()
    api.events(players[0], f"{players[0]['cursor']}")
    assert value(api, ended) == before + 1
    assert value(api, playing) == 1
    host = api.create("Bea")
    first = api.act(host, "rename", "the-same-id", name="Cyd")
    assert api.act(host, "junk of a client", "the-same-id") == first
    assert "junk" not in api.client.get("/metrics").text
    for game, name in (("cheat", "place"), ("doc:0123", "published")):
        room: Any = SimpleNamespace(dealt_game=game, games=api.service.games)
        assert name_in_metrics(room, "place") == name


def test_polls_that_missed_too_much_are_counted(make_api: Callable[..., Api]) -> None:
    api = make_api(log_length=2)
    host = api.create()
    before = value(api, "cheat_resets_total")
    for number in range(3):
        api.act(host, "rename", name=f"Bea {number}")
    late = api.events(host, f"{host['cursor']}")
    assert [late["reset"], api.events(host, late["cursor"])["reset"]] == [True, False]
    assert value(api, "cheat_resets_total") == before + 1


def test_time_of_bots_is_counted(api: Api) -> None:
    host = api.create()
    for _ in range(2):
        api.act(host, "add_bot", level="easy")
    before = value(api, "cheat_bots_seconds_total")
    api.act(host, "start")
    assert before < value(api, "cheat_bots_seconds_total") < before + 5


def test_limits_that_are_met_are_counted_by_their_setting(make_api: Callable[..., Api]) -> None:
    api = make_api(rate_limits="on", action_limit="1/minute")
    host = api.create()
    before = value(api, 'cheat_limited_total{limit="action_limit"}')
    assert [api.try_act(host, "rename", name=name).status_code for name in ("Bea", "Cyd")] == [200, 429]
    assert value(api, 'cheat_limited_total{limit="action_limit"}') == before + 1


def test_limit_in_a_room_counts_once_although_it_is_confirmed(make_api: Callable[..., Api]) -> None:
    """A worker that knows a room looks at the newest version before it refuses."""
    api = make_api(rate_limits="on", talk_limit="1/minute")
    host = api.create()
    api.events(host, host["cursor"], wait=0)
    before = value(api, 'cheat_limited_total{limit="talk_limit"}')
    assert [api.try_act(host, "say", reaction=one).status_code for one in ("laugh", "wow")] == [200, 429]
    assert value(api, 'cheat_limited_total{limit="talk_limit"}') == before + 1


def test_metrics_are_prometheus_text(api: Api) -> None:
    response = api.client.get("/metrics")
    assert response.content_type.startswith("text/plain; version=0.0.4")
    assert "# TYPE cheat_held_polls gauge" in response.text


def test_use_of_worker_and_redis_is_exported(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    """The store in memory has no numbers, and a real Redis may be unreachable for a while."""
    assert value(api, "cheat_worker_memory_bytes") > 2**20
    assert value(api, "cheat_worker_cpu_seconds_total") > 0
    assert "cheat_redis" not in api.client.get("/metrics").text
    room_count = api.service.room_count
    monkeypatch.setattr(room_count, "usage", lambda: {"memory": 5.0, "commands": 7.0})
    assert value(api, "cheat_redis_memory_bytes") == 5
    assert value(api, "cheat_redis_commands_total") == 7

    def gone() -> dict[str, float]:
        raise StoreUnavailable("Redis is gone.")

    monkeypatch.setattr(room_count, "usage", gone)
    assert "cheat_redis" not in api.client.get("/metrics").text


def asked_from(api: Api, address: str, **headers: str) -> tuple[int, str]:
    """Return status and code of /metrics for a client at this address."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    response = api.client.get("/metrics", headers=named, environ_overrides={"REMOTE_ADDR": address})
    return (200, "") if response.status_code == 200 else problem(response)


@pytest.mark.parametrize("address", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
def test_metrics_are_for_this_machine(api: Api, address: str) -> None:
    assert asked_from(api, address) == (200, "")


@pytest.mark.parametrize(
    "address", ["192.168.1.7", "203.0.113.9", "2001:db8::1", "::ffff:203.0.113.9", "", "junk"]
)
def test_metrics_are_closed_to_others(api: Api, address: str) -> None:
    assert asked_from(api, address) == (401, "no_token")
    assert asked_from(api, address, Authorization="Bearer junk") == (401, "no_token")


@pytest.mark.parametrize(
    "name", ["X_Forwarded_For", "X_Forwarded_Proto", "X_Forwarded_Host", "X_Real_IP", "Forwarded", "Via"]
)
def test_request_through_a_proxy_is_not_local(api: Api, name: str) -> None:
    assert asked_from(api, "127.0.0.1", **{name: "127.0.0.1"}) == (401, "no_token")


@pytest.mark.parametrize("address", ["127.0.0.1", "203.0.113.9"])
def test_token_opens_the_metrics_from_everywhere_and_nothing_else_does(
    make_api: Callable[..., Api], address: str
) -> None:
    """A proxy that adds no header looks like this machine. With a token that does not matter."""
    api = make_api(metrics_token="open-sesame")
    assert asked_from(api, address) == (401, "no_token")
    assert asked_from(api, address, Authorization="Bearer open") == (401, "bad_token")
    assert asked_from(api, address, Authorization="Bearer öpen-sesame") == (401, "bad_token")
    assert asked_from(api, address, Authorization="Basic open-sesame") == (401, "bad_token")
    assert asked_from(api, address, Authorization="Bearer open-sesame", Via="proxy") == (200, "")
