"""`python -m tests.jobs.child [KIND] SHARE`: a child process that may do another job in place of a plan."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from cheat.service.jobs import child


def kinds() -> Mapping[str, child.Kind]:
    from tests.jobs.kinds import KINDS

    instead = sys.argv[1] if len(sys.argv) > 2 else "plan"
    return {**KINDS, **dict.fromkeys(("plan", "read", "examine"), KINDS[instead])}


if __name__ == "__main__":
    child.ORPHAN_S = 2.0
    child.run(float(sys.argv[-1]), kinds)
