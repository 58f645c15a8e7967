"""Numbers from the environment for code that runs before the settings are read.

gunicorn's master process loads this module before gevent, which runs requests in cheap threads, replaces
parts of the standard library. So the module imports nothing but the standard library.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping


def whole_number(
    name: str, default: int, maximum: int = 2**31, environment: Mapping[str, str] = os.environ
) -> int:
    """Return the value of a variable, or the default if it is unset or blank.

    If the value is not a whole number from 1 to `maximum`, end the process with a message.
    """
    value = environment.get(name, "").strip()
    if not value:
        return default
    if not (value.isascii() and value.isdigit() and 1 <= int(value[:20]) <= maximum):
        sys.exit(f"{name} must be a whole number from 1 to {maximum}, not “{value[:40]}”.")
    return int(value)


def port() -> int:
    """Return the port on which the server listens."""
    return whole_number("PORT", 8000, 65535)
