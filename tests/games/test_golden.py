"""Games that were recorded once are played again, and everybody sees the same."""

from __future__ import annotations

import json

import pytest

from .golden import EACH, FOLDER, files, replay


@pytest.mark.parametrize("game", EACH)
def test_every_game_has_golden_games(game):
    assert len(files(game)) == EACH[game]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: path.stem)
def test_a_golden_game_is_seen_as_it_was(path):
    record = json.loads(path.read_text())
    for step, (seen, before) in enumerate(zip(replay(record), record["seen"], strict=True)):
        assert seen == before, f"step {step}: {record['steps'][step - 1] if step else 'the deal'}"
