"""Loads of deployed servers: all games, and servers that are wrong, slow, or refuse."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from cheat.client import Client
from cheat.client.calls import Request
from cheat.games import FAST
from cheat.load import run as running
from cheat.load.__main__ import main
from cheat.load.http import Answer
from cheat.load.run import Plan, Run
from cheat.load.samples import Sample
from cheat.load.table import Party
from cheat.load.target import allowed_target
from cheat.load.wire import ConnectionPool
from tests.servers import ROOT, Web, free_port

PLAYERS = 4
"""A number of players that all games allow."""

ANY = ("games", "lost_races", "failures")

Tamper = Callable[[Request, Answer], Awaitable[Answer]]


def names_in(value: Any) -> Any:
    """Return the names of all fields. Lists, and objects with games or codes as keys, count as any."""
    if not isinstance(value, dict):
        return None
    return {
        name: names_in(one) for name, one in value.items() if name not in ("games", "lost_races", "failures")
    }


def documented_json() -> dict[str, Any]:
    """Return the JSON in docs/load.md."""
    block = re.search(r"```json\n(.*?)```", (ROOT / "docs/load.md").read_text(), re.S)
    assert block is not None
    figures: dict[str, Any] = json.loads(block[1])
    return figures


@pytest.mark.parametrize("every", [2, pytest.param(1, marks=pytest.mark.long)])
def test_games_are_played_and_nothing_is_wrong(
    two_workers: list[Web], tmp_path: Path, capsys: pytest.CaptureFixture[str], every: int
) -> None:
    """The command writes JSON, page and pictures as the docs say."""
    with Client(two_workers[0].url) as client:
        games = [game.get("slug", game["id"]) for game in client.games()][::every]
    words = ["--url", two_workers[0].url, "--tables", f"{len(games)}", "--players", f"{PLAYERS}"]
    words += ["--think", "0.2", "--duration", "2.5", "--options", json.dumps(FAST)]
    words += [word for game in games for word in ("--game", game)]
    files = {"--json": tmp_path / "load.json", "--report": tmp_path / "load.html", "--pictures": tmp_path}
    ended = main([*words, *(word for option, path in files.items() for word in (option, str(path)))])
    figures = json.loads(files["--json"].read_text())
    assert (ended, figures["checks"]["first_faults"]) == (0, [])
    assert {game: one["actions"] > 0 for game, one in figures["games"].items()} == dict.fromkeys(games, True)
    assert len(games) >= 8
    check(figures, len(games))
    assert f"{figures['actions']['accepted']} actions" in capsys.readouterr().out
    page = files["--report"].read_text()
    assert page.count("<svg") == len(list(tmp_path.glob("*.svg"))) == 7
    assert not re.search(r"\b(src|href)=|<script|@import|url\(", page), "it needs nothing else"


def check(figures: dict[str, Any], tables: int) -> None:
    """Check that the figures are those of the docs, and agree with each other."""
    assert names_in(figures) == names_in(documented_json())
    assert figures["samples"][0].keys() == documented_json()["samples"][0].keys()
    assert figures["checks"]["tables_compared"] == tables <= figures["checks"]["snapshots"]
    accepted, lost = figures["actions"]["accepted"], sum(figures["actions"]["lost_races"].values())
    assert figures["ms"]["service"]["count"] >= accepted + lost
    assert figures["ms"]["answer"]["count"] >= accepted + lost + figures["actions"]["unanswered"]
    assert accepted < figures["ms"]["delivery"]["count"] <= accepted * (PLAYERS - 1)
    assert 0 < figures["server"]["held"] <= tables * PLAYERS
    assert None not in figures["server"].values(), "it tells all that docs/load.md names"


# Servers that are not as they should be


def load(
    web: Web, monkeypatch: pytest.MonkeyPatch, tamper: Tamper, progress: Callable[[Run, Sample], None]
) -> Run:
    """A load of two tables, one of them with a bot of the server, until `progress` stops it. `tamper` makes
    what arrives of each answer.
    """

    class Tampered(ConnectionPool):
        async def send(self, request: Request) -> Answer:
            return await tamper(request, await super().send(request))

    monkeypatch.setattr(running, "ConnectionPool", Tampered)
    parties = [Party("uno", FAST["uno"], 3, bots, "easy") for bots in (0, 1)]
    plan = Plan(allowed_target(web.url, own=False), parties, 2, think_s=0.02, duration_s=300, seed=1)
    run = Run(plan, lambda one: progress(run, one))
    asyncio.run(run.execute())
    return run


def test_lies_of_a_server_are_found(two_workers: list[Web], monkeypatch: pytest.MonkeyPatch) -> None:
    """A version that is left out, one that is told twice, snapshots of another table: these and no more."""
    lies = ["not told", "told again"]

    async def lie(request: Request, answer: Answer) -> Answer:
        kind = request.path.rpartition("/")[2]
        body = answer.json() if answer.content.startswith(b"{") else {}
        events = body.get("events") or []
        if kind == "events" and lies and body["version"] > 8 and events:
            if lies.pop() == "told again":
                events.insert(0, {**events[0], "v": events[0]["v"] - 1})
            else:
                del events[:]
        elif request.method == "GET" and "table" in body and kind != "events":
            body["table"]["prompt"] = "Something else."
        return answer

    run = load(two_workers[0], monkeypatch, lie, lambda run, _: None if lies else run.stop.set())
    found = run.measures.faults
    for fault in ("not told: version", "told again: version", "another table than the poll's: prompt"):
        assert any(fault in one for one in found), found
    others = [one for one in found if "another table" not in one]
    assert len(others) == 2, others
    bots = [[player.get("bot") for player in table.seats[0].place.table["players"]] for table in run.tables]
    assert bots == [[None, None, None], [None, None, None, "easy"]]


def test_what_waits_for_a_slow_answer_is_told_as_slow(
    two_workers: list[Web], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One answer in a hundred takes three seconds, longer than a busy machine takes for any other: of the
    times from the planned moment many more do.
    """
    slow_s, seen = 3.0, 0

    async def delay(request: Request, answer: Answer) -> Answer:
        nonlocal seen
        if request.path.endswith("/actions"):
            seen += 1
            if seen % 100 == 50:
                await asyncio.sleep(slow_s)
                answer.at = perf_counter()
        return answer

    def slow(times: Any) -> int:
        return sum(count for ms, count in times.buckets() if ms > slow_s * 400)

    def progress(run: Run, _: Sample) -> None:
        if slow(run.measures.times.service):
            run.stop.set()

    times = load(two_workers[0], monkeypatch, delay, progress).measures.times
    assert slow(times.answer) >= 5 * slow(times.service) >= 5


def test_what_is_never_answered_is_told_with_what_waited_for_it(
    two_workers: list[Web], monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the fiftieth action on, answers to actions get lost, but their news arrives."""
    seen, silent_s = 0, 0

    async def swallow(request: Request, answer: Answer) -> Answer:
        nonlocal seen
        if request.path.endswith("/actions") and request.body["move"] != "leave":
            seen += 1
            if seen > 50:
                await asyncio.Event().wait()
        return answer

    def progress(run: Run, sample: Sample) -> None:
        nonlocal silent_s
        silent_s += sample.rate("accepted") == 0
        if silent_s:
            run.stop.set()

    run = load(two_workers[0], monkeypatch, swallow, progress)
    assert run.measures.given_up > 20, "two that were sent, and many that could not be"
    assert run.measures.times.answer.most_s > 0.5
    assert run.measures.times.answer.count >= run.measures.accepted + run.measures.given_up
    assert run.measures.faults == []


def test_run_ends_where_tables_are_never_shown(
    two_workers: list[Web], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "SETTLE_S", 0.5)

    async def hide(request: Request, answer: Answer) -> Answer:
        if request.method == "GET" and re.fullmatch(r"/api/rooms/\w+", request.path):
            await asyncio.Event().wait()
        return answer

    run = load(two_workers[0], monkeypatch, hide, lambda run, _: run.stop.set())
    assert [table.compared_count for table in run.tables] == [0, 0]
    assert run.measures.accepted


def test_server_that_limits_an_address_is_told_apart_and_how_to_start_it(
    two_workers: list[Web], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    refusal = json.dumps({"code": "rate_limited", "detail": "Too much."}).encode()

    class Limiting(ConnectionPool):
        async def send(self, request: Request) -> Answer:
            return Answer(429, b"HTTP/1.1 429 No\r\nRetry-After: 60\r\n", refusal, perf_counter())

    monkeypatch.setattr(running, "ConnectionPool", Limiting)
    assert main(["--url", two_workers[0].url, "--tables", "3"]) == 2
    assert "RATE_LIMITS=off" in capsys.readouterr().err


def test_nobody_there_is_said_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--url", f"http://127.0.0.1:{free_port()}"]) == 2
    assert "nobody answers" in capsys.readouterr().err
