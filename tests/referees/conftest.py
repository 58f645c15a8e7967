"""Makes the referees' packages importable, if `make referees` has installed them."""

from __future__ import annotations

import sys

from tests.servers import ROOT

for packages in (ROOT / ".venv-referees").glob("lib/python*/site-packages"):
    sys.path.append(str(packages))  # behind the packages of the project's own tools
