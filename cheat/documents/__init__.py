"""Games as documents: JSON that describes cards, zones, moves and phases, compiled to rules.

`compiled` returns the game of a document. If a document has errors, diagnostics describe all of them, with
lines and columns.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from cheat.documents.addressed import ADDRESSED
from cheat.documents.check.document import check_document
from cheat.documents.compile.scope import Names
from cheat.documents.game.game import DocumentGame
from cheat.documents.parse.diagnostics import (
    MOST_DIAGNOSTICS,
    Diagnostic,
    Problem,
    Report,
    message_of,
    path_text,
)
from cheat.documents.parse.json_text import BOM, line_and_column, places, read
from cheat.i18n.addressed import add_addressed
from cheat.i18n.messages import ENGLISH, Language

__all__ = (
    "Diagnostic", "DocumentGame", "NotAGame", "Reading", "check", "compiled", "identity", "located",
    "read_through", "shipped",
)  # fmt: skip

add_addressed(ADDRESSED)


class NotAGame(ValueError):
    """Raised for an invalid document. `diagnostics` are its errors and warnings."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        super().__init__(diagnostics[0].text)
        self.diagnostics = diagnostics


class Reading(NamedTuple):
    """The result of reading a document.

    - `game`: the game; None if there are errors
    - `diagnostics`: all errors and warnings
    - `names`: the names that the document declares; None if errors prevent reading them
    - `doc`: the document as JSON values; None if errors prevent reading it
    - `stored`: the game, also if all errors are leaks; None if there are other errors

    A leak is an expression that gives away hidden cards. Earlier releases accepted leaks, so documents that
    are already stored may have them.
    """

    game: DocumentGame | None
    diagnostics: list[Diagnostic]
    names: Names | None
    doc: Mapping[str, Any] | None
    stored: DocumentGame | None = None


def read_through(data: bytes, language: Language = ENGLISH) -> Reading:
    """Read a document as far as its errors allow. The diagnostics are in the given language."""
    data, report = data.removeprefix(BOM), Report()
    value = read(data, report)
    compiled_document = None if value is None else check_document(value, report)
    stored = None
    if compiled_document is not None and not report.unplayable:
        stored = DocumentGame(compiled_document.doc, identity(value), lambda: compiled_document, data)
    game, diagnostics = None if report.failed else stored, located(data, report.problems, language)
    names, doc = (
        (compiled_document.names, compiled_document.doc) if compiled_document is not None else (None, None)
    )
    return Reading(game, diagnostics, names, doc, stored)


def check(data: bytes, language: Language = ENGLISH) -> tuple[DocumentGame | None, list[Diagnostic]]:
    """Return the game of a document, and all errors and warnings. With errors, the game is None."""
    game, diagnostics, *_ = read_through(data, language)
    return game, diagnostics


def compiled(data: bytes) -> DocumentGame:
    """Return the game of a document. Raises NotAGame if it has errors other than leaks."""
    reading = read_through(data)
    if reading.stored is None:
        raise NotAGame(reading.diagnostics)
    return reading.stored


def shipped(data: bytes) -> DocumentGame:
    """Return the game of a bundled document, without checking the document first.

    The document is checked and compiled when its rules are first needed. If it has errors, NotAGame is raised
    then.
    """
    value = msgspec.json.decode(data)
    return DocumentGame(value, identity(value), lambda: compiled(data).compiled, data)


def identity(value: object) -> str:
    """Return the id of a document.

    The id depends on the content of the document and on the order of its keys, but not on white space.
    """
    return f"doc:{hashlib.sha256(msgspec.json.encode(value)).hexdigest()[:32]}"


def _place(problem: Problem) -> tuple[int, int]:
    """Return the line and column at which JSON is invalid, or (0, 0) if they are unknown."""
    line, column = (problem.text.args.get(name) for name in ("line", "column"))
    return (line, column) if isinstance(line, int) and isinstance(column, int) else (0, 0)


def located(data: bytes, problems: list[Problem], language: Language = ENGLISH) -> list[Diagnostic]:
    """Return problems as diagnostics with lines and columns, in the order of the file."""
    if not problems:
        return []
    text = data.removeprefix(BOM).decode(errors="replace")
    places_by_path = places(text) if all((problem.code != "json" and problem.path)
        or problem.code not in ("json", "limit") for problem in problems) else {}  # fmt: skip
    diagnostics = []
    for problem in sorted(problems, key=lambda problem: problem.severity == "warning")[:MOST_DIAGNOSTICS]:
        place = next(
            (
                places_by_path[problem.path[:end]]
                for end in range(len(problem.path), -1, -1)
                if problem.path[:end] in places_by_path
            ),
            None,
        )
        at = 0 if place is None else place.key if problem.on_key else place.value
        line, column = line_and_column(text, at) if place is not None else _place(problem)
        start, end = problem.span if problem.span is not None else (msgspec.UNSET, msgspec.UNSET)
        diagnostics.append((at, Diagnostic(
            code=problem.code, severity=problem.severity, path=path_text(problem.path), line=line,
            column=column, start=start, end=end, text=message_of(problem, language), hint=problem.hint,
        )))  # fmt: skip
    return [diagnostic for _, diagnostic in sorted(diagnostics, key=lambda pair: pair[0])]
