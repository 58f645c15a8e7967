"""Play in a terminal, full-screen or line by line: `python -m cheat.play [URL] [CODE]`."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

try:
    from cheat.client import Client, ClientError
except ModuleNotFoundError as missing:
    sys.exit(str(missing))
from cheat.terminal.encoding import (
    has_all,
    has_colours,
    number_of_colours,
    read_anything,
    sendable,
    write_anything,
)
from cheat.terminal.form_dialog import InvalidAnswer
from cheat.terminal.links import address, token_in
from cheat.terminal.messages import say, set_language
from cheat.terminal.plain_start import PlainStart
from cheat.terminal.plain_table import PlainTable, watch_replay
from cheat.terminal.saved_seats import SavedSeats, default_file
from cheat.terminal.server import Server
from cheat.terminal.session import words_of
from cheat.terminal.table_text import wrapped

LOCAL = "http://localhost:8000"
NO_SCREENS = ("dumb", "unknown")
"""Values of TERM for terminals that can only write lines, without a full screen."""


def main() -> None:
    """Read the command line and play."""
    for stream in (sys.stdout, sys.stderr):
        write_anything(stream)
    read_anything(sys.stdin)
    language = argparse.ArgumentParser(add_help=False)
    language.add_argument("--lang", "--language", default="")
    tag = set_language(language.parse_known_args()[0].lang)
    arguments = _arguments().parse_intermixed_args()
    try:
        token, arguments.name = token_in(arguments.url) or token_in(arguments.code), sendable(arguments.name)
        arguments.url, arguments.code = address(sendable(arguments.url), sendable(arguments.code))
        server = Server(Client(arguments.url, language=arguments.lang or tag), SavedSeats(arguments.seats))
        server.save_linked_seat(arguments.code, token)
        if problem := server.saved_seats.problem():
            _print(problem)
        if is_full(arguments.plain):
            _full(server, arguments)
        else:
            _plain(server, arguments)
    except (ClientError, OSError, InvalidAnswer) as error:
        sys.exit(words_of(error))
    except (EOFError, KeyboardInterrupt):
        sys.exit(0)


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m cheat.play", description=say("Play cards from a terminal.")
    )
    parser.add_argument(
        "url",
        nargs="?",
        default=LOCAL,
        help=say("address of the server, or link to a room (default: {url})", url=LOCAL),
    )
    parser.add_argument("code", nargs="?", default="", help=say("code of a room"))
    parser.add_argument("--name", default="", help=say("your name at the table; without it you are asked"))
    parser.add_argument("--watch", action="store_true", help=say("watch without a seat"))
    parser.add_argument("--replay", type=Path, metavar="FILE", help=say("watch a game from a file"))
    parser.add_argument(
        "--plain",
        action="store_true",
        help=say("play line by line, for screen readers or without a terminal"),
    )
    parser.add_argument(
        "--lang",
        "--language",
        default="",
        help=say("language of all texts, such as es (default: from the environment)"),
    )
    parser.add_argument(
        "--seats", type=Path, default=default_file(), help=say("the file that keeps your seats")
    )
    return parser


def is_full(plain: bool) -> bool:
    """Return whether the full screen is wanted and possible."""
    if plain or not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") in NO_SCREENS:
        return False
    if not has_all(sys.stdout):
        _print(say("The full screen needs UTF-8. Set LANG to a UTF-8 locale, such as en_GB.UTF-8."))
        return False
    if find_spec("textual"):
        return True
    _print(
        say(
            "The full screen needs textual. To install it: {command}",
            command='pip install "./client[play]"',
        )
    )
    return False


def _full(server: Server, arguments: argparse.Namespace) -> None:
    from cheat.terminal.full.app import Terminal  # only the full screen needs textual

    if has_colours(os.environ, number_of_colours):
        os.environ.pop("NO_COLOR", None)  # textual also obeys an empty one
    else:
        os.environ["NO_COLOR"] = "1"
    Terminal(server, arguments.code, arguments.name, watch=arguments.watch, file=arguments.replay).run()


def _plain(server: Server, arguments: argparse.Namespace) -> None:
    lines = iter(sys.stdin.readline, "")
    if arguments.replay:
        watch_replay(server.replay_of(arguments.replay), lines, _print)
        return
    start = PlainStart(server, lines, _print)
    seat = (
        server.client.watch(arguments.code)
        if arguments.watch
        else start.enter(arguments.code, arguments.name)
    )
    PlainTable(server.session_at(seat), lines, _print).run()


def _print(line: str) -> None:
    """Print a line without delay. In a terminal, it is wrapped between words."""
    width = shutil.get_terminal_size().columns - 1
    print("\n".join(wrapped(line, width)) if sys.stdout.isatty() else line, flush=True)


if __name__ == "__main__":
    main()
