"""Games as documents: JSON that describes cards, zones, moves and phases, compiled to rules.

`compiled` makes a game from the bytes of a document and reads nothing else. Errors are reported as
diagnostics, all at once, with their places.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from cheat.documents.check.document import check_document
from cheat.documents.check.scope import Names
from cheat.documents.parse.diagnostics import MOST, Diagnostic, Problem, Report, message_of, path_text
from cheat.documents.parse.json_text import BOM, line_and_column, places, read
from cheat.documents.runtime.game import DocumentGame
from cheat.i18n.messages import ENGLISH, Language

__all__ = (
    "Diagnostic", "DocumentGame", "NotAGame", "Reading", "check", "compiled", "identity", "located",
    "read_through", "shipped",
)  # fmt: skip


class NotAGame(ValueError):
    """Raised for bytes that are no valid document of a game. The error has the diagnostics."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        super().__init__(diagnostics[0].text)
        self.diagnostics = diagnostics


class Reading(NamedTuple):
    """The result of reading a document.

    `game` is None if there are errors. `diagnostics` has all errors and warnings. `names` are the names that
    the document declares, and `doc` is the document itself; both are None if the document cannot be read that
    far.
    """

    game: DocumentGame | None
    diagnostics: list[Diagnostic]
    names: Names | None
    doc: Mapping[str, Any] | None


def read_through(data: bytes, language: Language = ENGLISH) -> Reading:
    """Read a document as far as possible, with its diagnostics in this language."""
    data, report = data.removeprefix(BOM), Report()
    value = read(data, report)
    made = None if value is None else check_document(value, report)
    game = None
    if made is not None and not report.failed:
        game = DocumentGame(made.doc, identity(value), lambda: made, data)
    diagnostics = located(data, report.problems, language)
    return Reading(game, diagnostics, *((made.names, made.doc) if made is not None else (None, None)))


def check(data: bytes, language: Language = ENGLISH) -> tuple[DocumentGame | None, list[Diagnostic]]:
    """Return the game of a document, None if it has errors, and all errors and warnings."""
    game, diagnostics, *_ = read_through(data, language)
    return game, diagnostics


def compiled(data: bytes) -> DocumentGame:
    """Return the game of a document. Raises NotAGame."""
    game, diagnostics = check(data)
    if game is None:
        raise NotAGame(diagnostics)
    return game


def shipped(data: bytes) -> DocumentGame:
    """Return the game of a document that was checked before.

    It is compiled when its rules are first needed, which raises NotAGame if it is no game.
    """
    value = msgspec.json.decode(data)
    return DocumentGame(value, identity(value), lambda: compiled(data).compiled, data)


def identity(value: object) -> str:
    """Return the id of a document.

    It depends on the content and the order of its keys, not on blanks.
    """
    return f"doc:{hashlib.sha256(msgspec.json.encode(value)).hexdigest()[:32]}"


def _place(problem: Problem) -> tuple[int, int]:
    """Return the line and the column that a message about invalid JSON names; 0 and 0 if none."""
    line, column = (problem.text.args.get(name) for name in ("line", "column"))
    return (line, column) if isinstance(line, int) and isinstance(column, int) else (0, 0)


def located(data: bytes, problems: list[Problem], language: Language = ENGLISH) -> list[Diagnostic]:
    """Return diagnostics with lines and columns, in the order of the file and in a language."""
    if not problems:
        return []
    text = data.removeprefix(BOM).decode(errors="replace")
    found = places(text) if all((one.code != "json" and one.path) or one.code not in ("json", "limit")
        for one in problems) else {}  # fmt: skip
    made = []
    for one in sorted(problems, key=lambda one: one.severity == "warning")[:MOST]:
        place = next(
            (found[one.path[:end]] for end in range(len(one.path), -1, -1) if one.path[:end] in found), None
        )
        at = 0 if place is None else place.key if one.on_key else place.value
        line, column = line_and_column(text, at) if place is not None else _place(one)
        start, end = one.span if one.span is not None else (msgspec.UNSET, msgspec.UNSET)
        made.append((at, Diagnostic(
            code=one.code, severity=one.severity, path=path_text(one.path), line=line, column=column,
            start=start, end=end, text=message_of(one, language), hint=one.hint,
        )))  # fmt: skip
    return [one for _, one in sorted(made, key=lambda pair: pair[0])]
