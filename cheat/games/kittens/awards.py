"""Awards at the end of a game of Exploding Kittens."""

from __future__ import annotations

from cheat.engine.awards import Honour

HONOURS = (
    Honour("defused", "Steadiest hands", "{count} kitten defused", many="{count} kittens defused"),
    Honour("nopes", "Spoilsport", "{count} Nope", many="{count} Nopes"),
    Honour("attacks", "Most dangerous", "{count} Attack", many="{count} Attacks"),
    Honour("got", "Light fingers", "{count} card got from others", many="{count} cards got from others"),
)
