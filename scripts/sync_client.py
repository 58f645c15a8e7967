"""Makes the client for plain code from the client for asyncio.

    python -m scripts.sync_client

It reads `cheat/client/aio.py` and writes `cheat/client/sync.py`. The two differ only in `async` and `await`,
and in the names below. A test compares the file with the output of this script.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

CLIENT = Path(__file__).resolve().parents[1] / "cheat/client"
SOURCE, TARGET = CLIENT / "aio.py", CLIENT / "sync.py"

RULES = {
    r'\A""".*?"""': (
        '"""The client for plain code: each call blocks until its answer is there.\n\n'
        'Made from `aio.py` by `python -m scripts.sync_client`: edit that file.\n"""'
    ),
    r"^import asyncio\n": "import threading\nimport time\n",
    r"AsyncIterator, Awaitable, Callable": "Callable, Iterator",
    r"Awaitable\[(\w+)\]": r"\1",
    r"\basync (def|with) ": r"\1 ",
    r"\bawait ": "",
    r"\bAsync(Client|Seat|Iterator)\b": r"\1",
    r"\baclose\b": "close",
    r"__a(enter|exit)__": r"__\1__",
    r"asyncio\.sleep": "time.sleep",
    r"asyncio\.Lock": "threading.Lock",
    r"\bfor asyncio\b": "for plain code",
    r"\bTasks may share\b": "Threads may share",
}
"""Patterns -> their replacements, which are applied in this order."""


def generated() -> str:
    """Return the text of the client for plain code."""
    text = SOURCE.read_text()
    for pattern, replacement in RULES.items():
        text = re.sub(pattern, replacement, text, flags=re.M | re.S)
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(TARGET), "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    TARGET.write_text(generated())
