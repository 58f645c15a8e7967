"""A server whose bots act at once, for all tests of the terminal."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cheat.client import Client
from tests.servers import Web
from tests.terminal.tmux import Tmux


@pytest.fixture(scope="package")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    server = Web(tmp_path_factory.mktemp("play"), BOT_PACE=0, HOLD_MIN_S=1.5, HOLD_MAX_S=2)
    try:
        yield server.start()
    finally:
        server.kill()


@pytest.fixture(scope="package")
def client(web: Web) -> Iterator[Client]:
    with Client(web.url) as client:
        yield client


@pytest.fixture
def kept_game(client: Client, tmp_path: Path) -> Path:
    """The file of a game of Uno that ended because Bob left."""
    seat = client.create("Ada", "uno", {"start_mode": "host"})
    bob = client.join(seat.code, "Bob")
    seat.act("start")
    bob.act("leave")
    while seat.table["phase"] != "over":
        seat.poll()
    file = tmp_path / "kept.json"
    file.write_text(json.dumps(seat.replay_file()))
    return file


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Callable[..., Tmux]]:
    """Starts the program in a terminal of its own: `terminal(url, code, language="es")`."""
    opened: list[Tmux] = []

    def start(*arguments: str, seats: Path = tmp_path / "seats.json", **of_tmux: str | int) -> Tmux:
        opened.append(Tmux([*arguments, "--seats", str(seats)], **of_tmux))
        return opened[-1]

    yield start
    for opened_terminal in opened:
        opened_terminal.close()
