"""Connections to one server. A connection stays open, and has one request at a time."""

from __future__ import annotations

import asyncio
import ssl
from time import perf_counter

from cheat.client.calls import Request
from cheat.client.errors import Unreachable
from cheat.load.http import Answer, BadAnswer, Reader, encoded
from cheat.load.target import Target

CONNECT_S = 10.0
"""Maximum seconds for an attempt to connect."""


class Connection(asyncio.Protocol):
    """One connection.

    It notes when the bytes of an answer arrive, not when a program reads them.
    """

    def __init__(self) -> None:
        self._reader = Reader()
        self._pending_answer: asyncio.Future[Answer] | None = None
        self._transport: asyncio.Transport
        self.is_open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Store the transport. asyncio calls this."""
        assert isinstance(transport, asyncio.Transport)
        self._transport, self.is_open = transport, True

    def data_received(self, data: bytes) -> None:
        """Read bytes of an answer. asyncio calls this."""
        at = perf_counter()
        if self._pending_answer is None:
            self.abort("the server sent bytes without a request")
            return
        try:
            answer = self._reader.feed(data, at)
        except BadAnswer as error:
            self.abort(str(error))
            return
        if answer is not None:
            future, self._pending_answer = self._pending_answer, None
            if answer.closes:
                self.is_open = False
                self._transport.close()
            if not future.done():
                future.set_result(answer)

    def connection_lost(self, error: Exception | None) -> None:
        """End the present request with an error. asyncio calls this."""
        self._fail(str(error or "the server closed the connection"))

    async def request(self, request: bytes, timeout: float) -> Answer:
        """Return the answer to a request. After Unreachable, do not use the connection again."""
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[Answer] = loop.create_future()
        self._pending_answer = waiting
        self._transport.write(request)
        expiry = loop.call_later(timeout, self.abort, f"no answer within {timeout:g} s")
        try:
            return await waiting
        finally:
            expiry.cancel()
            if self._pending_answer is waiting:
                self.abort("no longer wanted")

    def abort(self, reason: str) -> None:
        """Close the connection at once."""
        self._transport.abort()
        self._fail(reason)

    def _fail(self, reason: str) -> None:
        self.is_open = False
        waiting, self._pending_answer = self._pending_answer, None
        if waiting is not None and not waiting.done():
            waiting.set_exception(Unreachable(reason, sent=True))


class ConnectionPool:
    """The connections to one server. All of them use the server's first address that answers."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self._tls = ssl.create_default_context() if target.scheme == "https" else None
        self._addresses = target.addresses
        self._idle: list[Connection] = []
        self.under_way = 0
        self.opened_count = 0

    async def send(self, request: Request) -> Answer:
        """Return the answer to a request. Raises Unreachable."""
        connection = await self._idle_or_new()
        self.under_way += 1
        try:
            answer = await connection.request(encoded(request, self._target.host), request.timeout)
            return answer.inflated(request.dictionary)
        finally:
            self.under_way -= 1
            if connection.is_open:  # even if the answer came too late for its caller
                self._idle.append(connection)

    def close(self) -> None:
        """Close the idle connections."""
        for connection in self._idle:
            connection.abort("the load is over")
        self._idle.clear()

    async def _idle_or_new(self) -> Connection:
        """Return the idle connection that was used last, or a new connection."""
        while self._idle:
            connection = self._idle.pop()
            if connection.is_open:
                return connection
        return await self._connect()

    async def _connect(self) -> Connection:
        failure = ""
        for address in self._addresses:
            try:
                async with asyncio.timeout(CONNECT_S):
                    connection = await self._connected(address)
            except (OSError, TimeoutError) as error:
                failure = f"nobody answers at {address}, port {self._target.port} ({error or 'no answer'})"
            else:
                self._addresses = (address,)
                self.opened_count += 1
                return connection
        raise Unreachable(failure, sent=False)

    async def _connected(self, address: str) -> Connection:
        loop = asyncio.get_running_loop()
        name = self._target.name if self._tls else None
        _, connection = await loop.create_connection(
            Connection, address, self._target.port, ssl=self._tls, server_hostname=name
        )
        return connection
