"""A guard around calls of rules: every error of the rules becomes RulesFailed.

A room calls rules only within `guarded`, so an error of the rules can end the game, but not break the room.
Some calls do not belong to a running game, such as the question for the number of players. If the rules fail
in such a call, the functions at the end of this module return constant data of the game, or a default.
"""

from __future__ import annotations

import sys
from types import FrameType

from cheat.engine.game import AnyGame
from cheat.engine.options import Options
from cheat.engine.table import Table
from cheat.errors import Refused, RulesFailed
from cheat.i18n.messages import Words


class Overtime(BaseException):
    """Raised in a call of rules that takes too long.

    `Overtime` is not an `Exception`, so rules cannot catch it by accident.
    """


class RunningCall:
    """The call of rules that runs now.

    A watchdog, another thread, ends a call that takes too long. `number`: the number of calls so far,
    including this one. `frame`: the stack frame of the calling function, or None while no rules run. The
    watchdog can watch only one call at a time. Rules never wait, so only another thread could begin a second
    call meanwhile. That second call is not watched.
    """

    __slots__ = ("frame", "number")

    def __init__(self) -> None:
        self.frame: FrameType | None = None
        self.number = 0

    def begin(self, frame: FrameType) -> None:
        """Note that a function calls rules."""
        if self.frame is None:
            self.number += 1
            self.frame = frame

    def end(self, frame: FrameType) -> None:
        """Note that the rules have returned to the function with this frame."""
        if self.frame is frame:
            self.frame = None

    def is_running(self, frame: FrameType | None) -> bool:
        """Return whether this frame is part of the watched call, and the watchdog may interrupt it."""
        if frame is None or frame.f_code in _CODES:
            return False
        while frame is not None and frame is not self.frame:
            frame = frame.f_back
        return frame is not None


RUNNING_CALL = RunningCall()
"""The running call of this process."""


class watched:  # noqa: N801  # lower case, like the contexts of contextlib
    """A context in which the watchdog ends calls that take too long.

    Such a call raises RulesFailed. `ends`: whether this failure ends the game, because the call belongs to
    the running game.
    """

    __slots__ = ("_ends", "_place", "_rules")

    def __init__(self, rules: AnyGame, place: str, *, ends: bool = True) -> None:
        self._rules, self._place, self._ends = rules, place, ends

    def __enter__(self) -> None:
        RUNNING_CALL.begin(sys._getframe(1))

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        RUNNING_CALL.end(sys._getframe(1))
        if isinstance(error, Overtime):
            raise RulesFailed(self._rules.id, self._place, ends=self._ends, slow=True) from error


class guarded:  # noqa: N801  # lower case, like the contexts of contextlib
    """A context in which every error counts as a failure of these rules. Raises RulesFailed.

    With `may_refuse`, Refused is not a failure. The watchdog ends calls that take too long, as in `watched`.
    `ends`: whether a failure ends the game, because the call belongs to the running game.
    """

    __slots__ = ("_ends", "_may_refuse", "_place", "_rules")

    def __init__(self, rules: AnyGame, place: str, *, may_refuse: bool = False, ends: bool = True) -> None:
        self._rules, self._place, self._may_refuse, self._ends = rules, place, may_refuse, ends

    def __enter__(self) -> None:
        RUNNING_CALL.begin(sys._getframe(1))

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        RUNNING_CALL.end(sys._getframe(1))
        if error is None or isinstance(error, RulesFailed):
            return
        if isinstance(error, Overtime):
            raise RulesFailed(self._rules.id, self._place, ends=self._ends, slow=True) from error
        if not isinstance(error, Exception):
            return
        if self._may_refuse and isinstance(error, Refused):
            return
        raise RulesFailed(self._rules.id, self._place, ends=self._ends) from error


_CODES = {
    method.__code__
    for kind in (watched, guarded)
    for method in (RunningCall.begin, RunningCall.end, kind.__enter__, kind.__exit__)
}
"""The code objects of the functions that begin and end a call.

The watchdog must not raise an error in these functions. Otherwise the end of the call might go unnoticed.
"""


# Calls that do not belong to a running game


def seat_bounds(rules: AnyGame, options: Options) -> tuple[int, int]:
    """Return the minimum and maximum number of players with these options."""
    try:
        with guarded(rules, "seats", ends=False):
            return rules.min_players(options), rules.max_players(options)
    except RulesFailed:
        return rules.seats


def ends_without(rules: AnyGame, table: Table, player: str) -> bool:
    """Return whether the game ends for all if this player leaves now.

    Returns False if the rules fail. Every version needs the answer for all players. To save time, this
    function does not enter a context for each player. Call it within `watched`.
    """
    try:
        return rules.ends_without(table, player)
    except Exception:  # any error of the rules, as in `guarded`
        return False


def countdown(rules: AnyGame, options: Options) -> int | None:
    """Return the seconds until the game begins by itself, or None if the host starts the game."""
    try:
        with guarded(rules, "countdown", ends=False):
            return rules.countdown(options)
    except RulesFailed:
        return None


def too_few(rules: AnyGame, options: Options) -> Words:
    """Return the sentence that refuses the start of a game with too few players."""
    try:
        with guarded(rules, "too_few", ends=False):
            return rules.too_few(options)
    except RulesFailed:
        return "You need more players to start the game."
