"""Both transports keep the order of bytes, and report their end once."""

from __future__ import annotations

import subprocess
import sys
import threading
from queue import SimpleQueue
from socket import socket, socketpair
from typing import Self

from cheat.store.redis.transport import Transport, open_transport
from tests.servers import PATIENCE_S, ROOT

SOON_S = PATIENCE_S
MUCH = b"m" * 4_000_000
"""More bytes than a socket takes at once."""


def drained(end: socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        data += end.recv(1 << 20)
    return data


class End:
    """One end of a pair of sockets, with the bytes that it received and the reason of its end."""

    def __init__(self) -> None:
        self.socket, self.other = socketpair()
        self.taken: SimpleQueue[bytes] = SimpleQueue()
        self.lost: SimpleQueue[Exception] = SimpleQueue()
        self.wire: Transport = open_transport(self.socket, self._take, self.lost.put)
        self.wire.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.wire.close()
        self.other.close()
        self.socket.close()

    def _take(self, data: bytes) -> None:
        if data == b"bad":
            raise ValueError("bad")
        self.taken.put(data)


def what_is_written_arrives_in_order_though_the_reader_is_slow() -> None:
    with End() as end:
        writing = threading.Thread(target=lambda: [*map(end.wire.write, (b"a", MUCH, b"b", b"c"))])
        writing.start()
        assert drained(end.other, len(MUCH) + 3) == b"a" + MUCH + b"bc"
        writing.join(SOON_S)
        end.wire.write(b"d")
        assert drained(end.other, 1) == b"d"
        end.other.sendall(b"answer")
        assert end.taken.get(timeout=SOON_S) == b"answer"


def the_end_is_told_once() -> None:
    with End() as closed, End() as mistaken, End() as over:
        closed.other.close()
        assert isinstance(closed.lost.get(timeout=SOON_S), Exception)
        mistaken.other.sendall(b"bad")
        assert isinstance(mistaken.lost.get(timeout=SOON_S), ValueError)
        over.wire.close()
        over.other.close()
        for end in (closed, mistaken, over):
            end.wire.write(b"too late")
            assert end.lost.empty()


CLAIMS = (what_is_written_arrives_in_order_though_the_reader_is_slow, the_end_is_told_once)


def test_thread_transport_keeps_its_promises() -> None:
    for claim in CLAIMS:
        claim()


def test_loop_transport_keeps_its_promises() -> None:
    script = """from gevent import monkey; monkey.patch_all()
from cheat.store.redis import transport
from tests.store.test_transport import CLAIMS, End
with End() as end: assert type(end.wire) is transport._LoopTransport
for claim in CLAIMS: claim()
"""
    process = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=2 * PATIENCE_S
    )
    assert (process.returncode, process.stderr) == (0, "")
