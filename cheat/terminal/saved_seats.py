"""Save seats that people have taken on this machine, so that they can return to them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from cheat.client.types import Saved
from cheat.terminal.messages import say

MAX_SEATS = 20
"""Maximum number of saved seats.

If there are more, the oldest seat is dropped, because its room has probably expired.
"""


def default_file() -> Path | None:
    """Return the path of the file, by the XDG base directories.

    Without a home directory, it is None.
    """
    try:
        state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    except RuntimeError:
        return None
    return Path(state) / "cheat" / "seats.json"


class SavedSeats:
    """A file with seats, newest last.

    Only its owner may read the file, because it contains tokens. If the file cannot be written, the program
    forgets the seats when it ends.
    """

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self._in_memory: list[Saved] | None = None

    def problem(self) -> str:
        """Return a message if seats cannot be saved, otherwise ""."""
        try:
            if self.file is None:
                raise OSError(None, say("there is no home directory"))
            self._write_to(self.file, self.seats())
        except OSError as error:
            return say(
                "Your seats are forgotten when you quit: {reason}. To keep them, name a file with --seats.",
                reason=error.strerror or str(error),
            )
        return ""

    def seats(self) -> list[Saved]:
        """Return all seats that can be read."""
        if self._in_memory is not None:
            return list(self._in_memory)
        try:
            stored = json.loads(self.file.read_text(encoding="utf-8")) if self.file else []
        except (OSError, ValueError, RecursionError):
            return []
        return [seat for seat in stored if _is_seat(seat)] if isinstance(stored, list) else []

    def of(self, url: str, code: str) -> Saved | None:
        """Return the saved seat in a room, if there is one."""
        in_room = [
            seat for seat in self.seats() if (seat["url"], seat["code"]) == (url, code.strip().lower())
        ]
        return in_room[-1] if in_room else None

    def keep(self, seat: Saved) -> None:
        """Save a seat. It replaces an older seat in the same room."""
        self._write([*self._others(seat["url"], seat["code"]), seat][-MAX_SEATS:])

    def forget(self, url: str, code: str) -> None:
        """Drop the seat in a room."""
        self._write(self._others(url, code))

    def _others(self, url: str, code: str) -> list[Saved]:
        return [seat for seat in self.seats() if (seat["url"], seat["code"]) != (url, code)]

    def _write(self, seats: list[Saved]) -> None:
        try:
            if self.file is not None:
                self._write_to(self.file, seats)
            self._in_memory = None if self.file else seats
        except OSError:
            self._in_memory = seats

    def _write_to(self, file: Path, seats: list[Saved]) -> None:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        new_file = file.with_suffix(".new")
        with os.fdopen(os.open(new_file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as stream:
            json.dump(seats, stream)
        new_file.replace(file)


def _is_seat(value: Any) -> bool:
    """Return whether this is a seat in the format of this file."""
    texts = ("url", "code", "player", "token", "cursor")
    return (
        isinstance(value, dict)
        and all(isinstance(value.get(key), str) for key in texts)
        and isinstance(value.get("version"), int)
    )
