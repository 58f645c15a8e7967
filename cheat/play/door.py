"""The way to a table, line by line, for a person without a seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from cheat.client import Refused, Seat
from cheat.client.types import Saved
from cheat.play.entering import Entry, code_of
from cheat.play.words import say


class Door:
    """Questions until there is a seat. `lines`: what is typed; `tell`: prints a line."""

    def __init__(self, entry: Entry, lines: Iterator[str], tell: Callable[[str], Any]) -> None:
        self.entry, self.lines, self.tell = entry, lines, tell
        entry.tells(tell)

    def ask(self, question: str) -> str:
        """Return the answer to a question. Raises EOFError at the end of the input."""
        self.tell(question)
        for line in self.lines:
            return line.strip()
        raise EOFError

    def choose(self, question: str, answers: list[str]) -> int:
        """Return the index of the answer that is chosen by its number."""
        while True:
            for number, answer in enumerate(answers, 1):
                self.tell(f"{number} {answer}")
            given = self.ask(question)
            if given.isdecimal() and 1 <= int(given) <= len(answers):
                return int(given) - 1
            self.tell(say("Type a number from {least} to {most}.", least=1, most=len(answers)))

    def enter(self, code: str, name: str) -> Seat:
        """Return a seat, in any of the ways; a question is asked again after a refusal."""
        while True:
            try:
                return self._enter(code, name) if code else self._start(name)
            except Refused as refusal:
                self.tell(refusal.detail)
                code, name = ("", name) if refusal.code == "room_not_found" else (code, "")

    def _enter(self, code: str, name: str) -> Seat:
        """Enter a room: back to the own seat, or to a new one, or as a spectator."""
        if saved := self.entry.seat_in(code):
            return self.entry.back(saved)
        return self.entry.into(code, name or self.ask(say("Your name (leave it empty to watch):")))

    def _start(self, name: str) -> Seat:
        ways: list[tuple[str, Callable[[], Seat]]] = [
            (say("Play now"), lambda: self._new(self.entry.client.quick, name)),
            (say("Create a room"), lambda: self._new(self.entry.client.create, name)),
            (
                say("Join a room by its code"),
                lambda: self._enter(code_of(self.ask(say("Room code:"))), name),
            ),
            (say("See public rooms"), lambda: self._listed(name)),
            (say("Find a published game"), lambda: self._found(name)),
            *map(self._way_back, self.entry.seats()),
        ]
        chosen = self.choose(say("What would you like to do?"), [told for told, _ in ways])
        return ways[chosen][1]()

    def _way_back(self, saved: Saved) -> tuple[str, Callable[[], Seat]]:
        told = say("Go back to room {code}", code=saved["code"].upper())
        return told, lambda: self.entry.back(saved)

    def _new(self, take: Callable[[str, str], Seat], name: str) -> Seat:
        return self._at_game(take, name, self.entry.games())

    def _found(self, name: str) -> Seat:
        """Make a room for a published game."""
        games = self.entry.published(self.ask(say("Part of its name (leave it empty for the most played):")))
        if games:
            return self._at_game(self.entry.client.create, name, games)
        self.tell(say("No published games match."))
        return self._start(name)

    def _at_game(self, take: Callable[[str, str], Seat], name: str, games: list[tuple[str, str]]) -> Seat:
        game, _ = games[self.choose(say("Which game?"), [told for _, told in games])]
        while not name:
            name = self.ask(say("Your name:"))
        return take(name, game)

    def _listed(self, name: str) -> Seat:
        rooms = self.entry.rooms()
        told = [*(text for _, text in rooms), say("None of these")]
        chosen = self.choose(say("Which room?"), told)
        return self._enter(rooms[chosen][0]["code"], name) if chosen < len(rooms) else self._start(name)
