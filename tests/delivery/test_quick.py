"""Two strangers press “Play now” at the same moment, each at another worker."""

from __future__ import annotations

from typing import Any

import pytest

from tests.servers import Web, in_background, request


def comes(worker: Web, name: str, game: str) -> dict[str, Any]:
    answer = request("POST", f"{worker.url}/api/quick", json={"name": name, "game": game, "wait": True})
    joined: dict[str, Any] = answer.json()
    return joined


@pytest.mark.parametrize("game", ["cheat", "uno", "kittens"])
def test_strangers_who_come_at_the_same_time_play_together(two_workers: list[Web], game: str) -> None:
    strangers = zip(two_workers, ("Ada", "Ben"), strict=True)
    coming = [
        in_background(lambda worker=worker, name=name: comes(worker, name, game))
        for worker, name in strangers
    ]
    one, two = (stranger.value() for stranger in coming)
    assert one["code"] == two["code"]
    host, worker = (one, two_workers[0]) if one["player"] == "p1" else (two, two_workers[1])
    headers = {"Authorization": f"Bearer {host['token']}"}
    start = {"id": "start-now", "move": "start"}
    request("POST", f"{worker.url}/api/rooms/{host['code']}/actions", json=start, headers=headers)
    for elsewhere in two_workers:
        table = request("GET", f"{elsewhere.url}/api/rooms/{host['code']}", headers=headers).json()["table"]
        assert table["phase"] == "playing"
        assert sorted(player["name"] for player in table["players"] if not player["bot"]) == ["Ada", "Ben"]
        assert len(table["players"]) == 4
