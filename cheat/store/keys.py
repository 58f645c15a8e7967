"""Names of everything that is kept in Redis. Nothing else in the project builds a key.

The braces are a hash tag: all keys of a room live in one slot, so that Redis Cluster can run the
scripts that touch several of them. The names are the same on a single server.
"""

from __future__ import annotations

PUBLIC = "cheat:public"
"""Sorted set of the codes of public rooms that can be joined; the score is when the room was listed (ms)."""

ROOMS = "cheat:rooms"
"""Sorted set of the codes of all rooms; the score is when to look whether the room is still there (ms)."""

CLOCK = "cheat:clock"
"""Never written: the server of a cluster that has its slot tells the time for all."""

READY = "cheat:ready"
"""Written to find out whether Redis does what the service needs; in a cluster with a number behind it."""

LIMITS = "cheat:limits"
"""Prefix of what the `limits` library counts, by address; it expires within twice the longest window."""

DOCUMENT_SIZES = "cheat:{games}:sizes"
"""Hash: bytes that each stored document takes, by its id."""

DOCUMENTS_DUE = "cheat:{games}:due"
"""Sorted set of the ids of documents that no list keeps; the score is until when rooms keep them (ms)."""

GAMES_REVISION = "cheat:{games}:revision"
"""Counter that every change of a published game raises."""

GAMES_EPOCH = "cheat:{games}:epoch"
"""What tells this list from another that was here before: by chance, set with the first game."""

GAMES_CHANGED = "cheat:{games}:changed"
"""Sorted set of the slugs of all published games; the score is the revision of the last change."""


def document_key(id: str) -> str:
    """The bytes of a document, packed. All that is kept of documents lives in one slot."""
    return f"cheat:{{games}}:{id}"


def game_key(slug: str) -> str:
    """Hash of a published game: `rev`, the revision of its last change, `data` (JSON), `plays`."""
    return f"cheat:{{games}}:game:{slug}"


def report_key(id: str) -> str:
    """The report on a document as JSON."""
    return f"cheat:{{games}}:report:{id}"


def barred_key(id: str) -> str:
    """What says that a document held up a worker."""
    return f"cheat:{{games}}:barred:{id}"


def owner_key(address: str) -> str:
    """Sorted set of the codes of public rooms that this address has made; the score is when (ms)."""
    return f"cheat:public:{address}"


def memory_key(payer: str) -> str:
    """Sorted set of the codes of rooms; the score is how many bytes each may take.

    `payer`: a hashed address, network or document.
    """
    return f"cheat:memory:{payer}"


def room_key(code: str) -> str:
    """Hash: `epoch`, `version`, `private` (acts since it, 0 if missing), `data` (the room as JSON)."""
    return f"cheat:{{{code}}}:room"


def log_key(code: str) -> str:
    """List of the newest versions' events, oldest first."""
    return f"cheat:{{{code}}}:log"


def record_key(code: str) -> str:
    """List of packed blocks: the record of the game, but for its newest inputs, which the room has."""
    return f"cheat:{{{code}}}:record"


def seen_key(code: str) -> str:
    """Hash: who was last heard of by a poll, and when (ms)."""
    return f"cheat:{{{code}}}:seen"


def wake_channel(code: str) -> str:
    """Channel on which each commit of the room is announced."""
    return f"cheat:{{{code}}}:wake"


def code_of(channel: str) -> str:
    """The room of a wake-up channel."""
    return channel.partition("{")[2].partition("}")[0]
