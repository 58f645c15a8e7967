"""A worker's cache of games that are documents, and the pins that keep documents for rooms.

A pin makes the store keep the exact document that a room plays.
"""

from __future__ import annotations

import logging
import re
import threading
import time
from collections import OrderedDict
from collections.abc import Callable

from cheat.documents import DocumentGame, NotAGame, compiled
from cheat.documents.parse.pictures import stored_picture_ids
from cheat.engine.game import AnyGame
from cheat.engine.registry import GameRegistry, Payers
from cheat.errors import Unreadable
from cheat.ops.no_wait import check_may_wait
from cheat.ops.threads import run_in_thread
from cheat.service.limits.rules_time import RulesTime
from cheat.store.published import DocumentStore

RENEW_S = 24 * 3600.0
"""Seconds after which a worker renews a pin.

A renewal tells the store that rooms still need the document.
"""
RENEWED_MAX = 1000
"""Maximum number of documents for which a worker remembers the time of the last renewal.

The worker forgets the oldest times first.
"""
UNREADABLE = "The server is being updated. Try again in a moment."

_ID = re.compile(r"doc:[0-9a-f]{32}")

log = logging.getLogger(__name__)


class DocumentCache:
    """A cache of games that are documents in the store. `clock`: ms since 1970.

    `games`: the games of the catalogue, and stored documents that are loaded on demand. Only one request at a
    time loads a document, so two requests for the same document load it once. The processor time for loading
    is charged to the payers of the request: its address and network (`cheat.service.limits.rules_time`). If
    it were free, an address with too many documents for the cache could keep a worker busy.
    """

    def __init__(
        self, store: DocumentStore, games: GameRegistry, clock: Callable[[], int], rules_time: RulesTime
    ) -> None:
        self._store, self._clock, self._rules_time = store, clock, rules_time
        self.games = games.with_finder(self._find)
        self._load_lock = threading.Lock()
        self._last_loaded: tuple[str, AnyGame | None] = ("", None)
        self._pinned_at: OrderedDict[str, float] = OrderedDict()

    def pin(self, game: AnyGame) -> None:
        """Make the store keep the document of a game, so that a room can use it to the end.

        Raises StoreUnavailable.
        """
        if game.source and not self._is_pinned(game.id):
            self._store.keep(game.id, self._clock(), game.source)
            self._store.renew_pictures(set(stored_picture_ids(game.source).values()), self._clock())
            self._note_pin(game.id)

    def _is_pinned(self, id: str) -> bool:
        return time.monotonic() - self._pinned_at.get(id, float("-inf")) < RENEW_S

    def _note_pin(self, id: str) -> None:
        self._pinned_at.pop(id, None)
        self._pinned_at[id] = time.monotonic()
        while len(self._pinned_at) > RENEWED_MAX:
            self._pinned_at.popitem(last=False)

    def _find(self, id: str, payers: Payers) -> AnyGame | None:
        """Return the game of a stored document, or None if the store does not have the document.

        Raises StoreUnavailable. Raises Unreadable if this release cannot read the document, WouldWait if the
        caller must not wait, and RateLimited if the payers have used up their processor time.
        """
        if not _ID.fullmatch(id):
            return None
        check_may_wait()
        with self._load_lock:
            last_id, game = self._last_loaded
            if last_id == id and game is not None:  # another request has just loaded this document
                return game
            self._rules_time.check_payers(payers)
            data = self._store.document(id)
            if data is None:
                return None
            game, processor_s = run_in_thread(self._load, data)
            self._rules_time.spend(payers, processor_s)
            if game is None or game.id != id:
                log.error("document %s cannot be read by this release", id)
                raise Unreadable(UNREADABLE)
            self._last_loaded = id, game
            return game

    def _load(self, data: bytes) -> tuple[DocumentGame | None, float]:
        """Return the game, and the seconds of processor time that loading took.

        The game is None if this release cannot read the document.
        """
        began_at = self._rules_time.processor()
        try:
            game = compiled(data)
        except NotAGame:
            game = None
        return game, self._rules_time.processor() - began_at
