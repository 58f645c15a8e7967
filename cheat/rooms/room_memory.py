"""The memory that a room may take in Redis.

When a room opens, it reserves `RESERVED` bytes. This is enough for nearly all games. A room that needs more
asks the service for twice as much. If the service refuses, the room becomes small: its log keeps only one
version, and the room stops recording the game. But play goes on.
"""

from __future__ import annotations

import msgspec

RESERVED = 64 * 1024
"""Bytes that each room may take.

This size is enough for the largest table of a document, the chat, and a log of one version.
"""
SMALL_LOG = 1
"""Number of versions in the log of a small room.

A client that has missed more versions gets the table without their events.
"""


class RoomMemory(msgspec.Struct, omit_defaults=True):
    """The bytes that a room may take in Redis, and the limits that they count against.

    - `payers`: keys of the address that opened the room, and of its network. The bytes count against the
      limits of both.
    - `document`: the key of a document. The bytes also count against the limit of this document. Set once the
      service has granted the room more than `RESERVED`.
    - `granted`: the number of bytes that the service has granted so far
    - `log`: the approximate number of bytes in the log
    - `small`: whether the service has refused to grant more bytes
    """

    payers: list[str] = []
    document: str = ""
    granted: int = RESERVED
    log: int = 0
    small: bool = False

    def add_to_log(self, size: int, length: int) -> None:
        """Count an entry of `size` bytes in a log of `length` entries.

        For each new entry, a full log drops its oldest entry. This method assumes that the dropped entry has
        the average size.
        """
        if self.small:
            self.log = size or self.log
        else:
            self.log += size - self.log // length

    def next_grant(self, size: int) -> int:
        """Return the number of bytes to ask for when the room needs `size`."""
        granted = self.granted
        while granted < size:
            granted *= 2
        return granted
