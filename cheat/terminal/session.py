"""A session: the terminal's knowledge of one seat.

It includes the table, the description of the game, the log, the clock and the moves.
"""

from __future__ import annotations

import json
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from cheat.client import Client, ClientError, News, Past, Refused, Seat, Unreachable
from cheat.client.bot import game_moves
from cheat.client.calls import is_temporary
from cheat.client.forms import alternatives
from cheat.client.text import event_text, names_of
from cheat.client.types import Acted, Event, Form, Game, Table
from cheat.terminal.chat import ChatMessage, chat_event_line, chat_line
from cheat.terminal.form_dialog import FormDialog
from cheat.terminal.messages import say
from cheat.terminal.saved_seats import SavedSeats
from cheat.terminal.table_text import seconds_left, with_own_cards

LOG_LINES = 200
LEAVE = "leave"
"""The name of the move by which a player leaves a room."""


@dataclass
class SeatReport:
    """A report about a seat.

    It contains news, or an error after which the client tries again, or a refusal of the server.
    """

    seat: Seat
    content: News | ClientError


class Games:
    """The descriptions of games, by id. Each is requested from the server only once."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._games: dict[str, Game] = {}

    def by_id(self, id: str) -> Game:
        """Return the description of a game. Raises ClientError.

        If the server no longer has the rules of the game, the description has only the id.
        """
        if id not in self._games:
            try:
                self._games[id] = self._client.game(id)
            except Refused as refusal:
                if refusal.code != "game_not_found":
                    raise
                self._games[id] = _entry_without_rules(id)
        return self._games[id]


class Session:
    """A seat at a table, or a spectator, as the terminal shows it.

    `is_reconnecting`: True if the connection is lost and the client tries again. `is_over`: True if the seat
    or the room no longer exists.
    """

    def __init__(self, client: Client, seat: Seat, saved_seats: SavedSeats) -> None:
        self.client, self.seat, self.saved_seats = client, seat, saved_seats
        self.games = Games(client)
        self.log: deque[str] = deque(maxlen=LOG_LINES)
        self.names: dict[str, str] = {}
        self.is_reconnecting = self.is_over = False
        self.table: Table = seat.table
        self.sit_down(seat)

    @property
    def game(self) -> Game:
        """The game of the table that is shown."""
        return self.games.by_id(self.table["game"])

    def sit_down(self, seat: Seat) -> None:
        """Continue with this seat. Save it, unless the player is a spectator. Raises ClientError."""
        self.seat = seat
        self.show(seat.table)
        self.games.by_id(seat.table["game"])  # request it now, so that the screen need not wait later
        if seat.you is not None:
            self.saved_seats.keep(seat.saved())
        if not self.log:
            self._remember(seat.past())

    def _remember(self, past: Past) -> None:
        """Add earlier events and chat messages to the log, oldest first."""
        self.names |= {id: name for id, name in past.names.items() if id not in self.names}
        events = [event for event in past.events if event["type"] != "said"]
        dated_lines = [(event["at"], line) for event in events for line in self.event_lines([event])]
        dated_lines += [(line["at"], chat_line(line)) for line in past.chat]
        self.log.extend(line for _, line in sorted(dated_lines, key=lambda dated_line: dated_line[0]))

    def join(self, name: str) -> None:
        """Take a seat in the room, to play at once or in the next game. Raises ClientError."""
        self.sit_down(self.client.join(self.seat.code, name, next_game=True))

    # News

    def follow(self, tell: Callable[[SeatReport], None]) -> None:
        """Start a thread that passes reports to `tell`, until the seat is left or no longer exists."""
        seat = self.seat
        self.client.retry_policy = self.client.retry_policy._replace(
            trouble=lambda error: tell(SeatReport(seat, error))
        )
        threading.Thread(target=self._follow, args=[seat, tell], name="news", daemon=True).start()

    def _follow(self, seat: Seat, tell: Callable[[SeatReport], None]) -> None:
        try:
            while self.seat is seat and not self.is_over:
                news = seat.poll()
                with suppress(Unreachable):
                    self.games.by_id(news.table["game"])  # now, so that the screen need not wait later
                tell(SeatReport(seat, news))
        except Refused as refusal:
            tell(SeatReport(seat, refusal))

    def take_report(self, report: SeatReport) -> list[str]:
        """Process a report. Return the lines to show."""
        match report.content:
            case _ if report.seat is not self.seat:
                return []
            case News():
                lines = [say("Connected again.")] if self.is_reconnecting else []
                self.is_reconnecting = False
                return lines + (self.take_news(report.content) if report.content.fresh else [])
            case Refused() if not is_temporary(report.content):
                self.is_over = True
                return [report.content.detail]
            case _:
                notice = [] if self.is_reconnecting else [say("Connection lost. Trying again…")]
                self.is_reconnecting = True
                return notice

    def take_news(self, news: News) -> list[str]:
        """Show the table that came with the news. Return the lines for the log."""
        self.show(news.table)
        lines = [say("You missed some of what happened. This is the table now.")] if news.reset else []
        lines += self.event_lines(news.events)
        self.log.extend(lines)
        return lines

    def show(self, table: Table) -> None:
        """Show this table from now on."""
        self.table = table
        self.names |= names_of(table)
        self._clock_offset_ms = table["now"] - 1000 * time.time()

    def event_lines(self, events: list[Event]) -> list[str]:
        """Return the sentences of these events, including chat. Skip events without a sentence."""
        lines = (
            chat_event_line(event, self.names)
            or with_own_cards(event_text(event, self.names, self.seat.you), event, self.table, self.game)
            for event in events
        )
        return [line for line in lines if line]

    def say(self, content: ChatMessage) -> None:
        """Say something to the room. Raises ClientError."""
        self.seat.say(**content)

    # Moves

    def moves(self) -> list[Form]:
        """Return the moves of the game, then the moves of the room.

        The less important moves of the room, with the tone `quiet`, come last. If moves of the game differ
        only in the values that they offer, only the first one is in the list: `start_dialog` asks for the
        values of all of them.
        """
        game = game_moves(self.table)
        first_ones = [form for form in game if alternatives(self.table, form)[0] == form]
        room = [form for form in self.table["moves"] if form.get("scope") == "room"]
        return [*first_ones, *sorted(room, key=lambda form: form.get("tone") == "quiet")]

    def turn_moves(self) -> list[Form]:
        """Return the moves to show at every turn: all but those of `settings`."""
        settings = self.settings()
        return [form for form in self.moves() if form not in settings]

    def settings(self) -> list[Form]:
        """Return the moves that change the room during a game, such as turning free text on.

        During a game, players rarely need these moves, so they are shown apart from the other moves.
        """
        if self.table["phase"] != "playing":
            return []
        room = (form for form in self.moves() if form.get("scope") == "room")
        return [form for form in room if form.get("tone") == "quiet" and form["name"] != LEAVE]

    def current_form(self, form: Form) -> Form | None:
        """Return the form as the server offers it now, or None if it is no longer offered.

        If the server offers several forms with this name and moment, a form that equals `form` is preferred.
        """
        identity, offers = _identity(form), self.table["moves"]
        same_move = [offer for offer in offers if _identity(offer) == identity]
        return next((offer for offer in same_move if offer == form), same_move[0] if same_move else None)

    def start_dialog(self, form: Form) -> FormDialog | None:
        """Return a dialog for the form, if it is still offered."""
        offer = self.current_form(form)
        if offer is None:
            return None
        return FormDialog(offer, self.table, self.game, self.names, alternatives(self.table, offer))

    def carry_out(self, dialog: FormDialog) -> Acted:
        """Send the filled-in move. Raises ClientError."""
        acted = self.seat.send(dialog.form, **dialog.values)
        if dialog.form.get("scope") == "room" and dialog.form["name"] == LEAVE:
            self.saved_seats.forget(self.client.url, self.seat.code)
        return acted

    def seconds_left(self) -> int | None:
        """Return the seconds until the deadline, or None if there is no deadline."""
        return seconds_left(self.table, self._clock_offset_ms, 1000 * time.time())

    # The finished game

    def write(self, name: str = "") -> Path:
        """Write the finished game to a file, by default named after the room. Return its path.

        Raises ClientError, or OSError.
        """
        file = Path(name or f"{self.seat.code}.json").expanduser()
        file.write_text(json.dumps(self.seat.replay_file()), encoding="utf-8")
        return file


def _entry_without_rules(id: str) -> Game:
    """Return a description for a game that no longer exists: only its id."""
    return Game(
        id=id,
        name=id,
        summary="",
        minutes="",
        min_players=0,
        max_players=0,
        rules="",
        hints={},
        options=[],
        presets=[],
        fan=[],
        faces={},
    )


def _identity(form: Form) -> tuple[object, ...]:
    return form["name"], form["label"], form.get("with")


def words_of(error: Exception) -> str:
    """Return the message about a failure: the server's own message if there is one."""
    return error.detail if isinstance(error, Refused) else str(error)
