"""Connections of a load after a caller gives up."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from cheat.client.calls import Request
from cheat.load.target import allowed_target
from cheat.load.wire import Connection, ConnectionPool

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
ASKED = Request("GET", "/healthz")


def with_server(
    do: Callable[[ConnectionPool], Awaitable[None]], answer: bytes = ANSWER
) -> list[asyncio.StreamWriter]:
    """Send requests to a server that always gives this answer. Return its connections."""
    came: list[asyncio.StreamWriter] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        came.append(writer)
        while await reader.read(1000):
            writer.write(answer)
        writer.close()

    async def run() -> None:
        async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            lines = ConnectionPool(allowed_target(f"http://127.0.0.1:{port}", own=False))
            await do(lines)
            lines.close()
            for writer in came:
                await writer.wait_closed()

    asyncio.run(asyncio.wait_for(run(), 30))
    return came


def test_answer_for_somebody_who_has_just_given_up_leaves_the_connection_to_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    arrived = Connection.data_received

    async def ask(lines: ConnectionPool) -> None:
        asking = asyncio.create_task(lines.send(ASKED))

        def arrive(line: Connection, data: bytes) -> None:
            arrived(line, data)
            asking.cancel()

        with monkeypatch.context() as patched:
            patched.setattr(Connection, "data_received", arrive)
            with pytest.raises(asyncio.CancelledError):
                await asking
        assert (await lines.send(ASKED)).json() == {}
        assert (lines.opened_count, lines.under_way) == (1, 0)

    assert len(with_server(ask)) == 1


def test_connection_is_hung_up_where_somebody_gives_up_before_the_answer() -> None:
    async def ask(lines: ConnectionPool) -> None:
        asking = asyncio.create_task(lines.send(ASKED))
        while not lines.under_way:
            await asyncio.sleep(0)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert lines.under_way == 0

    assert len(with_server(ask, answer=b"")) == 1
