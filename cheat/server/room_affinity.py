"""Workers of one gunicorn, which give each other connections, so that a room is mostly one worker's.

Any worker serves any room, and what is made of a version is made once for all who wait for it with a worker.
So people who are spread over two workers cost nearly as much as two rooms. Where a connection asks for the
same room again, it moves, between two requests, to the worker with which that room is at home: the kernel
passes the socket, and with it goes what was read of the next request. Its client sees nothing of that.

Nothing depends on it. Workers may differ for a moment about who is there, and a connection that is not taken
stays where it is. So does one that asks for one room after the other, as a router's may.
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
"""Bytes that go with a connection. One of which more has been read stays."""
_READ = 1
"""The event loop's name for "there is something to read"."""

log = logging.getLogger(__name__)


class Receiver(Protocol):
    """The connections of this worker, which take those that other workers give."""

    def are_full(self) -> bool:
        """Return whether new ones wait at the door."""
        ...

    def take(self, client: socket.socket, data: bytes) -> None:
        """Take a connection, and what another worker has read of it."""


class RoomAffinity:
    """The workers that have a socket in a folder, each named by its process. `change`: how often others were
    seen there than before. To `Connections` this is one more server, which has `started` until its end.
    """

    def __init__(self, folder: Path, connections: Receiver) -> None:
        """Raises OSError if there can be no socket."""
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
        """See who is there."""
        with suppress(OSError):
            names = sorted(os.listdir(self._folder))
            if names != self._names and not self._left:
                self._names = names
                self.change += 1

    def home(self, code: str) -> str | None:
        """The worker with which a room is at home, None if it is this one."""
        at = home_of(code, self._names)
        return None if at == self._own else at

    def give(self, to: str, connection: Any, data: bytes) -> bool:
        """Give a connection, a socket of the system, to another worker, with what was read of it; whether
        that takes it. Does not wait.
        """
        if len(data) > MOST:
            return False
        sockets = [(system.SOL_SOCKET, system.SCM_RIGHTS, array.array("i", [connection.fileno()]))]
        try:
            self._socket.sendmsg([data], sockets, 0, str(self._folder / to))
        except BlockingIOError:  # it has enough to do
            return False
        except OSError as error:
            log.debug("worker %s takes no connection: %s", to, error)
            return False
        return True

    # As a server

    def start_accepting(self) -> None:
        """Take connections again."""
        if not self._watcher.active:
            self._watcher.start(self._take)

    def leave(self) -> None:
        """Be given no more. What is on its way is still taken, until `close`."""
        self._unlink(self._own)
        self._names, self._left = [self._own], True

    def close(self) -> None:
        """Take what is on its way, and no more."""
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
        except OSError:  # mostly there is none
            return False
        for number in sockets:
            os.set_inheritable(number, False)
            self._connections.take(socket.socket(fileno=number), data)
        return True

    def _unlink(self, name: str) -> None:
        with suppress(OSError):
            (self._folder / name).unlink()


def home_of(code: str, workers: Iterable[str]) -> str:
    """Which of the workers a room is at home with, the same whoever asks. By the highest random weight
    (Thaler and Ravishankar, 1998): where one comes or goes, only rooms that it gets or had move.
    """
    room = code.upper()
    return max(workers, key=lambda name: blake2b(f"{name} {room}".encode(), digest_size=8).digest())
