"""Names of everything in Redis. No other module builds a key.

A Redis Cluster puts all keys with the same text in braces into one slot, and each slot is on one server. So
scripts that touch several keys of a room run in a cluster, too. On a single server the names are the same.
"""

from __future__ import annotations

PUBLIC = "cheat:public"
"""Sorted set of the codes of public rooms that players can join; score: when listed (ms)."""

ROOMS = "cheat:rooms"
"""Sorted set of the codes of all rooms; score: when to check that the room exists (ms)."""

CLOCK = "cheat:clock"
"""A key that is never written.

In a cluster, the server with its slot tells the time for all workers.
"""

READY = "cheat:ready"
"""A key that is written to test that Redis can do all that the store needs.

In a cluster a number follows the name.
"""

LIMITS = "cheat:limits"
"""Prefix of the counters of the `limits` library, by address.

They expire within twice the longest window.
"""

DOCUMENT_SIZES = "cheat:{games}:sizes"
"""Hash: the id of each stored document or picture, and the bytes that it takes."""

DOCUMENTS_FROM = "cheat:{games}:from"
"""Hash: the id of each document, and the network that stored it, as a short hash.

It does not contain documents of removed games.
"""

DOCUMENTS_DUE = "cheat:{games}:due"
"""Sorted set of documents that only rooms keep; score: the time at which they expire (ms)."""

GAMES_REVISION = "cheat:{games}:revision"
"""Counter of all changes of published games."""

GAMES_EPOCH = "cheat:{games}:epoch"
"""Random text that is drawn with the first game. If it changes, the store was emptied."""

GAMES_CHANGED = "cheat:{games}:changed"
"""Sorted set of the slugs of all published games; score: revision of the last change."""


def document_key(id: str) -> str:
    """Return the key of the packed bytes of a document. All documents are in one slot."""
    return f"cheat:{{games}}:{id}"


def picture_name(id: str) -> str:
    """Return the name under which a picture is stored and counted among the documents."""
    return f"pic:{id}"


def holders_key(id: str) -> str:
    """Return the key of the slugs of all published games that have a picture, a set."""
    return f"cheat:{{games}}:holders:{id}"


def game_key(slug: str) -> str:
    """Return the key of a published game.

    A hash: `rev`, the revision of its last change; `data`, JSON; `plays`, how often it was played.
    """
    return f"cheat:{{games}}:game:{slug}"


def report_key(id: str) -> str:
    """Return the key of the report on a document. The report is JSON."""
    return f"cheat:{{games}}:report:{id}"


def barred_key(id: str) -> str:
    """Return the key that marks a document whose rules blocked a worker."""
    return f"cheat:{{games}}:barred:{id}"


def meeting_key(game: str) -> str:
    """Return the key of the meeting room of a game, where players of quick play meet.

    Its value is the code of the room. It expires when that room has waited long enough. By then the room may
    be private or gone.
    """
    return f"cheat:meeting:{game}"


def owner_key(address: str) -> str:
    """Return the key of the public rooms that an address has made.

    A sorted set of codes; score: when the room was made public (ms).
    """
    return f"cheat:public:{address}"


def memory_key(payer: str) -> str:
    """Return the key of the rooms that a payer has opened.

    A sorted set of codes; score: the number of bytes that the room may take. `payer`: the hash of the
    address, network or document against whose limit they count.
    """
    return f"cheat:memory:{payer}"


def room_key(code: str) -> str:
    """Return the key of a room.

    A hash: `epoch`, `version`, `private` (the number of private versions since `version`, 0 if missing) and
    `data` (the room as JSON).
    """
    return f"cheat:{{{code}}}:room"


def log_key(code: str) -> str:
    """Return the key of the log: a list of the events of the newest versions, oldest first."""
    return f"cheat:{{{code}}}:log"


def recording_key(code: str) -> str:
    """Return the key of the recording of a game: a list of its packed chunks, for the replay.

    The newest inputs are not in a chunk yet. They are in the room.
    """
    return f"cheat:{{{code}}}:record"


def seen_key(code: str) -> str:
    """Return the key of the heartbeats of a room, a hash: name -> last poll (ms)."""
    return f"cheat:{{{code}}}:seen"


def wake_channel(code: str) -> str:
    """Return the channel on which each commit of the room is announced."""
    return f"cheat:{{{code}}}:wake"


def code_of(channel: str) -> str:
    """Return the code of the room of a wake-up channel; "" for any other channel."""
    return channel.partition("{")[2].partition("}")[0]
