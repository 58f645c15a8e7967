"""Awards at the end of a game of Uno."""

from __future__ import annotations

from cheat.engine.awards import AwardKind

AWARDS = (
    AwardKind("collected", "Card magnet", "{count} card drawn", many="{count} cards drawn"),
    AwardKind("wilds", "Most colourful", "{count} black card played", many="{count} black cards played"),
    AwardKind("catches", "Sharpest eyes", "{count} player caught", many="{count} players caught"),
)
