"""Awards at the end of a game of Uno."""

from __future__ import annotations

from cheat.engine.awards import AwardKind

HONOURS = (
    AwardKind("collected", "Card magnet", "{count} card drawn", many_text="{count} cards drawn"),
    AwardKind("wilds", "Most colourful", "{count} black card played", many_text="{count} black cards played"),
    AwardKind("catches", "Sharpest eyes", "{count} player caught", many_text="{count} players caught"),
)
