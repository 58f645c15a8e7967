"""`python -m cheat.play [URL] [CODE]`: play from a terminal."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from cheat.client import Client, ClientError, Refused, Seat
from cheat.client.types import Saved
from cheat.play.kept import Kept, default_file
from cheat.play.plain import Plain
from cheat.play.session import Session
from cheat.play.showing import wrapped

LOCAL = "http://localhost:8000"


def say(line: str) -> None:
    """Print a line at once: in a terminal without cutting words in two, elsewhere as it is."""
    width = shutil.get_terminal_size().columns - 1
    print("\n".join(wrapped(line, width)) if sys.stdout.isatty() else line, flush=True)


class Door:
    """The way to a table: questions to somebody who has no seat yet."""

    def __init__(self, client: Client, kept: Kept, lines: Iterator[str]) -> None:
        self.client, self.kept, self.lines = client, kept, lines

    def ask(self, question: str) -> str:
        """The answer to a question. Raises EOFError when nobody answers any more."""
        say(question)
        for line in self.lines:
            return line.strip()
        raise EOFError

    def choose(self, question: str, answers: list[str]) -> int:
        """The index of the answer that is chosen by its number."""
        while True:
            for number, answer in enumerate(answers, 1):
                say(f"{number} {answer}")
            given = self.ask(question)
            if given.isdecimal() and 1 <= int(given) <= len(answers):
                return int(given) - 1
            say(f"Type a number from 1 to {len(answers)}.")

    def enter(self, code: str, name: str) -> Seat:
        """A seat, one way or another; what is refused is asked again."""
        while True:
            try:
                seat = self._enter(code, name) if code else self._start(name)
            except Refused as refusal:
                say(refusal.detail)
                code, name = ("", name) if refusal.status == 404 else (code, "")
            else:
                if seat.you is not None:
                    self.kept.keep(seat.saved())
                return seat

    def _enter(self, code: str, name: str) -> Seat:
        """Into a room: back to the own seat, or to a new one, or to look on."""
        if saved := self.kept.of(self.client.url, code):
            return self._resume(saved)
        name = name or self.ask("Your name (nothing to look on):")
        return self.client.join(code, name, next_game=True) if name else self.client.watch(code)

    def _resume(self, saved: Saved) -> Seat:
        try:
            return self.client.resume(saved)
        except Refused:
            self.kept.forget(saved["url"], saved["code"])
            raise

    def _start(self, name: str) -> Seat:
        ways = ["Play at once", "Make a room", "Join a room by its code", "See public rooms"]
        kept = [one for one in self.kept.seats() if one["url"] == self.client.url]
        ways += [f"Go back to room {one['code'].upper()}" for one in kept]
        chosen = self.choose("What would you like to do?", ways)
        if chosen >= 4:
            return self._resume(kept[chosen - 4])
        if chosen == 3:
            return self._listed(name)
        if chosen == 2:
            return self._enter(self.ask("The code of the room:"), name)
        games = self.client.games()
        game = games[self.choose("Which game?", [f"{one['name']}: {one['summary']}" for one in games])]["id"]
        while not name:
            name = self.ask("Your name:")
        return self.client.create(name, game) if chosen else self.client.quick(name, game)

    def _listed(self, name: str) -> Seat:
        rooms = self.client.rooms()
        names = {game["id"]: game["name"] for game in self.client.games()}
        told = [
            f"{one['code'].upper()}: {names.get(one['game'], one['game'])} with {one['host']}, "
            f"{one['players']} of {one['seats']} seats taken"
            for one in rooms
        ]
        chosen = self.choose("Which room?", [*told, "None of these"])
        return self._enter(rooms[chosen]["code"], name) if chosen < len(rooms) else self._start(name)


def main() -> None:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(prog="python -m cheat.play", description="Play cards from a terminal.")
    parser.add_argument("url", nargs="?", default=LOCAL, help=f"of the server; {LOCAL} if it is not said")
    parser.add_argument("code", nargs="?", default="", help="of a room")
    parser.add_argument("--name", default="", help="at the table; asked for if it is not said")
    parser.add_argument("--watch", action="store_true", help="look on without a seat")
    parser.add_argument("--language", default="", help="of the table's sentences, such as es")
    parser.add_argument("--seats", type=Path, default=default_file(), help="the file that keeps your seats")
    given = parser.parse_args()
    kept, lines = Kept(given.seats), iter(sys.stdin.readline, "")
    try:
        client = Client(given.url, language=given.language)
        door = Door(client, kept, lines)
        seat = client.watch(given.code) if given.watch else door.enter(given.code, given.name)
        Plain(Session(client, seat), kept, lines, say).run()
    except ClientError as error:
        sys.exit(str(error))
    except (EOFError, KeyboardInterrupt):
        sys.exit(0)


if __name__ == "__main__":
    main()
