"""Rooms of four players that all hold polls: the same work for both servers.

An action is done when its sender has the answer and all four polls have delivered the new version. Each poll
is sent again as soon as it is answered. Then the room is ready for its next action.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable
from typing import Any

import msgspec
from wire import BenchError, Connection

PLAYERS = 4
RANKS = "A23456789TJQK"
PLAYS_PER_CALL = 11
"""Cards that are placed before a call of "Cheat!".

The call, the twelfth action, brings the pile back to a hand. With four players, this is another player's hand
each time, so a game lasts long.
"""


class Room:
    """The common part of both kinds of room.

    `connect` makes a connection. `on_finished` is called after each action, with the seconds between the
    sending of the action and its last delivery.
    """

    def __init__(self, connect: Callable[[], Connection], on_finished: Callable[[Room, float], None]) -> None:
        self.connect = connect
        self.on_finished = on_finished
        self.polls = [connect() for _ in range(PLAYERS)]
        self.delivered_bytes = 0
        self._control: Connection | None = None
        self._versions = [0] * PLAYERS
        self._target = 0
        self._sent_at = 0.0
        self._is_answered = True
        self._last_delivery = 0.0

    @property
    def control(self) -> Connection:
        """The connection for everything but polls, made when it is needed."""
        self._control = self._control or self.connect()
        return self._control

    @property
    def idle(self) -> bool:
        """True if no action is under way."""
        return self._is_answered and min(self._versions) >= self._target

    def held_polls(self) -> int:
        """Return the number of polls that wait for an answer."""
        return sum(poll.waiting for poll in self.polls)

    def open(self) -> None:
        """Fill the room and hold its polls."""
        raise NotImplementedError

    def _send_action(self) -> None:
        """Send the next action on `control`; `_accepted` gets the answer."""
        raise NotImplementedError

    def act(self) -> None:
        """Send the next action."""
        self._target, self._is_answered = max(self._versions) + 1, False
        self._sent_at = time.perf_counter()
        self._send_action()

    def hang_up(self) -> None:
        """Close the connection that actions use."""
        if self._control is not None:
            self._control.close()
            self._control = None

    def close(self) -> None:
        """Close everything."""
        self.hang_up()
        for poll in self.polls:
            poll.close()

    def _accepted(self, body: bytes) -> None:
        self._is_answered = True
        self._perhaps_done()

    def _delivered(self, player: int, version: int, size: int) -> None:
        if self._versions[player] not in (0, version - 1):
            raise BenchError(f"version {version} was delivered after {self._versions[player]}")
        self._versions[player] = version
        self.delivered_bytes += size
        if version == self._target and min(self._versions) == version:
            self._last_delivery = time.perf_counter()
            self._perhaps_done()

    def _perhaps_done(self) -> None:
        if self.idle:
            self.on_finished(self, self._last_delivery - self._sent_at)


# Ours


class Zone(msgspec.Struct):
    """The fields of a zone that the bench reads."""

    id: str
    cards: list[str] = []


class Move(msgspec.Struct):
    """An offered form."""

    name: str
    ties: dict[str, Any] = msgspec.field(name="with", default_factory=dict)


class Table(msgspec.Struct):
    """The table in an answer, as a player sees it."""

    you: str
    zones: list[Zone]
    moves: list[Move]

    def move(self, name: str) -> Move | None:
        """Return the form with this name, if it is offered."""
        return next((form for form in self.moves if form.name == name), None)

    def hand(self) -> list[str]:
        """Return the viewer's own cards."""
        return next(zone.cards for zone in self.zones if zone.id == f"hand:{self.you}")


class SeatAnswer(msgspec.Struct):
    """The answer to a request for a seat."""

    code: str
    token: str


class News(msgspec.Struct):
    """The answer to a poll. It has no table if nothing happened while the poll was held."""

    version: int
    cursor: str
    table: Table | None = None


_seat_decoder = msgspec.json.Decoder(SeatAnswer)
_news_decoder = msgspec.json.Decoder(News)


class CheatRoom(Room):
    """A game of Cheat in which nothing is timed."""

    remembers = True
    """True if polls name the last answer, as the clients of the project do."""
    OPTIONS = {"min_call_window_s": 0, "turn_s": 0, "reveal_s": 0}

    def open(self) -> None:
        """Take four seats, start a game, and hold the polls."""
        seats = [self._join("/api/rooms", {"name": "A", "options": self.OPTIONS})]
        self._path = f"/api/rooms/{seats[0].code}"
        seats += [self._join(f"{self._path}/players", {"name": name}) for name in "BCD"]
        self._bearers = [f"Authorization: Bearer {seat.token}\r\n" for seat in seats]
        self._tables: list[Table | None] = [None] * PLAYERS
        self._actions = self._rank_index = self._cards_played = 0
        start = {"id": "bench-start", "move": "start"}
        self.control.ask(f"POST {self._path}/actions", self._bearers[0], msgspec.json.encode(start))
        for player, poll in enumerate(self.polls):
            self._news(player, poll.ask(f"GET {self._path}/events", self._bearers[player]))

    def _join(self, path: str, body: dict[str, Any]) -> SeatAnswer:
        return _seat_decoder.decode(self.control.ask(f"POST {path}", body=msgspec.json.encode(body)))

    def _poll(self, player: int, cursor: str) -> None:
        poll = self.polls[player]
        known_query = f"&known={zlib.crc32(poll.last_answer):08x}" if self.remembers else ""
        start = f"GET {self._path}/events?since={cursor}{known_query}&wait=25"
        poll.send(start, lambda body: self._news(player, body), self._bearers[player])

    def _news(self, player: int, body: bytes) -> None:
        news, poll = _news_decoder.decode(body), self.polls[player]
        received = poll.received
        if news.table is not None:
            poll.last_answer = body
        self._poll(player, news.cursor)
        if news.table is not None:
            self._tables[player] = news.table
            self._delivered(player, news.version, received)

    def _send_action(self) -> None:
        self._actions += 1
        player, move, args = self._next_move()
        action = {"id": f"bench-{self._actions:08}", "move": move, "args": args}
        start = f"POST {self._path}/actions"
        self.control.send(start, self._accepted, self._bearers[player], msgspec.json.encode(action))

    def _next_move(self) -> tuple[int, str, dict[str, Any]]:
        """Return a player, the name of a move and its arguments.

        The player on turn places a card, or calls the last play. After a game, a player starts the next one.
        """
        player, table, name = self._first_offered("place", "play_again", "start")
        if name != "place":
            self._rank_index = self._cards_played = 0
            return player, name, {}
        call = table.move("call_cheat")
        if call and self._cards_played >= PLAYS_PER_CALL:
            self._cards_played = 0
            return player, call.name, call.ties
        self._cards_played += 1
        place = table.move(name)
        assert place is not None, "it is offered"
        return player, name, {**place.ties, "cards": [self._wrong_card(table.hand())]}

    def _first_offered(self, *names: str) -> tuple[int, Table, str]:
        """Return a player, this player's table, and the first of these moves that the table offers."""
        tables = [(player, table) for player, table in enumerate(self._tables) if table]
        for name in names:
            for player, table in tables:
                if table.move(name):
                    return player, table, name
        raise BenchError("nobody can move")

    def _wrong_card(self, hand: list[str]) -> str:
        """Return a card of a wrong rank if there is one. After a call, this player takes the pile."""
        wrong = [card for card in hand if card[0] != RANKS[self._rank_index]] or hand
        self._rank_index = (self._rank_index + 1) % len(RANKS)
        return wrong[self._actions % len(wrong)]


class PlainRoom(CheatRoom):
    """A `CheatRoom` with clients that do not name their last answer, for older releases."""

    remembers = False


# The baseline


class Emitted(msgspec.Struct):
    """The table that the baseline emits."""

    version: int


_emitted_decoder = msgspec.json.Decoder(tuple[str, Emitted])


class SocketRoom(Room):
    """A room of the baseline, over the polling transport of Engine.IO, revision 4."""

    START = "/socket.io/?EIO=4&transport=polling"
    TEXT = "Content-Type: text/plain;charset=UTF-8\r\n"
    NAMES = iter(range(10**9))

    def open(self) -> None:
        """Let four clients enter, and hold their polls."""
        self._name = f"room{next(self.NAMES)}"
        self._actions = 0
        self._paths = [self._enter(poll) for poll in self.polls]
        for player in range(PLAYERS):
            self._poll(player)

    def _enter(self, poll: Connection) -> str:
        handshake = msgspec.json.decode(poll.ask(f"GET {self.START}")[1:])
        path = f"{self.START}&sid={handshake['sid']}"
        auth = msgspec.json.encode({"room": self._name})
        poll.ask(f"POST {path}", self.TEXT, b"40" + auth)
        if not poll.ask(f"GET {path}").startswith(b"40"):
            raise BenchError("the baseline refused a client")
        return path

    def _poll(self, player: int) -> None:
        self.polls[player].send(f"GET {self._paths[player]}", lambda body: self._packets(player, body))

    def _packets(self, player: int, body: bytes) -> None:
        packets = body.split(b"\x1e")
        if b"2" in packets:
            pong = f"POST {self._paths[player]}"
            self.polls[player].send(pong, lambda ok: self._poll(player), self.TEXT, b"3")
        else:
            self._poll(player)
        for packet in packets:
            if packet.startswith(b"42"):
                self._delivered(player, _emitted_decoder.decode(packet[2:])[1].version, len(body))

    def _send_action(self) -> None:
        self._actions += 1
        action = ["action", {"room": self._name, "card": "QH"}]
        path = self._paths[self._actions % PLAYERS]
        self.control.send(f"POST {path}", self._accepted, self.TEXT, b"42" + msgspec.json.encode(action))


ROOMS: dict[str, type[Room]] = {"ours": CheatRoom, "before": PlainRoom, "baseline": SocketRoom}
