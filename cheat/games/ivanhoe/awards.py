"""Awards at the end of a game of Ivanhoe."""

from __future__ import annotations

from cheat.engine.awards import AwardKind

AWARDS = (
    AwardKind("tournaments", "Champion", "{count} tournament won", many="{count} tournaments won"),
    AwardKind("deeds", "Fiercest knight", "{count} action card played", many="{count} action cards played"),
    AwardKind("cancelled", "Guardian", "{count} card cancelled", many="{count} cards cancelled"),
    AwardKind("withdrawals", "Most prudent", "{count} withdrawal", many="{count} withdrawals"),
)
