"""Keep-alive connections to one server, with one request at a time on each."""

from __future__ import annotations

import asyncio
import ssl
from time import perf_counter

from cheat.client.calls import Request
from cheat.client.errors import Unreachable
from cheat.load.http import Answer, BadAnswer, Reader, encoded
from cheat.load.target import Target

CONNECT_S = 10.0
"""Seconds after which a connection attempt has failed."""


class Connection(asyncio.Protocol):
    """One connection. The time of an answer is the time of its arrival, not of its processing."""

    def __init__(self) -> None:
        self._reader = Reader()
        self._answered: asyncio.Future[Answer] | None = None
        self._transport: asyncio.Transport
        self.is_open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport. asyncio calls this."""
        assert isinstance(transport, asyncio.Transport)
        self._transport, self.is_open = transport, True

    def data_received(self, data: bytes) -> None:
        """Read bytes of an answer. asyncio calls this."""
        at = perf_counter()
        if self._answered is None:
            self.abort("something came that nobody asked for")
            return
        try:
            answer = self._reader.feed(data, at)
        except BadAnswer as error:
            self.abort(str(error))
            return
        if answer is not None:
            answered, self._answered = self._answered, None
            if answer.closes:
                self.is_open = False
                self._transport.close()
            if not answered.done():
                answered.set_result(answer)

    def connection_lost(self, error: Exception | None) -> None:
        """Fail the request under way. asyncio calls this."""
        self._fail(str(error or "the server closed the connection"))

    async def request(self, request: bytes, timeout: float) -> Answer:
        """Return the answer to a request. After Unreachable, the connection cannot be used again."""
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[Answer] = loop.create_future()
        self._answered = waiting
        self._transport.write(request)
        expiry = loop.call_later(timeout, self.abort, f"no answer within {timeout:g} s")
        try:
            return await waiting
        finally:
            expiry.cancel()
            if self._answered is waiting:
                self.abort("no longer wanted")

    def abort(self, why: str) -> None:
        """Close the connection at once."""
        self._transport.abort()
        self._fail(why)

    def _fail(self, why: str) -> None:
        self.is_open = False
        waiting, self._answered = self._answered, None
        if waiting is not None and not waiting.done():
            waiting.set_exception(Unreachable(why, sent=True))


class ConnectionPool:
    """The connections to one server. The address that answers is found once."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self._tls = ssl.create_default_context() if target.scheme == "https" else None
        self._addresses = target.addresses
        self._idle: list[Connection] = []
        self.under_way = 0
        self.opened = 0

    async def send(self, request: Request) -> Answer:
        """Return the answer to a request. Raises Unreachable."""
        line = await self._idle_or_new()
        self.under_way += 1
        try:
            answer = await line.request(encoded(request, self._target.host), request.timeout)
            return answer.inflated(request.dictionary)
        finally:
            self.under_way -= 1
            if line.is_open:  # also if the answer came just after its caller gave up
                self._idle.append(line)

    def close(self) -> None:
        """Close the connections without a request under way."""
        for line in self._idle:
            line.abort("the load is over")
        self._idle.clear()

    async def _idle_or_new(self) -> Connection:
        """Return an unused connection: the one that was used last, or a new one."""
        while self._idle:
            line = self._idle.pop()
            if line.is_open:
                return line
        return await self._connect()

    async def _connect(self) -> Connection:
        failure = ""
        for address in self._addresses:
            try:
                async with asyncio.timeout(CONNECT_S):
                    line = await self._connected(address)
            except (OSError, TimeoutError) as error:
                failure = f"nobody answers at {address}, port {self._target.port} ({error or 'no answer'})"
            else:
                self._addresses = (address,)
                self.opened += 1
                return line
        raise Unreachable(failure, sent=False)

    async def _connected(self, address: str) -> Connection:
        loop = asyncio.get_running_loop()
        name = self._target.name if self._tls else None
        _, line = await loop.create_connection(
            Connection, address, self._target.port, ssl=self._tls, server_hostname=name
        )
        return line
