"""What is kept of a published game, and what people are told of it."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from cheat.documents.check.metadata import About
from cheat.documents.check.texts import plain
from cheat.documents.trials.diff import RANK, Difference
from cheat.store.published import Written

FLAGS_HIDE = 3
"""So many flags, from different networks, hide a game until the operator decides."""

State = Literal["listed", "hidden", "removed", "barred"]
"""Everybody finds it · hidden until the operator decides · its author or the operator has taken it away."""


class Version(msgspec.Struct, omit_defaults=True):
    """A version of a game: the id of its document, when it was published (ms since 1970), what its author
    says of it, and what differs from the version before.
    """

    version: str
    id: str
    at: int
    note: str = ""
    differs: Difference = ""


class Flag(msgspec.Struct, array_like=True):
    """Somebody finds that a game should not be here: a hash of the network, the reason, when (ms)."""

    by: str
    reason: str
    at: int


class Played(msgspec.Struct):
    """What a report tells in short: the document that it is about, the minutes of a game of the fewest
    players, the part that who looks ahead won, and what would be won by chance.
    """

    id: str
    minutes: float
    skill: float | None
    fair: float


class Record(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A published game. `owner`: SHA-256 of the author's key; `versions`: oldest first; `featured`: the
    operator recommends it; `played`: what the newest report tells. `halted`: the state that it had before a
    version of it took too long, and has again with the next one. `network`: a hash of that from which it
    was published last. `judged`: id of the newest version when the operator last listed it; `dismissed`:
    whose flags were in vain then. `contents`: hashes of its documents without what each copy has of its own.
    """

    owner: str
    about: About
    versions: list[Version]
    state: State = "listed"
    flags: list[Flag] = []
    featured: bool = False
    forked_from: str = ""
    played: Played | None = None
    halted: State | None = None
    network: str = ""
    judged: str = ""
    dismissed: list[str] = []
    contents: list[str] = []

    @property
    def is_flagged(self) -> bool:
        """True if enough flags hide it and the operator has not judged this version."""
        return len(self.flags) >= FLAGS_HIDE and self.judged != self.newest.id

    @property
    def is_withheld(self) -> bool:
        """True if it is hidden or barred, or would be if its author had not removed it."""
        return self.state in ("hidden", "barred") or (self.state == "removed" and self.is_flagged)

    @property
    def report(self) -> Played | None:
        """The report in short, where there is one of the newest version."""
        return self.played if self.played and self.played.id == self.newest.id else None

    @property
    def newest(self) -> Version:
        """The version that is played where none is named."""
        return self.versions[-1]

    @property
    def ids(self) -> list[str]:
        """Those of the documents of all versions."""
        return [one.id for one in self.versions]

    def differs_since(self, id: str) -> Difference:
        """The greatest difference of all versions after that with this id."""
        later = self.versions[self.ids.index(id) + 1 :]
        return max((one.differs for one in later), key=RANK.index, default="")

    def fitting(self, wanted: str) -> Version | None:
        """The newest version that begins so: `1.2` means the newest 1.2.x; all do if nothing is said."""
        return next((one for one in reversed(self.versions) if fits(one.version, wanted)), None)


class Entry(msgspec.Struct, kw_only=True):
    """A published game as a list tells of it. `players`: fewest and most; `id` names the exact rules;
    `report`: in short, where somebody has asked for one.
    """

    slug: str
    id: str
    version: str
    name: str
    summary: str
    minutes: str
    min_players: int
    max_players: int
    tags: list[str]
    author: str
    plays: int
    published: int
    featured: bool
    forked_from: str | UnsetType = UNSET
    report: Played | UnsetType = UNSET


class Page(msgspec.Struct, kw_only=True):
    """Some games of the list, and the cursor of the next page if there is one."""

    games: list[Entry]
    tags: list[str]
    cursor: str | UnsetType = UNSET


def fits(version: str, wanted: str) -> bool:
    """Whether a version is one of those that are wanted: `1` and `1.2` mean all that begin so."""
    return not wanted or f"{version}.".startswith(f"{wanted}.")


def number_of(version: str) -> tuple[int, ...]:
    """A version as numbers that can be compared."""
    return tuple(map(int, version.split(".")))


def entry(record: Record, plays: int, language: str) -> Entry:
    """A published game as people read it who know this language."""
    about, newest = record.about, record.newest
    return Entry(
        slug=about.slug,
        id=newest.id,
        version=newest.version,
        name=plain(about.name, language),
        summary=plain(about.summary, language),
        minutes=about.minutes,
        min_players=about.least,
        max_players=about.most,
        tags=about.tags,
        author=about.author,
        plays=plays,
        published=newest.at,
        featured=record.featured,
        forked_from=record.forked_from or UNSET,
        report=record.report or UNSET,
    )


_records = msgspec.json.Decoder(Record)


def record_of(written: Written) -> Record:
    """The game out of its stored form."""
    return _records.decode(written.data)
