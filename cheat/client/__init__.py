"""A client of the protocol for programs: `Client` for plain code, `AsyncClient` for asyncio.

docs/client.md shows every call. The client imports nothing from the server; httpx sends the requests.
"""

from __future__ import annotations

try:
    import httpx  # noqa: F401  # imported first, so that the error names the missing package
except ModuleNotFoundError:
    words = "cheat.client needs httpx. Install it with: pip install ./client"
    raise ModuleNotFoundError(words, name="httpx") from None

from cheat.client.aio import AsyncClient, AsyncSeat
from cheat.client.errors import ClientError, Refused, Unreachable
from cheat.client.place import News, Past
from cheat.client.sync import Client, Seat

__all__ = [
    "AsyncClient",
    "AsyncSeat",
    "Client",
    "ClientError",
    "News",
    "Past",
    "Refused",
    "Seat",
    "Unreachable",
]
