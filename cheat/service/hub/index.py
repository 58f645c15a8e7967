"""The index of published games: a worker has all in memory, and reads only changes.

So a search needs no command to the store. A worker only asks once a second whether anything has changed.
"""

from __future__ import annotations

import re
import threading
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Literal, NamedTuple

from msgspec import UNSET

from cheat.documents.about import About
from cheat.service.hub.records import FLAGS_HIDE, Page, Record, decode_record, entry
from cheat.store.published import DocumentStore

CHECK_PAUSE_S = 1.0
"""Shortest time between two questions whether anything has changed, in seconds."""
MOST_WEIGHT = 64_000_000
"""Most bytes of memory of all games.

Enough for the most games that there may be, if their texts are short. A short text has a sentence or two.
"""
MOST_GAMES = 5000
"""Most published games, including removed ones.

Each worker has all of them in memory, with 5 to 10 KB each.
"""
LEAST_WEIGHT, BYTE_WEIGHT, WORD_WEIGHT = 3_000, 4, 150
"""Bytes of memory for a game, for each byte of its stored form, and for each of its words.

A search finds the game by these words.
"""
PAGE = 30
MOST_TERMS = 8
"""Most words of a search that are used."""
MOST_PAGES = 64
MOST_TAGS = 24
"""Most tags that are offered: those that most games have."""

Sort = Literal["new", "played", "name"]
Key = tuple[int | str, str]
"""The value that a game is sorted by, and its slug, so that no two games have the same key."""


class Query(NamedTuple):
    """A search: words, a tag, a number of players.

    `after`: the cursor of the page, "" for the first one. `flagged`: only games that wait for the operator.
    `built_in`: also games that come with the server.
    """

    words: str = ""
    tag: str = ""
    players: int = 0
    sort: Sort = "new"
    after: str = ""
    language: str = "en"
    flagged: bool = False
    built_in: bool = False


class IndexEntry(NamedTuple):
    """A published game, the words that find it, and the bytes of memory that it takes at most."""

    record: Record
    plays: int
    words: frozenset[str]
    weight: int


def index_entry(record: Record, data: bytes, plays: int = 0) -> IndexEntry:
    """Return the entry of the index for a published game with this stored form."""
    words = frozenset(_index_words(record.about))
    return IndexEntry(record, plays, words, LEAST_WEIGHT + BYTE_WEIGHT * len(data) + WORD_WEIGHT * len(words))


class IndexState(NamedTuple):
    """The index at one revision. Its games never change, so a request can use it without a lock.

    It keeps its `pages` itself, so no answer is used for a later revision. `listed`: ids of all versions of
    listed games; `barred`: ids and content hashes of barred games; `incomplete`: slugs of withheld games
    without content hashes, since an older release stored them.
    """

    epoch: str
    revision: int
    entries: dict[str, IndexEntry]
    pages: OrderedDict[Query, Page]
    listed: frozenset[str] = frozenset()
    barred: frozenset[str] = frozenset()
    incomplete: tuple[str, ...] = ()


class Index:
    """The index of all published games.

    `built_in`: a function that returns records of the games that come with the server.
    """

    def __init__(self, store: DocumentStore, built_in: Callable[[], list[Record]] = list) -> None:
        self._store, self._read_built_in = store, built_in
        self.state = IndexState("", 0, {}, OrderedDict())
        self._checked_at = float("-inf")
        self._lock = threading.Lock()

    def refresh(self, *, now: bool = False) -> None:
        """Read changes. `now`: even if the last reading was just before. Raises StoreUnavailable."""
        with self._lock:
            if not now and time.monotonic() - self._checked_at < CHECK_PAUSE_S:
                return
            self._checked_at = time.monotonic()
            epoch, revision = self._store.revision()
            before = self.state
            if (epoch, revision) == (before.epoch, before.revision):
                return
            if epoch != before.epoch or revision < before.revision:  # the store was emptied or replaced
                before = IndexState(epoch, 0, {}, OrderedDict())
            self.state = self._with_changes(before)

    def _with_changes(self, before: IndexState) -> IndexState:
        """Return the index with all changes since the given one."""
        entries, revision = dict(before.entries), before.revision
        for at, stored in self._store.changed_since(before.revision):
            revision = at
            if stored is not None:
                entries[stored.slug] = index_entry(decode_record(stored), stored.data, stored.plays)
        records = [one.record for one in entries.values()]
        listed = frozenset(id for one in records if one.state == "listed" for id in one.ids)
        barred = [one for one in records if one.state == "barred"]
        names = frozenset(name for one in barred for name in (*one.ids, *one.contents))
        incomplete = tuple(one.about.slug for one in records if one.is_withheld and not one.contents)
        return IndexState(before.epoch, revision, entries, OrderedDict(), listed, names, incomplete)

    def listed(self) -> dict[str, About]:
        """Return the metadata of all listed games, by slug. Raises StoreUnavailable."""
        self.refresh()
        entries = self.state.entries.items()
        return {slug: one.record.about for slug, one in entries if one.record.state == "listed"}

    def game(self, slug: str, *, is_named: bool = False) -> IndexEntry | None:
        """Return a listed game, None if there is none.

        `is_named`: a client asks for this game. So if it is not known here, read changes at once: it may just
        have been published through another worker.
        """
        self.refresh()
        if is_named and slug not in self.state.entries:
            self.refresh(now=True)
        entry = self.state.entries.get(slug)
        return entry if entry is not None and entry.record.state == "listed" else None

    def lists(self, id: str) -> bool:
        """Return whether this version of a game is listed."""
        self.refresh()
        return id in self.state.listed

    def bars(self, id: str, content: Callable[[], str]) -> bool:
        """Return whether a document is barred, by its id or its content hash."""
        self.refresh()
        barred = self.state.barred
        return bool(barred) and (id in barred or content() in barred)

    def incomplete(self) -> tuple[str, ...]:
        """Return the slugs of withheld games whose content hashes are not stored yet."""
        self.refresh()
        return self.state.incomplete

    def withholds(
        self, slug: str, owner: str, network: str, content: str, since: int
    ) -> Literal["content", "author", "network"] | None:
        """Return the first property that a game shares with another withheld game, None if none.

        The content comes first, then the author, then the network. The network only counts if the newest
        version of the other game is not older than `since` (ms).
        """
        entries = self.state.entries.values()
        others = [one.record for one in entries if one.record.is_withheld and one.record.about.slug != slug]
        if any(content in one.contents for one in others):
            return "content"
        if any(one.owner == owner for one in others):
            return "author"
        if any(one.network == network != "" and one.newest.at >= since for one in others):
            return "network"
        return None

    def count(self) -> int:
        """Return the number of games, including removed ones."""
        return len(self.state.entries)

    def has_room(self, record: Record, data: bytes, network: str = "", share: float = 1) -> bool:
        """Return whether the index has a place, and memory, for this stored form of a game.

        Both are limited, because each worker keeps all games. With a `network`, returns whether the games
        from it stay within this share of both.
        """
        slug = record.about.slug
        others = [
            one.weight
            for at, one in self.state.entries.items()
            if at != slug and (not network or one.record.network == network)
        ]
        weight = sum(others) + index_entry(record, data).weight
        return weight <= share * MOST_WEIGHT and len(others) < share * MOST_GAMES

    def page(self, query: Query) -> Page:
        """Return a page of the list."""
        self.refresh()
        state = self.state
        page = state.pages.get(query)
        if page is None:
            entries = [*state.entries.values(), *(self._built_in if query.built_in else ())]
            page = state.pages[query] = _page(entries, query)
            while len(state.pages) > MOST_PAGES:
                state.pages.popitem(last=False)
        return page

    @cached_property
    def _built_in(self) -> list[IndexEntry]:
        """The games that come with the server; read at the first search for them."""
        return [index_entry(record, b"") for record in self._read_built_in()]


def _page(entries: Iterable[IndexEntry], query: Query) -> Page:
    listed = [
        one
        for one in entries
        if (_awaits_operator(one.record) if query.flagged else one.record.state == "listed")
    ]
    found = sorted(matching(listed, query), key=lambda one: _key(one, query.sort))
    if after := _after(query):
        found = [one for one in found if _key(one, query.sort) > after]
    games = [entry(one.record, one.plays, query.language) for one in found[:PAGE]]
    next_cursor = _cursor(_key(found[PAGE - 1], query.sort)) if len(found) > PAGE else UNSET
    return Page(games=games, tags=_tags(listed), cursor=next_cursor)


def _awaits_operator(record: Record) -> bool:
    """Return whether a game waits for the operator: hidden, or flagged again after a decision."""
    return record.state == "hidden" or (record.state == "listed" and len(record.flags) >= FLAGS_HIDE)


def words_of(text: str) -> list[str]:
    """Return the words of a text, without case and accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return re.findall(r"\w+", "".join(one for one in plain if not unicodedata.combining(one)))


def _index_words(about: About) -> Iterator[str]:
    for texts in (about.name, about.summary):
        for text in texts.values() if isinstance(texts, dict) else [texts]:
            yield from words_of(text)
    for tag in (*about.tags, about.slug, about.author):
        yield from words_of(tag)


def matching(games: Iterable[IndexEntry], query: Query) -> Iterator[IndexEntry]:
    """Yield games that have, for each word of the query, a word that begins with it."""
    terms = words_of(query.words)[:MOST_TERMS]
    for one in games:
        about = one.record.about
        if query.tag and query.tag not in about.tags:
            continue
        if query.players and not about.seats(query.players):
            continue
        if all(any(word.startswith(term) for word in one.words) for term in terms):
            yield one


def _tags(games: Iterable[IndexEntry]) -> list[str]:
    """Return the tags that most games have, most first."""
    count: dict[str, int] = {}
    for one in games:
        for tag in one.record.about.tags:
            count[tag] = count.get(tag, 0) + 1
    return sorted(count, key=lambda tag: (-count[tag], tag))[:MOST_TAGS]


def _key(one: IndexEntry, sort: Sort) -> Key:
    slug, newest = one.record.about.slug, one.record.newest
    if sort == "name":
        name = one.record.about.name
        return " ".join(words_of(name if isinstance(name, str) else next(iter(name.values())))), slug
    return (-one.plays if sort == "played" else -newest.at), slug


def _cursor(key: Key) -> str:
    return f"{key[0]}~{key[1]}"


def _after(query: Query) -> Key | None:
    """Return the sort key in a cursor; None for a cursor that does not fit the order."""
    value, _, slug = query.after.rpartition("~")
    if query.sort == "name":
        return (value, slug) if slug else None
    digits = value.removeprefix("-")
    return (int(value), slug) if slug and digits.isascii() and digits.isdigit() and len(digits) < 16 else None
