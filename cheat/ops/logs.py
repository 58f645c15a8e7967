"""The log as JSON lines. A line names its request and room, and never contains a secret.

The message of an error may contain a card or a token: for example, a KeyError contains its key. So a line
names only the type of an error and its places in the source code. If the error comes from the network or from
Redis, the line also contains the message.

gunicorn's master process loads this module before gevent, which runs requests in cheap threads, replaces
parts of the standard library. So the module imports nothing but the standard library.
"""

from __future__ import annotations

import json
import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FIELDS = ("request", "room", "call", "status", "ms")
"""Optional fields of a line. Set them with `extra` in the logging call, or with `about`."""

_about: ContextVar[dict[str, Any] | None] = ContextVar("_about", default=None)


@contextmanager
def about(**fields: Any) -> Iterator[None]:
    """Add these fields to every log line within the `with` block."""
    reset_token = _about.set({**(_about.get() or {}), **fields})
    try:
        yield
    finally:
        _about.reset(reset_token)


class JsonLines(logging.Formatter):
    """A formatter that writes each log line as a JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        fields = {**(_about.get() or {}), **vars(record)}
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "pid": record.process,
            "message": _message(record),
            **{name: fields[name] for name in FIELDS if name in fields},
        }
        if record.exc_info and record.exc_info[1]:
            line["errors"] = [_error_fields(error) for error in _chain(record.exc_info[1])]
        return json.dumps(line, ensure_ascii=False, default=str)


class _ErrorName:
    """A replacement for an error among the arguments of a line. It shows only safe fields."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def __repr__(self) -> str:
        return ": ".join(_error_fields(self._error, places=False).values())


def _message(record: logging.LogRecord) -> str:
    if not isinstance(record.args, tuple):
        return record.getMessage()
    args = tuple(_ErrorName(arg) if isinstance(arg, BaseException) else arg for arg in record.args)
    return str(record.msg) % args if args else str(record.msg)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and its causes."""
    while error is not None:
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _error_fields(error: BaseException, *, places: bool = True) -> dict[str, Any]:
    fields: dict[str, Any] = {"kind": type(error).__name__}
    if isinstance(error, OSError) or type(error).__module__.startswith("redis."):
        fields["words"] = str(error)
    if places:
        fields["places"] = [
            f"{_short(frame.filename)}:{frame.lineno} {frame.name}"
            for frame in traceback.extract_tb(error.__traceback__, limit=-20)
        ]
    return fields


def _short(path: str) -> str:
    return str(Path(path).relative_to(ROOT)) if Path(path).is_relative_to(ROOT) else path


JSON_LINES: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "cheat.ops.logs.JsonLines"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"level": "INFO", "handlers": ["stderr"]},
    "loggers": {
        "gunicorn.error": {"propagate": True, "handlers": []},
        "gunicorn.access": {"level": "CRITICAL"},
    },
}
"""A dictionary for `logging.config.dictConfig`: everything goes to standard error.

The log leaves out gunicorn's lines about requests, because they contain whole URLs.
"""
