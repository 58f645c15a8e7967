"""The code that both Python clients share: all except the code that sends requests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypedDict, Unpack

from cheat.client import steps
from cheat.client.calls import PATIENCE_S, RetryPolicy, Steps, ignore
from cheat.client.errors import ClientError
from cheat.client.place import Place, room_path
from cheat.client.types import Saved, Table


class ClientOptions(TypedDict, total=False):
    """Options of a client.

    - `program`: the name of the program that plays, which other players see
    - `language`: the language of sentences
    - `patience`: the seconds for which the client repeats a failing call
    - `trouble`: a function that the client calls with each failure before it tries again
    """

    program: str
    language: str
    patience: float
    trouble: Callable[[ClientError], None]


class BaseClient:
    """A client of one server, without the code that sends its requests."""

    def __init__(self, url: str, **options: Unpack[ClientOptions]) -> None:
        self.url = url.rstrip("/")
        self.program, self.language = options.get("program", ""), options.get("language", "")
        self.retry_policy = RetryPolicy(options.get("patience", PATIENCE_S), options.get("trouble", ignore))

    def _create_room(
        self, name: str, game: str, options: Mapping[str, Any] | None, public: bool, colour: int | None
    ) -> Steps[Place]:
        body = {"game": game, "options": dict(options or {}), "public": public, "colour": colour}
        return self._take_seat("/api/rooms", name, body)

    def _quick_play(self, name: str, game: str, lesson: bool, wait: bool, colour: int | None) -> Steps[Place]:
        body = {"game": game, "lesson": lesson, "colour": colour}
        return self._take_seat("/api/quick", name, {**body, "wait": True} if wait else body)

    def _try_alone(
        self, name: str, game: str, options: Mapping[str, Any] | None, bots: int, seed: str
    ) -> Steps[Place]:
        body = {"game": game, "options": dict(options or {}), "bots": bots, "seed": seed}
        return self._take_seat("/api/trials", name, body)

    def _join_room(self, code: str, name: str, next_game: bool, colour: int | None) -> Steps[Place]:
        body = {"next_game": next_game, "colour": colour}
        return self._take_seat(f"{room_path(code)}/players", name, body)

    def _take_seat(self, path: str, name: str, body: dict[str, Any]) -> Steps[Place]:
        return steps.take_seat(path, name, {**body, "client": self.program}, self.retry_policy)


class BaseSeat:
    """A place at a table: a seat, or the place of a spectator."""

    def __init__(self, place: Place, url: str) -> None:
        self.place, self._url = place, url

    @property
    def code(self) -> str:
        """The code of the room."""
        return self.place.code

    @property
    def you(self) -> str | None:
        """The id of the player; None for a spectator."""
        return self.place.player

    @property
    def table(self) -> Table:
        """The newest known table."""
        return self.place.table

    @property
    def version(self) -> int:
        """The version of the newest known table."""
        return self.place.version

    def saved(self) -> Saved:
        """Return the data with which `resume` returns to the seat.

        Raises ValueError for a spectator.
        """
        return self.place.saved(self._url)
