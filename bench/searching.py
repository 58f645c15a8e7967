"""The service with hard bots in Cheat that search, for `thinking.py`.

Run as a program, this module is a child process for bot searches that uses all its time and finds nothing.
The service starts this program if `SPIN` is set.
"""

from __future__ import annotations

import os
import sys
import time

from cheat.service.jobs.child import run


def spin(data: object, seconds: float) -> None:
    """Use the processor for all the time, and return nothing."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


if __name__ == "__main__":
    run(float(sys.argv[-1]), lambda: {"plan": spin})
else:
    from cheat import create_app
    from cheat.bots import bot_for
    from cheat.service.jobs.queue import JobQueue
    from cheat.settings import from_environment

    bot_for("cheat", "hard").searches = True
    command = (sys.executable, "-m", "bench.searching")
    settings = from_environment()
    search_jobs = JobQueue(settings.think_cpu, command) if os.environ.get("SPIN") else None
    app = create_app(settings, search_jobs=search_jobs)
