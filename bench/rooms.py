"""Four players in a room who all hold polls: the same work for both servers.

An action is done when its sender has the answer and all four polls have delivered what it changed;
each poll is sent again as soon as it is answered. Then the room is ready for its next action.
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
"""Cards go to the pile one by one; the twelfth action is a call of "Cheat!", which brings them back
to a hand. With four players that is somebody else each time, so a game goes on for long.
"""


class Room:
    """The common part of both kinds of room.

    `connect` makes a connection; `finished` is called after each action with the seconds from sending it to
    its last delivery.
    """

    def __init__(self, connect: Callable[[], Connection], finished: Callable[[Room, float], None]) -> None:
        self.connect = connect
        self.finished = finished
        self.polls = [connect() for _ in range(PLAYERS)]
        self.delivered_bytes = 0
        self._control: Connection | None = None
        self._versions = [0] * PLAYERS
        self._target = 0
        self._sent = 0.0
        self._answered = True
        self._last_delivery = 0.0

    @property
    def control(self) -> Connection:
        """The connection for everything but polls, made when it is needed."""
        self._control = self._control or self.connect()
        return self._control

    @property
    def idle(self) -> bool:
        """Return whether no action is under way."""
        return self._answered and min(self._versions) >= self._target

    def held(self) -> int:
        """Polls that wait for an answer."""
        return sum(poll.waiting for poll in self.polls)

    def open(self) -> None:
        """Fill the room and hold its polls."""
        raise NotImplementedError

    def _send_action(self) -> None:
        """Send the next action on `control`, to be answered by `_accepted`."""
        raise NotImplementedError

    def act(self) -> None:
        """Send the next action."""
        self._target, self._answered = max(self._versions) + 1, False
        self._sent = time.perf_counter()
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
        self._answered = True
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
            self.finished(self, self._last_delivery - self._sent)


# Ours


class Zone(msgspec.Struct):
    """A zone of a table, as far as the bench reads it."""

    id: str
    cards: list[str] = []


class Move(msgspec.Struct):
    """A form that is offered."""

    name: str
    ties: dict[str, Any] = msgspec.field(name="with", default_factory=dict)


class Table(msgspec.Struct):
    """The table in an answer, as a player sees it."""

    you: str
    zones: list[Zone]
    moves: list[Move]

    def move(self, name: str) -> Move | None:
        """The form with this name, if it is offered."""
        return next((one for one in self.moves if one.name == name), None)

    def hand(self) -> list[str]:
        """The viewer's own cards."""
        return next(zone.cards for zone in self.zones if zone.id == f"hand:{self.you}")


class Joined(msgspec.Struct):
    """A seat."""

    code: str
    token: str


class News(msgspec.Struct):
    """The answer to a poll; without a table the time to hold it was over."""

    version: int
    cursor: str
    table: Table | None = None


_joined = msgspec.json.Decoder(Joined)
_news = msgspec.json.Decoder(News)


class CheatRoom(Room):
    """A game of Cheat in which nothing is timed."""

    remembers = True
    """True if polls name the last answer, as the clients of the project do."""
    OPTIONS = {"min_call_window_s": 0, "turn_s": 0, "reveal_s": 0}

    def open(self) -> None:
        """Four seats, a game, and polls that hold."""
        seats = [self._join("/api/rooms", {"name": "A", "options": self.OPTIONS})]
        self._path = f"/api/rooms/{seats[0].code}"
        seats += [self._join(f"{self._path}/players", {"name": name}) for name in "BCD"]
        self._bearers = [f"Authorization: Bearer {seat.token}\r\n" for seat in seats]
        self._tables: list[Table | None] = [None] * PLAYERS
        self._actions = self._due = self._played = 0
        start = {"id": "bench-start", "move": "start"}
        self.control.ask(f"POST {self._path}/actions", self._bearers[0], msgspec.json.encode(start))
        for player, poll in enumerate(self.polls):
            self._news(player, poll.ask(f"GET {self._path}/events", self._bearers[player]))

    def _join(self, path: str, body: dict[str, Any]) -> Joined:
        return _joined.decode(self.control.ask(f"POST {path}", body=msgspec.json.encode(body)))

    def _poll(self, player: int, cursor: str) -> None:
        poll = self.polls[player]
        known = f"&known={zlib.crc32(poll.kept):08x}" if self.remembers else ""
        start = f"GET {self._path}/events?since={cursor}{known}&wait=25"
        poll.send(start, lambda body: self._news(player, body), self._bearers[player])

    def _news(self, player: int, body: bytes) -> None:
        news, poll = _news.decode(body), self.polls[player]
        received = poll.received
        if news.table is not None:
            poll.kept = body
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
        """Let the player on turn place a card or call the last play.

        After a game, start the next one.
        """
        player, table, name = self._offered("place", "play_again", "start")
        if name != "place":
            self._due = self._played = 0
            return player, name, {}
        call = table.move("call_cheat")
        if call and self._played >= PLAYS_PER_CALL:
            self._played = 0
            return player, call.name, call.ties
        self._played += 1
        place = table.move(name)
        assert place is not None, "it is offered"
        return player, name, {**place.ties, "cards": [self._wrong_card(table.hand())]}

    def _offered(self, *names: str) -> tuple[int, Table, str]:
        """The first of these moves that is offered to somebody, and to whom."""
        tables = [(player, table) for player, table in enumerate(self._tables) if table]
        for name in names:
            for player, table in tables:
                if table.move(name):
                    return player, table, name
        raise BenchError("nobody can move")

    def _wrong_card(self, hand: list[str]) -> str:
        """A card that is not of the rank that is due, if there is one: who is called takes the pile."""
        wrong = [card for card in hand if card[0] != RANKS[self._due]] or hand
        self._due = (self._due + 1) % len(RANKS)
        return wrong[self._actions % len(wrong)]


class PlainRoom(CheatRoom):
    """The same with clients that do not remember answers, for releases that cannot use that."""

    remembers = False


# The baseline


class Emitted(msgspec.Struct):
    """The table that the baseline emits."""

    version: int


_emitted = msgspec.json.Decoder(tuple[str, Emitted])


class SocketRoom(Room):
    """A room of the baseline, spoken to in the polling transport of Engine.IO, revision 4."""

    START = "/socket.io/?EIO=4&transport=polling"
    TEXT = "Content-Type: text/plain;charset=UTF-8\r\n"
    NAMES = iter(range(10**9))

    def open(self) -> None:
        """Four clients that have entered, and polls that hold."""
        self._name = f"room{next(self.NAMES)}"
        self._actions = 0
        self._paths = [self._enter(poll) for poll in self.polls]
        for player in range(PLAYERS):
            self._poll(player)

    def _enter(self, poll: Connection) -> str:
        opened = msgspec.json.decode(poll.ask(f"GET {self.START}")[1:])
        path = f"{self.START}&sid={opened['sid']}"
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
                self._delivered(player, _emitted.decode(packet[2:])[1].version, len(body))

    def _send_action(self) -> None:
        self._actions += 1
        action = ["action", {"room": self._name, "card": "QH"}]
        path = self._paths[self._actions % PLAYERS]
        self.control.send(f"POST {path}", self._accepted, self.TEXT, b"42" + msgspec.json.encode(action))


ROOMS: dict[str, type[Room]] = {"ours": CheatRoom, "before": PlainRoom, "baseline": SocketRoom}
