"""Limits for the memory that all rooms of an address, or of a document, take in Redis.

A room reserves memory when it opens and asks for more when it has grown (`cheat.rooms.memory`). So no address
and no document can fill Redis, whatever happens in their rooms.
"""

from __future__ import annotations

from contextlib import suppress

from msgspec import UNSET, UnsetType

from cheat.errors import StoreUnavailable
from cheat.ops import metrics
from cheat.rooms.memory import RESERVED, RoomMemory
from cheat.rooms.room import AnyRoom
from cheat.service.limits.rate_limits import LINES, counted_for, too_many
from cheat.service.tokens import short_hash
from cheat.settings import Settings
from cheat.store.room_count import RoomCount

NETWORK = "/"
"""Mark at the end of a network's key.

A network may take as much memory as several addresses.
"""
RETRY_S = 600.0
"""Seconds after which a refused client may try again.

Rooms with a finished game expire within an hour.
"""


class RoomMemoryLimits:
    """Grants memory to rooms, up to `ADDRESS_MB` for an address and for a document."""

    def __init__(self, census: RoomCount, settings: Settings) -> None:
        self._census = census
        self._on = settings.rate_limits == "on"
        self._most = settings.address_mb * 1024 * 1024

    def reserve(self, address: str, code: str) -> RoomMemory | UnsetType:
        """Reserve memory for a new room. Raises RateLimited if the address has too many rooms.

        This takes one round trip, with IPv6 two. If the code turns out to be taken, the room that has it
        counts for this address, too.
        """
        if not self._on or not address:
            return UNSET
        memory = RoomMemory([_payer(key, lines) for key, lines in counted_for(address)])
        if not self._claim(memory.payers, code, RESERVED):
            raise too_many("address_mb", "The rooms from your network take up too much memory.", RETRY_S)
        return memory

    def grant(self, room: AnyRoom, memory: RoomMemory, size: int) -> bool:
        """Return whether a room may take `size` bytes from now on.

        It may not if Redis is nearly full.
        """
        with suppress(StoreUnavailable):
            document = [short_hash(room.game)] if room.rules.source else []
            if not self._census.memory_short() and self._claim([*memory.payers, *document], room.code, size):
                return True
        metrics.limited.labels("address_mb").inc()
        return False

    def _claim(self, payers: list[str], code: str, size: int) -> bool:
        return all(
            self._census.claim_memory(payer, code, size, self._most * (LINES if NETWORK in payer else 1))
            for payer in payers
        )


def _payer(key: str, lines: int) -> str:
    return short_hash(key) + (NETWORK if lines > 1 else "")
