"""One connection of a client. gevent's event loop calls this object when bytes have arrived.

Code that the event loop calls must not wait. Work that may wait runs in a greenlet, gevent's cheap kind of
thread: an action, the first poll of a room, a request with an unusual head, an answer to a slow client. Until
the greenlet has answered, nothing else uses the connection. So answers come in the order of the requests, and
a slow client delays no other client.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from enum import Enum, auto
from functools import partial
from typing import Any, Protocol, TypeVarTuple

import gevent
from gevent import socket

from cheat.ops import metrics
from cheat.server.fast_path import UNKNOWN_CALLER, Call, Caller, FastPath, call_of
from cheat.server.gunicorn_path import TimeLimits, serve_one
from cheat.server.request_head import MAX_HEAD, NO_VALUES, Fields, Head, parse_plain
from cheat.server.room_affinity import RoomAffinity
from cheat.service.delivery.answers import EventsAnswer
from cheat.service.delivery.long_poll import BegunPoll
from cheat.web.access_log import POLL

MOST_READ = 65536
"""Maximum number of bytes that a call of `read` takes.

The same limit applies to bytes that arrive before the previous request has its answer.
"""
_READ = 1
"""The event loop's flag for "there are bytes to read"."""

log = logging.getLogger(__name__)


Ts = TypeVarTuple("Ts")


class Stage(Enum):
    """The state of a connection: idle, or waiting for a head, a body, events, or a greenlet."""

    IDLE = auto()
    HEAD = auto()
    BODY = auto()
    HELD = auto()
    BUSY = auto()


class Owner(Protocol):
    """The part of `Connections` that a single connection uses."""

    worker: Any
    loop: Any
    fast_path: FastPath
    times: TimeLimits
    limits: dict[Stage, float]
    affinity: RoomAffinity | None

    def on_closed(self, connection: Connection) -> None:
        """Remove a connection that is closed."""


class Connection:
    """A connection of a client.

    `since`: the time at which the present stage began. `data`: bytes that were read, but not yet processed.
    `_checked_home` is a pair: the last room that has its home at this worker (`room_affinity.py`), and the
    value of `RoomAffinity.changes` when this was found out. Requests for this room do not move the connection
    until that value changes.
    """

    __slots__ = (
        "_caller",
        "_checked_home",
        "_fields",
        "_head",
        "_is_at_end",
        "_last_call",
        "_owner",
        "_poll",
        "_raw",
        "_watcher",
        "data",
        "peer",
        "since",
        "socket",
        "stage",
    )

    def __init__(self, client: socket.socket, peer: Any, owner: Owner) -> None:
        self._owner = owner
        self._raw: Any = client._sock  # type: ignore[attr-defined]  # gevent's own methods would wait
        self._head: Head | None = None
        self._fields: Fields | None = None
        self._caller: Caller = UNKNOWN_CALLER
        self._last_call: Call | None = None
        self._checked_home: tuple[str, int] | None = None
        self._poll: BegunPoll | None = None
        self._is_at_end = False
        self.socket: socket.socket | None = client
        self.peer = peer
        self.data = b""
        self.stage = Stage.IDLE
        self.since = time.monotonic()
        self._watcher = owner.loop.io(client.fileno(), _READ)
        self._watcher.start(self.read)

    # Called by the event loop and the worker

    def resume(self, data: bytes) -> None:
        """Continue with bytes that another worker has read but not processed."""
        self.data = data
        self._process()

    def read(self) -> None:
        """Read the bytes that have arrived, or notice that the other end has closed."""
        try:
            data = self._raw.recv(MOST_READ)
        except BlockingIOError:
            return
        except OSError:
            self.close()
            return
        if data:
            self.data = self.data + data if self.data else data
        else:
            self._is_at_end = True
        if self._is_at_end or (len(self.data) > MOST_READ and self.stage in (Stage.HELD, Stage.BUSY)):
            self._watcher.stop()
        self._process()

    def is_overdue(self, now: float) -> bool:
        """Return whether the connection has waited longer than its stage may last."""
        limit = self._owner.limits.get(self.stage)
        return limit is not None and now - self.since > limit

    def end_idle(self, since: float) -> None:
        """Close the connection if it has been idle at least since the time `since`."""
        if self._awaits_head() and self.since <= since:
            self.read()
            if self._awaits_head():
                self.close()

    def close(self) -> None:
        """Close the connection, and abandon its poll if it has one."""
        client, self.socket = self.socket, None
        if client is None:
            return
        self._watcher.stop()
        self._watcher.close()
        poll, self._poll = self._poll, None
        if poll is not None:
            poll.leave()
        client.close()
        self._owner.on_closed(self)

    # Reading

    def _awaits_head(self) -> bool:
        return self.socket is not None and self.stage in (Stage.IDLE, Stage.HEAD)

    def _process(self) -> None:
        """Process the bytes that were read.

        If the connection has a held poll, end the poll: the client has sent another request, or is gone.
        """
        if self._poll is not None:
            self._poll.end()
        elif self.stage is not Stage.BUSY and self.socket is not None:
            try:
                self._serve_next()
            except Exception:  # without this, the connection would stay open forever
                log.exception("a connection failed and is closed")
                self.close()

    def _serve_next(self) -> None:
        """Begin to answer the next request if it is complete."""
        head = self._head or parse_plain(self.data, self._fields)
        if head is None:
            self._await_head()
            return
        end = head.end + (head.fields.length or 0)
        if len(self.data) < end:
            self._await_body(head)
        elif (call := self._parse_call(head)) is None:
            self._hand_over()
        elif not self._move_home(call):
            body, self.data, self._head = self.data[head.end : end], self.data[end:], None
            self._answer(call, body)

    def _move_home(self, call: Call) -> bool:
        """Move the connection to the room's home worker at the second call for the same room.

        Returns whether the connection has moved.
        """
        affinity, last_call = self._owner.affinity, self._last_call
        if affinity is None or last_call is None or last_call.code != call.code:
            return False
        room_and_change = (call.code, affinity.changes)
        if room_and_change == self._checked_home:
            return False
        home = affinity.home(call.code)
        if home is None:
            self._checked_home = room_and_change
            return False
        if self._is_at_end or not affinity.give(home, self._raw, self.data):
            return False
        metrics.moved_connections.inc()
        self.close()
        return True

    def _parse_call(self, head: Head) -> Call | None:
        """Return the poll or action of a request, or None if gunicorn has to answer the request.

        The connection keeps the `Caller`, for the next request with the same header fields.
        """
        fields, fast_path = head.fields, self._owner.fast_path
        if fields is not self._fields:
            caller = fast_path.caller(fields, self._peer_address())
            if caller is None:
                return None
            self._fields, self._caller = fields._replace(values=NO_VALUES), caller
        return call_of(head, self._caller, self._last_call)

    def _await_head(self) -> None:
        if self._is_at_end:
            self.close()
        elif not self.data:
            self._enter_stage(Stage.IDLE)
        elif _may_become_plain(self.data):
            self._enter_stage(Stage.HEAD)
        else:
            self._hand_over()

    def _await_body(self, head: Head) -> None:
        if self._is_at_end:
            self.close()
        elif self._parse_call(head) is None:
            self._hand_over()
        else:
            self._head = head
            self._enter_stage(Stage.BODY)

    def _enter_stage(self, stage: Stage) -> None:
        """Set the stage. If it differs from the present one, its time limit begins now."""
        if self.stage is not stage:
            self.stage, self.since = stage, time.monotonic()

    def _peer_address(self) -> str:
        return self.peer[0] if isinstance(self.peer, tuple) else str(self.peer)

    # Answering

    def _answer(self, call: Call, body: bytes) -> None:
        self._last_call = call
        if call.name != POLL:
            self._spawn(self._act, call, body)
        elif self._owner.fast_path.can_begin_at_once(call):
            self._begin_poll(call)
        else:
            self._spawn(self._follow_and_begin, call)

    def _act(self, call: Call, body: bytes) -> None:
        """Carry out an action. Runs in a greenlet."""
        self.send(self._owner.fast_path.act(call, body))

    def _answer_poll(self, call: Call) -> None:
        """Answer a poll in a greenlet, because the answer may have to wait."""
        self.send(self._owner.fast_path.events(call))

    def _begin_poll(self, call: Call) -> None:
        """Begin a poll. Its answer comes now or later."""
        self._enter_stage(Stage.HELD)
        try:
            poll = self._owner.fast_path.poll(call, partial(self._on_reply, call))
        except Exception:  # `Service.events` raises the error again, in a greenlet
            self._spawn(self._answer_poll, call)
            return
        self._poll = poll
        poll.begin()
        if self._poll is not None and (self.data or self._is_at_end):
            self._poll.end()

    def _follow_and_begin(self, call: Call) -> None:
        """Follow a room, and then begin its poll.

        The method runs in a greenlet, which ends before the poll waits for events.
        """
        if self._owner.fast_path.follow(call):
            self._begin_poll(call)
        else:
            self._answer_poll(call)

    def _on_reply(self, call: Call, answer: EventsAnswer | Exception) -> None:
        """Send the answer to a poll.

        The method logs any error, because an error must not reach the code that wakes polls.
        """
        self._poll = None
        try:
            if isinstance(answer, EventsAnswer):
                self.send(self._owner.fast_path.poll_answer(call, answer))
            else:
                self._spawn(self._refuse, call, answer)
        except Exception:
            log.exception("a connection failed and is closed")
            self.close()

    def _refuse(self, call: Call, error: Exception) -> None:
        self.send(self._owner.fast_path.refusal(call, error))

    def _hand_over(self) -> None:
        """Let gunicorn answer the request."""
        if self.stage is not Stage.HEAD:
            self.since = time.monotonic()  # gunicorn's path has its own time limits, which begin now
        self._head = None
        self._watcher.stop()
        self._spawn(self._serve_by_gunicorn)

    def _serve_by_gunicorn(self) -> None:
        assert self.socket is not None, "a connection that is closed has no request"
        next_bytes = serve_one(
            self._owner.worker, self.socket, self.peer, self.data, self.since, self._owner.times
        )
        if next_bytes is None:
            self.close()
        else:
            self.data = next_bytes
            self._await_next()

    def _spawn(self, work: Callable[[*Ts], None], *args: *Ts) -> None:
        """Do work that may wait, in a greenlet."""
        self.stage = Stage.BUSY
        gevent.spawn_raw(self._run, work, *args)  # `_run` handles errors

    def _run(self, work: Callable[[*Ts], None], *args: *Ts) -> None:
        try:
            work(*args)
        except Exception:
            log.exception("a connection failed and is closed")
            self.close()

    def send(self, answer: bytes) -> None:
        """Send the answer, and go on with the next request.

        If the client does not take all bytes now, a greenlet sends the rest.
        """
        if self.socket is None:
            return
        try:
            sent_bytes = self._raw.send(answer)
        except BlockingIOError:
            sent_bytes = 0
        except OSError:
            self.close()
            return
        if sent_bytes < len(answer):
            self._spawn(self._send_rest, answer[sent_bytes:])
        else:
            self._await_next()

    def _send_rest(self, unsent: bytes) -> None:
        if self.socket is None:
            return
        self.socket.settimeout(self._owner.times.send_s)
        try:
            self.socket.sendall(unsent)
        except OSError:
            self.close()
        else:
            self._await_next()

    def _await_next(self) -> None:
        """Wait for the next request after an answer.

        If the next request has already arrived, the event loop processes it in a later turn, so that other
        connections come first.
        """
        if self.socket is None:
            return
        if self._owner.fast_path.service.draining:
            self.close()
            return
        self.stage, self.since = Stage.IDLE, time.monotonic()
        if not self._is_at_end and not self._watcher.active:
            self._watcher.start(self.read)
        if self.data or self._is_at_end:
            self._owner.loop.run_callback(self._process)


def _may_become_plain(data: bytes) -> bool:
    """Return whether bytes may be the beginning of a poll or action with a plain head.

    A plain head is one that all servers and proxies understand in the same way (`request_head`).
    """
    if len(data) > MAX_HEAD or b"\r\n\r\n" in data:
        return False
    line, end, _ = data.partition(b"\n")
    return not end or (
        line.endswith(b" HTTP/1.1\r") and line.startswith((b"GET /api/rooms/", b"POST /api/rooms/"))
    )
