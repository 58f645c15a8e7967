"""Highest Card with methods that fail on command, to test rooms with wrong rules."""

from __future__ import annotations

from typing import Any

from tests.games.shortest_game import Simple, SimpleTable


class Shaky(Simple):
    """A game that fails on command.

    `broken`: names of methods that raise an error; `endless`: names of methods that change the table and
    never return.
    """

    def __init__(self) -> None:
        self.broken: set[str] = set()
        self.endless: set[str] = set()

    def __getattribute__(self, name: str) -> Any:
        if name not in ("broken", "endless"):
            if name in self.broken:
                return _fails
            if name in self.endless:
                return _goes_on
        return super().__getattribute__(name)


def _goes_on(table: SimpleTable, *args: Any) -> Any:
    while True:
        table.tell("on")


def _fails(*args: Any) -> Any:
    raise ZeroDivisionError("on command")
