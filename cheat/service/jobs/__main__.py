"""`python -m cheat.service.jobs SHARE`: the child process that a worker starts.

Its standard input is a socket.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

from cheat.service.jobs.child import Kind, run


def kinds() -> Mapping[str, Kind]:
    """Return the kinds of jobs of this release."""
    from cheat.service.jobs.handlers import KINDS

    return KINDS


if __name__ == "__main__":
    run(float(sys.argv[1]), kinds)
