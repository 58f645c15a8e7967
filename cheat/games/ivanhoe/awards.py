"""Awards at the end of a game of Ivanhoe."""

from __future__ import annotations

from cheat.engine.awards import AwardKind

HONOURS = (
    AwardKind("tournaments", "Champion", "{count} tournament won", many_text="{count} tournaments won"),
    AwardKind(
        "deeds", "Fiercest knight", "{count} action card played", many_text="{count} action cards played"
    ),
    AwardKind("cancelled", "Guardian", "{count} card cancelled", many_text="{count} cards cancelled"),
    AwardKind("withdrawals", "Most prudent", "{count} withdrawal", many_text="{count} withdrawals"),
)
