"""The page of a report: one HTML file, which contains all tables and plots.

The code is pure.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import log10
from typing import Any, NamedTuple

from cheat.load.plots import STYLE, Chart, Series, nice, svg
from cheat.load.summary import ROWS, summary

PERCENTS = (50.0, 90.0, 99.0, 99.9, 99.99)
PLOTTED = ("answer", "service", "delivery", "seen")
"""The times in the plots: all that players notice.

The simulator's own delay is only in the table of the report.
"""


class OverTime(NamedTuple):
    """A plot of figures for each second. `lines`: name of a figure -> its label."""

    title: str
    unit: str
    lines: dict[str, str]
    log: bool = False


OVER_TIME = {
    "rates": OverTime(
        "Actions and deliveries",
        "per s",
        {"planned_per_s": "planned", "actions_per_s": "actions", "deliveries_per_s": "deliveries"},
    ),
    "latency-over-time": OverTime(
        "How long it took, second by second",
        "ms",
        {"answer_p50_ms": "answers p50", "answer_p99_ms": "answers p99", "delivery_p99_ms": "deliveries p99"},
        log=True,
    ),
    "held": OverTime("Held polls", "", {"held": "by the simulator", "server_held": "by the server"}),
    "cpu": OverTime("Processor time", "cores", {"server_cpu": "server", "simulator_cpu": "simulator"}),
    "memory": OverTime("Memory", "MB", {"memory_mb": "workers", "redis_memory_mb": "Redis"}),
    "redis": OverTime("Redis", "per s", {"redis_commands_per_s": "commands"}),
}
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; --ground: #eef1f5; --ink: #1c2330; --quiet: #5b6472;
  --paper: #ffffff; --grid: #d9dee6; }}
@media (prefers-color-scheme: dark) {{
  :root {{ --ground: #0d1117; --ink: #e6eaf0; --quiet: #a3adba; --paper: #161b22; --grid: #333b47; }}
}}
body {{ margin: 0; padding: 20px 24px; background: var(--ground); color: var(--ink);
  font: 15px/1.45 system-ui, sans-serif; }}
h1 {{ font-size: 22px; margin: 0 0 4px; }}
p {{ margin: 0 0 14px; color: var(--quiet); }}
main {{ display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 500px), 1fr)); gap: 16px; }}
section {{ background: var(--paper); border-radius: 8px; padding: 14px 16px; overflow-x: auto; }}
section.picture {{ padding: 0; }}
svg {{ display: block; width: 100%; height: auto; }}
h2 {{ font-size: 15px; margin: 0 0 8px; }}
table {{ border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }}
th, td {{ text-align: right; padding: 3px 8px; border-bottom: 1px solid var(--grid); white-space: nowrap; }}
th:first-child, td:first-child {{ text-align: left; padding-left: 0; }}
pre {{ white-space: pre-wrap; margin: 0; color: var(--quiet); }}
{style}
</style>
<h1>{title}</h1>
<p>{about}</p>
<main>
{parts}
</main>
</html>
"""


def page(figures: dict[str, Any]) -> str:
    """Return the page."""
    plan = figures["asked"]
    games = ", ".join(dict.fromkeys(party["game"] for party in plan["parties"]))
    first_party = plan["parties"][0]
    bots = f" and {first_party['bots']} bots" if first_party["bots"] else ""
    title = f"{plan['tables']} tables of {first_party['players']} players{bots}"
    about = (
        f"{games} at {plan['url']}, an action at each table every {plan['think_s']:g} s, for "
        f"{figures['seconds']:.0f} s; {figures['made']}"
    )
    parts = [
        _times(figures),
        _summary(figures),
        *(f'<section class="picture">{plot}</section>' for plot in _plots(figures)),
    ]
    return PAGE.format(title=escape(title), about=escape(about), style=STYLE, parts="\n".join(parts))


def pictures(figures: dict[str, Any]) -> dict[str, str]:
    """Return the plots by their names. Each plot can be a file of its own."""
    return {name: svg(chart, STYLE) for name, chart in charts(figures).items()}


def _plots(figures: dict[str, Any]) -> Iterator[str]:
    for chart in charts(figures).values():
        yield svg(chart)


def _times(figures: dict[str, Any]) -> str:
    columns = ("p50", "p90", "p99", "p99_9", "max", "count")
    head = "".join(f"<th>{column.replace('_', '.')}</th>" for column in columns)
    rows = []
    for name, label in ROWS.items():
        times = figures["ms"][name]
        cells = "".join(f"<td>{times[column]:,.2f}</td>" for column in columns[:-1])
        rows.append(f"<tr><td>{label}</td>{cells}<td>{times['count']:,}</td></tr>")
    table = f"<table><tr><th></th>{head}</tr>{''.join(rows)}</table>"
    return f"<section><h2>How long it took, ms</h2>{table}</section>"


def _summary(figures: dict[str, Any]) -> str:
    lines = [line for line in summary(figures) if not line.startswith(("ms ", *ROWS.values()))]
    return f"<section><h2>The whole</h2><pre>{escape(chr(10).join(lines).strip())}</pre></section>"


def charts(figures: dict[str, Any]) -> dict[str, Chart]:
    """Return the plots that have figures, by their names."""
    rows = figures["samples"]
    seconds = _seconds(rows)
    over_time = {name: _second_by_second(kind, rows, seconds) for name, kind in OVER_TIME.items()}
    all_charts = {"latency": _by_percentile(figures["ms"]), **over_time}
    return {
        name: chart for name, chart in all_charts.items() if any(series.points for series in chart.series)
    }


def _by_percentile(ms: dict[str, Any]) -> Chart:
    """Return the plot of times by percentile."""
    lines = [Series(label, _percentiles(ms[name])) for name, label in ROWS.items() if name in PLOTTED]
    marks = [(_nines(percent), f"{percent:g} %") for percent in PERCENTS]
    return Chart("How long it took, by percentile", lines, marks, "ms", log=True)


def _second_by_second(kind: OverTime, rows: list[dict[str, Any]], seconds: list[tuple[float, str]]) -> Chart:
    """Return a plot of some figures for each second. Leave out unknown figures."""
    lines = [
        Series(label, [(row["at"], row[name]) for row in rows if row[name] is not None])
        for name, label in kind.lines.items()
    ]
    return Chart(kind.title, [series for series in lines if series.points], seconds, kind.unit, kind.log)


def _seconds(rows: list[dict[str, Any]]) -> list[tuple[float, str]]:
    """Return some round times, as marks on the axis of time."""
    last_s = max((row["at"] for row in rows), default=1.0)
    step = nice(max(last_s / 6, 1.0))
    return [(step * number, f"{step * number:g} s") for number in range(int(last_s / step) + 1)]


def _percentiles(times: dict[str, Any]) -> list[tuple[float, float]]:
    """Return the points of a percentile plot: the number of nines of the share, and ms.

    90 % has one nine, 99 % has two, and 100 % would have infinitely many. So the last point is a little below
    100 %. With 1,000 measured times, it is at 99.95 %.
    """
    points, running_count = [], 0
    for end, count in times["buckets"]:
        running_count += count
        share = 100 * min(running_count, times["count"] - 0.5) / times["count"]
        points.append((_nines(share), min(end, times["max"])))
    return points


def _nines(percent: float) -> float:
    """Return the number of nines: 0 for 0 %, 1 for 90 %, 2 for 99 %."""
    return -log10(1 - percent / 100)
