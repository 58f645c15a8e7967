"""Room affinity: workers of one gunicorn pass connections on, so a room mostly has one.

Any worker serves any room, and the answers for a version are made once for all polls in a worker. So players
that are spread over two workers cost nearly as much as two rooms. If a connection asks for the same room
again, it moves, between two requests, to the home worker of the room: the kernel passes the socket, together
with the bytes that are read of the next request. Its client does not notice.

Nothing depends on it. Workers may briefly disagree about the running workers, and a connection that is not
accepted stays. So does a connection that asks for one room after the other, such as one of a router.
"""

from __future__ import annotations

import array
import logging
import os
import socket as system
from collections.abc import Iterable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, Protocol

from gevent import get_hub, socket

MOST = 65536
"""Most bytes that go with a connection. A connection with more unread bytes stays."""
_READ = 1
"""The event loop's name for "there is something to read"."""

log = logging.getLogger(__name__)


class Receiver(Protocol):
    """The connections of this worker, which take those that other workers give."""

    def are_full(self) -> bool:
        """Return whether new connections have to wait."""
        ...

    def take(self, client: socket.socket, data: bytes) -> None:
        """Take a connection, with the bytes that another worker has read."""


class RoomAffinity:
    """The workers that have a socket in a folder, each named by its process.

    `change`: how often the list of workers has changed. For `Connections` this is one more server, which has
    `started` until its end.
    """

    def __init__(self, folder: Path, connections: Receiver) -> None:
        """Open the socket of this worker. Raises OSError if there can be none."""
        self._folder, self._connections = folder, connections
        self._own = str(os.getpid())
        self._socket = socket.socket(system.AF_UNIX, system.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._unlink(self._own)
        self._socket.bind(str(folder / self._own))
        self._watcher: Any = get_hub().loop.io(self._socket.fileno(), _READ)
        self._watcher.start(self._take)
        self._names = [self._own]
        self.change = 0
        self.started, self._left = True, False
        self.look()

    def look(self) -> None:
        """Read the list of workers again."""
        with suppress(OSError):
            names = sorted(os.listdir(self._folder))
            if names != self._names and not self._left:
                self._names = names
                self.change += 1

    def home(self, code: str) -> str | None:
        """Return the home worker of a room, None if it is this one."""
        at = home_of(code, self._names)
        return None if at == self._own else at

    def give(self, to: str, connection: Any, data: bytes) -> bool:
        """Give a connection, a socket of the system, to another worker, with its read bytes.

        Returns whether that worker takes it. Does not wait.
        """
        if len(data) > MOST:
            return False
        sockets = [(system.SOL_SOCKET, system.SCM_RIGHTS, array.array("i", [connection.fileno()]))]
        try:
            self._socket.sendmsg([data], sockets, 0, str(self._folder / to))
        except BlockingIOError:  # it is busy
            return False
        except OSError as error:
            log.debug("worker %s did not take a connection: %s", to, error)
            return False
        return True

    # As a server

    def start_accepting(self) -> None:
        """Take connections again."""
        if not self._watcher.active:
            self._watcher.start(self._take)

    def leave(self) -> None:
        """Take no new connections. Those on their way are still taken, until `close`."""
        self._unlink(self._own)
        self._names, self._left = [self._own], True

    def close(self) -> None:
        """Take the connections that are on their way, and close the socket."""
        while self._take_one():
            pass
        self.started = False
        self._watcher.stop()
        self._watcher.close()
        self._socket.close()

    def _take(self) -> None:
        while not self._connections.are_full():
            if not self._take_one():
                return
        self._watcher.stop()

    def _take_one(self) -> bool:
        try:
            data, sockets, *_ = system.recv_fds(self._socket, MOST, 1)
        except OSError:  # usually there is none
            return False
        for number in sockets:
            os.set_inheritable(number, False)
            self._connections.take(socket.socket(fileno=number), data)
        return True

    def _unlink(self, name: str) -> None:
        with suppress(OSError):
            (self._folder / name).unlink()


def home_of(code: str, workers: Iterable[str]) -> str:
    """Return the home worker of a room, the same in every worker.

    It has the highest random weight (Thaler and Ravishankar, 1998): if a worker comes or goes, only rooms
    move that it gets or had.
    """
    room = code.upper()
    return max(workers, key=lambda name: blake2b(f"{name} {room}".encode(), digest_size=8).digest())
