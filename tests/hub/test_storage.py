"""Published games in Redis: keys, times to live, and sizes."""

from __future__ import annotations

import gc
import hashlib
import json
import tracemalloc
import zlib

import msgspec
import pytest

from cheat.documents.about import About
from cheat.documents.trials.trials import QUICK
from cheat.service.hub import document_cache, index, records
from cheat.service.hub import hub as hubs
from cheat.settings import Settings
from cheat.store import keys, published

from .conftest import Hub

DAY_MS = 24 * 3_600_000


def due(hub: Hub, id: str) -> float | None:
    """Return the end of a document's time in days from now, or None for a document that is kept forever."""
    at = hub.service.store.client.zscore(keys.DOCUMENTS_DUE, id)
    return None if at is None else (at - hub.clock()) / DAY_MS


def test_the_figures_of_the_hub() -> None:
    assert (Settings().publish_limit, Settings().hub_mb, index.PAGE, QUICK) == ("20/day", 64, 30, 20)
    assert (records.FLAGS_HIDE, 8 * hubs.KEY_BYTES, document_cache.RENEW_S) == (3, 128, 86_400)
    assert (published.DOCUMENT_TTL_MS, published.TRIAL_TTL_MS) == (90 * DAY_MS, DAY_MS / 24)


def test_a_key_is_kept_as_its_hash_and_a_document_packed(workers: list[Hub]) -> None:
    published = workers[0].published()
    stored = workers[0].service.hub.store.game("small")
    assert stored is not None
    assert json.loads(stored.data)["owner"] == hashlib.sha256(published["key"].encode()).hexdigest()
    packed = workers[0].service.store.client.get(keys.document_key(published["id"]))
    text = workers[1].call("GET", "/api/documents/small.json").data
    assert zlib.decompress(packed) == text and len(packed) < len(text)


def test_removed_game_goes_on_in_its_rooms(workers: list[Hub]) -> None:
    """Another worker's room keeps a document that this worker has not loaded, and that no list has any
    more.
    """
    one, other = workers
    published = one.published(tags=["family"])
    ada = one.create(game="small")
    bob = one.join(ada["code"], "Bob")
    assert due(one, published["id"]) is None
    one.call("DELETE", "/api/documents/small", published["key"])
    assert due(one, published["id"]) == 90, "what only rooms keep, they keep for so long"
    for query in ("", "q=small", "tag=family"):
        assert other.listed(query) == []
    assert other.code("GET", "/api/games/small") == (404, "game_not_found")
    other.act(ada, "start")
    table = other.snapshot(bob)["table"]
    assert (table["game"], table["phase"]) == (published["id"], "playing")


def test_a_room_that_goes_on_renews_its_document_once_a_day(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    published = hub.published()
    ada = hub.create(game="small")
    hub.call("DELETE", "/api/documents/small", published["key"])
    days = []
    for renewed in (document_cache.RENEW_S, 0.0, document_cache.RENEW_S):
        monkeypatch.setattr(document_cache, "RENEW_S", renewed)
        hub.clock.now += 2 * DAY_MS // 48  # rooms without changes end after a day
        hub.act(ada, "set_options", options={})
        days.append(due(hub, published["id"]))
    assert days == [90 - 1 / 24, 90, 90 - 1 / 24]


def many_words(number: int) -> str:
    """Return a text with as many words as fit into it, unique to this number."""
    letters = "abcdefghijklmnopqrstuvwxyz0123456789"
    all_pairs = [letter + other for letter in letters for other in letters]
    return " ".join(all_pairs[133 * number % 1000 :][:133])[:400]


ABOUTS = {
    "usual": About(
        slug="a", version="1.0.0", name={"en": "Hearts", "es": "Corazones"}, summary="Take no hearts.",
        least=3, most=4),
    "words": About(
        slug="a", version="1.0.0", name={f"l{number}": many_words(number) for number in range(8)},
        summary={f"l{number}": many_words(8 + number) for number in range(8)}, least=2, most=4),
    "other letters": About(
        slug="a", version="1.0.0", name={f"l{number}": "字" * 400 for number in range(8)},
        summary={f"l{number}": " ".join(chr(0x4E00 + 200 * number + at) for at in range(200))
            for number in range(8)}, least=2, most=4),
}  # fmt: skip


@pytest.mark.parametrize("versions", [1, 500])
@pytest.mark.parametrize("name", ABOUTS)
def test_memory_of_a_game_is_not_underestimated(name: str, versions: int) -> None:
    all_of_them = [
        records.Version(f"1.0.{number}", f"doc:{number:032}", DAY_MS) for number in range(versions)
    ]
    record = records.Record(owner="0" * 64, about=ABOUTS[name], versions=all_of_them)
    data = msgspec.json.encode(record)
    gc.collect()
    tracemalloc.start()
    try:
        decoded = msgspec.json.decode(data, type=records.Record)
        entry = index.index_entry(decoded, data)
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] <= entry.weight
    finally:
        tracemalloc.stop()


def test_memory_of_the_index_is_bounded(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each worker has all games in memory, so new and growing games are refused."""
    key = hub.published()["key"]
    (entry,) = hub.service.hub.index.state.entries.values()
    monkeypatch.setattr(index, "MOST_WEIGHT", 2 * entry.weight + 1_000)
    assert hub.publish(id="large", name="Large", summary=many_words(1)).status_code == 503
    hub.published(id="other", name="Other")
    assert hub.publish(id="third", name="Third").get_json(force=True)["code"] == "hub_full"
    grown = hub.publish(key, version="1.1.0", summary=many_words(1))
    assert grown.get_json(force=True)["code"] == "hub_full"
    hub.published(key, version="1.0.1")
