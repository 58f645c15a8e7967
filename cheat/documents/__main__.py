"""Checks documents from a terminal: `python -m cheat.documents check FILE ...`.

Every diagnostic is told with its place and, where it is about an expression, the text with what is wrong
underlined. The exit status is 1 where a file is no game, and 0 otherwise, also with warnings.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from cheat.documents import Diagnostic, check
from cheat.documents.language import json_schema


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m cheat.documents", description="Games as documents.")
    commands = parser.add_subparsers(dest="command", required=True)
    checking = commands.add_parser("check", help="tell what is wrong with documents")
    checking.add_argument("files", nargs="+", metavar="FILE")
    commands.add_parser("schema", help="print the JSON Schema of a document")
    asked = parser.parse_args(arguments)
    if asked.command == "schema":
        print(json.dumps(json_schema(), indent=1))
        return 0
    return max([_checked(name) for name in asked.files])


def _checked(name: str) -> int:
    """Check one file and print what is wrong; 1 where it is no game."""
    try:
        with open(name, "rb") as file:
            data = file.read()
    except OSError as error:
        print(f"{name}: {error.strerror}", file=sys.stderr)
        return 1
    game, diagnostics = check(data)
    for one in diagnostics:
        print("\n".join(lines(name, one, data)), end="\n\n")
    errors = sum(one.severity == "error" for one in diagnostics)
    warnings = len(diagnostics) - errors
    verdict = f"{game.slug} {game.version}" if game is not None else "no game"
    print(f"{name}: {verdict}, errors: {errors}, warnings: {warnings}")
    return 1 if game is None else 0


def lines(name: str, one: Diagnostic, data: bytes) -> Iterator[str]:
    """A diagnostic as a compiler prints it."""
    where = f"{name}:{one.line}:{one.column}" if one.line else name
    yield f"{where}: {one.severity}: {one.path or 'document'} [{one.code}]"
    source = _text_at(data, one)
    if source is not None and one.start is not UNSET and one.end is not UNSET:
        yield f'    "{source}"'
        yield f"     {' ' * one.start}{'^' * max(1, one.end - one.start)}"
    yield one.text


def _text_at(data: bytes, one: Diagnostic) -> str | None:
    """The text in which something is wrong, by the path of the diagnostic."""
    found: Any = json.loads(data) if one.line else None
    for part in one.path.replace("[", ".[").split("."):
        if isinstance(found, dict):
            found = found.get(part)
        elif isinstance(found, list) and part.startswith("["):
            found = found[int(part[1:-1])]
    return found if isinstance(found, str) else None


if __name__ == "__main__":
    sys.exit(main())
