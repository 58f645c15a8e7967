"""Checks documents from a terminal, and plays them: `python -m cheat.documents check FILE`.

`report` plays a document by bots. A document in the older format is checked with the files that lie beside
it, a script of the same name and a `deck.json`, or as a zip with them; `convert` makes a document of ours
from it. Every diagnostic is printed with its place and, if it is about an expression, the text with the wrong
part underlined. The exit status is 1 if a file is no game, and 0 otherwise, also with warnings. Messages are
in the language of `--language`, or of the environment.
"""

from __future__ import annotations

import argparse
import gettext
import io
import json
import posixpath
import sys
from collections.abc import Iterable, Iterator
from typing import Any, TextIO

import msgspec
from msgspec import UNSET

from cheat.documents import Diagnostic, check
from cheat.documents.importer.archives import BadArchive, is_archive, unpacked
from cheat.documents.importer.conversion import DECKS, Files, convert, looks_older
from cheat.documents.parse.schema import json_schema
from cheat.documents.runtime.state import FUEL
from cheat.documents.trials.reports import Balance, balance, no_time_limit
from cheat.i18n.languages import LANGUAGES, LOCALE
from cheat.i18n.messages import ENGLISH, Language

FEW = 50
"""Games of a report in a terminal, for each number of players.

There are fewer than on a server, since the caller waits. All together they take some minutes.
"""


def main(arguments: list[str] | None = None) -> int:
    """Run the command of the command line, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m cheat.documents", description="Check, convert and try games that are documents."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    checking = commands.add_parser("check", help="report errors and warnings in documents")
    checking.add_argument("files", nargs="+", metavar="FILE")
    converting = commands.add_parser("convert", help="convert a game in the older format to a document")
    converting.add_argument("file", metavar="FILE")
    converting.add_argument("--output", metavar="FILE", help="write the document here instead of printing it")
    reporting = commands.add_parser("report", help="let bots play a document, and report the results")
    reporting.add_argument("file", metavar="FILE")
    reporting.add_argument(
        "--games", type=int, default=FEW, help="games for each number of players (default: %(default)s)"
    )
    reporting.add_argument("--json", action="store_true", help="print all numbers as JSON")
    commands.add_parser("schema", help="print the JSON Schema of a document")
    for command in (checking, converting):
        command.add_argument(
            "--language",
            metavar="TAG",
            default="",
            help="language of messages, such as es (default: from the environment)",
        )
    asked = parser.parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        _write_anything_to(stream)
    if asked.command == "schema":
        print(json.dumps(json_schema(), indent=1))
        return 0
    if asked.command == "report":
        return _reported(asked.file, asked.games, as_json=asked.json)
    if asked.command == "convert":
        return _converted(asked.file, asked.output, _language(asked.language))
    return max([_checked(name, _language(asked.language)) for name in asked.files])


def _write_anything_to(stream: TextIO) -> None:
    """Make a stream write characters that its encoding lacks as escapes, not fail.

    Messages have curly quotes, and file names may have any character.
    """
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")


def _language(tag: str) -> Language:
    """Return the language with this tag, or that of the environment as gettext reads it."""
    file = gettext.find("messages", str(LOCALE), [tag] if tag else None)
    return LANGUAGES[posixpath.normpath(file).split("/")[-3]] if file else ENGLISH


def _reported(name: str, games: int, *, as_json: bool) -> int:
    """Play a document and print the results; return 1 if it is no game."""
    data = _read(name)
    game, diagnostics = (None, []) if data is None else check(data)
    if game is None:
        print(f"{name}: no game, errors: {len(diagnostics)}; run “check” to see them", file=sys.stderr)
        return 1
    made = balance(game, no_time_limit, no_time_limit, games)
    told = [json.dumps(msgspec.to_builtins(made), indent=1)] if as_json else report_lines(made)
    print("\n".join(told))
    return 0


def report_lines(made: Balance) -> Iterator[str]:
    """Yield the lines of a report in words."""
    for one in made.tables:
        wins = " ".join(f"{share.part:.0%}" for share in one.wins)
        yield f"{one.players} players, {one.games} games: wins by seat {wins}"
        yield f"  median game: {one.moves} moves, {one.minutes:g} min"
        yield f"  ties {one.ties:.0%}, forced moves {one.forced:.0%}, most moves at once {one.widest}"
        if one.faults:
            yield "  games that did not end: " + ", ".join(
                f"{why} {count}" for why, count in one.faults.items()
            )
        if one.causes:
            yield "  exceeded limits: " + ", ".join(f"{why} {count}" for why, count in one.causes.items())
        if one.stuck:
            yield "  player without a move: " + ", ".join(f"{name} {n}" for name, n in one.stuck.items())
        yield f"  most expensive action: {one.cost} of {FUEL} steps"
    if made.skill is not None:
        low, high = made.skill.low, made.skill.high
        wins = f"{made.skill.part:.0%} ({low:.0%} to {high:.0%})"
        yield f"a player that looks ahead wins {wins}, expected by chance: {made.fair:.0%}"
    yield f"moves never possible: {', '.join(made.never) or 'none'}"
    yield f"moves never chosen: {', '.join(made.unchosen) or 'none'}"
    yield f"phases that never began: {', '.join(made.unentered) or 'none'}"
    yield f"options that changed nothing in some trial games: {', '.join(made.idle) or 'none'}"


def _checked(name: str, language: Language) -> int:
    """Check one file and print its diagnostics; return 1 if it is no game."""
    files = _files(name, language)
    if files is None:
        return 1
    data, kind = files.document, ""
    if looks_older(data):
        made, kind = convert(files, language), ", converted"
        game, diagnostics = check(made.document)[0] if made.document else None, made.diagnostics
    else:
        game, diagnostics = check(data, language)
    _tell(name, diagnostics, files, sys.stdout)
    errors = sum(one.severity == "error" for one in diagnostics)
    warnings = len(diagnostics) - errors
    verdict = f"{game.slug} {game.version}{kind}" if game is not None else "no game"
    print(f"{name}: {verdict}, errors: {errors}, warnings: {warnings}")
    return 1 if game is None else 0


def _converted(name: str, output: str | None, language: Language) -> int:
    """Convert a file, and print or write the result; return 1 if there is none."""
    files = _files(name, language)
    if files is None:
        return 1
    if not looks_older(files.document):
        print(f"{name} is not in the older format, so there is nothing to convert", file=sys.stderr)
        return 1
    made = convert(files, language)
    _tell(name, made.diagnostics, files, sys.stderr)
    if not made.document:
        return 1
    if not output:
        print(made.document.decode())
        return 0
    try:
        with open(output, "wb") as file:
            file.write(made.document + b"\n")
    except OSError as error:
        print(f"{output}: {error.strerror}", file=sys.stderr)
        return 1
    return 0


def _tell(name: str, diagnostics: Iterable[Diagnostic], files: Files, stream: TextIO) -> None:
    """Print diagnostics."""
    for one in diagnostics:
        data = files.decks if one.file else files.document
        where = posixpath.join(posixpath.dirname(name), one.file) if one.file else name
        print("\n".join(lines(where, one, data)), end="\n\n", file=stream)


def _files(name: str, language: Language) -> Files | None:
    """Return a document with the files beside it, or out of a zip; None after printing an error."""
    data = _read(name)
    if data is None:
        return None
    if not is_archive(data):
        base, folder = posixpath.splitext(name)[0], posixpath.dirname(name)
        files = Files(data, title=posixpath.basename(base))
        if looks_older(data):
            files.script, files.decks = _beside(f"{base}.js"), _beside(posixpath.join(folder, DECKS))
        return files
    try:
        with open(name, "rb") as file:
            return unpacked(file)
    except BadArchive as bad:
        print("\n".join(lines(name, bad.diagnostic(language), b"")), file=sys.stderr)
        return None


def _beside(name: str) -> bytes:
    """Return the bytes of a file; b"" if the file does not exist."""
    return (_read(name) or b"") if posixpath.isfile(name) else b""


def _read(name: str) -> bytes | None:
    """Return the bytes of a file; None after printing an error if it cannot be read."""
    try:
        with open(name, "rb") as file:
            return file.read()
    except OSError as error:
        print(f"{name}: {error.strerror}", file=sys.stderr)
        return None


def lines(name: str, one: Diagnostic, data: bytes) -> Iterator[str]:
    """Yield the lines of a diagnostic in the form that compilers use."""
    where = f"{name}:{one.line}:{one.column}" if one.line else name
    yield f"{where}: {one.severity}: {one.path or 'document'} [{one.code}]"
    source = _text_at(data, one)
    if source is not None and one.start is not UNSET and one.end is not UNSET:
        yield f'    "{source}"'
        yield f"     {' ' * one.start}{'^' * max(1, one.end - one.start)}"
    yield one.text


def _text_at(data: bytes, one: Diagnostic) -> str | None:
    """Return the text that a diagnostic is about, found by its path.

    None if that is no text, or if the file is no JSON.
    """
    if one.start is UNSET or not one.line:
        return None
    try:
        found: Any = json.loads(data)
    except (ValueError, RecursionError):
        return None
    for part in one.path.replace("[", ".[").split("."):
        if isinstance(found, dict):
            found = found.get(part)
        elif isinstance(found, list) and part.startswith("["):
            found = found[int(part[1:-1])]
    return found if isinstance(found, str) else None


if __name__ == "__main__":
    sys.exit(main())
