"""Hints are about moves and events that the game has."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from cheat.engine.decisions import ReactionWindow
from cheat.engine.game import AnyGame
from cheat.games import GAMES


def events(game: AnyGame) -> set[str]:
    """Types of events, as the source of the game and of what it shares has them."""
    file = Path(str(import_module(type(game).__module__).__file__))
    folder = file.parent
    files = [file] if folder.name == "games" else sorted(folder.glob("*.py"))
    source = "".join(one.read_text() for one in [*files, *folder.parent.glob("games/*.py")])
    return set(re.findall(r'tell\(\s*"(\w+)"', source))


def has_move(game: AnyGame, name: str) -> bool:
    """Return whether the game has a move with this name: a method of a decision kind."""
    return any(hasattr(ask, name) for ask in game.decision_kinds)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_each_hint_is_about_a_move_or_an_event(game: AnyGame) -> None:
    assert [name for name in game.hints if not has_move(game, name) and name not in events(game)] == []
    assert all(len(words) < 200 for words in game.hints.values())


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.lesson_options is not None])
def test_options_of_lessons_and_of_quick_play_are_options(game: AnyGame) -> None:
    game.options(game.lesson_options or {})
    game.options(game.quick_play_options)


PASSES = [pytest.param(one, id=type(one).__name__) for game in GAMES.values() for one in game.decision_kinds
          if isinstance(one, ReactionWindow)]  # fmt: skip


@pytest.mark.parametrize("window", PASSES)
def test_help_says_what_passing_does(window: ReactionWindow[Any]) -> None:
    assert window.passing_help
    assert window.passing_help != ReactionWindow.passing_help or window.passing_is_final
