"""What is kept of published games, for how long, and by what figures."""

from __future__ import annotations

import hashlib
import json
import zlib

import pytest

from cheat.documents.trials.trials import QUICK
from cheat.service.hub import document_cache, index, records
from cheat.service.hub import hub as hubs
from cheat.settings import Settings
from cheat.store import keys, published

from .conftest import Hub

DAY_MS = 24 * 3_600_000


def due(hub: Hub, id: str) -> float | None:
    """Until when a document is kept, in days from now; None for ever."""
    at = hub.service.store.client.zscore(keys.DOCUMENTS_DUE, id)
    return None if at is None else (at - hub.clock()) / DAY_MS


def test_the_figures_of_the_hub() -> None:
    assert (Settings().publish_limit, Settings().hub_mb, index.PAGE, QUICK) == ("20/day", 64, 30, 20)
    assert (records.FLAGS_HIDE, 8 * hubs.KEY_BYTES, document_cache.RENEW_S) == (3, 128, 86_400)
    assert (published.KEPT_MS, published.TRIED_MS) == (90 * DAY_MS, DAY_MS / 24)


def test_a_key_is_kept_as_its_hash_and_a_document_packed(workers: list[Hub]) -> None:
    made = workers[0].published()
    stored = workers[0].service.hub._store.game("small")
    assert stored is not None
    assert json.loads(stored.data)["owner"] == hashlib.sha256(made["key"].encode()).hexdigest()
    packed = workers[0].service.store.client.get(keys.document_key(made["id"]))
    text = workers[1].call("GET", "/api/documents/small.json").data
    assert zlib.decompress(packed) == text and len(packed) < len(text)


def test_who_plays_a_game_goes_on_where_its_author_takes_it_away(workers: list[Hub]) -> None:
    """In a room on another worker, which has never loaded it; nobody finds it any more."""
    one, other = workers
    made = one.published(tags=["family"])
    ada = one.create(game="small")
    bob = one.join(ada["code"], "Bob")
    assert due(one, made["id"]) is None
    one.call("DELETE", "/api/documents/small", made["key"])
    assert due(one, made["id"]) == 90, "what only rooms keep, they keep for so long"
    for query in ("", "q=small", "tag=family"):
        assert other.listed(query) == []
    assert other.code("GET", "/api/games/small") == (404, "game_not_found")
    other.act(ada, "start")
    table = other.snapshot(bob)["table"]
    assert (table["game"], table["phase"]) == (made["id"], "playing")


def test_a_room_that_goes_on_renews_its_document_once_a_day(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = hub.published()
    ada = hub.create(game="small")
    hub.call("DELETE", "/api/documents/small", made["key"])
    days = []
    for renewed in (document_cache.RENEW_S, 0.0, document_cache.RENEW_S):
        monkeypatch.setattr(document_cache, "RENEW_S", renewed)
        hub.clock.now += 2 * DAY_MS // 48  # rooms end where nobody does anything for a day
        hub.act(ada, "set_options", options={})
        days.append(due(hub, made["id"]))
    assert days == [90 - 1 / 24, 90, 90 - 1 / 24]
