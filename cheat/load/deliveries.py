"""Find out when an action of one player reaches each of the other seats: its deliveries.

The answer to the acting player and the news for the other seats may come in any order. The code is pure.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple


class AcceptedAction(NamedTuple):
    """An accepted action: its player, its planned time, and the time of its answer (seconds)."""

    by: str
    planned_at: float
    answered_at: float


class Delivery(NamedTuple):
    """The delivery of an action to another seat. `at`: the time when the seat got the news."""

    action: AcceptedAction
    at: float


class Deliveries:
    """The versions of one table that some seats have not seen yet."""

    def __init__(self) -> None:
        self._actions: dict[int, AcceptedAction] = {}
        self._early_news: defaultdict[int, list[tuple[str, float]]] = defaultdict(list)

    def add_action(self, version: int, act: AcceptedAction) -> list[Delivery]:
        """Note an action. Return the deliveries to seats that saw the action before its answer came.

        If the answers to several actions name the same version, the first of these actions has made this
        version. The others are private: they do not raise the version, so their answers name the present
        version.
        """
        if version in self._actions:
            return []
        self._actions[version] = act
        return [Delivery(act, at) for seat, at in self._early_news.pop(version, []) if seat != act.by]

    def add_news(self, seat: str, versions: range, at: float) -> list[Delivery]:
        """Note the versions in the news of a seat.

        Returns the deliveries of other players' actions to the seat.
        """
        deliveries = []
        for version in versions:
            act = self._actions.get(version)
            if act is None:
                self._early_news[version].append((seat, at))
            elif act.by != seat:
                deliveries.append(Delivery(act, at))
        return deliveries

    def forget(self, version: int) -> None:
        """Forget the versions up to this one, because all seats have seen them.

        Call this only if no action waits for its answer.
        """
        for by_version in (self._actions, self._early_news):
            for old_version in [version_seen for version_seen in by_version if version_seen <= version]:
                del by_version[old_version]
