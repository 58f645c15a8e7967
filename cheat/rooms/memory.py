"""The memory of a room in Redis.

A room reserves `RESERVED` bytes when it opens, which is more than nearly all games need. To grow beyond that,
it asks for more, twice as much each time. If a request is refused, the room stays small: it keeps only one
version in its log and no record of the game, but play goes on.
"""

from __future__ import annotations

import msgspec

RESERVED = 64 * 1024
"""Bytes that every room may take.

Enough for the largest table of a document, its chat, and one version in the log.
"""
SMALL_LOG = 1
"""Versions in the log of a small room. A client that has missed more gets the whole table."""


class RoomMemory(msgspec.Struct, omit_defaults=True):
    """The bytes that a room may take in Redis.

    `payers`: keys of the address that opened the room, and of the network around it; the bytes count against
    both. `document`: the key of the document that they count against, too, if more than `RESERVED` were
    granted for a game of its rules. `granted`: the bytes that were granted so far. `log`: about the bytes
    that the log takes. `small`: the room has asked for more bytes than were granted.
    """

    payers: list[str] = []
    document: str = ""
    granted: int = RESERVED
    log: int = 0
    small: bool = False

    def add_to_log(self, size: int, length: int) -> None:
        """Count an entry of `size` bytes in a log of `length` entries.

        The log drops another entry for it, which is taken to have average size.
        """
        if self.small:
            self.log = size or self.log
        else:
            self.log += size - self.log // length

    def next_step(self, size: int) -> int:
        """Return the bytes to ask for when the room needs `size`."""
        granted = self.granted
        while granted < size:
            granted *= 2
        return granted
