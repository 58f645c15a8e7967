"""Named choices of options for Cheat. All other options keep their defaults."""

from __future__ import annotations

from cheat.engine.game import Preset

PRESETS = [
    Preset("Classic"),
    Preset("House rules", {"rank_step": "up_or_down", "rank_after_pickup": "free", "allow_pass": True}),
    Preset("Large table", {"decks": 2, "max_cards_per_play": 8}),
]
