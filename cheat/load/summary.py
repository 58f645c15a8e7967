"""The output in a terminal: a line for each second, and a summary. The code is pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cheat.load.samples import Sample

BUSY = 0.8
"""If this process uses a larger share of a core, it may be too slow to measure the server."""
LATE_MS = 20.0
"""If the 99th percentile of the delays here is above this (ms), the process may be too slow."""

SETTINGS = "RATE_LIMITS=off, MAX_ROOMS and MAX_HELD_POLLS as large as the load"
ADVICE = {
    "rate_limited": f"The server limits what one address may do. For a load, start it with {SETTINGS}.",
    "server_full": f"The server takes no more rooms. For a load, start it with {SETTINGS}.",
}
"""Code of a refusal -> advice for the user."""

ROWS = {
    "answer": "planned to answered",
    "service": "sent to answered",
    "delivery": "answered to news",
    "seen": "planned to news",
    "late": "late by its own fault",
}

FORMATS = {
    "held": "{:.0f}",
    "memory_mb": "{:.0f}",
    "redis_memory_mb": "{:.1f}",
    "cpu": "{:.2f}",
    "cpu_us_per_action": "{:.0f}",
    "redis_commands_per_s": "{:.0f}",
    "conflicts_per_s": "{:.2f}",
}
"""Name of a figure of the server -> format of its line."""


def line_of(sample: Sample) -> str:
    """Return the line of one second of a run."""
    answer, delivery = sample.times.answer, sample.times.delivery
    server = sample.server_rate("cpu_s")
    parts = [
        f"{sample.rate('accepted'):5.0f} actions/s",
        f"{sample.rate('news'):6.0f} deliveries/s",
        f"{sample.held_polls:5} held",
        f"answers p50 {answer.ms(50):.1f} p99 {answer.ms(99):.1f} ms",
        f"deliveries p99 {delivery.ms(99):.1f} ms",
        f"simulator {sample.rate('cpu_s'):.0%}",
        *([] if server is None else [f"server {server:.0%}"]),
        f"{sample.faults} faults",
    ]
    return "  ".join(parts)


def summary(figures: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of the summary of a report."""
    actions, deliveries, checks = figures["actions"], figures["deliveries"], figures["checks"]
    lost_races = sum(actions["lost_races"].values())
    yield ""
    actions_text = f"{actions['accepted']} actions ({actions['per_s']:.1f}/s)"
    yield f"{actions_text}, {lost_races} lost races, {actions['unanswered']} unanswered"
    yield f"{actions['idle']} times no player had a move"
    yield f"{deliveries['polls']} deliveries ({deliveries['per_s']:.1f}/s), {deliveries['resets']} resets"
    yield f"{'ms':24}{'p50':>10}{'p90':>10}{'p99':>10}{'max':>10}"
    for name, label in ROWS.items():
        times = figures["ms"][name]
        yield f"{label:24}" + "".join(f"{times[column]:10.2f}" for column in ("p50", "p90", "p99", "max"))
    yield from _machine_lines(figures)
    yield (
        f"checked: {checks['versions']} versions in order, {checks['snapshots']} snapshots of "
        f"{checks['tables_compared']} of {figures['asked']['tables']} tables, {checks['faults']} faults"
    )
    yield from (f"  {fault}" for fault in checks["first_faults"])


def _machine_lines(figures: dict[str, Any]) -> Iterator[str]:
    server, cpu = figures["server"], figures["simulator"]["cpu"]
    if server is None:
        yield "The server does not show its metrics: set METRICS_TOKEN to the token of the server."
    else:
        formatted = {
            name: "?" if value is None else FORMATS[name].format(value) for name, value in server.items()
        }
        yield (
            f"server: {formatted['cpu']} of a core, {formatted['cpu_us_per_action']} µs an action, "
            f"{formatted['memory_mb']} MB, {formatted['held']} polls held"
        )
        yield f"Redis: {formatted['redis_memory_mb']} MB, {formatted['redis_commands_per_s']} commands/s"
    yield f"simulator: {cpu:.2f} of a core, {figures['simulator']['connections']} connections"
    if cpu > BUSY or figures["ms"]["late"]["p99"] > LATE_MS:
        yield "The simulator itself was busy or late, so its times measure this machine, not the server."
    for code, count in figures["failures"].items():
        yield f"tried again: {count} × {code}. {ADVICE.get(code, '')}".rstrip()
