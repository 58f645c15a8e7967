"""The dashboard for Grafana and docs/deploy.md name exactly the metrics of /metrics."""

from __future__ import annotations

import json
import re
from pathlib import Path

from cheat.ops import metrics

ROOT = Path(__file__).resolve().parents[1]
PANELS = json.loads((ROOT / "docs/grafana.json").read_text())["panels"]
SUFFIXES = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_sum", "_count")}


def exported() -> dict[str, str]:
    """Return the name of every possible sample, with its metric."""
    taken = metrics.Usage({"memory": 1.0, "commands": 1.0})
    families = [*metrics.registry.collect(), *taken.collect()]
    return {one.name + suffix: one.name for one in families for suffix in SUFFIXES[one.type]}


def names_shown(panel: dict) -> set[str]:
    return {name for target in panel["targets"] for name in re.findall(r"cheat_\w+", target["expr"])}


def test_every_panel_shows_what_is_exported() -> None:
    names = exported()
    assert {
        panel["title"]: names_shown(panel) - names.keys()
        for panel in PANELS
        if names_shown(panel) - names.keys()
    } == {}
    assert all(names_shown(panel) for panel in PANELS)


def test_every_metric_is_on_a_panel_and_is_explained() -> None:
    """A new metric needs a panel in docs/grafana.json and a row in docs/deploy.md."""
    names = exported()
    on_panels = {names[name] for panel in PANELS for name in names_shown(panel)}
    assert on_panels == set(names.values())
    explained = set(re.findall(r"^\| `(cheat_\w+)", (ROOT / "docs/deploy.md").read_text(), re.M))
    assert explained == {name for name in names if not name.endswith(("_bucket", "_sum", "_count"))} | {
        "cheat_action_seconds", "cheat_wakeup_seconds"
    }  # fmt: skip


def test_panels_lie_beside_each_other() -> None:
    places = [(place["x"], place["y"]) for place in (panel["gridPos"] for panel in PANELS)]
    assert len(set(places)) == len(places) == len({panel["id"] for panel in PANELS})
