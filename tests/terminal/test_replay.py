"""Watching a finished game again, also from a seat that this game did not have."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cheat.client import Refused
from cheat.terminal.replay import Replay, replay_of
from tests.terminal.test_form_dialog import GAME, TABLE

NOTE = "You had no seat in this game. You see it as a spectator."
PAGE: Any = {"count": 1, "turns": [], "frames": [{"index": 0, "table": TABLE, "events": []}]}
GAMES: Any = SimpleNamespace(by_id=lambda id: GAME)


class Server:
    """A server with a game of certain seats. It notes the seats whose view it was asked for."""

    def __init__(self, *seats: str) -> None:
        self.seats, self.asked = ["", *seats], list[str]()

    def replay(self, viewer: str = "", *, is_open: bool = False, start: int = 0) -> Any:
        self.asked.append(viewer)
        if viewer not in self.seats:
            raise Refused(400, "bad_field", "No player had that seat in this game.")
        return PAGE


@pytest.mark.parametrize(
    ("seats", "asked", "note"), [(["p1", "p2"], ["p3", ""], NOTE), (["p1", "p2", "p3"], ["p3"], "")]
)
def test_newcomer_of_the_next_game_sees_this_one_as_a_spectator_and_is_told_so(
    seats: list[str], asked: list[str], note: str
) -> None:
    server = Server(*seats)
    session: Any = SimpleNamespace(seat=SimpleNamespace(you="p3", replay=server.replay), games=GAMES)
    replay = replay_of(session)
    lines = replay.lines()
    assert server.asked == asked
    assert replay.note() == note
    assert (NOTE in lines) is bool(note)


def test_game_of_a_file_has_no_note() -> None:
    server = Server()
    replay = Replay(lambda seat, is_open, start: server.replay(seat), GAMES)
    assert replay.lines()[0] == "Step 0 of 0" and not replay.note()
