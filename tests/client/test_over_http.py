"""The client against servers that run as deployed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from cheat.client import Client, ClientError, Refused, Seat
from cheat.client.bot import game_moves, room_move
from tests.servers import ROOT, Web, in_background, wait_until

MOST_TRIES = 20
PYTHON = re.compile(r"^```python\n(.*?)^```", re.M | re.S)


def examples(page: str, web: Web) -> str:
    """Return all Python code of a page as one program for this server."""
    blocks = PYTHON.findall((ROOT / page).read_text())
    return "\n".join(blocks).replace("http://localhost:8000", web.url)


def test_examples_of_the_page_do_what_they_say(
    two_workers: list[Web], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = ROOT / "docs/client.md"
    game = json.loads((ROOT / "cheat/documents/template.json").read_text())
    (tmp_path / "my-game.json").write_text(json.dumps(game | {"id": "my-game", "name": "My Game"}))
    monkeypatch.chdir(tmp_path)
    source = examples("docs/client.md", two_workers[0])
    exec(compile(source, str(page), "exec"), {"__name__": "examples"})


def test_polls_are_deflated_by_the_one_before(two_workers: list[Web]) -> None:
    """Answers are deflated without settings, even after an empty answer. Another worker sends all."""
    heads: list[httpx.Headers] = []

    def note(response: httpx.Response) -> None:
        if response.url.path.endswith("/events"):
            heads.append(response.headers)

    with httpx.Client(event_hooks={"response": [note]}) as http:
        client = Client(two_workers[0].url, http=http)
        seat = client.create("Ada", "cheat")
        for _ in range(3):
            seat.act("rename", name=f"Ada{len(heads)}")
            seat.poll()
        seat.poll(wait=0)
        client.url = two_workers[1].url
        seat.act("rename", name="Bea")
        assert seat.table["players"][0]["name"] == "Bea"
    assert ["deflated" in one for one in heads] == [False, True, True, False, False]
    assert all(int(one["content-length"]) < 300 for one in heads[1:3])


def test_spectators_that_are_not_counted_get_all_news(two_workers: list[Web]) -> None:
    """One of them is at another worker than the player."""
    with Client(two_workers[0].url, language="es") as near, Client(two_workers[1].url) as far:
        ada = near.create("Ada", "cheat")
        watching = [client.watch(ada.code, counted=False) for client in (near, far)]
        for number in range(3):
            version = ada.act("rename", name=f"Ada{number}")["version"]
            for spectator in watching:
                assert spectator.you is None
                while not (news := spectator.poll()).fresh:
                    pass
                assert (news.version, [event["type"] for event in news.events]) == (version, ["renamed"])
        assert [event["type"] for event in watching[0].past().events][-3:] == ["renamed"] * 3
        assert ada.table["watchers"] == watching[0].table["watchers"] == 0


def test_bot_of_the_page_plays(two_workers: list[Web]) -> None:
    page: dict[str, Any] = {"__name__": "examples"}
    exec(compile(examples("docs/bot-kit.md", two_workers[0]), "docs/bot-kit.md", "exec"), page)
    with Client(two_workers[0].url, program="eager") as client:
        seat = client.create("Ada", "kittens")
        seat.act("add_bot", level="easy")
        form = room_move(seat.table)
        assert form is not None, "a bot begins where it is alone with bots"
        seat.act(form)
        bot = page["Eager"](Random(1))
        for _ in range(MOST_TRIES):
            while not game_moves(seat.table):
                seat.poll()
            before, (form, values) = seat.version, bot.choose(seat.table)
            try:
                made = seat.send(form, **values)
            except Refused as refusal:
                if refusal.status != 409:  # time has passed, and with it what was offered
                    raise
                seat.poll()
            else:
                break
        assert made["version"] >= before


def test_every_call_has_an_example() -> None:
    shown = (ROOT / "docs/client.md").read_text()
    calls = {name for kind in (Client, Seat) for name in vars(kind) if not name.startswith("_")}
    python = "\n".join(PYTHON.findall(shown))
    assert [name for name in sorted({*calls, "saved"} - {"run"}) if f".{name}(" not in python] == []


def told_until(seat: Seat, last: str) -> list[str]:
    """Return the types of a seat's events, up to this event."""
    told: list[str] = []
    for news in seat.follow():
        told += [event["type"] for event in news.events]
        if last in told:
            break
    return told


def test_nothing_is_lost_when_the_server_goes_away_and_comes_back(start_web: Callable[..., Web]) -> None:
    web = start_web()
    troubles: list[ClientError] = []
    with Client(web.url, trouble=troubles.append) as client:
        client.retry_policy = client.retry_policy._replace(chance=lambda: 0.1)
        ada = client.create("Ada")
        bob = client.join(ada.code, "Bob")
        polling = in_background(lambda: told_until(ada, "renamed"))
        web.kill()
        renamed = in_background(lambda: bob.act("rename", name="Bea"))
        wait_until(lambda: len(troubles) >= 2, "both have found nobody there")
        web.start()
        renamed.value()
        assert polling.value() == ["joined", "renamed"]
        assert [player["name"] for player in bob.table["players"]] == ["Ada", "Bea"]
