"""Requests as bytes, and their answers."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from tests.servers import PATIENCE_S, Client, Web

_END = b"\r\n\r\n"
_LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.I)


@contextmanager
def connected(web: Web, address: str = "127.0.0.1", **options: int) -> Iterator[socket.socket]:
    """Open a connection to the server from this address. `options`: set on the socket before it connects."""
    with socket.socket() as client:
        client.bind((address, 0))
        for name, value in options.items():
            client.setsockopt(socket.SOL_SOCKET, getattr(socket, name), value)
        client.settimeout(PATIENCE_S)
        client.connect(("127.0.0.1", web.port))
        yield client


def answer(client: socket.socket, unread: bytes = b"") -> tuple[bytes, bytes]:
    """Return the next answer on a connection, and the bytes after it; b"" if the connection has ended."""
    data = unread
    while _END not in data:
        piece = client.recv(65536)
        if not piece:
            return data, b""
        data += piece
    head, _, body = data.partition(_END)
    length = int(found[1]) if (found := _LENGTH.search(head)) else 0
    while len(body) < length:
        body += client.recv(65536)
    return head + _END + body[:length], body[length:]


def until_the_end(client: socket.socket) -> bytes:
    """Return all bytes until the server ends the connection."""
    data = b""
    with suppress(ConnectionResetError):
        while piece := client.recv(65536):
            data += piece
    return data


def statuses(data: bytes) -> list[int]:
    """Return the statuses of all answers in these bytes."""
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", data)]


def poll(player: Client, *fields: str, wait: float = 0, since: str | None = None) -> bytes:
    """Return a poll of a player, as bytes."""
    query = f"since={player.cursor if since is None else since}&wait={wait}"
    return request(
        "GET", f"/api/rooms/{player.code}/events?{query}", f"Authorization: Bearer {player.token}", *fields
    )


def action(player: Client, body: bytes, *fields: str) -> bytes:
    """Return an action of a player, as bytes."""
    fields_sent = [f"Authorization: Bearer {player.token}", f"Content-Length: {len(body)}", *fields]
    return request("POST", f"/api/rooms/{player.code}/actions", *fields_sent) + body


def rename(player: Client, name: str, *fields: str) -> bytes:
    """Return an action that is always accepted."""
    body = f'{{"id":"rename-{name}","move":"rename","args":{{"name":"{name}"}}}}'
    return action(player, body.encode(), *fields)


def request(method: str, target: str, *fields: str) -> bytes:
    """Return the head of a request."""
    return "".join(f"{line}\r\n" for line in (f"{method} {target} HTTP/1.1", "Host: a", *fields, "")).encode(
        "latin-1"
    )
