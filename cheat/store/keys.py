"""The names of all keys and channels in Redis. No other module makes a key.

A Redis Cluster divides its keys into slots, and each slot is on one server. All keys with the same text in
braces are in one slot. So scripts that use several keys of a room also run in a cluster. On a single server,
the keys have the same names.
"""

from __future__ import annotations

PUBLIC = "cheat:public"
"""Sorted set of the codes of public rooms that players can join; score: listing time (ms)."""

ROOMS = "cheat:rooms"
"""Sorted set of the codes of all rooms; score: time of the next check of the room (ms)."""

CLOCK = "cheat:clock"
"""A key without a value.

In a cluster, the server with the slot of this key tells all workers the time.
"""

READY = "cheat:ready"
"""A key that a worker writes to test the commands of Redis that the store needs.

In a cluster, each server has its own key of this kind, with a number after the name.
"""

LIMITS = "cheat:limits"
"""Prefix of the keys in which the `limits` library counts the calls of each address.

A counter expires after at most twice the longest time of any limit.
"""

DOCUMENT_SIZES = "cheat:{games}:sizes"
"""Hash: id of a stored document or picture -> the number of bytes that it takes."""

DOCUMENTS_FROM = "cheat:{games}:from"
"""Hash: id of a document -> a short hash of the network that sent the document.

The documents of removed games have no entries.
"""

DOCUMENTS_DUE = "cheat:{games}:due"
"""Sorted set of the ids of unpublished documents; score: the time of their expiry (ms)."""

GAMES_REVISION = "cheat:{games}:revision"
"""Counter of all changes of published games."""

GAMES_EPOCH = "cheat:{games}:epoch"
"""Random text, set with the first game. If the text changes, the store has lost its games."""

GAMES_CHANGED = "cheat:{games}:changed"
"""Sorted set of the slugs of all published games; score: revision of the last change.

The slug of a game is its name in addresses.
"""


def document_key(id: str) -> str:
    """Return the key of the packed bytes of a document. All documents are in one slot."""
    return f"cheat:{{games}}:{id}"


def picture_name(id: str) -> str:
    """Return the id under which the store keeps and counts a picture, as if it were a document."""
    return f"pic:{id}"


def holders_key(id: str) -> str:
    """Return the key of a set: the slugs of all published games with this picture."""
    return f"cheat:{{games}}:holders:{id}"


def game_key(slug: str) -> str:
    """Return the key of a published game.

    A hash: `rev`, the revision of the last change; `data`, JSON; `plays`, the number of plays.
    """
    return f"cheat:{{games}}:game:{slug}"


def report_key(id: str) -> str:
    """Return the key of the report on a document. The report is JSON."""
    return f"cheat:{{games}}:report:{id}"


def barred_key(id: str) -> str:
    """Return the key that marks a document as barred, because its rules ran for too long."""
    return f"cheat:{{games}}:barred:{id}"


def meeting_key(game: str) -> str:
    """Return the key of the meeting room of a game, where players of quick play meet.

    Quick play seats a player at once, with other players or with bots. The value is the code of the room. The
    key expires when the room has waited long enough. Even before that, the room may become private or
    disappear.
    """
    return f"cheat:meeting:{game}"


def owner_key(address: str) -> str:
    """Return the key of the public rooms that an address, or a network, has made.

    A sorted set of codes; score: the time at which the room became public (ms).
    """
    return f"cheat:public:{address}"


def memory_key(payer: str) -> str:
    """Return the key of the rooms whose memory counts for the limit of a payer.

    A sorted set of codes; score: the number of bytes that the room may take. `payer`: the hash of an address,
    network or document.
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

    The newest inputs are part of the stored room until they fill a chunk.
    """
    return f"cheat:{{{code}}}:record"


def seen_key(code: str) -> str:
    """Return the key of the heartbeats of a room.

    A hash: player or watcher -> the time of the last poll (ms).
    """
    return f"cheat:{{{code}}}:seen"


def wake_channel(code: str) -> str:
    """Return the channel to which each commit of a room publishes its wake-up."""
    return f"cheat:{{{code}}}:wake"


def code_of(channel: str) -> str:
    """Return the code of the room that has this wake-up channel; "" for any other channel."""
    return channel.partition("{")[2].partition("}")[0]
