"""Connections that wait when a process ends."""

from __future__ import annotations

from collections.abc import Iterator

import gevent
import pytest
from gevent import socket
from gevent.pool import Pool

from cheat.server.idle import IdleConnections

Ends = tuple[socket.socket, socket.socket]


@pytest.fixture
def ends() -> Iterator[Ends]:
    """Yield the two ends of a connection, the server's end first."""
    server, client = socket.socketpair()
    with server, client:
        yield server, client


def serving(idle: IdleConnections, server: socket.socket, told: list[bytes]) -> Pool:
    """Serve one connection: read requests until it ends."""

    def serve() -> None:
        idle.mark_idle(server)
        while piece := server.recv(100):
            told.append(piece)
        idle.mark_busy(server)

    pool = Pool()
    pool.spawn(serve)
    gevent.sleep(0)
    return pool


def test_arrived_request_is_read_before_the_end(ends: Ends, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cheat.server.idle.GRACE_S", 0)
    idle, told = IdleConnections(), []
    pool = serving(idle, ends[0], told)
    ends[1].sendall(b"a request")
    assert idle.end_all(pool, 5)
    assert told == [b"a request"]


def test_pending_request_is_waited_for(ends: Ends) -> None:
    idle, told, asked = IdleConnections(), [], []
    pool = serving(idle, ends[0], told)

    def send_late() -> None:
        if not asked:
            asked.append(ends[1].sendall(b"a request"))

    assert idle.end_all(pool, 5, send_late)
    assert told == [b"a request"]


def test_busy_connection_is_waited_for_up_to_a_limit(ends: Ends) -> None:
    idle, told = IdleConnections(), []
    pool = serving(idle, ends[0], told)
    idle.mark_busy(ends[0])
    assert not idle.end_all(pool, 0.1)
    ends[1].close()
    assert idle.end_all(pool, 5)


def test_connection_that_is_gone_already_does_no_harm(ends: Ends, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cheat.server.idle.GRACE_S", 0)
    idle = IdleConnections()
    idle.mark_idle(ends[0])
    ends[0].close()
    pool = Pool()
    pool.spawn(gevent.sleep, 0.01)
    assert idle.end_all(pool, 5)
