"""`python -m cheat.service.jobs SHARE`: the child process that a worker starts for jobs.

`SHARE` is the share of a core that the child may use, from 0 to 1. The standard input of the child is a
socket to the worker.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

from cheat.service.jobs.child import Kind, run


def kinds() -> Mapping[str, Kind]:
    """Return the function for each kind of job, by the name of the kind."""
    from cheat.service.jobs.handlers import KINDS

    return KINDS


if __name__ == "__main__":
    run(float(sys.argv[1]), kinds)
