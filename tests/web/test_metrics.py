"""What is counted for Prometheus."""

from __future__ import annotations

import re

from .conftest import Api


def value(api: Api, name: str) -> float:
    """A metric, 0 before it is first counted."""
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


def test_metrics_are_prometheus_text(api: Api) -> None:
    response = api.client.get("/metrics")
    assert response.content_type.startswith("text/plain; version=0.0.4")
    assert "# TYPE cheat_held_polls gauge" in response.text
