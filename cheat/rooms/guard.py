"""Nothing that rules do stops a room: their mistakes become RulesFailed, and end the game at most.

Whoever asks rules something from inside a room does it under `guarded`. Before the game there is
always an answer: what the game says of itself stands in for what its rules fail to say.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cheat.errors import Refused, RulesFailed
from cheat.games.game import AnyGame
from cheat.games.options import Options
from cheat.games.table import Table
from cheat.words import Words


@contextmanager
def guarded(rules: AnyGame, place: str, *, may_refuse: bool = False, ends: bool = True) -> Iterator[None]:
    """Whatever is raised within is a failure of these rules; only where they `may_refuse` a refusal is none.

    `ends`: the question is about the table that is played on. Raises RulesFailed.
    """
    try:
        yield
    except RulesFailed:
        raise
    except Exception as error:
        if may_refuse and isinstance(error, Refused):
            raise
        raise RulesFailed(rules.id, place, ends=ends) from error


# What is asked beside the game


def bounds(rules: AnyGame, options: Options) -> tuple[int, int]:
    """The fewest and the most players with these options."""
    try:
        with guarded(rules, "seats", ends=False):
            return rules.least(options), rules.most(options)
    except RulesFailed:
        return rules.seats


def ends_without(rules: AnyGame, table: Table, player: str) -> bool:
    """Whether the game is over for all when this player leaves now; False if its rules fail to say."""
    try:
        with guarded(rules, "ends_without", ends=False):
            return rules.ends_without(table, player)
    except RulesFailed:
        return False


def countdown(rules: AnyGame, options: Options) -> int | None:
    """Seconds after which the game begins by itself, None where the host starts it."""
    try:
        with guarded(rules, "countdown", ends=False):
            return rules.countdown(options)
    except RulesFailed:
        return None


def too_few(rules: AnyGame, options: Options) -> Words:
    """The sentence for a start with too few players."""
    try:
        with guarded(rules, "too_few", ends=False):
            return rules.too_few(options)
    except RulesFailed:
        return "More people are required to start the game."
