"""`python -m cheat.service.jobs SHARE`: started by a worker, with a socket for standard input."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from cheat.service.jobs.child import Kind, run


def kinds() -> Mapping[str, Kind]:
    """What this release can do."""
    from cheat.service.jobs.handlers import KINDS

    return KINDS


if __name__ == "__main__":
    run(float(sys.argv[1]), kinds)
