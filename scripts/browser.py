"""The browser that looks at the page, for tests and tools."""

from __future__ import annotations

import shutil

PROGRAMS = ("chromium-headless-shell", "chromium")
"""The first that is there. The headless shell is Chromium's engine without windows and what belongs to them:
a page takes a quarter of the processor time to open.
"""


def program() -> str:
    """Its path. Raises FileNotFoundError where no such browser is installed."""
    for path in map(shutil.which, PROGRAMS):
        if path:
            return path
    raise FileNotFoundError(f"{' or '.join(PROGRAMS)} is needed; scripts/system-packages installs it")
