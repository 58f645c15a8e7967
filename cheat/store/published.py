"""Documents and published games in Redis: bytes, JSON, revisions, expiry.

Documents of published games are kept forever. Others expire if no room has asked for them for a long time.
The store drops expired documents when an author publishes or tries a document.
"""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import redis

from cheat.store import keys
from cheat.store.rooms import reachable, script

DOCUMENT_TTL_MS = 90 * 24 * 3_600_000
"""Time for which an unpublished document is kept after its last use, in ms.

The document is used whenever a room asks for it.
"""
MIN_DOCUMENT_TTL_MS = 2 * 24 * 3_600_000
"""Time for which an unpublished document is kept even if space is needed, in ms.

A room without changes expires earlier, so no room loses its document.
"""
TRIAL_TTL_MS = 3_600_000
"""Time for which a draft on trial, and the report on it, are kept, in ms: an hour."""
PAGE = 500
"""Maximum number of changes, or of expired documents, that one call handles."""
EPOCH_BYTES = 8
"""Number of random bytes in an epoch."""


class StoredGame(NamedTuple):
    """A published game as last written; `data` is JSON."""

    slug: str
    revision: int
    data: bytes
    plays: int


class DocumentStore:
    """The store of documents, reports and published games."""

    def __init__(self, client: redis.Redis) -> None:
        self._client: Any = client
        self._keep = client.register_script(script("keep.lua"))
        self._renew = client.register_script(script("renew.lua"))
        self._drop = client.register_script(script("drop.lua"))
        self._publish = client.register_script(script("publish.lua"))
        self._count_play = client.register_script(script("played.lua"))

    # Documents

    def document(self, id: str) -> bytes | None:
        """Return the bytes of a document; None if it is no longer stored."""
        with reachable():
            packed = self._client.get(keys.document_key(id))
        return None if packed is None else zlib.decompress(packed)

    def keep(
        self, id: str, now: int, data: bytes = b"", for_ms: int = DOCUMENT_TTL_MS, network: str = ""
    ) -> bool:
        """Keep a document for `for_ms` after `now` (ms), by default as long as a room may need it.

        `network`: a hash of the network against whose limit a new document counts. Returns False if the
        document is not stored yet and `data` is empty.
        """
        packed = zlib.compress(data) if data else b""
        with reachable():
            return bool(self._keep(_names(id), [id, now + for_ms, packed, network], client=self._client))

    # Pictures are stored, counted and dropped like documents

    def picture(self, id: str) -> bytes | None:
        """Return the bytes of a picture; None if it is not stored."""
        return self.document(keys.picture_name(id))

    def keep_pictures(self, pictures: Mapping[str, bytes], now: int, for_ms: int, network: str) -> None:
        """Keep pictures, by id, for `for_ms` after `now` (ms).

        `network`: a hash of the network against whose limit new ones count.
        """
        for id, data in pictures.items():
            self.keep(keys.picture_name(id), now, data, for_ms, network)

    def renew_pictures(self, ids: Iterable[str], now: int, for_ms: int = DOCUMENT_TTL_MS) -> None:
        """Keep stored pictures for `for_ms` after `now` (ms).

        The default is as long as a room may need them.
        """
        names = [keys.picture_name(id) for id in ids]
        if names:
            with reachable():
                self._renew([keys.DOCUMENTS_DUE], [now + for_ms, *names], client=self._client)

    def stored_pictures(self, ids: Iterable[str]) -> set[str]:
        """Return those of some pictures that are stored."""
        names = {keys.picture_name(id): id for id in ids}
        with reachable():
            sizes = self._sizes(names)
        return {names[name] for name, size in sizes.items() if size}

    def free_space(self, document: bytes, max_bytes: int, now: int, more: int = 0) -> bool:
        """Free space for a document, and for `more` bytes of pictures.

        Returns whether all documents and pictures together then fit into `max_bytes`. Drops expired ones. If
        that is not enough, it also drops those that only rooms keep and that no room has asked for lately.
        """
        with reachable():
            self._drop_first(self._kept_until("-inf", now)[:PAGE])
            excess = self.stored_bytes() + len(zlib.compress(document)) + more - max_bytes
            if excess > 0:
                excess -= self._drop_first(self._unneeded(now), excess)
        return excess <= 0

    def drop_unneeded(self, now: int) -> bool:
        """Drop documents that only rooms keep and that no room has asked for lately.

        Returns False if there are none.
        """
        with reachable():
            return self._drop_first(self._unneeded(now)[:PAGE]) > 0

    def fits_network(
        self, network: str, id: str, document: bytes, max_bytes: float, now: int, more: int = 0
    ) -> bool:
        """Return whether this document and all others of a network fit into `max_bytes`.

        `more`: bytes of new pictures. If they do not fit, it first drops documents of the network that only
        rooms keep and that no room has asked for lately.
        """
        with reachable():
            networks = self._client.hgetall(keys.DOCUMENTS_FROM)
            ids = [id.decode() for id, owner in networks.items() if owner.decode() == network]
            sizes = self._sizes(owned_id for owned_id in ids if owned_id != id)
            excess = sum(sizes.values()) + len(zlib.compress(document)) + more - max_bytes
            if excess > 0:
                if lost_ids := [
                    owned_id for owned_id, size in sizes.items() if not size
                ]:  # dropped by an older release
                    self._client.hdel(keys.DOCUMENTS_FROM, *lost_ids)
                excess -= self._drop_first(
                    [entry for entry in self._unneeded(now) if entry[0] in sizes], excess
                )
        return excess <= 0

    def _kept_until(self, since: str, until: int) -> list[tuple[str, int]]:
        """Return documents that only rooms keep, as pairs of id and expiry (ms), earliest first."""
        rows = self._client.zrangebyscore(
            keys.DOCUMENTS_DUE, since, until, start=0, num=10 * PAGE, withscores=True
        )
        return [(id.decode(), int(at)) for id, at in rows]

    def _unneeded(self, now: int) -> list[tuple[str, int]]:
        """Return documents that have expired, or that no room has asked for lately.

        Returns pairs as `_kept_until` does. Drafts that may still be tried are not among them.
        """
        return [
            *self._kept_until("-inf", now),
            *self._kept_until(f"({now + TRIAL_TTL_MS}", now + DOCUMENT_TTL_MS - MIN_DOCUMENT_TTL_MS),
        ]

    def _drop_first(self, documents: list[tuple[str, int]], wanted_bytes: float = float("inf")) -> int:
        """Drop documents until `wanted_bytes` bytes are free. Return the number of freed bytes.

        A document stays if its time has been extended meanwhile.
        """
        sizes, freed = self._sizes(id for id, _ in documents), 0
        for id, until in documents:
            if freed >= wanted_bytes:
                break
            if self._drop(_names(id), [id, until], client=self._client):
                freed += sizes[id]
        return freed

    def _sizes(self, ids: Iterable[str]) -> dict[str, int]:
        """Return the sizes of documents in bytes, by id; 0 if a document is not stored."""
        names = list(ids)
        sizes = self._client.hmget(keys.DOCUMENT_SIZES, names) if names else []
        return {id: int(size or 0) for id, size in zip(names, sizes, strict=True)}

    def stored_bytes(self) -> int:
        return sum(map(int, self._client.hvals(keys.DOCUMENT_SIZES)))

    def bar(self, id: str) -> None:
        """Mark a document as barred: it must not be played any more."""
        with reachable():
            self._client.set(keys.barred_key(id), b"too_slow", px=DOCUMENT_TTL_MS)

    def unbar(self, ids: Iterable[str]) -> None:
        """Remove the marks that `bar` has set."""
        with reachable():
            for id in ids:
                self._client.delete(keys.barred_key(id))

    def is_barred(self, id: str) -> bool:
        """Return whether `bar` has marked a document."""
        with reachable():
            return bool(self._client.exists(keys.barred_key(id)))

    # Reports

    def report(self, id: str) -> bytes | None:
        """Return the report on a document, or None if there is none."""
        with reachable():
            data: bytes | None = self._client.get(keys.report_key(id))
        return data

    def store_report(self, id: str, data: bytes, for_ms: int = DOCUMENT_TTL_MS) -> None:
        """Keep the report on a document."""
        with reachable():
            self._client.set(keys.report_key(id), data, px=for_ms)

    # Published games

    def game(self, slug: str) -> StoredGame | None:
        """Return the published game with this slug, or None if there is none."""
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
        pictures: Sequence[str] = (),
    ) -> int:
        """Write a published game. Return its new revision, or 0 if another writer was faster.

        `base_revision`: the revision that this one replaces, 0 for a new game. `document`: id and bytes of a
        new document. `unlisted`: documents that the list no longer keeps; from `now` (ms) on, only rooms keep
        them. `network`: a hash of the network against whose limit the new document counts. `pictures`: the
        ids of pictures that the list keeps as long as the game has them: with a document, they are its
        pictures; without one, the game has them no longer.
        """
        id, compressed = ("", b"") if document is None else (document[0], zlib.compress(document[1]))
        names = [
            keys.game_key(slug), keys.GAMES_REVISION, keys.GAMES_CHANGED, keys.document_key(id),
            keys.DOCUMENT_SIZES, keys.DOCUMENTS_DUE, keys.GAMES_EPOCH, keys.DOCUMENTS_FROM,
            *map(keys.holders_key, pictures),
        ]  # fmt: skip
        epoch = secrets.token_hex(EPOCH_BYTES)
        until = now + DOCUMENT_TTL_MS
        picture_args = [len(pictures), *map(keys.picture_name, pictures)]
        args: list[Any] = [
            *(slug, base_revision, data, id, compressed, epoch, network, until),
            *picture_args,
            *unlisted,
        ]
        with reachable():
            return int(self._publish(names, args, client=self._client))

    def count_play(self, slug: str) -> int:
        """Count a game that a table has begun. Return how often the game was played."""
        names = [keys.game_key(slug), keys.GAMES_REVISION, keys.GAMES_CHANGED]
        with reachable():
            return int(self._count_play(names, [slug], client=self._client))

    def revision(self) -> tuple[str, int]:
        """Return the epoch of the list and the revision of its last change.

        The list gets another epoch after the store was emptied.
        """
        with reachable():
            epoch, revision = self._client.mget(keys.GAMES_EPOCH, keys.GAMES_REVISION)
        return (epoch or b"").decode(), int(revision or 0)

    def changed_since(self, revision: int) -> Iterator[tuple[int, StoredGame | None]]:
        """Yield the published games that changed after this revision, oldest change first.

        Each game comes with the revision of its change.
        """
        while True:
            with reachable(), self._client.pipeline(transaction=False) as pipeline:
                changes = self._client.zrangebyscore(
                    keys.GAMES_CHANGED, f"({revision}", "+inf", start=0, num=PAGE, withscores=True
                )
                for slug, _ in changes:
                    pipeline.hmget(keys.game_key(slug.decode()), *FIELDS)
                rows = pipeline.execute()
            for (slug, at), row in zip(changes, rows, strict=True):
                revision = int(at)
                yield revision, _stored_game(slug.decode(), row)
            if len(changes) < PAGE:
                return


def _names(id: str) -> list[str]:
    return [keys.document_key(id), keys.DOCUMENT_SIZES, keys.DOCUMENTS_DUE, keys.DOCUMENTS_FROM]


FIELDS = ("rev", "data", "plays")


def _stored_game(slug: str, fields: Sequence[bytes | None]) -> StoredGame | None:
    revision, data, plays = fields
    if revision is None or data is None:
        return None
    return StoredGame(slug, int(revision), data, int(plays or 0))
