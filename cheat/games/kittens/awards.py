"""Awards at the end of a game of Exploding Kittens."""

from __future__ import annotations

from cheat.engine.awards import AwardKind

AWARDS = (
    AwardKind("defused", "Steadiest hands", "{count} kitten defused", many="{count} kittens defused"),
    AwardKind("nopes", "Spoilsport", "{count} Nope", many="{count} Nopes"),
    AwardKind("attacks", "Most dangerous", "{count} Attack", many="{count} Attacks"),
    AwardKind(
        "got", "Light fingers", "{count} card taken from others", many="{count} cards taken from others"
    ),
)
