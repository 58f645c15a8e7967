"""Awards at the end of a game of Cheat."""

from __future__ import annotations

from cheat.engine.awards import Honour

HONOURS = (
    Honour("lies", "Boldest liar", "{count} lie", many="{count} lies"),
    Honour("catches", "Best catcher", "{count} lie caught", many="{count} lies caught"),
    Honour("trusted", "Wrongly accused", "{count} time", many="{count} times"),
    Honour("taken", "Collector", "{count} card taken", many="{count} cards taken"),
)
