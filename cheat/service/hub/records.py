"""The record that the store keeps of a published game, and the game's entry in the list."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from cheat.documents.about import About
from cheat.documents.covers import Cover
from cheat.documents.runtime.words import plain
from cheat.documents.trials.diff import RANK, Difference
from cheat.store.published import StoredGame

FLAGS_HIDE = 3
"""Number of flags from different networks that hide a game until the operator decides."""

State = Literal["listed", "hidden", "removed", "barred"]
"""The state of a game.

- `listed`: in the list and search
- `hidden`: not listed until the operator decides
- `removed`: removed by its author
- `barred`: neither listed nor playable in new rooms, by a decision of the operator or because its rules took
  too long
"""


class Version(msgspec.Struct, omit_defaults=True):
    """A version of a game: the id of its document, and its time of publication (ms since 1970).

    `note`: a note of the author. `differs`: the most important kind of difference from the previous version.
    """

    version: str
    id: str
    at: int
    note: str = ""
    differs: Difference = ""


class Flag(msgspec.Struct, array_like=True):
    """A flag: a hash of the sender's network, the reason, and the time (ms since 1970)."""

    by: str
    reason: str
    at: int


class Played(msgspec.Struct):
    """The summary of a report on how a document plays.

    - `id`: the id of the document
    - `minutes`: the length of a game with the fewest players
    - `skill`: the share of games won by a bot that looks ahead
    - `fair`: the share that this bot would win by chance
    """

    id: str
    minutes: float
    skill: float | None
    fair: float


class Record(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A published game.

    - `owner`: SHA-256 of the author's key
    - `versions`: oldest first
    - `featured`: whether the operator recommends the game
    - `played`: the summary of the last report
    - `halted`: the state that the game had before it was barred for slow rules. The next version restores
      this state. None for other games.
    - `network`: a hash of the network from which the newest version came
    - `judged`: the id of the version that was the newest when the operator last listed the game
    - `dismissed`: hashes of the networks whose flags the operator has dismissed
    - `contents`: hashes of the documents, without the keys that may differ in a copy
    - `pictures`: the ids of the pictures of all versions
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
    pictures: list[str] = []

    @property
    def is_flagged(self) -> bool:
        """True if enough clients flagged the game, unless the operator listed its newest version."""
        return len(self.flags) >= FLAGS_HIDE and self.judged != self.newest.id

    @property
    def is_withheld(self) -> bool:
        """True if the game is hidden or barred, or if it is removed and flagged (`is_flagged`)."""
        return self.state in ("hidden", "barred") or (self.state == "removed" and self.is_flagged)

    @property
    def report(self) -> Played | None:
        """The summary of the report on the newest version, if there is one."""
        return self.played if self.played and self.played.id == self.newest.id else None

    @property
    def newest(self) -> Version:
        """The newest version, which rooms play unless a player asks for another one."""
        return self.versions[-1]

    @property
    def ids(self) -> list[str]:
        """The ids of the documents of all versions."""
        return [version.id for version in self.versions]

    def differs_since(self, id: str) -> Difference:
        """Return the most important kind of difference in all versions after the one with this id."""
        later_versions = self.versions[self.ids.index(id) + 1 :]
        return max((version.differs for version in later_versions), key=RANK.index, default="")

    def fitting(self, wanted_version: str) -> Version | None:
        """Return the newest version whose number begins with the wanted numbers.

        `1.2` finds the newest 1.2.x, and "" finds the newest of all versions.
        """
        return next(
            (version for version in reversed(self.versions) if fits(version.version, wanted_version)), None
        )


class Entry(msgspec.Struct, kw_only=True):
    """A published game as an entry of a list. `id` names the exact rules.

    `report`: the summary of the report, if a client has asked for a report. `built_in`: whether the game
    comes with the server. Such a game was never published, so its `published` is 0. `emblem`: a drawing, or
    one or two letters. `emblem_picture`: the id of a picture that replaces `emblem`. `cover`: three
    cards of the game and parts of its look.
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
    built_in: bool | UnsetType = UNSET
    emblem: str | UnsetType = UNSET
    emblem_picture: str | UnsetType = UNSET
    cover: Cover | UnsetType = UNSET


class Page(msgspec.Struct, kw_only=True):
    """A page of the list, and the cursor of the next page if there is one."""

    games: list[Entry]
    tags: list[str]
    cursor: str | UnsetType = UNSET


def fits(version: str, wanted_version: str) -> bool:
    """Return whether a version begins with the wanted numbers: `1` and `1.2` fit 1.2.3."""
    return not wanted_version or f"{version}.".startswith(f"{wanted_version}.")


def number_of(version: str) -> tuple[int, ...]:
    """Return the parts of a version number, so that versions can be compared."""
    return tuple(map(int, version.split(".")))


def entry(record: Record, plays: int, language: str) -> Entry:
    """Return the list entry of a game in a language."""
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
        built_in=not record.owner or UNSET,
        emblem=about.emblem or UNSET,
        emblem_picture=about.emblem_picture or UNSET,
        cover=about.cover or UNSET,
    )


_records = msgspec.json.Decoder(Record)


def decode_record(stored: StoredGame) -> Record:
    """Return the record from its stored form."""
    return _records.decode(stored.data)
