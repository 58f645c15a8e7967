"""What a person at a terminal knows: the seat, the catalogue's entry of its game, the log, the clock."""

from __future__ import annotations

import time
from collections import deque

from cheat.client import Client, News, Seat
from cheat.client.bot import game_moves
from cheat.client.text import event_text, names_of
from cheat.client.types import Event, Form, Game, Table
from cheat.play.showing import seconds_left

LOG_LINES = 200


class Session:
    """A place at a table, as it is shown."""

    def __init__(self, client: Client, seat: Seat) -> None:
        self.client, self.seat = client, seat
        self.log: deque[str] = deque(maxlen=LOG_LINES)
        self.names: dict[str, str] = {}
        self._games: dict[str, Game] = {}
        self.table: Table = seat.table
        self.see(seat.table)

    @property
    def game(self) -> Game:
        """The game of the table that is shown."""
        return self.game_called(self.table["game"])

    def game_called(self, id: str) -> Game:
        """The catalogue's entry of a game, also of one that it does not list."""
        if id not in self._games:
            self._games[id] = self.client.game(id)
        return self._games[id]

    def sit_down(self, seat: Seat) -> None:
        """Go on with a seat of one's own."""
        self.seat = seat
        self.see(seat.table)

    def see(self, table: Table) -> None:
        """Show this table from now on."""
        self.table = table
        self.names |= names_of(table)
        self._offset = table["now"] - 1000 * time.time()

    def take(self, news: News) -> list[str]:
        """Show the table of the news; what is to be said of them."""
        self.see(news.table)
        lines = ["Some of what happened was missed; this is the table now."] if news.reset else []
        lines += self.told(news.events)
        self.log.extend(lines)
        return lines

    def told(self, events: list[Event]) -> list[str]:
        """The sentences of events that have one."""
        return [line for event in events if (line := event_text(event, self.names))]

    def moves(self) -> list[Form]:
        """What can be done: the game's moves first, loud ones of the room next, quiet ones last."""
        room = [form for form in self.table["moves"] if form.get("scope") == "room"]
        return [*game_moves(self.table), *sorted(room, key=lambda form: form.get("tone") == "quiet")]

    def seconds_left(self) -> int | None:
        """Until the deadline."""
        return seconds_left(self.table, self._offset, 1000 * time.time())
