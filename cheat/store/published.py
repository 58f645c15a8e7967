"""Documents and published games in Redis: bytes, JSON, revisions, expiry. Knows no game.

The documents of a published game stay for ever. Others expire if no room has asked for them for a long time.
The store drops expired documents when an author publishes or tries one.
"""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import redis

from cheat.store import keys
from cheat.store.rooms import reachable, script

DOCUMENT_TTL_MS = 90 * 24 * 3_600_000
"""Life of a document in no published game, after a room last asked for it, in ms."""
MIN_DOCUMENT_TTL_MS = 2 * 24 * 3_600_000
"""Life of such a document if space is needed, in ms.

No room lives longer, so no room loses its document.
"""
TRIAL_TTL_MS = 3_600_000
"""Life of a document that is tried before publishing, and of its report: an hour, in ms."""
PAGE = 500
"""Most changes, or expired documents, that are handled at once."""
EPOCH_BYTES = 8
"""Random bytes of an epoch."""


class StoredGame(NamedTuple):
    """A published game as it was written last; `data` is JSON."""

    slug: str
    revision: int
    data: bytes
    plays: int


class DocumentStore:
    """The store of documents, reports and published games."""

    def __init__(self, client: redis.Redis) -> None:
        self._client: Any = client
        self._keep = client.register_script(script("keep.lua"))
        self._drop = client.register_script(script("drop.lua"))
        self._publish = client.register_script(script("publish.lua"))
        self._count_play = client.register_script(script("played.lua"))

    # Documents

    def document(self, id: str) -> bytes | None:
        """Return the bytes of a document, None if it is not stored any more."""
        with reachable():
            packed = self._client.get(keys.document_key(id))
        return None if packed is None else zlib.decompress(packed)

    def keep(
        self, id: str, now: int, data: bytes = b"", for_ms: int = DOCUMENT_TTL_MS, network: str = ""
    ) -> bool:
        """Keep a document from now (ms) on, by default for as long as a room needs it.

        `network`: a hash of the network that a new document counts for. Returns False if the document is not
        stored yet and `data` is empty.
        """
        packed = zlib.compress(data) if data else b""
        with reachable():
            return bool(self._keep(_names(id), [id, now + for_ms, packed, network], client=self._client))

    def free_space(self, document: bytes, most: int, now: int) -> bool:
        """Make room for a document, and return whether all documents together fit into `most` bytes.

        Drops expired documents. If the rest does not fit, it also drops documents that only rooms keep and
        that no room has asked for lately, until it fits.
        """
        with reachable():
            self._drop_first(self._due("-inf", now)[:PAGE])
            over = self.stored_bytes() + len(zlib.compress(document)) - most
            if over > 0:
                over -= self._drop_first(self._unneeded(now), over)
        return over <= 0

    def drop_unneeded(self, now: int) -> bool:
        """Drop documents that only rooms keep, and that no room has asked for lately.

        Returns False if there are none.
        """
        with reachable():
            return self._drop_first(self._unneeded(now)[:PAGE]) > 0

    def fits_network(self, network: str, id: str, document: bytes, most: float, now: int) -> bool:
        """Return whether this document and all others of a network fit into `most` bytes.

        If not, first drops documents of the network that only rooms keep and that no room has asked for
        lately, until they fit.
        """
        with reachable():
            stored = self._client.hgetall(keys.DOCUMENTS_FROM)
            ids = [one.decode() for one, by in stored.items() if by.decode() == network]
            sizes = self._sizes(one for one in ids if one != id)
            over = sum(sizes.values()) + len(zlib.compress(document)) - most
            if over > 0:
                if gone := [one for one, size in sizes.items() if not size]:  # dropped by an older release
                    self._client.hdel(keys.DOCUMENTS_FROM, *gone)
                over -= self._drop_first([one for one in self._unneeded(now) if one[0] in sizes], over)
        return over <= 0

    def _due(self, after: str, until: int) -> list[tuple[str, int]]:
        """Return ids of documents that only rooms keep, and until when (ms), the earliest first."""
        rows = self._client.zrangebyscore(
            keys.DOCUMENTS_DUE, after, until, start=0, num=10 * PAGE, withscores=True
        )
        return [(id.decode(), int(at)) for id, at in rows]

    def _unneeded(self, now: int) -> list[tuple[str, int]]:
        """Return the documents that are expired, or that no room has asked for lately.

        Drafts that may still be tried are not among them.
        """
        return [
            *self._due("-inf", now),
            *self._due(f"({now + TRIAL_TTL_MS}", now + DOCUMENT_TTL_MS - MIN_DOCUMENT_TTL_MS),
        ]

    def _drop_first(self, due: list[tuple[str, int]], enough: float = float("inf")) -> int:
        """Drop documents until `enough` bytes are free, and return the number of freed bytes.

        A document stays if its time was extended meanwhile.
        """
        sizes, freed = self._sizes(id for id, _ in due), 0
        for id, until in due:
            if freed >= enough:
                break
            if self._drop(_names(id), [id, until], client=self._client):
                freed += sizes[id]
        return freed

    def _sizes(self, ids: Iterable[str]) -> dict[str, int]:
        """Return the bytes of documents by id, 0 if they are not stored."""
        names = list(ids)
        sizes = self._client.hmget(keys.DOCUMENT_SIZES, names) if names else []
        return {id: int(size or 0) for id, size in zip(names, sizes, strict=True)}

    def stored_bytes(self) -> int:
        return sum(map(int, self._client.hvals(keys.DOCUMENT_SIZES)))

    def bar(self, id: str) -> None:
        """Mark a document that must not be played any more."""
        with reachable():
            self._client.set(keys.barred_key(id), b"too_slow", px=DOCUMENT_TTL_MS)

    def unbar(self, ids: Iterable[str]) -> None:
        """Remove the marks of `bar` from documents."""
        with reachable():
            for id in ids:
                self._client.delete(keys.barred_key(id))

    def is_barred(self, id: str) -> bool:
        """Return whether `bar` has marked a document."""
        with reachable():
            return bool(self._client.exists(keys.barred_key(id)))

    # Reports

    def report(self, id: str) -> bytes | None:
        """Return the report on a document, None if there is none."""
        with reachable():
            data: bytes | None = self._client.get(keys.report_key(id))
        return data

    def store_report(self, id: str, data: bytes, for_ms: int = DOCUMENT_TTL_MS) -> None:
        """Keep the report on a document."""
        with reachable():
            self._client.set(keys.report_key(id), data, px=for_ms)

    # Published games

    def game(self, slug: str) -> StoredGame | None:
        """Return a published game, None if there is none with this slug."""
        with reachable():
            return _stored_game(slug, self._client.hmget(keys.game_key(slug), *FIELDS))

    def publish(
        self,
        slug: str,
        base_revision: int,
        data: bytes,
        document: tuple[str, bytes] | None,
        now: int,
        unlisted: Sequence[str] = (),
        network: str = "",
    ) -> int:
        """Write a published game, and return its new revision; 0 if another writer was faster.

        `base_revision`: the revision that this one replaces, 0 for a new game. `document`: id and bytes of a
        new document. `unlisted`: documents that the list no longer keeps; from `now` (ms) on, only rooms do.
        `network`: a hash of the network that the new document counts for.
        """
        id, compressed = ("", b"") if document is None else (document[0], zlib.compress(document[1]))
        names = [
            keys.game_key(slug), keys.GAMES_REVISION, keys.GAMES_CHANGED, keys.document_key(id),
            keys.DOCUMENT_SIZES, keys.DOCUMENTS_DUE, keys.GAMES_EPOCH, keys.DOCUMENTS_FROM,
        ]  # fmt: skip
        epoch = secrets.token_hex(EPOCH_BYTES)
        until = now + DOCUMENT_TTL_MS
        args: list[Any] = [slug, base_revision, data, id, compressed, epoch, network, until, *unlisted]
        with reachable():
            return int(self._publish(names, args, client=self._client))

    def count_play(self, slug: str) -> int:
        """Count that a table has begun a game, and return how often it was played."""
        names = [keys.game_key(slug), keys.GAMES_REVISION, keys.GAMES_CHANGED]
        with reachable():
            return int(self._count_play(names, [slug], client=self._client))

    def revision(self) -> tuple[str, int]:
        """Return the epoch of the list and the revision of its last change.

        After the store was emptied, the list has another epoch.
        """
        with reachable():
            epoch, revision = self._client.mget(keys.GAMES_EPOCH, keys.GAMES_REVISION)
        return (epoch or b"").decode(), int(revision or 0)

    def changed_since(self, revision: int) -> Iterator[tuple[int, StoredGame | None]]:
        """Yield the published games that changed after this revision, oldest change first.

        Each comes with the revision of its change.
        """
        while True:
            with reachable(), self._client.pipeline(transaction=False) as pipeline:
                found = self._client.zrangebyscore(
                    keys.GAMES_CHANGED, f"({revision}", "+inf", start=0, num=PAGE, withscores=True
                )
                for slug, _ in found:
                    pipeline.hmget(keys.game_key(slug.decode()), *FIELDS)
                rows = pipeline.execute()
            for (slug, at), row in zip(found, rows, strict=True):
                revision = int(at)
                yield revision, _stored_game(slug.decode(), row)
            if len(found) < PAGE:
                return


def _names(id: str) -> list[str]:
    return [keys.document_key(id), keys.DOCUMENT_SIZES, keys.DOCUMENTS_DUE, keys.DOCUMENTS_FROM]


FIELDS = ("rev", "data", "plays")


def _stored_game(slug: str, fields: Sequence[bytes | None]) -> StoredGame | None:
    revision, data, plays = fields
    if revision is None or data is None:
        return None
    return StoredGame(slug, int(revision), data, int(plays or 0))
