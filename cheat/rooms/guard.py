"""Nothing that rules do stops a room: their mistakes become RulesFailed, and end the game at most.

Whoever asks rules something from inside a room does it under `guarded`. Before the game there is
always an answer: what the game says of itself stands in for what its rules fail to say.
"""

from __future__ import annotations

from cheat.errors import Refused, RulesFailed
from cheat.games.game import AnyGame
from cheat.games.options import Options
from cheat.games.table import Table
from cheat.words import Words


class guarded:  # noqa: N801  # reads as what it does, as those of contextlib
    """Whatever is raised within is a failure of these rules; only where they `may_refuse` a refusal is none.

    `ends`: the question is about the table that is played on. Raises RulesFailed.
    """

    __slots__ = ("_ends", "_may_refuse", "_place", "_rules")

    def __init__(self, rules: AnyGame, place: str, *, may_refuse: bool = False, ends: bool = True) -> None:
        self._rules, self._place, self._may_refuse, self._ends = rules, place, may_refuse, ends

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is None or not isinstance(error, Exception) or isinstance(error, RulesFailed):
            return
        if self._may_refuse and isinstance(error, Refused):
            return
        raise RulesFailed(self._rules.id, self._place, ends=self._ends) from error


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
        return rules.ends_without(table, player)
    except Exception:  # everybody asks with every version, so it is to cost little more than the answer
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
