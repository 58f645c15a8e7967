"""The list of published games: search, order, pages, and no repeated reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from cheat.service.hub import index

from .conftest import Hub

GAMES = {
    "ocho": {"name": {"en": "Crazy Ocho", "es": "Ocho muy loco"}, "tags": ["shedding", "family"]},
    "brisca": {"name": "Brísca", "summary": "Tricks with a Spanish pack.", "tags": ["tricks"]},
    "solo": {"name": "Whist for Two", "players": {"min": 2, "max": 2}, "tags": ["tricks"], "author": "Bo Ek"},
}


@pytest.fixture
def stocked(hub: Hub) -> Hub:
    for slug, parts in GAMES.items():
        hub.clock.now += 1000
        hub.published(id=slug, **parts)
    return hub


# fmt: off
FOUND = {
    "": ["solo", "brisca", "ocho"],
    "q=brisca": ["brisca"], "q=BRÍ": ["brisca"], "q=spanish+tricks": ["brisca"],
    "q=loco": ["ocho"], "q=ek": ["solo"], "q=oco": [], "q=***": ["solo", "brisca", "ocho"],
    "tag=tricks": ["solo", "brisca"], "tag=trick": [], "players=4": ["brisca", "ocho"],
    "players=9": [], "q=wh&tag=tricks&players=2": ["solo"],
    "sort=name": ["brisca", "ocho", "solo"], "sort=played": ["brisca", "ocho", "solo"],
    "sort=recommended": ["brisca", "ocho", "solo"],
}
# fmt: on
"""Queries, and the games that they find in order."""


def test_games_are_found_by_words_tags_and_players(stocked: Hub) -> None:
    assert {query: stocked.listed(query) for query in FOUND} == FOUND


def test_bad_queries_are_refused(stocked: Hub) -> None:
    for query in ("sort=best", "players=many", "players=-1"):
        assert stocked.code("GET", f"/api/documents?{query}") == (422, "bad_field")
    for cursor in ("~", "x", "1~", "9" * 40 + "~solo", "~~~", "%00~a"):
        assert stocked.client.get(f"/api/documents?cursor={cursor}").status_code == 200


def test_games_that_are_played_come_first_and_are_counted(stocked: Hub) -> None:
    for slug in ("ocho", "ocho", "solo"):
        ada = stocked.create(game=slug)
        stocked.join(ada["code"], "Bob")
        stocked.act(ada, "start")
    assert stocked.listed("sort=played") == ["ocho", "solo", "brisca"]


@pytest.mark.parametrize("sort", ["new", "played", "name", "recommended"])
def test_pages_follow_each_other_while_the_list_grows(
    hub: Hub, monkeypatch: pytest.MonkeyPatch, sort: str
) -> None:
    monkeypatch.setattr("cheat.service.hub.index.PAGE", 3)
    for number in range(7):
        hub.clock.now += 1000
        hub.published(id=f"game-{number}", name=f"Game {number}")
    slugs: list[str] = []
    cursor = ""
    while True:
        page = hub.call("GET", f"/api/documents?sort={sort}&cursor={cursor}").get_json()
        slugs += [game["slug"] for game in page["games"]]
        if "cursor" not in page:
            break
        cursor = page["cursor"]
        hub.clock.now += 1000
        hub.published(id=f"late-{len(slugs)}", name=f"A late one {len(slugs)}")
    assert [slug for slug in slugs if slug.startswith("game")] == sorted(
        (f"game-{number}" for number in range(7)), reverse=sort == "new"
    )
    assert len(slugs) == len(set(slugs))


def test_unchanged_list_is_not_sent_again(stocked: Hub) -> None:
    for path in ("/api/documents?q=o", "/api/documents/ocho", "/api/documents/ocho.zip"):
        etag = stocked.call("GET", path).headers["ETag"]
        assert stocked.call("GET", path, headers={"If-None-Match": etag}).status_code == 304
    etag = stocked.call("GET", "/api/documents").headers["ETag"]
    stocked.published(id="new-one")
    assert stocked.call("GET", "/api/documents", headers={"If-None-Match": etag}).status_code == 200


def test_workers_learn_of_published_games(workers: list[Hub]) -> None:
    key = workers[0].published()["key"]
    assert workers[1].listed() == ["small"]
    workers[1].call("DELETE", "/api/documents/small", key)
    assert workers[0].listed() == []
    workers[0].service.store.client.flushall()
    assert workers[1].listed() == []
    workers[0].published(id="again")
    assert workers[1].listed() == ["again"], "the store was emptied, and the list begins anew"


def test_game_published_at_another_worker_is_found(
    workers: list[Hub], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert [worker.listed() for worker in workers] == [[], []]
    monkeypatch.setattr(index, "CHECK_PAUSE_S", 3600)
    workers[0].published()
    assert workers[1].listed() == [], "the list may be older"
    assert workers[1].call("GET", "/api/documents/small").status_code == 200


def test_restarted_list_replaces_the_old_one(workers: list[Hub]) -> None:
    workers[0].published()
    assert workers[1].listed() == ["small"]
    workers[0].service.store.client.flushall()
    workers[0].published(id="other")  # as many changes as before, without a read in between
    assert [worker.listed() for worker in workers] == [["other"], ["other"]]
    assert workers[1].listed("q=small") == ["other"]


def test_page_of_an_older_revision_is_not_reused(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    hub.published()
    looked_through = index.matching

    def slowly(games: Iterable[index.Known], query: index.Query) -> Iterator[index.Known]:
        monkeypatch.setattr(index, "matching", looked_through)
        hub.published(id="other")
        return looked_through(games, query)

    monkeypatch.setattr(index, "matching", slowly)
    assert hub.listed("sort=name") == ["small"], "as it was when it was asked"
    assert hub.listed("sort=name") == ["other", "small"]


def test_a_search_costs_one_question_of_the_store(
    make_hub: Callable[..., Hub], monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = make_hub()
    for number in range(3):
        hub.published(id=f"game-{number}")
    hub.listed()
    calls: list[str] = []
    store = hub.service.hub.store
    for name in ("revision", "changed_since"):
        monkeypatch.setattr(store, name, counted(calls, getattr(store, name)))
    assert len(hub.listed("q=small")) == 3
    assert calls == ["revision"]


def counted(calls: list[str], method: Callable[..., Any]) -> Callable[..., Any]:
    """Call the same method, and note its name."""

    def call(*args: Any) -> Any:
        calls.append(method.__name__)
        return method(*args)

    return call
