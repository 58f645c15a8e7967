"""Presence over minutes, with two workers that sweep as rarely as they do in service.

The test moves the time. The workers share a real Redis, and each second they look for rooms to sweep and do
the due work of the room.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any
from unittest import mock

import msgspec
import pytest

from cheat.errors import StoreUnavailable
from cheat.service.delivery import feeds as feeds_module
from cheat.service.delivery.feeds import Feed
from cheat.service.delivery.long_poll import Poll
from cheat.service.service import Service
from cheat.settings import Settings
from cheat.store.rooms import connect
from tests.servers import RedisServer

from .waiters import RegisteredWaiter

NOON = 1_700_000_000_000
AWAY_S = 40
"""Seconds of silence after which a player is away, as docs/protocol.md promises."""
NOTED_S = 13
"""Maximum age in seconds of a polling player's note in Redis, as docs/internals/sweeps.md says."""
NEWS_S = 4
"""Seconds until other workers know that a player has come."""
SETTLED_S = 15
"""Seconds until workers that have just begun to follow a room report who is gone."""


class Time:
    """Stands for the module `time` in the feeds."""

    now = 0

    def monotonic(self) -> float:
        return 1e6 + self.now

    def sleep(self, seconds: float) -> None:
        """Take no time."""


class Worker:
    """A worker that follows a room, and its held polls by player or watcher."""

    def __init__(self, url: str, hall: Hall) -> None:
        self._hall = hall
        settings = Settings(redis_url=url, rate_limits="off", think_cpu=0, check_cpu=0)
        self.service = Service(connect(url, 5), settings, hall.now_ms)
        self.service.feeds.subscriber = mock.Mock()
        self.service.feeds.subscriber.hears.return_value = True
        self.service.feeds.subscriber.is_listening.return_value = True
        self.polls: dict[str, RegisteredWaiter] = {}
        self.is_running = self.has_store = True
        self._sweep = self.service.feeds.store.sweep
        self.service.feeds.store.sweep = self._sweep_if_possible  # type: ignore[method-assign]

    def _sweep_if_possible(self, *args: Any) -> Any:
        if not self.has_store:
            raise StoreUnavailable("on command")
        return self._sweep(*args)

    @property
    def feed(self) -> Feed:
        return self.service.feeds.follow(self._hall.code)

    def begin_poll(self, who: str) -> None:
        """Hold a poll of a player or watcher, in place of an older one."""
        self.end_poll(who)
        poll = self.polls[who] = RegisteredWaiter(self.service.feeds, self._hall.code)
        poll.present_id = who
        self.feed.note_heartbeat(who, self._hall.now_ms())

    def begin_poll_as(self, player: str | None, client: str) -> None:
        """Begin a poll of a program that names itself, as a player or as a spectator."""
        if player is None:
            self.end_poll(f"~{client}")
        services = mock.Mock(clock=self._hall.now_ms)
        program = SimpleNamespace(_polls=services, _client=client, present_id=None)
        seat = SimpleNamespace(id=player, is_away=False) if player else None
        Poll._note_presence(program, self.feed, seat)  # type: ignore[arg-type]
        if program.present_id is not None:
            self.begin_poll(program.present_id)

    def end_poll(self, who: str) -> None:
        """Answer a poll, which is a sign of life like its beginning."""
        if poll := self.polls.pop(who, None):
            self.service.feeds.leave(poll.feed, poll)
            if poll.present_id is not None:
                poll.feed.note_heartbeat(who, self._hall.now_ms())

    def work(self) -> None:
        """Do what a worker does all the time."""
        self.service.feeds.look()
        if self.has_store and self.feed.waiters:
            self.service.transactions.apply_due(self._hall.code)


class Hall:
    """A room of three players, the workers that hold its polls, and their time."""

    def __init__(self, url: str, time: Time) -> None:
        self._time, self.code = time, ""
        self.events: list[tuple[int, str, str | int]] = []
        self.workers = [Worker(url, self) for _ in range(2)]
        service = self.workers[0].service
        joined = service.create("Ada", "cheat", {}, public=False)
        self.code = joined.code
        for name in ("Ben", "Cleo"):
            service.join(self.code, name)
        self._logged = self._log_length()

    @property
    def now(self) -> int:
        """The seconds since noon."""
        return self._time.now

    def now_ms(self) -> int:
        return NOON + 1000 * self.now

    def _log_length(self) -> int:
        version = self.workers[0].service.store.load(self.code)
        assert version is not None
        return version.version

    def _note_events(self) -> None:
        logged = self.workers[0].service.store.load_with_log(self.code)
        assert logged is not None
        for entry in (logged.since(self._logged) or []) if logged.stored.version > self._logged else []:
            for event in msgspec.json.decode(entry)["events"]:
                told = event.get("args", {}).get("count", event.get("by", ""))
                self.events.append((self.now, event["type"], told))
        self._logged = logged.stored.version

    def wait(self, seconds: int, each_second: Callable[[], None] = lambda: None) -> None:
        """Let time pass."""
        for _ in range(seconds):
            self._time.now += 1
            each_second()
            for worker in self.workers:
                if worker.is_running:
                    worker.work()
            self._note_events()

    def told(self) -> list[tuple[str, str | int]]:
        """Return the changes of presence so far."""
        return [(kind, told) for _, kind, told in self.events]

    def when(self, kind: str, told: str | int) -> int:
        """Return the second of the only such event."""
        (at,) = [at for at, *event in self.events if event == [kind, told]]
        return at


@pytest.fixture
def hall(redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    """A room whose three players poll at the first worker, long enough for the workers to know them."""
    monkeypatch.setattr(feeds_module, "Timer", mock.Mock())
    time = Time()
    monkeypatch.setattr(feeds_module, "time", time)
    new_hall = Hall(redis_server.url, time)
    for player in ("p1", "p2", "p3"):
        new_hall.workers[0].begin_poll(player)
    _ = new_hall.workers[1].feed
    new_hall.wait(SETTLED_S)
    assert new_hall.told() == []
    yield new_hall
    for worker in new_hall.workers:
        worker.service.stop()


def test_player_whose_polls_move_between_workers_is_never_away(hall: Hall) -> None:
    """A balancer sends each poll to another worker. Between two polls the client waits for a moment."""
    first, second = hall.workers
    second.begin_poll("p3")
    first.end_poll("p3")
    for number in range(8):
        worker, other = (first, second) if number % 2 else (second, first)
        other.end_poll("p2")
        hall.wait(2)
        worker.begin_poll("p2")
        hall.wait(23)
    assert hall.told() == []


@pytest.mark.parametrize("seed", range(4))
def test_short_silence_between_two_workers_is_not_noticed(hall: Hall, seed: int) -> None:
    """Polls of any length at any worker, and pauses up to the time that news need to the other worker."""
    chance = random.Random(seed)
    polling: dict[str, tuple[Worker, int]] = {
        player: (hall.workers[0], chance.randint(1, 25)) for player in ("p2", "p3")
    }
    hall.workers[1].begin_poll("~one")
    silent_until: dict[str, int] = {}

    def live() -> None:
        for player in ("p2", "p3"):
            if player in polling and polling[player][1] <= hall.now:
                polling.pop(player)[0].end_poll(player)
                silent_until[player] = hall.now + chance.choice([1, 2, 10, AWAY_S - NEWS_S - 1])
            if silent_until.get(player, hall.now + 1) <= hall.now:
                del silent_until[player]
                worker = chance.choice(hall.workers)
                worker.begin_poll(player)
                polling[player] = worker, hall.now + chance.randint(1, 25)

    hall.wait(300, live)
    assert hall.told() == [("watchers", 1)]


def test_silent_player_is_away_after_forty_seconds_and_back_at_once_at_any_worker(hall: Hall) -> None:
    first, second = hall.workers
    for _ in range(2):
        hall.events.clear()
        silent_from = hall.now
        first.end_poll("p2"), second.end_poll("p2")
        hall.wait(60)
        assert hall.told() == [("away", "p2")]
        assert hall.when("away", "p2") == silent_from + AWAY_S + 1
        hall.events.clear()
        second.begin_poll("p2")
        hall.wait(1)
        assert hall.told() == [("here", "p2")]


def test_watcher_is_counted_at_once_and_forgotten_after_forty_seconds(hall: Hall) -> None:
    """Also if the watcher polls where no player does, and goes on at another worker."""
    first, second = hall.workers
    second.begin_poll("~one")
    hall.wait(1)
    assert hall.told() == [("watchers", 1)]
    hall.wait(60)
    second.end_poll("~one")
    hall.wait(3)
    first.begin_poll("~one")
    hall.wait(60)
    assert hall.told() == [("watchers", 1)]
    first.end_poll("~one")
    gone_at = hall.now
    hall.wait(60)
    assert hall.told() == [("watchers", 1), ("watchers", 0)]
    assert hall.when("watchers", 0) == gone_at + AWAY_S + 1


@pytest.mark.parametrize("is_at_one_worker", [True, False])
def test_program_that_plays_and_watches_under_one_name_is_no_spectator(
    hall: Hall, is_at_one_worker: bool
) -> None:
    """Only its first poll counts, until its player polls. Then the number of spectators stays the same."""
    first, second = hall.workers[0], hall.workers[0 if is_at_one_worker else 1]

    def live() -> None:
        if hall.now % 25 == 0:
            first.begin_poll_as("p2", "robot")
        if hall.now % 25 == 12:
            second.begin_poll_as(None, "robot")

    hall.wait(60, live)
    assert hall.told() == [("watchers", 1), ("watchers", 0)]
    hall.wait(200, live)
    assert hall.told() == [("watchers", 1), ("watchers", 0)]
    first.end_poll("p2")
    hall.wait(AWAY_S + NOTED_S)
    second.begin_poll_as(None, "robot")
    hall.wait(NEWS_S)
    assert hall.told()[2:] == [("away", "p2"), ("watchers", 1)], "it only watches now"


def test_worker_that_dies_makes_nobody_away_whose_page_polls_again(hall: Hall) -> None:
    """Its last notes in Redis may be thirteen seconds old. Pages come back within seconds."""
    first, second = hall.workers
    for who in ("p2", "p3", "~one", "~two"):
        second.begin_poll(who)
    first.end_poll("p2"), first.end_poll("p3")
    hall.wait(60)
    assert hall.told() == [("watchers", 2)]
    second.is_running = False
    died_at = hall.now
    hall.wait(5)
    first.begin_poll("p2"), first.begin_poll("~one")
    hall.wait(60)
    assert hall.told() == [("watchers", 2), ("away", "p3"), ("watchers", 1)] or hall.told() == [
        ("watchers", 2), ("watchers", 1), ("away", "p3")]  # fmt: skip
    for event in (("away", "p3"), ("watchers", 1)):
        assert died_at + AWAY_S - NOTED_S <= hall.when(*event) <= died_at + AWAY_S + 1


def test_host_who_watches_the_replay_at_another_worker_stays_host(hall: Hall) -> None:
    """The page of the replay polls the room. In a room that waits, an absent host would be replaced."""
    first, second = hall.workers
    first.end_poll("p1")
    hall.wait(4)
    for _ in range(6):
        second.begin_poll("p1")
        hall.wait(25)
    assert hall.told() == []


@pytest.mark.parametrize("who", ["both", "the worker of the others"])
def test_outage_of_seventy_seconds_makes_nobody_away(hall: Hall, who: str) -> None:
    """Bots would stand in after sixty seconds."""
    first, second = hall.workers
    second.begin_poll("p3")
    first.end_poll("p3")
    hall.wait(30)
    for worker in hall.workers if who == "both" else [second]:
        worker.has_store = False
    hall.wait(20)
    first.end_poll("p2")
    first.begin_poll("p2")
    if who != "both":  # the page of the third player has found the other worker meanwhile
        first.begin_poll("p3")
    hall.wait(50)
    first.has_store = second.has_store = True
    hall.wait(120)
    assert hall.told() == []


def test_worker_that_was_frozen_makes_nobody_away(hall: Hall) -> None:
    """When it goes on, it has heard of nobody for seventy seconds. Its own page has moved meanwhile."""
    first, second = hall.workers
    second.begin_poll("p3")
    first.end_poll("p3")
    hall.wait(30)
    second.is_running = False
    hall.wait(10)
    first.begin_poll("p3")
    hall.wait(60)
    second.is_running = True
    hall.wait(5)
    second.end_poll("p3")
    hall.wait(120)
    assert hall.told() == []


def test_idle_room_costs_each_worker_a_command_in_twelve_seconds(hall: Hall) -> None:
    """However many watch and play there: so presence is as right as above, and Redis is quiet."""
    for number in range(20):
        hall.workers[number % 2].begin_poll(f"~page {number}")
    hall.wait(30)
    sweeps = [mock.Mock(side_effect=worker._sweep) for worker in hall.workers]
    for worker, sweep in zip(hall.workers, sweeps, strict=True):
        worker._sweep = sweep
    hall.wait(120)
    assert [sweep.call_count for sweep in sweeps] == [10, 10]
