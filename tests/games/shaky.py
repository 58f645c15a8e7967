"""Highest Card, whose methods raise on command: what a room makes of rules that are wrong."""

from __future__ import annotations

from typing import Any

from tests.games.simple import Simple


class Shaky(Simple):
    """`broken`: names of methods that raise instead of doing what they do."""

    def __init__(self) -> None:
        self.broken: set[str] = set()

    def __getattribute__(self, name: str) -> Any:
        if name != "broken" and name in self.broken:
            return _fails
        return super().__getattribute__(name)


def _fails(*args: Any) -> Any:
    raise ZeroDivisionError("on command")
