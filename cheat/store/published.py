"""Documents and published games in Redis: bytes and JSON, revisions, until when what is kept. Knows no game.

A document is kept for ever as long as a published game has it, and otherwise until rooms have not asked for
it for long. What is over is dropped when somebody publishes.
"""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import redis

from cheat.store import keys
from cheat.store.rooms import reachable, script

KEPT_MS = 90 * 24 * 3_600_000
"""A document that only rooms keep stays for so long after the last of them."""
SPARED_MS = 2 * 24 * 3_600_000
"""Where room is needed, documents go that rooms have not asked for during so long: no room lives longer."""
TRIED_MS = 3_600_000
"""An hour, for a document that somebody tries before it is published, and for the report on it."""
PAGE = 500
"""Changes that are read at once."""
EPOCH_BYTES = 8
"""Of chance."""


class Written(NamedTuple):
    """A published game as it was written last; `data` is JSON."""

    slug: str
    revision: int
    data: bytes
    plays: int


class DocumentStore:
    """All that is kept of documents."""

    def __init__(self, client: redis.Redis) -> None:
        self._client: Any = client
        self._keep = client.register_script(script("keep.lua"))
        self._drop = client.register_script(script("drop.lua"))
        self._publish = client.register_script(script("publish.lua"))
        self._played = client.register_script(script("played.lua"))

    # Documents

    def document(self, id: str) -> bytes | None:
        """The bytes of a document, None if nobody has it any more."""
        with reachable():
            packed = self._client.get(keys.document_key(id))
        return None if packed is None else zlib.decompress(packed)

    def keep(self, id: str, now: int, data: bytes = b"", for_ms: int = KEPT_MS) -> bool:
        """Keep a document, for a room if nothing else is said, from now (ms) on; False if it is not there and
        no bytes were given.
        """
        packed = zlib.compress(data) if data else b""
        names = [keys.document_key(id), keys.DOCUMENT_SIZES, keys.DOCUMENTS_DUE]
        with reachable():
            return bool(self._keep(names, [id, now + for_ms, packed], client=self._client))

    def make_room(self, document: bytes, most: int, now: int) -> bool:
        """Drop what is over, and of what only rooms keep what was not asked for lately, until all take at
        most so many bytes with this document; whether they do.
        """
        most -= len(zlib.compress(document))
        self._drop_all(now, PAGE, lambda: False)
        return self._drop_all(now + KEPT_MS - SPARED_MS, None, lambda: self._size() <= most)

    def _drop_all(self, until: int, most: int | None, done: Any) -> bool:
        with reachable():
            due = self._client.zrangebyscore(
                keys.DOCUMENTS_DUE, "-inf", until, start=0, num=most or 10 * PAGE
            )
            for id in (one.decode() for one in due):
                if done():
                    return True
                names = [keys.document_key(id), keys.DOCUMENT_SIZES, keys.DOCUMENTS_DUE]
                self._drop(names, [id, until], client=self._client)
            return bool(done())

    def _size(self) -> int:
        return sum(map(int, self._client.hvals(keys.DOCUMENT_SIZES)))

    def bar(self, id: str) -> None:
        """Note that a document is not to be played any more."""
        with reachable():
            self._client.set(keys.barred_key(id), b"too_slow", px=KEPT_MS)

    def admit(self, ids: Iterable[str]) -> None:
        """Forget that."""
        with reachable():
            for id in ids:
                self._client.delete(keys.barred_key(id))

    def is_barred(self, id: str) -> bool:
        """Return whether that is noted."""
        with reachable():
            return bool(self._client.exists(keys.barred_key(id)))

    # Reports

    def report(self, id: str) -> bytes | None:
        """The report on a document, None if there is none."""
        with reachable():
            data: bytes | None = self._client.get(keys.report_key(id))
        return data

    def keep_report(self, id: str, data: bytes, for_ms: int = KEPT_MS) -> None:
        """Keep the report on a document."""
        with reachable():
            self._client.set(keys.report_key(id), data, px=for_ms)

    # Published games

    def game(self, slug: str) -> Written | None:
        """A published game, None if there is none with this slug."""
        with reachable():
            return _written(slug, self._client.hmget(keys.game_key(slug), *FIELDS))

    def publish(
        self,
        slug: str,
        read: int,
        data: bytes,
        document: tuple[str, bytes] | None,
        now: int,
        let_go: Sequence[str] = (),
    ) -> int:
        """Write a published game whose revision was `read`, 0 for a new one; its revision now, 0 if somebody
        else was first. `document`: id and bytes of a new one; `let_go`: documents that from now on (ms) only
        rooms keep.
        """
        id, packed = ("", b"") if document is None else (document[0], zlib.compress(document[1]))
        names = [
            keys.game_key(slug), keys.GAMES_REVISION, keys.GAMES_CHANGED, keys.document_key(id),
            keys.DOCUMENT_SIZES, keys.DOCUMENTS_DUE, keys.GAMES_EPOCH,
        ]  # fmt: skip
        epoch = secrets.token_hex(EPOCH_BYTES)
        args: list[Any] = [slug, read, data, id, packed, epoch, now + KEPT_MS, *let_go]
        with reachable():
            return int(self._publish(names, args, client=self._client))

    def played(self, slug: str) -> int:
        """Count a game that has begun; how often it was played."""
        names = [keys.game_key(slug), keys.GAMES_REVISION, keys.GAMES_CHANGED]
        with reachable():
            return int(self._played(names, [slug], client=self._client))

    def revision(self) -> tuple[str, int]:
        """The epoch of the list, which is another one where the store was emptied, and within it the revision
        of the last change of any published game.
        """
        with reachable():
            epoch, revision = self._client.mget(keys.GAMES_EPOCH, keys.GAMES_REVISION)
        return (epoch or b"").decode(), int(revision or 0)

    def changed_since(self, revision: int) -> Iterator[tuple[int, Written | None]]:
        """The published games that changed after this revision, oldest change first, each with the revision
        of the change.
        """
        while True:
            with reachable(), self._client.pipeline(transaction=False) as pipe:
                found = self._client.zrangebyscore(
                    keys.GAMES_CHANGED, f"({revision}", "+inf", start=0, num=PAGE, withscores=True
                )
                for slug, _ in found:
                    pipe.hmget(keys.game_key(slug.decode()), *FIELDS)
                rows = pipe.execute()
            for (slug, at), row in zip(found, rows, strict=True):
                revision = int(at)
                yield revision, _written(slug.decode(), row)
            if len(found) < PAGE:
                return


FIELDS = ("rev", "data", "plays")


def _written(slug: str, fields: Sequence[bytes | None]) -> Written | None:
    revision, data, plays = fields
    if revision is None or data is None:
        return None
    return Written(slug, int(revision), data, int(plays or 0))
