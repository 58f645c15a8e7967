"""Named choices of options for Exploding Kittens. All other options keep their defaults."""

from __future__ import annotations

from cheat.engine.game import Preset

PRESETS = [
    Preset("Classic"),
    Preset(
        "First printing",
        {"deal_size": 4, "extra_defuses": 3, "attack_mode": "reset", "exploded_hand": "discard"},
    ),
    Preset("Current printing", {"attack_mode": "stack", "target_timing": "at_play"}),
    Preset("Quick", {"faster_game": True, "deal_size": 5}),
    Preset("Two decks", {"decks": 2}),
]
