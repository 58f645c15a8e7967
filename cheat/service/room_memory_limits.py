"""Limits for the memory that all rooms of an address, or of a document, take in Redis.

A room reserves memory when it opens, and asks for more when it has grown (`cheat.rooms.room_memory`). So the
rooms of one address, or of one document, cannot fill Redis.
"""

from __future__ import annotations

from contextlib import suppress

from msgspec import UNSET, UnsetType

from cheat.errors import StoreUnavailable
from cheat.ops import metrics
from cheat.rooms.room import AnyRoom
from cheat.rooms.room_memory import RESERVED, RoomMemory
from cheat.rooms.tokens import short_hash
from cheat.service.limits.rate_limits import NETWORK_FACTOR, rate_limited
from cheat.service.limits.rules_time import NETWORK_MARK, payers_of
from cheat.settings import Settings
from cheat.store.room_count import RoomCount

MOST_SHARE = 0.5
"""Maximum share of the usable memory for the rooms of one address, network or document.

The usable memory is the share `MAX_MEMORY_SHARE` (a setting) of Redis' memory. One IPv6 network may take four
times `ADDRESS_MB`. Without this limit, the network could fill the smallest Redis that hosting companies
offer.
"""
RETRY_S = 600.0
"""Seconds after which a refused client may try again.

Rooms with a finished game expire within an hour, so some may be gone by then.
"""


class RoomMemoryLimits:
    """Grants memory to rooms, up to the setting `ADDRESS_MB` for each address and each document."""

    def __init__(self, room_count: RoomCount, settings: Settings) -> None:
        self._room_count = room_count
        self._is_on = settings.rate_limits == "on"
        self._max_bytes = settings.address_mb * 1024 * 1024

    def reserve(self, address: str, code: str) -> RoomMemory | UnsetType:
        """Reserve memory for a new room. Raises RateLimited if the address's rooms take too much.

        The call takes one round trip to Redis. If another room already has the code, that other room counts
        for this address, too.
        """
        if not self._is_on or not address:
            return UNSET
        memory = RoomMemory(payers_of(address))
        if not self._claim(memory.payers, code, RESERVED):
            raise rate_limited("address_mb", "The rooms from your network take up too much memory.", RETRY_S)
        return memory

    def grant(self, room: AnyRoom, memory: RoomMemory, size: int) -> bool:
        """Let a room take `size` bytes from now on.

        Returns False if Redis is nearly full, or if the address or document reaches its limit. The bytes
        count for the address, and for the document that the room plays.
        """
        document = _document(room)
        with suppress(StoreUnavailable):
            payers = [*memory.payers, *([document] if document else [])]
            if not self._room_count.memory_short() and self._claim(payers, room.code, size):
                memory.granted, memory.document = size, document
                return True
        metrics.limit_hits.labels("address_mb").inc()
        return False

    def begin(self, room: AnyRoom, memory: RoomMemory) -> None:
        """Let a room that begins a new game ask for memory again, even if a request was refused.

        If the room plays another document than before, it starts again with `RESERVED` bytes.
        """
        memory.small = False
        if memory.document != _document(room):
            memory.granted, memory.document = RESERVED, ""

    def give_back(self, code: str, former: RoomMemory, memory: RoomMemory) -> None:
        """Give back the bytes that a room no longer needs after a commit.

        `former`: the room's memory before the commit.
        """
        smaller_grants = (
            dict.fromkeys(memory.payers, memory.granted) if memory.granted < former.granted else {}
        )
        if former.document not in ("", memory.document):
            smaller_grants[former.document] = 0
        if smaller_grants:
            with suppress(StoreUnavailable):  # the former size counts until the room asks again
                self._room_count.lower_memory(code, smaller_grants)

    def _claim(self, payers: list[str], code: str, size: int) -> bool:
        max_share = self._room_count.most_memory * MOST_SHARE
        factors = {payer: NETWORK_FACTOR if NETWORK_MARK in payer else 1 for payer in payers}
        limits = {payer: min(self._max_bytes * factor, max_share) for payer, factor in factors.items()}
        return self._room_count.claim_memory(code, size, limits)


def _document(room: AnyRoom) -> str:
    """Return the key of the document that a room plays; "" if it plays a built-in game."""
    rules = room.current_rules
    return short_hash(rules.id) if rules.source else ""
