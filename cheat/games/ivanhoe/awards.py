"""Awards at the end of a game of Ivanhoe."""

from __future__ import annotations

from cheat.engine.awards import Honour

HONOURS = (
    Honour("tournaments", "Champion", "{count} tournament won", many="{count} tournaments won"),
    Honour("deeds", "Fiercest knight", "{count} action card", many="{count} action cards"),
    Honour("cancelled", "Guardian", "{count} card cancelled", many="{count} cards cancelled"),
    Honour("withdrawals", "Most prudent", "{count} withdrawal", many="{count} withdrawals"),
)
