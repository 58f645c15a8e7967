"""Names of everything in Redis. No other module builds a key.

The braces are a hash tag, which puts all keys of a room into one slot. So Redis Cluster can run scripts that
touch several of them. The names are the same on a single server.
"""

from __future__ import annotations

PUBLIC = "cheat:public"
"""Sorted set of the codes of public rooms that can be joined; score: when listed (ms)."""

ROOMS = "cheat:rooms"
"""Sorted set of the codes of all rooms; score: when to check if the room still exists (ms)."""

CLOCK = "cheat:clock"
"""A key that is never written.

In a cluster, the server that has its slot tells the time for all.
"""

READY = "cheat:ready"
"""A key that is written to check that Redis works as needed.

In a cluster a number follows the name.
"""

LIMITS = "cheat:limits"
"""Prefix of the counters of the `limits` library, by address.

They expire within twice the longest window.
"""

DOCUMENT_SIZES = "cheat:{games}:sizes"
"""Hash: bytes that each stored document takes, by its id."""

DOCUMENTS_FROM = "cheat:{games}:from"
"""Hash: the network that stored a document, as a short hash, by the document's id.

Documents of removed games are not in it.
"""

DOCUMENTS_DUE = "cheat:{games}:due"
"""Sorted set of ids of documents outside all lists; score: until when rooms keep them (ms)."""

GAMES_REVISION = "cheat:{games}:revision"
"""Counter that every change of a published game raises."""

GAMES_EPOCH = "cheat:{games}:epoch"
"""Random text that tells this list of games from an earlier one; set with the first game."""

GAMES_CHANGED = "cheat:{games}:changed"
"""Sorted set of the slugs of all published games; score: revision of the last change."""


def document_key(id: str) -> str:
    """Return the key of the packed bytes of a document. All keys of documents live in one slot."""
    return f"cheat:{{games}}:{id}"


def game_key(slug: str) -> str:
    """Return the key of a published game.

    A hash: `rev`, the revision of its last change, `data` (JSON), `plays`.
    """
    return f"cheat:{{games}}:game:{slug}"


def report_key(id: str) -> str:
    """Return the key of the report on a document, which is JSON."""
    return f"cheat:{{games}}:report:{id}"


def barred_key(id: str) -> str:
    """Return the key that marks a document whose rules blocked a worker."""
    return f"cheat:{{games}}:barred:{id}"


def meeting_key(game: str) -> str:
    """Return the key of the code of the room in which players of quick play meet for a game.

    It expires when that room has waited long enough. The room may be private or gone by then.
    """
    return f"cheat:meeting:{game}"


def owner_key(address: str) -> str:
    """Return the key of the public rooms that an address has made.

    A sorted set of codes; score: when it was made public (ms).
    """
    return f"cheat:public:{address}"


def memory_key(payer: str) -> str:
    """Return the key of the rooms that a payer has opened.

    A sorted set of codes; score: how many bytes the room may take. `payer`: the hash of the address, network
    or document for which they count.
    """
    return f"cheat:memory:{payer}"


def room_key(code: str) -> str:
    """Return the key of a room.

    A hash: `epoch`, `version`, `private` (the number of private acts since this version, 0 if missing) and
    `data` (the room as JSON).
    """
    return f"cheat:{{{code}}}:room"


def log_key(code: str) -> str:
    """Return the key of the log: a list of the events of the newest versions, oldest first."""
    return f"cheat:{{{code}}}:log"


def record_key(code: str) -> str:
    """Return the key of the list of packed chunks of the record of a game, for its replay.

    The newest inputs of the game are not in a chunk yet. They are in the room itself.
    """
    return f"cheat:{{{code}}}:record"


def seen_key(code: str) -> str:
    """Return the key of the heartbeats of a room, a hash: name -> last poll (ms)."""
    return f"cheat:{{{code}}}:seen"


def wake_channel(code: str) -> str:
    """Return the channel on which each commit of the room is announced."""
    return f"cheat:{{{code}}}:wake"


def code_of(channel: str) -> str:
    """Return the code of the room of a wake-up channel; "" for another channel."""
    return channel.partition("{")[2].partition("}")[0]
