"""Make docs/settings.md from the settings in the source, so that the page cannot be wrong.

    python -m scripts.settings_page      (part of `make docs`)

Groups, order and descriptions come from `cheat/settings.py`. The docstring of `Settings` says how.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from cheat import settings

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/settings.md"

TOP = """# Settings

<!-- Made by `make docs` from cheat/settings.py. Change the descriptions there. -->

All settings are environment variables, and all have defaults. An empty variable counts as unset. If
a value cannot be used, the server does not start, and prints a sentence with the valid values.
"""

BELOW_HEADINGS = {
    "Limits": """
Limits keep one client from filling the server or guessing room codes. Limits of addresses, rooms
and memory hold over all workers. If a description names a worker, its limit holds for each worker.
A client that meets a limit gets 429 `rate_limited` with `Retry-After`, and a sentence for its user.
`/readyz` and the log say when the server is full, and why.

A limit is a rate such as `10/second` or `5 per minute`. A limit of an address, except `MISS_LIMIT`,
may have several rates, with commas between them.
""",
    "Limits of an address": """
An address is an IPv4 address or a /56 network of IPv6, which is what a household gets. A /48
network has the limits four times.
""",
}
"""Heading of a group -> the text between the heading and its table."""


class Row(NamedTuple):
    """One setting on the page."""

    variable: str
    default: str
    meaning: str


READ_BY_GUNICORN = {
    "Workers and polls": [
        Row("PORT", "8000", "Port to listen on."),
        Row(
            "WEB_CONCURRENCY",
            "1",
            "Number of gunicorn workers. More than one needs `REDIS_URL`. Don't leave it empty but "
            "unset it: gunicorn itself reads it, and does not start with an empty value.",
        ),
    ]
}
"""Heading of a group -> variables that `gunicorn.conf.py` reads, not `Settings`."""


def page() -> str:
    """Return the text of docs/settings.md."""
    parts = [TOP]
    for heading, rows in groups(Path(settings.__file__).read_text(encoding="utf-8")):
        level = "###" if heading.startswith("Limits of") else "##"
        parts.append(f"{level} {heading}\n")
        if heading in BELOW_HEADINGS:
            parts.append(BELOW_HEADINGS[heading].lstrip())
        table = [
            f"| `{row.variable}` | {row.default} | {row.meaning} |\n".replace("|  |", "| |") for row in rows
        ]
        parts.append("| Variable | Default | Meaning |\n|---|---|---|\n" + "".join(table))
    return "\n".join(parts)


def groups(source: str) -> Iterator[tuple[str, list[Row]]]:
    """Yield the heading of each group, with the settings in the group."""
    lines = source.splitlines()
    (body,) = [
        node.body
        for node in ast.parse(source).body
        if isinstance(node, ast.ClassDef) and node.name == "Settings"
    ]
    defaults = msgspec.to_builtins(settings.Settings())
    rows_by_heading: dict[str, list[Row]] = {}
    last_line = body[0].end_lineno or 0
    heading = ""
    for statement in body[1:]:
        for line in lines[last_line : statement.lineno - 1]:
            if comment := re.match(r"    # (.+)", line):
                heading = comment[1]
                rows_by_heading[heading] = list(READ_BY_GUNICORN.get(heading, ()))
        last_line = statement.end_lineno or 0
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name)):
                rows_by_heading[heading].append(Row(name.upper(), as_written(defaults[name]), ""))
            case ast.Expr(value=ast.Constant(value=str(text))):
                rows_by_heading[heading][-1] = rows_by_heading[heading][-1]._replace(
                    meaning=first_paragraph(text)
                )
    yield from rows_by_heading.items()


def as_written(value: str | float) -> str:
    """Return a default as it is written in the environment."""
    return f"{value:g}" if isinstance(value, float) else str(value)


def first_paragraph(docstring: str) -> str:
    """Return the first paragraph in one line."""
    return " ".join(docstring.strip().split("\n\n")[0].split())


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
