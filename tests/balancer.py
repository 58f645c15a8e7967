"""A balancer that sends each request to a random server.

It does only what the tests need. Answers must have a length. A server that refuses a connection gets no
requests until it answers a health check. If a server dies during a request, the client gets a 502, as from a
PaaS router.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import threading

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)\r\n", re.I)
_CHUNKED = re.compile(rb"\r\ntransfer-encoding: *chunked\r\n", re.I)
LOOK_S = 0.1
LOST = b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n"


class Balancer:
    """The balancer. `sent`: the number of requests that each server got."""

    def __init__(self, port: int, servers: list[int], seed: int = 1) -> None:
        self.port, self.servers = port, servers
        self.url = f"http://127.0.0.1:{port}"
        self.sent: dict[int, int] = dict.fromkeys(servers, 0)
        self._chance = random.Random(seed)
        self._gone: dict[int, asyncio.Task[None]] = {}

    async def serve(self) -> None:
        """Serve until the task is cancelled."""
        server = await asyncio.start_server(self._client, "127.0.0.1", self.port, backlog=4096)
        async with server:
            await server.serve_forever()

    async def _client(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while (head := await _head(reader)) is not None:
                request = head + await _body(reader, head)
                writer.write(await self._answered(request))
                await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _answered(self, request: bytes) -> bytes:
        there = [port for port in self.servers if port not in self._gone]
        for port in self._chance.sample(there, len(there)):
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                self._gone[port] = asyncio.create_task(self._until_it_lives(port))
                continue
            self.sent[port] += 1
            try:
                writer.write(request)
                head = await _head(reader)
                return LOST if head is None else head + await _body(reader, head)
            except (OSError, asyncio.IncompleteReadError):
                return LOST
            finally:
                writer.close()
        return LOST

    async def _until_it_lives(self, port: int) -> None:
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(b"GET /healthz HTTP/1.1\r\nHost: balancer\r\n\r\n")
                answer = await _head(reader)
                writer.close()
                if answer and answer.startswith(b"HTTP/1.1 200"):
                    del self._gone[port]
                    return
            await asyncio.sleep(LOOK_S)


async def _head(reader: asyncio.StreamReader) -> bytes | None:
    """Return the head of a message with its empty line, or None if the connection has ended."""
    try:
        return await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError as end:
        if end.partial:
            raise
        return None


async def _body(reader: asyncio.StreamReader, head: bytes) -> bytes:
    if _CHUNKED.search(head):
        raise OSError("this balancer knows no chunks")
    length = _LENGTH.search(head)
    return await reader.readexactly(int(length[1])) if length else b""


def in_thread(balancer: Balancer) -> None:
    """Serve on a thread of the test's process, until that ends."""
    threading.Thread(target=lambda: asyncio.run(balancer.serve()), daemon=True).start()
