"""Documents and published games in Redis: bytes, JSON, revisions, expiry.

The store keeps documents of published games forever. Other documents expire if no room has used them for a
long time. A document on trial, which its author tries out before publishing, stays for an hour, and longer
if rooms need it. The store deletes expired documents when an author publishes or tries a document.

In this module, a document also means a picture, because the store counts and deletes both in the same way. A
report says how a game plays: its length, for example. A network is a block of addresses; all documents from
one network share a limit. All changes of published games have numbers, called revisions. The slug of a game
is its name in addresses.
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
"""Time for which the store keeps an unpublished document after its last use in a room (ms)."""
MIN_DOCUMENT_TTL_MS = 2 * 24 * 3_600_000
"""Time for which the store keeps an unpublished document even if memory is short, in ms.

A room without changes expires earlier, so no room loses its document.
"""
TRIAL_TTL_MS = 3_600_000
"""Time for which the store keeps a document on trial, and the report on it, in ms: an hour."""
PAGE = 500
"""Maximum number of changes, or of expired documents, that one call handles."""
EPOCH_BYTES = 8
"""Number of random bytes in the epoch of the list of games (see `keys.GAMES_EPOCH`)."""


class StoredGame(NamedTuple):
    """A published game as it is stored. `data` is JSON."""

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
        """Return the bytes of a document, or None if the store does not have it (any more)."""
        with reachable():
            packed = self._client.get(keys.document_key(id))
        return None if packed is None else zlib.decompress(packed)

    def keep(
        self, id: str, now: int, data: bytes = b"", for_ms: int = DOCUMENT_TTL_MS, network: str = ""
    ) -> bool:
        """Keep a document for `for_ms` after `now` (ms), by default as long as a room may need it.

        `data`: the bytes of the document. Without them, the method only extends the time of a document that
        is already stored, or returns False if it is not stored. `network`: a hash of the sender's network. A
        new document counts for the limit of this network.
        """
        packed = zlib.compress(data) if data else b""
        with reachable():
            return bool(self._keep(_names(id), [id, now + for_ms, packed, network], client=self._client))

    # The store keeps, counts and deletes pictures like documents

    def picture(self, id: str) -> bytes | None:
        """Return the bytes of a picture, or None if the store does not have it."""
        return self.document(keys.picture_name(id))

    def keep_pictures(self, pictures: Mapping[str, bytes], now: int, for_ms: int, network: str) -> None:
        """Keep pictures (id -> bytes) for `for_ms` after `now` (ms).

        `network`: a hash of the sender's network. New pictures count for the limit of this network.
        """
        for id, data in pictures.items():
            self.keep(keys.picture_name(id), now, data, for_ms, network)

    def renew_pictures(self, ids: Iterable[str], now: int, for_ms: int = DOCUMENT_TTL_MS) -> None:
        """Keep stored pictures for `for_ms` after `now` (ms), by default as long as rooms need them."""
        names = [keys.picture_name(id) for id in ids]
        if names:
            with reachable():
                self._renew([keys.DOCUMENTS_DUE], [now + for_ms, *names], client=self._client)

    def stored_pictures(self, ids: Iterable[str]) -> set[str]:
        """Return the ids of stored pictures among these ids."""
        names = {keys.picture_name(id): id for id in ids}
        with reachable():
            sizes = self._sizes(names)
        return {names[name] for name, size in sizes.items() if size}

    def free_space(self, document: bytes, max_bytes: int, now: int, more: int = 0) -> bool:
        """Free memory for a document, and for `more` bytes of pictures.

        The method deletes expired documents. If that is not enough, it also deletes unneeded documents:
        unpublished ones that no room has used for some time. Returns whether all documents and pictures,
        including the new ones, then fit into `max_bytes`.
        """
        with reachable():
            self._drop_first(self._kept_until("-inf", now)[:PAGE])
            excess = self.stored_bytes() + len(zlib.compress(document)) + more - max_bytes
            if excess > 0:
                excess -= self._drop_first(self._unneeded(now), excess)
        return excess <= 0

    def drop_unneeded(self, now: int) -> bool:
        """Delete unneeded documents: unpublished ones that no room has used for some time.

        Returns False if there are none.
        """
        with reachable():
            return self._drop_first(self._unneeded(now)[:PAGE]) > 0

    def fits_network(
        self, network: str, id: str, document: bytes, max_bytes: float, now: int, more: int = 0
    ) -> bool:
        """Return whether the documents of a network, with this one, fit into `max_bytes`.

        `more`: the bytes of new pictures, which count, too. If there is not enough space, the method first
        deletes documents of the network that are unpublished, and that no room has used for some time.
        """
        with reachable():
            networks = self._client.hgetall(keys.DOCUMENTS_FROM)
            ids = [id.decode() for id, owner in networks.items() if owner.decode() == network]
            sizes = self._sizes(owned_id for owned_id in ids if owned_id != id)
            excess = sum(sizes.values()) + len(zlib.compress(document)) + more - max_bytes
            if excess > 0:
                # An older release deleted documents, but left their entries in this hash.
                if lost_ids := [owned_id for owned_id, size in sizes.items() if not size]:
                    self._client.hdel(keys.DOCUMENTS_FROM, *lost_ids)
                excess -= self._drop_first(
                    [entry for entry in self._unneeded(now) if entry[0] in sizes], excess
                )
        return excess <= 0

    def _kept_until(self, since: str, until: int) -> list[tuple[str, int]]:
        """Return unpublished documents that expire between two times.

        The result has pairs of id and expiry (ms), the earliest first.
        """
        rows = self._client.zrangebyscore(
            keys.DOCUMENTS_DUE, since, until, start=0, num=10 * PAGE, withscores=True
        )
        return [(id.decode(), int(at)) for id, at in rows]

    def _unneeded(self, now: int) -> list[tuple[str, int]]:
        """Return documents that have expired, or that no room has used for some time.

        The result has pairs as in `_kept_until`. It leaves out documents that may still be on trial.
        """
        return [
            *self._kept_until("-inf", now),
            *self._kept_until(f"({now + TRIAL_TTL_MS}", now + DOCUMENT_TTL_MS - MIN_DOCUMENT_TTL_MS),
        ]

    def _drop_first(self, documents: list[tuple[str, int]], wanted_bytes: float = float("inf")) -> int:
        """Delete documents until this has freed `wanted_bytes`. Return the number of freed bytes.

        A document stays if a room has extended its time meanwhile.
        """
        sizes, freed = self._sizes(id for id, _ in documents), 0
        for id, until in documents:
            if freed >= wanted_bytes:
                break
            if self._drop(_names(id), [id, until], client=self._client):
                freed += sizes[id]
        return freed

    def _sizes(self, ids: Iterable[str]) -> dict[str, int]:
        """Return the sizes of documents in bytes, by id; 0 for documents that the store lacks."""
        names = list(ids)
        sizes = self._client.hmget(keys.DOCUMENT_SIZES, names) if names else []
        return {id: int(size or 0) for id, size in zip(names, sizes, strict=True)}

    def stored_bytes(self) -> int:
        return sum(map(int, self._client.hvals(keys.DOCUMENT_SIZES)))

    def bar(self, id: str) -> None:
        """Mark a document as barred: no new room may play it."""
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
        """Write a published game. Return its new revision, or 0 if another write came first.

        - `base_revision`: the revision that the new one replaces; 0 for a new game
        - `document`: the id and bytes of a new document
        - `unlisted`: ids of documents that are no longer published. From `now` (ms) on, they stay only as
          long as rooms may need them.
        - `network`: a hash of the sender's network. The new document counts for the limit of this network.
        - `pictures`: with a new document, the ids of its pictures, to keep as long as the game has them.
          Without a new document, the ids of pictures that the game no longer has.
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
        """Count a play, because a room has begun the game. Return the number of plays."""
        names = [keys.game_key(slug), keys.GAMES_REVISION, keys.GAMES_CHANGED]
        with reachable():
            return int(self._count_play(names, [slug], client=self._client))

    def revision(self) -> tuple[str, int]:
        """Return the epoch of the list of games, and the revision of the last change.

        If the store loses its data, the list gets another epoch.
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
