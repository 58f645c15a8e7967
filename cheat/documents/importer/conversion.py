"""Convert the files of a game in the older format to our format.

Diagnostics have paths in the document that the author wrote.
"""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec

from cheat.documents import Diagnostic, check, located
from cheat.documents.importer.decks import Deck, decks_of
from cheat.documents.importer.opponents import unused_names
from cheat.documents.importer.parts import warn_of_ignored
from cheat.documents.importer.reading import Older, is_older, read
from cheat.documents.importer.translation import translated
from cheat.documents.parse import json_text
from cheat.documents.parse.diagnostics import Path, Problem, Report, path_text
from cheat.documents.parse.json_text import BOM
from cheat.i18n.messages import ENGLISH, Language, Text

DECKS = "deck.json"
_OLDER_FORMAT = re.compile(rb'"(?:deckId|gameLoop)"\s*:')
_OUR_FORMAT = re.compile(rb'"cardgame"\s*:')
_SCRIPT_FUNCTION = re.compile(r"\bfunction\s+AIChooseCardCode\b|\bAIChooseCardCode\s*=")


class Files(msgspec.Struct, omit_defaults=True):
    """The files of a game: a document, the script of its bots, and decks (a `deck.json`).

    - `title`: the name of the game if the document has none
    - `pictures`: the pictures, by file name
    - `left_out`: the names of files in an archive that are not part of the game
    """

    document: bytes = b""
    script: bytes = b""
    decks: bytes = b""
    title: str = ""
    pictures: dict[str, bytes] = {}
    left_out: list[str] = []

    def __post_init__(self) -> None:
        """Remove byte order marks, which some editors add."""
        for part in ("document", "script", "decks"):
            setattr(self, part, getattr(self, part).removeprefix(BOM))


class Converted(msgspec.Struct):
    """The result of a conversion.

    - `document`: the document in our format, indented; empty if there are errors
    - `origins`: path in the converted document -> path in the older document
    """

    document: bytes
    diagnostics: list[Diagnostic]
    origins: dict[Path, Path]


def looks_older(data: bytes) -> bool:
    """Return whether a text is in the older format, even if it is not valid JSON."""
    if not _OLDER_FORMAT.search(data):
        return False
    try:
        return is_older(json.loads(data))
    except (ValueError, RecursionError):
        return not _OUR_FORMAT.search(data)


def convert(files: Files, language: Language = ENGLISH) -> Converted:
    """Convert a document of the older format to our format, and check it."""
    translation = translate(files, language)
    if not translation.document:
        return translation
    _, wrong = check(translation.document, language)
    translation.diagnostics += at_origins(wrong, translation.origins, files.document, language)
    if any(diagnostic.severity == "error" for diagnostic in wrong):
        translation.document = b""
    return translation


def translate(files: Files, language: Language = ENGLISH) -> Converted:
    """Convert a document of the older format to our format, without checking the result."""
    diagnostics: list[Diagnostic] = []
    own = _decks(files.decks, diagnostics, language)
    data, report = files.document, Report()
    stated = _json(data, report)
    value: dict[str, Any] = {}
    origins: dict[Path, Path] = {}
    if isinstance(stated, dict):
        older = read(stated, own, files.title, report)
        if not report.failed:
            script = _script(files, older, report)
            value, origins = translated(older, script, report)
            warn_of_ignored([*older.ignored, *unused_names(older, script)], report)
            if len(msgspec.json.encode(value)) > json_text.MOST_BYTES and "script" in value["bots"]:
                words = "The script is left out: with it, the game would have more than {most} bytes."
                report.warn("limit", (), words, most=json_text.MOST_BYTES)
                del value["bots"]["script"]
    elif stated is not None:
        report.tell("shape", (), "This must be an object.")
    diagnostics += located(data, report.problems, language)
    if any(problem.severity == "error" for problem in diagnostics):
        return Converted(b"", diagnostics, {})
    return Converted(laid_out(value), diagnostics, origins)


def with_script(files: Files) -> bytes:
    """Return the document in `files` with the script in `files` instead of its own script.

    The document was converted earlier. Returns b"" if it has no script, or already has this script.
    """
    try:
        value, source = json.loads(files.document), files.script.decode()
        script = value["bots"]["script"]
        if not source or script["source"] == source:
            return b""
        script["source"] = source
    except (ValueError, LookupError, TypeError, RecursionError):
        return b""
    return laid_out(value)


def laid_out(value: Any) -> bytes:
    """Return a document as JSON text, indented unless this makes the text too large."""
    readable = json.dumps(value, ensure_ascii=False, indent=1).encode()
    return readable if len(readable) <= json_text.MOST_BYTES else msgspec.json.encode(value)


def at_origins(
    diagnostics: list[Diagnostic], origins: dict[Path, Path], data: bytes, language: Language = ENGLISH
) -> list[Diagnostic]:
    """Return the diagnostics of a converted document, with paths in the older document."""
    by_text = {path_text(path): origin for path, origin in origins.items()}
    problems = []
    for problem in diagnostics:
        path = problem.path
        while path and path not in by_text:
            path = path[: max(path.rfind("."), path.rfind("["), 0)]
        words = Text(
            "In the converted game, at {place}: {words}",
            {"place": Text(problem.path), "words": Text(problem.text)},
        )
        problems.append(Problem(problem.code, by_text.get(path, ()), words, severity=problem.severity))
    return located(data, problems, language)


def _script(files: Files, older: Older, report: Report) -> str:
    """Return the script of the bots, or "" if there is none, or if it cannot be used."""
    asking = [part for part in older.actions if part.asks_script]
    source = files.script
    if not source.strip():
        if asking:
            words = "There is no script, so opponents choose their cards at random."
            report.warn("script", ("actions", asking[0].at, "AIChooseCardCode"), words)
        return ""
    try:
        text = source.decode()
    except UnicodeDecodeError:
        report.warn("script", (), "The script is not UTF-8 text. Opponents play without it.")
        return ""
    if not _SCRIPT_FUNCTION.search(text):
        report.warn("script", (), "The script does not define “AIChooseCardCode”. Opponents play without it.")
        return ""
    return text


def _decks(data: bytes, diagnostics: list[Diagnostic], language: Language) -> list[Deck]:
    """Return the decks of a `deck.json`."""
    if not data.strip():
        return []
    report = Report()
    stated = _json(data, report)
    decks = [] if stated is None else decks_of(stated, (), report)
    for diagnostic in located(data, report.problems, language):
        diagnostic.file = DECKS
        diagnostics.append(diagnostic)
    return decks


def _json(data: bytes, report: Report) -> Any:
    """Return the value of a JSON text.

    A message about an error also shows the line before the error, because the mistake is often there.
    """
    value = json_text.read(data, report)
    for problem in report.problems:
        line = problem.text.args.get("line")
        if problem.code == "json" and isinstance(line, int) and line > 1:
            previous_line = data.decode(errors="replace").split("\n")[line - 2].strip()[:60]
            problem.text = Text(
                "{words} The line before it: {before}", {"words": problem.text, "before": Text(previous_line)}
            )
    return value
