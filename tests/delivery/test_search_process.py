"""Bots that search, in real workers: the room plays on whatever happens to the child process."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
import requests

from cheat.games.french_deck import rank_of
from tests.servers import (
    Client,
    Running,
    Web,
    children_of,
    in_background,
    is_running,
    request,
    wait_until,
)

GUNICORN = "gunicorn tests.jobs.app:app"
ALONE = "python -m tests.jobs.app"
LONG_HOLD_S = 20
HURRIED = {"BOT_PACE": 0.05}
"""A pace for bots whose searches do not matter: they take a twentieth of the time."""
PLAYING_S = 300
"""Maximum seconds of games until the expected event has happened."""
Start = Callable[..., Web]
Share = Callable[..., list[Web]]


class Table:
    """Ada and two bots that search. They have to move once Ada has shown a card."""

    def __init__(self, *servers: Web) -> None:
        self.ada = Client(list(servers))
        self.ada.create("Ada", game="toy")
        for _ in range(2):
            self.ada.act("add_bot", level="hard")

    def begin(self) -> None:
        self.ada.act("start")
        self.ada.act("show", cards=self.ada.hand()[:1])
        self.ada.cursor = self.ada.snapshot()["cursor"]

    def follow(self, at: int = 0) -> list[tuple[str, bool]]:
        """Wait until the game is over. Return for each bot with different cards whether it showed its
        best.
        """
        phase = "playing"
        while phase == "playing":
            answer = self.ada.events(at, wait=20)
            self.ada.cursor, phase = answer["cursor"], answer.get("table", {}).get("phase", phase)
        return self.shown()

    def follow_until_best(self, at: int = 0) -> None:
        """Play games until each bot has had time to search, in any of them."""
        best: set[str] = set()

        def have_done() -> bool:
            best.update(bot for bot, is_best in self.follow(at) if is_best)
            return best == {"p2", "p3"} or bool(self.again())

        wait_until(have_done, "the bots do what is best", PLAYING_S)

    def play_until(self, condition: Callable[[], Any], what: str) -> None:
        """Play games until a condition holds at the end of one."""
        wait_until(lambda: self.follow() and (condition() or self.again()), what, PLAYING_S)

    def play_on_until(self, condition: Callable[[], bool]) -> None:
        """Play games without a search, until the child process gets a job in time."""

        def has_come() -> bool:
            assert self.follow() == [("p2", False), ("p3", False)]
            return condition() or bool(self.again())

        wait_until(has_come, "the child process gets a job for a plan", PLAYING_S)

    def shown(self) -> list[tuple[str, bool]]:
        frames = self.ada.call("GET", f"/api/rooms/{self.ada.code}/replay", open=1, limit=10).json()["frames"]
        found = []
        for before, after in pairwise(frames):
            (event,) = [event for event in after["events"] if event["type"] == "shown"]
            zones = {zone["id"]: zone["cards"] for zone in before["table"]["zones"]}
            ranks = [rank_of(card) for card in zones[f"hand:{event['by']}"]]
            (moved,) = event["cards"]
            rank = rank_of(moved["faces"][0])
            found.append((event["by"], min(ranks) < rank == max(ranks)))
        return [one for one in found if one[0] != self.ada.player]

    def again(self) -> None:
        self.ada.act("play_again")
        self.begin()


def children(web: Web) -> list[int]:
    """Return the children of the service's workers, or its own if it has no master."""
    assert web.process is not None
    if web.line == ALONE:
        return children_of(web.process.pid)
    return [pid for worker in web.children() for pid in children_of(worker)]


def thinking(web: Web) -> int:
    (pid,) = wait_until(lambda: children(web), "a child process runs")
    return int(pid)


def counted(web: Web, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} (\S+)$", request("GET", f"{web.url}/metrics").text, re.M)
    return float(found[1]) if found else 0


def plans(web: Web) -> float:
    """Return the number of plans that the child processes have made."""
    return counted(web, 'cheat_jobs_total{kind="plan",outcome="done"}')


@pytest.mark.parametrize("line", [GUNICORN, pytest.param(ALONE, marks=pytest.mark.long)])
def test_bots_play_search_results(start_web: Start, line: str) -> None:
    web = start_web(line=line, THINK_CPU=1)
    table = Table(web)
    table.begin()
    table.follow_until_best()
    wait_until(lambda: len(children(web)) == 1, "one child searches, also if another was late and ended")
    wait_until(lambda: counted(web, "cheat_thoughts_taken_total") >= 2 <= plans(web), "plans are counted")


def test_worker_of_the_poll_searches(share_webs: Share) -> None:
    """Ada's actions go to one worker and her polls to the other, as behind a router."""
    first, second = share_webs(2, line=GUNICORN, THINK_CPU=1)
    table = Table(first, second)
    table.begin()
    table.follow_until_best(at=1)
    wait_until(lambda: len(children(second)) == 1, "one child searches, also if another was late and ended")
    assert children(first) == []


@pytest.mark.parametrize("line", [GUNICORN, pytest.param(ALONE, marks=pytest.mark.long)])
def test_room_plays_on_when_its_child_is_killed(start_web: Start, line: str) -> None:
    web = start_web(line=line, STAND_IN="die", THINK_CPU=1)
    table = Table(web)
    table.begin()
    table.play_on_until(lambda: counted(web, 'cheat_thinker_total{event="died"}') >= 1)


@pytest.mark.long
def test_room_plays_on_when_its_child_hangs(start_web: Start) -> None:
    web = start_web(line=GUNICORN, STAND_IN="hang", THINK_CPU=1)
    table = Table(web)
    table.begin()
    games = in_background(
        lambda: table.play_on_until(lambda: counted(web, 'cheat_thinker_total{event="killed"}') >= 1)
    )
    pid = thinking(web)
    games.value(within=PLAYING_S)
    wait_until(lambda: not is_running(pid), "the first of them is gone")


@pytest.mark.parametrize("program", ["/nowhere/python", pytest.param("/bin/true", marks=pytest.mark.long)])
def test_room_plays_on_when_no_child_can_be_started(start_web: Start, program: str) -> None:
    web = start_web(line=GUNICORN, STAND_IN=program)
    table = Table(web)
    table.begin()
    assert table.follow() == [("p2", False), ("p3", False)]
    assert counted(web, 'cheat_thinker_total{event="not_started"}') >= 1
    assert web.printed().count("the child process of jobs ended") == 1


def test_next_game_has_a_child_again(share_webs: Share) -> None:
    """A busy machine may be late for a plan, so games are played until one is in time."""
    web = share_webs(2, line=GUNICORN, THINK_CPU=1)[1]
    table = Table(web)
    table.begin()
    table.play_until(lambda: children(web), "a child process runs")
    killed, planned = children(web), plans(web)
    for pid in killed:
        os.kill(pid, signal.SIGKILL)
    table.again()
    table.play_until(
        lambda: set(children(web)) - set(killed) and plans(web) > planned,
        "another child process has made a plan",
    )


def test_no_child_is_started_if_searches_are_off(start_web: Start) -> None:
    web = start_web(line=GUNICORN, THINK_CPU=0, **HURRIED)
    table = Table(web)
    table.begin()
    assert table.follow() == [("p2", False), ("p3", False)]
    assert children(web) == []


def test_no_child_is_started_without_searching_bots(start_web: Start) -> None:
    web = start_web(line=GUNICORN, **HURRIED)
    ada = Client([web])
    ada.create("Ada", game="toy")
    ada.act("add_bot", level="normal")
    ada.act("start")
    ada.act("show", cards=ada.hand()[:1])
    ada.cursor = ada.snapshot()["cursor"]
    wait_until(lambda: ada.events(wait=20).get("table", {}).get("phase") == "over", "the bot has played")
    assert children(web) == []


def test_poll_is_answered_while_a_child_hangs(start_web: Start) -> None:
    """Neither the start of the child nor its silence delays the worker."""
    web = start_web(line=GUNICORN, STAND_IN="hang", HOLD_MIN_S=LONG_HOLD_S, HOLD_MAX_S=LONG_HOLD_S)
    table = Table(web)
    table.begin()
    game = in_background(table.follow)
    thinking(web)
    eve = Client([web])
    eve.create("Eve")
    for number in range(4):
        poll = in_background(lambda: eve.events(wait=20))
        eve.act("rename", name=f"E{number}")
        answer = poll.value()
        assert answer["events"], "a poll that is held to its end is told of none"
        eve.cursor = answer["cursor"]
    game.value()


# The end


LONG_HOLDS = {"HOLD_MIN_S": LONG_HOLD_S, "HOLD_MAX_S": LONG_HOLD_S}


def held_elsewhere(web: Web) -> Running:
    """A poll of another room, which no move of a bot wakes."""
    eve = Client([web])
    eve.create("Eve")
    poll = in_background(lambda: eve.events(wait=20))
    wait_until(lambda: web.held_polls() == 1, "the poll is held")
    return poll


@pytest.mark.parametrize(
    ("line", "doing"),
    [
        (GUNICORN, "hang"),
        pytest.param(ALONE, "sleep", marks=pytest.mark.long),
        pytest.param(GUNICORN, "sleep", marks=pytest.mark.long),
        pytest.param(ALONE, "hang", marks=pytest.mark.long),
    ],
)
def test_ending_worker_leaves_no_child(start_web: Start, line: str, doing: str) -> None:
    web = start_web(line=line, STAND_IN=doing, **LONG_HOLDS)
    poll = held_elsewhere(web)
    table = Table(web)
    table.begin()
    in_background(lambda: table.ada.events(wait=20))
    pid = thinking(web)
    assert web.stop() == 0
    assert not is_running(pid)
    poll.value()


@pytest.mark.parametrize("doing", ["hang", pytest.param("sleep", marks=pytest.mark.long)])
def test_killed_worker_leaves_no_child(start_web: Start, doing: str) -> None:
    web = start_web(line=GUNICORN, STAND_IN=doing, **LONG_HOLDS)
    poll = held_elsewhere(web)
    table = Table(web)
    table.begin()
    in_background(lambda: table.ada.events(wait=20))
    pid = thinking(web)
    (worker,) = web.children()
    os.kill(worker, signal.SIGKILL)
    wait_until(lambda: not is_running(pid), "its child process has ended")
    with pytest.raises(requests.RequestException):
        poll.value()
