"""Awards at the end of a game of Exploding Kittens."""

from __future__ import annotations

from cheat.engine.awards import AwardKind

HONOURS = (
    AwardKind("defused", "Steadiest hands", "{count} kitten defused", many_text="{count} kittens defused"),
    AwardKind("nopes", "Spoilsport", "{count} Nope", many_text="{count} Nopes"),
    AwardKind("attacks", "Most dangerous", "{count} Attack", many_text="{count} Attacks"),
    AwardKind(
        "got", "Light fingers", "{count} card taken from others", many_text="{count} cards taken from others"
    ),
)
