"""Presence with two workers: they agree, and no player is absent by mistake."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import redis

from cheat.errors import StoreUnavailable
from cheat.rooms.tokens import hashed, token_hash_of
from cheat.service.delivery import feeds as feeds_module
from cheat.service.delivery import long_poll
from cheat.service.delivery.answers import EventsAnswer, PollQuery
from cheat.service.delivery.feeds import Feed, Feeds
from cheat.service.service import Service
from cheat.settings import Settings
from cheat.store import keys
from cheat.store.rooms import RoomStore, connect
from tests.servers import LOG_LENGTH, RedisServer, in_background, wait_until

from .waiters import read, watching

NOON = 1_700_000_000_000
LONG_MS = 30_000
AWAY_MS = 40_001
NEVER_S = 3600
SWEEP_S = 0.05
Make = Callable[..., Feeds]


class Table:
    """A room of three players that poll at two workers. These sweep only when the test says so."""

    def __init__(self, url: str) -> None:
        self.now = NOON
        settings = Settings(
            redis_url=url, sweep_s=NEVER_S, hold_min_s=1, hold_max_s=1, rate_limits="off", think_cpu=0
        )
        self.workers = [Service(connect(url, 10), settings, lambda: self.now) for _ in range(2)]
        host = self.workers[0].create("Ada", "cheat", {"turn_s": 0}, public=False)
        self.code, self.tokens = host.code, {"p1": host.token}
        for name in ("Ben", "Cleo"):
            joined = self.workers[0].join(self.code, name)
            self.tokens[joined.player] = joined.token
        self.since: dict[str, str] = {}
        self.told: dict[str, list[str]] = {}

    def poll(self, who: str, at: int, wait: float = 0) -> EventsAnswer:
        """Return the answer to a poll at a worker by `who`: a player, or a page that watches."""
        ask = PollQuery(self.since.get(who, self.newest()), wait, f"page of {who}")
        answer = self.workers[at].events(self.code, token_hash_of(self.tokens.get(who)), ask)
        self.since[who] = answer.cursor
        self.told.setdefault(who, []).extend(event.type for event in answer.events)
        return answer

    def newest(self) -> str:
        return self.workers[0].snapshot(self.code, None).cursor

    def version(self) -> int:
        return self.workers[0].snapshot(self.code, None).version

    def comes_to_rest(self, **at: int) -> None:
        """Poll as each of these until a whole hold passes without events."""

        def rests() -> bool:
            polls = [
                in_background(lambda who=who, worker=worker: self.poll(who, worker, 25))
                for who, worker in at.items()
            ]
            return not sum(len(poll.value().events) for poll in polls)

        wait_until(rests, "nobody is told anything any more")

    def sweep(self) -> None:
        """Let the workers exchange their heartbeats."""
        for worker in 2 * self.workers:
            worker.feeds.sweep()

    def close(self) -> None:
        for worker in self.workers:
            worker.stop()


@pytest.fixture
def table(redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.setattr(feeds_module, "PRESENCE_COMPLETE_S", 0)
    new_table = Table(redis_server.url)
    yield new_table
    new_table.close()


def test_watcher_at_one_worker_makes_one_version(table: Table) -> None:
    table.comes_to_rest(p1=0, p2=1, p3=1)
    before = table.version()
    table.comes_to_rest(p1=0, p2=1, p3=1, watcher=0)
    assert table.version() == before + 1
    assert [types.count("watchers") for types in table.told.values()] == [1] * 4


def test_returning_player_makes_one_version(table: Table) -> None:
    table.comes_to_rest(p1=0, p2=1, p3=1)
    before = table.version()
    table.now += LONG_MS
    table.comes_to_rest(p1=0, p2=1)
    table.sweep()
    table.now += AWAY_MS - LONG_MS
    table.comes_to_rest(p1=0, p2=1)
    assert table.version() == before + 1
    table.comes_to_rest(p1=0, p2=1, p3=1)
    assert table.version() == before + 2
    assert table.told["p1"][-2:] == ["away", "here"]


def test_missing_heartbeats_of_one_worker_make_nobody_absent(table: Table) -> None:
    """Each worker has known the others for long, and they have polled again since."""
    table.comes_to_rest(p1=0, p2=1, p3=1)
    before = table.version()
    table.sweep()
    table.now += LONG_MS
    table.comes_to_rest(p1=0, p2=1, p3=1)
    for worker in table.workers:  # the first worker sweeps before the other
        worker.feeds.sweep()
    table.now += AWAY_MS - LONG_MS
    table.comes_to_rest(p1=0, p2=1, p3=1)
    assert table.version() == before


def test_action_needs_no_heartbeats_if_presence_is_stable(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Presence is fetched only if it changes something."""
    table.comes_to_rest(p1=0, p2=1, p3=1)
    before = table.version()
    for number, worker in enumerate(table.workers):
        monkeypatch.setattr(worker.feeds, "fetch_heartbeats", refuse)
        name = {"name": f"Ada {number}"}
        worker.act(table.code, hashed(table.tokens["p1"]), f"rename-000{number}", "rename", name)
    assert table.version() == before + 2


def test_end_of_a_poll_is_a_sign_of_life(table: Table) -> None:
    """Sweeps of all rooms are rare. Without it, a player that polled until now would be away too early."""
    feed = table.workers[0].feeds.follow(table.code)
    poll = in_background(lambda: table.poll("p1", 0, 25))
    wait_until(lambda: "p1" in feed.heartbeats and feed.waiters, "the poll is held")
    table.now += LONG_MS
    poll.value()
    assert feed.heartbeats["p1"] == NOON + LONG_MS
    assert feed.unsent_heartbeats["p1"] == NOON + LONG_MS


def test_page_that_takes_a_seat_at_another_worker_is_no_watcher(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its last poll as a spectator is still held at the first one, and ends when that is told."""
    monkeypatch.setattr(long_poll, "HEARTBEAT_S", 0)
    table.comes_to_rest(p1=0, p2=1, page=1)
    before, feed = table.version(), table.workers[1].feeds.follow(table.code)
    abandoned = in_background(lambda: table.poll("page", 1, 25))
    wait_until(lambda: any(poll.present_id == "~page of page" for poll in feed.waiters), "it is held")
    table.tokens["page"] = table.tokens["p3"]
    table.comes_to_rest(p1=0, p2=1, page=0)
    abandoned.value()
    table.sweep()
    table.comes_to_rest(p1=0, p2=1, page=0)
    assert [types.count("watchers") for types in (table.told["p1"], table.told["p2"])] == [2, 2]
    assert table.version() == before + 1


def test_unreachable_store_makes_nobody_absent(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.comes_to_rest(p1=0, p2=0, p3=0)
    before = table.version()
    table.now += AWAY_MS
    with monkeypatch.context() as broken:
        broken.setattr(table.workers[0].store, "sweep", refuse)
        table.comes_to_rest(p1=0, p2=0)
        assert table.version() == before
    table.comes_to_rest(p1=0, p2=0)
    assert table.version() == before + 1


def refuse(*_: Any) -> Any:
    raise StoreUnavailable("on command")


# The feed


class Away(RoomStore):
    """A store that answers no sweep while it is `away`. It counts the attempts."""

    away = False
    told = 0

    def sweep(self, *args: Any) -> Any:
        if self.away:
            raise StoreUnavailable("on command")
        swept = super().sweep(*args)
        self.told += 1
        return swept


def test_feed_without_heartbeats_does_not_know_presence(
    make_feeds: Make, real: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor when the store has just come back: the other workers may not have sent theirs yet."""
    monkeypatch.setattr(feeds_module, "PRESENCE_COMPLETE_S", 0)
    monkeypatch.setattr(feeds_module, "PRESENCE_STALE_S", 0)
    store = Away(real, LOG_LENGTH)
    assert store.create("room", "e1", b"{}", b'"log"', 60_000)
    feeds = make_feeds(store, sweep_s=SWEEP_S)
    with watching(feeds, "room"):
        wait_until(lambda: feeds.heartbeats("room") is not None, "it knows")
        store.away = True
        wait_until(lambda: feeds.heartbeats("room") is None, "it does not know any more")
        monkeypatch.setattr(feeds_module, "PRESENCE_COMPLETE_S", NEVER_S)
        before, store.away = store.told, False
        wait_until(lambda: store.told > before + 1, "it learns again")
        assert feeds.heartbeats("room") is None


def test_player_between_two_polls_stays_present(make_feeds: Make, real: redis.Redis) -> None:
    """During the sweep, the answer to a poll may be on its way to its client."""
    store = RoomStore(real, LOG_LENGTH)
    assert store.create("room", "e1", b"{}", b'"log"', 60_000)
    feeds = make_feeds(sweep_s=SWEEP_S)
    with watching(feeds, "room") as waiter:
        read(feeds, waiter.feed)
        waiter.feed.note_heartbeat("p1", store.clock())
    wait_until(lambda: real.hget(keys.seen_key("room"), "p1"), "the others can know it")


def test_feed_without_waiters_still_gets_heartbeats(make_feeds: Make, real: redis.Redis) -> None:
    """A client that polls rarely is between two polls. Otherwise the feed would expire."""
    store = RoomStore(real, LOG_LENGTH)
    assert store.create("room", "e1", b"{}", b'"log"', 60_000)
    feeds = make_feeds(sweep_s=SWEEP_S)
    with watching(feeds, "room") as waiter:
        read(feeds, waiter.feed)
    store.sweep({"room": {"p2": store.clock()}}, store.clock())
    wait_until(lambda: "p2" in waiter.feed.heartbeats, "it learns of whom another worker has heard")


def test_only_players_that_have_just_come_are_told_at_once() -> None:
    """Other workers know all others, because the last sweep of all rooms was not long ago."""
    feed = Feed("room", sweep_all_s=12)
    feed.note_heartbeat("p1", NOON)
    assert feed.is_presence_unsent
    feed.is_presence_unsent = False
    for ms in (1000, 12_000, 24_000):
        feed.note_heartbeat("p1", NOON + ms)
        assert not feed.is_presence_unsent
    feed.note_heartbeat("p1", NOON + 36_001)
    assert feed.is_presence_unsent, "it was silent for longer than other workers' heartbeats are old"
    feed.is_presence_unsent = False
    feed.note_seated("~one", NOON + 36_001)
    assert not feed.is_presence_unsent, "no worker has counted it"
    feed.note_heartbeat("~two", NOON + 36_001)
    feed.is_presence_unsent = False
    feed.note_seated("~two", NOON + 36_002)
    assert feed.is_presence_unsent


def test_news_of_presence_is_swept_soon_and_again_after_a_failure(
    make_feeds: Make, real: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Away(real, LOG_LENGTH)
    assert store.create("room", "e1", b"{}", b'"log"', 60_000)
    feeds = make_feeds(store)
    monkeypatch.setattr(feeds.subscriber, "hears", lambda code: True)
    with watching(feeds, "room") as waiter:
        read(feeds, waiter.feed)
        later = time.monotonic() + 2e9
        assert not feeds._needs_sweep(waiter.feed, later)
        waiter.feed.note_heartbeat("p1", store.clock())
        assert feeds._needs_sweep(waiter.feed, later)
        store.away = True
        with pytest.raises(StoreUnavailable):
            feeds.sweep()
        assert feeds._needs_sweep(waiter.feed, later)
        store.away = False
        feeds.sweep()
        assert not feeds._needs_sweep(waiter.feed, later)
    assert real.hget(keys.seen_key("room"), "p1")


def test_older_heartbeat_answer_changes_nothing() -> None:
    feed = Feed("room")
    feed.merge_heartbeats({"p1": NOON}, 2)
    feed.merge_heartbeats({}, 1)
    assert feed.heartbeats == {"p1": NOON}
    feed.merge_heartbeats({"p1": NOON + 1}, 3)
    assert feed.heartbeats == {"p1": NOON + 1}
