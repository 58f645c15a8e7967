"""The results of a run, as data for JSON. docs/load.md explains them.

Their names never change.
"""

from __future__ import annotations

from typing import Any

from cheat.load.histogram import Histogram
from cheat.load.run import Plan, Run
from cheat.load.samples import Counts, Sample

FORMAT = 1
PERCENTS = {"p50": 50.0, "p90": 90.0, "p99": 99.0, "p99_9": 99.9}


def report(run: Run, made_at: str) -> dict[str, Any]:
    """Return all figures of a finished run. `made_at`: the time of the report, in ISO 8601."""
    load_sample = Sample(
        run.first, run.last, run.measures.times, run.measures.held_polls, run.measures.fault_count
    )
    return {
        "load": FORMAT,
        "made": made_at,
        "asked": _requested(run.plan),
        "seated_s": round(run.seated_s, 3),
        "seconds": round(load_sample.seconds, 3),
        "actions": _actions(load_sample, run),
        "deliveries": _deliveries(load_sample, run),
        "ms": {name: _times(histogram) for name, histogram in vars(run.measures.times).items()},
        "games": _games(run),
        "checks": _checks(run),
        "failures": dict(run.measures.failures),
        "simulator": {
            "cpu": round(load_sample.rate("cpu_s"), 4),
            "connections": run.connections.opened_count,
        },
        "server": _server(load_sample),
        "samples": [_sample(sample, run.first) for sample in run.samples],
    }


def _requested(plan: Plan) -> dict[str, Any]:
    return {
        "url": f"{plan.target.scheme}://{plan.target.host}",
        "tables": plan.tables,
        "parties": [party._asdict() for party in plan.parties],
        "think_s": plan.think_s,
        "duration_s": plan.duration_s,
        "seed": plan.seed,
    }


def _actions(load_sample: Sample, run: Run) -> dict[str, Any]:
    first, last = load_sample.start, load_sample.end
    return {
        "planned": last.planned - first.planned,
        "idle": last.idle - first.idle,
        "unanswered": run.measures.given_up,
        "accepted": last.accepted - first.accepted,
        "lost_races": dict(run.measures.lost_races),
        "per_s": round(load_sample.rate("accepted"), 2),
    }


def _deliveries(load_sample: Sample, run: Run) -> dict[str, Any]:
    return {
        "polls": load_sample.end.news - load_sample.start.news,
        "versions": load_sample.end.versions - load_sample.start.versions,
        "resets": run.measures.resets,
        "per_s": round(load_sample.rate("news"), 2),
    }


def _times(histogram: Histogram) -> dict[str, Any]:
    percentiles = {name: round(histogram.ms(percent), 3) for name, percent in PERCENTS.items()}
    return {
        "count": histogram.count,
        "mean": round(histogram.mean_ms, 3),
        **percentiles,
        "max": round(histogram.most_s * 1000, 3),
        "buckets": [[round(end, 3), count] for end, count in histogram.buckets()],
    }


def _games(run: Run) -> dict[str, dict[str, int]]:
    games: dict[str, dict[str, int]] = {}
    for table in run.tables:
        game_counts = games.setdefault(
            table.party.game or "default", {"tables": 0, "actions": 0, "finished": 0}
        )
        game_counts["tables"] += 1
        game_counts["actions"] += table.actions
        game_counts["finished"] += table.finished_games
    return games


def _checks(run: Run) -> dict[str, Any]:
    return {
        "versions": run.measures.versions,
        "snapshots": sum(table.compared_count for table in run.tables),
        "tables_compared": sum(table.compared_count > 0 for table in run.tables),
        "faults": run.measures.fault_count,
        "first_faults": run.measures.faults,
    }


def _server(load_sample: Sample) -> dict[str, float | None] | None:
    """Return the figures of the server's own metrics, or None if the server shows none."""
    now = load_sample.end.server
    if not now:
        return None
    actions = load_sample.end.accepted - load_sample.start.accepted
    cpu, commands = load_sample.server_rate("cpu_s"), load_sample.server_rate("redis_commands")
    return {
        "held": now.get("held"),
        "memory_mb": _mb(now.get("memory")),
        "redis_memory_mb": _mb(now.get("redis_memory")),
        "cpu": _rounded(cpu),
        "cpu_us_per_action": _rounded(cpu * load_sample.seconds / actions * 1e6) if cpu and actions else None,
        "redis_commands_per_s": _rounded(commands),
        "conflicts_per_s": _rounded(load_sample.server_rate("conflicts")),
    }


def _sample(sample: Sample, begin: Counts) -> dict[str, Any]:
    now = sample.end.server
    return {
        "at": round(sample.end.at - begin.at, 3),
        "planned_per_s": round(sample.rate("planned"), 2),
        "actions_per_s": round(sample.rate("accepted"), 2),
        "deliveries_per_s": round(sample.rate("news"), 2),
        "held": sample.held_polls,
        "answer_p50_ms": round(sample.times.answer.ms(50), 3),
        "answer_p99_ms": round(sample.times.answer.ms(99), 3),
        "delivery_p50_ms": round(sample.times.delivery.ms(50), 3),
        "delivery_p99_ms": round(sample.times.delivery.ms(99), 3),
        "faults": sample.faults,
        "simulator_cpu": round(sample.rate("cpu_s"), 4),
        "server_cpu": _rounded(sample.server_rate("cpu_s")),
        "server_held": now.get("held"),
        "memory_mb": _mb(now.get("memory")),
        "redis_memory_mb": _mb(now.get("redis_memory")),
        "redis_commands_per_s": _rounded(sample.server_rate("redis_commands")),
    }


def _mb(size: float | None) -> float | None:
    return None if size is None else round(size / 2**20, 2)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
