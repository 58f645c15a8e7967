"""Highest Card, whose methods raise on command: what a room makes of rules that are wrong."""

from __future__ import annotations

from typing import Any

from tests.games.shortest_game import Simple, SimpleTable


class Shaky(Simple):
    """`broken`: names of methods that raise instead of doing what they do; `endless`: of those that begin
    to do something to the table and never end.
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
