"""The time from the start of a worker to its first answer, and its memory without rooms.

    python bench/start.py [--rounds 5] [--json FILE]

It starts gunicorn as a deployment does, with one worker and a real Redis, again and again. It measures the
time on the clock and the processor time. Other work on the machine lengthens the processor time less.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

from processes import HOST, ROOT, _answers, children, cpu_s, free_port, redis_server, resident_kb, two_cores

FIGURES = ("first_answer_s", "cpu_s", "worker_mb")


def start(url: str, core: int) -> dict[str, float]:
    """Start a worker once. Return its figures."""
    port = free_port()
    argv = [
        sys.executable,
        "-m",
        "gunicorn",
        "--workers=1",
        "--log-level=warning",
        f"--bind={HOST}:{port}",
        "app:app",
    ]
    began = time.monotonic()
    process = subprocess.Popen(
        argv,
        cwd=ROOT,
        env=os.environ | {"REDIS_URL": url},
        preexec_fn=lambda: os.sched_setaffinity(0, {core}),
    )
    try:
        while not _is_ready(port):
            time.sleep(0.005)
        first_answer_s = time.monotonic() - began
        (worker,) = children(process.pid)
        cpu_used = cpu_s(process.pid) + cpu_s(worker)
        return {"first_answer_s": first_answer_s, "cpu_s": cpu_used, "worker_mb": resident_kb(worker) / 1024}
    finally:
        process.terminate()
        process.wait()


def _is_ready(port: int) -> bool:
    try:
        return _answers(port)
    except OSError:
        return False


def main() -> None:
    """Print the median and the extremes of each figure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    cores = two_cores()
    with redis_server(cores.client) as (client, _):
        url = f"redis://{HOST}:{client.connection_pool.connection_kwargs['port']}/0"
        start(url, cores.server)  # compiles changed modules, and fills the cache of files
        rounds = [start(url, cores.server) for _ in range(options.rounds)]
    figures: dict[str, Any] = {}
    for name in FIGURES:
        values = [run[name] for run in rounds]
        figures[name] = {"median": median(values), "least": min(values), "most": max(values)}
        print(f"{name:16} {median(values):8.2f}   ({min(values):.2f} to {max(values):.2f})")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
