"""The results of a run, as data for JSON. docs/load.md explains them. Never rename a figure."""

from __future__ import annotations

from typing import Any

from cheat.load.histogram import Histogram
from cheat.load.run import Plan, Run
from cheat.load.samples import Counts, Sample

FORMAT = 1
PERCENTS = {"p50": 50.0, "p90": 90.0, "p99": 99.0, "p99_9": 99.9}


def report(run: Run, made: str) -> dict[str, Any]:
    """Return all figures of a finished run. `made`: the time of the report, in ISO 8601."""
    whole = Sample(run.first, run.last, run.measures.times, run.measures.held, run.measures.fault_count)
    return {
        "load": FORMAT,
        "made": made,
        "asked": _requested(run.plan),
        "seated_s": round(run.seated_s, 3),
        "seconds": round(whole.seconds, 3),
        "actions": _actions(whole, run),
        "deliveries": _deliveries(whole, run),
        "ms": {name: _times(one) for name, one in vars(run.measures.times).items()},
        "games": _games(run),
        "checks": _checks(run),
        "failures": dict(run.measures.failures),
        "simulator": {"cpu": round(whole.rate("cpu_s"), 4), "connections": run.connections.opened},
        "server": _server(whole),
        "samples": [_sample(one, run.first) for one in run.samples],
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


def _actions(whole: Sample, run: Run) -> dict[str, Any]:
    first, last = whole.before, whole.counts
    return {
        "planned": last.planned - first.planned,
        "idle": last.idle - first.idle,
        "unanswered": run.measures.given_up,
        "accepted": last.accepted - first.accepted,
        "lost_races": dict(run.measures.lost),
        "per_s": round(whole.rate("accepted"), 2),
    }


def _deliveries(whole: Sample, run: Run) -> dict[str, Any]:
    return {
        "polls": whole.counts.news - whole.before.news,
        "versions": whole.counts.versions - whole.before.versions,
        "resets": run.measures.resets,
        "per_s": round(whole.rate("news"), 2),
    }


def _times(histogram: Histogram) -> dict[str, Any]:
    told = {name: round(histogram.ms(percent), 3) for name, percent in PERCENTS.items()}
    return {
        "count": histogram.count,
        "mean": round(histogram.mean_ms, 3),
        **told,
        "max": round(histogram.most_s * 1000, 3),
        "buckets": [[round(end, 3), count] for end, count in histogram.buckets()],
    }


def _games(run: Run) -> dict[str, dict[str, int]]:
    games: dict[str, dict[str, int]] = {}
    for table in run.tables:
        one = games.setdefault(table.party.game or "default", {"tables": 0, "actions": 0, "finished": 0})
        one["tables"] += 1
        one["actions"] += table.actions
        one["finished"] += table.finished
    return games


def _checks(run: Run) -> dict[str, Any]:
    return {
        "versions": run.measures.versions,
        "snapshots": sum(table.compared_count for table in run.tables),
        "tables_compared": sum(table.compared_count > 0 for table in run.tables),
        "faults": run.measures.fault_count,
        "first_faults": run.measures.faults,
    }


def _server(whole: Sample) -> dict[str, float | None] | None:
    """Return the figures of the server's own metrics; None if it shows none."""
    now = whole.counts.server
    if not now:
        return None
    actions = whole.counts.accepted - whole.before.accepted
    cpu, commands = whole.server_rate("cpu_s"), whole.server_rate("redis_commands")
    return {
        "held": now.get("held"),
        "memory_mb": _mb(now.get("memory")),
        "redis_memory_mb": _mb(now.get("redis_memory")),
        "cpu": _rounded(cpu),
        "cpu_us_per_action": _rounded(cpu * whole.seconds / actions * 1e6) if cpu and actions else None,
        "redis_commands_per_s": _rounded(commands),
        "conflicts_per_s": _rounded(whole.server_rate("conflicts")),
    }


def _sample(one: Sample, first: Counts) -> dict[str, Any]:
    now = one.counts.server
    return {
        "at": round(one.counts.at - first.at, 3),
        "planned_per_s": round(one.rate("planned"), 2),
        "actions_per_s": round(one.rate("accepted"), 2),
        "deliveries_per_s": round(one.rate("news"), 2),
        "held": one.held,
        "answer_p50_ms": round(one.times.answer.ms(50), 3),
        "answer_p99_ms": round(one.times.answer.ms(99), 3),
        "delivery_p50_ms": round(one.times.delivery.ms(50), 3),
        "delivery_p99_ms": round(one.times.delivery.ms(99), 3),
        "faults": one.faults,
        "simulator_cpu": round(one.rate("cpu_s"), 4),
        "server_cpu": _rounded(one.server_rate("cpu_s")),
        "server_held": now.get("held"),
        "memory_mb": _mb(now.get("memory")),
        "redis_memory_mb": _mb(now.get("redis_memory")),
        "redis_commands_per_s": _rounded(one.server_rate("redis_commands")),
    }


def _mb(size: float | None) -> float | None:
    return None if size is None else round(size / 2**20, 2)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
