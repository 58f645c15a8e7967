"""A line to a service, which can be cut or fall silent.

If it is cut, connections end at once, and new ones are refused. If it is silent, nothing arrives, and neither
end learns of it.
"""

from __future__ import annotations

import contextlib
import socket
import threading


class Line:
    """Carries bytes between its own address and a port of this machine."""

    def __init__(self, to: int) -> None:
        self._to = to
        # bound but not listening, so that no other process gets the port while the line is cut
        self._kept = _bound(0)
        self._port = self._kept.getsockname()[1]
        self._ends: set[socket.socket] = set()
        self._door: socket.socket | None = None
        self._lock = threading.Lock()
        self._is_silent = False
        self._lost: set[socket.socket] = set()
        self.url = f"http://127.0.0.1:{self._port}"
        self.mend()

    def mend(self) -> None:
        """Carry new connections again. Silent connections end."""
        with self._lock:
            self._is_silent = False
            for one in self._lost:
                _end(one)
        if self._door is None:
            self._door = door = _bound(self._port)
            door.listen()
            threading.Thread(target=self._accept, args=(door,), daemon=True).start()

    def cut(self) -> None:
        with self._lock:
            door, self._door = self._door, None
            for one in self._ends:
                _end(one)
        if door:
            _end(door)

    def close(self) -> None:
        """Cut the line, and give up its port."""
        self.cut()
        self._kept.close()

    def falls_silent(self) -> None:
        """From now on, lose all data, also on new connections."""
        with self._lock:
            self._is_silent = True
            self._lost |= self._ends

    def forgets(self) -> None:
        """From now on, lose all data on the present connections. New connections work."""
        with self._lock:
            self._lost |= self._ends

    def _accept(self, door: socket.socket) -> None:
        with door, contextlib.suppress(OSError):
            while True:
                near, _ = door.accept()
                threading.Thread(target=self._carry, args=(door, near), daemon=True).start()

    def _carry(self, door: socket.socket, near: socket.socket) -> None:
        with near, contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self._to)) as far:
            with self._lock:
                if self._door is not door:
                    return
                self._ends |= {near, far}
                if self._is_silent:
                    self._lost |= {near, far}
            back = threading.Thread(target=self._pump, args=(far, near), daemon=True)
            back.start()
            self._pump(near, far)
            back.join()
            with self._lock:
                self._ends -= {near, far}
                self._lost -= {near, far}

    def _pump(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if source not in self._lost:
                    sink.sendall(data)
        _end(source)
        _end(sink)


def _bound(port: int) -> socket.socket:
    """Return a socket at a port that others of this process may share; 0: a free port."""
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    one.bind(("127.0.0.1", port))
    return one


def _end(one: socket.socket) -> None:
    with contextlib.suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
