"""Awards at the end of a game of Cheat."""

from __future__ import annotations

from cheat.engine.awards import AwardKind

AWARDS = (
    AwardKind("lies", "Boldest liar", "{count} lie", many="{count} lies"),
    AwardKind("catches", "Best catcher", "{count} lie caught", many="{count} lies caught"),
    AwardKind("trusted", "Wrongly accused", "{count} time", many="{count} times"),
    AwardKind("taken", "Collector", "{count} card taken", many="{count} cards taken"),
)
