"""Values derived from a game are cached with it, and are freed with it."""

from __future__ import annotations

import gc
import weakref

from cheat.engine.per_game_cache import PerGameCache
from tests.documents.small_documents import game_of


def test_what_is_made_of_a_game_is_made_once_for_each_key() -> None:
    made, one, other = PerGameCache[str](2), game_of(), game_of(summary="Another")
    asked = [(one, "a", "1"), (one, "a", "2"), (other, "a", "3"), (one, "b", "4"), (one, "a", "5")]
    assert [made.get(game, key, lambda value=value: value) for game, key, value in asked] == list("11341")


def test_no_game_is_kept_for_what_was_made_of_it() -> None:
    made, game = PerGameCache[str](2), game_of()
    gone = weakref.ref(game)
    made.get(game, "a", game.name.upper)
    del game
    gc.collect()
    assert gone() is None
