"""Awards at the end of a game of Cheat."""

from __future__ import annotations

from cheat.engine.awards import AwardKind

HONOURS = (
    AwardKind("lies", "Boldest liar", "{count} lie", many_text="{count} lies"),
    AwardKind("catches", "Best catcher", "{count} lie caught", many_text="{count} lies caught"),
    AwardKind("trusted", "Wrongly accused", "{count} time", many_text="{count} times"),
    AwardKind("taken", "Collector", "{count} card taken", many_text="{count} cards taken"),
)
