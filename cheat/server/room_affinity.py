"""Room affinity: workers exchange connections, so that a room needs only one worker.

Any worker can serve any room. But a worker makes the answers for a version once, for all polls that it holds.
If two workers hold the polls of a room, the room costs nearly twice as much. So each room has a home worker.
When a connection asks for the same room a second time, the connection moves to the room's home worker,
between two requests. The operating system passes the socket to the other worker. If bytes of the next request
were already read, they go with the socket. The client does not notice.

Affinity only saves time, so it may fail. For a moment, workers may have different lists of the running
workers. If the home worker does not take a connection, the connection stays. A connection stays, too, if each
request asks for another room: it may be the connection of a router.
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

MOST_BYTES = 65536
"""Maximum number of unprocessed bytes with which a connection may move."""
_READ = 1
"""The event loop's flag for "there are bytes to read"."""

log = logging.getLogger(__name__)


class Receiver(Protocol):
    """The part of `Connections` that takes over connections from other workers."""

    def are_full(self) -> bool:
        """Return whether the worker has so many connections that new ones have to wait."""
        ...

    def take(self, client: socket.socket, data: bytes) -> None:
        """Take over a connection, with the bytes that another worker has read."""


class RoomAffinity:
    """The workers that can take connections.

    Each worker has a socket in a folder. The name of the socket is the worker's process id. `changes`: the
    number of times that the list of workers has changed. `Connections` treats a `RoomAffinity` like a server
    of gevent that accepts connections. So a `RoomAffinity` has the attribute `started`, which is True until
    `close`.
    """

    def __init__(self, folder: Path, connections: Receiver) -> None:
        """Open the socket of this worker. Raises OSError if the system refuses."""
        self._folder, self._connections = folder, connections
        self._own_name = str(os.getpid())
        self._socket = socket.socket(system.AF_UNIX, system.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._unlink(self._own_name)
        self._socket.bind(str(folder / self._own_name))
        self._watcher: Any = get_hub().loop.io(self._socket.fileno(), _READ)
        self._watcher.start(self._take)
        self._names = [self._own_name]
        self.changes = 0
        self.started, self._has_left = True, False
        self.refresh()

    def refresh(self) -> None:
        """Read the list of workers again."""
        with suppress(OSError):
            names = sorted(os.listdir(self._folder))
            if names != self._names and not self._has_left:
                self._names = names
                self.changes += 1

    def home(self, code: str) -> str | None:
        """Return the home worker of a room, or None if it is this worker."""
        name = home_of(code, self._names)
        return None if name == self._own_name else name

    def give(self, worker: str, connection: Any, data: bytes) -> bool:
        """Give a connection to another worker. Return whether that worker takes it.

        Does not wait. `connection`: the socket of the operating system. `data`: bytes of the next request
        that were already read.
        """
        if len(data) > MOST_BYTES:
            return False
        sockets = [(system.SOL_SOCKET, system.SCM_RIGHTS, array.array("i", [connection.fileno()]))]
        try:
            self._socket.sendmsg([data], sockets, 0, str(self._folder / worker))
        except BlockingIOError:  # the other worker is busy
            return False
        except OSError as error:
            log.debug("worker %s did not take a connection: %s", worker, error)
            return False
        return True

    # As a server

    def start_accepting(self) -> None:
        """Take connections again."""
        if not self._watcher.active:
            self._watcher.start(self._take)

    def leave(self) -> None:
        """Leave the list of workers.

        Until `close`, this worker still takes connections that other workers have already sent.
        """
        self._unlink(self._own_name)
        self._names, self._has_left = [self._own_name], True

    def close(self) -> None:
        """Take the connections that other workers have already sent, and close the socket."""
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
            data, sockets, *_ = system.recv_fds(self._socket, MOST_BYTES, 1)
        except OSError:  # usually no connection is waiting
            return False
        for number in sockets:
            os.set_inheritable(number, False)
            self._connections.take(socket.socket(fileno=number), data)
        return True

    def _unlink(self, name: str) -> None:
        with suppress(OSError):
            (self._folder / name).unlink()


def home_of(code: str, workers: Iterable[str]) -> str:
    """Return the home worker of a room. Every worker gets the same result from the same list.

    The method is called highest random weight (Thaler and Ravishankar, 1998). When a worker starts or ends,
    only the rooms of that worker get another home.
    """
    room = code.upper()
    return max(workers, key=lambda name: blake2b(f"{name} {room}".encode(), digest_size=8).digest())
