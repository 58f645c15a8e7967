"""Ask a person questions, line by line, until the person has a place at a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from cheat.client import Refused, Seat
from cheat.client.types import Saved
from cheat.terminal.links import code_of
from cheat.terminal.messages import say
from cheat.terminal.server import Server


class PlainStart:
    """Asks questions until there is a seat. `lines` yields typed lines. `tell` prints a line."""

    def __init__(self, server: Server, lines: Iterator[str], tell: Callable[[str], Any]) -> None:
        self.server, self.lines, self.tell = server, lines, tell
        server.report_trouble(tell)

    def ask(self, question: str) -> str:
        """Return the answer to a question. Raises EOFError at the end of the input."""
        self.tell(question)
        for line in self.lines:
            return line.strip()
        raise EOFError

    def choose(self, question: str, answers: list[str]) -> int:
        """Ask a question with numbered answers. Return the index of the chosen answer."""
        while True:
            for number, answer in enumerate(answers, 1):
                self.tell(f"{number} {answer}")
            typed = self.ask(question)
            if typed.isdecimal() and 1 <= int(typed) <= len(answers):
                return int(typed) - 1
            self.tell(say("Type a number from {least} to {most}.", least=1, most=len(answers)))

    def enter(self, code: str, name: str) -> Seat:
        """Take a seat, and return it. If the server refuses, ask again."""
        while True:
            try:
                return self._enter(code, name) if code else self._choose_way(name)
            except Refused as refusal:
                self.tell(refusal.detail)
                code, name = ("", name) if refusal.code == "room_not_found" else (code, "")

    def _enter(self, code: str, name: str) -> Seat:
        """Enter a room: return to the saved seat, take a new seat, or watch."""
        if saved := self.server.seat_in(code):
            return self.server.resume(saved)
        return self.server.join(code, name or self.ask(say("Your name (leave it empty to watch):")))

    def _choose_way(self, name: str) -> Seat:
        ways: list[tuple[str, Callable[[], Seat]]] = [
            (say("Play now"), lambda: self._new_room(partial(self.server.client.quick, wait=True), name)),
            (say("Create a room"), lambda: self._new_room(self.server.client.create, name)),
            (
                say("Join a room by its code"),
                lambda: self._enter(code_of(self.ask(say("Room code:"))), name),
            ),
            (say("See public rooms"), lambda: self._public_rooms(name)),
            (say("Find a published game"), lambda: self._published_game(name)),
            *map(self._return_choice, self.server.seats()),
        ]
        index = self.choose(say("What would you like to do?"), [label for label, _ in ways])
        return ways[index][1]()

    def _return_choice(self, saved: Saved) -> tuple[str, Callable[[], Seat]]:
        label = say("Go back to room {code}", code=saved["code"].upper())
        return label, lambda: self.server.resume(saved)

    def _new_room(self, take: Callable[[str, str], Seat], name: str) -> Seat:
        return self._at_game(take, name, self.server.games())

    def _published_game(self, name: str) -> Seat:
        """Let the person search for a published game, and make a room for it."""
        games = self.server.published(
            self.ask(say("Part of the name (leave it empty for the most played games):"))
        )
        if games:
            return self._at_game(self.server.client.create, name, games)
        self.tell(say("No published games match."))
        return self._choose_way(name)

    def _at_game(self, take: Callable[[str, str], Seat], name: str, games: list[tuple[str, str]]) -> Seat:
        game, _ = games[self.choose(say("Which game?"), [label for _, label in games])]
        while not name:
            name = self.ask(say("Your name:"))
        return take(name, game)

    def _public_rooms(self, name: str) -> Seat:
        rooms = self.server.rooms()
        label = [*(text for _, text in rooms), say("None of these")]
        index = self.choose(say("Which room?"), label)
        return self._enter(rooms[index][0]["code"], name) if index < len(rooms) else self._choose_way(name)
