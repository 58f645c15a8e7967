"""The server's own figures, which /metrics shows in the text format of Prometheus."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

from cheat.client.calls import Request
from cheat.client.errors import Unreachable
from cheat.load.http import Answer

Reading = dict[str, float]
"""Name in `NAMES` -> sum over all workers, in seconds or bytes.

It has no entry for a figure that the server does not show.
"""

NAMES = {
    "cheat_held_polls": "held",
    "cheat_conflicts_total": "conflicts",
    "cheat_worker_cpu_seconds_total": "cpu_s",
    "cheat_worker_memory_bytes": "memory",
    "cheat_redis_memory_bytes": "redis_memory",
    "cheat_redis_commands_total": "redis_commands",
}

_LINE = re.compile(r"^([a-zA-Z_:][\w:]*)(?:\{.*\})? (\S+)$", re.M)


async def read(send: Callable[[Request], Awaitable[Answer]], token: str) -> Reading:
    """Return the present figures, or none if the server does not show any.

    `token`: the METRICS_TOKEN of the server, if it has one.
    """
    try:
        answer = await send(Request("GET", "/metrics", token=token or None))
    except Unreachable:
        return {}
    return parsed(answer.content.decode()) if answer.status_code == 200 else {}


def parsed(text: str) -> Reading:
    """Return the figures in a text of /metrics. Add up figures that differ only in labels."""
    figures: Reading = {}
    for name, value in _LINE.findall(text):
        if name in NAMES:
            figures[NAMES[name]] = figures.get(NAMES[name], 0) + float(value)
    return figures
