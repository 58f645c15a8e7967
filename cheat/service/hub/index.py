"""The index of published games: each worker has all games in memory, to search them quickly.

A worker reads only changes from the store, and asks for them at most once a second.
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
"""Minimum time between two requests for changes, in seconds."""
MOST_WEIGHT = 64_000_000
"""Maximum memory of all games, in bytes.

This size is enough for `MOST_GAMES` games with a sentence or two of text each.
"""
MOST_GAMES = 5000
"""Maximum number of published games, including removed ones.

Each worker keeps all these games in memory. Each game takes 5 to 10 KB.
"""
LEAST_WEIGHT, BYTE_WEIGHT, WORD_WEIGHT = 3_000, 4, 150
"""Bytes of memory for each game, each byte of its stored record, and each of its words."""
PAGE = 30
MOST_TERMS = 8
"""Maximum number of words in a search. The search ignores further words."""
RANK_STEP = 10**12
"""The weight of a rank among recommended games. It is larger than any number of plays."""
MOST_PAGES = 64
MOST_TAGS = 24
"""Maximum number of tags that the list of games shows: the most frequent ones."""

Sort = Literal["new", "played", "name", "recommended"]
Key = tuple[int | str, str]
"""The value by which a game is sorted, and its slug, so that no two games have the same key."""


class Query(NamedTuple):
    """A search: words, a tag, a number of players.

    `cursor`: the text that names the beginning of a page; "" for the first page. `flagged`: find only games
    that wait for the operator. `built_in`: find built-in games, too.
    """

    words: str = ""
    tag: str = ""
    players: int = 0
    sort: Sort = "new"
    cursor: str = ""
    language: str = "en"
    flagged: bool = False
    built_in: bool = False


class IndexEntry(NamedTuple):
    """A published game, the words by which searches find it, and its maximum memory in bytes."""

    record: Record
    plays: int
    words: frozenset[str]
    weight: int


def index_entry(record: Record, data: bytes, plays: int = 0) -> IndexEntry:
    """Return the index entry of a published game. `data`: the stored form of its record."""
    words = frozenset(_index_words(record.about))
    return IndexEntry(record, plays, words, LEAST_WEIGHT + BYTE_WEIGHT * len(data) + WORD_WEIGHT * len(words))


class IndexState(NamedTuple):
    """The index at one revision. A revision is the number of a change in the store.

    An `IndexState` never changes its games, so a request can use it without a lock.

    - `pages`: a cache of pages of this revision
    - `listed_ids`: the ids of all versions of listed games
    - `barred_names`: the ids and content hashes of barred games, which new rooms cannot play (see `State` in
      `records.py`)
    - `withheld_pictures`: the ids of pictures that only withheld games have
    - `incomplete`: the slugs of withheld games (`Record.is_withheld`) whose content hashes an older release
      did not store
    """

    epoch: str
    revision: int
    entries: dict[str, IndexEntry]
    pages: OrderedDict[Query, Page]
    listed_ids: frozenset[str] = frozenset()
    barred_names: frozenset[str] = frozenset()
    incomplete: tuple[str, ...] = ()
    withheld_pictures: frozenset[str] = frozenset()


class Index:
    """The index of all published games.

    `built_in`: a function that returns records of the built-in games.
    """

    def __init__(self, store: DocumentStore, built_in: Callable[[], list[Record]] = list) -> None:
        self._store, self._read_built_in = store, built_in
        self.state = IndexState("", 0, {}, OrderedDict())
        self._checked_at = float("-inf")
        self._lock = threading.Lock()

    def refresh(self, *, at_once: bool = False) -> None:
        """Read changes from the store, but at most once in `CHECK_PAUSE_S`.

        `at_once`: read changes now in any case. Raises StoreUnavailable.
        """
        with self._lock:
            if not at_once and time.monotonic() - self._checked_at < CHECK_PAUSE_S:
                return
            self._checked_at = time.monotonic()
            epoch, revision = self._store.revision()
            former = self.state
            if (epoch, revision) == (former.epoch, former.revision):
                return
            if epoch != former.epoch or revision < former.revision:  # the store is empty or another one
                former = IndexState(epoch, 0, {}, OrderedDict())
            self.state = self._with_changes(former)

    def _with_changes(self, former: IndexState) -> IndexState:
        """Return the state `former` with all later changes of the store."""
        entries, revision = dict(former.entries), former.revision
        for changed_at, stored in self._store.changed_since(former.revision):
            revision = changed_at
            if stored is not None:
                entries[stored.slug] = index_entry(decode_record(stored), stored.data, stored.plays)
        records = [game.record for game in entries.values()]
        listed_ids = frozenset(id for record in records if record.state == "listed" for id in record.ids)
        barred = [record for record in records if record.state == "barred"]
        barred_names = frozenset(name for record in barred for name in (*record.ids, *record.contents))
        incomplete = tuple(
            record.about.slug for record in records if record.is_withheld and not record.contents
        )
        return IndexState(
            former.epoch,
            revision,
            entries,
            OrderedDict(),
            listed_ids,
            barred_names,
            incomplete,
            _withheld_pictures(records),
        )

    def listed_games(self) -> dict[str, About]:
        """Return the metadata of all listed games, by slug. Raises StoreUnavailable."""
        self.refresh()
        entries = self.state.entries.items()
        return {slug: game.record.about for slug, game in entries if game.record.state == "listed"}

    def game(self, slug: str, *, is_named: bool = False) -> IndexEntry | None:
        """Return the listed game with this slug, or None.

        `is_named`: whether a client asks for this game by name. If so, and if this worker does not know the
        game, the worker reads changes at once, because another worker may just have published the game.
        """
        self.refresh()
        if is_named and slug not in self.state.entries:
            self.refresh(at_once=True)
        entry = self.state.entries.get(slug)
        return entry if entry is not None and entry.record.state == "listed" else None

    def lists(self, id: str) -> bool:
        """Return whether this version of a game is listed."""
        self.refresh()
        return id in self.state.listed_ids

    def bars(self, id: str, content: Callable[[], str]) -> bool:
        """Return whether a document is barred, by its id or its content hash."""
        self.refresh()
        barred = self.state.barred_names
        return bool(barred) and (id in barred or content() in barred)

    def withholds_picture(self, id: str) -> bool:
        """Return whether the picture with this id belongs to withheld games alone."""
        self.refresh()
        return id in self.state.withheld_pictures

    def owners_of_picture(self, id: str) -> set[str]:
        """Return the hashed keys of the authors of the games that have the picture with this id."""
        return {game.record.owner for game in self.state.entries.values() if id in game.record.pictures}

    def incomplete(self) -> tuple[str, ...]:
        """Return the slugs of withheld games whose content hashes are not stored yet."""
        self.refresh()
        return self.state.incomplete

    def withholds(
        self, slug: str, owner: str, network: str, content: str, since: int, pictures: Iterable[str] = ()
    ) -> Literal["content", "author", "network"] | None:
        """Return the first property that a game shares with other games that are withheld, or None.

        The content comes first, then the author, then the network. A picture counts as content only if no
        listed game has it. If pictures of listed games counted, too, a copy that is flagged could hide its
        original. The network counts only if the newest version of the other game is not older than `since`
        (ms).
        """
        entries = self.state.entries.values()
        others = [
            game.record for game in entries if game.record.is_withheld and game.record.about.slug != slug
        ]
        if any(content in record.contents for record in others):
            return "content"
        listed = [game.record for game in entries if game.record.state == "listed"]
        if not _withheld_pictures([*others, *listed]).isdisjoint(pictures):
            return "content"
        if any(record.owner == owner for record in others):
            return "author"
        if any(record.network == network != "" and record.newest.at >= since for record in others):
            return "network"
        return None

    def count(self) -> int:
        """Return the number of games, including removed ones."""
        return len(self.state.entries)

    def has_room(self, record: Record, data: bytes, network: str = "", share: float = 1) -> bool:
        """Return whether the index has a place and enough memory for a game with this record.

        Places and memory are limited, because each worker keeps all games. With a `network`, return whether
        this game and the other games of that network take at most `share` of all places and of all memory.
        """
        slug = record.about.slug
        others = [
            game.weight
            for other_slug, game in self.state.entries.items()
            if other_slug != slug and (not network or game.record.network == network)
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
        """The built-in games. The first search for them creates their entries."""
        return [index_entry(record, b"") for record in self._read_built_in()]


def _withheld_pictures(records: Iterable[Record]) -> frozenset[str]:
    """Return the ids of pictures that withheld games have, but no listed game has."""
    listed, withheld = set[str](), set[str]()
    for record in records:
        if record.pictures:
            pictures = listed if record.state == "listed" else withheld if record.is_withheld else set()
            pictures.update(record.pictures)
    return frozenset(withheld - listed)


def _page(entries: Iterable[IndexEntry], query: Query) -> Page:
    shown_games = [
        game
        for game in entries
        if (_awaits_operator(game.record) if query.flagged else game.record.state == "listed")
    ]
    matches = sorted(matching(shown_games, query), key=lambda game: _key(game, query.sort))
    if last_key := _key_of_cursor(query):
        matches = [game for game in matches if _key(game, query.sort) > last_key]
    games = [entry(game.record, game.plays, query.language) for game in matches[:PAGE]]
    next_cursor = _cursor(_key(matches[PAGE - 1], query.sort)) if len(matches) > PAGE else UNSET
    return Page(games=games, tags=_tags(shown_games), cursor=next_cursor)


def _awaits_operator(record: Record) -> bool:
    """Return whether a game waits for the operator: hidden, or flagged again after a decision."""
    return record.state == "hidden" or (record.state == "listed" and len(record.flags) >= FLAGS_HIDE)


def words_of(text: str) -> list[str]:
    """Return the words of a text, without case and accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return re.findall(r"\w+", "".join(char for char in plain if not unicodedata.combining(char)))


def _index_words(about: About) -> Iterator[str]:
    for texts in (about.name, about.summary):
        for text in texts.values() if isinstance(texts, dict) else [texts]:
            yield from words_of(text)
    for tag in (*about.tags, about.slug, about.author):
        yield from words_of(tag)


def matching(games: Iterable[IndexEntry], query: Query) -> Iterator[IndexEntry]:
    """Yield the games that match: each word of the query is the beginning of a word of the game."""
    terms = words_of(query.words)[:MOST_TERMS]
    for game in games:
        about = game.record.about
        if query.tag and query.tag not in about.tags:
            continue
        if query.players and not about.seats(query.players):
            continue
        if all(any(word.startswith(term) for word in game.words) for term in terms):
            yield game


def _tags(games: Iterable[IndexEntry]) -> list[str]:
    """Return the `MOST_TAGS` most frequent tags of these games, the most frequent first."""
    count: dict[str, int] = {}
    for game in games:
        for tag in game.record.about.tags:
            count[tag] = count.get(tag, 0) + 1
    return sorted(count, key=lambda tag: (-count[tag], tag))[:MOST_TAGS]


def _key(game: IndexEntry, sort: Sort) -> Key:
    slug, newest, name = game.record.about.slug, game.record.newest, game.record.about.name
    name = " ".join(words_of(name if isinstance(name, str) else next(iter(name.values()))))
    # A game of the server has no date. A game in Python has no version either, and comes before documents.
    if sort == "name":
        return name, slug
    if sort == "played":
        return -game.plays, slug
    if sort == "recommended":
        if not newest.at:
            # The games of the server stand in the same order as on the start page.
            return -(2 + (not newest.version)) * RANK_STEP, " ".join((name, slug))
        return -(int(game.record.featured) * RANK_STEP + game.plays), slug
    return -newest.at or -(not newest.version), slug


def _cursor(key: Key) -> str:
    return f"{key[0]}~{key[1]}"


def _key_of_cursor(query: Query) -> Key | None:
    """Return the sort key in a cursor, or None if the cursor is from a list in another order."""
    value, _, slug = query.cursor.rpartition("~")
    if query.sort == "name":
        return (value, slug) if slug else None
    digits = value.removeprefix("-")
    return (int(value), slug) if slug and digits.isascii() and digits.isdigit() and len(digits) < 16 else None
