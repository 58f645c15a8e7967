"""The browser for tests and tools of the page."""

from __future__ import annotations

import shutil

PROGRAMS = ("chromium-headless-shell", "chromium")
"""Names of programs; the first one that is installed is used.

The headless shell is the engine of Chromium without windows. It opens a page in a quarter of the processor
time that Chromium needs.
"""


def program() -> str:
    """Return the path of the browser. Raises FileNotFoundError if none is installed."""
    for path in map(shutil.which, PROGRAMS):
        if path:
            return path
    raise FileNotFoundError(f"{' or '.join(PROGRAMS)} is needed; scripts/system-packages installs it")
