"""The published games: find, check, publish, fork, flag and remove.

Each game has a slug, its name in URLs, and an author key, a secret text. A client that sends this key counts
as the author. The versions of a game are documents, and the id of a document is a hash of its rules. Clients
flag a game to report it to the operator of the server. Flags from several networks hide a game: the game
leaves lists and search. A game can also be barred: then no room can begin it. Hidden and barred games are
withheld (`Record.is_withheld`).

Authors can also send a game in the older format, which `cheat/documents/importer` converts to a document.
"""

from __future__ import annotations

import contextlib
import hmac
import json
import logging
import re
import secrets
import zlib
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from cheat.documents import Diagnostic, identity, located
from cheat.documents.about import About, LocalizedText, copy_title
from cheat.documents.explain.changes import Change
from cheat.documents.importer.archives import SentFiles
from cheat.documents.importer.conversion import laid_out
from cheat.documents.importer.pictures import Picture, with_ids
from cheat.documents.parse.diagnostics import Report
from cheat.documents.parse.json_text import MOST_BYTES, with_text
from cheat.documents.parse.pictures import IDS, is_picture_id, stored_picture_ids
from cheat.documents.parse.schema import MOST_ID
from cheat.documents.starters import TEMPLATE, starter
from cheat.documents.trials.diff import Difference, difference, next_version
from cheat.documents.trials.examination import Draft, Examined
from cheat.documents.trials.reports import GAMES, Balance
from cheat.documents.trials.trials import TOO_SLOW
from cheat.engine.game import AnyGame
from cheat.engine.registry import NO_GAME, GameRegistry, Payers
from cheat.errors import (
    BadDocument,
    BadValue,
    Busy,
    NotAllowed,
    NotFound,
    Refused,
    ServerFull,
    TooLarge,
    Unauthorized,
)
from cheat.i18n.messages import ENGLISH, Language, text
from cheat.rooms.tokens import hashed, short_hash
from cheat.service.hub.built_in import built_in, records_of
from cheat.service.hub.bundle import bundle
from cheat.service.hub.document_cache import DocumentCache
from cheat.service.hub.index import Index, Query
from cheat.service.hub.publishing import ANONYMOUS, CheckQueue, Requester
from cheat.service.hub.records import (
    Entry,
    Flag,
    Page,
    Played,
    Record,
    Version,
    decode_record,
    entry,
    fits,
    number_of,
)
from cheat.service.hub.titles import Skeleton, check_texts, skeletons_of, skeletons_of_all, titles_of
from cheat.service.hub.withheld import Reason, Withheld, explain
from cheat.service.limits.networks import network_of
from cheat.service.limits.rate_limits import AddressLimits, too_many_games
from cheat.service.limits.rules_time import RulesTime
from cheat.store.published import DOCUMENT_TTL_MS, TRIAL_TTL_MS, DocumentStore
from cheat.store.room_count import RoomCount

MAX_CONFLICTS = 5
"""Maximum number of attempts to commit a change of a game.

An attempt fails if another change of the game came first. If all attempts fail, the change is refused with
the error Busy. Few people change one game at the same time.
"""
SHARE_RETRY_S = 3600.0
"""Seconds after which a network with too many games may try again.

Documents that are only for trials stay in the store for an hour, so there may be space again by then.
"""
MOST_FLAGS = 20
MOST_VERSIONS = 50
"""Maximum number of versions of a game.

A further version replaces the oldest one. Rooms that play the oldest version go on.
"""
MOST_CONTENTS = 20
"""Maximum number of content hashes that a game has: those of its newest documents.

A content hash is the hash of a document without `COPY_KEYS`. So all copies of a game have the same one.
"""
NETWORK_WATCH_MS = 30 * 24 * 3_600_000
"""Time in ms for which the hub hides new games that come from a withheld game's network.

The time begins when the last version of the withheld game is published. Games that are hidden in this time
stay hidden until the operator decides. The time is limited, because the addresses of a network belong to
other people after a while.
"""
COPY_KEYS = ("id", "version", "author", "licence", "forked_from", "tags", "minutes")
"""Keys of a document that may differ between a copy and its original."""
KEY_BYTES = 16
"""Number of random bytes in an author key."""
LEAST_KEY_LENGTH = 20
"""Minimum length of a key that an author has chosen. Strangers could guess a shorter key."""
SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
MOST_NAMESAKES = 20
"""Number of slugs to try for a game in the older format: `rummy`, then `rummy-2`, and so on.

The game gets the first slug that no other author has taken.
"""
PICTURE_MISSING = "picture_missing"
"""The code of a diagnostic about a picture that a document uses, but the store lacks."""
RESERVED = ("check", "publish", "read", "try", TEMPLATE)
"""Slugs that no game can have, because the API uses these names in its own URLs."""

NO_VERSION = "This game doesn't have that version."
BARRED_FOR_PLAYERS = "This game can't be played here: one of its actions took longer than a second."
BARRED_FOR_AUTHOR = (
    "This version can't be played here any more: in a room, one of its actions took longer than a second. "
    "Make that action faster and publish the next version."
)

log = logging.getLogger(__name__)


class Published(msgspec.Struct, kw_only=True):
    """The answer to the publication of a game.

    `key`: a new author key, present only if the client sent no key. `state`: `hidden` if the game waits for
    the operator. `withheld`: the reason why the game is not listed. `document`: the result of the conversion
    from the older format. `diagnostics`: the warnings of the check.
    """

    id: str
    slug: str
    version: str
    key: str | UnsetType = UNSET
    state: str | UnsetType = UNSET
    withheld: Withheld | UnsetType = UNSET
    document: str | UnsetType = UNSET
    diagnostics: list[Diagnostic] | UnsetType = UNSET


class Tried(msgspec.Struct):
    """The answer to a request to try an unpublished document: the id of its game."""

    id: str


class AddedPicture(msgspec.Struct):
    """A stored picture: the name of the file that was sent, its id, and its size in bytes."""

    name: str
    id: str
    bytes: int


class AddedPictures(msgspec.Struct):
    """The answer to sent pictures: the stored ones, and diagnostics about refused ones."""

    pictures: list[AddedPicture]
    diagnostics: list[Diagnostic]


class Changes(msgspec.Struct, kw_only=True):
    """The answer to a comparison of a document with a version of a published game.

    - `version`: the published version
    - `next`: the number that the next version would get
    - `differs`: the most important kind of difference: `rules`, else `options`, else `words`
    - `changes`: all differences, as sentences
    - `versions`: the versions of the game, newest first
    """

    version: str
    next: str
    differs: Difference
    changes: list[Change]
    versions: list[Version]


class Shown(msgspec.Struct, kw_only=True):
    """All about a game: its document as written, and its versions, newest first.

    `document`: "" if the game is code, as some built-in games are. `report`: numbers about games that bots
    have played with the document, or null if no client has asked for them.
    """

    game: Entry
    state: str
    versions: list[Version]
    document: str
    report: Balance | None = None


class Hub:
    """The published games, as one worker serves them. `clock`: ms since 1970.

    `games`: the games of the catalogue, and all documents of the store. `room_count`: the object that knows
    how much memory Redis has left.
    """

    def __init__(
        self,
        store: DocumentStore,
        games: GameRegistry,
        checks: CheckQueue,
        limits: AddressLimits,
        clock: Callable[[], int],
        most_bytes: int,
        operator: str,
        room_count: RoomCount,
        rules_time: RulesTime,
    ) -> None:
        self.store, self._built_in, self.checks, self._limits = store, games, checks, limits
        self._clock, self.most_bytes, self._operator = clock, most_bytes, operator
        self._room_count, self._share, self._rules_time = room_count, limits.hub_share, rules_time
        self._documents = DocumentCache(store, games, clock, rules_time)
        self.index = Index(store, lambda: records_of(games))
        self.games = self._documents.games
        self._titles: set[Skeleton] | None = None

    # For rooms

    def find(self, name: str, payers: Payers = ()) -> AnyGame:
        """Return the game with this id, slug, or slug and version: `hearts@1.2`.

        `payers`: the client's address and network, to which the processor time for loading is charged. Raises
        NotFound (`game_not_found`), StoreUnavailable or Unreadable.
        """
        slug, _, wanted_version = name.partition("@")
        if game := self._built_in.in_catalogue(slug):
            if not fits(game.version, wanted_version):
                raise NotFound(NO_GAME, "game_not_found")
            return game
        listed_game = self.index.game(slug, is_named=True) if SLUG.fullmatch(slug) else None
        version = listed_game.record.fitting(wanted_version) if listed_game else None
        return self.games.game(version.id if version else name, payers)

    def find_playable(self, name: str, payers: Payers = ()) -> AnyGame:
        """Return the game for a new room, or for a room that changes its game.

        Raises the errors of `find`, and NotFound for a barred document.
        """
        game = self.find(name, payers)
        if not game.source:
            return game
        if self._built_in.in_catalogue(game.id) is None and self.store.is_barred(game.id):
            raise NotFound(BARRED_FOR_PLAYERS, "game_not_found")
        self._complete_withheld()
        if self.index.bars(game.id, lambda: _content_of(json.loads(game.source))):
            raise NotFound(NO_GAME, "game_not_found")
        return game

    def is_shown(self, id: str) -> bool:
        """Return whether rooms of a game may be in the list of rooms.

        The rooms may be listed if the game is built in, or is itself in the list of games.
        """
        return self._built_in.in_catalogue(id) is not None or self.index.lists(id)

    def newer(self, game: AnyGame) -> Version | None:
        """Return the newest version of a game, or None if `game` is the newest version.

        The `differs` of the result is the most important kind of difference in all versions after `game`.
        """
        if not game.source:
            return None
        if built_in := self._built_in.in_catalogue(game.slug):
            newest = Version(built_in.version, built_in.id, 0)
        else:
            listed_game = self.index.game(game.slug)
            if listed_game is None or game.id not in listed_game.record.ids:
                return None
            newest = msgspec.structs.replace(
                listed_game.record.newest, differs=listed_game.record.differs_since(game.id)
            )
        is_later = newest.version and number_of(newest.version) > number_of(game.version)
        return newest if is_later else None

    def pin(self, game: AnyGame) -> None:
        """Make the store keep the document of a game for a room. Raises StoreUnavailable."""
        self._documents.pin(game)

    def bar(self, id: str) -> None:
        """Bar a document whose rules took a worker too long. Never bar a built-in game.

        The game leaves all lists, and no more rooms can begin it. The author learns this from the next check
        or publication of the document.
        """
        if self._built_in.in_catalogue(id) is not None:
            return
        log.error("game %s is barred: one call of its rules took longer than a second", id)
        self.store.bar(id)

        def change(record: Record) -> Record | None:
            if id not in record.ids or record.state in ("removed", "barred"):
                return None
            return msgspec.structs.replace(record, state="barred", halted=record.state)

        with contextlib.suppress(Busy, NotFound):
            self._change(self.games.game(id).slug, change)

    def count_play(self, game: AnyGame) -> None:
        """Count a play of a game, because a room has begun the game."""
        if game.source and self._is_listed(game):
            self.store.count_play(game.slug)

    # For readers

    def page(self, query: Query) -> Page:
        """Return a page of the list."""
        return self.index.page(query)

    def flagged(self, key: str | None, query: Query) -> Page:
        """Return a page of games that wait for the operator. Raises Unauthorized or NotAllowed.

        `key` must be the key of the operator.
        """
        self._check_operator(key)
        return self.index.page(query._replace(flagged=True))

    def details(self, name: str, language: str) -> Shown:
        """Return a published or built-in game. Raises NotFound."""
        game = self._of_catalogue(name)
        record, version, plays = self._find_listed(name) if game is None else _as_published(game)
        report = self.store.report(version.id)
        return Shown(
            game=entry(record, plays, language),
            state=record.state,
            versions=record.versions[::-1],
            document=(self._document(version.id) if game is None else game.source).decode(),
            report=msgspec.json.decode(report, type=Balance) if report else None,
        )

    def file(self, name: str, language: str) -> bytes:
        """Return a game as a zip file. `language`: the tag of the reader's language, for the manual.

        Raises NotFound. A game that is code counts as not found, too.
        """
        if game := self._of_catalogue(name):
            if not game.source:
                raise NotFound("This game isn't a document.", "game_not_found")
            record, version, _ = _as_published(game)
            return bundle(record, version, game.source, language)
        record, version, _ = self._find_listed(name)
        document = self._document(version.id)
        ids = stored_picture_ids(document)
        pictures = {name: data for name, id in ids.items() if (data := self.store.picture(id))}
        return bundle(record, version, document, language, pictures)

    def picture(self, id: str, key: str | None) -> bytes:
        """Return a stored picture. Raises NotFound.

        If only withheld games have the picture, only the authors of these games and the operator get it.
        """
        data = self.store.picture(id) if is_picture_id(id) else None
        if data is None or (self.index.withholds_picture(id) and not self._may_see_withheld(id, key)):
            raise NotFound("There is no such picture here.", "picture_not_found")
        return data

    def _may_see_withheld(self, id: str, key: str | None) -> bool:
        return key is not None and (self._is_operator(key) or hashed(key) in self.index.owners_of_picture(id))

    def source(self, name: str, key: str | None = None) -> bytes:
        """Return the document with this name, as it was written.

        `name`: a published or built-in game, or a starter, which is a small example for authors to begin
        with. Authors that send their key also get games that are not listed. Raises NotFound.
        """
        if (document := starter(name)) is not None:
            return document
        game = self._of_catalogue(name)
        return (
            game.source if game and game.source else self._document(self._find_own_or_listed(name, key)[1].id)
        )

    def read(
        self,
        document: bytes,
        language: Language = ENGLISH,
        *,
        echo: bool = False,
        requester: Requester = ANONYMOUS,
    ) -> Draft:
        """Read a document that its author is editing, and return its errors. Store nothing.

        `echo`: whether to add the rules in plain words. Raises TooLarge or Unchecked.
        """
        _check_sizes(SentFiles(document))
        result = self.checks.read(document, language, echo=echo, requester=requester)
        if result.about is not None:
            result.diagnostics += self._missing_pictures(document, language)
        return result

    def store_trial(
        self, document: bytes, language: Language = ENGLISH, requester: Requester = ANONYMOUS
    ) -> Tried:
        """Store a document for an hour, for trials. While rooms use the document, it stays longer.

        Raises TooLarge, Unchecked, BadDocument, RateLimited or ServerFull (`hub_full`).
        """
        result = self.read(document, language, requester=requester)
        if result.id and (barred := self._barred_diagnostic(result.id, language)):
            raise BadDocument("This document can't be played here.", barred)
        if result.about is None:
            raise _invalid(result.diagnostics)
        if missing := [one for one in result.diagnostics if one.code == PICTURE_MISSING]:
            raise BadDocument("Some pictures of this game aren't on this server.", missing)
        if requester.address:
            self._limits.count("kilobytes", requester.address, _kilobytes(document))
        if not self._has_room(document):
            raise _hub_full()
        network = _network_hash(requester.address)
        self._check_share(network, result.id, document)
        self.store.keep(result.id, self._clock(), document, TRIAL_TTL_MS, network)
        self.store.renew_pictures(stored_picture_ids(document).values(), self._clock(), TRIAL_TTL_MS)
        return Tried(result.id)

    def add_pictures(
        self, files: dict[str, bytes], language: Language = ENGLISH, requester: Requester = ANONYMOUS
    ) -> AddedPictures:
        """Store pictures for an hour. While stored documents use the pictures, they stay longer.

        Raises Unchecked, RateLimited or ServerFull (`hub_full`).
        """
        drawn = self.checks.draw(files, language, requester)
        self._keep_pictures(drawn.pictures, requester)
        return AddedPictures(
            [AddedPicture(picture.name, picture.id, len(picture.data)) for picture in drawn.pictures],
            drawn.diagnostics,
        )

    def _keep_pictures(self, pictures: list[Picture], requester: Requester) -> None:
        """Store pictures for an hour. Raises RateLimited or ServerFull (`hub_full`)."""
        data = {picture.id: picture.data for picture in pictures}
        stored = self.store.stored_pictures(data)
        new = {id: data for id, data in data.items() if id not in stored}
        if new:
            size = sum(map(len, new.values()))
            if requester.address:
                self._limits.count("kilobytes", requester.address, -(-size // 1024))
            if not self._has_room(b"", size):
                raise _hub_full()
            network = _network_hash(requester.address)
            self._check_share(network, "", b"", size)
            self.store.keep_pictures(new, self._clock(), TRIAL_TTL_MS, network)
        self.store.renew_pictures(stored, self._clock(), TRIAL_TTL_MS)

    def _missing_pictures(self, document: bytes, language: Language) -> list[Diagnostic]:
        """Return an error for each picture of a valid document that the store does not have."""
        ids = stored_picture_ids(document)
        stored, report = self.store.stored_pictures(ids.values()) if ids else set(), Report()
        for name, id in ids.items():
            if id not in stored:
                words = "The picture “{name}” isn't on this server. Add its file again."
                report.tell(PICTURE_MISSING, ("style", IDS, name), words, name=name)
        return located(document, report.problems, language)

    def check(
        self, files: SentFiles, language: Language = ENGLISH, requester: Requester = ANONYMOUS
    ) -> Examined:
        """Return the faults of a document.

        This method stores nothing but the pictures of a zip file, which it stores for an hour.

        Raises TooLarge, Unchecked, RateLimited or ServerFull (`hub_full`).
        """
        return self._examine(files, language, requester)

    def _examine(self, files: SentFiles, language: Language, requester: Requester) -> Examined:
        """Check a document, its title, its texts and its pictures. Store the pictures of a zip file.

        If the document is barred, the first diagnostic says so. Raises TooLarge, Unchecked, RateLimited or
        ServerFull (`hub_full`).
        """
        _check_sizes(files)
        checked = self.checks.examine(files, language, requester=requester)
        result = Examined(**{name: getattr(checked, name) for name in Examined.__struct_fields__})
        if checked.pictures:
            self._settle(result, checked.pictures, requester)
        barred = self._barred_diagnostic(result.id, language) if result.id else []
        texts = self._text_faults(result, files, language)
        return msgspec.structs.replace(result, diagnostics=[*barred, *result.diagnostics, *texts])

    def _settle(self, result: Examined, pictures: list[Picture], requester: Requester) -> None:
        """Store the pictures of a zip file, and write their ids into the document.

        A file may be equal to a stored picture, for example because the author downloaded it from this
        server. Then the stored picture stays, because encoding it again would only lower its quality.
        """
        known = self.store.stored_pictures(picture.sent for picture in pictures)
        self._keep_pictures([picture for picture in pictures if picture.sent not in known], requester)
        self.store.renew_pictures(known, self._clock(), TRIAL_TTL_MS)
        ids = _picture_ids(pictures, known)
        result.document = with_ids(result.document.encode(), ids).decode()
        if result.id:
            result.id = identity(json.loads(result.document))

    def _text_faults(self, result: Examined, files: SentFiles, language: Language) -> list[Diagnostic]:
        """Return the faults in the title, texts and pictures of a document.

        Returns no faults if the document is not a game.
        """
        if result.about is None:
            return []
        document, report = result.document.encode() or files.document, Report()
        check_texts(result.about, json.loads(document), report)
        is_named = not result.converted  # a converted game gets a new title if its title is taken
        if is_named and not report.problems and self.is_title_taken(result.about.name, result.about.slug):
            report.tell(
                "shape", ("name",), "Another game here has this title or a similar one. Choose another."
            )
        return [
            *located(document, report.problems, language),
            *self._missing_pictures(document, language),
        ]

    def _barred_diagnostic(self, id: str, language: Language) -> list[Diagnostic]:
        """Return the diagnostic for the author of a barred document; none if it is not barred."""
        if not self.store.is_barred(id):
            return []
        return [Diagnostic(code=TOO_SLOW, text=language.say(BARRED_FOR_AUTHOR))]

    def report(self, name: str, requester: Requester = ANONYMOUS) -> Balance:
        """Return the stored report on a document, or make one. Raises NotFound or Unchecked."""
        game = self.find(name, self._rules_time.payers(requester.address))
        if not game.source:
            raise NotFound("This game isn't a document.", "game_not_found")
        stored = self.store.report(game.id)
        report = msgspec.json.decode(stored, type=Balance) if stored else self._new_report(game, requester)
        self._list_report(game, report)
        return report

    # For authors

    def publish(
        self, files: SentFiles, note: str, key: str | None, address: str, language: Language = ENGLISH
    ) -> Published:
        """Publish a game, or the next version of one.

        A document in the older format has no slug and no version. The hub gives it a title that no other game
        has. If the author has published the game before, the document becomes its next version. Raises
        TooLarge, Unchecked, BadDocument, RateLimited, ServerFull, NotAllowed (`not_yours`) or Refused
        (`slug_taken`, `version_too_low`).
        """
        result = self._examine(files, language, Requester(address, key))
        if result.about is None or not result.is_sound:
            raise BadDocument(
                "This document can't be published yet. Fix its problems first.", result.diagnostics
            )
        document = result.document.encode() or files.document
        if not result.converted:
            origin = result.about.forked_from
            answer = self._write(
                result.id, result.about, document, note, key, address, language, forked_from=origin
            )
            answer.diagnostics = result.diagnostics or UNSET
            return answer
        value = self._with_slug_and_version(json.loads(document), key)
        about = msgspec.structs.replace(
            result.about, slug=value["id"], version=value["version"], name=value["name"]
        )
        document = laid_out(value)
        answer = self._write(identity(value), about, document, note, key, address, language, forked_from="")
        answer.document, answer.diagnostics = document.decode(), result.diagnostics
        return answer

    def changes(
        self,
        name: str,
        document: bytes,
        key: str | None,
        language: Language = ENGLISH,
        requester: Requester = ANONYMOUS,
    ) -> Changes:
        """Return the differences between a version of a published game and a document.

        Authors that send their key can also compare games that are not listed. Raises NotFound, TooLarge,
        Unchecked or BadDocument.
        """
        _check_sizes(SentFiles(document))
        record, version = self._find_own_or_listed(name, key)
        return self._changes(record, version, document, language, requester)

    def changes_of(
        self,
        files: SentFiles,
        key: str | None,
        language: Language = ENGLISH,
        requester: Requester = ANONYMOUS,
    ) -> Changes:
        """Return the changes that these files would make to the newest version of the author's game.

        A document in the older format is converted first, as in `publish`. Nothing is stored. Raises
        TooLarge, Unchecked, BadDocument, Refused, or NotFound if the author has not published the game
        before.
        """
        _check_sizes(files)
        checked = self.checks.examine(files, language, games=0, requester=requester)
        if checked.about is None:
            raise _invalid(checked.diagnostics)
        document = checked.document.encode() or files.document
        if checked.pictures:
            known = self.store.stored_pictures(picture.sent for picture in checked.pictures)
            document = with_ids(document, _picture_ids(checked.pictures, known))
        slug = checked.about.slug
        if checked.converted:
            value = self._with_slug_and_version(json.loads(document), key)
            slug, document = value["id"], laid_out(value)
        own_game = self._own_version(slug, key)
        if own_game is None:
            raise NotFound(NO_GAME, "game_not_found")
        return self._changes(*own_game, document, language, requester)

    def _changes(
        self, record: Record, version: Version, document: bytes, language: Language, requester: Requester
    ) -> Changes:
        """Return the differences between a version of a game and a document.

        Raises NotFound, Unchecked or BadDocument.
        """
        result = self.checks.compare(self._document(version.id), document, language, requester)
        if result.diagnostics:
            raise _invalid(result.diagnostics)
        return Changes(
            version=version.version,
            next=next_version(number_of(record.newest.version), result.differs),
            differs=result.differs,
            changes=result.changes,
            versions=record.versions[::-1],
        )

    def restore(
        self, slug: str, wanted: str, note: str, key: str | None, address: str, language: Language = ENGLISH
    ) -> Published:
        """Publish an earlier version of a game once more, as its next version.

        Because the restored version gets a new number, numbers only grow, and rooms keep the version with
        which they began. Raises NotFound, Unauthorized, NotAllowed, and the errors of `publish`. Raises
        BadValue if `wanted` is the newest version.
        """
        stored = self.store.game(slug) if SLUG.fullmatch(slug) else None
        if stored is None:
            raise NotFound(NO_GAME, "game_not_found")
        record = decode_record(stored)
        _check_owner(record, key)
        version = next((version for version in record.versions if version.version == wanted), None)
        if version is None:
            raise NotFound(NO_VERSION, "game_not_found")
        if version.id == record.newest.id:
            raise BadValue("This is already the newest version.")
        if barred := self._barred_diagnostic(version.id, language):
            raise BadDocument("This document can't be played here.", barred)
        document = self._document(version.id)
        differs = self._differs(record, version.id, document)
        number = next_version(number_of(record.newest.version), differs)
        return self.publish(SentFiles(with_text(document, "version", number)), note, key, address, language)

    def fork(
        self, name: str, slug: str, key: str | None, address: str, language: Language = ENGLISH
    ) -> Published:
        """Copy a published game under another slug. Raises the errors of `publish`."""
        record, version, _ = self._find_listed(name)
        if not SLUG.fullmatch(slug) or len(slug) > MOST_ID:
            raise BadValue("An address can have only small letters, digits and hyphens.")
        origin = f"{record.about.slug}@{version.version}"
        copied: dict[str, Any] = json.loads(self._document(version.id))
        title = self._free_title(copy_title(copied["name"]), slug)
        copied |= {"id": slug, "version": "1.0.0", "name": title, "forked_from": origin}
        about = msgspec.structs.replace(
            record.about, slug=slug, version="1.0.0", name=title, forked_from=origin
        )
        document = laid_out(copied)
        return self._write(identity(copied), about, document, "", key, address, language, forked_from=origin)

    def remove(self, slug: str, key: str | None) -> str:
        """Remove a game from lists and search, and return its state. Rooms that play it go on.

        Raises NotFound, Unauthorized or NotAllowed.
        """

        def change(record: Record) -> Record:
            if self._is_operator(key):
                return msgspec.structs.replace(record, state="barred", halted=None)
            _check_owner(record, key)
            state = record.state if record.state == "barred" else "removed"
            return msgspec.structs.replace(record, state=state)

        return self._change(slug, change)

    # For readers and the operator

    def flag(self, slug: str, reason: str, address: str) -> str:
        """Flag a game, because a client thinks that it should not be here. Return the game's state.

        Flags from several networks hide the game, unless the operator has listed its newest version. Raises
        NotFound.
        """
        sender = short_hash(f"{slug} {network_of(address)}")

        def change(record: Record) -> Record | None:
            known_senders = {*(earlier.by for earlier in record.flags), *record.dismissed}
            if record.state != "listed" or sender in known_senders:
                return None
            flags = [*record.flags, Flag(sender, reason, self._clock())][-MOST_FLAGS:]
            flagged = msgspec.structs.replace(record, flags=flags)
            return msgspec.structs.replace(flagged, state="hidden" if flagged.is_flagged else record.state)

        return self._change(slug, change)

    def decide(self, slug: str, key: str | None, *, listed: bool | None, featured: bool | None) -> str:
        """Apply a decision of the operator. Return the state of the game.

        `listed`: True to list the game, False to bar it. `featured`: True to recommend the game, False to
        stop recommending it. For both, None changes nothing. Raises NotFound, Unauthorized or NotAllowed.
        """
        self._check_operator(key)

        def change(record: Record) -> Record:
            changed = msgspec.structs.replace(
                record, featured=record.featured if featured is None else featured
            )
            if listed is None:
                return changed
            if listed:
                self.store.unbar(record.ids)
            state = ("removed" if record.state == "removed" else "listed") if listed else "barred"
            dismissed = [*record.dismissed, *(flag.by for flag in record.flags)][-MOST_FLAGS:]
            judged = record.newest.id if listed else ""
            return msgspec.structs.replace(
                changed,
                state=state,
                halted=None,
                flags=[],
                judged=judged,
                dismissed=dismissed if listed else [],
            )

        return self._change(slug, change)

    def stop(self) -> None:
        """End all background work."""
        self.checks.stop()

    # Internals

    def _free_title(self, title: LocalizedText, slug: str) -> LocalizedText:
        """Return the title. If another game has it, add the first number that makes it unique."""
        while self.is_title_taken(title, slug):
            title = copy_title(title)
        return title

    def is_title_taken(self, title: LocalizedText, slug: str) -> bool:
        """Return whether another game has this title, or a title that looks like it.

        A published game may always keep its title.
        """
        if self._titles is None:
            self._titles = skeletons_of_all(self._built_in)
        wanted_skeletons, listed_games = skeletons_of(titles_of(title)), self.index.listed_games()
        own_entry = listed_games.pop(slug, None)
        if own_entry is not None and wanted_skeletons <= skeletons_of(titles_of(own_entry.name)):
            return False
        taken_skeletons = self._titles.union(
            *(skeletons_of(titles_of(about.name)) for about in listed_games.values())
        )
        return not wanted_skeletons.isdisjoint(taken_skeletons)

    def _new_report(self, game: AnyGame, requester: Requester) -> Balance:
        """Make a report on a document, and store it. Raises Unchecked."""
        report = self.checks.report(game.source, GAMES, requester)
        stays = self._is_listed(game) or self._built_in.in_catalogue(game.id) is not None
        self.store.store_report(
            game.id, msgspec.json.encode(report), DOCUMENT_TTL_MS if stays else TRIAL_TTL_MS
        )
        return report

    def _list_report(self, game: AnyGame, report: Balance) -> None:
        """Add the summary of a report to the list, if the report is on the newest version of a game."""
        if not report.tables or not self._is_listed(game):
            return
        fewest, skill = report.tables[0], report.skill
        summary = Played(report.id, fewest.minutes, skill.part if skill else None, report.fair)

        def change(record: Record) -> Record | None:
            is_new = record.newest.id == report.id and record.played != summary
            return msgspec.structs.replace(record, played=summary) if is_new else None

        with contextlib.suppress(Busy, NotFound):  # the next request for the report adds the summary
            self._change(game.slug, change)

    def _with_slug_and_version(self, value: dict[str, Any], key: str | None) -> dict[str, Any]:
        """Return a converted document with the slug and version under which it is published.

        No game of another author has this slug. If the author has published the game before, an unchanged
        document keeps its version number, and a changed document gets the next one. Raises Refused
        (`slug_taken`).
        """
        base, owner = value["id"], hashed(key) if key else ""
        for slug in (base, *(f"{base[: MOST_ID - 3]}-{number}" for number in range(2, MOST_NAMESAKES + 1))):
            if self._built_in.in_catalogue(slug) or slug in RESERVED:
                continue
            stored = self.store.game(slug)
            value = {**value, "id": slug, "name": self._free_title(value["name"], slug)}
            if stored is None:
                return value
            former = decode_record(stored)
            if former.owner == owner:
                unchanged = {**value, "version": former.newest.version}
                if identity(unchanged) == former.newest.id:
                    return unchanged
                differs = self._differs(former, "", laid_out(unchanged))
                return {**unchanged, "version": next_version(number_of(former.newest.version), differs)}
        raise Refused("That name is taken. Choose another.", "slug_taken")

    def _write(
        self,
        id: str,
        about: About,
        document: bytes,
        note: str,
        key: str | None,
        address: str,
        language: Language,
        forked_from: str,
    ) -> Published:
        """Store a checked version: the first one of a new game, or the next one of a game."""
        if self._built_in.in_catalogue(about.slug) or about.slug in RESERVED:
            raise Refused("A game of this server already has this id. Choose another.", "slug_taken")
        if key is not None and len(key) < LEAST_KEY_LENGTH:
            raise Unauthorized("An author key needs at least 20 characters.")
        new_key = None if key else secrets.token_urlsafe(KEY_BYTES)
        owner = hashed(key or new_key or "")
        answer = Published(id=id, slug=about.slug, version=about.version, key=new_key or UNSET)
        is_counted, network, content = False, _network_hash(address), _content_of(json.loads(document))
        pictures = set(stored_picture_ids(document).values())
        self.index.refresh(at_once=True)
        self._complete_withheld()
        since = self._clock() - NETWORK_WATCH_MS
        shared = self.index.withholds(about.slug, owner, network, content, since, pictures)
        for _ in range(MAX_CONFLICTS):
            stored_game = self.store.game(about.slug)
            former = self._with_contents(decode_record(stored_game)) if stored_game else None
            differs = self._differs(former, id, document)
            version = Version(about.version, id, self._clock(), note, differs)
            record = _next_record(former, owner, about, version, forked_from)
            if record is None:
                return self._with_reason(answer, former, shared, content, language) if former else answer
            is_listed = former is not None and former.state == "listed"
            if record.state == "listed" and (shared == "content" if is_listed else shared):
                record.state = "hidden"
            record.network = network
            earlier_contents = [earlier for earlier in record.contents if earlier != content]
            record.contents = [*earlier_contents, content][-MOST_CONTENTS:]
            record.pictures = sorted({*record.pictures, *pictures})
            data, revision = msgspec.json.encode(record), stored_game.revision if stored_game else 0
            if not is_counted:
                self._check_limits(owner, address, document, record, data)
                is_counted = True
            new = (id, document)
            unlisted = (
                [version.id for version in former.versions if version not in record.versions]
                if former
                else []
            )
            now, kept = self._clock(), record.pictures
            if self.store.publish(about.slug, revision, data, new, now, unlisted, network, kept):
                self.index.refresh(at_once=True)
                return self._with_reason(answer, record, shared, content, language)
        raise Busy("This game is being changed right now. Try again.")

    def _with_reason(
        self, answer: Published, record: Record, shared: Reason | None, content: str, language: Language
    ) -> Published:
        """If the game is not listed, add the reason to the answer.

        `shared`: the property that the game shares with another withheld game, if there is one.
        """
        if record.state in ("hidden", "barred"):
            is_hidden = record.state == "hidden"
            answer.state = "hidden" if is_hidden else UNSET
            reason = "barred" if not is_hidden else "flags" if record.is_flagged else shared or "review"
            playable = not self.index.bars(answer.id, lambda: content)
            answer.withheld = explain(reason, language, playable=playable)
        return answer

    def _differs(self, former: Record | None, id: str, document: bytes) -> Difference:
        """Return the most important kind of difference from the newest version of `former`.

        Returns "" if there is no earlier version, or if the store does not have its document.
        """
        if former is None or former.newest.id == id:
            return ""
        newest_document = self.store.document(former.newest.id)
        return difference(json.loads(newest_document), json.loads(document)) if newest_document else ""

    def _check_limits(self, owner: str, address: str, document: bytes, record: Record, data: bytes) -> None:
        """Count a publication. Raises RateLimited, or ServerFull (`hub_full`)."""
        self._limits.count("publications", address)
        self._limits.count("publications", owner)
        self._limits.count("kilobytes", address, _kilobytes(document))
        self.index.refresh()
        if not self.index.has_room(record, data) or not self._has_room(document):
            log.warning("no game can be published: the hub is full (%d games)", self.index.count())
            raise _hub_full()
        self._check_share(record.network, record.newest.id, document)
        if (
            self._share
            and record.network
            and not self.index.has_room(record, data, record.network, self._share)
        ):
            raise too_many_games(SHARE_RETRY_S)

    def _check_share(self, network: str, id: str, document: bytes, more: int = 0) -> None:
        """Raise RateLimited if this document would exceed its network's share of the store.

        `more`: the bytes of new pictures.
        """
        if not self._share or not network:
            return
        share_bytes = self._share * min(self.most_bytes, self._room_count.most_memory)
        if not self.store.fits_network(network, id, document, share_bytes, self._clock(), more):
            raise too_many_games(SHARE_RETRY_S)

    def _has_room(self, document: bytes, more: int = 0) -> bool:
        """Free memory for a document and `more` bytes of pictures. Return whether there is enough."""
        if short := self._room_count.memory_short():
            log.warning("no game can be stored: %s", short)
            return False
        return self.store.free_space(document, self.most_bytes, self._clock(), more)

    def _change(self, slug: str, change: Callable[[Record], Record | None]) -> str:
        """Change the record of a game, and return the game's state. Raises NotFound or Busy."""
        for _ in range(MAX_CONFLICTS):
            stored_game = self.store.game(slug) if SLUG.fullmatch(slug) else None
            if stored_game is None:
                raise NotFound(NO_GAME, "game_not_found")
            former = self._with_contents(decode_record(stored_game))
            record = change(former)
            if record is None:
                return former.state
            is_removed = record.state == "removed"
            data, unlisted = msgspec.json.encode(record), former.ids if is_removed else []
            pictures = former.pictures if is_removed else []
            if self.store.publish(
                slug, stored_game.revision, data, None, self._clock(), unlisted, pictures=pictures
            ):
                self.index.refresh(at_once=True)
                return record.state
        raise Busy("This game is being changed right now. Try again.")

    def _with_contents(self, record: Record) -> Record:
        """Return the record of a game with the content hashes of its documents.

        Older releases did not store these hashes. If a document is gone, the record gets the document's id
        instead, which never equals a content hash.
        """
        if record.contents:
            return record
        contents = dict.fromkeys(self._stored_content(id) for id in record.ids[-MOST_CONTENTS:])
        return msgspec.structs.replace(record, contents=list(contents))

    def _stored_content(self, id: str) -> str:
        data = self.store.document(id)
        return id if data is None else _content_of(json.loads(data))

    def _complete_withheld(self) -> None:
        """Store missing content hashes of withheld games, so that copies of them are recognized."""
        for slug in self.index.incomplete():
            with contextlib.suppress(NotFound):
                self._change(slug, lambda record: record)

    def _of_catalogue(self, name: str) -> AnyGame | None:
        """Return the game of the catalogue with this id, slug, or slug and version, or None."""
        slug, _, wanted_version = name.partition("@")
        game = self._built_in.in_catalogue(slug)
        return game if game is not None and fits(game.version, wanted_version) else None

    def _own_version(self, name: str, key: str | None) -> tuple[Record, Version] | None:
        """Return the game and version with this name, or None if `key` is not the game's author key."""
        slug, _, wanted_version = name.partition("@")
        stored = self.store.game(slug) if key and SLUG.fullmatch(slug) else None
        record = decode_record(stored) if stored else None
        if record is None or record.owner != hashed(key or ""):
            return None
        version = record.fitting(wanted_version)
        return (record, version) if version else None

    def _find_own_or_listed(self, name: str, key: str | None) -> tuple[Record, Version]:
        """Return the game and version with this name, if it is listed or `key` is the author's.

        Raises NotFound if neither is the case.
        """
        return self._own_version(name, key) or self._find_listed(name)[:2]

    def _find_listed(self, name: str) -> tuple[Record, Version, int]:
        slug, _, wanted_version = name.partition("@")
        listed_game = self.index.game(slug, is_named=True)
        version = listed_game.record.fitting(wanted_version) if listed_game else None
        if listed_game is None or version is None:
            raise NotFound(NO_GAME, "game_not_found")
        return listed_game.record, version, listed_game.plays

    def _is_listed(self, game: AnyGame) -> bool:
        """Return whether a document is a version of a listed game."""
        listed_game = self.index.game(game.slug)
        return listed_game is not None and game.id in listed_game.record.ids

    def _document(self, id: str) -> bytes:
        data = self.store.document(id)
        if data is None:
            raise NotFound(NO_GAME, "game_not_found")
        return data

    def _is_operator(self, key: str | None) -> bool:
        operator_key = self._operator.encode()
        return bool(operator_key) and key is not None and hmac.compare_digest(key.encode(), operator_key)

    def _check_operator(self, key: str | None) -> None:
        if key is None:
            raise Unauthorized("This needs the operator key.", "no_token")
        if not self._is_operator(key):
            raise NotAllowed("Only the operator of this server can do that.", "not_yours")


def _as_published(game: AnyGame) -> tuple[Record, Version, int]:
    """Return a game of the catalogue like a published game: record, version, and 0 plays."""
    record = built_in(game)
    return record, record.newest, 0


def _next_record(
    former: Record | None, owner: str, about: About, version: Version, forked_from: str
) -> Record | None:
    """Return the record with one more version, or None if this version is already published."""
    if former is None:
        return Record(owner=owner, about=about, versions=[version], forked_from=forked_from)
    if former.owner != owner:
        raise NotAllowed("Another author has published a game with this id. Choose another.", "not_yours")
    state = former.state if former.state != "removed" else "hidden" if former.is_flagged else "listed"
    if former.newest.id == version.id:
        return msgspec.structs.replace(former, state=state) if former.state == "removed" else None
    if number_of(version.version) <= number_of(former.newest.version):
        message = "Version {version} is already published. Use {next} or higher."
        proposed = next_version(number_of(former.newest.version), version.differs)
        raise Refused(text(message, version=former.newest.version, next=proposed), "version_too_low")
    return msgspec.structs.replace(
        former,
        about=about,
        versions=[*former.versions, version][-MOST_VERSIONS:],
        state=former.halted or state,
        halted=None,
    )


def _kilobytes(document: bytes) -> int:
    """Return the kilobytes that a document takes in the store, compressed and rounded up."""
    return -(-len(zlib.compress(document)) // 1024)


def _content_of(document: dict[str, Any]) -> str:
    """Return a hash of the parts of a document that are the same in all its copies.

    The order of keys does not matter.
    """
    common = {key: part for key, part in document.items() if key not in COPY_KEYS}
    return short_hash(msgspec.json.encode(common, order="sorted").decode())


def _network_hash(address: str) -> str:
    """Return the hash that a record stores for a network; "" if the network is not known."""
    network = network_of(address)
    return short_hash(f"network {network}") if network != address else ""


def _picture_ids(pictures: list[Picture], known: set[str]) -> dict[str, str]:
    """Return the ids of pictures by name. `known`: ids of files that came from this server."""
    return {picture.name: picture.sent if picture.sent in known else picture.id for picture in pictures}


def _invalid(diagnostics: list[Diagnostic]) -> BadDocument:
    return BadDocument("This document isn't a valid game yet. Fix its problems first.", diagnostics)


def _hub_full() -> ServerFull:
    return ServerFull("This server can't store more games right now. Try again later.", "hub_full")


def _check_owner(record: Record, key: str | None) -> None:
    if key is None:
        raise Unauthorized("This needs the author key of the game.", "no_token")
    if not hmac.compare_digest(hashed(key), record.owner):
        raise NotAllowed("This isn't the author key of the game.", "not_yours")


def _check_sizes(files: SentFiles) -> None:
    """Raise TooLarge if a part of a game has too many bytes."""
    for part, message in (
        (files.document, "The document is too large. It can have at most {most} KB."),
        (files.script, "The script is too large. It can have at most {most} KB."),
        (files.decks, "The decks are too large. They can have at most {most} KB."),
    ):
        if len(part) > MOST_BYTES:
            raise TooLarge(text(message, most=MOST_BYTES // 1024))
