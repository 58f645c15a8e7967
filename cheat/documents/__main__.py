"""The command line for documents: `python -m cheat.documents check FILE`.

- `check` prints errors and warnings, and underlines the wrong part of an expression.
- `report` lets bots play games of a document, and prints the results.
- `convert` converts a document in the older format (see `importer/`) to the present format.

A document in the older format may have a script of the same name and a `deck.json`, in the same folder or in
the same zip. The exit status is 1 if a document has errors. Messages are in the language of `--language`, or
in the language of the environment.
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
from cheat.documents.trials.examination import examined
from cheat.documents.trials.reports import Balance, balance, no_time_limit
from cheat.i18n.languages import LANGUAGES, LOCALE
from cheat.i18n.messages import ENGLISH, Language

TERMINAL_GAMES = 50
"""Number of games that `report` plays for each number of players.

A server plays more games for its report. In a terminal, a person waits for the report, so there are only as
many games as take a few minutes.
"""


def main(arguments: list[str] | None = None) -> int:
    """Run a command of the command line, and return its exit status."""
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
        "--games",
        type=int,
        default=TERMINAL_GAMES,
        help="games for each number of players (default: %(default)s)",
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
    options = parser.parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        _write_anything_to(stream)
    if options.command == "schema":
        print(json.dumps(json_schema(), indent=1))
        return 0
    if options.command == "report":
        return _report_on(options.file, options.games, as_json=options.json)
    if options.command == "convert":
        return _convert_file(options.file, options.output, _language(options.language))
    return max([_check_file(name, _language(options.language)) for name in options.files])


def _write_anything_to(stream: TextIO) -> None:
    """Make a stream write escapes for characters that its encoding lacks, such as curly quotes."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")


def _language(tag: str) -> Language:
    """Return the language with this tag. Without a tag, return the environment's language."""
    file = gettext.find("messages", str(LOCALE), [tag] if tag else None)
    return LANGUAGES[posixpath.normpath(file).split("/")[-3]] if file else ENGLISH


def _report_on(name: str, games: int, *, as_json: bool) -> int:
    """Let bots play a document, and print the results. Return 1 if the document has errors."""
    data = _read(name)
    game, diagnostics = (None, []) if data is None else check(data)
    if game is None:
        print(f"{name}: no game, errors: {len(diagnostics)}; run “check” to see them", file=sys.stderr)
        return 1
    report = balance(game, no_time_limit, no_time_limit, games)
    output = [json.dumps(msgspec.to_builtins(report), indent=1)] if as_json else report_lines(report)
    print("\n".join(output))
    if not as_json:
        trial_diagnostics = examined(data or b"", no_time_limit).diagnostics
        _tell(
            name,
            [diagnostic for diagnostic in trial_diagnostics if diagnostic not in diagnostics],
            Files(data or b""),
            sys.stdout,
        )
    return 0


def report_lines(report: Balance) -> Iterator[str]:
    """Yield the lines of text that say what a report found."""
    for table in report.tables:
        wins = " ".join(f"{share.part:.0%}" for share in table.wins)
        yield f"{table.players} players, {table.games} games: wins by seat {wins}"
        yield f"  median game: {table.moves} moves, {table.minutes:g} min"
        yield f"  ties {table.ties:.0%}, forced moves {table.forced:.0%}, most moves at once {table.widest}"
        if table.faults:
            yield "  games that did not end: " + ", ".join(
                f"{reason} {count}" for reason, count in table.faults.items()
            )
        if table.causes:
            yield "  exceeded limits: " + ", ".join(
                f"{reason} {count}" for reason, count in table.causes.items()
            )
        if table.stuck:
            yield "  player without a move: " + ", ".join(f"{name} {n}" for name, n in table.stuck.items())
        yield f"  most expensive action: {table.cost} of {FUEL} steps"
    if report.skill is not None:
        low, high = report.skill.low, report.skill.high
        wins = f"{report.skill.part:.0%} ({low:.0%} to {high:.0%})"
        yield f"a player that looks ahead wins {wins}, expected by chance: {report.fair:.0%}"
    yield f"moves never possible: {', '.join(report.never) or 'none'}"
    yield f"moves never chosen: {', '.join(report.unchosen) or 'none'}"
    yield f"phases that never began: {', '.join(report.unentered) or 'none'}"
    yield f"options that changed nothing in some trial games: {', '.join(report.idle) or 'none'}"


def _check_file(name: str, language: Language) -> int:
    """Check a file and print its diagnostics. Return 1 if it has errors."""
    files = _files(name, language)
    if files is None:
        return 1
    data, kind = files.document, ""
    if looks_older(data):
        conversion, kind = convert(files, language), ", converted"
        game, diagnostics = (
            check(conversion.document)[0] if conversion.document else None,
            conversion.diagnostics,
        )
    else:
        game, diagnostics = check(data, language)
    _tell(name, diagnostics, files, sys.stdout)
    errors = sum(diagnostic.severity == "error" for diagnostic in diagnostics)
    warnings = len(diagnostics) - errors
    verdict = f"{game.slug} {game.version}{kind}" if game is not None else "no game"
    print(f"{name}: {verdict}, errors: {errors}, warnings: {warnings}")
    return 1 if game is None else 0


def _convert_file(name: str, output: str | None, language: Language) -> int:
    """Convert a file, and print or write the result. Return 1 if the conversion fails."""
    files = _files(name, language)
    if files is None:
        return 1
    if not looks_older(files.document):
        print(f"{name} is not in the older format, so there is nothing to convert", file=sys.stderr)
        return 1
    conversion = convert(files, language)
    _tell(name, conversion.diagnostics, files, sys.stderr)
    if not conversion.document:
        return 1
    if not output:
        print(conversion.document.decode())
        return 0
    try:
        with open(output, "wb") as file:
            file.write(conversion.document + b"\n")
    except OSError as error:
        print(f"{output}: {error.strerror}", file=sys.stderr)
        return 1
    return 0


def _tell(name: str, diagnostics: Iterable[Diagnostic], files: Files, stream: TextIO) -> None:
    """Print diagnostics."""
    for diagnostic in diagnostics:
        data = files.decks if diagnostic.file else files.document
        file_name = posixpath.join(posixpath.dirname(name), diagnostic.file) if diagnostic.file else name
        print("\n".join(lines(file_name, diagnostic, data)), end="\n\n", file=stream)


def _files(name: str, language: Language) -> Files | None:
    """Return the files of a game: a document, and the files beside it or in its zip.

    If a file cannot be read, print an error and return None.
    """
    data = _read(name)
    if data is None:
        return None
    if not is_archive(data):
        base, folder = posixpath.splitext(name)[0], posixpath.dirname(name)
        files = Files(data, title=posixpath.basename(base))
        if looks_older(data):
            files.script, files.decks = (
                _read_existing(f"{base}.js"),
                _read_existing(posixpath.join(folder, DECKS)),
            )
        return files
    try:
        with open(name, "rb") as file:
            return unpacked(file)
    except BadArchive as bad:
        print("\n".join(lines(name, bad.diagnostic(language), b"")), file=sys.stderr)
        return None


def _read_existing(name: str) -> bytes:
    """Return the bytes of a file; b"" if the file does not exist."""
    return (_read(name) or b"") if posixpath.isfile(name) else b""


def _read(name: str) -> bytes | None:
    """Return the bytes of a file. If it cannot be read, print an error and return None."""
    try:
        with open(name, "rb") as file:
            return file.read()
    except OSError as error:
        print(f"{name}: {error.strerror}", file=sys.stderr)
        return None


def lines(name: str, diagnostic: Diagnostic, data: bytes) -> Iterator[str]:
    """Yield the lines that show a diagnostic, in the format that compilers use."""
    position = f"{name}:{diagnostic.line}:{diagnostic.column}" if diagnostic.line else name
    yield f"{position}: {diagnostic.severity}: {diagnostic.path or 'document'} [{diagnostic.code}]"
    source = _text_at(data, diagnostic)
    if source is not None and diagnostic.start is not UNSET and diagnostic.end is not UNSET:
        yield f'    "{source}"'
        yield f"     {' ' * diagnostic.start}{'^' * max(1, diagnostic.end - diagnostic.start)}"
    yield diagnostic.text


def _text_at(data: bytes, diagnostic: Diagnostic) -> str | None:
    """Return the text at the path of a diagnostic.

    Returns None if no text is there, or if the document is not valid JSON.
    """
    if diagnostic.start is UNSET or not diagnostic.line:
        return None
    try:
        value: Any = json.loads(data)
    except (ValueError, RecursionError):
        return None
    for part in diagnostic.path.replace("[", ".[").split("."):
        if isinstance(value, dict):
            value = value.get(part)
        elif isinstance(value, list) and part.startswith("["):
            value = value[int(part[1:-1])]
    return value if isinstance(value, str) else None


if __name__ == "__main__":
    sys.exit(main())
