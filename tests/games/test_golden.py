"""Games that were recorded once are played again, and everybody sees the same."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cheat.catalogue import DOCUMENTS
from cheat.games import GAMES

from .golden import EACH, files, replay


@pytest.mark.parametrize("game", EACH)
def test_every_game_has_golden_games(game):
    assert len(files(game)) == EACH[game]


NOW = dict.fromkeys(GAMES, 4) | dict.fromkeys(DOCUMENTS, 1)
"""The number of golden games of each game that the gate plays."""


def recorded() -> list[Any]:
    """Return the files of golden games, those after the first ones of a game marked as `long`."""
    return [
        pytest.param(path, id=path.stem, marks=[] if number < NOW[game] else pytest.mark.long)
        for game in EACH
        for number, path in enumerate(files(game))
    ]


@pytest.mark.parametrize("path", recorded())
def test_a_golden_game_is_seen_as_it_was(path):
    record = json.loads(path.read_text())
    for step, (seen, before) in enumerate(zip(replay(record), record["seen"], strict=True)):
        assert seen == before, f"step {step}: {record['steps'][step - 1] if step else 'the deal'}"
