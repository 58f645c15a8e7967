"""Seats that were taken on this machine, so that they can be taken up again."""

from __future__ import annotations

import json
import os
from pathlib import Path

from cheat.client.types import Saved

MOST = 20
"""Of older ones the rooms are gone."""


def default_file() -> Path:
    """Where seats are kept, as the XDG base directories have it."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "cheat" / "seats.json"


class Kept:
    """A file of seats, newest last; only its owner may read it, for tokens are in it."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def seats(self) -> list[Saved]:
        """All that can be read."""
        try:
            seats: list[Saved] = json.loads(self.file.read_text())
        except (OSError, ValueError):
            return []
        return seats

    def of(self, url: str, code: str) -> Saved | None:
        """The seat in a room."""
        mine = [one for one in self.seats() if (one["url"], one["code"]) == (url, code.strip().lower())]
        return mine[-1] if mine else None

    def keep(self, seat: Saved) -> None:
        """Note a seat in the place of an older one in the same room."""
        self._write([*self._others(seat["url"], seat["code"]), seat][-MOST:])

    def forget(self, url: str, code: str) -> None:
        """Drop the seat in a room."""
        self._write(self._others(url, code))

    def _others(self, url: str, code: str) -> list[Saved]:
        return [one for one in self.seats() if (one["url"], one["code"]) != (url, code)]

    def _write(self, seats: list[Saved]) -> None:
        self.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        fresh = self.file.with_suffix(".new")
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump(seats, file)
        fresh.replace(self.file)
