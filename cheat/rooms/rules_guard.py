"""Nothing that rules do stops a room: their mistakes become RulesFailed, and end the game at most.

Whoever asks rules something from inside a room does it under `guarded`. Before the game there is
always an answer: what the game says of itself stands in for what its rules fail to say.
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
    """A call into rules takes too long. It is no `Exception`, so nothing that rules catch is this one."""


class Calls:
    """The call into rules that runs now, for a watch that can end it. `number`: how many began before it;
    `frame`: the function that calls, None while no rules run.

    One call is watched at a time. What rules do never waits, so another one can only begin meanwhile in
    another thread.
    """

    __slots__ = ("frame", "number")

    def __init__(self) -> None:
        self.frame: FrameType | None = None
        self.number = 0

    def begin(self, frame: FrameType) -> None:
        """A function calls rules."""
        if self.frame is None:
            self.number += 1
            self.frame = frame

    def end(self, frame: FrameType) -> None:
        """The rules that this function called have answered."""
        if self.frame is frame:
            self.frame = None

    def is_running(self, frame: FrameType | None) -> bool:
        """Return whether what runs in this frame is part of the call, and can be ended there."""
        if frame is None or frame.f_code in _CODES:
            return False
        while frame is not None and frame is not self.frame:
            frame = frame.f_back
        return frame is not None


CALLS = Calls()
"""Of this process."""


class watched:  # noqa: N801  # as below
    """Lets the watch end the calls within if they take too long. Raises RulesFailed then.

    `ends`: as for `guarded`.
    """

    __slots__ = ("_ends", "_place", "_rules")

    def __init__(self, rules: AnyGame, place: str, *, ends: bool = True) -> None:
        self._rules, self._place, self._ends = rules, place, ends

    def __enter__(self) -> None:
        CALLS.begin(sys._getframe(1))

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        CALLS.end(sys._getframe(1))
        if isinstance(error, Overtime):
            raise RulesFailed(self._rules.id, self._place, ends=self._ends, slow=True) from error


class guarded:  # noqa: N801  # reads as what it does, as those of contextlib
    """Whatever is raised within is a failure of these rules; only where they `may_refuse` a refusal is none.
    What takes too long can be ended, as in `watched`.

    `ends`: the question is about the table that is played on. Raises RulesFailed.
    """

    __slots__ = ("_ends", "_may_refuse", "_place", "_rules")

    def __init__(self, rules: AnyGame, place: str, *, may_refuse: bool = False, ends: bool = True) -> None:
        self._rules, self._place, self._may_refuse, self._ends = rules, place, may_refuse, ends

    def __enter__(self) -> None:
        CALLS.begin(sys._getframe(1))

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        CALLS.end(sys._getframe(1))
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
    one.__code__
    for kind in (watched, guarded)
    for one in (Calls.begin, Calls.end, kind.__enter__, kind.__exit__)
}
"""Functions that begin and end a call. An error raised in them would leave the call as it is."""


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
        return "You need more players to start the game."
