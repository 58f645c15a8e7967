"""Times until others see an action; its answer may come before or after their news. Pure."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple


class Act(NamedTuple):
    """An accepted action: its player, its planned time, and the time of its answer (seconds)."""

    by: str
    planned: float
    answered: float


class Sight(NamedTuple):
    """A version that a seat was told of: its action, and the time of the news."""

    act: Act
    at: float


class Deliveries:
    """The versions of one table that some seat still waits for."""

    def __init__(self) -> None:
        self._acts: dict[int, Act] = {}
        self._early: defaultdict[int, list[tuple[str, float]]] = defaultdict(list)

    def answered(self, version: int, act: Act) -> list[Sight]:
        """Note an action, and return the sights of seats that saw it before its own answer came.

        The first action whose answer names a version has made it. A private action makes no version; its
        answer names the present one.
        """
        if version in self._acts:
            return []
        self._acts[version] = act
        return [Sight(act, at) for seat, at in self._early.pop(version, []) if seat != act.by]

    def told(self, seat: str, versions: range, at: float) -> list[Sight]:
        """Note the versions that a seat was told, and return its sights of others' actions."""
        found = []
        for version in versions:
            act = self._acts.get(version)
            if act is None:
                self._early[version].append((seat, at))
            elif act.by != seat:
                found.append(Sight(act, at))
        return found

    def forget(self, version: int) -> None:
        """Forget the versions up to this one.

        All seats have seen them, and no answer is outstanding.
        """
        for known in (self._acts, self._early):
            for old in [one for one in known if one <= version]:
                del known[old]
